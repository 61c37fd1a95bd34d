// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a; __device__ S(int x) : a(x) {} };
__global__ void k(int *p) { S s; p[0] = s.a; } // ERROR: no default constructor exists for class "S"
