// SPDX-License-Identifier: Apache-2.0
// members of anonymous unions, default member initialisers of aggregates, friends that are
// specializations, pointers to members written where they are used, comparisons that are declared
// by others, specializations that members of their template use, stack frames' alignment
// REQUIRES: <compare>
// TIMEOUT: 60
// RUN: sh %S/kernel.sh %s --std=c++20 --relaxed buf:i32:64:zero
#include <compare>
#define HD __host__ __device__
struct T {
    int v;
    HD T(int v) : v(v) {}
    HD T(const T &o) : v(o.v + 1) {}
    HD ~T() { v = -1; }
};
struct Variant {
    int tag;
    union {
        int i;
        float f;
        T t;
        struct { short lo, hi; };
    };
    union { unsigned bits : 5; int whole; };
    HD Variant(int i) : tag(0), i(i), whole(40) {}
    HD Variant(float f) : tag(1), f(f), bits(33) {}
    HD Variant(T q) : tag(2), t(q), whole(0) {}
    HD Variant(short a, short b) : tag(3), lo(a), hi(b), whole(0) {}
    HD ~Variant() {
        if (tag == 2) t.~T();
    }
    HD int get() const { return tag == 0 ? i : tag == 1 ? (int)(f * 10) : tag == 2 ? t.v : hi; }
};

struct Part { int a, b = a * 2, c{b + 1}; };
struct Whole {
    Part p;
    int z = p.b + 1;
    union { int u = 3; float f; };
    int l = [this] { return z * 10; }();
    int &r = z;
};
struct Outer {
    int a = 100;
    HD int own() { return Part{a}.c + Part{this->a, 1}.c; } // of this, and of the aggregate
};

template <class X> class Box;
template <class X> HD int peek(const Box<X> &);
template <class X> HD int peek(const Box<X> &, X);
template <class X> class Box {
    X x;
    friend HD int peek<X>(const Box &);
    friend HD int peek<>(const Box &, X);

  public:
    HD Box(X x) : x(x) {}
};
template <class X> HD int peek(const Box<X> &b) { return b.x * 2; }
template <class X> HD int peek(const Box<X> &b, X y) { return b.x + y; }

struct Methods {
    int a = 1;
    HD int f(int x) { return a + x; }
    HD virtual int v(int x) { return 100 + x; }
};
typedef int (Methods::*Method)(int);
HD Method pick(bool first) { return first ? &Methods::f : &Methods::v; }

struct Point {
    int x, y;
    HD constexpr std::strong_ordering operator<=>(const Point &) const = default;
};
struct Line : Point {
    Point to;
    HD constexpr bool operator==(const Line &) const = default;
};

template <int N> struct Tree {
    Tree<N - 1> left, right;
    int v = N;
    constexpr int sum() const { return v + left.sum() + right.sum(); }
};
template <> struct Tree<0> {
    int v = 1;
    constexpr int sum() const { return v; }
};

struct alignas(128) Wide { int x; };
HD __noinline__ int misaligned(int n) {
    Wide w[2];
    w[n & 1].x = n;
    return (int)((unsigned long long)&w[n & 1] % 128) + w[n & 1].x;
}

__global__ void k(int *o) {
    Variant a(3), c(2.5f), d(T(7)), e(short(1), short(9));
    *o++ = a.get() * 1000 + c.get();
    *o++ = d.get() * 1000 + e.get();
    *o++ = a.whole + c.bits;
    Whole w{{2}}, w2{.p = {1, 7}, .f = 2.0f};
    *o++ = w.z + w.u + w.l;
    w.r++;
    *o++ = w.z + w2.z + w2.l + (int)w2.f;
    *o++ = Outer().own();
    Part parts[2] = {{1}, {2}};
    *o++ = parts[1].c + (new Part{6})->b;
    Box<int> box(4);
    *o++ = peek(box) + peek(box, 5);
    Methods s;
    *o++ = (s.*(&Methods::v))(1) + (s.*(&Methods::f))(1);
    *o++ = (pick(true) == &Methods::f) + 2 * (pick(false) == &Methods::f);
    Point p{1, 2}, q{1, 3};
    Line l{p, q}, m{p, q};
    *o++ = (p < q) + 2 * (l == m) + 4 * (p == q);
    constexpr Tree<3> tree;
    *o++ = tree.sum();
    char pad[3] = {1, 2, 3};
    *o++ = misaligned(*o + pad[*o & 1] * 5);
}
