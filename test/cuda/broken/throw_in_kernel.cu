// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (!p) throw 1; // ERROR: device code does not support exception handling
    *p = 1;
}
