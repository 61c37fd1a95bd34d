// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Vec { float x; };
__global__ void k(Vec *p) {
    *p = (Vec)3; // ERROR: no suitable constructor exists to convert from "int" to "Vec"
}
