// SPDX-License-Identifier: Apache-2.0
// Two units that use of each other what relocatable device code can: lto.sh of test/nvcc and test/driver.
#pragma once
#include <cstdio>
#include <cassert>
struct Shape { __device__ virtual int area(int k) const = 0; __device__ virtual ~Shape() {} int base; };
struct Square : Shape { int s; __device__ Square(int n) : s(n) { base = 1; } __device__ int area(int k) const override; };
struct Rect : Shape { int a, b; __device__ Rect(int x, int y) : a(x), b(y) { base = 2; } __device__ int area(int k) const override; };
template <class T> __device__ __noinline__ T thrice(T x) { return x + x + x; }
template <class T> __global__ void fill(T *p, T v) { p[threadIdx.x] = thrice(v); }
inline __device__ int inl(int x) { static __device__ int calls; return atomicAdd(&calls, 1) * 0 + x * 5; }
typedef int (*Op)(int, int);
extern __device__ Op table[3];
extern __device__ int counter;
extern __device__ const int limit;
extern __constant__ int weights[4];
extern __managed__ int shared_total;
__device__ int scale(int x, int k);
__device__ Op choose(int k);
__device__ float mathy(float x);
__device__ double mathd(double x);
__device__ int use_dynamic(int n);
__device__ int unit_two_static();
__device__ void *get(int n);
__device__ inline int maybe(int x) { return x + 1000; }
__global__ void child(int *p);
