// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum %s -arch=sm_75 -o -
// Texts of asm statements whose operands are all right (those: test/cuda/inline_asm_rules.cu).
__global__ void assembly(int n, int *o) {
    int r;
    asm("mov.b32 %0, % z;" : "=r"(r) : "r"(n)); // ERROR: '%' must be followed by an operand or escaped with another '%' in asm
    asm("mov.b32 %0, %[n;" : "=r"(r) : [m] "r"(n)); // ERROR: '%' must be followed by an operand
    asm("mov.b32 %0, %4;" : "=r"(r) : "r"(n)); // ERROR: asm operand number is out of range: there are 2 operands
    *o = r;
}
