// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int **p) { p[0] = &(p[1] + 1); } // ERROR: expression must be an lvalue or a function designator
