// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__global__ void k(int *p) { *p = 1; }
void run(int *p) { k(p); } // ERROR: a __global__ function call must be configured
