// The copy deduction candidate [over.match.class.deduct]/1.2 is ranked with the others: a guide beats it that is as
// specialized; it fits arguments of derived classes; a constructor beats a constructor template [over.match.best]/2.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
// RUN: cuprum %s --syntax-only --check-all -std=c++20
namespace std {
template <class E> class initializer_list {
    const E *at;
    unsigned long n;
};
} // namespace std
template <class T> struct A {
    using value_type = T;
    A(value_type) {}
    A(const A &) {}
    A(T, T, int) {}
    template <class U> A(int, T, U) {}
};
template <class T, int = 1> struct Counted {
    Counted() = default;
    Counted(const Counted &) = delete;
    template <int I> Counted(const Counted<T, I> &) {}
};
template <class T, int I> Counted(Counted<T, I>) -> Counted<T, I + 1>;
template <class T> struct Plain {
    T t;
};
struct FromPlain : Plain<int> {};
void f(FromPlain &d) {
    A x(1, 2, 3);
    static_assert(__is_same(decltype(x), A<int>));
    Counted<int> c;
    Counted e = c;
    static_assert(__is_same(decltype(e), Counted<int, 2>));
    Plain p(d);
    static_assert(__is_same(decltype(p), Plain<int>) && __is_same(decltype(Plain{d}), Plain<int>));
    std::initializer_list l{1, 2, 3};
    static_assert(__is_same(decltype(l), std::initializer_list<int>));
}
template <class T> A(T) -> A<T>;
void g() {
    A a(42);
    A b = a;
    static_assert(__is_same(decltype(b), A<int>));
}
template <class T> A(A<T>) -> A<A<T>>;
void h(A<int> &a) {
    A b = a;
    static_assert(__is_same(decltype(b), A<A<int>>));
}
