// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// What is no enumerator of a member enumeration that is defined outside of its class, or not yet.
struct S {
    enum E : int;
    __device__ int early() {
        return a; // ERROR: identifier "a" is undefined
    }
    __device__ int late();
};
__device__ int before = S::a; // ERROR: class "S" has no member "a"
enum S::E : int { a = 1, b };
__device__ int S::late() { return a + b; }
__device__ int none = S::c; // ERROR: class "S" has no member "c"
__device__ int around() {
    return b; // ERROR: identifier "b" is undefined
}
template <class T> struct A {
    enum E : int;
    struct B {};
    __device__ static int f();
};
template <class T> enum A<T>::E : int { t = sizeof(T) };
template <> enum A<char>::E : int { only = 2 };
template <class T> __device__ int A<T>::f() { return t; }
__device__ int good = A<int>::t + A<char>::only + A<int>::f();
__device__ int special = A<int>::only; // ERROR: class "A<int>" has no member "only"
__device__ int primary = A<char>::t;   // ERROR: class "A<char>" has no member "t"
__device__ int other = A<int>::B::t;   // ERROR: class "A<int>::B" has no member "t"
