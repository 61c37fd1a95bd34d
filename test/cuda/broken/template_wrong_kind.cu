// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int N> struct A { int v[N]; };
__global__ void k(A<int> *p) { p->v[0] = 1; } // ERROR: a constant is expected for template parameter "N"
