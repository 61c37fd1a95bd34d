// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
__global__ void k(int *p) { *p = 1; }
void h(int *p) { k(p); } // ERROR: a __global__ function call must be configured
