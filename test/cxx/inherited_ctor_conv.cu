// SPDX-License-Identifier: Apache-2.0
// An implicit conversion by an inherited constructor makes the derived class [class.inhctor.init].
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:3 buf:i32:3:zero
// CHECK: 5 6 7
template <bool B, class D> struct Base {
    int v;
    Base() = default;
    __device__ Base(int x) : v(x) {}
};
struct A : Base<true, A> {
    using Base<true, A>::Base;
    A() = default;
    __device__ A(const A &o) : Base<true, A>(o.v) {}
    __device__ A(A &&o) : Base<true, A>(o.v) {}
};
struct B : A {
    using A::A;
};
static_assert(__is_convertible_to(int, A) && __is_convertible_to(int, B));
__device__ int take(const A &a) { return a.v; }
__device__ int take_value(B b) { return b.v; }
__global__ void k(int *p) {
    A a = 5;
    p[0] = a.v;
    p[1] = take(6);
    p[2] = take_value(7);
}
