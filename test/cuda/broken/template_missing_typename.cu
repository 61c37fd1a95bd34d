// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ int f(T t) { T::type x = 1; return x; } // ERROR: use the "typename" keyword to treat nontype "type" as a type in a dependent context
struct S { typedef int type; };
__global__ void k(int *p) { p[0] = f(S()); }
