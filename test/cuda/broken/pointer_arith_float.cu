// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { p[1.5f] = 1; } // ERROR: expression must have integral or enumeration type, not "float"
