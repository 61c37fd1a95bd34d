// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 3;
    *p = n.value; // ERROR: expression must have class type but it has type "int"
}
