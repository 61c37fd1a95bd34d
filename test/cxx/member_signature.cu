// SPDX-License-Identifier: Apache-2.0
// In the signature of a member template a dependent object has all members of the completed class, also those
// declared further down [temp.dep.candidate].
// RUN: cuprum %s --check-all --syntax-only
struct Any {
    template <class T> constexpr operator T &&() const;
};
template <class T> struct Arity {
    template <class S = Arity> auto operator()() -> decltype(S{}(Any{}));
    template <class A0, class... A, class U = T, class = decltype(U{A0{}, (A{})...}), class S = Arity>
    auto operator()(A0, A... a) -> decltype(S{}(A0{}, a..., Any{}));
    template <class... A> auto operator()(A...) const -> char (*)[sizeof...(A) + 1];
};
template <class T> constexpr int arity = int{sizeof(*Arity<T>{}())} - 2;
struct None {};
struct One { int a; };
struct Three { int a; float b; char c; };
static_assert(arity<None> == 0);
static_assert(arity<One> == 1);
static_assert(arity<Three> == 3);
template <class T> struct Named {
    template <class S = Named> auto f() -> decltype(S{}.f(1));
    template <class S = Named> auto index() -> decltype(S()[1]);
    template <class... A> auto f(A...) const -> char (*)[sizeof...(A) + 1];
    auto operator[](int) const -> char (*)[5];
};
static_assert(sizeof(*Named<int>{}.f()) == 2);
static_assert(sizeof(*Named<int>{}.index()) == 5);
