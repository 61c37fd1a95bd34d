// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void __block_size__((128, 0, 1)) k(int *p) { *p = 1; } // ERROR: the arguments of __block_size__ must be positive integers
