// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --std=c++20 --syntax-only %s
// Classes with arrays of no elements alone have no size in gcc, but an empty base has its byte.
struct E {};
struct A { int m[0]; };
static_assert(sizeof(A) == 0 && alignof(A) == 4 && !__is_empty(A));
struct B : A {};
static_assert(sizeof(B) == 0);
struct C { A a; int x; };
static_assert(sizeof(C) == 4 && __builtin_offsetof(C, x) == 0);
struct D { A a[3]; };
static_assert(sizeof(D) == 0);
struct F : A { int x; };
static_assert(sizeof(F) == 4);
struct G : E { int m[0]; };
static_assert(sizeof(G) == 4);
struct H { E e; int m[0]; };
static_assert(sizeof(H) == 4);
union U { int m[0]; };
static_assert(sizeof(U) == 0);
struct I { int : 0; };
static_assert(sizeof(I) == 1 && __is_empty(I));
struct J { A a; E e; };
static_assert(sizeof(J) == 4);
struct alignas(8) K { int m[0]; };
static_assert(sizeof(K) == 0 && alignof(K) == 8);
struct L { [[no_unique_address]] E e; int m[0]; };
static_assert(sizeof(L) == 4);
struct M { virtual void f(); A a; };
static_assert(sizeof(M) == 8);
struct N { E e[0]; };
struct O : E { N n[1ull << 40]; E e; }; // all of them at one place
static_assert(sizeof(N) == 0 && sizeof(O) == 2);
