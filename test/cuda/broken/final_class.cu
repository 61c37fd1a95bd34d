// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Leaf final { int v; }; // NOTE: "struct Leaf" is declared here
struct More : Leaf {}; // ERROR: a "final" class type cannot be used as a base class: "Leaf"
__global__ void k(More *p) { p->v = 1; }
