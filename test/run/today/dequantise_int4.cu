// SPDX-License-Identifier: Apache-2.0
// Eight 4-bit weights of a word to halves without conversions (a magic exponent), groups of 128 with scale and zero.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:u32:256:rand:1 buf:u32:16:rand:2 buf:u32:32:rand:3 buf:u32:1024:zero i32:64
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned lop3_mask(unsigned a, unsigned mask, unsigned magic) {
    unsigned r;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(r) : "r"(a), "r"(mask), "r"(magic));
    return r;
}

__global__ void dequantise(const unsigned *__restrict__ w, const __half *__restrict__ scales, const unsigned *__restrict__ zeros, uint4 *__restrict__ out, int columns) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = t / columns, column = t % columns, group = row * 8 / 128;
    const unsigned word = w[row * columns + column];
    const unsigned z = zeros[group * (columns / 8) + column / 8] >> (column % 8 * 4) & 15;
    const __half s = __ushort_as_half(__half_as_ushort(scales[group * columns / 2 + column / 2]) & 0xbbff);
    const __half2 scale = __half2half2(s), offset = __half2half2(__ushort2half_rn(1024 + z)), shifted = __half2half2(__ushort2half_rn(64 + z));
    union { __half2 h[4]; uint4 raw; } v;
    unsigned x = word;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const unsigned low = lop3_mask(x, 0x000f000f, 0x64006400), high = lop3_mask(x, 0x00f000f0, 0x64006400);
        const __half2 l = *reinterpret_cast<const __half2 *>(&low), h = *reinterpret_cast<const __half2 *>(&high);
        v.h[2 * i] = __hmul2(__hsub2(l, offset), scale);
        v.h[2 * i + 1] = __hmul2(__hsub2(__hmul2(h, __float2half2_rn(0.0625f)), shifted), scale);
        x >>= 8;
    }
    out[t] = v.raw;
}
