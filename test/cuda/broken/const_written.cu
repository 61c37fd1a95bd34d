// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(const int *p) { // NOTE: "p" is const: it is declared here
    p[threadIdx.x] = 1; // ERROR: expression must be a modifiable lvalue
}
