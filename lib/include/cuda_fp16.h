// SPDX-License-Identifier: Apache-2.0
// Half precision (CUDA Math API, "Half Precision Intrinsics"): types and conversions. What half has
// in common with bfloat16 is in cuprum_half.h. Device code is PTX's instructions (PTX
// ISA 9.7.4, 9.7.9.21); the host computes in float, which gives the same bits (24 >= 2 * 11 + 2:
// Figueroa, "When is double rounding innocuous?").
#ifndef CUPRUM_FP16_H
#define CUPRUM_FP16_H
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__
#ifdef __CUDACC_RTC__
#include "cuprum_runtime.h"
#else
#include "cuda_runtime.h"
#endif
#include "cuprum_small.h"

#define CUDART_INF_FP16        __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16        __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16       __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16        __ushort_as_half((unsigned short)0x3c00u)

struct __align__(2) __half_raw {
    unsigned short x;
};
struct __align__(4) __half2_raw {
    unsigned short x, y;
};
struct __half;
struct __half2;
struct __nv_bfloat16;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
typedef __half2 half2;
typedef __half_raw nv_half_raw;
typedef __half_raw __nv_half_raw;
typedef __half2_raw nv_half2_raw;
typedef __half2_raw __nv_half2_raw;

// ---- conversions of the bits: __cuprum_int_half_rd, __cuprum_half_int_rd ...
// ---------------------
#ifdef __CUDA_ARCH__
#define __CUPRUM_TO_HALF(name, T, k, ptx, round, mode)                                             \
    __CUPRUM_HD__ unsigned short name(T v) {                                                       \
        unsigned short h;                                                                          \
        asm("cvt." round ".f16." ptx " %0, %1;" : "=h"(h) : k(v));                                 \
        return h;                                                                                  \
    }
#define __CUPRUM_OF_HALF(name, T, k, ptx, round, mode)                                             \
    __CUPRUM_HD__ T name(unsigned short h) {                                                       \
        T v;                                                                                       \
        asm("cvt" round "." ptx ".f16 %0, %1;" : "=" k(v) : "h"(h));                               \
        return v;                                                                                  \
    }
__CUPRUM_OF_HALF(__cuprum_half_float, float, "f", "f32", "", 0)
#else
#define __CUPRUM_TO_HALF(name, T, k, ptx, round, mode)                                             \
    __CUPRUM_HD__ unsigned short name(T v) {                                                       \
        return __cuprum_narrow((double)v, 5, 10, mode);                                            \
    }
#define __CUPRUM_OF_HALF(name, T, k, ptx, round, mode)                                             \
    __CUPRUM_HD__ T name(unsigned short h) {                                                       \
        return __cuprum_integer<T>(__cuprum_half_float(h), mode);                                  \
    }
