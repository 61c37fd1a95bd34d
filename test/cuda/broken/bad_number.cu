// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    *p = 08; // ERROR: digit "8" is not allowed in a number of base 8
}
