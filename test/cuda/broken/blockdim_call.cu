// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { int i = blockDim.x() * 2; p[i] = 1; } // ERROR: expression preceding parentheses of apparent call must have (pointer-to-) function type, not "const unsigned int"
