// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__managed__ const int limit = 4; // ERROR: a __managed__ variable cannot have a const qualified type
__global__ void k(int *p) { *p = limit; }
