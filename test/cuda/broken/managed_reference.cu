// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
extern int base; // NOTE: "base" is declared here, in host memory
__managed__ int &r = base; // ERROR: a __managed__ variable cannot have a reference type
// ERROR@-1: identifier "base" is undefined in device code
__global__ void k(int *p) { *p = r; }
