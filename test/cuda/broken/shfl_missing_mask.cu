// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    *p = __shfl_down(*p, 1); // ERROR: identifier "__shfl_down" is undefined
}
