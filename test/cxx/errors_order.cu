// SPDX-License-Identifier: Apache-2.0
// Specializations behind their use, unexpanded packs, host functions in template arguments.
// RUN: cuprum --syntax-only --check-all %s
template <class T> struct S { static constexpr int v = 0; };
template <class T> __device__ int f(T) { return 0; }
__global__ void k(int *o) { *o = S<int>::v + f(1); }
template <> struct S<int> { static constexpr int v = 1; }; // ERROR: explicit specialization of "struct S<int>" must precede its first use
template <> __device__ int f(int) { return 1; } // ERROR: explicit specialization of "int f<int>(int)" must precede its first use
template <class T> struct Later { static constexpr int v = 0; };
template <class T> __device__ int late(T) { return Later<T>::v; } // instantiated behind it
template <> struct Later<int> { static constexpr int v = 1; };
struct Members {
    template <class... T> struct In { T t; }; // ERROR: parameter pack "T" was referenced but not expanded
    template <class... T> struct Fn { __device__ void f(T); }; // ERROR: parameter pack "T" was referenced but not expanded
};
template <class... T> struct Out { struct N { T *t; }; }; // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> __device__ void ff(T &) {} // ERROR: parameter pack "T" was referenced but not expanded
__device__ void use(Members::In<int> a, Members::Fn<int> b, Out<int>::N c) {
    b.f(1);
    (void)sizeof(a);
    (void)sizeof(c);
}
constexpr int h(int x) { return x + 1; }
template <int N> struct T { int v[N]; };
__global__ void k2(int *o) {
    T<h(3)> b; // ERROR: calling a constexpr __host__ function("h(int)") from a __global__ function("k2") is not allowed
    using U = T<h(2)>; // ERROR: calling a constexpr __host__ function("h(int)") from a __global__ function("k2") is not allowed
    *o = late(1) + sizeof b;
}
template <bool, class = int> struct Circle;
template <bool> struct Turn { typedef int type; };
template <bool X> struct Circle<X, typename Turn<Circle<X>{}()>::type> {};
__device__ Circle<true> circle; // ERROR: incomplete type "Circle<true, int>" is not allowed
