// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void bump(int &v) { v++; } // NOTE: "void bump(int &)" is declared here
__global__ void k(int *p) {
    bump(*p + 1); // ERROR: initial value of reference to non-const must be an lvalue
}
