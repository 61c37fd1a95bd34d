// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T, class U> __device__ int f(T, U) { return 0; }
template <class T> __device__ int f<T, int>(T, int) { return 1; } // ERROR: an explicit template argument list is not allowed on this declaration: a function template cannot be partially specialized
__global__ void k(int *p) { *p = f(1, 2); }
