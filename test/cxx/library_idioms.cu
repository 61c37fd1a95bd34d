// RUN: cuprum --syntax-only --check-all %s
// What NVIDIA's own libraries ask of a front end; each was refused once.
template <bool B, class T = void> struct eif {};
template <class T> struct eif<true, T> { using type = T; };
template <bool B, class T = void> using eift = typename eif<B, T>::type;
template <class T> constexpr bool ok = true;

// `>...` closes an argument list: no fold with operator >
template <class T> constexpr bool is_span = false;
template <bool... B> constexpr bool every = (B && ...);
struct Packs {
    template <class... D, eift<(!is_span<D> && ...) && (!every<is_span<D>...>), int> = 0>
    __device__ Packs(D... d) {}
};
__device__ void packs() {
    Packs p(1, 2);
}

// decltype of a function is a function; the address of one by what it is compared with
int f0(const char *, void **);
inline auto get() -> decltype(f0) * { return f0; }
inline bool is_f0(decltype(f0) *f) { return f == f0 || f0 != f; }
static_assert(!__is_same(decltype(f0), decltype((f0))), "");
static_assert(__is_same(decltype((f0)), int (&)(const char *, void **)), "");

// explicit conversion functions in direct-initialization by a copy constructor
struct Half;
struct Fp8 {
    explicit operator Half() const;
    explicit operator float() const;
};
struct Half {
    Half() = default;
    Half(const float f);
    Half(const double f);
};
inline Half half1(const Fp8 &a) { return Half(a); }
inline Half half2(const Fp8 &a) { return static_cast<Half>(a); }

// an explicit specialization that is declared, used in a template and defined then
template <class T> struct Traits;
template <> struct Traits<char>;
template <class T, class R> struct View {
    static_assert(sizeof(typename R::type) == sizeof(T), "");
    int n = R::length();
};
template <> struct Traits<char> {
    using type = char;
    static __device__ int length() { return 1; }
};
__device__ int length() { return View<char, Traits<char>>().n; }

// U() may be a parameter, but what follows is none
struct Alloc {};
template <class T> struct Store {
    __device__ Store(Alloc, T &, int) {}
    int size;
};
template <class T> struct Vec {
    T m;
    __device__ int grow(int n) {
        Store<T> s(Alloc(), m, n);
        return s.size;
    }
};
__device__ int grow(Vec<int> &v) { return v.grow(1); }

// a default argument whose parameter's type depends on the others does not stop deduction
template <class T, bool t = true, eift<ok<T> && t, int> = 0> struct Iter {
    T v;
    template <class U> friend __device__ bool operator!=(const Iter &a, const Iter<U> &b) {
        return a.v != b.v;
    }
};
template <class U> __device__ int of_iter(const Iter<U> &a) { return a.v; }
__device__ bool differ(Iter<int> a, Iter<int> b) { return a != b && of_iter(a); }

// constant objects are destroyed too; static_cast<void *&> is no conversion from void *
struct D {
    __device__ ~D() {}
};
template <class T> __device__ T &&forward(T &t) { return static_cast<T &&>(t); }
__device__ void destroy(const D *a, volatile D *b, void *p) {
    a->~D();
    b->~D();
    void *&r = forward<void *&>(p);
    r = 0;
}

// an implicit copy constructor copies the base from the base
struct Base {
    Base() = default;
    Base(const Base &) = default;
    template <class... A> __device__ Base(A...) {
        static_assert(sizeof...(A) == 2, "");
    }
};
struct Derived : Base {
    int x;
};
__device__ int copies(const Derived &a) {
    Derived b(a), c(static_cast<Derived &&>(b));
    return c.x;
}

// the comma in a list of arguments to a template template parameter
template <class T, unsigned long N> struct Local {
    static const constexpr unsigned long offset = N + 1;
};
template <class T, template <class, unsigned long> class Provider, unsigned long O = 0>
struct Memory {
    static const constexpr unsigned long p = Provider<T, O>::offset, q = 3;
};
static_assert(Memory<int, Local>::p + Memory<int, Local>::q == 4, "");
