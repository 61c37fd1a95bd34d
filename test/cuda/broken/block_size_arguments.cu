// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void __block_size__((128)) one(int *p) { *p = 1; } // ERROR: missing arguments for attribute "__block_size__"
__global__ void __block_size__((64, 2)) two(int *p) { *p = 1; } // ERROR: missing arguments for attribute "__block_size__"
__global__ void __block_size__((64, 2, 1), (2, 1)) pair(int *p) { *p = 1; } // ERROR: missing arguments for attribute "__block_size__"
__global__ void __block_size__(128) bare(int *p) { *p = 1; } // ERROR: expected a "("
