// SPDX-License-Identifier: Apache-2.0
// C++20: constraints of template template arguments, literal operator templates, defaulted comparisons.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++20 %s
template <class T> concept Class = __is_class(T);
template <class T> concept Empty = Class<T> && __is_empty(T);
template <template <class Q> requires Class<Q> class X> struct Takes {};
template <class T> struct Free {};
template <class T> requires Class<T> struct Same {};
template <class T> requires true struct Other {};
template <class T> requires Empty<T> struct More {};
Takes<Free> free_;
Takes<Same> same;
Takes<Other> other; // ERROR: class template "Other" is not compatible with template template parameter "X"
Takes<More> more; // ERROR: class template "More" is not compatible with template template parameter "X"
struct Value { constexpr Value(...) {} };
template <Value...> int operator""_many(); // ERROR: "int operator""_many()" has an invalid parameter list
template <char... C> int operator""_chars();
struct Foreign { int i; };
bool operator==(const Foreign &, const Foreign &) = default;
// ERROR@-1: function "bool operator==(const Foreign &, const Foreign &)" cannot be defaulted
struct Friendly { int i; friend bool operator==(const Friendly &, const Friendly &); };
bool operator==(const Friendly &, const Friendly &) = default;
struct ByValue { int i; bool operator==(ByValue) const = default; };
// ERROR@-1: function "bool ByValue::operator==(ByValue) const" cannot be defaulted
template <class T> struct InTemplate { T t; bool operator==(InTemplate) const = default; };
// ERROR@-1: function "bool InTemplate<T>::operator==(InTemplate<T>) const" cannot be defaulted
template <class T> struct Mixed { T t; friend bool operator==(const Mixed &, Mixed) = default; };
// ERROR@-1: function "bool Mixed<T>::operator==(const Mixed<T> &, Mixed<T>)" cannot be defaulted
struct NoHeader { int i; auto operator<=>(const NoHeader &) const = default; };
// ERROR@-1: the three-way comparison needs std::strong_ordering; include <compare>
