// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include "no_such_header.cuh"
// ERROR@-1: cannot open source file "no_such_header.cuh"
__global__ void k(float *p) { *p = 1; }
