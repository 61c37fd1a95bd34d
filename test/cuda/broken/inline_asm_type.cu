// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Pair { int a, b; };
__global__ void k(Pair *p) {
    Pair v;
    asm("mov.u32 %0, 1;" : "=r"(v)); // ERROR: an asm operand must have scalar type, not "Pair"
    *p = v;
}
