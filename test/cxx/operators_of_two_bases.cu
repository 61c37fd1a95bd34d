// An operator that two bases have is ambiguous [class.member.lookup]/5, and no candidate for a substitution.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
struct A {
    void operator()();
    int operator+(int);
    int operator[](int);
    int operator-(int);
};
struct B {
    void operator()(int);
    int operator+(long);
    int operator[](long);
    int operator-(long);
};
struct Both : A, B {};
struct Using : A, B {
    using A::operator();
    using B::operator();
    int operator+(char);
};
struct Top { int operator()(int) { return 0; } };
struct Left : virtual Top {};
struct Right : virtual Top {};
struct Diamond : Left, Right {};
template <class T> decltype(T()()) call(int);
template <class> int call(...);
static_assert(__is_same(decltype(call<Both>(0)), int) && __is_same(decltype(call<A>(0)), void), "");
void good(Using u, Diamond d) {
    u();
    u(1);
    u + 'c';
    d(1);
}
#ifdef BAD
int bad(Both b) {
    b(); // ERROR[B]: "operator()" is ambiguous
    b[1]; // ERROR[B]: "operator[]" is ambiguous
    b.A::operator[](1);
    return b + 1; // ERROR[B]: "operator+" is ambiguous
}
#endif
