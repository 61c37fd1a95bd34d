// RUN: cuprum --syntax-only %s
// Function templates: deduction, SFINAE, partial ordering, explicit arguments, packs.
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class... T> struct make_void { typedef void type; };
template <class... T> using void_t = typename make_void<T...>::type;
template <class T> struct is_float { static constexpr bool value = false; };
template <> struct is_float<float> { static constexpr bool value = true; };
template <class T> T &&declval() noexcept;

template <class T> struct id { typedef T type; };
#define CHECK(e, ...) static_assert(is_same<decltype(e), __VA_ARGS__>::value, #e)

template <class T> id<T> by_value(T);
template <class T> id<T> by_ref(T &);
template <class T> id<T> by_cref(const T &);
template <class T> id<T> by_fwd(T &&);
template <class T> id<T> by_ptr(T *);
template <class T> id<T> by_cptr(const T *);
template <class T, unsigned long N> id<T[N]> by_array(T (&)[N]);
template <class R, class... A> id<R(A...)> by_fn(R (*)(A...));
template <class T, class C> id<T C::*> by_mem(T C::*);
template <template <class> class C, class T> id<T> by_ttp(C<T>);
template <class T> id<T> by_base(id<T> *);
struct D : id<short> {
    int m;
};
int gi;
const int gc = 1;
int ga[5];
int gf(char, float);
CHECK(by_value(gi), id<int>);
CHECK(by_value(gc), id<int>);
CHECK(by_value(ga), id<int *>);
CHECK(by_value(gf), id<int (*)(char, float)>);
CHECK(by_ref(gc), id<const int>);
CHECK(by_cref(3), id<int>);
CHECK(by_fwd(gi), id<int &>);
CHECK(by_fwd(3), id<int>);
CHECK(by_fwd(gc), id<const int &>);
CHECK(by_ptr(&gc), id<const int>);
CHECK(by_cptr(&gi), id<int>);
CHECK(by_array(ga), id<int[5]>);
CHECK(by_fn(gf), id<int(char, float)>);
CHECK(by_fn(&gf), id<int(char, float)>);
CHECK(by_mem(&D::m), id<int D::*>);
CHECK(by_ttp(id<char>()), id<char>);
CHECK(by_base((D *)0), id<short>);
CHECK(by_value<long>(3), id<long>);

// SFINAE
template <class T> enable_if_t<is_float<T>::value, char> sel(T);
template <class T> enable_if_t<!is_float<T>::value, long> sel(T);
CHECK(sel(1.0f), char);
CHECK(sel(1), long);
template <class T, enable_if_t<is_float<T>::value, int> = 0> char sel2(T);
template <class T, enable_if_t<!is_float<T>::value, int> = 0> long sel2(T);
CHECK(sel2(1.0f), char);
CHECK(sel2('c'), long);
template <class T> auto has_f(int) -> decltype(declval<T>().f(), char());
template <class T> long has_f(...);
struct WithF {
    void f();
};
CHECK(has_f<WithF>(0), char);
CHECK(has_f<int>(0), long);
template <class T, class = void> struct has_type { static constexpr bool value = false; };
template <class T> struct has_type<T, void_t<typename T::type>> {
    static constexpr bool value = true;
};
static_assert(has_type<id<int>>::value && !has_type<WithF>::value, "");
template <class T, class U> auto add(T a, U b) -> decltype(a + b) { return a + b; }
CHECK(add(1, 2.0), double);

// partial ordering
template <class T> char ord(T);
template <class T> short ord(T *);
template <class T> int ord(const T *);
int *pi;
const int *pc;
CHECK(ord(1), char);
CHECK(ord(pi), short);
CHECK(ord(pc), int);
template <class... T> char vord(T...);
template <class T> short vord(T);
template <class T, class... U> int vord(T, U...);
CHECK(vord(1), short);
CHECK(vord(1, 2), int);
CHECK(vord(), char);
char ovl(int);
template <class T> short ovl(T);
CHECK(ovl(1), char);
CHECK(ovl(1.0), short);
template <class T> char rr(T &);
template <class T> short rr(T &&);
CHECK(rr(gi), char);
CHECK(rr(1), short);

// packs
template <class... T> id<id<int>(T...)> pack(T... t);
CHECK(pack(1, 'c', 2.0f), id<id<int>(int, char, float)>);
template <class... T> struct tup {};
template <class... A, class... B> id<tup<A...>(tup<B...>)> two(tup<A...>, tup<B...>);
CHECK(two(tup<int, char>(), tup<float>()), id<tup<int, char>(tup<float>)>);
template <class... T> constexpr int count(T...) { return sizeof...(T); }
static_assert(count(1, 2, 3) == 3 && count() == 0, "");
template <class... T> __host__ __device__ constexpr auto sum(T... t) { return (t + ... + 0); }
static_assert(sum(1, 2, 3, 4) == 10, "");
static_assert(sum() == 0, "");
template <class... T> constexpr bool all(T... t) { return (... && t); }
static_assert(all(true, true) && !all(true, false) && all(), "");
template <int... N> constexpr int total = (N + ...);
static_assert(total<1, 2, 3> == 6, "");
template <class T> constexpr T maxv(T a) { return a; }
template <class T, class... R> constexpr T maxv(T a, R... r) {
    T b = maxv(r...);
    return a > b ? a : b;
}
static_assert(maxv(3, 9, 4) == 9, "");
template <class T, T... I> struct iseq {};
template <class T, int N, T... I> struct mk : mk<T, N - 1, N - 1, I...> {};
template <class T, T... I> struct mk<T, 0, I...> { typedef iseq<T, I...> type; };
static_assert(is_same<mk<int, 4>::type, iseq<int, 0, 1, 2, 3>>::value, "");
template <int... I, class F> constexpr int apply(iseq<int, I...>, F f) { return (f(I) + ...); }
constexpr int twice(int x) { return 2 * x; }
static_assert(apply(mk<int, 4>::type{}, twice) == 12, "");

// explicit specialization of a function template
template <class T> constexpr int which(T) { return 1; }
template <> constexpr int which<float>(float) { return 2; }
template <> constexpr int which(double) { return 3; }
static_assert(which(1) == 1 && which(1.f) == 2 && which(1.0) == 3, "");

// declared first, defined later with other names
template <class T, int N> constexpr int later(T (&a)[N]);
template <class U, int M> constexpr int later(U (&b)[M]) { return M + sizeof(U); }
constexpr int la[3] = {1, 2, 3};
static_assert(later(la) == 7, "");

template <class T> __global__ void kern(T *p, int n) { p[0] = T(sum(n, 1)); }
template __global__ void kern<int>(int *, int);
template <class... T> __global__ void reduce(float *out, T... t) { *out = (float(t) + ...); }
void host() {
    kern<float><<<1, 1>>>(nullptr, 1);
    reduce<<<1, 1>>>(nullptr, 1, 2.0, 'c');
}
