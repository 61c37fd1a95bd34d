// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(int v = 1); // NOTE: "int f(int)" is declared here
__device__ int f(int v = 1) { return v; } // ERROR: redefinition of default argument
__global__ void k(int *p) { *p = f(); }
