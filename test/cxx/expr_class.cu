// RUN: cuprum --syntax-only %s
// Classes in expressions: operators, constructors, user conversions, lambdas, lists, bindings.
#define __device__ __attribute__((device))
struct V {
    float x, y;
    __device__ V(float a, float b) : x(a), y(b) {}
    __device__ V operator+(const V &o) const { return V(x + o.x, y + o.y); }
    __device__ V &operator+=(const V &o) { x += o.x; return *this; }
    __device__ float operator[](int i) const { return i ? y : x; }
    __device__ explicit operator bool() const { return x != 0; }
};
__device__ V operator*(float s, const V &v) { return V(s * v.x, s * v.y); }
__device__ bool operator==(const V &a, const V &b) { return a.x == b.x; }
template <class T> __device__ T maxx(T a, T b) { return a < b ? b : a; }
template <class T, int N> struct Arr {
    T d[N];
    __device__ T *begin() { return d; }
    __device__ T *end() { return d + N; }
    __device__ constexpr int size() const { return N; }
    __device__ T &operator[](int i) { return d[i]; }
};
struct S {
    __device__ S();
    __device__ ~S();
    __device__ S(const S &);
    __device__ S(S &&);
    __device__ S &operator=(const S &);
    int v;
};
__device__ S mks();
__device__ void take(S s);
__device__ void takeref(const S &s);
struct IL {
    __device__ IL(std::initializer_list<int> l) : n(l.size()) {}
    int n;
};
struct Half {
    __device__ operator float() const;
    __device__ Half(float);
};
struct Ptr {
    V *p;
    __device__ V *operator->() const { return p; }
    __device__ V &operator*() const { return *p; }
};
struct Fun {
    int base;
    __device__ int operator()(int x) const { return base + x; }
    __device__ int member(int k) {
        auto l = [this, k](int x) { return base + k + x; };
        auto m = [=] { return base + k; };
        auto c = [*this]() mutable { base++; return base; };
        return l(1) + m() + c();
    }
};
__device__ void test() {
    V a(1, 2), b{3, 4};
    V c = a + b;
    c += 2.0f * a;
    if (c) c = a;
    if (a == b) return;
    float z = c[1];
    int m = maxx(3, 4);
    double dm = maxx<double>(3, 4.5);
    Arr<int, 4> arr = {{1, 2, 3, 4}};
    Arr<int, 2> arr2 = {1, 2};
    int sum = 0;
    for (auto &e : arr) sum += e;
    for (int e : arr2.d) sum += e;
    arr[2] = 5;
    S s;
    S s2 = s;
    S s3 = mks();
    take(s);
    take(mks());
    takeref(mks());
    s = mks();
    const S &ext = mks();
    IL il = {1, 2, 3};
    IL il2{4, 5};
    V *pv = new V(1, 2);
    delete pv;
    S *ps = new S[3];
    delete[] ps;
    bool ne = noexcept(a + b);
    Half h = 1.0f;
    float hf = h + 1.0f;
    h = 3.0f;
    Ptr pp{&a};
    pp->x = (*pp).y;
    Fun fn{3};
    fn(4);
    fn.member(1);
    static_assert(__is_trivially_copyable(int) && !__is_trivially_copyable(S), "");
    static_assert(__is_constructible(V, float, float) && !__is_constructible(V, int *), "");
    static_assert(__is_convertible(int, float) && !__is_convertible(V, bool), "");
    static_assert(__is_convertible(float, Half) && __is_convertible(Half, double), "");
    static_assert(__is_assignable(int &, float) && !__is_assignable(int, float), "");
    static_assert(__is_aggregate(Ptr) && __is_trivial(Ptr) && __is_empty(Half), "");
}
__device__ void lambdas() {
    int sum = 0;
    auto lam = [&](int x) { return x + sum; };
    int r = lam(3);
    auto l2 = [=]() mutable { sum++; return sum; };
    l2();
    auto gl = [](auto x, auto y) { return x + y; };
    auto gr = gl(1, 2.5);
    static_assert(__is_same(decltype(gr), double), "");
    int (*fp)(int) = [](int x) { return x * 2; };
    fp(3);
    auto l3 = [k = 5, &r] { return k + r; };
    l3();
    auto nest = [&] { return [&] { return sum + r; }(); };
    nest();
    static_assert(sizeof(l3) == 16 && sizeof(gl) == 1, "");
    auto rec = [=](auto self, int n) -> int { return n ? self(self, n - 1) : r; };
    rec(rec, 3);
}
__device__ void bindings() {
    int ar[3] = {1, 2, 3};
    auto [x0, x1, x2] = ar;
    int q = x0 + x1;
    V vv(1, 2);
    auto &[vx, vy] = vv;
    vx = 3;
    struct Pr { int a; float b; };
    Pr prs[2] = {{1, 2}, {3, 4}};
    for (auto [a, b] : prs) q += a;
    for (const auto &[a, b] : prs) q += b;
    auto l = [&] { return vx + x0; };
    l();
}
template <class... T> __device__ int count(T... t) { return sizeof...(T) + (0 + ... + int(t)); }
template <class F, class... T> __device__ auto apply(F f, T &&...t) { return f(static_cast<T &&>(t)...); }
__device__ int packs() {
    int v[] = {1, 2, 3};
    return count(1, 2.0, 'c') + apply([](int a, int b) { return a * b; }, 2, v[1]) + count();
}
