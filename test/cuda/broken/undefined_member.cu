// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int v; };
__device__ int S::get() { return v; } // ERROR: class "S" has no member "get"
__global__ void k(int *p) { *p = 1; }
