// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T, int N> struct Tile { T v[N]; };
__global__ void k(float *p) {
    Tile<float> t; // ERROR: too few arguments for template "Tile"
    *p = t.v[0];
}
