// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all -w %s
// Template headers, explicit specializations and instantiations that the standard refuses [temp.mem], [temp.expl.spec], [temp.explicit],
// partial specializations [temp.spec.partial], and what deduction must not take [temp.deduct.type]/17: each in a namespace of its own.
namespace n0 { template <int> struct A { A(); }; template <int N, char> A<N>::A() {} }
// ERROR@-1: the template parameter list does not match the one of template "n0::A"
namespace n1 { template <int, int> struct A { static int i; }; template <int> int A<0, 0>::i = 0; } // ERROR: "n1::A<0, 0>::i" is not a template
namespace n2 { template <class T> struct A { struct B; }; template <class T = int> struct A<T>::B { int i; }; }
// ERROR@-1: a default argument cannot be added to a member of a class template outside of its class, or to a function template later
namespace n3 { template <class T> struct A { void f(); }; template <class T = int> void A<T>::f() {} }
// ERROR@-1: a default argument cannot be added to a member of a class template outside of its class, or to a function template later
namespace n4 { template <class T> struct C; template <class T> void C<T>::f() {} }
// ERROR@-1: type "n4::C<T>" is incomplete here: its definition, if there is one, comes later
namespace n5 { template <class T> struct T::A {}; } // ERROR: name followed by "::" must be a class or namespace name: "A"
namespace n6 { template <template <int> class A> int A<0>::i; } // ERROR: name followed by "::" must be a class or namespace name: "i"
namespace n7 { template <class T> struct A {}; template <> template <> template <class T> struct A<T *> {}; }
// ERROR@-1: this declaration cannot have more than one "template<...>"
namespace n8 { template <class T> struct A { void f2(int); }; template <> template <> void A<int>::f2(int); }
// ERROR@-1: no instance of function template "f2" matches the specified type
namespace n9 { template <class T> struct A { template <class U> void f2(U); }; template <> template <> void A<int>::f2(int); template <> void A<char>::f2(int); }
// ERROR@-1: no instance of function template "f2" matches the specified type
namespace n10 { template <class T> struct A { void f(T) {} }; template <> struct A<int> { void f(int) {} }; template void A<int>::f(int); }
// ERROR@-1: no instance of function template "f" matches the specified type
namespace n11 { template <class T> struct A {}; template <> struct A<int> { void f(int); }; template <> void A<int>::f(int) {} }
// ERROR@-1: no instance of function template "f" matches the specified type
namespace n12 { struct X { template <int d> void f(int = 0); void g(); }; template <> void X::f<1>() {} }
// ERROR@-1: no instance of function template "f" matches the specified type
namespace n13 { namespace io { template <class> int foo(); } using namespace io; template <> int foo<int>(); }
// ERROR@-1: "foo" cannot be declared, specialized or instantiated in this scope, which does not enclose its own
namespace n14 { template <class = int> class A {}; template <> A<> &A<>::a; } // ERROR: class "n14::A<int>" has no member "a"
namespace n15 { template <class t> struct foo { static const int i; }; const int foo<bool>::i = 5; } // ERROR: a specialization needs "template<>" in front
namespace n16 { template <class T> struct A { static T a; }; template <class T> T A<T>::a; struct B {}; template B A<int>::a; }
// ERROR@-1: declaration is incompatible with "n16::A<int>::a"
namespace n17 { namespace N { template <class T> struct S { void f() {} }; } namespace K { template void N::S<int>::f(); } }
// ERROR@-1: "f" cannot be declared, specialized or instantiated in this scope, which does not enclose its own
namespace n18 { namespace N { template <class T> struct S { void f() {} }; namespace I { template struct S<double>; } } }
// ERROR@-1: "S" cannot be declared, specialized or instantiated in this scope, which does not enclose its own
namespace n19 { struct S { template <class T> void foo(); template <int> void foo(); }; template <class T> void S::foo() {} template void S::foo<0>(); }
// ERROR@-1: "void n19::S::foo<0>()" cannot be instantiated -- no template definition was supplied
namespace n20 { template <class T> void foo(T, T); template <class T> void foo(T, int); template void foo(int, int); }
// ERROR@-1: more than one function template "foo" matches the specified type
namespace n21 { struct P { void f(); }; template void P::f(); } // ERROR: no instance of function template "f" matches the specified type
namespace n22 { template <class T, T t> struct C {}; template <class T> struct C<T, 1>; }
// ERROR@-1: the template argument list of the partial specialization includes a nontype argument whose type depends on a template parameter
namespace n23 { template <int X, int (*p)[X]> class A {}; int array[5]; template <int X> class A<X, &array> {}; }
// ERROR@-1: the template argument list of the partial specialization includes a nontype argument whose type depends on a template parameter
namespace n24 { struct A; namespace N { struct A; } template <int I> struct N::A {}; } // ERROR: "A" is not a class template
namespace n25 { inline template <int> void foo() {} } // ERROR: "inline" is not allowed on this declaration
namespace n26 { template <int> typedef struct A; } // ERROR: "typedef" is not allowed on this declaration
namespace n27 { template <class Z> using Z = Z; } // ERROR: template parameter "Z" cannot be redeclared in its scope
namespace n28 { struct A { template <int> struct {}; }; } // ERROR: expected an identifier
namespace n29 { void f() { struct A { template <int> struct B {}; }; } } // ERROR: a template declaration is not allowed here
namespace n30 { template <class T> void foo(int); template <class T> class Q { friend inline void foo<T>(int); }; }
// ERROR@-1: "inline" is not allowed on this declaration
namespace n31 { template <int x> struct S {}; template <long long i> void g(S<i>); void f() { S<1000> t; g(t); } }
// ERROR@-1: no instance of function template "g" matches the argument list; argument types are: (n31::S<1000>)
namespace n32 { template <class T> struct Base { Base(int) {} }; template <class T> struct D : Base<T> { D(); }; template <class T> D<T>::D() : Base(4) {} }
// ERROR@-1: argument list for "n32::Base" is missing
namespace n33 { template <class> struct ts {} ap() {} } // ERROR: expected a ";"
namespace n34 { template class Z<int>; } // ERROR: "Z" is not a class template
namespace n35 { struct Q; template class Q<int>; } // ERROR: "Q" is not a class template
namespace n36 { template <> class X<int> {}; } // ERROR: "X" is not a class template
namespace n37 { template <class T> struct X { void mf1(T); }; template <> void X<int>::mf1(int i = 17) {} } // ERROR: a default argument is not allowed here
namespace n38 { template <class T> class A { typedef int M; }; class B { template <class T> friend typename A<T>::M; }; }
// ERROR@-1: a template of friends needs a class key
namespace n39 { template <class T> struct A {}; template <> struct A<int> { void f() { undefined_name; } }; } // ERROR: identifier "undefined_name" is undefined
namespace n40 { template <class T> void Foo<T>::Bar(void *p) { (void)p; } } // ERROR: "Foo" is not a class template
