// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__global__ void k(int *p, int n) { p[n] = 1; } // NOTE: "void k(int *, int)" is declared here
void run(int *p) { k<<<1, 32>>>(p); } // ERROR: too few arguments in function call
