// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair { int a, b; };
__global__ void k(int *p, Pair v) {
    auto [a, b, c] = v; // ERROR: type "Pair": 3 names in the structured binding, 2 elements
    *p = a;
}
