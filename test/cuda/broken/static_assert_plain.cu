// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
static_assert(sizeof(int) == 8, "int must have eight bytes"); // ERROR: static assertion failed with "int must have eight bytes"
__global__ void k(int *p) { *p = 1; }
