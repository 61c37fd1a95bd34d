// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ T zero() { return T(0); }
__global__ void k(float *p) { p[0] = zero(); } // ERROR: no instance of function template "zero" matches the argument list; argument types are: ()
