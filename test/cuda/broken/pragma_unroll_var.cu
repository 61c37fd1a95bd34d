// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) {
#pragma unroll n // ERROR: expression must have a constant value
    for (int i = 0; i < 3; i++) p[i] = 1;
}
