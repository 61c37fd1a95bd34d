// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { static __global__ void k(int *p) { *p = 1; } }; // ERROR: a __global__ function cannot be a member function
