// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int count() { return 1; }
__global__ void k(int *p) {
    int n = count; // ERROR: a value of type "int (*)()" cannot be used to initialize an entity of type "int"
    p[0] = n;
}
