// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float *p) {
    *p = *p % 2.0f; // ERROR: no operator "%" matches these operands; operand types are: float, float
}
