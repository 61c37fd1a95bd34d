// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    asm("mov.u32 %0, 1;" : "=r"(*p) : "r"(undeclared)); // ERROR: identifier "undeclared" is undefined
}
