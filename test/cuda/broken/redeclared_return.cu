// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(int); // NOTE: "int f(int)" is declared here
__device__ float f(int v) { return v; } // ERROR: cannot overload functions distinguished by return type alone
__global__ void k(float *p) { *p = f(1); }
