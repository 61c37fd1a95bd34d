// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Table {
    int n;
    __device__ Table() : n(threadIdx.x) {}
};
__device__ Table t; // ERROR: dynamic initialization is not supported for the __device__, __shared__ or __constant__ variable "t"
__global__ void k(int *p) { *p = t.n; }
