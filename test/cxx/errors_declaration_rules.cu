// SPDX-License-Identifier: Apache-2.0
// Rules of declarations, type-ids and braces that --check-all judges.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
struct A { friend void A::foo(); friend A::~A(); }; // ERROR: class "A" has no member "foo"
struct B { void f(); }; struct C { friend void B::g(); friend void B::f(int); };
// ERROR@-1: class "B" has no member "g"
// ERROR@-2: "void C::f(int)" does not match any member of "struct B"
struct node { int* operator int*(); }; // ERROR: return type may not be specified on a conversion function
using T = decltype(auto) () -> int; // ERROR: a trailing return type needs the type specifier "auto"
auto f2(), f3();
// ERROR@-1: a function whose result is deduced must be the only declarator of its declaration
// ERROR@-2: a function whose result is deduced must be the only declarator of its declaration
struct V { virtual void foo(auto); }; // ERROR: "virtual" is not allowed on this declaration
void lf() { struct L { void m(auto) {} }; } // ERROR: a template declaration is not allowed here
template<class T> void foo(T) {}
template void foo(auto); // ERROR: "auto" is not allowed here
auto f = (auto(*)())(0); // ERROR: "auto" is not allowed here
enum class S1 { X }; enum class S2 { X = S1::X }; enum S3 { x3 = S1::X };
// ERROR@-1: the value of an enumerator must have integral type
// ERROR@-2: the value of an enumerator must have integral type
int foo6(auto (int) const -> char);
// ERROR@-1: a pointer or reference to the qualified function type "char (int) const" is not allowed
using T2 = int; struct T2 *p; // ERROR: "T2" is a typedef or template parameter, which cannot be used with a class key
template<class> using X = B; struct X<int> *px;
// ERROR@-1: "X" is a typedef or template parameter, which cannot be used with a class key
int j = { { { 3 } } }; int j2 = {{3}}; int j3[2] = { { { 1 } } };
// ERROR@-1: only one level of braces is allowed on an initializer for an object of type "int"
// ERROR@-2: only one level of braces is allowed on an initializer for an object of type "int"
// ERROR@-3: only one level of braces is allowed on an initializer for an object of type "int"
auto by_copy = [=] {}; // ERROR: a lambda outside of a function cannot have a capture default
auto by_reference = [&] {}; // ERROR: a lambda outside of a function cannot have a capture default
auto plain = [] {};
struct Initialised { int n = 1; int m = [=] { return n; }(); };
struct S { int a; };
S s = {{{3}}}; // ERROR: only one level of braces is allowed on an initializer for an object of type "int"
S s2 = {{3}};
int a[1] = {{{3}}}; // ERROR: only one level of braces is allowed on an initializer for an object of type "int"
int b{{3}}; // ERROR: only one level of braces is allowed on an initializer for an object of type "int"
int c = int{{3}}; // ERROR: only one level of braces is allowed on an initializer for an object of type "int"
