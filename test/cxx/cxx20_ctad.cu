// SPDX-License-Identifier: Apache-2.0
// Deduction for aggregates, through aliases, from constructor templates.
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr --check-all --default-device %s
namespace t_ctad {
template<class T> struct Agg { T a; T b; };
static_assert(__is_same(decltype(Agg{1, 2}), Agg<int>));
constexpr Agg ag{1.5, 2.5}; static_assert(ag.b == 2.5);
constexpr Agg ap(1, 2); 
template<class T, int N> struct Arr { T v[N]; }; 
constexpr Arr arr{{1,2,3}}; static_assert(sizeof arr == 12);
template<class T> struct Base { T t; }; template<class T> struct Der : Base<T> { T u; };
template<class... F> struct Ov : F... { using F::operator()...; };
constexpr Ov ov{[](int) { return 1; }, [](float) { return 2; }}; static_assert(ov(1) == 1 && ov(1.f) == 2);
template<class T> struct V { T t; constexpr V(T t) : t(t) {} };
template<class T> using AV = V<T>; constexpr AV av(3); static_assert(__is_same(decltype(av), const V<int>));
template<class T> using AVP = V<T*>; int gi; AVP avp(&gi); static_assert(__is_same(decltype(avp), V<int*>));
template<class T, class U> struct Pair { T a; U b; }; template<class T> using PI = Pair<T, int>; constexpr PI pi{1.f, 2}; static_assert(__is_same(decltype(pi), const Pair<float,int>));
Agg ad{.a = 1, .b = 2};
template<class T> struct G { T t; G(T); template<class U> G(U, T*); }; 
G gg(1, (float*)0); static_assert(__is_same(decltype(gg), G<float>));
}
