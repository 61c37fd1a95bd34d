// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int p) { atomicAdd(p, 1); } // ERROR: no instance of overloaded function "atomicAdd" matches the argument list; argument types are: (int, int)
