// SPDX-License-Identifier: Apache-2.0
// Attention in a sliding window with ALiBi: a warp a query, keys in half precision by eights.
// RUN: sh %S/../kernel.sh %s --grid=8,2 --block=128 buf:u32:2048:rand:1 buf:u32:2048:rand:2 buf:u32:2048:rand:3 buf:f32:4096:zero i32:32 i32:9
#include <cuda_fp16.h>
constexpr int D = 64;

__device__ __forceinline__ void unpack(uint4 raw, float (&to)[8]) {
    // Any bits are given: the exponent is made small, so that no value is infinite.
    const unsigned word[4] = {raw.x & 0xbbffbbffu, raw.y & 0xbbffbbffu, raw.z & 0xbbffbbffu, raw.w & 0xbbffbbffu};
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const float2 pair = __half22float2(*reinterpret_cast<const __half2 *>(&word[i]));
        to[2 * i] = pair.x;
        to[2 * i + 1] = pair.y;
    }
}

__global__ void window(const __half *q, const __half *k, const __half *v, float *out, int n, int width) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, head = blockIdx.y;
    const int row = blockIdx.x * 4 + warp;
    if (row >= n) return;
    const int group = lane / 8, part = lane % 8;
    float query[8], acc[8] = {}, most = -1e30f, sum = 0;
    unpack(reinterpret_cast<const uint4 *>(q + (head * n + row) * D)[part], query);
    const float slope = exp2f(-(float)(head + 1));
    const int from = max(0, row - width + 1);
    for (int base = from; base <= row; base += 4) {
        const int at = base + group;
        const bool in = at <= row;
        const int safe = in ? at : row;
        float key[8], value[8], dot = 0;
        unpack(reinterpret_cast<const uint4 *>(k + (head * n + safe) * D)[part], key);
#pragma unroll
        for (int i = 0; i < 8; i++) dot += query[i] * key[i];
        dot += __shfl_xor_sync(~0u, dot, 1);
        dot += __shfl_xor_sync(~0u, dot, 2);
        dot += __shfl_xor_sync(~0u, dot, 4);
        const float score = in ? dot * 0.125f - slope * (row - at) : -1e30f;
        const float next = fmaxf(most, score), keep = __expf(most - next), p = in ? __expf(score - next) : 0.f;
        unpack(reinterpret_cast<const uint4 *>(v + (head * n + safe) * D)[part], value);
#pragma unroll
        for (int i = 0; i < 8; i++) acc[i] = acc[i] * keep + p * value[i];
        sum = sum * keep + p;
        most = next;
    }
#pragma unroll
    for (int o = 8; o <= 16; o *= 2) {
        const float other = __shfl_xor_sync(~0u, most, o), next = fmaxf(most, other);
        const float mine = __expf(most - next), theirs = __expf(other - next);
        sum = sum * mine + __shfl_xor_sync(~0u, sum, o) * theirs;
#pragma unroll
        for (int i = 0; i < 8; i++) acc[i] = acc[i] * mine + __shfl_xor_sync(~0u, acc[i], o) * theirs;
        most = next;
    }
    if (group == 0) {
        float4 *to = reinterpret_cast<float4 *>(out + (head * n + row) * D) + 2 * part;
        const float inverse = __fdividef(1.f, sum);
        to[0] = make_float4(acc[0] * inverse, acc[1] * inverse, acc[2] * inverse, acc[3] * inverse);
        to[1] = make_float4(acc[4] * inverse, acc[5] * inverse, acc[6] * inverse, acc[7] * inverse);
    }
}
