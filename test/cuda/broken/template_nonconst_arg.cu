// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int N> __device__ int f() { return N; }
__global__ void k(int *p, int n) { p[0] = f<n>(); } // ERROR: no instance of function template "f" matches the argument list; argument types are: ()
