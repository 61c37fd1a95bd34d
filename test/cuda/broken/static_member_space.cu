// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
// A static data member is not in device memory.
struct S {
    static __device__ int a; // ERROR: memory qualifier on data member is not allowed
};
__global__ void k(int *p) { *p = S::a; }
