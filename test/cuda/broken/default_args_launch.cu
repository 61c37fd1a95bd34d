// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int n = 3, int *p) { p[0] = n; } // ERROR: default argument not at end of parameter list
