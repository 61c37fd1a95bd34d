// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float4 *p) {
    p->r = 1.0f; // ERROR: class "float4" has no member "r"
}
