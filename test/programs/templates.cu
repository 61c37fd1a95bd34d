// SPDX-License-Identifier: Apache-2.0
// A first program: kernel templates: types, numbers, function objects, packs, specializations, overloads.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <type_traits>

enum class Mode { Add, Multiply };

template <class T, Mode mode, int N> __global__ void combine(T *p, const T *a, const T *b) {
    int i = threadIdx.x;
    if (i >= N) return;
    if (mode == Mode::Add)
        p[i] = a[i] + b[i];
    else
        p[i] = a[i] * b[i];
}

template <class... T> __global__ void sum_all(double *out, T... values) {
    double list[] = {(double)values...}, s = 0;
    for (double v : list) s += v;
    *out = s;
}

struct Square {
    template <class T> __host__ __device__ T operator()(T x) const {
        return x * x;
    }
};
struct Shift {
    int by;
    __host__ __device__ int operator()(int x) const {
        return x + by;
    }
};

template <class T, class F, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__global__ void apply(T *p, F f) {
    p[threadIdx.x] = f(p[threadIdx.x]);
}

template <class T> __global__ void name_of(int *out) {
    *out = 0;
}
template <> __global__ void name_of<float>(int *out) {
    *out = 4;
}
template <> __global__ void name_of<double>(int *out) {
    *out = 8;
}

__global__ void overloaded(int *p) {
    *p = 1;
}
__global__ void overloaded(int *p, int v) {
    *p = v;
}

template <class F> static bool run(int *p, F f) {
    for (int i = 0; i < 8; i++) p[i] = i;
    apply<<<1, 8>>>(p, f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) {
        if (p[i] != f(i)) return false;
    }
    return true;
}

int main() {
    int *p;
    double *d;
    cudaMallocManaged(&p, 64 * sizeof(int));
    cudaMallocManaged(&d, 64 * sizeof(double));
    bool ok = run(p, Square()) && run(p, Shift{11});
    for (int i = 0; i < 8; i++) d[i] = i, d[8 + i] = 10 * i;
    combine<double, Mode::Multiply, 8><<<1, 32>>>(d + 16, d, d + 8);
    combine<int, Mode::Add, 4><<<1, 32>>>(p + 16, p, p + 8);
    sum_all<<<1, 1>>>(d + 32, 1, 2.5, 3.0f, (short)4, 5ull);
    name_of<float><<<1, 1>>>(p + 32);
    name_of<double><<<1, 1>>>(p + 33);
    name_of<char><<<1, 1>>>(p + 34);
    overloaded<<<1, 1>>>(p + 35);
    overloaded<<<1, 1>>>(p + 36, 77);
    if (cudaDeviceSynchronize()) return 1;
    ok = ok && d[16 + 7] == 490 && d[32] == 15.5 && p[32] == 4 && p[33] == 8 && p[34] == 0;
    ok = ok && p[35] == 1 && p[36] == 77;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
