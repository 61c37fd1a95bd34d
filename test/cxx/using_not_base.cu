// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --check-all --syntax-only -std=c++20 %s
// What a using-declaration in a class may name [namespace.udecl]/3, /4.
struct B {
    int y;
};
struct Own {
    int z;
    using Own::z; // ERROR: a class member using-declaration must name a base class member
};
struct Other {
    using B::y; // ERROR: a class member using-declaration must name a base class member
};
struct Nested {
    struct In { int y; };
    using In::y; // ERROR: a class member using-declaration must name a base class member
};
template <class T> struct OwnOfTemplate {
    enum E { z };
    using OwnOfTemplate<T>::z; // ERROR: a class member using-declaration must name a base class member
};
OwnOfTemplate<int> own;
template <class T> struct OtherOfTemplate {
    using B::y; // ERROR: a class member using-declaration must name a base class member
};
struct Destructors {
    enum E {};
    typedef int I;
    using E::~E; // ERROR: a using-declaration cannot name a destructor
    using I::~I; // ERROR: a using-declaration cannot name a destructor
};
struct Middle : B {};
struct Good : Middle {
    using B::y;
};
struct Virtual : virtual B {
    using B::y;
};
template <class T> struct GoodTemplate : Middle, T {
    using B::y;
    using T::z;
    using typename T::type;
};
struct Parameter {
    using type = int;
    int z;
};
int GoodTemplate<Parameter>::*p = &GoodTemplate<Parameter>::z;
