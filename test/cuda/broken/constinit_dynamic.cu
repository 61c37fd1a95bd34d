// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
__device__ int f();
__device__ constinit int v = f(); // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int f()"
__global__ void k(int *p) { *p = v; }
