// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__host__ __global__ void k(int *p) { // ERROR: attributes __global__ and __host__ cannot be used together
    *p = 1;
}
