// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    auto v; // ERROR: cannot deduce the "auto" type of "v" (initializer required)
    *p = v;
}
