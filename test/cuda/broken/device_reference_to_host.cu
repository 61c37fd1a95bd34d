// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int n; // NOTE: "n" is declared here, in host memory
__device__ int &r = n; // ERROR: identifier "n" is undefined in device code
__global__ void k(int *p) { *p = r; }
