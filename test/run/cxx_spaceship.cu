// SPDX-License-Identifier: Apache-2.0
// operator <=>: built in, defaulted, with synthesized comparisons, rewritten and reversed candidates
// REQUIRES: <compare>
// RUN: sh %S/kernel.sh %s --std=c++20 --relaxed --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
#include <compare>
struct P { int x; short y; constexpr auto operator<=>(const P &) const = default; };
struct Q : P { float f; int a, b;  friend constexpr auto operator<=>(const Q &, const Q &) = default; };
struct Mix {
    int v;
    constexpr bool operator==(int o) const { return v == o; }
    constexpr std::strong_ordering operator<=>(int o) const { return v <=> o; }
};
struct Old {
    int v;
    constexpr bool operator<(const Old &o) const { return v < o.v; }
    constexpr bool operator==(const Old &o) const { return v == o.v; }
};
struct New { Old o; int z; constexpr std::strong_ordering operator<=>(const New &) const = default; };
enum class E : unsigned char { a, b, c };
template <class T> __device__ int bits(T x, T y) {
    return (x == y) | (x != y) << 1 | (x < y) << 2 | (x > y) << 3 | (x <= y) << 4 | (x >= y) << 5;
}
template <class T> __device__ int sign(T c) { return c < 0 ? -1 : c > 0 ? 1 : c == 0 ? 0 : 2; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, x = a[t] % 5, y = a[63 - t] % 7;
    int r = bits(P{x, (short)y}, P{y, (short)x}) * 3;
    r += sign(x <=> y) + 5 * sign((unsigned)x <=> (unsigned)y) + 7 * sign((float)x / (y + 1) <=> 1.0f);
    r += 11 * sign(a + x <=> a + y) + 13 * sign((E)(x % 3) <=> E::b);
    Q p = {{1, 2}, (float)x, x, y}, q = {{1, 2}, (float)y, y, x};
    r += 17 * ((p == q) + 2 * (p < q) + 4 * (p >= q));
    r += 19 * ((Mix{x} == y) + 2 * (y != Mix{x}) + 4 * (y < Mix{x}) + 8 * (Mix{x} <= y) + 16 * ((y <=> Mix{x}) > 0));
    r += 23 * bits(New{{x}, y}, New{{y}, x});
    o[t] = r;
}
