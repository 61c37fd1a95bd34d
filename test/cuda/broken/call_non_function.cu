// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 3;
    *p = n(4); // ERROR: expression preceding parentheses of apparent call must have (pointer-to-) function type, not "int"
}
