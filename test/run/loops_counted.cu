// SPDX-License-Identifier: Apache-2.0
// loops that count in every way, from and to places that only the run knows
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:rand:5 buf:i32:128:zero
__device__ int work(int s, int i) {
    return s * 31 + (i ^ s >> 3);
}
__device__ int up(int from, int to) {
    int s = 1;
    for (int i = from; i < to; i++) s = work(s, i);
    return s;
}
__device__ int up_equal(int from, int to) {
    int s = 2;
    for (int i = from; i <= to; i++) s = work(s, i);
    return s;
}
__device__ int down(int from, int to) {
    int s = 3;
    for (int i = from; i > to; i--) s = work(s, i);
    return s;
}
__device__ int down_by_three(int from, int to) {
    int s = 4;
    for (int i = from; i >= to; i -= 3) s = work(s, i);
    return s;
}
__device__ int by_seven(int from, int to) {
    int s = 5;
    for (int i = from; i < to; i += 7) s = work(s, i);
    return s;
}
__device__ unsigned unsigned_by_five(unsigned from, unsigned to) {
    unsigned s = 6;
    for (unsigned i = from; i < to && i < 0xfffffff0u; i += 5) s = work(s, i);
    return s;
}
__device__ int not_equal(unsigned char from, unsigned char to) {
    int s = 7;
    for (unsigned char i = from; i != to; i++) s = work(s, i);
    return s;
}
__device__ int tests_last(int from, int to) {
    int s = 8, i = from;
    do s = work(s, i);
    while (++i < to);
    return s;
}
__device__ int breaks(int from, int to, const int *a) {
    int s = 9, i;
    for (i = from; i < to; i++) {
        s = work(s, i);
        if (a[i & 127] % 13 == 0) break;
        if (a[i & 127] % 7 == 0) continue;
        s ^= a[i & 127];
    }
    return s + i;
}
__device__ int wide(long long from, long long to) {
    int s = 10;
    for (long long i = from; i < to; i += 2) s = work(s, (int)(i >> 1));
    return s;
}
__device__ int rotated_values(int n) { // each variable gets the next one's old value
    int a = 1, b = 2, c = 3, d = 5;
    for (int i = 0; i < n; i++) {
        int t = a;
        a = b;
        b = c;
        c = d;
        d = t * 3 + i;
    }
    return a ^ b << 4 ^ c << 8 ^ d;
}
__device__ int nest(int n, int m) {
    int s = 11;
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++)
            for (int k = j; k < j + 5; k++) s = work(s, k);
    return s;
}
__device__ int constant_counts(int x) {
    int s = x;
    for (int i = 0; i < 1000; i++) s = work(s, i);
    for (int i = 3; i < 800; i += 11) s = work(s, i);
    for (int i = 0; i < 96; i++) {
        s = work(s, i);
        if (s == 12345) return i;
    }
    return s;
}
__device__ int asked(int n) {
    int s = 12;
#pragma unroll 8
    for (int i = 0; i < n; i++) s = work(s, i);
#pragma unroll 3
    for (int i = 0; i < n; i++) s = work(s, i);
#pragma unroll
    for (int i = 0; i < n; i++) s = work(s, i);
#pragma unroll 4
    for (int i = 0; i < 21; i++) s = work(s, i);
    return s;
}
__global__ void k(const int *a, int *o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, x = a[t], y = a[t ^ 1];
    int from = (x & 63) - 20, to = (y & 63) - 20;
    int s = up(from, to);
    s = s * 5 + up_equal(from, to);
    s = s * 5 + down(from, to);
    s = s * 5 + down_by_three(from, to);
    s = s * 5 + by_seven(from, to);
    s = s * 5 + (int)unsigned_by_five(x & 127, y & 127);
    s = s * 5 + (int)unsigned_by_five(0xffffff00u, 0xffffff00u + (y & 255));
    s = s * 5 + not_equal(x, y);
    s = s * 5 + tests_last(from, to);
    s = s * 5 + breaks(from + 20, to + 40, a);
    s = s * 5 + wide(from, (long long)to * 3);
    s = s * 5 + up(0x7fffffff - (x & 15), 0x7fffffff);
    s = s * 5 + down(-0x7fffffff - 1 + (x & 15), -0x7fffffff - 1);
    s = s * 5 + rotated_values(x & 31);
    s = s * 5 + nest(x & 7, y & 7);
    s = s * 5 + constant_counts(x);
    s = s * 5 + asked(x & 31);
    o[t] = s;
}
