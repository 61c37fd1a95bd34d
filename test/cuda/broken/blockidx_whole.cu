// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { int i = blockIdx * 2; p[i] = 1; } // ERROR: no operator "*" matches these operands; operand types are: const uint3, int
