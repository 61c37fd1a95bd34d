// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int add(int a, int b) { return a + b; } // NOTE: "int add(int, int)" is declared here
__global__ void k(int *p) {
    *p = add(1); // ERROR: too few arguments in function call
}
