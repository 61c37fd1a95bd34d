// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <class T> __device__ typename enable_if<(sizeof(T) > 8), int>::type big(T) { return 1; } // NOTE: candidate template "big" is ignored because substitution failed: class "enable_if<false, int>" has no member "type"
__global__ void k(int *p) {
    *p = big(3); // ERROR: no instance of function template "big" matches the argument list; argument types are: (int)
}
