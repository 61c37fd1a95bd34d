// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// In a lambda `this` is captured for the member function that overload resolution chooses, so not
// for a static one among others [expr.prim.lambda.capture]/7.
struct A {
    static void f() {}
    static int i;
    void f(int);
    template <class T> static void g(T) {}
    template <class T> void g() {}
    template <int N> void h() {}
    static void s();
    void s(int) const;
    void foo() {
        [] {
            ++i;
            f();
            (void (*)()) & A::f;
            A::f();
            g(1);
            s();
        };
        auto all = [&](auto x) {
            f();
            A::h<3>();
            h<2>();
            g<int>();
        };
        all(1);
        auto none = [](auto x) {
            f();
            g(x);
            A::s();
        };
        none(1);
        [=] {
            f(1);
            [] { f(); };
            [] { f(1); }; // ERROR: "this" is not captured by the lambda
        };
        auto without = [=] { f(); };
        static_assert(sizeof(without) == 1);
        auto with = [=] { f(1); };
        static_assert(sizeof(with) == sizeof(void *));
        [this] { f(1); };
        [*this]() mutable { f(1); };
        [*this] { s(1); };
        [] { g<int>(); }; // ERROR: "this" is not captured by the lambda
        [] { A::h<1>(); }; // ERROR: "this" is not captured by the lambda
    }
    static void st() {
        [] { f(); }();
        f();
        f(1); // ERROR: a nonstatic member reference must be relative to a specific object
    }
};
