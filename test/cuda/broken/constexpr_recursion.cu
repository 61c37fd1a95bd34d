// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__host__ __device__ constexpr int down(int n) { return down(n + 1); } // NOTE: constexpr calls are nested too deeply
// NOTE@-1: called from here: "int down(int)"
__global__ void k(int *p) {
    constexpr int v = down(0); // ERROR: expression must have a constant value
    *p = v;
}
