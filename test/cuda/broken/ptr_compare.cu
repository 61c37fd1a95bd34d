// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, float *q) { if (p == q) p[0] = 1; } // ERROR: operand types are incompatible ("int *" and "float *")
