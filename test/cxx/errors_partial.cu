// RUN: cuprum --syntax-only --check-all --default-device -std=c++20 %s
// Parameter lists of templates and arguments of partial specializations (tmpl_partial.c).
template <class... T, class U> struct NotLast; // ERROR: a template parameter pack must be the last parameter of this template
template <class... T, class U> using NotLastAlias = int; // ERROR: a template parameter pack must be the last parameter of this template
template <class... T, class U> void function_may(U);
template <class T = int, class U> struct Missing; // ERROR: a default argument must be given: an earlier parameter has one
template <class T, class U = int> struct Merged;
template <class T = char, class U> struct Merged;
template <class T = int, class... U> struct PackBehind;

template <class T, int N = 0> struct P;
template <class T, int N> struct P<T *, N>;
template <class T> struct P<T, sizeof(int)>;
template <class T, int N> struct P<T, N>; // ERROR: " specializes no template arguments
template <class T, int N> requires (N > 3) struct P<T, N>;
template <class T> struct P<typename T::type, 3>; // ERROR: template parameter "T" is not used in the arguments of the partial specialization so that it can be deduced
template <class T, int N> struct P<T[N], 3>;
template <class T, int N> struct P<T, N + 1>; // ERROR: template parameter "N" is not used in the arguments of the partial specialization so that it can be deduced
template <class T, T N> struct P<int[N], 7>;
template <class T, class U = int> struct P<T(U), 4>; // ERROR: a partial specialization may not have default template arguments
template <template <class> class C, class T> struct P<C<T>, 5>;

template <class... T> struct V;
template <class... T> struct V<int, T...>;
template <class... T> struct V<T..., int>; // ERROR: a pack expansion must be the last argument of a partial specialization
template <class... T> struct V<T *>; // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> struct V<T *...> {};
template <class... T> struct V<T *...> {}; // ERROR: template "V" has already been defined
template <class R, class... T> struct V<R(T...), T...>;
