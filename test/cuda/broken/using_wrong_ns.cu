// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
using namespace cooperative_group; // ERROR: name must be a namespace name: "cooperative_group"
__global__ void k(int *p) { p[0] = 1; }
