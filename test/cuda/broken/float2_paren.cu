// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float2 *p) { p[0] = float2(1, 2); } // ERROR: no instance of constructor "float2" matches the argument list; argument types are: (int, int)