__CUPRUM_HD__ float __cuprum_half_float(unsigned short h) {
    return __cuprum_widen(h, 5, 10, true);
}
#endif
#define __CUPRUM_TO_HALF_4(name, T, k, ptx)                                                        \
    __CUPRUM_TO_HALF(name##_rn, T, k, ptx, "rn", 0)                                                \
    __CUPRUM_TO_HALF(name##_rz, T, k, ptx, "rz", 1)                                                \
    __CUPRUM_TO_HALF(name##_rd, T, k, ptx, "rm", 2)                                                \
    __CUPRUM_TO_HALF(name##_ru, T, k, ptx, "rp", 3)
#if __CUPRUM_HALF_MODES
#define __CUPRUM_HALF_INTEGER(to, of, T, k, ptx)                                                   \
    __CUPRUM_TO_HALF_4(to, T, k, ptx)                                                              \
    __CUPRUM_OF_HALF(of##_rn, T, k, ptx, ".rni", 0)                                                \
    __CUPRUM_OF_HALF(of##_rz, T, k, ptx, ".rzi", 1)                                                \
    __CUPRUM_OF_HALF(of##_rd, T, k, ptx, ".rmi", 2)                                                \
    __CUPRUM_OF_HALF(of##_ru, T, k, ptx, ".rpi", 3)
#else // those of the class
#define __CUPRUM_HALF_INTEGER(to, of, T, k, ptx)                                                   \
    __CUPRUM_TO_HALF(to##_rn, T, k, ptx, "rn", 0)                                                  \
    __CUPRUM_OF_HALF(of##_rz, T, k, ptx, ".rzi", 1)
#endif
__CUPRUM_HALF_INTEGER(__cuprum_int_half, __cuprum_half_int, int, "r", "s32")
__CUPRUM_HALF_INTEGER(__cuprum_uint_half, __cuprum_half_uint, unsigned int, "r", "u32")
__CUPRUM_HALF_INTEGER(__cuprum_short_half, __cuprum_half_short, short, "h", "s16")
__CUPRUM_HALF_INTEGER(__cuprum_ushort_half, __cuprum_half_ushort, unsigned short, "h", "u16")
__CUPRUM_HALF_INTEGER(__cuprum_ll_half, __cuprum_half_ll, long long, "l", "s64")
__CUPRUM_HALF_INTEGER(__cuprum_ull_half, __cuprum_half_ull, unsigned long long, "l", "u64")
#if __cuprum_says(__float2half_*)
__CUPRUM_TO_HALF_4(__cuprum_float_half, float, "f", "f32")
#else
__CUPRUM_TO_HALF(__cuprum_float_half_rn, float, "f", "f32", "rn", 0)
#endif
__CUPRUM_TO_HALF(__cuprum_double_half_rn, double, "d", "f64", "rn", 0)
#undef __CUPRUM_HALF_INTEGER
#undef __CUPRUM_TO_HALF_4
#undef __CUPRUM_TO_HALF
#undef __CUPRUM_OF_HALF

// A quotient of two halfs is 2^-23 away from the middle of two halfs or more, unless it is one: a
// float with an error below one unit is enough.
__CUPRUM_HD__ float __cuprum_half_divide(float a, float b) {
#ifdef __CUDA_ARCH__
    float inverse = __nvvm_rcp_approx_ftz_f(b), q = a * inverse;
    float rest = fmaf(-b, q, a);
    return fabsf(rest) > 0 ? fmaf(rest, inverse, q) : q; // NaN: of infinities and zeros
#else
    return a / b;
#endif
}

#if defined(__CUDA_ARCH__) && __CUPRUM_HALF_FUNCTIONS
// sin(x + quarter * pi / 2) for |x| <= 65504 and infinities: what is left of x after whole quarters
// (Cody and Waite, with pi / 2 in two parts), and the Taylor polynomials of sine and cosine up to
// pi / 4.
__CUPRUM_DEV__ float __cuprum_half_sine(float x, int quarter) {
    float n = rintf(x * 0x1.45f306p-1f);
    float r = fmaf(n, -0x1.921fb6p0f, x);
    r = fmaf(n, 0x1.777a5cp-25f, r);
    float s = r * r;
    int q = (int)n + quarter;
    float sine =
        fmaf(fmaf(fmaf(s, -0x1.a01a02p-13f, 0x1.111112p-7f), s, -0x1.555556p-3f), s * r, r);
    float cosine =
        fmaf(fmaf(fmaf(fmaf(s, 0x1.a01a02p-16f, -0x1.6c16c2p-10f), s, 0x1.555556p-5f), s, -0.5f), s,
             1.0f);
    float f = q & 1 ? cosine : sine;
    return x == 0 && !quarter ? x : q & 2 ? -f : f; // -0 stays so
}
// Values so near to the middle of two halfs that what is rounded twice, or by an approximation,
// becomes the wrong one of them.
#define __CUPRUM_HARD(name, x0, y0, x1, y1, x2, y2, x3, y3, x4, y4, x5, y5)                        \
    __CUPRUM_DEV__ unsigned short __cuprum_hard_##name(unsigned short x, unsigned short y) {       \
        y = x == x0 ? y0 : x == x1 ? y1 : x == x2 ? y2 : y;                                        \
        return x == x3 ? y3 : x == x4 ? y4 : x == x5 ? y5 : y;                                     \
    }
#define __CUPRUM_HARD_4(name, x0, y0, x1, y1, x2, y2, x3, y3)                                      \
    __CUPRUM_HARD(name, x0, y0, x1, y1, x2, y2, x3, y3, x3, y3, x3, y3)
__CUPRUM_HARD_4(exp, 0x1f79, 0x3c07, 0x25cf, 0x3c17, 0xc13b, 0x2caf, 0xc1ef, 0x2a97)
__CUPRUM_HARD_4(exp2, 0x11c5, 0x3c01, 0x8dc6, 0x3bff, 0x9f98, 0x3bf5, 0xaf57, 0x3b63)
__CUPRUM_HARD(exp10, 0x34de, 0x4007, 0x414f, 0x5f0c, 0x9766, 0x3bf7, 0x9972, 0x3bf4, 0xa5c4, 0x3b99,
              0xbf0a, 0x2473)
__CUPRUM_HARD(log, 0x160d, 0xc685, 0x3bfe, 0x9401, 0x3c0b, 0x2178, 0x6051, 0x4651, 0x1935, 0xc5f9,
              0x1d78, 0xc53b)
__CUPRUM_HARD(log10, 0x338f, 0xb903, 0x33f8, 0xb8d5, 0x57e1, 0x4033, 0x719d, 0x440f, 0x4224, 0x37cb,
              0x4224, 0x37cb)
__CUPRUM_HARD_4(sin_positive, 0x32b3, 0x32a7, 0x5cb0, 0xbbff, 0x65eb, 0x3978, 0x7baa, 0x3955)
#undef __CUPRUM_HARD
#undef __CUPRUM_HARD_4
__CUPRUM_DEV__ unsigned short __cuprum_hard_sin(unsigned short x, unsigned short y) {
    unsigned short sign = x & 0x8000;
    return __cuprum_hard_sin_positive(x ^ sign, y ^ sign) ^ sign;
}
__CUPRUM_DEV__ unsigned short __cuprum_hard_cos(unsigned short x, unsigned short y) {
    return (x & 0x7fff) == 0x2b7c ? 0x3bfd : y;
}
#endif

// ---- types, functions ---------------------------------------------------------------------------
#define __CUPRUM_H                 __half
#define __CUPRUM_H2                __half2
#define __CUPRUM_HRAW              __half_raw
#define __CUPRUM_H2RAW             __half2_raw
#define __CUPRUM_HOTHER            __nv_bfloat16
#define __CUPRUM_HN(a, b)          a##half##b
#define __CUPRUM_HN2(a, b)         a##half2##b
#define __CUPRUM_HTWICE            __half2half2
#define __CUPRUM_HPTX              "f16"
#define __CUPRUM_HINF              0x7c00
#define __CUPRUM_HONES             0x3c003c00u
#define __CUPRUM_HSAT              1 // instructions saturate
#define __CUPRUM_HSM               0 // arithmetic and comparisons from this architecture on; fma; abs and neg
#define __CUPRUM_HFMA_SM           0
#define __CUPRUM_HABS_SM           0
#define __CUPRUM_HTANH_SM          75
#define __CUPRUM_HATOM_SM          70
#define __CUPRUM_HDIVIDE           __cuprum_half_divide
#define __CUPRUM_HRECIPROCAL(x)    __nvvm_rcp_approx_ftz_f(x)
#define __CUPRUM_HHARD(name, x, y) __cuprum_hard_##name(x, y)
#define __CUPRUM_HSINE(x, quarter) __cuprum_half_sine(x, quarter)
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define __CUPRUM_HNO_CONVERSIONS
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define __CUPRUM_HNO_OPERATORS
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define __CUPRUM_HNO_OPERATORS2
#endif
#include "cuprum_half.h"

#endif
