// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int &&v) { // ERROR: a __global__ function cannot have a parameter with rvalue reference type
    *p = v;
}
