// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Table {
    int n;
    __device__ Table() : n(threadIdx.x) {}
};
__device__ Table t; // ERROR: dynamic initialization is not supported for a __device__ variable
__global__ void k(int *p) { *p = t.n; }
