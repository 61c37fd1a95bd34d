// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// Rules of bodies and of kernels' declarations, as nvcc 13.0 has them.
__managed__ int managed;
__device__ int type_of() {
    decltype(managed) x = 1; // ERROR: a __managed__ variable cannot be used as an unparenthesized id-expression argument for decltype()
    decltype((managed)) y = x;
    return y;
}
struct Friendly {
    friend __global__ void defined_here(int *p) { *p = 1; } // ERROR: a __global__ function or function template cannot be defined in a friend declaration
    friend __global__ void defined_below(int *p);
};
__global__ void defined_below(int *p) { *p = 1; }
template <class T> __global__ void without(T *p);
template <class T> void without(T *p) { *p = 1; } // ERROR: a __global__ function("without") redeclared without __global__
template <class T> void with(T *p);
template <class T> __global__ void with(T *p) { *p = 1; } // ERROR: a __host__ function("with") redeclared with __global__
template <class T> __global__ void other(T *p);
template <class T> __device__ void other(T *p) { *p = 1; } // ERROR: a __global__ function("other") redeclared with __device__
template <class T> __global__ void same(T *p);
template <class T> __global__ void same(T *p) { *p = 1; }
__global__ void __launch_bounds__(0, 0, 0) dropped() {}
__global__ void __launch_bounds__(-1, -1) dropped_too() {}
__global__ void __launch_bounds__(128, 2, -1) negative() {} // ERROR: max blocks per cluster must not be negative
__global__ void __launch_bounds__(128, 2, 4) __cluster_dims__(8, 1, 1) above() {} // ERROR: total number of blocks in cluster computed from __cluster_dims__ exceeds __launch_bounds__ specified limit for max blocks in cluster
__global__ void __launch_bounds__(128, 2, 8) __cluster_dims__(2, 2, 2) within() {}
__global__ void __launch_bounds__(128, 2, 4, 5) too_many() {} // ERROR: expected a ")"

struct Filled {
    int a;
    __device__ Filled() { a = 1; }
};
struct Empty {
    int a;
    __device__ Empty() {}
};
struct Constant {
    int a = 3;
};
__device__ char *text(char *s) { return s; }
__global__ void k(double *o, int n) {
    __shared__ Filled filled; // WARNING: dynamic initialization is not supported for a function-scope static __shared__ variable within a __device__/__global__ function
    __shared__ Filled array[3]; // WARNING: dynamic initialization is not supported
    __shared__ Empty empty;
    __shared__ Constant constant;
    o[0] = filled.a + array[0].a + empty.a + constant.a;
    long double l = o[0]; // WARNING: 'long double' is treated as 'double' in device code
    o[1] = l;
    char *s = "abc"; // WARNING: conversion from a string literal to "char *" is deprecated
    s = "def"; // WARNING: conversion from a string literal to "char *" is deprecated
    const char *c = "ghi";
    o[2] = s[0] + c[0] + text("jkl")[0]; // WARNING: conversion from a string literal to "char *" is deprecated
#pragma something // WARNING: unrecognized #pragma in device code
    o[3] = 1;
#pragma unroll // WARNING: the #pragma unroll must precede a loop
    o[4] = 2;
#pragma unroll 0 // WARNING: unroll count must be a positive 32-bit integer; ignored
    for (int i = 0; i < n; i++) o[i] = 1;
#pragma unroll 3 4 // WARNING: extra characters in the unroll pragma (expected a single integral constant expression argument)
    for (int i = 0; i < n; i++) o[i] = 1;
#pragma unroll 4
    for (int i = 0; i < n; i++) o[i] = 1;
#pragma omp parallel for
#pragma nv_diag_suppress 177
    for (int i = 0; i < n; i++) o[i] = 1;
}
void host(double *o) {
    long double l = o[0];
#pragma something
    o[0] = l;
}
