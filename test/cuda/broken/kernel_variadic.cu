// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, ...) { // ERROR: a __global__ function cannot have ellipsis
    *p = 0;
}
