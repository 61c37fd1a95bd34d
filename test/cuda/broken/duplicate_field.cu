// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair {
    int a; // NOTE: "Pair::a" is declared here
    float a; // ERROR: "a" has already been declared in the current scope
};
__global__ void k(Pair *p) { p->a = 1; }
