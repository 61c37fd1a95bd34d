// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p);
__device__ void k(int *p) { *p = 1; } // ERROR: attributes __global__ and __device__ cannot be used together
// ERROR@-1: a __global__ function("k") redeclared with __device__
