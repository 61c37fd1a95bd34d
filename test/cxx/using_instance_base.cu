// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// A using-declaration whose scope depends names a base of the instance [namespace.udecl]/3; an
// instance shows when it is made, also if nothing uses the name.
template <class T> struct B {
    int y;
    __device__ int f(int) { return 1; }
};
template <class T> struct R : B<int> {
    using T::y; // ERROR: a class member using-declaration must name a base class member
};
template <class T> struct S : B<T> {
    using B<T>::y;
    using B<T>::f;
    __device__ int f(char) { return 2; }
};
template <class T, class Base = B<T>> struct Alias : Base {
    using Base::y;
    using typename Base::B;
};
template <class T> struct Never : B<int> {
    using T::y; // no instance: nothing to say
};
R<B<int>> good;
R<B<char>> bad;
S<int> s;
Alias<long> a;
__device__ int f() {
    R<B<int>> r = {};
    return r.y + S<char>().f(1);
}
