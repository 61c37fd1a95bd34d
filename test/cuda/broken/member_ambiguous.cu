// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { int v; };
struct B { float v; };
struct C : A, B {};
__global__ void k(C *p) {
    p->v = 1; // ERROR: "v" is ambiguous
}
