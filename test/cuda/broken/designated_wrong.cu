// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
struct Pair { int a, b; };
__global__ void k(int *p) {
    Pair v = {.a = 1, .c = 2}; // ERROR: class "Pair" has no member "c"
    *p = v.a;
}
