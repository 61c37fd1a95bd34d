// SPDX-License-Identifier: Apache-2.0
// NVCC: reports line 5
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair { int a, b; }
__global__ void k(Pair *p) { // ERROR@-1: expected a ";"
    p->a = 1;
}
