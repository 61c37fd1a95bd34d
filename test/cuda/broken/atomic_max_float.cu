// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float *p) { atomicMax(p, 1.f); } // ERROR: no instance of overloaded function "atomicMax" matches the argument list; argument types are: (float *, float)
