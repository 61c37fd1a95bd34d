// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__managed__ __shared__ int s; // ERROR: attributes __shared__ and __managed__ cannot be used together
__global__ void k(int *p) { *p = s; }
