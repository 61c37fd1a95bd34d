// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int a[-1]; // ERROR: the size of an array must not be negative
    *p = a[0];
}
