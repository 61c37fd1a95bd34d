// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
namespace tools { __device__ int f() { return 1; } }
using tools::g; // ERROR: namespace "tools" has no member "g"
__global__ void k(int *p) { *p = g(); } // ERROR: identifier "g" is undefined
