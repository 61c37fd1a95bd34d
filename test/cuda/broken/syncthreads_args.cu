// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __syncthreads(1); // ERROR: too many arguments in function call
    *p = 1;
}
