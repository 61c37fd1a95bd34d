// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int a) {
    a + 1 = *p; // ERROR: expression must be a modifiable lvalue
}
