// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int *q) {
    int *r = p + q; // ERROR: no operator "+" matches these operands; operand types are: int *, int *
    *r = 1;
}
