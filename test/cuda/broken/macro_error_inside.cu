// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#define SET(p, v) ((p)->first = (v))
// NOTE@-1: in expansion of macro "SET"
__global__ void k(int *p) {
    SET(p, 1); // ERROR: expression must have class type but it has type "int"
}
