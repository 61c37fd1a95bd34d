// SPDX-License-Identifier: Apache-2.0
// A requirement that names a member function of an object without a call of it does not hold.
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
template <class M, class T> constexpr bool plain = requires(T t, M T::*m) { t.*m; };
template <class M, class T> constexpr bool compound = requires(T t, M T::*m) { { t.*m } noexcept; };
template <class M, class T> constexpr bool called = requires(T t, M T::*m) { (t.*m)(); };
template <class T> constexpr bool named = requires(T t) { t.f; };
template <class T> constexpr bool named_called = requires(T t) { t.f(); };
struct S {
    int f();
};
struct F {
    int f;
};
static_assert(plain<int, S> && compound<int, S> && !called<int, S>);
static_assert(!plain<int(), S> && !compound<int(), S> && called<int(), S>);
static_assert(!named<S> && named_called<S> && named<F> && !named_called<F>);
