// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Vec { float x; };
__device__ int f(Vec v) {
    return v; // ERROR: no suitable conversion function from "Vec" to "int" exists
}
__global__ void k(int *p) { *p = f(Vec()); }
