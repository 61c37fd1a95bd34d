// SPDX-License-Identifier: Apache-2.0
// A generic lambda captures `this` for a member function template and for overloads of which one is nonstatic
// [expr.prim.lambda.capture]/7.
// RUN: cuprum %s -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:3 buf:i32:3:zero
// CHECK: 8 12 5
template <class T> struct S {
    int base;
    template <class F> __device__ void each(F f) { f(0); }
    template <int N> __device__ static int fixed() { return N; }
    template <int N> __device__ int member() { return base + N; }
    __device__ static int over(char) { return 1; }
    __device__ int over(int v) { return base + v; }
    __device__ void go(int *p) {
        each([=](auto i) { p[0] = member<sizeof(i)>(); });
        each([&](auto i) { p[1] = over(8); });
        auto plain = [p](auto i) { p[2] = fixed<5>(); }; // needs no object
        each(plain);
        static_assert(sizeof(plain) == sizeof(p));
    }
};
__global__ void k(int *p) {
    S<int> s{4};
    s.go(p);
}
