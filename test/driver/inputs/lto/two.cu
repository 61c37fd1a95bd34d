// SPDX-License-Identifier: Apache-2.0
#include "shared.h"
static __device__ int mine = 22;
static __device__ __noinline__ int helper(int x) { return x * 2 + mine; }
static __device__ int add(int a, int b) { return a + b; }
static __device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ Op table[3] = {add, sub, mul};
__device__ int counter = 100;
__device__ const int limit = 42;
__constant__ int weights[4] = {1, 2, 3, 4};
__managed__ int shared_total = 40;
__device__ int scale(int x, int k) { if (k == 8) return x * 8 + 1; int s = 0; for (int i = 0; i < k; i++) s += x ^ i; return s; }
__device__ Op choose(int k) { return k & 1 ? (Op)mul : (Op)add; }
__device__ float mathy(float x) { return sinf(x) / (1 + x) + expf(-x) * powf(x, 1.5f); }
__device__ double mathd(double x) { return cos(x) * 3 + erf(x); }
extern __shared__ int dyn[];
__device__ int use_dynamic(int n) { __shared__ int s[32]; s[n] = dyn[31 - n]; __syncthreads(); return s[(n + 1) % 32]; }
__device__ int unit_two_static() { return helper(1); }
__device__ int Rect::area(int k) const { return a * b - k + base; }
__device__ void *get(int n) { return malloc(n * 4); }
template <class T> __global__ void other(T *p) { *p = thrice<T>(7); }
static __global__ void local(int *p) { *p = mine; }
namespace { __global__ void hidden(int *p) { *p += 1; } }
int host_two() { int *p; cudaMallocManaged(&p, 4); other<<<1, 1>>>(p); cudaDeviceSynchronize(); int nine = 9; cudaMemcpyToSymbol(mine, &nine, 4); int back; cudaMemcpyFromSymbol(&back, mine, 4); local<<<1, 1>>>(p); hidden<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p * 100 + back + 21; }
