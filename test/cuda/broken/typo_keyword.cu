// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    retrun; // ERROR: identifier "retrun" is undefined
// NOTE@-1: did you mean "return"?
}
