// SPDX-License-Identifier: Apache-2.0
// C++20: class-type template arguments, consteval, designated and parenthesised initialisers,
// template lambdas, captured packs, using enum, deduction for aggregates
// RUN: sh %S/kernel.sh %s --std=c++20 --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Shape { int rows = 1, cols = 2; };
template <Shape s> struct Tile {
    int v[s.rows * s.cols];
    __device__ int at(int r, int c) const { return v[(r % s.rows) * s.cols + c % s.cols]; }
};
template <unsigned N> struct Name {
    char s[N];
    constexpr Name(const char (&a)[N]) { for (unsigned i = 0; i < N; i++) s[i] = a[i]; }
};
template <Name n> __device__ int length() { return sizeof n.s - 1 + n.s[0]; }
consteval int square(int x) { return x * x; }
enum class Op { add, sub, mul };
__device__ int apply(Op op, int a, int b) {
    switch (op) {
        using enum Op;
    case add: return a + b;
    case sub: return a - b;
    case mul: return a * b;
    }
    return 0;
}
template <class T> struct Pair { T a, b; };
template <class T> using PairOf = Pair<T>;
template <class... T> __device__ int sum(T... t) {
    return [... x = t](auto y) { return (y + ... + x); }(1);
}
template <auto F> __device__ int call(int x) { return F(x); }
template <class T> struct Holder {
    using type = T;
    __device__ T::type twice(T::type x) requires(sizeof(typename T::type) == 4) { return x + x; }
};
struct IntOf { using type = int; };
template <class... F> struct Overload : F... { using F::operator()...; };
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, x = a[t];
    Tile<Shape{.rows = 2, .cols = 3}> tile{{x, 2, 3, 4, 5, 6}};
    Tile<Shape{}> small{{x, 7}};
    int r = tile.at(x, t) + small.at(0, x) + length<"warp">() * square(3);
    r += apply((Op)(x % 3), x, 5);
    Pair p{x, 3};
    PairOf q(x, 4);
    r += p.a * q.b + sum(x, 2, 3);
    r += call<[](int v) { return v * 3; }>(x);
    r += Holder<IntOf>{}.twice(x);
    auto l = []<class T, int N>(T (&v)[N]) { T s = 0; for (int i = 0; T e : v) s += e * ++i; return s; };
    r += l(tile.v);
    Overload f{[](int v) { return v + 1; }, [](float v) { return (int)v - 1; }};
    o[t] = r + f(x) + f(1.0f * x);
}
