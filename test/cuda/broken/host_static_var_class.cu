// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { static int a; };
__global__ void k(int *p) { p[0] = S::a; } // ERROR: identifier "S::a" is undefined in device code
