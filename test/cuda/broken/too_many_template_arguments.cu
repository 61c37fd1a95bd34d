// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct Tile { T v[4]; };
__global__ void k(float *p) {
    Tile<float, 4> t; // ERROR: too many arguments for template "Tile"
    *p = t.v[0];
}
