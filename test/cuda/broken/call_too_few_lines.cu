// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ float mix(float a, float b, float t) { return a + (b - a) * t; }
__global__ void k(float *p) {
    p[0] = mix(
        p[1],
        p[2]
    ); // ERROR: too few arguments in function call
}
