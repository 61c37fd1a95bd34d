// SPDX-License-Identifier: Apache-2.0
// cuda_fp8.h, cuda_fp6.h, cuda_fp4.h: conversions in both directions, with saturation.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:f32:128:rand:1 buf:f32:1024:zero
// REQUIRES: nvcc
// TIMEOUT: 120
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
__global__ void k(const float *f, float *o) {
    int i = threadIdx.x;
    float x = (f[i] * 2 - 1) * (1 << (i % 12)), y = f[i + 64];
    o[i] = float(__nv_fp8_e4m3(x));
    o[64 + i] = float(__nv_fp8_e5m2(x));
    o[128 + i] = float(__nv_fp6_e2m3(x));
    o[192 + i] = float(__nv_fp6_e3m2(x));
    o[256 + i] = float(__nv_fp4_e2m1(x));
    float2 p = float2(__nv_fp8x2_e4m3(make_float2(x, y)));
    o[320 + i] = p.x + p.y;
    o[384 + i] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2);
    __half_raw h = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(i * 3), __NV_E4M3);
    o[448 + i] = h.x;
}
