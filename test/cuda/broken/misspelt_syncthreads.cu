// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { __syncthread(); p[0] = 1; } // ERROR: identifier "__syncthread" is undefined
