// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __constant__ int c = 3; // ERROR: an automatic "__constant__" variable declaration is not allowed inside a device function body
    *p = c;
}
