// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S {
    int v;
    __device__ S() : w(1) {} // ERROR: "w" is not a nonstatic data member or base class of "struct S"
};
__global__ void k(int *p) { *p = S().v; }
