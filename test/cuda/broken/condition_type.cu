// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Flag { int v; };
__global__ void k(int *p, Flag f) {
    if (f) *p = 1; // ERROR: expression of type "Flag" cannot be converted to bool
}
