// Ranking [over.ics.rank] and [over.best.ics]: arrays that a list initialises by their bounds, enumerations promoted to their
// fixed type, qualification through a reference, no user conversion before the copy of a list's only list; redeclared
// templates whose results name parameter packs are one.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
template <int N> struct Num {};
Num<2> comp(int const (&)[2]);
Num<3> comp(int const (&)[3]);
static_assert(__is_same(decltype(comp({0, 1})), Num<2>) && __is_same(decltype(comp({0, 1, 2})), Num<3>));
enum E : char { e };
enum L : long { l };
enum I : int { i };
Num<1> en(char);
Num<2> en(int);
Num<1> el(long);
Num<2> el(int);
Num<1> es(int);
Num<2> es(short);
static_assert(__is_same(decltype(en(e)), Num<1>) && __is_same(decltype(el(l)), Num<1>));
static_assert(__is_same(decltype(es(i)), Num<1>));
Num<1> q(int *);
Num<2> q(const int *const &);
static_assert(__is_same(decltype(q((int *)nullptr)), Num<1>) && __is_same(decltype(q((const int *)nullptr)), Num<2>));
struct Arr {
    int e[2];
};
class C {};
struct D {
    D(C) {}
};
struct F {
    F(Arr) {}
    F(D) {}
};
F fn() {
    return {{{0}}};
}
class Addr {
    unsigned long m;

  public:
    constexpr Addr(unsigned long b) : m(b) {}
    constexpr Addr(const Addr &o) : m(o.m) {}
};
struct Nested {
    constexpr Nested(const Addr p) : m(p) {}
    Addr m;
};
void lists() {
    const Nested t[2] = {{{0x42}}, {{0x43}}};
    (void)t;
}
template <class R> struct future {};
template <class Fn, class... A> auto async(Fn &&fn, A &&...a) -> future<decltype(fn(a...))>;
template <class Fn, class... A> auto async(Fn &&fn, A &&...a) -> future<decltype(fn(a...))>;
int work(int);
using Made = decltype(async(work, 1));
template <class T> constexpr int bound(T) {
    return 1;
}
template <class T, class U = T[sizeof(T) - 5]> constexpr int bound(T, U * = 0) {
    return 2;
}
static_assert(bound(123) == 1);
