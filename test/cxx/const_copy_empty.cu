// SPDX-License-Identifier: Apache-2.0
// Copies of classes without scalars read nothing: variables that are no constants are operands of
// compile-time arithmetic, as in cute [expr.const]/5.9. One scalar anywhere, and the copy is a read.
// EXIT: 1
// RUN: cuprum %s -std=c++17 --syntax-only 2>&1
// CHECK: (34): error: expression must have a constant value
// CHECK: the value of variable "s" cannot be used
// CHECK: 1 error
template <auto v> struct C {
    __host__ __device__ constexpr operator decltype(v)() const { return v; }
};
template <auto t, auto u> __host__ __device__ constexpr C<(t * u)> operator*(C<t>, C<u>) { return {}; }
template <class A, class B> struct Two : A {
    B b;
    B c[2];
};
template <class A, class B> __host__ __device__ constexpr int both(Two<A, B> t) { return A{} * B{}; }
struct Some {
    int v;
    __host__ __device__ constexpr int one() const { return 1; }
};
template <class S> __host__ __device__ constexpr int one(S s) { return s.one(); }
template <int N> struct Arr { int v[N]; };
template <class T> __device__ int f(T) {
    auto m = C<3>{}, n = m;
    auto two = Two<C<2>, C<5>>{};
    C<m * n * 2> p;
    Arr<both(two)> a;
    return sizeof(Arr<m * n>) + p + sizeof a;
}
__global__ void k(int *p) {
    *p = f(1);
    auto s = Some{};
    Arr<one(s)> bad;
}
