// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int N> struct Tile { float v[N]; };
__global__ void k(float *p, int n) {
    Tile<n> t; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "n" cannot be used as a constant
    *p = t.v[0];
}
