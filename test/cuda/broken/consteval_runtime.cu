// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
__device__ consteval int sq(int v) { return v * v; }
__global__ void k(int *p, int n) {
    *p = sq(n); // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "n" cannot be used as a constant
}
