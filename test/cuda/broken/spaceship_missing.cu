// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
struct S { int v; };
__global__ void k(bool *p, S a, S b) {
    *p = a < b; // ERROR: no operator "<" matches these operands; operand types are: S, S
}
