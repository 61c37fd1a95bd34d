// Partial specializations: what nothing is deduced from must come out the same for one to be as
// specialized as the other; placeholders of parameters constrain; an expansion that is not last
// makes its list a non-deduced context.
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
template <bool> struct Flag {};
template <class, class = Flag<true>> struct S {
    static const int value = 0;
};
template <class T, bool N> struct S<T, Flag<N>> {
    static const int value = 1;
};
template <class T> struct S<T, Flag<T::yes>> {
    static const int value = 2;
};
struct Yes {
    static const bool yes = true;
};
struct No {
    static const bool yes = false;
};
static_assert(S<Yes>::value == 2 && S<No>::value == 1);

template <class T, class, class> struct Both {
    static const int value = 0;
};
template <class T> struct Both<T, typename T::a, void> {
    static const int value = 1;
};
template <class T> struct Both<T, typename T::a, typename T::b> {
    static const int value = 2;
};
struct HasA {
    typedef void a;
};
struct HasBoth {
    typedef void a, b;
};
static_assert(Both<HasA, void, void>::value == 1);
Both<HasBoth, void, void> unordered; // ERROR: more than one partial specialization matches

template <class T, class U> concept Same = __is_same(T, U);
template <class, auto> struct V {
    static const int value = 0;
};
template <class T, Same<T> auto N> struct V<T, N> {
    static const int value = 1;
};
static_assert(V<int, 1>::value == 1 && V<int, 'c'>::value == 0);
template <class T, Same<T> auto N> struct W {};
W<int, 'c'> w; // ERROR: does not satisfy concept

template <auto v> struct P {
    static const int value = 0;
};
template <auto *p> struct P<p> {
    static const int value = 1;
};
int object;
static_assert(P<&object>::value == 1 && P<7>::value == 0);

template <class...> struct List {};
template <class T, class> struct Last {
    static const bool value = false;
};
template <class T, template <class...> class L, class... Head> struct Last<T, L<Head..., T>> { // never
    static const bool value = true;
};
static_assert(!Last<int, List<char, int>>::value);

template <decltype(auto) v> struct Any {
    static const int value = 0;
};
template <decltype(auto) v>
    requires true
struct Any<v> {
    static const int value = 1;
};
static constexpr int known = 0;
static_assert(Any<known>::value == 1 && Any<(known)>::value == 1);
