// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a; __device__ int get() { return a; } };
__global__ void k(S *s, int *p) { p[0] = s->get; } // ERROR: a pointer to bound function "int S::get()" may only be used to call the function
