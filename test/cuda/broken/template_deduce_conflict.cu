// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ T mx(T a, T b) { return a > b ? a : b; }
__global__ void k(float *p) { p[0] = mx(1, 2.f); } // ERROR: no instance of function template "mx" matches the argument list; argument types are: (int, float)
