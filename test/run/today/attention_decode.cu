// SPDX-License-Identifier: Apache-2.0
// One query against a cache of keys and values: a warp for each part of the sequence, online softmax, parts joined at the end.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:f32:256:rand:1 buf:f32:16384:rand:2 buf:f32:16384:rand:3 buf:f32:256:zero i32:64
constexpr int D = 64, WARPS = 4;

__device__ float warp_sum(float x) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) x += __shfl_xor_sync(~0u, x, o);
    return x;
}

__global__ void decode(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v, float *__restrict__ out, int length) {
    __shared__ float part[WARPS][D + 2];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, head = blockIdx.x;
    const float2 query = reinterpret_cast<const float2 *>(q + head * D)[lane];
    const float scale = 0.125f;
    float most = -1e30f, sum = 0;
    float2 acc = {0, 0};
    for (int at = warp; at < length; at += WARPS) {
        const size_t row = ((size_t)head * length + at) * D;
        const float2 key = reinterpret_cast<const float2 *>(k + row)[lane];
        const float score = warp_sum(query.x * key.x + query.y * key.y) * scale;
        const float next = fmaxf(most, score);
        const float keep = __expf(most - next), p = __expf(score - next);
        const float2 value = reinterpret_cast<const float2 *>(v + row)[lane];
        acc.x = acc.x * keep + p * value.x;
        acc.y = acc.y * keep + p * value.y;
        sum = sum * keep + p;
        most = next;
    }
    part[warp][2 * lane] = acc.x;
    part[warp][2 * lane + 1] = acc.y;
    if (lane == 0) part[warp][D] = most, part[warp][D + 1] = sum;
    __syncthreads();
    if (threadIdx.x < D) {
        float top = part[0][D];
        for (int w = 1; w < WARPS; w++) top = fmaxf(top, part[w][D]);
        float total = 0, value = 0;
        for (int w = 0; w < WARPS; w++) {
            const float weight = __expf(part[w][D] - top);
            total += weight * part[w][D + 1];
            value += weight * part[w][threadIdx.x];
        }
        out[head * D + threadIdx.x] = __fdividef(value, total);
    }
}
