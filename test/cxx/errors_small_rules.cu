// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all -w %s
// Small rules of declarations: qualified names of members, pure specifiers, handlers, language linkage, friends, access of what is
// declared again, default arguments, deallocation functions. Each in a namespace of its own.
namespace n0 { struct A { void A::f(); }; } // ERROR: a qualified name is not allowed here
namespace n1 { struct A { int A::x; }; } // ERROR: a qualified name is not allowed here
namespace n2 { struct A { struct B; struct A::B {}; }; } // ERROR: a qualified name is not allowed here
namespace n3 { template <int> struct A { template <int N> int A<N>::i; }; } // ERROR: a qualified name is not allowed here
namespace n4 { void f() = 0; } // ERROR: a pure specifier (= 0) is allowed only on virtual functions
namespace n5 { struct A { void f() = 0; }; } // ERROR: a pure specifier (= 0) is allowed only on virtual functions
namespace n6 { struct A { virtual void f() = 1; }; } // ERROR: expected a ";"
namespace n7 { struct A { template <int> void foo() = 0; }; } // ERROR: a pure specifier (= 0) is allowed only on virtual functions
namespace n8 { struct A { A(int n = 0 int m); }; } // ERROR: expected a ")"
namespace n9 { struct A { friend int : 1; }; } // ERROR: "friend" is not allowed on this declaration
namespace n10 { void f(void operator+()); } // ERROR: an operator, constructor or destructor cannot be a variable
namespace n11 { template <class T> struct C {}; struct X { friend class C; }; } // ERROR: "C" has already been declared in the current scope
namespace n12 { namespace N { template <class T> struct C {}; } struct X { friend class N::C; }; } // ERROR: argument list for "n12::N::C" is missing
namespace n13 { struct A {}; struct B : A { B() : A{} }; } // ERROR: expected a "{"
namespace n14 { int *p = new () int; } // ERROR: expected an expression
namespace n15 { int f(int bar) try { return 0; } catch (...) { int bar = 0; return 1; } } // ERROR: "bar" has already been declared in the current scope
namespace n16 { void f() { try {} catch (void *e) { void *e; } } } // ERROR: "e" has already been declared in the current scope
namespace n17 { int f(int bar) try { return 0; } catch (int bar) { return 1; } } // ERROR: "bar" has already been declared in the current scope
namespace n18 { void f() { try {} catch (Unknown) {} } } // ERROR: identifier "Unknown" is undefined
namespace n19 { void f() { try {} catch (struct S {}) {} } } // ERROR: a type definition is not allowed here
namespace n20 { void f() { try {} catch (int operator+()) {} } } // ERROR: an operator, constructor or destructor cannot be a variable
namespace n21 { struct S { class A; private: class A {}; }; } // ERROR: "class n21::S::A" was declared before with another access
namespace n22 { struct S { template <class> class A; private: template <class> class A {}; }; } // ERROR: "n22::S::A" was declared before with another access
namespace n23 { long long long x; } // ERROR: invalid combination of type specifiers
extern int linked; extern "C" int linked; // ERROR: linkage specification is incompatible with previous "linked"
int linked_function(); extern "C" int linked_function() { return 0; } // ERROR: linkage specification is incompatible with previous "int linked_function()"
class Linked { friend int linked_friend(); }; extern "C" int linked_friend() { return 0; }
// ERROR@-1: linkage specification is incompatible with previous "int linked_friend()"
namespace n27 { struct A { static const int t[1] = {0}; }; } // ERROR: a static data member of type "const int [1]" cannot be initialized in its class
namespace n28 { template <class T> void f(T *p) { p->template ~X(); } } // ERROR: the name of a destructor cannot follow "template"
namespace n29 { struct A {}; struct B { friend A::~B(); }; } // ERROR: a destructor must have the name of its class
namespace n30 { namespace M { struct S {}; } namespace N { int S; struct S {}; } using namespace M; using namespace N; struct n31::S s; }
// ERROR@-1: identifier "n31" is undefined
namespace n31 { void foo() { extern void bar(int); struct A { friend void bar(); }; } }
// ERROR@-1: no function that this friend declaration in a local class may name is declared before
namespace n32 { void foo() { struct A { friend void A(); }; } } // ERROR: no function that this friend declaration in a local class may name is declared before
namespace n33 { class A { template <class T> friend class B; }; class B *b; } // ERROR: "B" has already been declared in the current scope
namespace n34 { class A { friend class B; }; class C { template <class T> friend class B; }; } // ERROR: "B" has already been declared in the current scope
namespace n35 { template <int T> struct A { union { static int i; }; }; } // ERROR: a local or unnamed class cannot have a static data member
namespace n36 { int &r(int &a) { int & &&ar = a; return ar; } } // ERROR: reference to reference is not allowed
namespace n37 { int val; int & const X = val; } // ERROR: a reference cannot have type qualifiers
namespace n38 { void f() { inline void g(); } } // ERROR: "inline" is not allowed on this declaration
namespace n39 { void f() { inline int n; } } // ERROR: "inline" is not allowed on this declaration
namespace n40 { void f() { extern void g(); extern int g(); } } // ERROR: cannot overload functions distinguished by return type alone
namespace n41 { union U { int d; virtual int f() { return d; } }; } // ERROR: "virtual" is not allowed on this declaration
namespace n42 { struct A {}; template <class T> using X = A; struct X<int> *p2; }
// ERROR@-1: "X" is a typedef or template parameter, which cannot be used with a class key
namespace n43 { void f(int a, int b = a); } // ERROR: local variable or parameter "a" cannot be used in a default argument
namespace n44 { void h() { int i1 = 0; extern void h1(int x = i1); } } // ERROR: local variable or parameter "i1" cannot be used in a default argument
namespace n45 { void h() { void f(int x, int y = x); } } // ERROR: local variable or parameter "x" cannot be used in a default argument
namespace n46 { class A { virtual ~A(); }; struct B : A { B() {} }; } // ERROR: "n46::B::~B()" and the overridden "n46::A::~A()" must both be deleted, or neither
namespace n47 { struct A { virtual ~A(); }; struct B : A { B() {} void operator delete(void *, int); }; }
// ERROR@-1: "n47::B::~B()" and the overridden "n47::A::~A()" must both be deleted, or neither
namespace n48 { class F { public: void *operator new(unsigned long); private: void operator delete(void *); }; void t() { (void)new F(); } }
// ERROR@-1: "void n48::F::operator delete(void *)" is inaccessible
namespace n49 { struct S { static void *operator new(unsigned long, unsigned long); static void operator delete(void *, unsigned long); }; void t() { new (0) S; } }
// ERROR@-1: placement new needs a placement delete, but "void n49::S::operator delete(void *, unsigned long)" is a usual deallocation function
namespace n50 { bool f(void *p) { return p > 0; } } // ERROR: no operator ">" matches these operands; operand types are: void *, int
namespace n51 { static int x __attribute__((weak)); } // ERROR: "x" has internal linkage and cannot be weak
