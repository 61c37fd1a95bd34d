// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { for (int i = 0; i < 3; i++) p[i] = 1; p[i] = 2; } // ERROR: identifier "i" is undefined
