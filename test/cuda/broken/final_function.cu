// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct A { virtual __device__ int f() final { return 1; } }; // NOTE: "int A::f()" is declared here
struct B : A { __device__ int f() override { return 2; } }; // ERROR: "int B::f()" overrides a "final" function
__global__ void k(int *p) { *p = B().f(); }
