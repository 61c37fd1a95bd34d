// SPDX-License-Identifier: Apache-2.0
// A program of two parts that are linked on the device (-rdc=true): functions and variables of the
// other part, templates that both have, functions internal to each.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 180
// RUN: nvcc -cudart shared -rdc=true -gencode arch=compute_80,code=[sm_80,compute_80] -o %t.exe %s %S/inputs/rdc_b.cu && \
// RUN: cuprum exec %t.exe
// EXPECT:
// in a 1
// 1188 no error
// in b 3 8
// no error
#include <cstdio>
__device__ int helper(int x); extern __device__ int shared_var; extern __constant__ int cc[2];
static __device__ int mine(int x) { return x + 1; }
template<class T> __device__ __noinline__ T twice(T x) { return x * 2; }
__global__ void k(int *p) { printf("in a %d\n", 1); *p = helper(5) + shared_var + mine(1) + twice(3) + cc[1]; }
int run();
int main() { int *m; cudaMallocManaged(&m, 4); k<<<1,1>>>(m); cudaError_t e = cudaDeviceSynchronize(); printf("%d %s\n", *m, cudaGetErrorString(e)); return run(); }
