// SPDX-License-Identifier: Apache-2.0
// Where constraints are not satisfied the atomic one that is false is named, with its parameters [temp.constr].
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
template <class T> concept Int = __is_integral(T);
template <class T> concept Small = Int<T> && sizeof(T) < 4;
template <class T> concept Sum = requires(T a) { { a + a } -> Int; };
template <Int T> struct Box { T t; };
Box<float> b1; // ERROR: the constraints of "Box" are not satisfied: "__is_integral(T)" is false [with T=float]
template <class T> requires Small<T> using Ptr = T *;
Ptr<int> p1; // ERROR: the constraints of "Ptr" are not satisfied: "sizeof(T) < 4" is false [with T=int]
template <class T> requires Sum<T> constexpr int var = 1;
constexpr int v1 = var<float>; // ERROR: the constraints of "var" are not satisfied: "__is_integral(T)" is false [with T=float]
struct S {};
constexpr int v2 = var<S>; // ERROR: the constraints of "var" are not satisfied: "{ a + a } -> Int" is invalid: no operator "+" matches these operands
Int auto x1 = 1.5f; // ERROR: deduced type "float" does not satisfy concept "Int": "__is_integral(T)" is false [with T=float]
template <Int T> void f(T); // NOTE: candidate template "f" is ignored because substitution failed: the constraints of "f" are not satisfied: "__is_integral(T)" is false [with T=double]
template <class T> struct M {
    void g() requires Int<T>; // NOTE: "__is_integral(T)" is false [with T=float]
};
__device__ void use(M<float> m) {
    f(1.0); // ERROR: no instance of function template "f" matches the argument list
    m.g(); // ERROR: no instance of overloaded function "g"
}
template <class T> concept NotBool = sizeof(T);
static_assert(NotBool<int>); // ERROR: static assertion failed
// ERROR@-2: atomic constraint must be of type bool, not "unsigned long"
template <class T> concept Self = requires(T t) { self(t); };
template <Self T> void self(T);
template <class T> concept Loop = Int<T> || requires(T t) { loop(t, 1); };
template <class T> struct Arg { template <Loop U> friend void loop(U, int) {} }; // ERROR: satisfaction of concept "Loop" depends on itself
static_assert(!Loop<Arg<int>>);
template <Int T> concept Constrained = true; // ERROR: a concept cannot have constrained parameters or a requires-clause
struct Inside {
    template <class T> concept C = true; // ERROR: a concept must be declared in a namespace
};
constexpr bool inside = Inside::C; // ERROR: has no member "C"
template <class T> concept Int = true; // ERROR: template "Int" has already been defined
template <class T> struct NoConcept {};
template <class T> requires requires(T t) { { t } -> NoConcept; } void r(T); // ERROR: expected a concept name
__device__ void use2() { r(1); } // ERROR: no instance of function template "r"
static_assert(Int); // ERROR: argument list for template "Int" is missing
static_assert(requires { undefined_function(1); }); // ERROR: identifier "undefined_function" is undefined
// ERROR@-1: static assertion failed
// atoms in different declarations are different: ambiguous
template <class T> requires(sizeof(T) > 1) constexpr int amb(T) { return 1; }
template <class T> requires(sizeof(T) > 1) && (sizeof(T) > 2) constexpr int amb(T) { return 2; }
constexpr int a1 = amb(1); // ERROR: more than one instance of overloaded function "amb" matches
template <class T> concept Empty = ; // ERROR: expected an expression
bool bad = requires(int a) 1; // ERROR: expected a "{"
void plain() requires true; // ERROR: a requires-clause needs a templated function that is not virtual
void use3() { plain(); }
template <Int... Ts = int> struct Packs; // ERROR: a template parameter pack cannot have a default argument
Packs<int> *packs;
template <class T> using Auto = auto; // ERROR: "auto" is not allowed here
