// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// What fuzzing found: each of these made the front end call itself without end, or crash.
struct Copy {
    int id;
    __device__ Copy(Copy c) : id(1) {} // ERROR: a constructor of "Copy" may not have "Copy" as its only parameter
};
__device__ Copy twice(Copy c) { return c; }
template <class T> struct NoY {};
template <class T> __device__ int none(typename NoY<T>::template Y<int>::t z) { return 0; } // NOTE: substitution failed
__device__ int use_none() { return none<int>(1); } // ERROR: no instance of function template "none"
__device__ int use_direct = NoY<int>::template Y<int>::t; // ERROR: class "NoY<int>" has no member "Y"
struct NoType {
    int a;
    __device__ NoType(int x), : a(x) {} // ERROR: this declaration has no storage class or type specifier
};
__device__ int use_notype = sizeof(NoType);
