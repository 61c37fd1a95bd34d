// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ int k(int *p) { // ERROR: a __global__ function must have a void return type
    *p = 1;
    return 0;
}
