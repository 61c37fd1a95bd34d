// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(uint8 *p) { p[0] = 1; } // ERROR: identifier "uint8" is undefined
