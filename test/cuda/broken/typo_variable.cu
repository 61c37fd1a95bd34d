// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *values, int count) {
    int index = threadIdx.x; // NOTE: did you mean "index"?
    if (indx < count) values[index] = 0; // ERROR: identifier "indx" is undefined
}
