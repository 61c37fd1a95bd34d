// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { int a, b = 1, c = ; p[0] = b; } // ERROR: expected an expression
