// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 3;
    auto f = [] { return n; }; // ERROR: variable "n" of the enclosing function is not captured
    *p = f();
}
