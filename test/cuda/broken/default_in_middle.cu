// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(int a = 1, int b) { return a + b; } // ERROR: default argument not at end of parameter list
__global__ void k(int *p) { *p = f(1, 2); }
