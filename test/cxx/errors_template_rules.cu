// SPDX-License-Identifier: Apache-2.0
// Guides, template parameters, names before ::, variable templates, pack expansions for parameters that are no packs.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
template <class T> struct Taken { int n; };
template <class T> Taken(T); // ERROR: template parameter "T" cannot be redeclared in its scope
template <class T> struct Explicit { Explicit(T); };
template <class T> explicit Explicit(T) -> Explicit<T>;
Explicit listed = {1}; // ERROR: copy-list-initialization cannot use explicit deduction guide "<guide> Explicit<int>(int)"
Explicit direct{1};
template <class T> struct Twice {};
Twice() -> Twice<int>;
Twice() -> Twice<char>; // ERROR: a deduction guide of the same parameters has already been declared
template <class T> Twice(T, T) -> Twice<T>;
template <class T> Twice(T, T) -> Twice<T>; // ERROR: a deduction guide of the same parameters has already been declared
template <auto N> struct Any {};
Any<2> integral;
Any<2.5> floating; // ERROR: a template parameter cannot have type "double"
template <Explicit E> struct OfClass {}; // ERROR: a template parameter cannot have type "Explicit"
template <class T> struct Outer { template <T> friend class Inner; }; // ERROR: a template parameter cannot have type "float"
Outer<float> outer;
template <class T> void function();
template <class T> int variable = T();
template <class T> int twice_defined = 1;
template <class T> int twice_defined = 2; // ERROR: template "twice_defined" has already been defined
template <class T> void qualifiers() { function<T>::value; variable<T>::value; }
// ERROR@-1: name followed by "::" must be a class or namespace name: "function"
template <class T> struct Holder { template <class U> static const U u; struct Plain {}; };
template <class T> template <class U> const U Holder<T>::u<U> = 0;
// ERROR@-1: this partial specialization of "Holder<T>::u" specializes no template arguments
Holder<int>::template Plain<int> not_a_template; // ERROR: "Plain" is not a class template
template <class> struct One {};
template <class... T> struct One<T *...> {};
// ERROR@-1: this partial specialization of "One" is not more specialized: it has a pack expansion where the template has no pack
template <class A, class B> using Two = A;
template <class... T> Two<T...> spread();
// ERROR@-1: a pack expansion cannot be the argument of "A", a parameter of "Two" that is no pack
template <class A, class... B> struct Chain { Chain<B...> rest; template <int I> int get() { return rest.n; } };
