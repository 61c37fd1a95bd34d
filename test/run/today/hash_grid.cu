// SPDX-License-Identifier: Apache-2.0
// Features of points from tables at several resolutions, eight corners each, hashed where a level has more of them than its table.
// RUN: sh %S/../kernel.sh %s --grid=2,6 --block=64 buf:f32:384:rand:1 buf:f16:6144:rand:2 buf:f16:1536:zero i32:120 f32:1.5
#include <cuda_fp16.h>
constexpr unsigned ENTRIES = 512;

__device__ unsigned place(const unsigned (&cell)[3], unsigned resolution) {
    if (resolution * resolution * resolution <= ENTRIES) return cell[0] + resolution * (cell[1] + resolution * cell[2]);
    return (cell[0] ^ cell[1] * 2654435761u ^ cell[2] * 805459861u) % ENTRIES;
}

__global__ void encode(const float *__restrict__ points, const __half2 *__restrict__ tables, __half2 *__restrict__ out, int n, float growth) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, level = blockIdx.y;
    if (i >= n) return;
    const float scale = exp2f(level * log2f(growth)) * 4 - 1;
    const unsigned resolution = (unsigned)ceilf(scale) + 1;
    float part[3];
    unsigned cell[3];
#pragma unroll
    for (int d = 0; d < 3; d++) {
        const float x = fabsf(points[i * 3 + d]), at = fmaf(scale, x - floorf(x), 0.5f), whole = floorf(at);
        cell[d] = (unsigned)whole;
        part[d] = at - whole;
    }
    const __half2 *table = tables + level * ENTRIES;
    float2 sum = make_float2(0, 0);
#pragma unroll
    for (int corner = 0; corner < 8; corner++) {
        float weight = 1;
        unsigned here[3];
#pragma unroll
        for (int d = 0; d < 3; d++) {
            if (corner >> d & 1) weight *= part[d], here[d] = cell[d] + 1;
            else weight *= 1 - part[d], here[d] = cell[d];
        }
        const __half2 raw = table[place(here, resolution) % ENTRIES];
        const float2 feature = __half22float2(__hmax2(__hmin2(raw, __float2half2_rn(4)), __float2half2_rn(-4)));
        sum.x += weight * feature.x;
        sum.y += weight * feature.y;
    }
    out[level * n + i] = __floats2half2_rn(sum.x, sum.y);
}
