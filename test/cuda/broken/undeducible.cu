// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __device__ T make() { return T(); } // NOTE: candidate template "make" is ignored because couldn't deduce template parameter "T"
__global__ void k(int *p) {
    *p = make(); // ERROR: no instance of function template "make" matches the argument list; argument types are: ()
}
