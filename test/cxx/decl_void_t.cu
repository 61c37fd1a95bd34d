// RUN: cuprum --syntax-only %s
// void_t in partial specializations of classes and variables [CWG 1558].
template <typename...> using vt = void;
template <typename I, typename = vt<>> struct it { static const int v = 1; };
template <typename I> struct it<I, vt<typename I::cat, typename I::q>> { typedef typename I::cat cat; static const int v = 2; };
struct A { typedef int cat, q; }; struct B { typedef int cat; };
static_assert(it<A>::v == 2, "a");
static_assert(it<B>::v == 1, "b");
static_assert(it<unsigned>::v == 1, "c");
template <class T, class = void> inline constexpr bool hp = false;
template <class T> inline constexpr bool hp<T, vt<typename T::pointer>> = true;
static_assert(!hp<B>, "d");
template <class T, class A, class R = A, bool = hp<R>> struct ptr { using type = typename R::pointer; };
template <class T, class A, class R> struct ptr<T, A, R, false> { using type = T *; };
__device__ ptr<int, B>::type zz;
template <class T> auto f(T t) -> decltype(t.foo()) { return 1; }
template <class T> char f(...) { return 1; }
static_assert(sizeof(f<A>(A())) == 1, "e");
template <class I> using cat_t = typename it<I>::cat;
template <class I> using req = int;
template <class I, class = cat_t<I>> int g(I) { return 2; }
template <class I> char g(I, ...) { return 2; }
static_assert(sizeof(g(3u)) == 1, "f");
