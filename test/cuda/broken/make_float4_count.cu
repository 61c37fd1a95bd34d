// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float4 *p) {
    *p = make_float4(1, 2, 3); // ERROR: too few arguments in function call
}
