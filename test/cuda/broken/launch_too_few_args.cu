// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
__global__ void k(int *p, int n) { *p = n; }
void h(int *p) { k<<<1, 32>>>(p); } // ERROR: too few arguments in function call
