// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { auto f = [](int a, int b) { return a + b; }; p[0] = f(1); } // ERROR: too few arguments in function call
