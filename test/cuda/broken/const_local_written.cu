// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    const int n = 4; // NOTE: "n" is const: it is declared here
    n++; // ERROR: expression must be a modifiable lvalue
    *p = n;
}
