// SPDX-License-Identifier: Apache-2.0
// Concepts, requires-expressions, constrained templates and overloads, subsumption.
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
template <class T, class U> inline constexpr bool same_v = __is_same(T, U);
template <class T, class U> concept Same = same_v<T, U> && same_v<U, T>;
template <class T> concept Int = __is_integral(T);
template <class T> concept Signed = Int<T> && T(-1) < T(0);
template <class T> concept Small = sizeof(T) <= 2;
template <class T> concept Num = Int<T> || __is_floating_point(T);
template <class T, class U> concept To = __is_convertible(T, U);
template <class T> concept Any = true;
static_assert(Int<int> && !Int<float> && Signed<int> && !Signed<unsigned> && !Signed<float>);

// requires-expressions: every kind of requirement
template <class T> concept HasX = requires(T t) {
    t.x;
    typename T::type;
    { t.f() } noexcept -> Same<int>;
    requires Int<typename T::type>;
    t + 1;
};
struct A { int x; using type = int; int f() noexcept; int operator+(int); };
struct B { int x; using type = int; int f(); int operator+(int); };
struct C { int x; using type = float; int f() noexcept; int operator+(int); };
static_assert(HasX<A> && !HasX<B> && !HasX<C> && !HasX<int>);
template <class F, class... P> concept Callable = requires(F f, P... p) { { f(p...) } -> To<int>; };
static_assert(Callable<int (*)(int, float), int, float> && !Callable<int (*)(int, float), int>);
template <class T> constexpr bool less = requires(T a, T b) { a < b; requires sizeof(T) > 1; };
static_assert(less<int> && !less<char> && !less<A>);
template <class T> constexpr int branch(T t) {
    if constexpr (requires { t.f(); }) return 1;
    else if constexpr (requires { t + 1; }) return 2;
    else return 0;
}
static_assert(branch(1) == 2);

// overloads by subsumption
template <class T> constexpr int f(T) { return 0; }
template <Int T> constexpr int f(T) { return 1; }
template <Signed T> constexpr int f(T) { return 2; }
template <class T> requires Signed<T> && Small<T> constexpr int f(T) { return 3; }
static_assert(f(1.0f) == 0 && f(1u) == 1 && f(1) == 2 && f((short)1) == 3);
template <class T> constexpr int t(T) requires Num<T> { return 1; }
template <class T> constexpr int t(T) requires Int<T> { return 2; }
template <class T> constexpr int t(T) requires Signed<T> && true { return 3; }
static_assert(t(1.f) == 1 && t(1u) == 2 && t(1) == 3);

// abbreviated templates
constexpr int g(auto) { return 0; }
constexpr int g(Int auto) { return 1; }
constexpr int g(Int auto x, Int auto... y) { return 2 + sizeof...(y); }
constexpr int g(const To<double> auto *, auto &&) { return 9; }
static_assert(g(1.f) == 0 && g(1) == 1 && g(1, 2) == 3);
struct Abbr {
    constexpr int m(auto x) const;
    template <class T> constexpr int n(T t, Int auto u) const;
};
constexpr int Abbr::m(auto x) const { return x + 1; }
template <class T> constexpr int Abbr::n(T t, Int auto u) const { return t + u; }
static_assert(Abbr().m(1) == 2 && Abbr().n(1, 2) == 3);
template <class T> struct AbbrT { constexpr int m(auto x) const; };
template <class T> constexpr int AbbrT<T>::m(auto x) const { return x + sizeof(T); }
static_assert(AbbrT<int>().m(1) == 5);
constexpr int ad(Int auto) { return 1; }
constexpr int (*pad)(int) = ad;
static_assert(pad(3) == 1);

// classes, partial specializations, alias and variable templates
template <class T> struct S { static constexpr int v = 0; };
template <Int T> struct S<T> { static constexpr int v = 1; };
template <Signed T> struct S<T> { static constexpr int v = 2; };
template <class T> requires Int<T> struct S<T *> { static constexpr int v = 3; };
static_assert(S<float>::v == 0 && S<unsigned>::v == 1 && S<int>::v == 2);
static_assert(S<int *>::v == 3 && S<float *>::v == 0);
template <Int T> struct Box { T t; constexpr Box(T t) : t(t) {} };
template <class T> requires Int<T> using Ptr = T *;
template <class T> requires Int<T> inline constexpr int var = 1;
template <class T> concept CanBox = requires { typename Box<T>; };
template <class T> concept CanDeduce = requires(T t) { Box(t); };
template <class T> concept CanPtr = requires { typename Ptr<T>; };
template <class T> concept CanVar = requires { var<T>; };
static_assert(CanDeduce<int> && CanBox<int> && CanPtr<int> && CanVar<int>);
static_assert(!CanDeduce<float> && !CanBox<float> && !CanPtr<float> && !CanVar<float>);
template <class T> inline constexpr int vp = 0;
template <Int T> inline constexpr int vp<T> = 1;
template <Signed T> inline constexpr int vp<T> = 2;
static_assert(vp<float> == 0 && vp<unsigned> == 1 && vp<int> == 2);

