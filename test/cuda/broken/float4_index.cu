// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float4 *p) { p[0][1] = 1; } // ERROR: no operator "[]" matches these operands; operand types are: float4, int
