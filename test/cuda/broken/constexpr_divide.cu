// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    constexpr int v = 1 / 0; // ERROR: expression must have a constant value
// NOTE@-1: division by zero
    *p = v;
}
