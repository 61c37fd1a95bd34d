// SPDX-License-Identifier: Apache-2.0
// Numbers of 8 bits (CUDA Math API, "FP8 Intrinsics"; OCP, "8-bit Floating Point Specification"):
// e4m3 has one NaN and no infinity, e5m2 is the upper half of a half, e8m0 is a power of two. PTX
// converts from sm_89 on, what it has saturates.
#ifndef CUPRUM_FP8_H
#define CUPRUM_FP8_H
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__
#include "cuprum_small_types.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define __CUPRUM_FP8_NATIVE 1
#else
#define __CUPRUM_FP8_NATIVE 0
#endif

// Instructions make one NaN of all.
__CUPRUM_HD__ double __cuprum_one_nan(float x) {
    return x != x ? __builtin_bit_cast(double, 0x7fffffffe0000000ull) : (double)x;
}

// ---- to 8 bits ----------------------------------------------------------------------------------
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t kind) {
    bool finite = saturate == __NV_SATFINITE;
    unsigned long long u = __builtin_bit_cast(unsigned long long, x);
    unsigned int sign = (unsigned int)(u >> 56 & 0x80), e5m2_nan = 0x7e | (u >> 50 & 1);
    return (__nv_fp8_storage_t)(kind == __NV_E4M3
                                    ? __cuprum_to_small(x, 4, 3, 0x7e, finite ? 0x7e : 0x7f,
                                                        sign | 0x7f)
                                    : __cuprum_to_small(x, 5, 2, 0x7b, finite ? 0x7b : 0x7c,
                                                        sign | e5m2_nan));
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, kind) |
                                  __nv_cvt_double_to_fp8(x.y, saturate, kind) << 8);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind) {
#if __CUPRUM_FP8_NATIVE
    if (saturate == __NV_SATFINITE) {
        unsigned short r;
        if (kind == __NV_E4M3)
            asm("cvt.rn.satfinite.e4m3x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x.x), "f"(x.y));
        else
            asm("cvt.rn.satfinite.e5m2x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x.x), "f"(x.y));
        return r;
    }
#endif
    return __nv_cvt_double2_to_fp8x2(make_double2(__cuprum_one_nan(x.x), __cuprum_one_nan(x.y)),
                                     saturate, kind);
}
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t kind) {
    return (__nv_fp8_storage_t)__nv_cvt_float2_to_fp8x2(make_float2(x, 0), saturate, kind);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x,
                                                              __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t kind) {
#if __CUPRUM_FP8_NATIVE
    if (saturate == __NV_SATFINITE) {
        unsigned short r;
        if (kind == __NV_E4M3)
            asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(r) : "r"(x.x | x.y << 16));
        else
            asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(r) : "r"(x.x | x.y << 16));
        return r;
    }
#endif
    return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(x)), saturate, kind);
}
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t kind) {
    __half2_raw pair = {x.x, 0};
    return (__nv_fp8_storage_t)__nv_cvt_halfraw2_to_fp8x2(pair, saturate, kind);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                                  __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, kind);
}
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                             __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, kind);
}

// ---- from 8 bits --------------------------------------------------------------------------------
__CUPRUM_HD__ __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                 __nv_fp8_interpretation_t kind) {
    if (kind == __NV_E5M2) {
        bool nan = (x & 0x7f) > 0x7c;
        return __half_raw{(unsigned short)(nan ? 0x7fff : x << 8)};
    }
#if __CUPRUM_FP8_NATIVE
    unsigned int r;
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"((unsigned short)x));
    return __half_raw{(unsigned short)r};
#else
    if ((x & 0x7f) == 0x7f) return __half_raw{0x7fff};
    return __cuprum_small_half(x, 4, 3);
#endif
}
__CUPRUM_HD__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                     __nv_fp8_interpretation_t kind) {
#if __CUPRUM_FP8_NATIVE
    unsigned int r;
    if (kind == __NV_E4M3)
        asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"(x));
    else
        asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(r) : "h"(x));
    return __half2_raw{(unsigned short)r, (unsigned short)(r >> 16)};
#else
    return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
                       __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
#endif
}

