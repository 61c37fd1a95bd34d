// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(int v) { return v; } // NOTE: "int f(int)" is declared here
__device__ int f(int v) { return v + 1; } // ERROR: "int f(int)" has already been defined
__global__ void k(int *p) { *p = f(1); }
