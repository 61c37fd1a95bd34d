// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Shape { virtual __device__ float area() = 0; }; // NOTE: pure virtual function "float Shape::area()" has no overrider
__global__ void k(float *p) {
    Shape s; // ERROR: object of abstract class type "Shape" is not allowed
    *p = s.area();
}
