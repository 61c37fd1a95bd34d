// Argument-dependent look-up in a template's types, bases, members, default arguments and partial specializations sees
// what stands before the point of instantiation, also behind the template [temp.dep.candidate].
// RUN: cuprum %s --check-all -o - | grep entry
template <class T> T &&make();
template <class...> using always_void = void;
template <class A, class = void> constexpr bool has_f = false;
template <class A> constexpr bool has_f<A, always_void<decltype(f(make<A>()))>> = true;
template <class A, class = void> struct HasEqual {
    static constexpr bool value = false;
};
template <class A> struct HasEqual<A, always_void<decltype(make<A>() == make<A>())>> {
    static constexpr bool value = true;
};
template <class A> struct Members {
    using type = decltype(f(make<A>()));
    static constexpr int size = sizeof(f(make<A>()));
    decltype(f(make<A>())) object;
};
template <class A> struct Derived : decltype(f(make<A>())) {};
template <class A> constexpr int size = sizeof(f(make<A>()));
template <class A, int N = sizeof(f(make<A>()))> struct Sized {
    static constexpr int n = N;
};
template <class A> auto sfinae(int) -> decltype(f(make<A>()), 'a');
template <class A> int sfinae(...);
namespace N {
struct Result {
    int i;
};
struct Z {};
__device__ Result f(Z);
template <class T> struct W {};
template <class T> __device__ bool operator==(const W<T> &, const W<T> &);
} // namespace N
static_assert(has_f<N::Z> && !has_f<N::Result>);
static_assert(HasEqual<N::W<int>>::value && !HasEqual<N::Z>::value);
static_assert(Members<N::Z>::size == 4 && sizeof(Members<N::Z>::type) == 4 && sizeof(Members<N::Z>) == 4);
static_assert(sizeof(Derived<N::Z>) == 4 && size<N::Z> == 4 && Sized<N::Z>::n == 4);
static_assert(sizeof(sfinae<N::Z>(0)) == 1 && sizeof(sfinae<N::Result>(0)) == 4);
__global__ void k() {}
// CHECK: _Z1kv
