// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float2 *p) { p[0] = make_float2(1); } // ERROR: too few arguments in function call
