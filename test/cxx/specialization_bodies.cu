// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// Bodies of explicit specializations that nothing names are read like those of other functions.
template <class T> struct A {
    struct B {
        __device__ int f();
    };
    __device__ int h();
    template <class U> __device__ int m(U);
};
struct O {
    template <class U> struct In {
        __device__ int f();
    };
};
template <class T> __device__ int fr(T);
template <class T> int host(T);
template <class T> __global__ void k(T);
template <> __device__ int fr(char) {
    return u1; // ERROR: identifier "u1" is undefined
}
template <> __device__ int A<char>::h() {
    return u2; // ERROR: identifier "u2" is undefined
}
template <> __device__ int A<char>::B::f() {
    return u3; // ERROR: identifier "u3" is undefined
}
template <> __device__ int O::In<char>::f() {
    return u4; // ERROR: identifier "u4" is undefined
}
template <> int host(char) {
    return h1; // host code: the host compiler's
}
template <> __device__ int A<int>::h() { return fr('c'); }
template <> __device__ int fr(int i) { return i; }
template <class T> __device__ int late(T, int);
template <class T> __device__ int uses(T t) { return late(t, 1) + fr(t); }
template <class T> __device__ int late(T, int) { return 1; }
template <> __device__ int late(int, int) { return 2; }
__global__ void root(int *p) { p[0] = uses(1); }
