// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (*p)
        *p = 1;
        *p = 2;
    else // ERROR: expected a statement
        *p = 3;
}
