// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair { int a, b; };
__global__ void k(int *p) {
    Pair v = {1, 2, 3}; // ERROR: too many initializer values
    *p = v.a;
}
