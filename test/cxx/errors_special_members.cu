// Constant members once initialised [expr.const], what can be defaulted, delegating constructors, inherited constructors.
// RUN: cuprum %s --syntax-only --check-all -std=c++20
struct U {
    int e[3];
    constexpr const int &at(int i) const { return e[i]; }
};
struct S {
    const U m;
    constexpr S(int) : m{} { const_cast<int &>(m.at(0)) = 42; }
};
constexpr S s1 = 1; // ERROR: expression must have a constant value
struct K {
    int k;
    constexpr K(int) : k(0) { const_cast<int &>(k) = 1; }
};
constexpr K k1 = 1;
struct D {
    int i, j;
    D(int n) : i(n) {}
    D() : D(0), j(0) {} // ERROR: a delegating constructor can have no other initializer
};
struct V {
    V(volatile V &) = default;  // ERROR: cannot be defaulted
    V(const V &, ...) = default; // ERROR: cannot be defaulted
};
struct A {};
struct B : A {};
struct C : B {
    using B::B;
    using A::A; // ERROR: "A" is not a direct base of "C", so its constructors cannot be inherited
};
