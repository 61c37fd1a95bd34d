// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ auto k(int *p) { // ERROR: a __global__ function must not have a deduced return type
    return *p;
}
