// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    void v; // ERROR: incomplete type "void" is not allowed
    *p = 1;
}
