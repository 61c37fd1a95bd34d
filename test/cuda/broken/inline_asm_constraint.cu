// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int v;
    asm("mov.u32 %0, %%laneid;" : "=q"(v)); // ERROR: asm operand type size(4) does not match type/size implied by constraint 'q'
    *p = v;
}
