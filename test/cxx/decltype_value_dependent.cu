// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// decltype of an expression that names template parameters is a type of its own, equal to that of
// an equivalent expression, also where the expression's type is known [temp.type]/4,
// [temp.over.link]; so are casts that change nothing. Nothing is deduced from them.
template <int N> struct C {};
template <class T> C<__builtin_offsetof(T, a)> offset(T);
template <class T> C<__builtin_offsetof(T, b)> offset(T);
template <class U> C<__builtin_offsetof(U, a)> offset(U);
template <class T> decltype(sizeof(T)) size(T);
template <class U> decltype(sizeof(U)) size(U);
template <class T> decltype(alignof(T)) size(T);
template <class T> decltype(delete (T *)0) deletes(T);
template <class T> decltype(delete[] (T *)0) deletes(T);
template <class T> decltype(void(T().x())) calls(T);
template <class U> decltype(void(U().x())) calls(U) {}
template <class U> decltype(void(U().y())) calls(U) {}
struct A {
    int a;
    void x();
};
struct B {
    int b;
    void y();
};
void use() {
    offset(A());
    offset(B());
    calls(A());
    calls(B());
    size(A()); // ERROR: more than one instance of overloaded function
    deletes(A()); // ERROR: more than one instance of overloaded function
}
template <class T> decltype(sizeof(T)) twice(T) { return 1; }
template <class U> decltype(sizeof(U)) twice(U) { return 2; } // ERROR: has already been defined

template <class T, class = decltype(void(T().x()))> int detect(int);
template <class T> char detect(...);
static_assert(sizeof(detect<A>(0)) == 4 && sizeof(detect<B>(0)) == 1);
template <class T, class = void> struct Has {
    static const int v = 0;
};
template <class T> struct Has<T, decltype(void(T().x()))> {
    static const int v = 1;
};
static_assert(Has<A>::v == 1 && Has<B>::v == 0 && Has<int>::v == 0);

template <int N> void cast(C<int(N)>);
template <int N> void plain(C<N>);
template <class T, decltype(sizeof(T)) N> int array(T (&)[N]);
void deduce() {
    int a[3];
    plain(C<1>());
    cast(C<1>()); // ERROR: no instance of function template "cast" matches
    array(a);
}

template <class T> struct Outside {
    decltype(sizeof(T)) f(decltype(alignof(T)));
    static const decltype(sizeof(T)) n;
    operator decltype(sizeof(T))() const;
};
template <class T> decltype(sizeof(T)) Outside<T>::f(decltype(alignof(T))) { return 1; }
template <class T> const decltype(sizeof(T)) Outside<T>::n = 4;
template <class T> Outside<T>::operator decltype(sizeof(T))() const { return 2; }
unsigned long sum = Outside<int>().f(3) + Outside<int>::n + Outside<int>();
template <class T> void body() {
    decltype(sizeof(T)) s = 1;
    s++;
    decltype(void(T().x())) *p = nullptr;
    (void)p;
}
template void body<A>();
