// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { template <class T> struct A { T t; }; } // ERROR: a template declaration is not allowed here
