// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all -w %s
// The valid neighbours of what errors_specializations, errors_small_rules, errors_access_paths and errors_instances refuse.
namespace heads {
template <class T> struct A { static T a; struct B; template <class U> void f(U); void f(int); template <class U> struct C; };
template <class T> T A<T>::a = T();
template <class T> struct A<T>::B { T t; };
template <class T> template <class U> void A<T>::f(U) {}
template <class T> void A<T>::f(int) {}
template <class T> template <class U> struct A<T>::C { U u; };
template <> void A<int>::f(int) {}
template <> template <> void A<int>::f(long) {}
template <> template <class U> void A<char>::f(U) {}
template <> struct A<short>::B { void g(); };
void A<short>::B::g() {}
template <const char *P> struct N { static const char *p; };
template <const char *P> const char *N<P>::p = P;
template void A<double>::f<long>(long);
template float A<float>::a;
template <class T> static int twice(T);
template <class T> int twice(T) { return 1; }
template int twice(int);
} // namespace heads
namespace inner {
inline namespace v1 { template <class T> struct S {}; template <class T> void f(T) {} }
template <> struct S<int> {};
template <> void f(int) {}
template struct S<long>;
} // namespace inner
namespace declared {
struct A { struct B; struct C { struct D; }; int x = 0; virtual void f() = 0; };
struct A::B {};
struct A::C::D {};
struct Over : A { void f() = 0; };
void handlers(int a) try { try { int a = 0; (void)a; } catch (int e) { { int e = 1; (void)e; } } } catch (long b) { (void)b; (void)a; }
extern "C" int linked;
extern int linked;
const int limit = 3;
void defaults() { const int n = 2; extern void g(int = n); void h(int x, int = sizeof(x)); (void)limit; }
int in_parameter(int n = [] { return limit; }());
struct Flexible { int n; char c[]; };
namespace late { struct S; class X { friend struct S; int i; }; struct S { int f(X x) { return x.i; } }; }
bool above(int *p, int *q) { return p < q || p == 0 || nullptr != q; }
} // namespace declared
namespace access {
class A { typedef int P; template <class T> struct In { A::P p; }; In<P> in; template <class> friend struct Friend; };
template <class T> struct Friend { A::P p; };
Friend<int> f;
struct Base { protected: int a; void m(); template <class T> void t(); static int s; };
struct Derived : Base {
    void g(Derived *d) { d->a = 1; d->m(); d->t<int>(); auto p = &Derived::a; (void)p; (void)&Base::s; }
    using Base::a;
};
struct V { int x; };
struct L : virtual V {};
struct R : virtual V { int x; };
struct D : L, R { int f() { return x; } };
struct C1 { operator int() const; };
struct C2 : C1 { operator int() const; };
int convert(const C2 &c) { return c; }
} // namespace access
namespace instances {
typedef int F(int);
template <class T> struct Holds { T *p; T &f(); };
Holds<F> holds;
template <class T> struct Only { void f() { typename T::x y; } T t; };
Only<int> only;
template <class T> struct Befriends { friend void befriended(Befriends) {} };
Befriends<int> b1;
Befriends<long> b2;
template <class T> constexpr T zero = T();
template <class T> struct Base { static int size(); };
template <class T> struct Calls : Base<T> { static int f() { return Calls::size() + Base<T>::size(); } };
template <class T> struct Bound { static const int n = 3; int a[n]; };
template <class T> int none(T) { return sizeof(zero<T>); }
template <class T> auto sized(T t) -> decltype(t.size(), 1);
template <class T> long sized(...);
long chosen = sized<int>(0);
} // namespace instances
