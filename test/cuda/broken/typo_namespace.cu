// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
namespace geometry { __device__ float area(float r) { return r * r; } } // NOTE: did you mean "geometry"?
__global__ void k(float *p) {
    *p = geometri::area(*p); // ERROR: identifier "geometri" is undefined
}
