// SPDX-License-Identifier: Apache-2.0
// A class template is deduced for a template template parameter only if its parameters are of the same kinds,
// those of packs too [temp.arg.template], [temp.deduct.type]/8.
// RUN: cuprum --check-all --syntax-only %s
template <class... T> struct Types {};
template <class T, T... V> struct Values {};
template <class T, int N> struct Array {};
template <class T> constexpr int kind = 0;
template <template <class...> class C, class... T> constexpr int kind<C<T...>> = 1;
template <template <class U, U...> class C, class T, T... V> constexpr int kind<C<T, V...>> = 2;
template <template <class, int> class C, class T, int N> constexpr int kind<C<T, N>> = 3;
static_assert(kind<int> == 0);
static_assert(kind<Types<int, char>> == 1);
static_assert(kind<Types<>> == 1);
static_assert(kind<Values<int, 3, 4>> == 2);
static_assert(kind<Array<int, 3>> == 3);
template <template <class...> class C> constexpr int f(C<> *) { return 1; }
template <template <int...> class C> constexpr int f(C<> *) { return 2; }
static_assert(f((Types<> *)nullptr) == 1);
template <template <class...> class C> struct Takes {};
Takes<Types> good;
Takes<Array> bad; // ERROR: template
