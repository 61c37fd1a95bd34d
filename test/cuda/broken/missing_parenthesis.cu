// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (threadIdx.x == 0 *p = 1; // ERROR: "(" is never closed
// ERROR@-1: no operator "*" matches these operands; operand types are: int, int *
} // ERROR: expected an expression
// ERROR@-1: expected a statement
