// RUN: cuprum --syntax-only %s
// Class template argument deduction, variable templates, explicit instantiation, friends.
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <class A, class B> constexpr bool same_v = is_same<A, B>::value;
template <class T> struct Vec {
    T a, b;
    __host__ __device__ constexpr Vec(T x, T y) : a(x), b(y) {}
    template <class U> friend __host__ __device__ constexpr U dot(Vec<U> x, Vec<U> y);
    friend __host__ __device__ constexpr Vec operator+(Vec x, Vec y) {
        return Vec(x.a + y.a, x.b + y.b);
    }
};
template <class U> __host__ __device__ constexpr U dot(Vec<U> x, Vec<U> y) {
    return x.a * y.a + x.b * y.b;
}
static_assert(same_v<decltype(Vec(1, 2)), Vec<int>>, "");
static_assert(same_v<decltype(Vec(1.0f, 2.0f) + Vec(1.0f, 3.0f)), Vec<float>>, "");
static_assert(dot(Vec(1, 2), Vec(3, 4)) == 11, "");
template <class T, int N> struct Arr {
    T v[N];
};
template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>;
constexpr Arr ar{1, 2, 3};
static_assert(same_v<decltype(ar), const Arr<int, 3>>, "");
template <class T> struct Wrap {
    T v;
    __host__ __device__ constexpr Wrap(const T &t) : v(t) {}
};
constexpr Wrap w1(3);
constexpr Wrap w2 = w1;
static_assert(same_v<decltype(w2), const Wrap<int>>, "");

template <class T> constexpr T pi = T(3.1415926535);
template <class T> constexpr T *null_v = nullptr;
template <class T> constexpr bool is_ptr = false;
template <class T> constexpr bool is_ptr<T *> = true;
template <> constexpr bool is_ptr<void> = true;
static_assert(is_ptr<int *> && !is_ptr<int> && is_ptr<void>, "");
static_assert(pi<float> > 3.14f && null_v<int> == nullptr, "");

template <auto V> struct Val {
    static constexpr auto value = V;
};
static_assert(Val<3>::value == 3 && same_v<decltype(Val<'c'>::value), const char>, "");
template <class T, T... I> constexpr T last = (I, ...);
static_assert(last<int, 1, 2, 7> == 7, "");

template <class T> struct Inst {
    __device__ T f(T a) { return a + 1; }
    __device__ T g(T a);
};
template <class T> __device__ T Inst<T>::g(T a) { return f(a) * 2; }
template struct Inst<int>;

// expression templates
template <class L, class R> struct Sum {
    const L &l;
    const R &r;
    __host__ __device__ constexpr float operator[](int i) const { return l[i] + r[i]; }
};
struct V3 {
    float v[3];
    __host__ __device__ constexpr float operator[](int i) const { return v[i]; }
    template <class E> __device__ V3 &operator=(const E &e) {
        for (int i = 0; i < 3; i++) v[i] = e[i];
        return *this;
    }
};
template <class L, class R> __host__ __device__ constexpr Sum<L, R> operator+(const L &l, const R &r) {
    return {l, r};
}
template <class F, class... A> __device__ auto invoke(F f, A &&...a) -> decltype(f(a...)) {
    return f(static_cast<A &&>(a)...);
}
__global__ void k(V3 *p, float *o) {
    p[0] = p[1] + p[2] + p[3];
    *o = invoke([](float a, float b) { return a * b; }, p[0][0], pi<float> * 1);
    if constexpr (is_ptr<decltype(o)>) *o += 1;
}
