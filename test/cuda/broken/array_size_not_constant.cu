// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 4;
    __shared__ float a[n]; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "n" cannot be used as a constant
    *p = a[0];
}
