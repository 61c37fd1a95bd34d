// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__global__ void k(int *p) { *p = 1; }
void run(int *p) { k<<<1, 2, 3, 0, 5>>>(p); } // ERROR: a kernel launch configuration has one to four arguments in <<< >>>
