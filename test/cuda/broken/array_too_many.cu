// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int a[2] = {1, 2, 3}; // ERROR: too many initializer values
    *p = a[0];
}
