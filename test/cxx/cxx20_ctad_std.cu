// SPDX-License-Identifier: Apache-2.0
// Class template argument deduction for the library's templates.
// REQUIRES: <span>
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr %s
#include <vector>
#include <tuple>
#include <optional>
#include <array>
#include <span>
#include <functional>
#include <map>
#include <string>
#include <memory>
template<class A, class B> constexpr bool S = std::is_same_v<A, B>;
std::vector v{1, 2, 3}; static_assert(S<decltype(v), std::vector<int>>);
std::vector v2(3, 1.5); static_assert(S<decltype(v2), std::vector<double>>);
std::vector v3{v}; static_assert(S<decltype(v3), std::vector<int>>);
std::vector v4{v, v}; static_assert(S<decltype(v4), std::vector<std::vector<int>>>);
std::vector v5(v.begin(), v.end()); static_assert(S<decltype(v5), std::vector<int>>);
std::pair p(1, 2.0); static_assert(S<decltype(p), std::pair<int,double>>);
std::tuple t{1, 'a', p}; static_assert(S<decltype(t), std::tuple<int,char,std::pair<int,double>>>);
std::tuple t2{p}; static_assert(S<decltype(t2), std::tuple<int,double>>);
std::optional o(3); static_assert(S<decltype(o), std::optional<int>>);
std::array a{1, 2, 3}; std::span s(a); static_assert(S<decltype(s), std::span<int, 3>>);
std::span s2(v); static_assert(S<decltype(s2), std::span<int>>);
std::function f = [](int x) { return x + 1.0; }; static_assert(S<decltype(f), std::function<double(int)>>);
std::map m{std::pair{1, 'a'}, {2, 'b'}}; static_assert(S<decltype(m), std::map<int,char>>);
std::string_view sv = "x"; std::basic_string bs("abc"); static_assert(S<decltype(bs), std::string>);
std::unique_ptr<int> up; std::shared_ptr sp(std::move(up)); static_assert(S<decltype(sp), std::shared_ptr<int>>);
std::reverse_iterator ri(v.begin());
template<class T> struct D { D(T, int); D(int, T); };
template<class T> struct E { E(T); E(T*); int k; }; int *ip; E e(ip); static_assert(S<decltype(e), E<int>>);
template<class... T> struct V : T... { using T::operator()...; }; template<class... T> V(T...) -> V<T...>;
V vv{[](int) {}, [](char) {}};
template<class T> struct W { W(T t, int n = 3) {} }; W w(1.f); W ww = 2; 
template<class T, class U = T> struct X { T t; U u; }; X x{1, 2.f}; static_assert(S<decltype(x), X<int,float>>);
template<class T> struct Node { T v; Node *next = nullptr; }; Node nd{3}; static_assert(S<decltype(nd), Node<int>>);
template<class T> struct Y { template<class U> struct In { U u; In(U u) : u(u) {} }; }; Y<int>::In in(3.f); static_assert(S<decltype(in), Y<int>::In<float>>);
auto mk() { return std::pair{1, 2}; } 
template<template<class> class TT> auto tt() { return TT(1); } static_assert(S<decltype(tt<Node>()), Node<int>>) ;
