// const T does not match a function type, which has no const: with is_const a library tells functions by it. A reference
// to const T is bound to a function all the same.
// RUN: cuprum %s --check-all -o - | grep entry
template <class T> constexpr bool is_const = false;
template <class T> constexpr bool is_const<const T> = true;
template <class T> constexpr bool is_function = !is_const<const T>;
template <class T> struct Pointee {
    enum { function = 0 };
};
template <class T, class C> struct Pointee<T C::*> {
    enum { function = is_function<T>, object = !function };
};
struct S {
    int f(int) const;
    int m;
};
static_assert(!is_const<int(int)> && is_function<int(int)> && !is_function<int>);
static_assert(Pointee<decltype(&S::f)>::function && Pointee<decltype(&S::m)>::object);
template <class T> int take(const T &);
int host(int);
static_assert(sizeof(take(host)) == 4);
// A cast's angle brackets within template arguments
template <int N> struct N_ {};
template <class...> using always_void = void;
template <class T, class V, class A> constexpr bool fits = false;
template <class T, class A> constexpr bool fits<T, always_void<N_<static_cast<int>(T::value + A::value)>>, A> = true;
struct Two {
    static constexpr long value = 2;
};
static_assert(fits<Two, void, Two> && !fits<Two, void, S>);
__global__ void k() {}
// CHECK: _Z1kv
