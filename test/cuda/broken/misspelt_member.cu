// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float3 *p) { p->w = 1; } // ERROR: class "float3" has no member "w"
