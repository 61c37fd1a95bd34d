// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Vec { float x; };
__global__ void k(Vec *p) {
    p.x = 1; // ERROR: expression must have class type but it has type "Vec *"
// NOTE@-1: "Vec *" is a pointer: use "->"
}
