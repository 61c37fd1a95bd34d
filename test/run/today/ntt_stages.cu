// SPDX-License-Identifier: Apache-2.0
// A number-theoretic transform of 256 numbers modulo 2^64 - 2^32 + 1 in shared memory: butterflies with 64-bit products of 128 bits, roots by a table.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:u32:1024:rand:1 buf:u64:128:zero i32:8
using u64 = unsigned long long;
using u32 = unsigned;
constexpr u64 P = 0xffffffff00000001ull;

__device__ u64 add(u64 a, u64 b) {
    const u64 s = a + b;
    return s < a || s >= P ? s - P : s;
}
__device__ u64 sub(u64 a, u64 b) { return a >= b ? a - b : a + P - b; }

__device__ u64 reduced(u64 low, u64 high) {
    const u64 top = high >> 32, mid = high & 0xffffffff;
    u64 r = low - top;
    if (low < top) r -= 0xffffffff;
    const u64 t = (mid << 32) - mid;
    u64 s = r + t;
    if (s < t) s += 0xffffffff;
    return s >= P ? s - P : s;
}
__device__ u64 mul(u64 a, u64 b) { return reduced(a * b, __umul64hi(a, b)); }

__device__ u64 power(u64 x, u32 n) {
    u64 r = 1;
    for (; n; n >>= 1, x = mul(x, x))
        if (n & 1) r = mul(r, x);
    return r;
}

__global__ void ntt_stages(u64 *data, u64 *roots, int log_n) {
    __shared__ u64 s[256], w[128];
    const u32 t = threadIdx.x, n = 1u << log_n;
    u64 *block = data + blockIdx.x * n;
    const u64 root = power(7, 17 + t);
    w[t] = root;
    for (u32 i = t; i < n; i += blockDim.x) s[__brev(i) >> (32 - log_n)] = block[i] % P;
    __syncthreads();
    for (int stage = 1; stage <= log_n; stage++) {
        const u32 half = 1u << (stage - 1), j = t & (half - 1), k = (t >> (stage - 1)) << stage;
        const u64 a = s[k + j], b = mul(s[k + j + half], w[j << (log_n - stage)]);
        __syncthreads();
        s[k + j] = add(a, b);
        s[k + j + half] = sub(a, b);
        __syncthreads();
    }
    for (u32 i = t; i < n; i += blockDim.x) block[i] = s[i];
    if (blockIdx.x == 0) roots[t] = root;
}
