// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, const __grid_constant__ int v) { // NOTE: "v" is const: it is declared here
    v = 3; // ERROR: expression must be a modifiable lvalue
    *p = v;
}
