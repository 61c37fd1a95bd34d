// SPDX-License-Identifier: Apache-2.0
// `C (name)(...)` and `C (name)[2]` in class C declare a function and an array, not constructors.
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:5 buf:i32:5:zero
// CHECK: 7 7 8 9 4
#define HD __host__ __device__
struct A {
    int x;
    HD explicit A(int v) : x(v) {}
    HD A(const A &a) : x(a.x) {}
    HD static A(max)() { return A(7); }
    HD A (self)() const { return *this; }
    HD const A (same)(int v) { return A(v); }
    A (*pointer)(int);
    HD friend A (outside)(int);
};
HD A (outside)(int v) { return A(v); }
template <class T> struct B {
    T x;
    HD B(T a) : x(a) {}
    HD B(self)() const { return *this; }
    HD static B(make)(T a) { return B(a); }
};
__global__ void k(int *p) {
    A a = A::max();
    p[0] = a.x;
    p[1] = a.self().x;
    p[2] = a.same(8).x;
    p[3] = outside(9).x;
    p[4] = B<int>::make(4).self().x;
}
