// Alias templates of function types with trailing return types, and placeholders that stay wrong.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
template <class T> using F = auto (*)(T) -> int;
template <class T> using G = auto(T) -> decltype(T());
template <class C, class T> using M = auto (C::*)(T) const -> T &;
template <class... T> using V = auto (*)(T...) -> decltype((T() + ... + 0));
template <class T> using Arr = auto (&)(T (&)[3]) -> T (*)[2];
using H = auto (int) -> char; typedef auto D(float) -> double;
template <class T> auto tr(T t) -> G<T> *;
struct S { int m(int) const; int &n(int) const; };
static_assert(__is_same(F<char>, int (*)(char)) && __is_same(G<long>, long(long)) && __is_same(M<S, int>, int &(S::*)(int) const) && __is_same(V<int, float>, float (*)(int, float)));
static_assert(__is_same(Arr<int>, int (*(&)(int (&)[3]))[2]) && __is_same(H, char(int)) && __is_same(D, double(float)));
template <class T> __device__ int call(F<T> f, T t) { return f(t); }
template <class T> using Bad = auto (*)(T); // ERROR: "auto" is not allowed here
template <class T> using Worse = auto;      // ERROR: "auto" is not allowed here
