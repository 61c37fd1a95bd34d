// SPDX-License-Identifier: Apache-2.0
// constrained overloads, abbreviated templates, requires-expressions
// RUN: sh %S/kernel.sh %s --std=c++20 --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <class T> inline constexpr bool integral_v = false;
template <> inline constexpr bool integral_v<int> = true;
template <> inline constexpr bool integral_v<unsigned> = true;
template <> inline constexpr bool integral_v<short> = true;
template <class T> concept Int = integral_v<T>;
template <class T> concept Signed = Int<T> && T(-1) < T(0);
template <class T> concept Shape = requires(const T t) { { t.area() }; t.scale; };
struct Square { int side, scale; __device__ int area() const { return side * side * scale; } };
struct Rect { int a, b, scale; __device__ int area() const { return a * b * scale; } };
struct Line { int length; };
__device__ int measure(Shape auto const &s) { return s.area(); }
__device__ int measure(const auto &s) { return s.length; }
template <class T> __device__ int kind(T) { return 1; }
template <Int T> __device__ int kind(T) { return 2; }
template <Signed T> __device__ int kind(T) { return 3; }
template <class T, int N> struct Vec {
    T v[N];
    __device__ T sum() const { T s = 0; for (T x : v) s += x; return s; }
    __device__ T sum() const requires(N == 1) { return v[0] * 100; }
    template <class U> requires Int<U> __device__ Vec operator+(U u) const {
        Vec r = *this;
        for (T &x : r.v) x += u;
        return r;
    }
};
__device__ auto add_all(Int auto... xs) { return (0 + ... + xs); }
template <class F> __device__ int apply(F f, int x) {
    if constexpr (requires { f(x, x); }) return f(x, x);
    else return f(x);
}
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, x = a[t];
    int r = measure(Square{x, 2}) + measure(Rect{x, 3, 1}) + measure(Line{x});
    r = r * 7 + kind(x) + 10 * kind((unsigned)x) + 100 * kind(1.0f);
    r += Vec<int, 3>{x, 1, 2}.sum() + Vec<int, 1>{x}.sum() + (Vec<int, 2>{x, x} + 5).sum();
    r += add_all(x, (short)2, 3u);
    r += apply([](int a) { return a + 1; }, x) * apply([](int a, int b) { return a - 2 * b; }, x);
    auto g = []<Int T>(T v) requires Signed<T> { return -v; };
    o[t] = r + g(x);
}
