// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// A lambda with a broken parameter list that holds `auto` somewhere (found by fuzzing).
__device__ int f(int k) {
    auto g = [&](aut && int a1(int k) { auto f = 1; } ) { return k; }; // ERROR: identifier "aut" is undefined
    return g(1);
}
