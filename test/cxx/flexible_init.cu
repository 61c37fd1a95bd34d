// SPDX-License-Identifier: Apache-2.0
// The flexible array member of a variable with static storage gets elements (GNU); sizeof stays.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0:18 buf:i32:18:zero
// CHECK: arg 0: 16 3 99 0 6 4 3 7 9 1 1 21 22 5 41 42 2 120
// RUN[B]: cuprum --syntax-only --check-all %s
struct F {
    int n;
    int a[];
};
struct G {
    int n;
    char s[];
};
struct P { // the member begins in what would be padding
    long n;
    char c;
    char tail[];
};
struct Q : F {};
struct Far {
    const int *p;
    const int *q[];
};
F host = {3, {1, 2, 3}};
static F one = {1}, none = {1, {}}, flat = {3, 1, 2, 3};
G text = {1, "hello"};
__device__ F d0 = {3, {7, 8, 9}};
__device__ G d1 = {1, "abc"};
__constant__ F d2 = {2, {5, 6}};
__device__ P d3 = {1, 2, {3, 4, 5, 6, 7, 8, 9, 10, 120}};
__device__ F d4 = {.n = 1, .a = {21, 22}};
__device__ F d5 = {5};
__device__ int x = 41, y = 42;
__device__ Far d6 = {&x, {&x, &y}};
constexpr __device__ F c = {2, {1, 2}};
static_assert(c.a[1] == 2, "");
__global__ void k(int *p) {
    p[0] = d0.a[0] + d0.a[2];
    p[1] = d0.n;
    p[2] = d1.s[2];
    p[3] = d1.s[3];
    p[4] = d2.a[1];
    p[5] = sizeof(d0);
    p[6] = d3.tail[0];
    p[7] = d3.tail[4];
    p[8] = d3.tail[6];
    p[9] = int(d3.n);
    p[10] = d4.n;
    p[11] = d4.a[0];
    p[12] = d4.a[1];
    p[13] = d5.n;
    p[14] = *d6.q[0];
    p[15] = *d6.q[1];
    p[16] = c.a[1];
    p[17] = d3.tail[8];
}
