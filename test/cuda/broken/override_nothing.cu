// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Shape { virtual __device__ float area() { return 0; } };
struct Disc : Shape { __device__ float area(int) override { return 1; } }; // ERROR: "float Disc::area(int)" declared with "override" does not override a base class member
__global__ void k(float *p) { *p = Disc().area(1); }
