// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (*p) break; // ERROR: a break statement may only be used within a loop or switch
    *p = 1;
}
