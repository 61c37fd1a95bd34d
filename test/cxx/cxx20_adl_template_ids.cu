// SPDX-License-Identifier: Apache-2.0
// Template-ids found by argument-dependent lookup, value parameters whose type is deduced,
// decltype of bindings, canonical class values, designated and parenthesised initialisers.
// RUN: cuprum --syntax-only -std=c++20 --check-all --default-device %s
template <class A, class B> inline constexpr bool same = __is_same(A, B);
namespace M {
struct S { int x; };
template <class T> void get(S);
template <int I> constexpr int adl(const S &) { return I; }
}
void adl_only(M::S s) { get<int>(s); }
template <class T, int I> concept CanAdl = requires(T t) { adl<I>(t); };
static_assert(CanAdl<M::S, 3> && !CanAdl<int, 3>);
template <class T, T v> struct Const {};
template <class T> struct TypeOf;
template <class T, T v> struct TypeOf<Const<T, v>> { using type = T; };
template <long n> struct Long {};
template <class T> struct ValueOf;
template <class T, T n> struct ValueOf<Long<n>> { using type = T; };
static_assert(same<ValueOf<Long<2>>::type, long>);
template <class T> struct Bound;
template <class T, T n> struct Bound<int[n]> { using type = T; };
static_assert(same<Bound<int[42]>::type, decltype(sizeof 0)>);
struct Ref { int i; int &r; const int c; };
void bindings(Ref a) {
    auto [i, r, c] = a;
    static_assert(same<decltype(i), int> && same<decltype(r), int &> && same<decltype(c), const int>);
    static_assert(same<decltype((i)), int &>);
}
struct A1 { char c[5]; };
template <A1> struct B1 {};
static_assert(same<B1<A1{}>, B1<A1{{0, 0}}>> && !same<B1<A1{}>, B1<A1{{1}}>>);
struct Op { struct Put { int x; } put; };
constexpr Op op{.put = 7};
static_assert(op.put.x == 7);
static_assert(__is_constructible(int[2], int, int) && !__is_constructible(int[1], int, int));
template <class T> struct Str { T s[4]; };
static_assert(same<decltype(Str{"abc"}), Str<char>>);
template <class T> struct Eq { template <class U> bool operator==(const Eq<U> &) const; };
bool eq(Eq<int> a, Eq<float> b) { return a == b; }
struct Old { bool operator==(const Old &); };
bool old(Old a, Old b) { return a == b; }
template <class T> concept Diff = requires(T x, T y) { x - y; };
static_assert(Diff<int *> && !Diff<void *>);
template <class F> struct Sig;
template <class R, class C, bool N, class... P> struct Sig<R (C::*)(P...) const noexcept(N)> { static constexpr bool n = N; };
struct Fn { int a() const noexcept; int b(int) const; };
static_assert(Sig<decltype(&Fn::a)>::n && !Sig<decltype(&Fn::b)>::n);
template <A1 a> struct TypeOfParm { static_assert(same<decltype(a), A1> && same<decltype((a)), const A1 &>); static constexpr int n = sizeof(decltype(a)::c); };
static_assert(TypeOfParm<A1{}>::n == 5);
struct Mem { int &f(); };
void auto_functions() {
    auto &(Mem::*a)() = &Mem::f;
    int &(Mem::*b)() = a;
    (void)b;
}
