// SPDX-License-Identifier: Apache-2.0
// Attention to a chosen list of tokens: a warp a query, each lane two dimensions, the softmax kept online.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32,4 buf:f32:1024:rand:1 buf:f32:4096:rand:2 buf:f32:4096:rand:3 buf:i32:384:rand:4 buf:f32:1024:zero i32:16 i32:24 i32:64 f32:0.125
constexpr int DIM = 64;

__global__ void attend(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, const int *__restrict__ chosen,
                       float *__restrict__ out, int queries, int each, int tokens, float scale) {
    const int query = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (query >= queries) return;
    const float2 mine = reinterpret_cast<const float2 *>(q + query * DIM)[lane];
    float top = -1e30f, total = 0;
    float2 acc = make_float2(0, 0);
    for (int i = 0; i < each; i++) {
        const int token = (chosen[query * each + i] & 0x7fffffff) % (tokens + 8);
        if (token >= tokens) continue;
        const float2 key = reinterpret_cast<const float2 *>(k + (size_t)token * DIM)[lane];
        float dot = mine.x * key.x + mine.y * key.y;
        for (int o = 16; o > 0; o >>= 1) dot += __shfl_xor_sync(0xffffffff, dot, o);
        dot *= scale;
        const float higher = fmaxf(top, dot), old = __expf(top - higher), p = __expf(dot - higher);
        const float2 value = reinterpret_cast<const float2 *>(v + (size_t)token * DIM)[lane];
        acc.x = acc.x * old + p * value.x;
        acc.y = acc.y * old + p * value.y;
        total = total * old + p;
        top = higher;
    }
    const float inverse = total > 0 ? 1.f / total : 0.f;
    reinterpret_cast<float2 *>(out + query * DIM)[lane] = make_float2(acc.x * inverse, acc.y * inverse);
}
