// SPDX-License-Identifier: Apache-2.0
// constexpr functions, objects, if constexpr
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
__host__ __device__ constexpr int gcd(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}
struct Table {
    int v[16];
    constexpr __host__ __device__ Table() : v() {
        for (int i = 0; i < 16; i++) v[i] = i * i - 3;
    }
};
constexpr Table squares;
__constant__ Table device_squares;
static_assert(gcd(48, 36) == 12, "gcd");
static_assert(squares.v[5] == 22, "table");
template <int N> struct Holder { static constexpr int value = N + squares.v[2]; };
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    constexpr int g = gcd(1071, 462);
    int buf[gcd(12, 8)] = {};
    buf[t & 3] = g;
    if constexpr (sizeof(long) == 8) buf[0] += 100;
    else buf[0] += sizeof(int);
    o[t] = buf[0] + buf[1] + Holder<g>::value + device_squares.v[a[t] & 15];
}
