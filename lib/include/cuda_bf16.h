// SPDX-License-Identifier: Apache-2.0
// bfloat16 (CUDA Math API, "Bfloat16 Precision Intrinsics"): types and conversions. What it has in
// common with half is in cuprum_half.h. PTX converts floats from sm_80 on, multiplies and adds in
// one operation from sm_80 on, and has the rest from sm_90 on; before that the computation is
// float's.
#ifndef CUPRUM_BF16_H
#define CUPRUM_BF16_H
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__
#include "cuda_fp16.h"

#define CUDART_INF_BF16        __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16        __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16        __ushort_as_bfloat16((unsigned short)0x3f80u)

struct __align__(2) __nv_bfloat16_raw {
    unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
    unsigned short x, y;
};
struct __nv_bfloat16;
struct __nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16_raw nv_bfloat16_raw;
typedef __nv_bfloat162_raw nv_bfloat162_raw;

// ---- conversions of the bits: __cuprum_int_bfloat16_rd, __cuprum_bfloat16_int_rd ...
// -------------
__CUPRUM_HD__ float __cuprum_bfloat16_float(unsigned short h) {
    return __cuprum_bits_float((unsigned int)h << 16);
}
// The lower half of a float's bits goes.
__CUPRUM_HD__ unsigned short __cuprum_float_bfloat16_soft(float f, int round) {
    unsigned int u = __cuprum_float_bits(f), rest = u & 0xffff, kept = u >> 16;
    bool up = round == 0   ? rest > 0x8000 || (rest == 0x8000 && (kept & 1))
              : round == 2 ? (u >> 31) && rest
              : round == 3 ? !(u >> 31) && rest
                           : false;
    return f != f ? 0x7fff : (unsigned short)(kept + up);
}
__CUPRUM_HD__ unsigned short __cuprum_float_bfloat16_rn(float f) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned short h;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(f));
    return h;
#else
    return __cuprum_float_bfloat16_soft(f, 0);
#endif
}
__CUPRUM_HD__ unsigned short __cuprum_float_bfloat16_rz(float f) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned short h;
    asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(h) : "f"(f));
    return h;
#else
    return __cuprum_float_bfloat16_soft(f, 1);
#endif
}
__CUPRUM_HD__ unsigned short __cuprum_float_bfloat16_rd(float f) {
    return __cuprum_float_bfloat16_soft(f, 2);
}
__CUPRUM_HD__ unsigned short __cuprum_float_bfloat16_ru(float f) {
    return __cuprum_float_bfloat16_soft(f, 3);
}
// By way of a float that keeps in its last bit that something was lost (Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd").
__CUPRUM_HD__ unsigned short __cuprum_double_bfloat16_rn(double d) {
#ifdef __CUDA_ARCH__
    float f = __double2float_rz(d);
    unsigned int u = __cuprum_float_bits(f);
    bool lost = (double)f != d;
    return __cuprum_float_bfloat16_rn(lost && f == f ? __cuprum_bits_float(u | 1) : f);
#else
    return __cuprum_narrow(d, 8, 7, 0);
#endif
}
#ifdef __CUDA_ARCH__
#define __CUPRUM_BF16_INTEGER(T, name, back)                                                       \
    __CUPRUM_HD__ unsigned short __cuprum_##name##_bfloat16_rn(T v) {                              \
        float f = __##name##2float_rz(v);                                                          \
        bool lost = back(f) != v;                                                                  \
        return __cuprum_float_bfloat16_rn(__cuprum_bits_float(__cuprum_float_bits(f) | lost));     \
    }                                                                                              \
    __CUPRUM_BF16_DIRECTED(T, name, rz)                                                            \
    __CUPRUM_BF16_DIRECTED(T, name, rd)                                                            \
    __CUPRUM_BF16_DIRECTED(T, name, ru)                                                            \
    __CUPRUM_BF16_OF(T, name, rn)                                                                  \
    __CUPRUM_BF16_OF(T, name, rz)                                                                  \
    __CUPRUM_BF16_OF(T, name, rd)                                                                  \
    __CUPRUM_BF16_OF(T, name, ru)
#define __CUPRUM_BF16_DIRECTED(T, name, r)                                                         \
    __CUPRUM_HD__ unsigned short __cuprum_##name##_bfloat16_##r(T v) {                             \
        return __cuprum_float_bfloat16_##r(__##name##2float_##r(v));                               \
    }
#define __CUPRUM_BF16_OF(T, name, r)                                                               \
    __CUPRUM_HD__ T __cuprum_bfloat16_##name##_##r(unsigned short h) {                             \
        return __float2##name##_##r(__cuprum_bfloat16_float(h));                                   \
    }
#define __CUPRUM_BF16_SHORT(T, name, r)                                                            \
    __CUPRUM_HD__ unsigned short __cuprum_##name##_bfloat16_##r(T v) {                             \
        return __cuprum_float_bfloat16_##r((float)v);                                              \
    }                                                                                              \
    __CUPRUM_HD__ T __cuprum_bfloat16_##name##_##r(unsigned short h) {                             \
        int v = __float2int_##r(__cuprum_bfloat16_float(h));                                       \
        const int least = (T)-1 < (T)0 ? -32768 : 0, most = (T)-1 < (T)0 ? 32767 : 65535;          \
        return (T)(v < least ? least : v > most ? most : v);                                       \
    }
