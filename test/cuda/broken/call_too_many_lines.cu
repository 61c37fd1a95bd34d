// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Filter {
    float gain;
    __device__ float apply(float x) const { return gain * x; }
};
__global__ void k(float *p, Filter f) {
    p[0] = f.apply(
        p[1],
        p[2]); // ERROR: too many arguments in function call
}
