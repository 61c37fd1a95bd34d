// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int f(float x) { return 1; }
__global__ void k(int *p) {
    p[0] = f(1,
             2, // ERROR: too many arguments in function call
             3);
}
