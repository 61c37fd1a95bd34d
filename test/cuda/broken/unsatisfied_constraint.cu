// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
template <class T> concept Small = sizeof(T) <= 4;
template <Small T> __device__ T twice(T v) { return v + v; } // NOTE: candidate template "twice" is ignored because substitution failed: the constraints of "twice" are not satisfied: "sizeof(T) <= 4" is false [with T=double]
__global__ void k(double *p) {
    *p = twice(*p); // ERROR: no instance of function template "twice" matches the argument list; argument types are: (double)
}
