// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int n, int *p) { p[0] = *n; } // ERROR: operand of "*" must be a pointer but has type "int"
