// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 3; // NOTE: "n" is captured by copy in a lambda that is not mutable
    auto f = [n] { n++; return n; }; // ERROR: expression must be a modifiable lvalue
    *p = f();
}
