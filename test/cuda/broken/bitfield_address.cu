// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Bits { int v : 3; };
__global__ void k(Bits *p) {
    int *q = &p->v; // ERROR: the address of a bit-field is not allowed
    *q = 1;
}
