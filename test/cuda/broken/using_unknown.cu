// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
using namespace tools; // ERROR: name must be a namespace name: "tools"
__global__ void k(int *p) { *p = 1; }
