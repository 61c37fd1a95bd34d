// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class A, class B> struct P { static constexpr int v = 0; };
template <class A> struct P<A, int> { static constexpr int v = 1; }; // NOTE: could be this one
template <class B> struct P<int, B> { static constexpr int v = 2; }; // NOTE: could be this one
__global__ void k(int *p) {
    *p = P<int, int>::v; // ERROR: more than one partial specialization matches the template argument list of class template "P"
}
