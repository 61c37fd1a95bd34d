// RUN: cuprum --syntax-only -std=c++17 %s
// Variable templates of inline namespaces are specialized through the namespace around; there are
// no pointers and references to function types with qualifiers [dcl.fct]/6.
namespace a {
namespace b {
template <class T> inline constexpr bool plain = false;
}
inline namespace v {
inline namespace w {
template <class T> inline constexpr bool inner = false;
template <class T> inline constexpr int part = 0;
}
}
}
struct X {};
struct Y {};
template <> inline constexpr bool a::b::plain<X> = true;
template <> inline constexpr bool a::inner<X> = true;
template <class T> inline constexpr int a::part<T *> = 1;
static_assert(a::b::plain<X> && !a::b::plain<Y>, "");
static_assert(a::inner<X> && !a::inner<Y>, "");
static_assert(a::part<X> == 0 && a::part<X *> == 1, "");
template <class...> using void_type = void;
template <class T, class = void> struct ref { static constexpr bool ok = false; };
template <class T> struct ref<T, void_type<T &&>> { static constexpr bool ok = true; };
template <class T, class = void> struct ptr { static constexpr bool ok = false; };
template <class T> struct ptr<T, void_type<T *>> { static constexpr bool ok = true; };
static_assert(ref<void()>::ok && !ref<void() const>::ok && !ref<void() &>::ok, "");
static_assert(ptr<void()>::ok && !ptr<void() volatile>::ok && !ptr<void() &&>::ok, "");
struct M {
    void f() const;
    using F = void() const;
    F g; // of a member it is the type
};
using P = M::F M::*;
P p = &M::f;
__device__ M::F *wrong; // ERROR: a pointer or reference to the qualified function type "void () const" is not allowed
