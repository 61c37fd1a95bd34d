// SPDX-License-Identifier: Apache-2.0
// Operators with operands of enumeration type: the built-in ones compete with the functions, of which those count
// that have a parameter of that type [over.match.oper]/3.
// RUN: cuprum %s --check-all --syntax-only
namespace n { enum class E { a, b }; enum U { u, v };
struct Any { template <class T, class = decltype(T(0))> Any(T); }; int operator==(const Any &, const Any &); int operator<(const Any &, const Any &); int operator+(const Any &, const Any &); int operator-(const Any &); int operator&(const Any &, const Any &); Any &operator+=(Any &, const Any &);
 struct Q { Q(E); }; char *operator|(Q, Q); char *operator~(Q); char *operator!(Q); }
using namespace n;
template <class A, class B> constexpr bool same = false; template <class A> constexpr bool same<A, A> = true;
static_assert(same<decltype(E::a == E::b), bool>); static_assert(same<decltype(E::a < E::b), bool>); static_assert(same<decltype(u == v), bool>); static_assert(same<decltype(u + 1), int>); static_assert(same<decltype(-u), int>); static_assert(same<decltype(u & v), int>);

static_assert(same<decltype(!u), bool>); static_assert(same<decltype(u == 1), bool>); static_assert(same<decltype(u == 1.0), bool>);
struct S { E e : 3; }; int f(S s) { return s.e == E::a; } constexpr bool g(E e) { return e == E::a || e != E::b; } static_assert(g(E::a));
namespace m { enum F { f0, f1 }; enum class G { g0 }; struct W { W(G); }; char operator+(F, int); char *operator+(const F &, F); template <class T> char operator-(T, T); char operator*(G, int); char operator%(W, G); char operator|(double, F); }
static_assert(same<decltype(m::f0 + 1), char>); static_assert(same<decltype(m::f0 + m::f1), char *>); static_assert(same<decltype(1 + m::f1), int>); static_assert(same<decltype(m::f0 - m::f1), char>); static_assert(same<decltype(m::f0 - 1), int>);
static_assert(same<decltype(m::G::g0 * 2), char>); static_assert(same<decltype(m::G::g0 % m::G::g0), char>);
// ++ of an enumeration has no built-in candidates from conversion functions
namespace inc { enum Step { first, second }; Step operator++(Step &s, int) { return s = second; } int loop() { int n = 0; for (Step s = first; s < second; s++) n++; return n; } }
