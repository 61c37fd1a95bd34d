// SPDX-License-Identifier: Apache-2.0
// Queries and keys of a token: each head is normalised, weighted, rotated (interleaved or by halves), and the keys go to their place in a paged cache.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=96 buf:f16:1024:rand:1 buf:f16:64:rand:2 buf:f32:1024:rand:3 buf:i64:4:iota buf:f16:2048:zero i32:2 i32:1 i32:4 i32:1 f32:0.00001
#include <cuda_fp16.h>
constexpr int D = 64;

__global__ void norm_rope(__half *__restrict__ qkv, const __half *__restrict__ weight, const float *__restrict__ cos_sin, const long long *__restrict__ slots,
                          __half *__restrict__ cache, int heads_q, int heads_k, int page, int neox, float eps) {
    const int token = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int heads = heads_q + 2 * heads_k;
    for (int head = warp; head < heads_q + heads_k; head += blockDim.x / 32) {
        __half *x = qkv + (token * heads + head) * D;
        const float2 v = __half22float2(reinterpret_cast<__half2 *>(x)[lane]);
        float sum = v.x * v.x + v.y * v.y;
#pragma unroll
        for (int mask = 16; mask > 0; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask, 32);
        const float scale = rsqrtf(sum / D + eps);
        const float2 w = __half22float2(reinterpret_cast<const __half2 *>(weight)[lane]);
        float2 n = make_float2(v.x * scale * w.x, v.y * scale * w.y);
        const float *cs = cos_sin + token * D;
        if (neox) {
            float2 other = make_float2(__shfl_xor_sync(0xffffffff, n.x, 16), __shfl_xor_sync(0xffffffff, n.y, 16));
            if (lane < 16) other.x = -other.x, other.y = -other.y;
            int dim = (lane * 2) % (D / 2);
            n.x = n.x * cs[dim] + other.x * cs[dim + D / 2];
            dim = (lane * 2 + 1) % (D / 2);
            n.y = n.y * cs[dim] + other.y * cs[dim + D / 2];
        } else {
            const float c = cs[lane], s = cs[lane + D / 2], a = n.x, b = n.y;
            n.x = a * c - b * s;
            n.y = b * c + a * s;
        }
        const __half2 packed = __floats2half2_rn(n.x, n.y);
        reinterpret_cast<__half2 *>(x)[lane] = packed;
        if (head >= heads_q) {
            const long long slot = slots[token], block = slot / page, inside = slot % page;
            __half *to = cache + ((block * page + inside) * heads_k + (head - heads_q)) * D;
            reinterpret_cast<__half2 *>(to)[lane] = packed;
        }
    }
}
