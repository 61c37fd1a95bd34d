// SPDX-License-Identifier: Apache-2.0
// consteval, constinit, using enum, designated and parenthesised initialisers, explicit(bool).
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr --check-all --default-device %s
namespace t_consteval {
consteval int sq(int x) { return x * x; }
constexpr int twice(int x) { return 2 * x; }
static_assert(sq(3) == 9);
__device__ int g() { return sq(4) + sq(twice(2)); }
consteval auto fn() { return &sq; }
struct C { int v; consteval C(int x) : v(x) {} consteval int get() const { return v; } };
__device__ int h() { C c(3); return C(5).get() + c.v; }
consteval int nested(int n) { return n <= 1 ? 1 : n * nested(n - 1) + sq(n); }
__device__ int k() { constexpr int a = nested(4); return a + nested(3); }
template<class T> consteval T id(T t) { return t; }
__device__ int m() { return id(7) + [](auto x) consteval { return x + 1; }(3); }
}
namespace t_constinit {
constexpr int f() { return 3; }
constinit int a = f();
constinit const int b = 4;
__device__ constinit int c = 7;
struct S { static constinit int v; }; constinit int S::v = 3;
__global__ void k(int *o) { static constinit int s = 2; *o = c; }
}
namespace t_usingenum {
enum class E { a, b, c }; enum F { x, y };
namespace N { enum class G { p, q }; }
using enum N::G;
struct S { using enum E; static constexpr E v = a; };
static_assert(S::b == E::b && p == N::G::p);
__device__ int f(E e) { switch (e) { using enum E; case a: return 1; case b: return 2; default: return 0; } }
__device__ int g(E e) { using enum E; return e == c; }
__device__ int h(E e) { using E::a; return e == a; }
}
namespace t_desig {
struct P { int x = 1, y = 2; float z; }; struct Q { P p; int a[3]; };
constexpr P p{.x = 3, .z = 1.f}; static_assert(p.x == 3 && p.y == 2 && p.z == 1.f);
constexpr P p2 = {.y = 5}; static_assert(p2.x == 1 && p2.y == 5);
constexpr Q q{.p = {.y = 3}, .a = {1, 2}}; static_assert(q.p.y == 3 && q.a[1] == 2 && q.a[2] == 0);
constexpr Q q2{.p{.x = 9}, .a{4}}; static_assert(q2.p.x == 9 && q2.a[0] == 4);
union U { int i; float f; }; constexpr U u{.f = 1.f}; static_assert(u.f == 1.f);
constexpr int f(P p) { return p.x + p.y; } static_assert(f({.x = 1, .y = 7}) == 8);
constexpr P g() { return {.y = 4}; } static_assert(g().y == 4);
template<class T> T mk() { return T{.x = 1, .y = 2, .z = 3}; }
__device__ float h() { return mk<P>().z + P{.z = 2}.z; }
struct An { int a; struct { int b; }; union { int c; float d; }; }; constexpr An an{.a = 1, .b = 2, .c = 3}; static_assert(an.b == 2 && an.c == 3);
struct B { int x; }; 
template<class T> concept CanD = requires { T{.x = 1}; }; static_assert(CanD<B> && !CanD<int>);
template<class T> concept CanE = requires { T{.nope = 1}; }; static_assert(!CanE<B>);
template<class T> concept CanO = requires { T{.y = 1, .x = 2}; }; static_assert(!CanO<P>);
}
namespace t_paren {
struct P { int x, y = 7; }; struct Q { P p; int z; };
constexpr P p(1); static_assert(p.x == 1 && p.y == 7);
constexpr P p2(1, 2); static_assert(p2.y == 2);
constexpr Q q(P(3), 4); static_assert(q.p.x == 3 && q.z == 4);
constexpr int a[3](1, 2); static_assert(a[1] == 2 && a[2] == 0);
constexpr int b[](1, 2, 3); static_assert(sizeof b == 12);
template<class T, class... A> constexpr T make(A... a) { return T(a...); }
static_assert(make<P>(4, 5).y == 5);
__device__ int f() { P *p = new P(1, 2); int r = p->y; delete p; return r + static_cast<P>(3).x; }
struct D : P { int w; }; constexpr D d(P(1,2), 3); static_assert(d.w == 3 && d.y == 2);
static_assert(__is_constructible(P, int, int) && !__is_constructible(P, int, int, int));
struct M { P p; constexpr M() : p(5, 6) {} }; static_assert(M().p.y == 6);
constexpr P n(1.5, 2); 
}
namespace t_explicitb {
template<class T> struct S { T t; constexpr explicit(sizeof(T) > 4) S(T t) : t(t) {} explicit(sizeof(T) > 4) operator int() const { return 1; } };
static_assert(__is_convertible(int, S<int>) && !__is_convertible(double, S<double>) && __is_constructible(S<double>, double));
static_assert(__is_convertible(S<int>, int) && !__is_convertible(S<double>, int));
struct P { template<class T> explicit(!__is_convertible(T, int)) P(T); };
static_assert(__is_convertible(int, P) && !__is_convertible(int*, P) && __is_constructible(P, int*));
}
