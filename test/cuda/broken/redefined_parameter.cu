// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) { // NOTE: "n" is declared here
    int n = 3; // ERROR: "n" has already been declared in the current scope
    *p = n;
}
