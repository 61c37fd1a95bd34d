// SPDX-License-Identifier: Apache-2.0
// Residual added, root mean square, weight: bfloats by eights, the row in registers between the two passes.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=4 --block=64 buf:u32:2048:rand:1 buf:u32:2048:rand:2 buf:u32:512:rand:3 f32:1e-6 i32:1024
#include <cuda_bf16.h>
struct alignas(16) Eight { __nv_bfloat162 at[4]; };

__device__ Eight tamed(Eight e) {
    unsigned *word = reinterpret_cast<unsigned *>(&e);
    for (int i = 0; i < 4; i++) word[i] &= 0xbfffbfffu;
    return e;
}

__global__ void rms(__nv_bfloat16 *x, __nv_bfloat16 *residual, const __nv_bfloat16 *weight, float epsilon, int n) {
    constexpr int EACH = 2;
    __shared__ float part[2];
    Eight *xs = reinterpret_cast<Eight *>(x) + blockIdx.x * (n / 8), *rs = reinterpret_cast<Eight *>(residual) + blockIdx.x * (n / 8);
    const Eight *ws = reinterpret_cast<const Eight *>(weight);
    Eight held[EACH];
    float sum = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        const int at = threadIdx.x + i * blockDim.x;
        const Eight a = tamed(xs[at]), b = tamed(rs[at]);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            held[i].at[k] = __hadd2(a.at[k], b.at[k]);
            const float2 f = __bfloat1622float2(held[i].at[k]);
            sum += f.x * f.x + f.y * f.y;
        }
        rs[at] = held[i];
    }
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(~0u, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    const float scale = rsqrtf((part[0] + part[1]) * 0.0009765625f + epsilon);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        const int at = threadIdx.x + i * blockDim.x;
        const Eight w = tamed(ws[at]);
        Eight r;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const float2 f = __bfloat1622float2(held[i].at[k]), g = __bfloat1622float2(w.at[k]);
            r.at[k] = __floats2bfloat162_rn(f.x * scale * g.x, f.y * scale * g.y);
        }
        xs[at] = r;
    }
}
