// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ int f(T t) { return t.get<int>(); } // ERROR: type name is not allowed
struct S { template <class U> __device__ int get() { return 1; } };
__global__ void k(int *p) { p[0] = f(S()); }
