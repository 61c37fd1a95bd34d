// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Shape { virtual __device__ float area() { return 0; } }; // NOTE: "float Shape::area()" is declared here
struct Disc : Shape { __device__ int area() { return 1; } }; // ERROR: return type is not identical to nor covariant with return type "float" of overridden virtual function "float Shape::area()"
__global__ void k(float *p) { *p = Disc().area(); }
