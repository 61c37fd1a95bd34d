// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all -w %s
// Access of template arguments, of using-declarations, through naming classes [class.access.base]/5, of pointers to protected members
// [class.protected]; names that two bases have.
namespace n0 { struct A { double n; }; struct B { private: int n; }; struct D : A, B { using B::n; }; } // ERROR: "n0::B::n" is inaccessible
namespace n1 { class B { typedef int X; }; template <class T> struct A { static int i; }; A<B::X> a; } // ERROR: "n1::B::X" is inaccessible
namespace n2 { class B { typedef int X; }; template <class T> struct A { static int i; }; void f() { A<B::X>::i = 0; } } // ERROR: "n2::B::X" is inaccessible
namespace n3 { class B { template <class> struct X {}; }; template <template <class> class> struct A {}; void f() { A<B::X> a; } }
// ERROR@-1: "n3::B::X" is inaccessible
namespace n4 { struct A { protected: int a; }; struct B : A { void foo() { (void)&A::a; } }; } // ERROR: "n4::A::a" is inaccessible
namespace n5 { struct A { protected: template <class T> void f(); }; struct D : A { void g(A *b) { b->f<int>(); } }; }
// ERROR@-1: "void n5::A::f<int>()" is inaccessible
namespace n6 { struct A { int x; }; struct B : private A {}; struct C : B { void g() { n6::A::x = 1; } }; }
// ERROR@-1: conversion to inaccessible base class "n6::A" is not allowed
namespace n7 { struct A { void f(); }; struct B : private A {}; struct C : B { void g() { n7::A::f(); } }; }
// ERROR@-1: conversion to inaccessible base class "n7::A" is not allowed
namespace n8 { namespace N { int v; } struct A {}; void f(A *p) { p->N::v; } } // ERROR: class "n8::A" has no member "v"
namespace n9 { struct A1 { operator int() const; }; struct A2 { operator int() const; }; struct B : A1, A2 {}; int f(B const &b) { return b; } }
// ERROR@-1: more than one user-defined conversion from "const n9::B" to "int" applies
namespace n10 { struct A { void *operator new(unsigned long); }; struct B { void *operator new(unsigned long); }; struct C : A, B {}; void f() { new C(); } }
// ERROR@-1: "operator new" is ambiguous
namespace n11 { class W { public: int y; }; class B : public W { public: int y; }; class C : public W {}; class D : public B, public C { void g() { y++; } }; }
// ERROR@-1: "y" is ambiguous
namespace n12 { class A { class P {}; }; template <class T> class Temp {}; template <> class Temp<char> { static Temp<A::P> make(); }; }
// ERROR@-1: "class n12::A::P" is inaccessible
