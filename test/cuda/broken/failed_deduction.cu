// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; } // NOTE: candidate template "larger" is ignored because deduced conflicting arguments for parameter "T"
__global__ void k(float *p, int n) {
    *p = larger(*p, n); // ERROR: no instance of function template "larger" matches the argument list; argument types are: (float, int)
}
