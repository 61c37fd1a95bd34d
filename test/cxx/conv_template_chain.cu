// SPDX-License-Identifier: Apache-2.0
// Constructor templates with parameters of fixed class types: looking for a conversion tries no
// chains of them [over.best.ics]/4 (libcu++'s fpmp: it had no end).
// EXIT: 1
// RUN: cuprum %s --syntax-only 2>&1
// CHECK: (23): error
// CHECK: 1 error
struct B;
struct C;
struct A {
    template <class T = int> __device__ A(const B &, T = {});
    template <class T = int> __device__ A(const C &, T = {});
};
struct B {
    template <class T = int> __device__ B(const A &, T = {});
    template <class T = int> __device__ B(const C &, T = {});
};
struct C {
    template <class T = int> __device__ C(const A &, T = {});
    template <class T = int> __device__ C(const B &, T = {});
};
__device__ int take(A);
__device__ int none() { return take(3); }
__device__ int one(const B &b) { return take(b); }
