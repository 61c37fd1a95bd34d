// SPDX-License-Identifier: Apache-2.0
// variadic templates and fold expressions
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <class... T> __device__ int count(T...) { return sizeof...(T); }
template <class... T> __device__ auto total(T... v) { return (v + ... + 0); }
template <class F, class... A> __device__ int each(F f, A... a) {
    int r[] = {f(a)...};
    int s = 0;
    for (int x : r) s = s * 3 + x;
    return s;
}
template <int... I> struct Seq {};
template <int N, int... I> struct Make : Make<N - 1, N - 1, I...> {};
template <int... I> struct Make<0, I...> { using type = Seq<I...>; };
template <int... I> __device__ int weigh(const int *p, Seq<I...>) { return ((p[I] * (I + 1)) + ...); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    int v[5] = {a[t], 1, 2, 3, t};
    o[t] = count(1, 2.0f, 'c') + total(a[t], t, 5) + each([](int x) { return x * x; }, 1, t, 3) + weigh(v, typename Make<5>::type());
}
