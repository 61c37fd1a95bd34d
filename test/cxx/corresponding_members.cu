// SPDX-License-Identifier: Apache-2.0
// Layout-compatible types and the members that two classes have in common, as <type_traits> asks for
// them.
// RUN: cuprum %s -x c++ -std=c++20 --syntax-only --check-all
template <class S, class M, class T, class N> constexpr bool corresponding(M S::*a, N T::*b) {
    return __builtin_is_corresponding_member(a, b);
}
template <class S, class M> constexpr bool first(M S::*a) {
    return __builtin_is_pointer_interconvertible_with_class(a);
}
struct Point {
    int x;
    unsigned y;
    Point *next;
    float f;
};
struct Other {
    const int a;
    volatile unsigned b;
    Point *c;
    double d;
};
struct Virtual {
    virtual void f();
    int x;
};
union Either {
    int i;
    float f;
};
struct Nested {
    int x[2];
    struct {
        int y;
    } inner;
};
static_assert(corresponding(&Point::x, &Other::a) && corresponding(&Point::next, &Other::c));
static_assert(!corresponding(&Point::x, &Other::b) && !corresponding(&Point::f, &Other::d));
static_assert(!corresponding(&Virtual::x, &Virtual::x) && !corresponding(&Either::i, &Either::i));
static_assert(!corresponding(&Point::x, (int Point::*)nullptr));
static_assert(first(&Point::x) && !first(&Point::y) && !first(&Virtual::x));
static_assert(first(&Either::f) && !first(&Nested::inner));
static_assert(!__is_layout_compatible(Point, Other) && __is_layout_compatible(int[2], const int[2]));
