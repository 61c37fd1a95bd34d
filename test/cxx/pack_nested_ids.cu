// SPDX-License-Identifier: Apache-2.0
// Template-ids around a pack, nested 36 deep: an argument list is remembered with the packs that it
// names. (Each level was read twice, to see whether it is a type and for good.)
// RUN: cuprum --default-device --check-all --syntax-only %s
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class... T> struct List {
    static constexpr int n = sizeof...(T);
};
template <class T> struct W {
    using inner = T;
};
template <class T, class U> struct Two {};
template <class T, T... I> struct Ints {};

#define W6(x) W<W<W<W<W<W<x>>>>>>
#define W36(x) W6(W6(W6(W6(W6(W6(x))))))

template <class... P> struct Deep {
    using type = List<W36(P)...>;
    static constexpr int n = List<W36(P)...>::n + List<W36(List<P...>)>::n;
    using of_lists = List<W36(List<P>)...>;
};
static_assert(same<Deep<int, char>::type, List<W36(int), W36(char)>>, "");
static_assert(same<Deep<>::type, List<>>, "");
static_assert(Deep<int, char, long>::n == 4, "");
static_assert(same<Deep<int, char>::of_lists, List<W36(List<int>), W36(List<char>)>>, "");

// a pack of the class and one of its member, bound together and apart
template <class... P> struct Outer {
    template <class... Q> struct Inner {
        using type = List<W<W<W<Two<P, Q>>>>...>; // ERROR: mismatched lengths
        using mixed = List<W<W<Two<List<P...>, Q>>>...>;
    };
};
static_assert(same<Outer<int, char>::Inner<long, bool>::type, List<W<W<W<Two<int, long>>>>, W<W<W<Two<char, bool>>>>>>, "");
static_assert(same<Outer<int, char>::Inner<long, bool>::mixed, List<W<W<Two<List<int, char>, long>>>, W<W<Two<List<int, char>, bool>>>>>, "");
Outer<int, char>::Inner<long>::type lengths;

// values: function parameters and the numbers below N
template <class... P> constexpr int values(P... p) {
    List<W<W<decltype(p + 1)>>...> l;
    return same<decltype(l), List<W<W<decltype(P() + 1)>>...>> ? (typename W<W<P>>::inner::inner(p) + ... + 0) : -1;
}
static_assert(values(1, 'c', 2.0) == 102, "");
template <int N> using Upto = List<W<W<Ints<int, __integer_pack(N)...>>>>;
template <int N> using Each = List<W<W<Ints<int, __integer_pack(N)>>>...>;
static_assert(same<Upto<3>, List<W<W<Ints<int, 0, 1, 2>>>>>, "");
static_assert(same<Each<2>, List<W<W<Ints<int, 0>>>, W<W<Ints<int, 1>>>>>, "");

template <class... P> struct Bare {
    W<W<P>> member; // ERROR: pack
};
Bare<int> bare;
