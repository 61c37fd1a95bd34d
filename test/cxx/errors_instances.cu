// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all -w %s
// With --check-all an instance has the declarations of all its members, used or not [temp.inst]/3, and what depends on no parameter is
// judged in the template [temp.res.general]/6.
namespace n0 { template <class T> struct X { mutable T x; }; X<const int> a; }
// ERROR@-1: "mutable" is not allowed on this declaration
// ERROR@-2: function "n0::X<const int>::X()" cannot be referenced -- it is a deleted function
namespace n1 { template <class T> struct X { mutable T x; }; X<int &> *p; int k = sizeof(*p); } // ERROR: "mutable" is not allowed on this declaration
namespace n2 { typedef int frib(int); template <class T> struct X { T v; }; X<frib> x; } // ERROR: a function type is not allowed here: "int (int)"
namespace n3 { template <class T> void foo() { T t = 0; } void bar() { foo<int()>(); } } // ERROR: a function type is not allowed here: "int ()"
namespace n4 { template <int> struct n { friend void foo() {} }; n<1> n1; n<2> n2; } // ERROR: "void n4::foo()" has already been defined
namespace n5 { template <int> struct A { friend int foo(); }; void foo() { A<0> a; } } // ERROR: cannot overload functions distinguished by return type alone
namespace n6 { template <class T> class A { void f(); }; template <class T> class B { friend void A<T>::f(); }; B<int> b; }
// ERROR@-1: "void n6::A<int>::f()" is inaccessible
namespace n7 { template <class> void foo(); template <class T> struct A { friend void foo<>(typename T::X); }; A<int> a; }
// ERROR@-1: type "int" is not a class or enumeration
namespace n8 { template <class T> struct A { typedef typename T::X Y; }; A<int> a; }
// ERROR@-1: type "int" is not a class or enumeration
namespace n9 { template <class T> struct A { static const T i = 0; }; A<void> a; } // ERROR: incomplete type "const void" is not allowed
namespace n10 { template <class T> struct A { template <T &> struct B; }; A<void> a; } // ERROR: reference to void is not allowed
namespace n11 { template <class T> struct A { T object; }; class Undefined; template struct A<Undefined>; }
// ERROR@-1: incomplete type "n11::Undefined" is not allowed
namespace n12 { template <class T> struct A { A() : T(0) {} }; A<int> a; } // ERROR: "int" is not a direct base of "struct n12::A<int>"
namespace n13 { template <class T> struct A { ~A() { typename T::x y; } }; A<int> a; } // ERROR: type "int" is not a class or enumeration
namespace n14 { struct B { static void foo(int); }; template <class T> struct C { virtual void bar() const { T::foo(); } }; void f() { C<B> c; } }
// ERROR@-1: too few arguments in function call
namespace n15 { template <class T> struct A; template <class T> void f() { sizeof(A<int>); } } // ERROR: incomplete type "n15::A<int>" is not allowed
namespace n16 { struct S; template <class T> void f() { S *s = new S(); } } // ERROR: incomplete type "n16::S" is not allowed
namespace n17 { template <int I> struct S; template <int I> void f() { S<3>::j; } } // ERROR: incomplete type "n17::S<3>" is not allowed
namespace n18 { template <class T> struct X { static T value; }; template <class T> T X<T>::value = 17; struct C {}; C &f() { return X<C>::value; } }
// ERROR@-1: no suitable constructor exists to convert from "int" to "n18::C"
namespace n19 { template <class T> struct X { void f(T *t); }; template <class T> void X<T>::f(T *t) { t->x; } void g(X<int> x, int *p) { x.f(p); } }
// ERROR@-1: expression must have class type but it has type "int"
namespace n20 { template <class T> struct A { A(); }; template <class T> A<T>::A() { typename T::x y; } A<int> a; }
// ERROR@-1: type "int" is not a class or enumeration
namespace n21 { template <int> struct A { int i; A() { void foo(int = i); } }; A<0> a; }
// ERROR@-1: a nonstatic member reference must be relative to a specific object: "n21::A<0>::i"
namespace n22 { template <class T> struct A { ~A(); }; template <class T> void g(A<T> *ap) { ap->~B(); } void f(A<int> *p) { g(p); } }
// ERROR@-1: identifier "B" is undefined
namespace n23 { template <class T> struct R { R &operator=(const R &) { typename T::x y; } }; struct A { R<int> a; }; void f() { A a1, a2; a1 = a2; } }
// ERROR@-1: type "int" is not a class or enumeration
namespace n24 { struct A { static int i; }; template <int> struct B { int x[A::i]; }; } // ERROR: expression must have a constant value
namespace n25 { int i; template <int> void f() { switch (1) { case i:; } } } // ERROR: expression must have a constant value
namespace n26 { template <class T, class... A> void f(A... a) { T t(a...); } void g() { f<int[]>(); } } // ERROR: incomplete type "int []" is not allowed
namespace n27 { template <class T> constexpr int size = sizeof(T) + unknown_name; } // ERROR: identifier "unknown_name" is undefined
namespace n28 { struct A { int size(); }; template <class T> struct B : T { static int f() { return A::size(); } }; }
// ERROR@-1: a nonstatic member reference must be relative to a specific object: "int n28::A::size()"
