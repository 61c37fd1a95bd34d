// SPDX-License-Identifier: Apache-2.0
// Numbers of 4 bits (CUDA Math API, "FP4 Intrinsics"; OCP, "Microscaling Formats"): neither
// infinities nor NaN, which becomes the largest number. Two in a byte.
#ifndef CUPRUM_FP4_H
#define CUPRUM_FP4_H
#define __CUDA_FP4_H__
#define __CUDA_FP4_TYPES_EXIST__
#include "cuda_fp6.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

// PTX converts on targets with an architecture's or a family's own features.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000 &&                                             \
    (defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__))
#define __CUPRUM_FP4_NATIVE 1
#else
#define __CUPRUM_FP4_NATIVE 0
#endif

// ---- to 4 bits ----------------------------------------------------------------------------------
__CUPRUM_HD__ __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t kind,
                                                        cudaRoundMode rounding) {
    (void)rounding; // to the nearest even
    (void)kind;
    return (__nv_fp4_storage_t)__cuprum_to_small(x, 2, 1, 7, 7, 7);
}
__CUPRUM_HD__ __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2 x,
                                                             __nv_fp4_interpretation_t kind,
                                                             cudaRoundMode rounding) {
    return (__nv_fp4x2_storage_t)(__nv_cvt_double_to_fp4(x.x, kind, rounding) |
                                  __nv_cvt_double_to_fp4(x.y, kind, rounding) << 4);
}
__CUPRUM_HD__ __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 x,
                                                            __nv_fp4_interpretation_t kind,
                                                            cudaRoundMode rounding) {
#if __CUPRUM_FP4_NATIVE
    if (rounding == cudaRoundNearest) {
        unsigned short r;
        asm("{.reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %2, %1; cvt.u16.u8 %0, t;}"
            : "=h"(r)
            : "f"(x.x), "f"(x.y));
        return (__nv_fp4x2_storage_t)r;
    }
#endif
    return __nv_cvt_double2_to_fp4x2(make_double2(x.x, x.y), kind, rounding);
}
__CUPRUM_HD__ __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t kind,
                                                       cudaRoundMode rounding) {
    return (__nv_fp4_storage_t)__nv_cvt_float2_to_fp4x2(make_float2(x, 0), kind, rounding);
}
__CUPRUM_HD__ __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw x,
                                                              __nv_fp4_interpretation_t kind,
                                                              cudaRoundMode rounding) {
    return __nv_cvt_float2_to_fp4x2(__half22float2(__half2(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x,
                                                         __nv_fp4_interpretation_t kind,
                                                         cudaRoundMode rounding) {
    return __nv_cvt_float_to_fp4(__half2float(__half(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw x,
                                                                  __nv_fp4_interpretation_t kind,
                                                                  cudaRoundMode rounding) {
    return __nv_cvt_float2_to_fp4x2(__bfloat1622float2(__nv_bfloat162(x)), kind, rounding);
}
__CUPRUM_HD__ __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x,
                                                             __nv_fp4_interpretation_t kind,
                                                             cudaRoundMode rounding) {
    return __nv_cvt_float_to_fp4(__bfloat162float(__nv_bfloat16(x)), kind, rounding);
}

// ---- from 4 bits --------------------------------------------------------------------------------
__CUPRUM_HD__ __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x,
                                                 __nv_fp4_interpretation_t kind) {
    (void)kind;
    return __cuprum_small_half(x & 0xf, 2, 1);
}
__CUPRUM_HD__ __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                     __nv_fp4_interpretation_t kind) {
#if __CUPRUM_FP4_NATIVE
    unsigned int r;
    (void)kind;
    asm("{.reg .b8 t; cvt.u8.u16 t, %1; cvt.rn.f16x2.e2m1x2 %0, t;}"
        : "=r"(r)
        : "h"((unsigned short)x));
    return __half2_raw{(unsigned short)r, (unsigned short)(r >> 16)};
#else
    return __half2_raw{__nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)x, kind).x,
                       __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)(x >> 4), kind).x};
#endif
}

// ---- classes ------------------------------------------------------------------------------------
#define __CUPRUM_S          __nv_fp4_e2m1
#define __CUPRUM_S2         __nv_fp4x2_e2m1
#define __CUPRUM_S4         __nv_fp4x4_e2m1
#define __CUPRUM_SBITS      4
#define __CUPRUM_SSIGN      3
#define __CUPRUM_S2_STORAGE __nv_fp4x2_storage_t
#define __CUPRUM_S4_STORAGE __nv_fp4x4_storage_t
#define __CUPRUM_STO(T, x)  __nv_cvt_##T##_to_fp4(x, __NV_E2M1, cudaRoundNearest)
#define __CUPRUM_STO2(T, x) __nv_cvt_##T##_to_fp4x2(x, __NV_E2M1, cudaRoundNearest)
#define __CUPRUM_SOF(x)     __nv_cvt_fp4_to_halfraw(x, __NV_E2M1)
#define __CUPRUM_SOF2(x)    __nv_cvt_fp4x2_to_halfraw2(x, __NV_E2M1)
#include "cuprum_small_class.h"
#undef __CUPRUM_FP4_NATIVE

#endif
