// RUN: cuprum --syntax-only %s
// Pack expansion in every list; nested expansions; empty packs; __integer_pack.
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <class T, T... I> struct iseq {
    static constexpr int n = sizeof...(I);
};
template <class T, T N> using mkseq = iseq<T, __integer_pack(N)...>;
static_assert(is_same<mkseq<int, 3>, iseq<int, 0, 1, 2>>::value, "");
static_assert(mkseq<int, 0>::n == 0 && mkseq<unsigned long, 1000>::n == 1000, "");

template <class... T> struct list {};
template <class T> struct box {
    T v;
};
template <class... T> struct wrap { typedef list<box<T>...> type; };
static_assert(is_same<wrap<int, char>::type, list<box<int>, box<char>>>::value, "");
static_assert(is_same<wrap<>::type, list<>>::value, "");
template <class... T> using wrap_t = list<box<T>...>;
template <class... U> struct twice { typedef wrap_t<U..., U...> type; };
static_assert(is_same<twice<int, char>::type,
                      list<box<int>, box<char>, box<int>, box<char>>>::value, "");
// an expansion inside of an expansion
template <class... T> struct outer {
    template <class... U> using prod = list<list<T, U...>...>;
};
static_assert(is_same<outer<int, char>::prod<float, long>,
                      list<list<int, float, long>, list<char, float, long>>>::value, "");
// an alias bound to a dependent pack
template <class... T> wrap_t<T...> dep(T...);
static_assert(is_same<decltype(dep(1, 'c')), list<box<int>, box<char>>>::value, "");

// bases, member initialisers, using-declarations
template <int I, class T> struct leaf {
    T v;
    __host__ __device__ constexpr leaf(T a) : v(a) {}
    __host__ __device__ constexpr leaf() : v() {}
};
template <class S, class... T> struct impl;
template <int... I, class... T> struct impl<iseq<int, I...>, T...> : leaf<I, T>... {
    template <class... U>
    __host__ __device__ constexpr impl(U... u) : leaf<I, T>(static_cast<T>(u))... {}
};
template <class... T> struct tuple : impl<mkseq<int, sizeof...(T)>, T...> {
    using base = impl<mkseq<int, sizeof...(T)>, T...>;
    __host__ __device__ constexpr tuple(T... t) : base(t...) {}
};
template <int I, class T> __host__ __device__ constexpr T &get(leaf<I, T> &l) { return l.v; }
template <int I, class T> __host__ __device__ constexpr const T &get(const leaf<I, T> &l) {
    return l.v;
}
constexpr tuple<int, float, char> tp(1, 2.5f, 'x');
static_assert(get<0>(tp) == 1 && get<1>(tp) == 2.5f && get<2>(tp) == 'x', "");
template <class... F> struct overload : F... {
    using F::operator()...;
};
struct FA {
    __host__ __device__ constexpr int operator()(int) const { return 1; }
};
struct FB {
    __host__ __device__ constexpr int operator()(float) const { return 2; }
};
static_assert(overload<FA, FB>{}(1) == 1 && sizeof(overload<FA, FB>{}(1.0f)) == 4, "");

// calls, braced lists, nested calls
template <class... T> __host__ __device__ constexpr int add(T... t) { return (0 + ... + t); }
template <class T> __host__ __device__ constexpr T sq(T t) { return t * t; }
template <class... T> __host__ __device__ constexpr int sumsq(T... t) { return add(sq(t)...); }
static_assert(sumsq(1, 2, 3) == 14 && sumsq() == 0, "");
template <class... T> __host__ __device__ constexpr int mixed(T... t) {
    return add(add(t, sizeof...(t))..., add(t...));
}
static_assert(mixed(1, 2) == (3 + 4 + 3), "");
template <int... N> struct arr {
    static constexpr int v[sizeof...(N)] = {N * 2 ...};
};
static_assert(arr<1, 2, 3>::v[2] == 6, "");

// folds
template <class... T> __host__ __device__ constexpr bool anyf(T... t) { return (t || ...); }
template <class... T> __host__ __device__ constexpr int sub(T... t) { return (t - ...); }
template <class... T> __host__ __device__ constexpr int subl(T... t) { return (... - t); }
template <class... T> __host__ __device__ constexpr int comma(T... t) {
    int r = 0;
    ((r = r * 10 + t), ...);
    return r;
}
static_assert(!anyf() && anyf(false, true), "");
static_assert(sub(10, 3, 2) == 9 && subl(10, 3, 2) == 5, "");
static_assert(comma(1, 2, 3) == 123, "");
template <int... I> __host__ __device__ constexpr int nested(iseq<int, I...>) {
    return (add((I + 0)..., I) + ... + 0);
}

// function types and explicit packs
template <class... A> struct sig { typedef void type(A *..., int); };
static_assert(is_same<sig<int, char>::type, void(int *, char *, int)>::value, "");
template <class... A, class B> __host__ __device__ constexpr int expl(B, A...) {
    return sizeof...(A);
}
static_assert(expl<int, char>(1, 2, 'c') == 2, "");

template <class T> __device__ T red(T a) { return a; }
template <class T, class... R> __device__ T red(T a, R... r) { return a + red(r...); }
template <class... T> __global__ void kern(float *p, T... t) {
    tuple<T...> tp(t...);
    p[0] = red(float(t)...) + get<0>(tp);
}
void host() { kern<<<1, 1>>>(nullptr, 1, 2.0f, 'c'); }
