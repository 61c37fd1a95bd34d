// RUN: cuprum --syntax-only %s
// Class templates: partial and explicit specializations, defaults, members outside, CRTP.
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };

template <class T> struct remove_ref { typedef T type; };
template <class T> struct remove_ref<T &> { typedef T type; };
template <class T> struct remove_ref<T &&> { typedef T type; };
static_assert(is_same<remove_ref<int &>::type, int>::value, "");
static_assert(is_same<remove_ref<int &&>::type, int>::value, "");
static_assert(is_same<remove_ref<int>::type, int>::value, "");

template <class T, T v> struct integral_constant {
    static constexpr T value = v;
    typedef T value_type;
    typedef integral_constant type;
    __host__ __device__ constexpr operator T() const { return v; }
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class T> struct is_pointer : false_type {};
template <class T> struct is_pointer<T *> : true_type {};
static_assert(is_pointer<int *>::value && !is_pointer<int>::value, "");
static_assert(true_type{}, "");

template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
static_assert(is_same<conditional_t<sizeof(int) == 4, int, char>, int>::value, "");
static_assert(is_same<conditional_t<(sizeof(int) > 4), int, char>, char>::value, "");

// explicit specialization, also of a member
template <class T> struct traits {
    static constexpr int id = 0;
    static __device__ int get() { return 1; }
};
template <> struct traits<float> {
    static constexpr int id = 7;
    static __device__ int get() { return 2; }
};
template <> __device__ int traits<char>::get() { return 3; }
static_assert(traits<int>::id == 0 && traits<float>::id == 7, "");

// array bounds, function types, member pointers
template <class T> struct rank { static constexpr int value = 0; };
template <class T, unsigned long N> struct rank<T[N]> {
    static constexpr int value = 1 + rank<T>::value;
};
template <class T> struct rank<T[]> { static constexpr int value = 1 + rank<T>::value; };
static_assert(rank<int[2][3]>::value == 2 && rank<int[]>::value == 1, "");
template <class F> struct fn;
template <class R, class... A> struct fn<R(A...)> {
    static constexpr int arity = sizeof...(A);
    typedef R ret;
};
template <class R, class C, class... A> struct fn<R (C::*)(A...) const> : fn<R(A...)> {};
struct S {
    double m(int, char) const;
};
static_assert(fn<int(char, short, int)>::arity == 3, "");
static_assert(fn<decltype(&S::m)>::arity == 2, "");
static_assert(is_same<fn<decltype(&S::m)>::ret, double>::value, "");

// template template parameters
template <template <class...> class T, class... A> struct apply { typedef T<A...> type; };
template <class... A> struct list {};
static_assert(is_same<apply<list, int, char>::type, list<int, char>>::value, "");
template <class T> struct head;
template <template <class...> class L, class H, class... R> struct head<L<H, R...>> {
    typedef H type;
    typedef L<R...> rest;
};
static_assert(is_same<head<list<float, int>>::type, float>::value, "");
static_assert(is_same<head<list<float, int>>::rest, list<int>>::value, "");

// members defined outside, nested classes, static members
template <class T> struct Outer {
    T x;
    struct Inner {
        T y;
        __device__ T both(Outer &o);
    };
    __device__ T f(T a);
    template <class U> __device__ U g(U u, T t);
    static const int n;
    template <class U> struct Pair;
};
template <class T> __device__ T Outer<T>::f(T a) { return a + x; }
template <class Q> template <class V> __device__ V Outer<Q>::g(V v, Q q) { return v + V(q); }
template <class T> __device__ T Outer<T>::Inner::both(Outer &o) { return y + o.x; }
template <class T> const int Outer<T>::n = sizeof(T);
template <class T> template <class U> struct Outer<T>::Pair {
    T a;
    U b;
};
// the partial specialization has members of its own
template <class T> struct Outer<T *> {
    __device__ int f(T a);
};
template <class T> __device__ int Outer<T *>::f(T a) { return 5; }

// CRTP and dependent bases
template <class D> struct Base {
    int v;
    __device__ int call() { return static_cast<D *>(this)->impl(); }
};
__device__ int v_global;
template <class T> struct Derived : Base<Derived<T>> {
    __device__ int impl() { return this->v + sizeof(T); }
};

template <class T, int N = 4, class A = T *> struct Defaults {
    static constexpr int n = N;
    typedef A type;
};
static_assert(Defaults<int>::n == 4 && is_same<Defaults<int>::type, int *>::value, "");
template <class T, class U = Defaults<T>> struct Shr { typedef U type; };
static_assert(Shr<int>::type::n == 4, "");

template <int N> struct Fib { static constexpr int v = Fib<N - 1>::v + Fib<N - 2>::v; };
template <> struct Fib<0> { static constexpr int v = 0; };
template <> struct Fib<1> { static constexpr int v = 1; };
static_assert(Fib<20>::v == 6765, "");

__global__ void k(int *p, float *q) {
    Outer<int> o{3};
    Outer<int>::Inner i{4};
    Outer<int *> op;
    Outer<float>::Pair<char> pr{1.0f, 'c'};
    Derived<double> d;
    d.v = 1;
    p[0] = o.f(2) + i.both(o) + o.g(3, 4) + Outer<int>::n + op.f(3) + d.call() + pr.b;
    p[1] = traits<int>::get() + traits<float>::get() + traits<char>::get();
}
