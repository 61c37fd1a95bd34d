// SPDX-License-Identifier: Apache-2.0
// Rotary embedding of queries and keys in bfloat16, neighbours in pairs, frequencies ramped between two scales (YaRN), three axes of positions.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=4 --block=32,2 buf:u32:1024:rand:1 buf:u32:512:rand:2 buf:i64:12:iota i32:4 i32:2 i32:128 f32:10000 f32:0.25 f32:32 f32:1
#include <cuda_bf16.h>
struct Ramp {
    float low, high, scale, attention;
};
__device__ float ramp(Ramp r, float i) {
    const float y = (i / 2 - r.low) / fmaxf(0.001f, r.high - r.low);
    return 1 - fminf(1.f, fmaxf(0.f, y));
}
__device__ __forceinline__ void turn(__nv_bfloat162 *at, float s, float c) {
    unsigned bits = *reinterpret_cast<unsigned *>(at) & 0x3fff3fffu;
    const float2 v = __bfloat1622float2(*reinterpret_cast<__nv_bfloat162 *>(&bits));
    *at = __floats2bfloat162_rn(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void rope(__nv_bfloat162 *__restrict__ q, __nv_bfloat162 *__restrict__ k, const long long *__restrict__ positions, int q_heads, int k_heads, int dim, float base, float scale, float high,
                     float attention) {
    const long long token = blockIdx.x;
    const int half = dim / 2;
    const Ramp r{1.f, high, scale, attention};
    for (int i = threadIdx.x; i < half; i += blockDim.x) {
        const int axis = i % 3;
        const float position = static_cast<float>(positions[token * 3 + axis]);
        const float extrapolated = position * exp2f(-2.f * i / dim * __log2f(base)), mixed = ramp(r, 2.f * i);
        const float theta = extrapolated * r.scale * (1 - mixed) + extrapolated * mixed;
        float s, c;
        __sincosf(theta, &s, &c);
        s *= r.attention;
        c *= r.attention;
        for (int h = threadIdx.y; h < q_heads + k_heads; h += blockDim.y)
            turn(h < q_heads ? q + (token * q_heads + h) * half + i : k + (token * k_heads + h - q_heads) * half + i, s, c);
    }
}
