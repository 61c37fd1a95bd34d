// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Plain {};
template <class T> __device__ typename T::value_type f(T v) { return {}; } // NOTE: candidate template "f" is ignored because substitution failed: class "Plain" has no member "value_type"
__global__ void k(int *p) {
    *p = f(Plain()); // ERROR: no instance of function template "f" matches the argument list; argument types are: (Plain)
}
