// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __device__ int c; // ERROR: an automatic "__device__" variable declaration is not allowed inside a device function body
    c = 1;
    *p = c;
}
