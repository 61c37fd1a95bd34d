// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#else // ERROR: #else without #if
__global__ void k(int *p) { p[0] = 1; }
