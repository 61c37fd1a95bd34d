// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__shared__ __constant__ int v; // ERROR: attributes __shared__ and __constant__ cannot be used together
__global__ void k(int *p) { *p = v; }
