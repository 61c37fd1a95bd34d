// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a; __device__ void set() { a = 1; } };
__device__ void f(const S &s) { s.set(); } // ERROR: the object has type qualifiers that are not compatible with the member function "void S::set()"
