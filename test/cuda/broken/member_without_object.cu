// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S {
    int v;
    __device__ int get() { return v; }
};
__global__ void k(int *p) {
    *p = S::get(); // ERROR: a nonstatic member reference must be relative to a specific object: "int S::get()"
}
