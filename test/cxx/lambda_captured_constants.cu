// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// A constant that a lambda captures because it is used as an object is still a constant in the
// lambda's body, as gcc, clang and nvcc have it.
struct A {
    int i;
    constexpr int f(const int &) const { return i; }
    constexpr int s() const { return i; }
    constexpr operator int() const { return i; }
};
template <int N> struct Foo {
    int v[N];
};
void g(int n) {
    constexpr A a = {42};
    [&](auto x) {
        constexpr auto y = a.f(x);
        static_assert(y == 42);
    }(24);
    [&] {
        constexpr auto y = a;
        static_assert(y.i == 42);
        Foo<a.s()> f;
        Foo<a> h;
        static_assert(sizeof(f) == sizeof(h) && sizeof(f) == 168);
    };
    [=] { static_assert(a.s() == 42 && a == 42); };
    [&] { return [&] { return Foo<a.s()>(); }; };
    [&a] { return Foo<a.s()>(); };
    const A later{n};
    int array[3] = {};
    [&] { return Foo<later.s()>(); }; // ERROR: expression must have a constant value
    [&] { constexpr int m = array[0]; }; // ERROR: expression must have a constant value
    [&] { return Foo<sizeof(array)>(); };
}
constexpr int whole() {
    constexpr auto a = A{5};
    auto it = [&] {
        Foo<a.s()> it = {};
        return it;
    }();
    return sizeof(it);
}
static_assert(whole() == 20);
constexpr int sum(int n) {
    A a = {n};
    return [&] { return a.s() + a.i; }();
}
static_assert(sum(4) == 8);
