// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    *p = 3_km; // ERROR: user-defined literal operator "_km" not found
}
