// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) {
    *p = n[n]; // ERROR: expression must have pointer-to-object type but it has type "int"
}
