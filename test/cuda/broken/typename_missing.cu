// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
template <class T> struct A {
    using type = T;
};
template <class T> struct S {
    A<T>::type m; // ERROR: use the "typename" keyword to treat nontype "type" as a type in a dependent context
    typename A<T>::type right;
};
template <class T> __device__ A<T>::type make(T) { return 1; } // ERROR: use the "typename" keyword to treat nontype "type" as a type in a dependent context
__global__ void k(int *p) { *p = S<int>{1}.m + make(1); }
