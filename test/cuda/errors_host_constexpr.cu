// SPDX-License-Identifier: Apache-2.0
// RUN[A]: cuprum --syntax-only -std=c++17 --check-all %s
// RUN[OK]: cuprum --syntax-only -std=c++17 --expt-relaxed-constexpr %s
// Host constexpr functions in constant expressions: allowed at namespace scope, not in device bodies, as nvcc has it.
constexpr int h(int x) { return x; }
template <int N> struct T { static const int v = N; };
T<h(3)> a;
__device__ int arr[h(3)];
__device__ constexpr int c = h(4);
__global__ void k(int *p) {
    T<h(3)> b; // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    int loc[h(3)]; // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    static_assert(h(3) == 3, ""); // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    constexpr int d = h(5); // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    const int e = h(6); // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    switch (*p) { case h(7): *p = 3; } // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    enum { q = h(8) }; // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    if constexpr (h(1)) *p = d + e + b.v + q; // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
    *p = h(9); // ERROR[A]: calling a constexpr __host__ function("h(int)") from a __global__ function("k") is not allowed
}
// EXIT[OK]: 0
