// SPDX-License-Identifier: Apache-2.0
// A parameter in which template parameters stand in non-deduced contexts only takes every argument that converts
// [temp.deduct.call]/4, [temp.deduct.type]/5.
// RUN: cuprum --check-all --syntax-only %s
template <class T> struct Same { using type = T; };
template <class T> using Same_t = typename Same<T>::type;
struct Text { int n; };
template <class C, class... A> struct Format {
    template <class T> constexpr Format(const T &) {}
};
template <class... A> using CharFormat = Format<char, Same_t<A>...>;
template <int N> struct Number {
    constexpr Number(Text) {}
};
template <class T> struct Box {
    constexpr Box(Text) {}
};
template <class... A> constexpr int print(CharFormat<A...>, A &&...) { return sizeof...(A); }
template <class T, int N> constexpr int sum(T (&)[N], Number<N + 1>) { return N; }
template <class T> constexpr int twice(T, Box<decltype(T() + 1)>) { return 2; }
template <class T> constexpr int wants(T, Box<T>) { return 2; }
constexpr Text text{1};
constexpr int three[3] = {};
static_assert(print(text) == 0);
static_assert(print(text, 1, 2.0) == 2);
static_assert(sum(three, text) == 3);
static_assert(twice(1, text) == 2);
static_assert(wants(1, text) == 2); // ERROR: no instance of function template "wants" matches
