// SPDX-License-Identifier: Apache-2.0
// A matrix of eight-bit floats by a vector: sixteen of them a load, taken apart by shifts, scales by blocks of 128, a warp a row.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=128 buf:u32:2048:rand:1 buf:f32:32:rand:2 buf:f32:512:rand:3 buf:f32:16:zero i32:16 i32:512
__device__ __forceinline__ float2 two_of(unsigned bits) {  // e4m3 in both halves' high bytes; 120 more in the exponent by a product
    const unsigned low = (bits & 0x80u) << 24 | (bits & 0x7fu) << 20, high = (bits & 0x8000u) << 16 | (bits & 0x7f00u) << 12;
    return make_float2(__uint_as_float(low) * 0x1p120f, __uint_as_float(high) * 0x1p120f);
}
__global__ void __launch_bounds__(128) gemv_flat(const uint4 *__restrict__ weights, const float *__restrict__ scales, const float4 *__restrict__ x, float *__restrict__ y, int rows, int columns) {
    const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const uint4 *w = weights + static_cast<size_t>(row) * (columns / 16);
    float sum = 0;
    for (int i = lane; i < columns / 16; i += 32) {
        const uint4 four = w[i];
        const unsigned words[4] = {four.x & 0xbfbfbfbfu, four.y & 0xbfbfbfbfu, four.z & 0xbfbfbfbfu, four.w & 0xbfbfbfbfu};
        float part = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const float4 v = x[i * 4 + k];
            const float2 a = two_of(words[k]), b = two_of(words[k] >> 16);
            part = fmaf(a.x, v.x, part);
            part = fmaf(a.y, v.y, part);
            part = fmaf(b.x, v.z, part);
            part = fmaf(b.y, v.w, part);
        }
        sum += part * scales[row / 8 * (columns / 128) + i / 8];
    }
#pragma unroll
    for (int mask = 16; mask; mask >>= 1) sum += __shfl_xor_sync(~0u, sum, mask);
    if (lane == 0) y[row] = sum;
}
