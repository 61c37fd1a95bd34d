// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Declarators, specifiers and specials that are refused.
struct S { int a; void f(); };
typedef int A3[3];
typedef int Fn();
typedef int &Ref;
A3 ret_array(); // ERROR: function returning type "int [3]" is not allowed
Fn ret_fn(); // ERROR: function returning type "int ()" is not allowed
auto autofield = 3;
Ref refs[3]; // ERROR: array of elements of type "int &" is not allowed
void voids[3]; // ERROR: array of elements of type "void" is not allowed
Fn fns[3]; // ERROR: array of elements of type "int ()" is not allowed
int bv __attribute__((vector_size(3))); // ERROR: invalid vector type
S bv2 __attribute__((vector_size(16))); // ERROR: invalid vector type
struct BB { auto [a, b] = 3; }; // ERROR: a structured binding is not allowed here
void bp(auto [a, b]); // ERROR: identifier "a" is undefined
int Nope::*mp2; // ERROR: expected a class name
int S::*mp;
int *; // ERROR: expected an identifier
int after_star = undefined_a; // ERROR: identifier "undefined_a" is undefined
static;
const *p; // ERROR: expected a declaration
foo(); // ERROR: this declaration has no storage class or type specifier
int after_foo = undefined_b; // ERROR: identifier "undefined_b" is undefined
g1 = 3; // ERROR: this declaration has no storage class or type specifier
no_type(int x) { return x; } // ERROR: this declaration has no storage class or type specifier
typename S::a ta; // ERROR: "a" is not a type name
enum S es; // ERROR: "S" was declared as another kind of type
operator int(); // ERROR: "operator int()" must be a member function
int after_es = undefined_c; // ERROR: identifier "undefined_c" is undefined
float S::nope; // ERROR: class "S" has no member "nope"
void S::f(float) {} // ERROR: "void S::f(float)" does not match any member of "struct S"
void h(int, );
int last = undefined_d; // ERROR: identifier "undefined_d" is undefined
template <class T> struct Tp { T t; };
Tp::t tt; // ERROR: argument list for "Tp" is missing
int x::y; // ERROR: identifier "x" is undefined
int n = Tp::nothing; // ERROR: argument list for "Tp" is missing
struct U { using S::a; }; // ERROR: a class member using-declaration must name a base class member
struct V { x y; int ok; }; // ERROR: identifier "x" is undefined
V vv; 
int ov = vv.ok + undefined_e; // ERROR: identifier "undefined_e" is undefined
