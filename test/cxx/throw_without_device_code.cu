// SPDX-License-Identifier: Apache-2.0
// A throw is an error in functions that a device runs; a constexpr function of the host that device
// code calls ends there; consteval functions and constructors have no code at all.
// RUN: cuprum %s -arch=sm_90 -std=c++20 --expt-relaxed-constexpr -o -
// RUN[BAD]: cuprum %s -arch=sm_90 -std=c++20 --expt-relaxed-constexpr --syntax-only -DBAD
constexpr int checked(int v) { return v >= 0 ? v * 3 : throw "negative"; }
constexpr const int &chosen(const int &a, const int &b) {
    return a > 0 ? a : b > 0 ? b : throw 0;
}
consteval int even(int v) {
    if (v % 2) throw v;
    return v;
}
struct Port {
    int n;
    consteval Port(int v) : n(v < 100 ? v : throw "too large") {}
};
__device__ int open(Port p) { return p.n; }
// CHECK-NOT: {{_ZN4Port|even}}
// CHECK: .entry run(
// CHECK: trap;
extern "C" __global__ void run(int *p) {
    p[0] = checked(p[1]);
    p[1] = chosen(p[2], p[3]);
    p[2] = even(8);
    p[3] = open(80);
    Port q(7);
    p[4] = q.n;
}
#ifdef BAD
__device__ int odd(int v) { return even(v); } // ERROR[BAD]: constant
__device__ int raise(int v) { return v ? v : throw 1; } // ERROR[BAD]: device code does not support exception handling
__host__ __device__ int both(int v) {
    if (v) throw v; // ERROR[BAD]: device code does not support exception handling
    return 1;
}
__device__ Port far() { return Port(200); } // ERROR[BAD]: constant
#endif
