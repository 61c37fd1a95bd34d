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
namespace n52 { class A { union { int i; union { int j; }; }; }; int a = A().i, b = A().j; }
// ERROR@-1: "n52::A::<unnamed>::i" is inaccessible
// ERROR@-2: "n52::A::<unnamed>::<unnamed>::j" is inaccessible
namespace n53 { struct S { friend friend class C; }; } // ERROR: duplicate specifier in declaration
namespace n54 { struct S { void test(); }; namespace NS { class X { friend class S; static int *i; }; } void S::test() { NS::X::i; } }
// ERROR@-1: "n54::NS::X::i" is inaccessible
namespace n55 { struct B { int i; }; struct D : B { void f() { using B::i; } }; } // ERROR: a using-declaration of a class member is allowed only in a class
namespace n56 { template <class T> struct Foo; template <class T> struct Bar : Foo<T> { void foo() { using Foo<T>::i; } }; }
// ERROR@-1: a using-declaration of a class member is allowed only in a class
namespace n57 { struct L {}; typedef L __restrict__ r; } // ERROR: "restrict" is allowed only on pointers and references
namespace n58 { template <class T> class D { enum T::Color { R, G } c; }; } // ERROR: name followed by "::" must be a class or namespace name: "Color"
namespace n59 { struct Z { ~Z(); }; typedef int T; void f(Z &z) { z.~T(); } } // ERROR: pseudo destructor of an object of type "n59::Z" names type "int"
namespace n60 { namespace N { int g(int); } class A { friend int N::g(char); }; } // ERROR: "int n60::A::g(char)" does not match any member of "n60::N"
namespace n61 { template <class T> int f(T t, int); class A { friend int n61::f(A); }; } // ERROR: "int n61::A::f(n61::A)" does not match any member of "n61"
namespace n62 { template <int *p> struct A {}; A<0> a; } // ERROR: argument of type "int" is incompatible with template parameter of type "int *"
namespace n63 { struct X { static const int i = 0; }; const int X::i = 0; } // ERROR: "n63::X::i" has already been defined
namespace n64 { struct X { static inline struct B b; }; } // ERROR: type "n64::B" is incomplete here: its definition, if there is one, comes later
namespace n65 { void f2() { int i = 1; void g1(int = ([i] { return i; })()); } } // ERROR: local variable or parameter "i" cannot be used in a default argument
namespace n66 { struct F { int n; char c[]; int d; }; int k = sizeof(F); } // ERROR: flexible array member "n66::F::c" is not at the end of its class
namespace n67 { void f() { char16_t *u; u = u"a"; } } // ERROR: a value of type "const char16_t [2]" cannot be assigned to an entity of type "char16_t *"
namespace n68 { struct A { virtual void f(); }; struct B : virtual A { void f(); }; struct C : virtual A { void f(); }; struct D : B, C {}; }
// ERROR@-1: override of virtual function "void n68::A::f()" in "struct n68::D" is ambiguous: it has no unique final overrider
namespace n69 { void f(void *p) { *p; } } // ERROR: expression must be a pointer to a complete object type
namespace n70 { struct A { ~A(); }; A::~A() noexcept(false) {} } // ERROR: "n70::A::~A()" was declared before with another exception specification
namespace n71 { template <class T> void droid(); struct X { template <int N> friend void n71::droid(); }; }
// ERROR@-1: friend template "droid" does not match any declaration
namespace n72 { template <int N> struct S {}; S<[] { return 1; }()> s; } // ERROR: a lambda is not allowed in an unevaluated expression before C++20
namespace n73 { union U { int x = 0; union { int z; int y = 1; }; }; } // ERROR: only one member of a union may have a default member initializer
namespace n74 { namespace A {} inline namespace A {} } // ERROR: a namespace that was not inline cannot be reopened as inline
namespace n75 { template <class T> struct A { A(T); }; void f() { A a(1), b(2.0); } }
// ERROR@-1: "auto" type is "n75::A<double>" for this entity, but was previously implied to be "n75::A<int>"
namespace n76 { struct A { static void a1(); }; void f() { A::template a1(); } } // ERROR: "a1" follows the "template" keyword but is not a template
namespace n77 { template <int> struct A { template <int> void foo() { foo<0>::; } }; } // ERROR: name followed by "::" must be a class or namespace name: "foo"
namespace n78 { namespace impl { template <class T> T create(); } template <class T, class U, unsigned long = sizeof(impl::create<T>().impl::create<U>())> struct foo3; }
// ERROR@-1: "create" is not a class member
namespace n79 { namespace one { template <class T> void fun(T); } using one::fun; template <class T> void fun(T); }
// ERROR@-1: "fun" has already been declared in the current scope
namespace n80 { struct A { operator int(); }; template <class T> struct P : A { using A::operator T; }; P<int> i; P<float> j; }
// ERROR@-1: class "n80::A" has no member "<conversion>"
namespace n81 { bool f(int *p) { return p < nullptr; } } // ERROR: no operator "<" matches these operands; operand types are: int *, std::nullptr_t
void *operator new(unsigned long, unsigned long); struct Placed { Placed() { throw 0; } }; void placed() { new (123) Placed; }
// ERROR@-1: placement new needs a placement delete, but "void *operator new(unsigned long, unsigned long)" is a usual deallocation function
namespace n83 { template <class T> int Ident(T); class Ident<int> *p; } // ERROR: "Ident" is not a class template
namespace n84 { namespace N {} void f() { int N(); } } // ERROR: "N" has already been declared in the current scope
namespace n85 { namespace Y { void Baz(int); } void X() { using Y::Baz; extern void Baz(int); } } // ERROR: "Baz" has already been declared in the current scope
namespace n86 { namespace A { extern "C" int cv; extern "C" int cf(int); } namespace B { extern "C" long cv; } }
// ERROR@-1: declaration is incompatible with "n86::A::cv"
namespace n87 { extern "X" int q; } // ERROR: unknown external linkage specification
