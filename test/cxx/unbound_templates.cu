// RUN: cuprum --syntax-only --check-all --default-device -std=c++20 %s
// Templates that nothing instantiates are read with their parameters unbound [temp.res.general]/6:
// names that do not depend on them must be found, packs expanded, types fit.
template <class T> struct Base { int b; template <class U> void mt(U); };
struct Known { int k; void f(int); };

template <class T> struct A : Base<T>, Known {
    T x;
    int y;
    A(T t) : Base<T>(), x(t), y(1) {}
    void good(T a) {
        x = a;
        this->b = 2;       // of the unknown base
        this->nothing = 3; // perhaps too
        k = 4;
        f(5);
        g(a);
        A q(a);
        A<T> r(a);
        q.good(r.x);
        this->template mt<int>(3);
        for (auto z : a) z.foo();
        auto l = [&, this](auto v) { return v + y + x; };
        l(a);
        auto [c, d] = a;
        if constexpr (sizeof(T) > 4) return;
    }
    void bad1(T a) { y = undeclared1; } // ERROR: identifier "undeclared1" is undefined
    void bad2() { y.foo(); } // ERROR: expression must have class type but it has type "int"
    template <class U> void bad3(U u) { u + undeclared3; } // ERROR: identifier "undeclared3" is undefined
    void bad4() { b = 1; } // ERROR: identifier "b" is undefined
    void bad5() { auto l = [](auto q) { return q + undeclared5; }; } // ERROR: identifier "undeclared5" is undefined
    static_assert(sizeof(int) == 8); // ERROR: static assertion failed
    static_assert(sizeof(T) == 8);
};

template <class T> struct Uses : Base<T> {
    using Base<T>::b;
    using Base<T>::mt;
    using typename Base<T>::type;
    typename Base<T>::other o;
    type t;
    int f() { mt(1); return b + Uses::c; }
    template <class U> struct In { U u; };
    void h() { In<int> i; i.u = 3; }
};

template <class... Ts> int pack1(Ts... ts) { int a[] = {ts...}; return sizeof...(ts) + (ts + ...); }
template <class... Ts> int pack2(Ts... ts) { return ts; } // ERROR: parameter pack "ts" was referenced but not expanded
template <class... Ts> void pack3(Ts... ts) { Ts t; } // ERROR: parameter pack "Ts" was referenced but not expanded
template <class... Ts> void pack4(Ts... ts) { pack1([ts] { return ts; }...); pack1([](Ts q) noexcept(sizeof(Ts) > 1) {}...); }
template <class... Ts> void pack5(Ts... ts) { pack1([=] { Ts q; }); } // ERROR: parameter pack "Ts" was referenced but not expanded
template <class T> auto ret(bool b) { if (b) return T(); return 1; }

enum class E : int { a = 1, b = 128, c = a | b };

// A static member of the class that is read depends by its value: what it is an argument of, too.
template <class T, class U> struct SizeIs { static constexpr bool value = sizeof(U) == 4; };
template <unsigned long N, class T> struct NthOf { using type = T; };
template <class T, unsigned long R> struct StaticArg {
    static constexpr unsigned long index = R - 1;
    using Type = typename NthOf<index, T>::type;
    static constexpr int fits = SizeIs<T, Type>::value ? 1 : 0;
};
