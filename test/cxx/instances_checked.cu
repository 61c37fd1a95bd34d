// With --check-all the instances that functions of the file use are checked, device functions that nothing needs included; what
// was wrong in such bodies: operators that a block's using-declaration names, conversion templates called by name, member
// pointers folded, conditional operands that convert to one scalar type, `&` of a constant in a generic lambda.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// EXIT[A]: 0
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
template <class T> void thing(T x) {
    static_assert(sizeof(T) != 4, "four"); // ERROR[B]: static assertion failed with "four"
    (void)x;
}
#ifdef BAD
void user() {
    thing(1);
}
#endif
void fine() {
    thing(1L);
}
template <class C> struct stream {};
namespace N {
template <class C, class T> void operator<<(stream<C>, T) {}
void operator-(stream<char>, int) {}
} // namespace N
template <class T> void shift(T v, stream<char> os) {
    using N::operator<<;
    os << v;
    using N::operator-;
    os - v;
}
struct Conv {
    template <class T> operator T() { return T(); }
};
template <int> int named() {
    return Conv().operator int();
}
struct A {
    int i;
};
template <class T> T &g(T &t) {
    return t;
}
template <class U, class... Vs> void fold(U u, Vs... vs) {
    (g(u).* ... .*vs) = 42;
}
typedef int (*Fn)();
template <class T> Fn pick(bool a) {
    return a ? [] { return 1; } : [] { return 2; };
}
template <class T> void call(T t) {
    t(1);
}
void use(stream<char> os) {
    shift(1, os);
    named<0>();
    fold(A(), &A::i);
    pick<int>(true)();
    const unsigned long nf = 10;
    auto loop = [&](auto) { return &nf; };
    call(loop);
}
