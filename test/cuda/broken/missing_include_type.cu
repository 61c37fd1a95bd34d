// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(uint128_t *p) { // ERROR: identifier "uint128_t" is undefined
    *p = 1;
}
