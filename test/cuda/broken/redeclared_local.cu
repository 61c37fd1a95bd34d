// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { int i = 0; int i = 1; p[0] = i; } // ERROR: "i" has already been defined
