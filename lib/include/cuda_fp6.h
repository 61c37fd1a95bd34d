// SPDX-License-Identifier: Apache-2.0
// Numbers of 6 bits (CUDA Math API, "FP6 Intrinsics"; OCP, "Microscaling Formats"): neither
// infinities nor NaN, which becomes the largest number. One in a byte.
#ifndef CUPRUM_FP6_H
#define CUPRUM_FP6_H
#define __CUDA_FP6_H__
#define __CUDA_FP6_TYPES_EXIST__
#include "cuda_fp8.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

// PTX converts on targets with an architecture's or a family's own features.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000 &&                                             \
    (defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__))
#define __CUPRUM_FP6_NATIVE 1
#else
#define __CUPRUM_FP6_NATIVE 0
#endif

// ---- to 6 bits ----------------------------------------------------------------------------------
__CUPRUM_HD__ __nv_fp6_storage_t __nv_cvt_double_to_fp6(double x, __nv_fp6_interpretation_t kind,
                                                        cudaRoundMode rounding) {
    (void)rounding; // to the nearest even
    return (__nv_fp6_storage_t)(kind == __NV_E2M3 ? __cuprum_to_small(x, 2, 3, 0x1f, 0x1f, 0x1f)
                                                  : __cuprum_to_small(x, 3, 2, 0x1f, 0x1f, 0x1f));
}
__CUPRUM_HD__ __nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(double2 x,
                                                             __nv_fp6_interpretation_t kind,
                                                             cudaRoundMode rounding) {
    return (__nv_fp6x2_storage_t)(__nv_cvt_double_to_fp6(x.x, kind, rounding) |
                                  __nv_cvt_double_to_fp6(x.y, kind, rounding) << 8);
}
__CUPRUM_HD__ __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 x,
                                                            __nv_fp6_interpretation_t kind,
                                                            cudaRoundMode rounding) {
#if __CUPRUM_FP6_NATIVE
    if (rounding == cudaRoundNearest) {
        unsigned short r;
        if (kind == __NV_E2M3)
            asm("cvt.rn.satfinite.e2m3x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x.x), "f"(x.y));
        else
            asm("cvt.rn.satfinite.e3m2x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x.x), "f"(x.y));
        return r;
    }
#endif
    return __nv_cvt_double2_to_fp6x2(make_double2(x.x, x.y), kind, rounding);
}
__CUPRUM_HD__ __nv_fp6_storage_t __nv_cvt_float_to_fp6(float x, __nv_fp6_interpretation_t kind,
                                                       cudaRoundMode rounding) {
    return (__nv_fp6_storage_t)__nv_cvt_float2_to_fp6x2(make_float2(x, 0), kind, rounding);
}
__CUPRUM_HD__ __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw x,
                                                              __nv_fp6_interpretation_t kind,
                                                              cudaRoundMode rounding) {
    return __nv_cvt_float2_to_fp6x2(__half22float2(__half2(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw x,
                                                         __nv_fp6_interpretation_t kind,
                                                         cudaRoundMode rounding) {
    return __nv_cvt_float_to_fp6(__half2float(__half(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(__nv_bfloat162_raw x,
                                                                  __nv_fp6_interpretation_t kind,
                                                                  cudaRoundMode rounding) {
    return __nv_cvt_float2_to_fp6x2(__bfloat1622float2(__nv_bfloat162(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw x,
                                                             __nv_fp6_interpretation_t kind,
                                                             cudaRoundMode rounding) {
    return __nv_cvt_float_to_fp6(__bfloat162float(__nv_bfloat16(x)), kind, rounding);
}

// ---- from 6 bits --------------------------------------------------------------------------------
__CUPRUM_HD__ __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x,
                                                 __nv_fp6_interpretation_t kind) {
    return kind == __NV_E2M3 ? __cuprum_small_half(x, 2, 3) : __cuprum_small_half(x, 3, 2);
}
__CUPRUM_HD__ __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x,
                                                     __nv_fp6_interpretation_t kind) {
#if __CUPRUM_FP6_NATIVE
    unsigned int r;
    if (kind == __NV_E2M3)
        asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(r) : "h"(x));
    else
        asm("cvt.rn.f16x2.e3m2x2 %0, %1;" : "=r"(r) : "h"(x));
    return __half2_raw{(unsigned short)r, (unsigned short)(r >> 16)};
#else
    return __half2_raw{__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)x, kind).x,
                       __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)(x >> 8), kind).x};
#endif
}

// ---- classes ------------------------------------------------------------------------------------
#define __CUPRUM_S          __nv_fp6_e2m3
#define __CUPRUM_S2         __nv_fp6x2_e2m3
#define __CUPRUM_S4         __nv_fp6x4_e2m3
#define __CUPRUM_SBITS      8
#define __CUPRUM_SSIGN      5
#define __CUPRUM_S2_STORAGE __nv_fp6x2_storage_t
#define __CUPRUM_S4_STORAGE __nv_fp6x4_storage_t
#define __CUPRUM_STO(T, x)  __nv_cvt_##T##_to_fp6(x, __NV_E2M3, cudaRoundNearest)
#define __CUPRUM_STO2(T, x) __nv_cvt_##T##_to_fp6x2(x, __NV_E2M3, cudaRoundNearest)
#define __CUPRUM_SOF(x)     __nv_cvt_fp6_to_halfraw(x, __NV_E2M3)
#define __CUPRUM_SOF2(x)    __nv_cvt_fp6x2_to_halfraw2(x, __NV_E2M3)
#include "cuprum_small_class.h"
#define __CUPRUM_S          __nv_fp6_e3m2
#define __CUPRUM_S2         __nv_fp6x2_e3m2
#define __CUPRUM_S4         __nv_fp6x4_e3m2
#define __CUPRUM_SBITS      8
#define __CUPRUM_SSIGN      5
#define __CUPRUM_S2_STORAGE __nv_fp6x2_storage_t
#define __CUPRUM_S4_STORAGE __nv_fp6x4_storage_t
#define __CUPRUM_STO(T, x)  __nv_cvt_##T##_to_fp6(x, __NV_E3M2, cudaRoundNearest)
#define __CUPRUM_STO2(T, x) __nv_cvt_##T##_to_fp6x2(x, __NV_E3M2, cudaRoundNearest)
#define __CUPRUM_SOF(x)     __nv_cvt_fp6_to_halfraw(x, __NV_E3M2)
#define __CUPRUM_SOF2(x)    __nv_cvt_fp6x2_to_halfraw2(x, __NV_E3M2)
#include "cuprum_small_class.h"
#undef __CUPRUM_FP6_NATIVE

#endif
