// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { int p = 3; } // ERROR: "p" has already been declared in the current scope
