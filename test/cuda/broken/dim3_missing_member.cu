// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { dim3 d(1, 2); p[0] = d.w; } // ERROR: class "dim3" has no member "w"
