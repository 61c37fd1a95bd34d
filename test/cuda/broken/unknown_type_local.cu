// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { uint i8 = 1; u32 x = 3; p[0] = x + i8; } // ERROR: identifier "u32" is undefined
