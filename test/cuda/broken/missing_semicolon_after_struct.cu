// SPDX-License-Identifier: Apache-2.0
// NVCC: reports line 5
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct P { float x, y; }
__global__ void k(P *p) { p->x = 1; } // ERROR@-1: expected a ";"
