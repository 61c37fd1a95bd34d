// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { for (int i = 0; i < BLOCK_SIZE; i++) p[i] = 1; } // ERROR: identifier "BLOCK_SIZE" is undefined
