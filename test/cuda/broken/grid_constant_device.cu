// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(const __grid_constant__ int v) { return v; } // ERROR: __grid_constant__ can only be applied to a parameter of a __global__ function
__global__ void k(int *p) { *p = f(1); }
