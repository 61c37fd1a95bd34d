// SPDX-License-Identifier: Apache-2.0
// What a conversion function to T& gives is an lvalue and does not bind to T&& [dcl.init.ref]/5.4.1; a function
// with `const volatile &` takes no rvalue.
// RUN: cuprum %s --check-all --syntax-only
struct R {}; struct D : R {};
struct C1 { operator R &(); }; struct C2 { operator R &&(); }; struct C3 { operator R(); }; struct C4 { operator R &() const; operator R &&() const; }; struct C5 { operator D &(); }; struct C6 { operator int &(); }; struct C7 { operator const R &(); };
int h(R &&); int i(const R &); int j(int &&);
template <class T> T dv();
template <class T, class = decltype(h(dv<T>()))> constexpr int th(int) { return 1; } template <class T> constexpr int th(...) { return 0; }
template <class T, class = decltype(i(dv<T>()))> constexpr int ti(int) { return 1; } template <class T> constexpr int ti(...) { return 0; }
template <class T, class = decltype(j(dv<T>()))> constexpr int tj(int) { return 1; } template <class T> constexpr int tj(...) { return 0; }
static_assert(th<C1>(0) == 0); static_assert(th<C2>(0) == 1); static_assert(th<C3>(0) == 1); static_assert(th<C5>(0) == 0); static_assert(th<C7>(0) == 0);
static_assert(ti<C1>(0) == 1); static_assert(ti<C2>(0) == 1); static_assert(ti<C3>(0) == 1); static_assert(ti<C5>(0) == 1); static_assert(ti<C7>(0) == 1);
static_assert(tj<C6>(0) == 0);
struct O { void f() const volatile &; void g() const &; void h() volatile &; };
template <class T, class = decltype(dv<T>().f())> constexpr int of(int) { return 1; } template <class T> constexpr int of(...) { return 0; }
template <class T, class = decltype(dv<T>().g())> constexpr int og(int) { return 1; } template <class T> constexpr int og(...) { return 0; }
static_assert(of<O>(0) == 0); static_assert(of<O &>(0) == 1); static_assert(og<O>(0) == 1);
