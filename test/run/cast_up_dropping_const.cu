// SPDX-License-Identifier: Apache-2.0
// A C-style cast to a base that drops const goes to the base's place: static_cast, then const_cast.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=1:3 buf:i32:2:iota buf:i32:3:zero
// CHECK: arg 1: 1 1 1
struct A {
    int a;
};
struct B {
    int b;
};
struct D : A, B {};
constexpr D known = {{1}, {2}};
static_assert(((B &)known).b == 2 && ((B *)&known)->b == 2, "");

__global__ void k(const D *d, int *out) {
    out[0] = ((B *)d)->b;
    out[1] = ((B &)*d).b;
    out[2] = ((B &&)*d).b;
}
