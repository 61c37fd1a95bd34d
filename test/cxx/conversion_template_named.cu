// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// `operator T` names a conversion function template only where that makes a function of that type
// [temp.mem]/7.
struct A {};
struct B {};
template <class T> struct V {};
struct Fixed {
    template <class T = int> operator A() const;
};
struct Deduced {
    template <class T> operator V<T>() const;
    template <class T> operator T *() const;
    template <class T> operator const T &() const;
};
template <class T> struct Member {
    template <class U = T> operator V<T>() const;
    operator A();
};
template <class T> T &&value();
template <class C, class T, class = void> constexpr bool has = false;
template <class C, class T>
constexpr bool has<C, T, decltype(void(value<C &>().operator T()))> = true;
static_assert(has<Fixed, A> && !has<Fixed, B> && !has<Fixed, const A>, "");
static_assert(has<Deduced, V<int>> && has<Deduced, int *> && has<Deduced, const A &>, "");
static_assert(!has<Deduced, A> && !has<Deduced, int>, "");
static_assert(has<Member<int>, V<int>> && !has<Member<int>, V<long>>, "");
static_assert(has<Member<int>, A> && !has<Member<int>, B>, "");
template <class T> __device__ void all(Deduced d) {
    d.operator V<T>();
    d.operator T *();
    d.operator const V<T> *();
    Fixed().operator A();
}
__device__ void f(Deduced d) {
    all<int>(d);
    Fixed().operator B(); // ERROR: class "Fixed" has no member
}
