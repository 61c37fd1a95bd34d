// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    p[threadIdx.x = 1; // ERROR: "[" is never closed
// ERROR@-1: expression must be a modifiable lvalue
}
