// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) {
    void *labels[] = {&&one, &&two}; // ERROR: address of label extension is not supported in __device__/__global__ functions
// ERROR@-1: address of label extension is not supported in __device__/__global__ functions
    goto *labels[n]; // ERROR: expected a label; computed goto is not supported
one:
    *p = 1;
    return;
two:
    *p = 2;
}
