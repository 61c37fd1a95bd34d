// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S {
    int v;
    static __device__ int get() { return v; } // ERROR: a nonstatic member reference must be relative to a specific object: "S::v"
};
__global__ void k(int *p) { *p = S::get(); }
