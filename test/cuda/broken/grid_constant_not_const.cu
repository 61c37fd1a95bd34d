// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, __grid_constant__ int v) { // ERROR: a __grid_constant__ parameter must have const-qualified, non-reference type
    *p = v;
}
