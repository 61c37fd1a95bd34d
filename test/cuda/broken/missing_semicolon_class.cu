// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair { int a, b; }
__global__ void k(Pair *p) { // ERROR: expected a ";"
    p->a = 1;
}
