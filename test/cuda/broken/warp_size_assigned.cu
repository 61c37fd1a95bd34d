// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    warpSize = 16; // ERROR: expression must be a modifiable lvalue
    *p = warpSize;
}
