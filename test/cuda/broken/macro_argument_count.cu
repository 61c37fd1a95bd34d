// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#define ADD(a, b) ((a) + (b))
__global__ void k(int *p) {
    *p = ADD(1); // ERROR: macro "ADD" takes 2 arguments, but only 1 are given
}
