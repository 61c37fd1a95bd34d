// RUN: cuprum -std=c++20 --check-all --syntax-only %s
// Which of several templates with packs is the more specialized [temp.func.order],
// [temp.spec.partial.order]: a pack that stands for another template's pack is all of it, wherever
// that stands and whatever an alias template makes of it. The answers are g++'s, clang's and nvcc's.
typedef unsigned long size_t;
template <class T, T... I> struct iseq {};
template <size_t... I> using seq = iseq<size_t, I...>;
template <class... T> struct tup {};
template <class T> struct box {};
template <class T, class U> struct pr {};
template <int... I> struct ints {};
template <class... T> using tupal = tup<T...>;
template <class T> using same_t = T;
template <class T> struct idn { typedef T type; };
template <class... T> using boxes = tup<box<T>...>;
namespace heads {
template <class T> struct S { static constexpr int v = 0; };
template <class... T> struct S<tup<T...>> { static constexpr int v = 1; };
template <class A, class... T> struct S<tup<A, T...>> { static constexpr int v = 2; };
template <class A, class B> struct S<tup<A, B>> { static constexpr int v = 3; };
template <class... T> struct S<tup<box<T>...>> { static constexpr int v = 4; };
static_assert(S<tup<>>::v == 4);
static_assert(S<tup<int>>::v == 2);
static_assert(S<tup<int, int>>::v == 3);
static_assert(S<tup<int, int, int>>::v == 2);
}
namespace typed_numbers {
template <class T, class U> struct S { static constexpr int v = 0; };
template <class T, T... I, class... V> struct S<iseq<T, I...>, tup<V...>> { static constexpr int v = 1; };
template <size_t... I, class... V> struct S<seq<I...>, tup<V...>> { static constexpr int v = 2; };
template <size_t... I> struct S<seq<I...>, tup<>> { static constexpr int v = 3; };
template <size_t A, size_t... I, class... V> struct S<seq<A, I...>, tup<V...>> { static constexpr int v = 4; };
static_assert(S<iseq<int, 1>, tup<>>::v == 1);
static_assert(S<seq<>, tup<int>>::v == 2);
static_assert(S<seq<>, tup<>>::v == 3);
static_assert(S<seq<1>, tup<int>>::v == 4);
static_assert(S<seq<1, 2>, tup<char, int>>::v == 4);
}
namespace aliases {
template <class T, class U> struct S { static constexpr int v = 0; };
template <class... T, class... U> struct S<tupal<T...>, tupal<U...>> { static constexpr int v = 1; };
template <class... T> struct S<tupal<T...>, tupal<T...>> { static constexpr int v = 2; };
template <class... T, class U> struct S<tupal<T...>, same_t<U>> { static constexpr int v = 3; };
static_assert(S<tup<int>, tup<char>>::v == 1);
static_assert(S<tup<int>, tup<int>>::v == 2);
static_assert(S<tup<>, tup<>>::v == 2);
static_assert(S<tup<int>, int>::v == 3);
}
namespace function_types {
template <class T> struct S { static constexpr int v = 0; };
template <class R, class... A> struct S<R(A...)> { static constexpr int v = 1; };
template <class R, class X, class... A> struct S<R(X, A...)> { static constexpr int v = 2; };
template <class X, class... A> struct S<void(X, A...)> { static constexpr int v = 3; };
template <class R, class... A> struct S<R (*)(A...)> { static constexpr int v = 4; };
template <class R, class C, class... A> struct S<R (C::*)(A...)> { static constexpr int v = 5; };
template <class R, class C, class... A> struct S<R (C::*)(A...) const> { static constexpr int v = 6; };
template <class R, class C, class X, class... A> struct S<R (C::*)(X, A...)> { static constexpr int v = 7; };
struct Q {};
static_assert(S<int()>::v == 1);
static_assert(S<int(int)>::v == 2);
static_assert(S<void(int, int)>::v == 3);
static_assert(S<int (*)(int)>::v == 4);
static_assert(S<int (Q::*)()>::v == 5);
static_assert(S<int (Q::*)() const>::v == 6);
static_assert(S<int (Q::*)(int, int)>::v == 7);
}
namespace constant_and_pack {
template <int N, class T, class U> struct S { static constexpr int v = 0; };
template <int N, class... T, class U> struct S<N, tup<T...>, U> { static constexpr int v = 1; };
template <class... T, class U> struct S<0, tup<T...>, U> { static constexpr int v = 2; };
template <int N, class H, class... T, class... U> struct S<N, tup<H, T...>, tup<U...>> { static constexpr int v = 3; };
template <class H, class... T, class... U> struct S<0, tup<H, T...>, tup<U...>> { static constexpr int v = 4; };
static_assert(S<1, tup<>, int>::v == 1);
static_assert(S<0, tup<>, int>::v == 2);
static_assert(S<1, tup<int>, tup<>>::v == 3);
static_assert(S<0, tup<int, int>, tup<int>>::v == 4);
}
namespace template_parameters {
template <class T> struct S { static constexpr int v = 0; };
template <template <class...> class L, class... T> struct S<L<T...>> { static constexpr int v = 1; };
template <class... T> struct S<tup<T...>> { static constexpr int v = 2; };
template <template <class...> class L, class T> struct S<L<T>> { static constexpr int v = 3; };
template <template <class...> class L, class... T> struct S<tup<L<T>...>> { static constexpr int v = 4; };
static_assert(S<pr<int, int>>::v == 1);
static_assert(S<tup<int, int>>::v == 2);
static_assert(S<box<int>>::v == 3);
}
namespace numbers {
template <int N, int M> struct S { static constexpr int v = 0; };
template <int N> struct S<N, N> { static constexpr int v = 1; };
template <> struct S<1, 1> { static constexpr int v = 2; };
template <int N> struct S<0, N> { static constexpr int v = 3; };
static_assert(S<1, 2>::v == 0);
static_assert(S<2, 2>::v == 1);
static_assert(S<1, 1>::v == 2);
static_assert(S<0, 4>::v == 3);
}
namespace detected {
template <class T, class = void> struct S { static constexpr int v = 0; };
template <class T> using vosame_t = void;
template <class T> struct S<T, vosame_t<typename T::type>> { static constexpr int v = 1; };
template <class T> struct S<box<T>, void> { static constexpr int v = 2; };
static_assert(S<int>::v == 0);
static_assert(S<idn<int>>::v == 1);
static_assert(S<box<int>>::v == 2);
}
namespace primary_pack {
template <class... T> struct S { static constexpr int v = 0; };
template <class T, class... U> struct S<T, U...> { static constexpr int v = 1; };
template <class T, class... U> struct S<T *, U...> { static constexpr int v = 2; };
template <class T, class U, class... V> struct S<T *, U *, V...> { static constexpr int v = 3; };
template <class... U> struct S<box<U>...> { static constexpr int v = 4; };
template <class T> struct S<T> { static constexpr int v = 5; };
static_assert(S<>::v == 4 == 1);
static_assert(S<int, int>::v == 1);
static_assert(S<int *, int>::v == 2);
static_assert(S<int *, int *, int>::v == 3);
static_assert(S<int>::v == 5);
}
namespace pairs_of_packs {
template <class T, class U> struct S { static constexpr int v = 0; };
template <class... T, class... U> struct S<tup<pr<T, U>...>, tup<U...>> { static constexpr int v = 1; };
template <class... T> struct S<tup<pr<T, int>...>, tup<T...>> { static constexpr int v = 2; };
template <class... T, class... U> struct S<tup<T...>, tup<U...>> { static constexpr int v = 3; };
static_assert(S<tup<pr<char, char>>, tup<char>>::v == 1);
static_assert(S<tup<int>, tup<char>>::v == 3);
}
namespace arrays {
template <class T> struct S { static constexpr int v = 0; };
template <class T, size_t N> struct S<T[N]> { static constexpr int v = 1; };
template <class T> struct S<T[]> { static constexpr int v = 2; };
template <class T> struct S<T[3]> { static constexpr int v = 3; };
template <size_t N> struct S<int[N]> { static constexpr int v = 4; };
template <class T> struct S<T &> { static constexpr int v = 5; };
template <class T, size_t N> struct S<T (&)[N]> { static constexpr int v = 6; };
template <class T> struct S<const T> { static constexpr int v = 7; };
static_assert(S<char[4]>::v == 1);
static_assert(S<int[]>::v == 2);
static_assert(S<char[3]>::v == 3);
static_assert(S<int[2]>::v == 4);
static_assert(S<int &>::v == 5);
static_assert(S<int (&)[3]>::v == 6);
static_assert(S<const int>::v == 7);
}
namespace repeated {
template <class A, class B, class C> struct S { static constexpr int v = 0; };
template <class A, class B> struct S<A, B, pr<A, B>> { static constexpr int v = 1; };
template <class A> struct S<A, A, pr<A, A>> { static constexpr int v = 2; };
template <class A, class... B> struct S<tup<B...>, A, pr<tup<B...>, A>> { static constexpr int v = 3; };
static_assert(S<int, char, pr<int, char>>::v == 1);
static_assert(S<int, int, pr<int, int>>::v == 2);
static_assert(S<tup<int>, int, pr<tup<int>, int>>::v == 3);
}
namespace placeholders {
template <auto... V> struct vals {}; template <class T> struct S { static constexpr int v = 0; };
template <auto... V> struct S<vals<V...>> { static constexpr int v = 1; };
template <int... V> struct S<vals<V...>> { static constexpr int v = 2; };
template <auto A, auto... V> struct S<vals<A, V...>> { static constexpr int v = 3; };
static_assert(S<vals<1L, 'a'>>::v == 3);
static_assert(S<vals<1L>>::v == 3);
}
namespace two_lists {
template <class T, class U> struct S { static constexpr int v = 0; };
template <class... T, int... I> struct S<tup<T...>, ints<I...>> { static constexpr int v = 1; };
template <class H, class... T, int J, int... I> struct S<tup<H, T...>, ints<J, I...>> { static constexpr int v = 2; };
template <class H, class... T, int... I> struct S<tup<H, T...>, ints<0, I...>> { static constexpr int v = 3; };
template <class H, int J> struct S<tup<H>, ints<J>> { static constexpr int v = 4; };
static_assert(S<tup<>, ints<>>::v == 1);
static_assert(S<tup<int, int>, ints<1, 2>>::v == 2);
static_assert(S<tup<int, int>, ints<0, 2>>::v == 3);
static_assert(S<tup<int>, ints<5>>::v == 4);
}
namespace nested_lists {
template <class T> struct S { static constexpr int v = 0; };
template <class... A, class... B> struct S<pr<tup<A...>, tup<B...>>> { static constexpr int v = 1; };
template <class... A> struct S<pr<tup<A...>, tup<A...>>> { static constexpr int v = 2; };
template <class... A> struct S<pr<tup<A...>, boxes<A...>>> { static constexpr int v = 3; };
template <class A> struct S<pr<tup<A>, boxes<A>>> { static constexpr int v = 4; };
static_assert(S<pr<tup<int>, tup<char>>>::v == 1);
static_assert(S<pr<tup<int>, tup<int>>>::v == 2);
static_assert(S<pr<tup<int, char>, tup<box<int>, box<char>>>>::v == 3);
static_assert(S<pr<tup<int>, tup<box<int>>>>::v == 4);
}
// variable templates
namespace variables {
template <class T, class U> constexpr int s = 0;
template <class... T, class U> constexpr int s<tup<T...>, U> = 1;
template <class H, class... T, class U> constexpr int s<tup<H, T...>, U> = sizeof(same_t<U>) * 0 + 2;
template <class... T> constexpr int s<tup<T...>, tup<T...>> = 3;
template <class H, class... T> constexpr int s<tup<H, T...>, tup<H, T...>> = 4;
static_assert(s<tup<>, int> == 1);
static_assert(s<tup<int>, int> == 2);
static_assert(s<tup<>, tup<>> == 3);
static_assert(s<tup<int>, tup<int>> == 4);
}
// functions
namespace list_heads {
template <class... T> constexpr int f(tup<T...>) { return 1; }
template <class A, class... T> constexpr int f(tup<A, T...>) { return 2; }
template <class A, class... T> constexpr int f(tup<A *, T...>) { return 3; }
static_assert(f(tup<>{}) == 1);
static_assert(f(tup<int>{}) == 2);
static_assert(f(tup<int *, int>{}) == 3);
}
namespace parameter_packs {
template <class... T> constexpr int f(T...) { return 1; }
template <class A, class... T> constexpr int f(A, T...) { return 2; }
template <class A, class B, class... T> constexpr int f(A *, B, T...) { return 3; }
template <class A> constexpr int f(A) { return 4; }
constexpr int z() { return 0; } int x;
static_assert(f() == 1);
static_assert(f(1, 2) == 2);
static_assert(f(&x, 2) == 3);
static_assert(f(&x, 1, 2) == 3);
static_assert(f(1) == 4);
}
namespace two_packs {
template <class... T, class... U> constexpr int f(tup<T...>, tup<U...>) { return 1; }
template <class... T> constexpr int f(tup<T...>, tup<T...>) { return 2; }
template <class... T, class U> constexpr int f(tup<T...>, U) { return 3; }
static_assert(f(tup<int>{}, tup<char>{}) == 1);
static_assert(f(tup<int>{}, tup<int>{}) == 2);
static_assert(f(tup<int>{}, 1) == 3);
}
namespace sequences {
template <class T, T... I> constexpr int f(iseq<T, I...>) { return 1; }
template <size_t... I> constexpr int f(seq<I...>) { return 2; }
template <size_t A, size_t... I> constexpr int f(seq<A, I...>) { return 3; }
static_assert(f(iseq<int, 1>{}) == 1);
static_assert(f(seq<>{}) == 2);
static_assert(f(seq<1, 2>{}) == 3);
}
namespace references {
template <class T> constexpr int f(T &&) { return 1; }
template <class T> constexpr int f(const T &) { return 2; }
template <class... T> constexpr int f(const tup<T...> &) { return 3; }
template <class H, class... T> constexpr int f(const tup<H, T...> &) { return 4; }
const int k = 0; const tup<> e; const tup<int> i;
static_assert(f(1) == 1);
static_assert(f(k) == 2);
static_assert(f(e) == 3);
static_assert(f(i) == 4);
}
namespace deduced_templates {
template <template <class...> class L, class... T> constexpr int f(L<T...>) { return 1; }
template <class... T> constexpr int f(tup<T...>) { return 2; }
template <class T> constexpr int f(box<T>) { return 3; }
static_assert(f(pr<int, int>{}) == 1);
static_assert(f(tup<int>{}) == 2);
static_assert(f(box<int>{}) == 3);
}
namespace pointers {
template <class R, class... A> constexpr int f(R (*)(A...)) { return 1; }
template <class R, class X, class... A> constexpr int f(R (*)(X, A...)) { return 2; }
template <class F> constexpr int f(F) { return 3; }
int g(); int h(int, int);
static_assert(f(g) == 1);
static_assert(f(h) == 2);
static_assert(f(1) == 3);
}
namespace repeated_functions {
template <class T, class... U> constexpr int f(T, U...) { return 1; }
template <class T, class U, class... V> constexpr int f(T, pr<T, U>, V...) { return 2; }
template <class T> constexpr int f(T, T) { return 3; }
template <class T> constexpr int f(T, pr<T, T>) { return 4; }
static_assert(f(1) == 1);
static_assert(f(1, 'a') == 1);
static_assert(f(1, 1) == 3);
static_assert(f(1, pr<int, char>{}) == 2);
static_assert(f(1, pr<int, int>{}) == 4);
static_assert(f(1, pr<int, int>{}, 3) == 2);
}
namespace patterns {
template <class... T> constexpr int f(pr<T, int>...) { return 1; }
template <class... T, class... U> constexpr int f(tup<U...>, pr<T, int>...) { return 2; }
template <class T> constexpr int f(pr<T, int>) { return 3; }
template <class T, class U> constexpr int f(pr<T, U>) { return 4; }
static_assert(f() == 1);
static_assert(f(tup<int>{}, pr<int, int>{}) == 2);
static_assert(f(pr<int, int>{}) == 3);
static_assert(f(pr<int, char>{}) == 4);
}
namespace members {
struct A { template <class... T> constexpr int m(T &&...) const { return 1; }
template <class F, class... T> constexpr int m(F &&, tup<T...>) const { return 2; }
template <class T> constexpr int m(T *) const { return 3; } };
int x;
static_assert(A().m() == 1);
static_assert(A().m(1, tup<int>{}) == 2);
static_assert(A().m(&x) == 3);
static_assert(A().m(1) == 1);
}
// A base that names an alias template says nothing about the order.
namespace bases {
template <int I, class T> struct at;
template <int I, class H, class... T> struct at<I, tup<H, T...>> : at<I - 1, tup<T...>> {};
template <class H, class... T> struct at<0, tup<H, T...>> { typedef H type; };
template <int I, class T> using at_t = typename at<I, T>::type;
template <int, class, class, int> struct copied;
template <int I, class... T, class From, int N>
struct copied<I, tup<T...>, From, N> : copied<I + 1, tup<T..., at_t<I, From>>, From, N> {};
template <int N, class... T, class From> struct copied<N, tup<T...>, From, N> {
    typedef tup<T...> type;
};
static_assert(__is_same(copied<0, tup<>, tup<int, char>, 2>::type, tup<int, char>));
template <int I, class T> constexpr int initialised = sizeof(same_t<T>);
template <int I, class... T> constexpr int initialised<I, tup<T...>> = sizeof(at_t<0, tup<int, T...>>) + 1;
template <class... T> constexpr int initialised<0, tup<T...>> = 9;
static_assert(initialised<1, tup<>> == 5 && initialised<0, tup<>> == 9);
}