// ---- powers of two: 2^(x - 127), 255 is NaN -----------------------------------------------------
// The sign is ignored; rounded to zero or up.
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                        cudaRoundMode rounding) {
    unsigned int u = __cuprum_float_bits(x) & 0x7fffffff;
    if (u > 0x7f800000) return 0xff;
    unsigned int exponent = u >> 23, rest = u & 0x7fffff;
    bool up = rounding == cudaRoundPosInf && rest > (exponent ? 0u : 0x400000u);
    unsigned int r = exponent + up;
    return (__nv_fp8_storage_t)(r == 255 && saturate == __NV_SATFINITE ? 254 : r);
}
// By way of a float that keeps in its last bit that something was lost.
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                         cudaRoundMode rounding) {
    if (x < 0) x = -x;
    float f = x > 0x1.fffffep127 && x - x == 0 ? __cuprum_bits_float(0x7f7fffff) : (float)x;
    if ((double)f > x) f = __cuprum_bits_float(__cuprum_float_bits(f) - 1);
    if ((double)f < x) f = __cuprum_bits_float(__cuprum_float_bits(f) | 1);
    return __nv_cvt_float_to_e8m0(f, saturate, rounding);
}
__CUPRUM_HD__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                              __nv_saturation_t saturate,
                                                              cudaRoundMode rounding) {
    return __nv_cvt_float_to_e8m0(__bfloat162float(__nv_bfloat16(x)), saturate, rounding);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate,
                                                             cudaRoundMode rounding) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_e8m0(x.x, saturate, rounding) |
                                  __nv_cvt_float_to_e8m0(x.y, saturate, rounding) << 8);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate,
                                                              cudaRoundMode rounding) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, saturate, rounding) |
                                  __nv_cvt_double_to_e8m0(x.y, saturate, rounding) << 8);
}
__CUPRUM_HD__ __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x,
                                                                   __nv_saturation_t saturate,
                                                                   cudaRoundMode rounding) {
    return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, rounding);
}
__CUPRUM_HD__ __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
    return __nv_bfloat16_raw{(unsigned short)(x == 255 ? 0x7fff : x ? x << 7 : 0x0040)};
}
__CUPRUM_HD__ __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
    return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
                              __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}

// ---- classes ------------------------------------------------------------------------------------
// What a class is made of, for cuprum_small_class.h: its name, how many bits, how it converts.
#define __CUPRUM_S          __nv_fp8_e4m3
#define __CUPRUM_S2         __nv_fp8x2_e4m3
#define __CUPRUM_S4         __nv_fp8x4_e4m3
#define __CUPRUM_SBITS      8
#define __CUPRUM_SSIGN      7
#define __CUPRUM_S2_STORAGE __nv_fp8x2_storage_t
#define __CUPRUM_S4_STORAGE __nv_fp8x4_storage_t
#define __CUPRUM_STO(T, x)  __nv_cvt_##T##_to_fp8(x, __NV_SATFINITE, __NV_E4M3)
#define __CUPRUM_STO2(T, x) __nv_cvt_##T##_to_fp8x2(x, __NV_SATFINITE, __NV_E4M3)
#define __CUPRUM_SOF(x)     __nv_cvt_fp8_to_halfraw(x, __NV_E4M3)
#define __CUPRUM_SOF2(x)    __nv_cvt_fp8x2_to_halfraw2(x, __NV_E4M3)
#include "cuprum_small_class.h"
#define __CUPRUM_S          __nv_fp8_e5m2
#define __CUPRUM_S2         __nv_fp8x2_e5m2
#define __CUPRUM_S4         __nv_fp8x4_e5m2
#define __CUPRUM_SBITS      8
#define __CUPRUM_SSIGN      7
#define __CUPRUM_S2_STORAGE __nv_fp8x2_storage_t
#define __CUPRUM_S4_STORAGE __nv_fp8x4_storage_t
#define __CUPRUM_STO(T, x)  __nv_cvt_##T##_to_fp8(x, __NV_SATFINITE, __NV_E5M2)
#define __CUPRUM_STO2(T, x) __nv_cvt_##T##_to_fp8x2(x, __NV_SATFINITE, __NV_E5M2)
#define __CUPRUM_SOF(x)     __nv_cvt_fp8_to_halfraw(x, __NV_E5M2)
#define __CUPRUM_SOF2(x)    __nv_cvt_fp8x2_to_halfraw2(x, __NV_E5M2)
#include "cuprum_small_class.h"

#define __CUPRUM_E8M0_INTEGER(T)                                                                   \
    explicit __CUPRUM_HDM__ __nv_fp8_e8m0(T v)                                                     \
        : __x(__nv_cvt_double_to_e8m0(__cuprum_odd(v), __NV_SATFINITE, cudaRoundPosInf)) {}        \
    explicit __CUPRUM_HDM__ operator T() const {                                                   \
        return __cuprum_of_small<T>((float)*this);                                                 \
    }
struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e8m0() = default;
    explicit __CUPRUM_HDM__ __nv_fp8_e8m0(float v)
        : __x(__nv_cvt_float_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8_e8m0(double v)
        : __x(__nv_cvt_double_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8_e8m0(__half v)
        : __x(__nv_cvt_float_to_e8m0(__half2float(v), __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8_e8m0(__nv_bfloat16 v)
        : __x(__nv_cvt_bfloat16raw_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ operator __nv_bfloat16() const { return __nv_cvt_e8m0_to_bf16raw(__x); }
    explicit __CUPRUM_HDM__ operator float() const {
        return __bfloat162float((__nv_bfloat16) * this);
    }
    explicit __CUPRUM_HDM__ operator double() const { return (double)(float)*this; }
    explicit __CUPRUM_HDM__ operator __half() const { return __float2half((float)*this); }
    explicit __CUPRUM_HDM__ operator bool() const { return true; }
    __CUPRUM_E8M0_INTEGER(unsigned short)
    __CUPRUM_E8M0_INTEGER(unsigned int)
    __CUPRUM_E8M0_INTEGER(unsigned long)
    __CUPRUM_E8M0_INTEGER(unsigned long long)
    __CUPRUM_E8M0_INTEGER(short)
    __CUPRUM_E8M0_INTEGER(int)
    __CUPRUM_E8M0_INTEGER(long)
    __CUPRUM_E8M0_INTEGER(long long)
    explicit __CUPRUM_HDM__ operator char() const { return __cuprum_of_small<char>((float)*this); }
    explicit __CUPRUM_HDM__ operator signed char() const {
        return __cuprum_of_small<signed char>((float)*this);
    }
    explicit __CUPRUM_HDM__ operator unsigned char() const {
        return __cuprum_of_small<unsigned char>((float)*this);
    }
};
#undef __CUPRUM_E8M0_INTEGER
struct __align__(2) __nv_fp8x2_e8m0 {
    __nv_fp8x2_storage_t __x;
    __nv_fp8x2_e8m0() = default;
    explicit __CUPRUM_HDM__ __nv_fp8x2_e8m0(float2 v)
        : __x(__nv_cvt_float2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8x2_e8m0(double2 v)
        : __x(__nv_cvt_double2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8x2_e8m0(__half2 v)
        : __x(__nv_cvt_float2_to_e8m0x2(__half22float2(v), __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ __nv_fp8x2_e8m0(__nv_bfloat162 v)
        : __x(__nv_cvt_bfloat162raw_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __CUPRUM_HDM__ operator __nv_bfloat162() const {
        return __nv_cvt_e8m0x2_to_bf162raw(__x);
    }
    explicit __CUPRUM_HDM__ operator float2() const {
        return __bfloat1622float2((__nv_bfloat162) * this);
    }
    explicit __CUPRUM_HDM__ operator __half2() const {
        return __float22half2_rn((float2) * this);
    }
};
struct __align__(4) __nv_fp8x4_e8m0 {
    __nv_fp8x4_storage_t __x;
    __nv_fp8x4_e8m0() = default;
    explicit __CUPRUM_HDM__ __nv_fp8x4_e8m0(float4 v)
        : __x((unsigned int)__nv_fp8x2_e8m0(make_float2(v.x, v.y)).__x |
              (unsigned int)__nv_fp8x2_e8m0(make_float2(v.z, v.w)).__x << 16) {}
    template <class D, class = decltype(((D *)0)->w + 0.0)>
    explicit __CUPRUM_HDM__ __nv_fp8x4_e8m0(const D &v)
        : __x((unsigned int)__nv_fp8x2_e8m0(make_double2(v.x, v.y)).__x |
              (unsigned int)__nv_fp8x2_e8m0(make_double2(v.z, v.w)).__x << 16) {}
    explicit __CUPRUM_HDM__ __nv_fp8x4_e8m0(__half2 low, __half2 high)
        : __x((unsigned int)__nv_fp8x2_e8m0(low).__x | (unsigned int)__nv_fp8x2_e8m0(high).__x
                                                           << 16) {}
    explicit __CUPRUM_HDM__ __nv_fp8x4_e8m0(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x((unsigned int)__nv_fp8x2_e8m0(low).__x | (unsigned int)__nv_fp8x2_e8m0(high).__x
                                                           << 16) {}
    explicit __CUPRUM_HDM__ operator float4() const {
        __nv_fp8x2_e8m0 p, q;
        p.__x = (__nv_fp8x2_storage_t)__x;
        q.__x = (__nv_fp8x2_storage_t)(__x >> 16);
        float2 a = (float2)p, b = (float2)q;
        return make_float4(a.x, a.y, b.x, b.y);
    }
};
#undef __CUPRUM_FP8_NATIVE

#endif
