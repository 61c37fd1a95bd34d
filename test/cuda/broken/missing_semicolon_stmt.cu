// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int i = threadIdx.x
    p[i] = 1; // ERROR: expected a ";"
}
