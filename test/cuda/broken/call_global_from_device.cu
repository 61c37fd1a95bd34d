// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void child(int *p) { *p = 1; }
__global__ void k(int *p) {
    child(p); // ERROR: a __global__ function call must be configured
}
