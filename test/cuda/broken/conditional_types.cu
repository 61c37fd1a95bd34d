// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A {};
struct B {};
__global__ void k(int *p, bool c) {
    A a;
    B b;
    c ? a : b; // ERROR: operand types are incompatible ("A" and "B")
    *p = 1;
}