// members of templates
template <class T> struct M {
    M() = default;
    constexpr M(int) requires Int<T> {}
    constexpr int f() { return 0; }
    constexpr int f() requires Int<T> { return 1; }
    constexpr int f() requires Signed<T> { return 2; }
    template <Int U> constexpr int g(U) requires Small<T> { return 1; }
    template <class U> constexpr int g(U) { return 0; }
    constexpr int h() requires Int<T>;
    constexpr int h();
    constexpr operator int() const requires Int<T> { return 7; }
};
template <class T> constexpr int M<T>::h() requires Int<T> { return 1; }
template <class T> constexpr int M<T>::h() { return 0; }
static_assert(M<float>().f() == 0 && M<unsigned>().f() == 1 && M<int>().f() == 2);
static_assert(M<float>().g(1) == 0 && M<short>().g(1) == 1);
static_assert(__is_constructible(M<int>, int) && !__is_constructible(M<float>, int));
static_assert(M<float>().h() == 0 && M<int>().h() == 1);
static_assert(__is_convertible(M<int>, int) && !__is_convertible(M<float>, int));

// eligible special members
template <class T> struct Opt {
    T v;
    Opt() = default;
    constexpr Opt(const Opt &) requires __is_trivially_copyable(T) = default;
    constexpr Opt(const Opt &o) : v(o.v) {}
    constexpr ~Opt() requires __is_trivially_copyable(T) = default;
    constexpr ~Opt() {}
};
struct NT { constexpr NT() {} constexpr NT(const NT &) {} constexpr ~NT() {} };
static_assert(__has_trivial_destructor(Opt<int>) && !__has_trivial_destructor(Opt<NT>));
static_assert(__is_trivially_copyable(Opt<int>) && !__is_trivially_copyable(Opt<NT>));

// friends, placeholders, packs, folds, lambdas
template <class T> struct F {
    friend constexpr int fr(F) requires Int<T> { return 1; }
    friend constexpr int fr(F) { return 0; }
    template <Int U> friend constexpr int fr2(F, U) { return 5; }
};
static_assert(fr(F<int>{}) == 1 && fr(F<float>{}) == 0 && fr2(F<float>{}, 1) == 5);
constexpr Int auto k = 5;
constexpr Int decltype(auto) k2 = k + 1;
constexpr Any auto h(int x) { return x; }
template <Int auto N> struct V { static constexpr int v = N; };
static_assert(V<5>::v == 5 && h(3) == 3);
template <class T> concept CanV = requires { typename V<T{}>; };
static_assert(CanV<int> && !CanV<double>);
template <Int... Ts> constexpr int p(Ts...) { return sizeof...(Ts); }
template <class... Ts> requires(Int<Ts> && ...) constexpr int q(Ts...) { return sizeof...(Ts); }
template <class... Ts> constexpr int q(Ts...) { return -1; }
static_assert(p(1, 2, 3) == 3 && q(1, 2) == 2 && q(1.f, 2) == -1 && q() == 0);
template <class T, class... Us> concept OneOf = (Same<T, Us> || ...);
template <OneOf<int, float> T> constexpr int one(T) { return 1; }
constexpr int one(auto) { return 0; }
static_assert(one(1) == 1 && one('c') == 0);
static_assert([](Int auto x) { return x + 1; }(1) == 2);
static_assert([]<class T>(T x) requires Int<T> { return x + 2; }(1) == 3);

// satisfaction stops early; a failure in a later operand does not matter
template <class T> struct Hard { static_assert(sizeof(T) == 0); static constexpr bool v = true; };
template <class T> concept Early = Any<T> || Hard<T>::v;
template <class T> concept Never = !Any<T> && Hard<T>::v;
static_assert(Early<int> && !Never<int>);
