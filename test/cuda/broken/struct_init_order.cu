// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a, b; };
__global__ void k(S *s) { *s = S{.b = 1, .a = 2}; } // ERROR: the initializer of "a" must stand before those of later members
