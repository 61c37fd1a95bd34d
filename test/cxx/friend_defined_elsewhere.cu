// SPDX-License-Identifier: Apache-2.0
// A friend may be declared in one class and defined in another, which nothing else may need.
// RUN: cuprum %s -arch=sm_90 -std=c++20 --expt-relaxed-constexpr -o -
// CHECK-NOT: .extern
// CHECK: .entry use(
struct Total;
struct Part {
    int v;
    friend constexpr Total operator*(const Part &p, int n);
    friend constexpr int twice(const Part &p);
    friend __device__ void clear(Part &p);
};
struct Total {
    int v;
    friend constexpr Total operator*(const Part &p, int n) { return {p.v * n}; }
};
struct Unnamed {
    friend constexpr int twice(const Part &p) { return p.v + p.v; }
    friend __device__ void clear(Part &p) { p.v = 0; }
};
template <class T> struct Whole;
template <class T> struct Piece {
    T v;
    template <class U> friend constexpr Whole<U> grow(const Piece<U> &p, U by);
};
template <class T> struct Whole {
    T v;
    template <class U> friend constexpr Whole<U> grow(const Piece<U> &p, U by) { return {p.v + by}; }
};
constexpr Total t = Part{3} * 5;
static_assert(t.v == 15 && twice(Part{4}) == 8);
constexpr Whole<long> w = grow(Piece<long>{2}, 7l);
static_assert(w.v == 9);
extern "C" __global__ void use(Part *p) {
    p[0].v = twice(p[1]);
    clear(p[2]);
    p[3].v = (p[4] * 3).v;
}
