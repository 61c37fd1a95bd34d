// SPDX-License-Identifier: Apache-2.0
// Non-type template parameters of class and placeholder type.
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr --check-all --default-device %s
namespace t_nttp {
struct P { int x, y; constexpr bool operator==(const P&) const = default; };
template<P p> struct S { static constexpr int v = p.x + p.y; static constexpr const P *ptr = &p; };
static_assert(S<P{1, 2}>::v == 3 && S<{3, 4}>::v == 7);
static_assert(__is_same(S<P{1,2}>, S<P{1,2}>) && !__is_same(S<P{1,2}>, S<P{2,1}>));
template<unsigned N> struct fs { char s[N]; constexpr fs(const char (&a)[N]) { for (unsigned i = 0; i < N; i++) s[i] = a[i]; } constexpr unsigned size() const { return N - 1; } };
template<fs f> struct T { static constexpr unsigned n = f.size(); };
static_assert(T<"hello">::n == 5 && T<"">::n == 0);
static_assert(__is_same(T<"a">, T<"a">) && !__is_same(T<"a">, T<"b">));
template<fs f> constexpr auto operator""_f() { return f.size(); }
static_assert("abc"_f == 3);
template<auto V> struct A { static constexpr auto v = V; };
static_assert(A<P{1,2}>::v.y == 2 && A<1.5>::v == 1.5 && A<'c'>::v == 'c');
template<auto... Vs> struct L { static constexpr int n = sizeof...(Vs); }; static_assert(L<1, 'a', P{1,2}>::n == 3);
template<double d> constexpr double dd = d; static_assert(dd<2.5> == 2.5);
template<class T, T... v> struct Seq {}; Seq<P, P{1,2}, P{3,4}> sq;
template<P p> __device__ int f() { return p.x; }
__device__ int g() { return f<P{4,5}>() + f<{6,7}>(); }
template<P p> constexpr int ded(S<p>) { return p.y; } static_assert(ded(S<P{1,9}>{}) == 9);
constexpr auto lam = [](int x) { return x + 1; };
template<auto F> constexpr int call(int x) { return F(x); } static_assert(call<lam>(2) == 3);
static_assert(call<[](int x) { return x * 2; }>(4) == 8);
__device__ int gv; struct R { int *p; }; template<R r> __device__ int rf() { return *r.p; } __device__ int rg() { return rf<R{&gv}>(); }
enum class E { a, b }; template<E e> struct EE { static constexpr E v = e; }; static_assert(EE<E::b>::v == E::b);
template<P p = P{1,1}> struct Def { static constexpr int v = p.x; }; static_assert(Def<>::v == 1);
template<P p> requires (p.x > 1) struct Rq {}; template<P p> concept CanRq = requires { typename Rq<p>; }; static_assert(CanRq<P{2,0}> && !CanRq<P{1,0}>);
}
