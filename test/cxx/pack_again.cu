// SPDX-License-Identifier: Apache-2.0
// A template argument in the pattern of an expansion that is read twice for the second element, because a
// candidate fell out meanwhile (no diagnostic, [temp.deduct]/8), and ends in the first half of `>>`.
// RUN: cuprum --check-all --syntax-only %s
template <class... T> struct Tag { using type = int; };
template <class T> constexpr bool yes = true;
template <class... A> int pick(int, typename Tag<A...>::nothing);
template <class... A> int pick(...);
template <class T> using Picked = decltype(pick<T>(1, nullptr));
template <class... I> struct All { static constexpr bool value = (yes<Picked<I>> && ...); };
static_assert(All<int *, const double *, char>::value);
