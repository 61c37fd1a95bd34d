// Deduction of class template arguments goes by the primary template's constructors
// [over.match.class.deduct]/1, also where the arguments found have a specialization that declares
// others; which of its own constructors then runs is another question.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
template <class A, class B> constexpr bool same = __is_same(A, B);
struct adopt {};
template <class... M> struct lock {
    explicit lock(M &...) {}
    explicit lock(adopt, M &...) noexcept {}
    lock(const lock &) = delete;
};
template <> struct lock<> {
    explicit lock() = default;
};
template <class M> struct lock<M> {
    explicit lock(M &) {}
    explicit lock(adopt, M &) {}
    lock(const lock &) = delete;
};
void locks(int m, char c) {
    lock one(m), adopted(adopt(), m);
    lock two(m, c);
    lock none;
    static_assert(same<decltype(one), lock<int>> && same<decltype(adopted), lock<int>>);
    static_assert(same<decltype(two), lock<int, char>> && same<decltype(none), lock<>>);
}

template <class T, class U = int> struct V {
    V(T, U = 0);
    template <class I> V(I, I, T);
    V(V *, T, char); // the injected name is the class found
};
template <class U> struct V<char, U> {
    int only;
    V(char);
    V(char, U);
    template <class I> V(I, I, char);
    V(V *, char, char);
};
template <> struct V<long, int> {
    V(long);
    V(V *, long, char);
};
void members(long l) {
    V pair('a', 2.0f);
    V partial('a'), of_template(1, 2, 'a'), injected(&partial, 'x', 'c');
    partial.only = injected.only = 1;
    static_assert(same<decltype(pair), V<char, float>>);
    static_assert(same<decltype(of_template), V<char, int>>);
    V whole(l), again(&whole, l, 'c'), copy(whole);
    static_assert(same<decltype(again), V<long, int>> && same<decltype(copy), V<long, int>>);
}

template <class... T> struct Tup {
    Tup(T...);
};
template <class A, class B> struct Tup<A, B> {
    int two;
    Tup(A, B);
};
template <class T> struct Named {
    typedef T value;
    Named(typename Named::value, T);
};
template <class T> struct Named<T *> {
    Named(T *, T *);
};
template <class T> struct Guided {
    Guided(T);
};
template <> struct Guided<char> {};
void others(int *p) {
    Tup two(1, 2);
    Tup one(1);
    two.two = 3;
    Named pointers(p, p);
    static_assert(same<decltype(pointers), Named<int *>> && same<decltype(one), Tup<int>>);
    Guided unfit('a'); // ERROR: no instance of constructor
}
// A pack in front of parameters is no default argument.
template <class... T> struct Front {
    Front(T...);
    Front(const T &..., int, Front *);
    static int tail(T..., int a, int b = 1);
};
Front<int, char> front(1, 'a');
int tail = Front<int>::tail(1, 2);
