// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
float total; // NOTE: "total" is declared here, in host memory
__global__ void k(const float *p) {
    total += p[threadIdx.x]; // ERROR: identifier "total" is undefined in device code
}
