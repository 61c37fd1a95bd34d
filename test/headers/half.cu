// SPDX-License-Identifier: Apache-2.0
// cuda_fp16.h and cuda_bf16.h: arithmetic, comparisons, conversions, functions, pairs.
// RUN: sh %S/kernel.sh %s --min-sm=80 --grid=1 --block=64 buf:f32:256:rand:1 buf:f32:2048:zero
// REQUIRES: nvcc
// TIMEOUT: 120
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <class T, class T2> __device__ void all(T a, T b, T2 p, float *o) {
    int n = 0;
    auto put = [&](float v) { o[n++ * 64] = v; };
    put(float(a + b));
    put(float(a * b - b));
    put(float(a / b));
    put(float(-a));
    put(float(__hfma(a, b, a)));
    put(float(__hmax(a, b)));
    put(float(hsqrt(__habs(a))));
    put(float(hrint(a)));
    put(a < b ? 1 : 2);
    put(__heq(a, a) ? 1 : 2);
    put(__hisnan(a));
    T2 q = __hadd2(p, __hmul2(p, p));
    put(__low2float(q));
    put(__high2float(q));
    put(float(__hadd_sat(a, b)));
    a += b;
    put(float(a));
}
__global__ void k(const float *f, float *o) {
    int i = threadIdx.x;
    float x = f[i] * 4 - 2, y = f[i + 64] + 0.5f;
    all(__float2half(x), __float2half_rn(y), __floats2half2_rn(x, y), o + i);
    all(__float2bfloat16(x), __float2bfloat16_rn(y), __floats2bfloat162_rn(x, y), o + 1024 + i);
    o[960 + i] = __half2int_rn(__float2half(x)) + __ushort_as_half(0x3c00 + i).operator float();
    atomicAdd(reinterpret_cast<__half2 *>(o) + 1000 * 2, __float2half2_rn(0.0f));
}
