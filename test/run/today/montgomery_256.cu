// SPDX-License-Identifier: Apache-2.0
// Powers of 256-bit numbers by an exponent: Montgomery products of eight 32-bit words, one number a thread.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:u32:256:rand:1 buf:u32:8:rand:2 buf:u32:256:zero i32:32 i32:5
typedef unsigned u32;
typedef unsigned long long u64;
constexpr int W = 8;

__device__ void product(u32 (&r)[W], const u32 (&a)[W], const u32 (&b)[W], const u32 (&m)[W], u32 inverse) {
    u32 t[W + 2] = {};
#pragma unroll
    for (int i = 0; i < W; i++) {
        u64 carry = 0;
#pragma unroll
        for (int j = 0; j < W; j++) {
            carry += (u64)a[j] * b[i] + t[j];
            t[j] = (u32)carry;
            carry >>= 32;
        }
        carry += t[W];
        t[W] = (u32)carry;
        t[W + 1] = (u32)(carry >> 32);
        const u32 q = t[0] * inverse;
        carry = ((u64)q * m[0] + t[0]) >> 32;
#pragma unroll
        for (int j = 1; j < W; j++) {
            carry += (u64)q * m[j] + t[j];
            t[j - 1] = (u32)carry;
            carry >>= 32;
        }
        carry += t[W];
        t[W - 1] = (u32)carry;
        t[W] = t[W + 1] + (u32)(carry >> 32);
    }
    u32 d[W];
    u64 borrow = 0;
#pragma unroll
    for (int i = 0; i < W; i++) {
        const u64 x = (u64)t[i] - m[i] - borrow;
        d[i] = (u32)x;
        borrow = x >> 63;
    }
    const bool keep = t[W] < borrow;
#pragma unroll
    for (int i = 0; i < W; i++) r[i] = keep ? t[i] : d[i];
}

__global__ void power(const u32 *__restrict__ in, const u32 *__restrict__ modulus, u32 *__restrict__ out, int n, int exponent) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    u32 m[W], x[W], r[W];
#pragma unroll
    for (int i = 0; i < W; i++) m[i] = modulus[i] | (i == 0) | (i == W - 1 ? 0xc0000000u : 0), x[i] = r[i] = in[i * n + id];
    u32 inverse = 1;
    for (int i = 0; i < 5; i++) inverse *= 2 - m[0] * inverse;
    inverse = -inverse;
    for (int e = exponent; e > 0; e >>= 1) {
        if (e & 1) product(r, r, x, m, inverse);
        product(x, x, x, m, inverse);
    }
#pragma unroll
    for (int i = 0; i < W; i++) out[i * n + id] = r[i];
}
