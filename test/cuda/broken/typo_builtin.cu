// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __syncthread(); // ERROR: identifier "__syncthread" is undefined
// NOTE@-1: did you mean "__syncthreads"?
    p[threadIdx.x] = 1;
}
