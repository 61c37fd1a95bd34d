// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    constexpr int a[3] = {1, 2, 3};
    constexpr int v = a[3]; // ERROR: expression must have a constant value
// NOTE@-1: access to the element past the end of an array or object
    *p = v;
}
