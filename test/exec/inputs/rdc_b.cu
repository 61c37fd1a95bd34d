// SPDX-License-Identifier: Apache-2.0
// The other part of rdc.cu.
#include <cstdio>
__device__ int shared_var = 100; __constant__ int cc[2] = {1, 1000};
static __device__ __noinline__ int mine(int x) { return x + 2; }
template<class T> __device__ __noinline__ T twice(T x) { return x * 2; }
__device__ int helper(int x) { return mine(x) * 10 + twice(x); }
__global__ void k2() { printf("in b %d %d\n", mine(1), twice(4)); }
int run() { k2<<<1,1>>>(); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); return 0; }
