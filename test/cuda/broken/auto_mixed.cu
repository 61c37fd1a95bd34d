// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    auto a = 1, b = 2.0; // ERROR: "auto" type is "double" for this entity, but was previously implied to be "int"
    *p = a + b;
}
