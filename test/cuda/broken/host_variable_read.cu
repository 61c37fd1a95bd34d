// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int table[16]; // NOTE: "table" is declared here, in host memory
__global__ void k(int *p) {
    p[threadIdx.x] = table[threadIdx.x]; // ERROR: identifier "table" is undefined in device code
}
