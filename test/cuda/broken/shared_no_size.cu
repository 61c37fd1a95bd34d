// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { __shared__ int s[]; s[0] = 1; *p = s[0]; } // ERROR: incomplete type "int []" is not allowed
