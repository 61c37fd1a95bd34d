// SPDX-License-Identifier: Apache-2.0
// class and function templates, specializations
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:rand:61 buf:i32:128:zero
template <class T, int N> struct Array {
    T v[N];
    __device__ T sum() const {
        T s = T();
        for (int i = 0; i < N; i++) s += v[i];
        return s;
    }
};
template <class T> struct Traits { static const int bits = 8 * sizeof(T); };
template <> struct Traits<bool> { static const int bits = 1; };
template <class T> struct Traits<T *> { enum { bits = 64 + Traits<T>::bits }; };
template <class T, class U> __device__ auto mix(T a, U b) -> decltype(a + b) { return a * 2 + b; }
template <int N> __device__ int fact() { return N * fact<N - 1>(); }
template <> __device__ int fact<0>() { return 1; }
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Array<int, 4> x = {{a[i] & 255, 2, 3, 4}};
    Array<short, 2> y{{short(i), 7}};
    o[i] = x.sum() + y.sum() + Traits<long>::bits + Traits<bool>::bits + Traits<char **>::bits + (int)mix(3, 2.5f) + fact<5>();
}
