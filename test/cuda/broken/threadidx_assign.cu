// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { threadIdx.x = 3; p[0] = 1; } // ERROR: expression must be a modifiable lvalue
