// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct A { __device__ int f() { return T::value; } }; // ERROR: type "int" is not a class or enumeration
__global__ void k(int *p) { A<int> a; p[0] = a.f(); }
