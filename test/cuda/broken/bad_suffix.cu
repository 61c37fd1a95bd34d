// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float *p) {
    *p = 1.0q2; // ERROR: user-defined literal operator "q2" not found
}
