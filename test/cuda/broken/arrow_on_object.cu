// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Vec { float x; };
__global__ void k(Vec *p) {
    Vec v = *p;
    v->x = 1; // ERROR: expression must have pointer type but it has type "Vec"
    *p = v;
}