__CUPRUM_BF16_INTEGER(int, int, __float2int_rz)
__CUPRUM_BF16_INTEGER(unsigned int, uint, __float2uint_rz)
__CUPRUM_BF16_INTEGER(long long, ll, __float2ll_rz)
__CUPRUM_BF16_INTEGER(unsigned long long, ull, __float2ull_rz)
#define __CUPRUM_BF16_SHORTS(T, name)                                                              \
    __CUPRUM_BF16_SHORT(T, name, rn)                                                               \
    __CUPRUM_BF16_SHORT(T, name, rz)                                                               \
    __CUPRUM_BF16_SHORT(T, name, rd)                                                               \
    __CUPRUM_BF16_SHORT(T, name, ru)
__CUPRUM_BF16_SHORTS(short, short)
__CUPRUM_BF16_SHORTS(unsigned short, ushort)
#undef __CUPRUM_BF16_INTEGER
#undef __CUPRUM_BF16_DIRECTED
#undef __CUPRUM_BF16_OF
#undef __CUPRUM_BF16_SHORT
#undef __CUPRUM_BF16_SHORTS
#else
#define __CUPRUM_BF16_MODE(T, name, r, mode)                                                       \
    __CUPRUM_HD__ unsigned short __cuprum_##name##_bfloat16_##r(T v) {                             \
        return __cuprum_narrow(__cuprum_odd(v), 8, 7, mode);                                       \
    }                                                                                              \
    __CUPRUM_HD__ T __cuprum_bfloat16_##name##_##r(unsigned short h) {                             \
        return __cuprum_integer<T>(__cuprum_bfloat16_float(h), mode);                              \
    }
#define __CUPRUM_BF16_HOST(T, name)                                                                \
    __CUPRUM_BF16_MODE(T, name, rn, 0)                                                             \
    __CUPRUM_BF16_MODE(T, name, rz, 1)                                                             \
    __CUPRUM_BF16_MODE(T, name, rd, 2)                                                             \
    __CUPRUM_BF16_MODE(T, name, ru, 3)
__CUPRUM_BF16_HOST(int, int)
__CUPRUM_BF16_HOST(unsigned int, uint)
__CUPRUM_BF16_HOST(short, short)
__CUPRUM_BF16_HOST(unsigned short, ushort)
__CUPRUM_BF16_HOST(long long, ll)
__CUPRUM_BF16_HOST(unsigned long long, ull)
#undef __CUPRUM_BF16_HOST
#undef __CUPRUM_BF16_MODE
#endif

// As for half: one value is too near to the middle of two for a float.
#define __CUPRUM_HARD(name, x0, y0)                                                                \
    __CUPRUM_HD__ unsigned short __cuprum_hard_bfloat16_##name(unsigned short x,                   \
                                                               unsigned short y) {                 \
        return x == x0 ? y0 : y;                                                                   \
    }
__CUPRUM_HARD(exp10, 0xbc95, 0x3f75)
#define __CUPRUM_NONE_HARD(name)                                                                   \
    __CUPRUM_HD__ unsigned short __cuprum_hard_bfloat16_##name(unsigned short, unsigned short y) { \
        return y;                                                                                  \
    }
__CUPRUM_NONE_HARD(exp)
__CUPRUM_NONE_HARD(exp2)
__CUPRUM_NONE_HARD(log)
__CUPRUM_NONE_HARD(log10)
__CUPRUM_NONE_HARD(sin)
__CUPRUM_NONE_HARD(cos)
#undef __CUPRUM_HARD
#undef __CUPRUM_NONE_HARD

// ---- types, functions ---------------------------------------------------------------------------
#define __CUPRUM_H                 __nv_bfloat16
#define __CUPRUM_H2                __nv_bfloat162
#define __CUPRUM_HRAW              __nv_bfloat16_raw
#define __CUPRUM_H2RAW             __nv_bfloat162_raw
#define __CUPRUM_HOTHER            __half
#define __CUPRUM_HN(a, b)          a##bfloat16##b
#define __CUPRUM_HN2(a, b)         a##bfloat162##b
#define __CUPRUM_HTWICE            __bfloat162bfloat162
#define __CUPRUM_HPTX              "bf16"
#define __CUPRUM_HINF              0x7f80
#define __CUPRUM_HONES             0x3f803f80u
#define __CUPRUM_HSAT              0 // instructions saturate
#define __CUPRUM_HSM               90 // arithmetic and comparisons from this architecture on; fma; abs and neg
#define __CUPRUM_HFMA_SM           80
#define __CUPRUM_HABS_SM           80
#define __CUPRUM_HTANH_SM          90
#define __CUPRUM_HATOM_SM          90
#define __CUPRUM_HDIVIDE(x, y)     ((x) / (y))
#define __CUPRUM_HRECIPROCAL(x)    __frcp_rn(x)
#define __CUPRUM_HSINE(x, quarter) ((quarter) ? cosf(x) : sinf(x))
#define __CUPRUM_HHARD(name, x, y) __cuprum_hard_bfloat16_##name(x, y)
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define __CUPRUM_HNO_CONVERSIONS
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define __CUPRUM_HNO_OPERATORS
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define __CUPRUM_HNO_OPERATORS2
#endif
#include "cuprum_half.h"

__CUPRUM_HDM__ inline __half::__half(__nv_bfloat16 v)
    : __x(__cuprum_float_half_rn(__bfloat162float(v))) {}
__CUPRUM_HDM__ inline __nv_bfloat16::__nv_bfloat16(__half v)
    : __x(__cuprum_float_bfloat16_rn(__half2float(v))) {}

#endif
