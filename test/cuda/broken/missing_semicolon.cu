// SPDX-License-Identifier: Apache-2.0
// NVCC: reports line 6
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int i = threadIdx.x
    p[i] = 1; // ERROR@-1: expected a ";"
}
