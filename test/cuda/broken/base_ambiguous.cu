// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { int v; };
struct B : A {};
struct C : A {};
struct D : B, C {};
__global__ void k(D *p) {
    p->v = 1; // ERROR: base class "A" of "D" is ambiguous or virtual here
}
