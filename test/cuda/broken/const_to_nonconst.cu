// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void g(int *p) { *p = 1; }
__device__ void f(const int *p) { g(p); } // ERROR: argument of type "const int *" is incompatible with parameter of type "int *"
