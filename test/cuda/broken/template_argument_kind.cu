// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T, int N> struct Tile { T v[N]; };
__global__ void k(float *p) {
    Tile<float, double> t; // ERROR: a constant is expected for template parameter "N"
    *p = t.v[0];
}
