// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ float smoothstep(float x) { return x * x * (3 - 2 * x); } // NOTE: did you mean "smoothstep"?
__global__ void k(float *p) {
    *p = smothstep(*p); // ERROR: identifier "smothstep" is undefined
}
