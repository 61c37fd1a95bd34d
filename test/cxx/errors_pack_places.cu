// SPDX-License-Identifier: Apache-2.0
// Parameter packs that nothing expands [temp.variadic]/5 in base clauses, enumerators and the qualifiers of definitions.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
// Members that the pack is for are fine.
template <class... T> struct Whole { void f(); static const int n; template <class U> struct In; };
template <class... T> void Whole<T...>::f() {}
template <class... T> const int Whole<T...>::n = sizeof...(T);
template <class> struct One {};
template <class... T> struct All : One<T>... {};
template <class... T> struct Lost : One<T> {}; // ERROR: parameter pack "T" was referenced but not expanded
template <template <int> class... T> struct LostTemplates : T<0> {}; // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> void Whole<T>::f() {} // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> const int Whole<T>::n = 1; // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> void in_enumerator(T...) {
    enum { size = sizeof(T) }; // ERROR: parameter pack "T" was referenced but not expanded
    enum { count = sizeof...(T) };
}
