// SPDX-License-Identifier: Apache-2.0
// What half and bfloat16 have in common (CUDA Math API, "Half Precision Intrinsics", "Bfloat16
// Precision Intrinsics"), read once for each of them: cuda_fp16.h and cuda_bf16.h say by macros
// which. Instructions are used from the architecture on that has them; before that, and on the
// host, the computation is float's.
#ifndef __CUDA_ARCH__
#define __CUPRUM_HNATIVE(sm) 0
#else
#define __CUPRUM_HNATIVE(sm) (__CUDA_ARCH__ >= (sm)*10)
#endif

// ---- types --------------------------------------------------------------------------------------
#define __CUPRUM_HCONVERT(T, name)                                                                 \
    __CUPRUM_HDM__ __CUPRUM_H(T v) : __x(__CUPRUM_HN(__cuprum_##name##_, _rn)(v)) {}               \
    __CUPRUM_HDM__ __CUPRUM_H &operator=(T v) {                                                    \
        __x = __CUPRUM_HN(__cuprum_##name##_, _rn)(v);                                             \
        return *this;                                                                              \
    }                                                                                              \
    __CUPRUM_HDM__ operator T() const {                                                            \
        return __CUPRUM_HN(__cuprum_, _##name##_rz)(__x);                                          \
    }
#define __CUPRUM_HCONVERT_LONG(T, U, name)                                                         \
    __CUPRUM_HDM__ __CUPRUM_H(T v) : __x(__CUPRUM_HN(__cuprum_##name##_, _rn)((U)v)) {}            \
    __CUPRUM_HDM__ operator T() const {                                                            \
        return (T)__CUPRUM_HN(__cuprum_, _##name##_rz)(__x);                                       \
    }
#define __CUPRUM_HCONVERT_CHAR(T)                                                                  \
    __CUPRUM_HDM__ operator T() const {                                                            \
        return __cuprum_clamp<T>(__CUPRUM_HN(__cuprum_, _int_rz)(__x));                            \
    }
struct __align__(2) __CUPRUM_H {
  protected:
    unsigned short __x;

  public:
    __CUPRUM_H() = default;
    __CUPRUM_HDM__ constexpr __CUPRUM_H(const __CUPRUM_HRAW &r) : __x(r.x) {}
    __CUPRUM_HDM__ __CUPRUM_H(const volatile __CUPRUM_HRAW &r) : __x(r.x) {}
    __CUPRUM_HDM__ __CUPRUM_H &operator=(const __CUPRUM_HRAW &r) {
        __x = r.x;
        return *this;
    }
    __CUPRUM_HDM__ volatile __CUPRUM_H &operator=(const __CUPRUM_HRAW &r) volatile {
        __x = r.x;
        return *this;
    }
    __CUPRUM_HDM__ volatile __CUPRUM_H &operator=(const volatile __CUPRUM_HRAW &r) volatile {
        __x = r.x;
        return *this;
    }
    __CUPRUM_HDM__ operator __CUPRUM_HRAW() const {
        return __CUPRUM_HRAW{__x};
    }
    __CUPRUM_HDM__ operator __CUPRUM_HRAW() const volatile {
        return __CUPRUM_HRAW{__x};
    }
#ifdef __CUPRUM_HOTHER
    __CUPRUM_HDM__ explicit __CUPRUM_H(__CUPRUM_HOTHER v);
#endif
#ifndef __CUPRUM_HNO_CONVERSIONS
    __CUPRUM_HDM__ __CUPRUM_H(float v) : __x(__CUPRUM_HN(__cuprum_float_, _rn)(v)) {}
    __CUPRUM_HDM__ __CUPRUM_H(double v) : __x(__CUPRUM_HN(__cuprum_double_, _rn)(v)) {}
    __CUPRUM_HDM__ operator float() const {
        return __CUPRUM_HN(__cuprum_, _float)(__x);
    }
    __CUPRUM_HDM__ __CUPRUM_H &operator=(float v) {
        __x = __CUPRUM_HN(__cuprum_float_, _rn)(v);
        return *this;
    }
    __CUPRUM_HDM__ __CUPRUM_H &operator=(double v) {
        __x = __CUPRUM_HN(__cuprum_double_, _rn)(v);
        return *this;
    }
#ifndef __CUDA_HALF_INTEGRAL_CONVERSIONS_OFF__
    __CUPRUM_HCONVERT(short, short)
    __CUPRUM_HCONVERT(unsigned short, ushort)
    __CUPRUM_HCONVERT(int, int)
    __CUPRUM_HCONVERT(unsigned int, uint)
    __CUPRUM_HCONVERT(long long, ll)
    __CUPRUM_HCONVERT(unsigned long long, ull)
    __CUPRUM_HCONVERT_LONG(long, long long, ll)
    __CUPRUM_HCONVERT_LONG(unsigned long, unsigned long long, ull)
    __CUPRUM_HCONVERT_CHAR(char)
    __CUPRUM_HCONVERT_CHAR(signed char)
    __CUPRUM_HCONVERT_CHAR(unsigned char)
    __CUPRUM_HDM__ constexpr operator bool() const {
        return (__x & 0x7fff) != 0;
    }
#endif
#endif
};
#undef __CUPRUM_HCONVERT
#undef __CUPRUM_HCONVERT_LONG
#undef __CUPRUM_HCONVERT_CHAR

struct __align__(4) __CUPRUM_H2 {
    __CUPRUM_H x, y;
    __CUPRUM_H2() = default;
    __CUPRUM_HDM__ constexpr __CUPRUM_H2(const __CUPRUM_H &a, const __CUPRUM_H &b) : x(a), y(b) {}
    __CUPRUM_HDM__ __CUPRUM_H2(const __CUPRUM_H2RAW &r)
        : x(__CUPRUM_HRAW{r.x}), y(__CUPRUM_HRAW{r.y}) {}
    __CUPRUM_HDM__ __CUPRUM_H2 &operator=(const __CUPRUM_H2RAW &r) {
        x = __CUPRUM_HRAW{r.x};
        y = __CUPRUM_HRAW{r.y};
        return *this;
    }
    __CUPRUM_HDM__ operator __CUPRUM_H2RAW() const {
        return __CUPRUM_H2RAW{static_cast<__CUPRUM_HRAW>(x).x, static_cast<__CUPRUM_HRAW>(y).x};
    }
};

__CUPRUM_HD__ unsigned short __cuprum_bits(__CUPRUM_H v) {
    return static_cast<__CUPRUM_HRAW>(v).x;
}
__CUPRUM_HD__ unsigned int __cuprum_bits(__CUPRUM_H2 v) {
    return __builtin_bit_cast(unsigned int, v);
}
#define __CUPRUM_HOF(u)  __CUPRUM_H(__CUPRUM_HRAW{(unsigned short)(u)})
#define __CUPRUM_H2OF(u) __builtin_bit_cast(__CUPRUM_H2, u)

// ---- conversions --------------------------------------------------------------------------------
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__ushort_as_, )(unsigned short u) {
    return __CUPRUM_HOF(u);
}
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__short_as_, )(short s) {
    return __CUPRUM_HOF(s);
}
__CUPRUM_HD__ unsigned short __CUPRUM_HN(__, _as_ushort)(__CUPRUM_H v) {
    return __cuprum_bits(v);
}
__CUPRUM_HD__ short __CUPRUM_HN(__, _as_short)(__CUPRUM_H v) {
    return (short)__cuprum_bits(v);
}
__CUPRUM_HD__ float __CUPRUM_HN(__, 2float)(__CUPRUM_H v) {
    return __CUPRUM_HN(__cuprum_, _float)(__cuprum_bits(v));
}
__CUPRUM_HD__ float __cuprum_float(__CUPRUM_H v) {
    return __CUPRUM_HN(__cuprum_, _float)(__cuprum_bits(v));
}
__CUPRUM_HD__ void __cuprum_round(__CUPRUM_H &to, float f) {
    to = __CUPRUM_HOF(__CUPRUM_HN(__cuprum_float_, _rn)(f));
}
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__float2, )(float f) {
    return __CUPRUM_HOF(__CUPRUM_HN(__cuprum_float_, _rn)(f));
}
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__double2, )(double d) {
    return __CUPRUM_HOF(__CUPRUM_HN(__cuprum_double_, _rn)(d));
}
#define __CUPRUM_HTO(T, name, r)                                                                   \
    __CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__##name##2, _##r)(T v) {                                 \
        return __CUPRUM_HOF(__CUPRUM_HN(__cuprum_##name##_, _##r)(v));                             \
    }
#define __CUPRUM_HOFF(T, name, r)                                                                  \
    __CUPRUM_HD__ T __CUPRUM_HN(__, 2##name##_##r)(__CUPRUM_H v) {                                 \
        return __CUPRUM_HN(__cuprum_, _##name##_##r)(__cuprum_bits(v));                            \
    }
#define __CUPRUM_HBOTH(T, name)                                                                    \
    __CUPRUM_HTO(T, name, rn)                                                                      \
    __CUPRUM_HTO(T, name, rz)                                                                      \
    __CUPRUM_HTO(T, name, rd)                                                                      \
    __CUPRUM_HTO(T, name, ru)                                                                      \
    __CUPRUM_HOFF(T, name, rn)                                                                     \
    __CUPRUM_HOFF(T, name, rz)                                                                     \
    __CUPRUM_HOFF(T, name, rd)                                                                     \
    __CUPRUM_HOFF(T, name, ru)
#if __cuprum_says(__float2half_* __float2bfloat16_*)
__CUPRUM_HTO(float, float, rn)
__CUPRUM_HTO(float, float, rz)
__CUPRUM_HTO(float, float, rd)
__CUPRUM_HTO(float, float, ru)
#endif
#if __CUPRUM_HALF_MODES
__CUPRUM_HBOTH(int, int)
__CUPRUM_HBOTH(unsigned int, uint)
__CUPRUM_HBOTH(short, short)
__CUPRUM_HBOTH(unsigned short, ushort)
__CUPRUM_HBOTH(long long, ll)
__CUPRUM_HBOTH(unsigned long long, ull)
__CUPRUM_HD__ signed char __CUPRUM_HN(__, 2char_rz)(__CUPRUM_H v) {
    return __cuprum_clamp<signed char>(__CUPRUM_HN(__cuprum_, _int_rz)(__cuprum_bits(v)));
}
__CUPRUM_HD__ unsigned char __CUPRUM_HN(__, 2uchar_rz)(__CUPRUM_H v) {
    return __cuprum_clamp<unsigned char>(__CUPRUM_HN(__cuprum_, _int_rz)(__cuprum_bits(v)));
}
#endif
#undef __CUPRUM_HBOTH
#undef __CUPRUM_HTO
#undef __CUPRUM_HOFF

// ---- pairs --------------------------------------------------------------------------------------
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(make_, )(__CUPRUM_H x, __CUPRUM_H y) {
    return __CUPRUM_H2(x, y);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__floats2, _rn)(float a, float b) {
#if __CUPRUM_HNATIVE(80)
    unsigned int r;
    asm("cvt.rn." __CUPRUM_HPTX "x2.f32 %0, %2, %1;" : "=r"(r) : "f"(a), "f"(b));
    return __CUPRUM_H2OF(r);
#else
    return __CUPRUM_H2(__CUPRUM_HN(__float2, )(a), __CUPRUM_HN(__float2, )(b));
#endif
}
#if __cuprum_says(__float22* __half22float2 __bfloat1622float2)
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__float22, _rn)(float2 v) {
    return __CUPRUM_HN2(__floats2, _rn)(v.x, v.y);
}
__CUPRUM_HD__ float2 __CUPRUM_HN2(__, 2float2)(__CUPRUM_H2 v) {
    return make_float2(__cuprum_float(v.x), __cuprum_float(v.y));
}
#endif
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__float2, _rn)(float f) {
    __CUPRUM_H h = __CUPRUM_HN(__float2, )(f);
    return __CUPRUM_H2(h, h);
}
__CUPRUM_HD__ float __low2float(__CUPRUM_H2 v) {
    return __cuprum_float(v.x);
}
__CUPRUM_HD__ float __high2float(__CUPRUM_H2 v) {
    return __cuprum_float(v.y);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HTWICE(__CUPRUM_H v) {
    return __CUPRUM_H2(v, v);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__halves2, )(__CUPRUM_H a, __CUPRUM_H b) {
    return __CUPRUM_H2(a, b);
}
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__low2, )(__CUPRUM_H2 v) {
    return v.x;
}
__CUPRUM_HD__ __CUPRUM_H __CUPRUM_HN(__high2, )(__CUPRUM_H2 v) {
    return v.y;
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__low2, )(__CUPRUM_H2 v) {
    return __CUPRUM_H2(v.x, v.x);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__high2, )(__CUPRUM_H2 v) {
    return __CUPRUM_H2(v.y, v.y);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__lows2, )(__CUPRUM_H2 a, __CUPRUM_H2 b) {
    return __CUPRUM_H2(a.x, b.x);
}
__CUPRUM_HD__ __CUPRUM_H2 __CUPRUM_HN2(__highs2, )(__CUPRUM_H2 a, __CUPRUM_H2 b) {
    return __CUPRUM_H2(a.y, b.y);
}
__CUPRUM_HD__ __CUPRUM_H2 __lowhigh2highlow(__CUPRUM_H2 v) {
    return __CUPRUM_H2(v.y, v.x);
}

// ---- arithmetic ---------------------------------------------------------------------------------
#define __CUPRUM_HEACH2(name, op)                                                                  \
    __CUPRUM_HD__ __CUPRUM_H2 name(__CUPRUM_H2 a, __CUPRUM_H2 b) {                                 \
        return __CUPRUM_H2(op(a.x, b.x), op(a.y, b.y));                                            \
    }
#define __CUPRUM_HEACH3(name, op)                                                                  \
    __CUPRUM_HD__ __CUPRUM_H2 name(__CUPRUM_H2 a, __CUPRUM_H2 b, __CUPRUM_H2 c) {                  \
        return __CUPRUM_H2(op(a.x, b.x, c.x), op(a.y, b.y, c.y));                                  \
    }
#define __CUPRUM_HASM2(name, op)                                                                   \
    __CUPRUM_HD__ __CUPRUM_H name(__CUPRUM_H a, __CUPRUM_H b) {                                    \
        unsigned short r;                                                                          \
        asm(op "." __CUPRUM_HPTX " %0, %1, %2;"                                                    \
            : "=h"(r)                                                                              \
            : "h"(__cuprum_bits(a)), "h"(__cuprum_bits(b)));                                       \
        return __CUPRUM_HOF(r);                                                                    \
    }
#define __CUPRUM_H2ASM2(name, op)                                                                  \
    __CUPRUM_HD__ __CUPRUM_H2 name(__CUPRUM_H2 a, __CUPRUM_H2 b) {                                 \
        unsigned int r;                                                                            \
        asm(op "." __CUPRUM_HPTX "x2 %0, %1, %2;"                                                  \
            : "=r"(r)                                                                              \
            : "r"(__cuprum_bits(a)), "r"(__cuprum_bits(b)));                                       \
        return __CUPRUM_H2OF(r);                                                                   \
    }
#define __CUPRUM_HASM3(name, op)                                                                   \
    __CUPRUM_HD__ __CUPRUM_H name(__CUPRUM_H a, __CUPRUM_H b, __CUPRUM_H c) {                      \
        unsigned short r;                                                                          \
        asm(op "." __CUPRUM_HPTX " %0, %1, %2, %3;"                                                \
            : "=h"(r)                                                                              \
            : "h"(__cuprum_bits(a)), "h"(__cuprum_bits(b)), "h"(__cuprum_bits(c)));                \
        return __CUPRUM_HOF(r);                                                                    \
    }
#define __CUPRUM_H2ASM3(name, op)                                                                  \
    __CUPRUM_HD__ __CUPRUM_H2 name(__CUPRUM_H2 a, __CUPRUM_H2 b, __CUPRUM_H2 c) {                  \
        unsigned int r;                                                                            \
        asm(op "." __CUPRUM_HPTX "x2 %0, %1, %2, %3;"                                              \
            : "=r"(r)                                                                              \
            : "r"(__cuprum_bits(a)), "r"(__cuprum_bits(b)), "r"(__cuprum_bits(c)));                \
        return __CUPRUM_H2OF(r);                                                                   \
    }

#if __cuprum_says(*_sat)
__CUPRUM_HD__ __CUPRUM_H __cuprum_saturate(__CUPRUM_H v) {
    float f = __cuprum_float(v);
    return f > 0 ? (f < 1 ? v : __CUPRUM_HN(__float2, )(1.0f)) : __CUPRUM_HOF(0);
}
__CUPRUM_HD__ __CUPRUM_H2 __cuprum_saturate(__CUPRUM_H2 v) {
    return __CUPRUM_H2(__cuprum_saturate(v.x), __cuprum_saturate(v.y));
}
#endif
#if __cuprum_says(*_relu)
// NaN stays NaN: the one that instructions give.
__CUPRUM_HD__ __CUPRUM_H __cuprum_relu(__CUPRUM_H v) {
    float f = __cuprum_float(v);
    return f != f ? __CUPRUM_HOF(0x7fff) : f > 0 ? v : __CUPRUM_HOF(0);
}
__CUPRUM_HD__ __CUPRUM_H2 __cuprum_relu(__CUPRUM_H2 v) {
    return __CUPRUM_H2(__cuprum_relu(v.x), __cuprum_relu(v.y));
}
#endif

// Without .rn a sum of a product may become one fused operation (-fmad), as for float.
#if __CUPRUM_HNATIVE(__CUPRUM_HSM)
#define __CUPRUM_HBINARY(op)                                                                       \
    __CUPRUM_HASM2(__h##op, #op)                                                                   \
    __CUPRUM_H2ASM2(__h##op##2, #op)
__CUPRUM_HBINARY(add)
__CUPRUM_HBINARY(sub)
__CUPRUM_HBINARY(mul)
#if __cuprum_says(__hadd_rn __hsub_rn __hmul_rn __hadd2_rn __hsub2_rn __hmul2_rn)
#define __CUPRUM_HBINARY_RN(op)                                                                    \
    __CUPRUM_HASM2(__h##op##_rn, #op ".rn")                                                        \
    __CUPRUM_H2ASM2(__h##op##2_rn, #op ".rn")
__CUPRUM_HBINARY_RN(add)
__CUPRUM_HBINARY_RN(sub)
__CUPRUM_HBINARY_RN(mul)
#undef __CUPRUM_HBINARY_RN
#endif
#elif __CUPRUM_HNATIVE(__CUPRUM_HFMA_SM)
// fma has no rounding of its own: 1 * a + b, a * b - 0 are exact but for the last step.
#define __CUPRUM_HBYFMA(name, x, y, z)                                                             \
    __CUPRUM_HD__ __CUPRUM_H name(__CUPRUM_H a, __CUPRUM_H b) {                                    \
        unsigned short r;                                                                          \
        asm("fma.rn." __CUPRUM_HPTX " %0, %1, %2, %3;" : "=h"(r) : "h"(x), "h"(y), "h"(z));        \
        return __CUPRUM_HOF(r);                                                                    \
    }
#define __CUPRUM_H2BYFMA(name, x, y, z)                                                            \
    __CUPRUM_HD__ __CUPRUM_H2 name(__CUPRUM_H2 a, __CUPRUM_H2 b) {                                 \
        unsigned int r;                                                                            \
        asm("fma.rn." __CUPRUM_HPTX "x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));      \
        return __CUPRUM_H2OF(r);                                                                   \
    }
#define __CUPRUM_HBINARY(op, x, y, z, x2, y2, z2)                                                  \
    __CUPRUM_HBYFMA(__h##op, x, y, z)                                                              \
    __CUPRUM_HBYFMA(__h##op##_rn, x, y, z)                                                         \
    __CUPRUM_H2BYFMA(__h##op##2, x2, y2, z2)                                                       \
    __CUPRUM_H2BYFMA(__h##op##2_rn, x2, y2, z2)
#define __CUPRUM_BITS(v) __cuprum_bits(v)
__CUPRUM_HBINARY(add, __CUPRUM_BITS(a), (unsigned short)0x3f80, __CUPRUM_BITS(b), __CUPRUM_BITS(a),
                 0x3f803f80u, __CUPRUM_BITS(b))
__CUPRUM_HBINARY(sub, __CUPRUM_BITS(b), (unsigned short)0xbf80, __CUPRUM_BITS(a), __CUPRUM_BITS(b),
                 0xbf80bf80u, __CUPRUM_BITS(a))
__CUPRUM_HBINARY(mul, __CUPRUM_BITS(a), __CUPRUM_BITS(b), (unsigned short)0x8000, __CUPRUM_BITS(a),
                 __CUPRUM_BITS(b), 0x80008000u)
#undef __CUPRUM_BITS
#undef __CUPRUM_HBYFMA
#undef __CUPRUM_H2BYFMA
#else
#define __CUPRUM_HBINARY(name, op)                                                                 \
    __CUPRUM_HD__ __CUPRUM_H __h##name(__CUPRUM_H a, __CUPRUM_H b) {                               \
        return __CUPRUM_HN(__float2, )(__cuprum_float(a) op __cuprum_float(b));                    \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_H __h##name##_rn(__CUPRUM_H a, __CUPRUM_H b) {                          \
        return __h##name(a, b);                                                                    \
    }                                                                                              \
    __CUPRUM_HEACH2(__h##name##2, __h##name)                                                       \
    __CUPRUM_HEACH2(__h##name##2_rn, __h##name)
__CUPRUM_HBINARY(add, +)
__CUPRUM_HBINARY(sub, -)
__CUPRUM_HBINARY(mul, *)
#endif
#undef __CUPRUM_HBINARY

#if __cuprum_says(__hfma* __hcmadd)
#if __CUPRUM_HNATIVE(__CUPRUM_HFMA_SM)
__CUPRUM_HASM3(__hfma, "fma.rn")
__CUPRUM_H2ASM3(__hfma2, "fma.rn")
#else
__CUPRUM_HD__ __CUPRUM_H __hfma(__CUPRUM_H a, __CUPRUM_H b, __CUPRUM_H c) {
#ifdef __CUDA_ARCH__
    return __CUPRUM_HN(__float2, )(fmaf(__cuprum_float(a), __cuprum_float(b), __cuprum_float(c)));
#else // the product is exact
    return __CUPRUM_HN(__double2, )((double)__cuprum_float(a) * (double)__cuprum_float(b) +
                                    (double)__cuprum_float(c));
#endif
}
__CUPRUM_HEACH3(__hfma2, __hfma)
#endif
#endif

#if __cuprum_says(*_sat)
#if __CUPRUM_HSAT && defined(__CUDA_ARCH__)
__CUPRUM_HASM2(__hadd_sat, "add.sat")
__CUPRUM_HASM2(__hsub_sat, "sub.sat")
__CUPRUM_HASM2(__hmul_sat, "mul.sat")
__CUPRUM_HASM3(__hfma_sat, "fma.rn.sat")
__CUPRUM_H2ASM2(__hadd2_sat, "add.sat")
__CUPRUM_H2ASM2(__hsub2_sat, "sub.sat")
__CUPRUM_H2ASM2(__hmul2_sat, "mul.sat")
__CUPRUM_H2ASM3(__hfma2_sat, "fma.rn.sat")
#else
#define __CUPRUM_HSATURATED(op)                                                                    \
    __CUPRUM_HD__ __CUPRUM_H __h##op##_sat(__CUPRUM_H a, __CUPRUM_H b) {                           \
        return __cuprum_saturate(__h##op(a, b));                                                   \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_H2 __h##op##2_sat(__CUPRUM_H2 a, __CUPRUM_H2 b) {                       \
        return __cuprum_saturate(__h##op##2(a, b));                                                \
    }
__CUPRUM_HSATURATED(add)
__CUPRUM_HSATURATED(sub)
__CUPRUM_HSATURATED(mul)
#undef __CUPRUM_HSATURATED
__CUPRUM_HD__ __CUPRUM_H __hfma_sat(__CUPRUM_H a, __CUPRUM_H b, __CUPRUM_H c) {
    return __cuprum_saturate(__hfma(a, b, c));
}
__CUPRUM_HD__ __CUPRUM_H2 __hfma2_sat(__CUPRUM_H2 a, __CUPRUM_H2 b, __CUPRUM_H2 c) {
    return __cuprum_saturate(__hfma2(a, b, c));
}
#endif
#endif

#if __cuprum_says(*_relu)
#if __CUPRUM_HNATIVE(80)
__CUPRUM_HASM3(__hfma_relu, "fma.rn.relu")
__CUPRUM_H2ASM3(__hfma2_relu, "fma.rn.relu")
#else
__CUPRUM_HD__ __CUPRUM_H __hfma_relu(__CUPRUM_H a, __CUPRUM_H b, __CUPRUM_H c) {
    return __cuprum_relu(__hfma(a, b, c));
}
__CUPRUM_HD__ __CUPRUM_H2 __hfma2_relu(__CUPRUM_H2 a, __CUPRUM_H2 b, __CUPRUM_H2 c) {
    return __cuprum_relu(__hfma2(a, b, c));
}
#endif
#endif

#if __CUPRUM_HNATIVE(__CUPRUM_HABS_SM)
#define __CUPRUM_HUNARY(name, op)                                                                  \
    __CUPRUM_HD__ __CUPRUM_H name(__CUPRUM_H a) {                                                  \
        unsigned short r;                                                                          \
        asm(op "." __CUPRUM_HPTX " %0, %1;" : "=h"(r) : "h"(__cuprum_bits(a)));                    \
        return __CUPRUM_HOF(r);                                                                    \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_H2 name##2(__CUPRUM_H2 a) {                                             \
        unsigned int r;                                                                            \
        asm(op "." __CUPRUM_HPTX "x2 %0, %1;" : "=r"(r) : "r"(__cuprum_bits(a)));                  \
        return __CUPRUM_H2OF(r);                                                                   \
    }
__CUPRUM_HUNARY(__hneg, "neg")
__CUPRUM_HUNARY(__habs, "abs")
#undef __CUPRUM_HUNARY
#else
__CUPRUM_HD__ __CUPRUM_H __hneg(__CUPRUM_H a) {
    return __CUPRUM_HOF(__cuprum_bits(a) ^ 0x8000);
}
__CUPRUM_HD__ __CUPRUM_H __habs(__CUPRUM_H a) {
    return __CUPRUM_HOF(__cuprum_bits(a) & 0x7fff);
}
__CUPRUM_HD__ __CUPRUM_H2 __hneg2(__CUPRUM_H2 a) {
    return __CUPRUM_H2OF(__cuprum_bits(a) ^ 0x80008000u);
}
__CUPRUM_HD__ __CUPRUM_H2 __habs2(__CUPRUM_H2 a) {
    return __CUPRUM_H2OF(__cuprum_bits(a) & 0x7fff7fffu);
}
#endif

__CUPRUM_HD__ __CUPRUM_H __hdiv(__CUPRUM_H a, __CUPRUM_H b) {
    return __CUPRUM_HN(__float2, )(__CUPRUM_HDIVIDE(__cuprum_float(a), __cuprum_float(b)));
}
__CUPRUM_HEACH2(__h2div, __hdiv)

#if __cuprum_says(__hcmadd)
// (a.x + i a.y) (b.x + i b.y) + c
__CUPRUM_HD__ __CUPRUM_H2 __hcmadd(__CUPRUM_H2 a, __CUPRUM_H2 b, __CUPRUM_H2 c) {
    __CUPRUM_H2 r = __hfma2(__CUPRUM_H2(a.x, a.x), b, c);
    return __hfma2(__CUPRUM_H2(__hneg(a.y), a.y), __CUPRUM_H2(b.y, b.x), r);
}
#endif

// ---- comparisons --------------------------------------------------------------------------------
__CUPRUM_HD__ bool __hisnan(__CUPRUM_H a) {
    return (__cuprum_bits(a) & 0x7fff) > __CUPRUM_HINF;
}
__CUPRUM_HD__ int __hisinf(__CUPRUM_H a) {
    return __cuprum_bits(a) == __CUPRUM_HINF              ? 1
           : __cuprum_bits(a) == (__CUPRUM_HINF | 0x8000) ? -1
                                                          : 0;
}
#if __CUPRUM_HNATIVE(__CUPRUM_HSM)
#define __CUPRUM_HCOMPARE(name, op)                                                                \
    __CUPRUM_HD__ bool __h##name(__CUPRUM_H a, __CUPRUM_H b) {                                     \
        unsigned short r;                                                                          \
        asm("{.reg .pred p; setp." #name "." __CUPRUM_HPTX " p, %1, %2; selp.u16 %0, 1, 0, p;}"    \
            : "=h"(r)                                                                              \
            : "h"(__cuprum_bits(a)), "h"(__cuprum_bits(b)));                                       \
        return r != 0;                                                                             \
    }                                                                                              \
    __CUPRUM_H2ASM2(__h##name##2, "set." #name "." __CUPRUM_HPTX "x2")                             \
    __CUPRUM_HD__ unsigned int __h##name##2_mask(__CUPRUM_H2 a, __CUPRUM_H2 b) {                   \
        unsigned int r;                                                                            \
        asm("set." #name ".u32." __CUPRUM_HPTX "x2 %0, %1, %2;"                                    \
            : "=r"(r)                                                                              \
            : "r"(__cuprum_bits(a)), "r"(__cuprum_bits(b)));                                       \
        return r;                                                                                  \
    }
#else
#define __CUPRUM_HCOMPARE(name, test)                                                              \
    __CUPRUM_HD__ bool __h##name(__CUPRUM_H a, __CUPRUM_H b) {                                     \
        float x = __cuprum_float(a), y = __cuprum_float(b);                                        \
        return test;                                                                               \
    }                                                                                              \
    __CUPRUM_HD__ unsigned int __h##name##2_mask(__CUPRUM_H2 a, __CUPRUM_H2 b) {                   \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);      \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_H2 __h##name##2(__CUPRUM_H2 a, __CUPRUM_H2 b) {                         \
        return __CUPRUM_H2OF(__h##name##2_mask(a, b) & __CUPRUM_HONES);                            \
    }
#endif
#define __CUPRUM_HCOMPARE_ALL(name, test)                                                          \
    __CUPRUM_HCOMPARE(name, test)                                                                  \
    __CUPRUM_HD__ bool __hb##name##2(__CUPRUM_H2 a, __CUPRUM_H2 b) {                               \
        return __h##name##2_mask(a, b) == 0xffffffffu;                                             \
    }
__CUPRUM_HCOMPARE_ALL(eq, x == y)
__CUPRUM_HCOMPARE_ALL(lt, x < y)
__CUPRUM_HCOMPARE_ALL(le, x <= y)
__CUPRUM_HCOMPARE_ALL(gt, x > y)
__CUPRUM_HCOMPARE_ALL(ge, x >= y)
__CUPRUM_HCOMPARE_ALL(neu, !(x == y))
#if __cuprum_says(__hne __hne2* __hbne2 __hequ* __hbequ2 __hltu* __hbltu2 __hleu* __hbleu2 \
                  __hgtu* __hbgtu2 __hgeu* __hbgeu2) // the others are operators, too
__CUPRUM_HCOMPARE_ALL(ne, x<y || x> y)
__CUPRUM_HCOMPARE_ALL(equ, !(x < y || x > y))
__CUPRUM_HCOMPARE_ALL(ltu, !(x >= y))
__CUPRUM_HCOMPARE_ALL(leu, !(x > y))
__CUPRUM_HCOMPARE_ALL(gtu, !(x <= y))
__CUPRUM_HCOMPARE_ALL(geu, !(x < y))
#endif
#undef __CUPRUM_HCOMPARE_ALL
#undef __CUPRUM_HCOMPARE
__CUPRUM_HD__ __CUPRUM_H2 __hisnan2(__CUPRUM_H2 a) {
    return __CUPRUM_H2OF(((__hisnan(a.x) ? 0xffffu : 0) | (__hisnan(a.y) ? 0xffff0000u : 0)) &
                         __CUPRUM_HONES);
}

#if __cuprum_says(__hmax* __hmin*)
#if __CUPRUM_HNATIVE(80)
__CUPRUM_HASM2(__hmax, "max")
__CUPRUM_HASM2(__hmin, "min")
__CUPRUM_HASM2(__hmax_nan, "max.NaN")
__CUPRUM_HASM2(__hmin_nan, "min.NaN")
__CUPRUM_H2ASM2(__hmax2, "max")
__CUPRUM_H2ASM2(__hmin2, "min")
__CUPRUM_H2ASM2(__hmax2_nan, "max.NaN")
__CUPRUM_H2ASM2(__hmin2_nan, "min.NaN")
#else
// -0 is less than +0; of a number and NaN the number, of two NaN the one that instructions give.
#define __CUPRUM_HEXTREME(name, test, zero)                                                        \
    __CUPRUM_HD__ __CUPRUM_H name##_nan(__CUPRUM_H a, __CUPRUM_H b) {                              \
        float x = __cuprum_float(a), y = __cuprum_float(b);                                        \
        if (x != x || y != y) return __CUPRUM_HOF(0x7fff);                                         \
        if (x == y) return __CUPRUM_HOF(__cuprum_bits(a) zero __cuprum_bits(b));                   \
        return test ? a : b;                                                                       \
    }                                                                                              \
    __CUPRUM_HD__ __CUPRUM_H name(__CUPRUM_H a, __CUPRUM_H b) {                                    \
        return name##_nan(__hisnan(a) ? b : a, __hisnan(b) ? a : b);                               \
    }                                                                                              \
    __CUPRUM_HEACH2(name##2, name)                                                                 \
    __CUPRUM_HEACH2(name##2_nan, name##_nan)
__CUPRUM_HEXTREME(__hmax, x > y, &)
__CUPRUM_HEXTREME(__hmin, x < y, |)
#undef __CUPRUM_HEXTREME
#endif
#endif

// ---- operators ----------------------------------------------------------------------------------
#define __CUPRUM_HOPERATOR(T, op, name)                                                            \
    __CUPRUM_HD__ T operator op(const T &a, const T &b) {                                          \
        return name(a, b);                                                                         \
    }                                                                                              \
    __CUPRUM_HD__ T &operator op##=(T &a, const T &b) {                                            \
        return a = name(a, b);                                                                     \
    }
#define __CUPRUM_HOPERATORS(T, s, div, neg, one)                                                   \
    __CUPRUM_HOPERATOR(T, +, __hadd##s)                                                            \
    __CUPRUM_HOPERATOR(T, -, __hsub##s)                                                            \
    __CUPRUM_HOPERATOR(T, *, __hmul##s)                                                            \
    __CUPRUM_HOPERATOR(T, /, div)                                                                  \
    __CUPRUM_HD__ T operator+(const T &a) {                                                        \
        return a;                                                                                  \
    }                                                                                              \
    __CUPRUM_HD__ T operator-(const T &a) {                                                        \
        return neg(a);                                                                             \
    }                                                                                              \
    __CUPRUM_HD__ T &operator++(T &a) {                                                            \
        return a = __hadd##s(a, one);                                                              \
    }                                                                                              \
    __CUPRUM_HD__ T &operator--(T &a) {                                                            \
        return a = __hsub##s(a, one);                                                              \
    }                                                                                              \
    __CUPRUM_HD__ T operator++(T &a, int) {                                                        \
        T old = a;                                                                                 \
        ++a;                                                                                       \
        return old;                                                                                \
    }                                                                                              \
    __CUPRUM_HD__ T operator--(T &a, int) {                                                        \
        T old = a;                                                                                 \
        --a;                                                                                       \
        return old;                                                                                \
    }
#define __CUPRUM_HORDER(T, op, name)                                                               \
    __CUPRUM_HD__ bool operator op(const T &a, const T &b) {                                       \
        return name(a, b);                                                                         \
    }
#define __CUPRUM_HORDERS(T, p, s)                                                                  \
    __CUPRUM_HORDER(T, ==, __h##p##eq##s)                                                          \
    __CUPRUM_HORDER(T, !=, __h##p##neu##s)                                                         \
    __CUPRUM_HORDER(T, <, __h##p##lt##s)                                                           \
    __CUPRUM_HORDER(T, <=, __h##p##le##s)                                                          \
    __CUPRUM_HORDER(T, >, __h##p##gt##s)                                                           \
    __CUPRUM_HORDER(T, >=, __h##p##ge##s)
#ifndef __CUPRUM_HNO_OPERATORS
__CUPRUM_HOPERATORS(__CUPRUM_H, , __hdiv, __hneg, __CUPRUM_HOF(__CUPRUM_HONES & 0xffff))
__CUPRUM_HORDERS(__CUPRUM_H, , )
#endif
#ifndef __CUPRUM_HNO_OPERATORS2
__CUPRUM_HOPERATORS(__CUPRUM_H2, 2, __h2div, __hneg2, __CUPRUM_H2OF(__CUPRUM_HONES))
__CUPRUM_HORDERS(__CUPRUM_H2, b, 2)
#endif
#undef __CUPRUM_HOPERATOR
#undef __CUPRUM_HOPERATORS
#undef __CUPRUM_HORDER
#undef __CUPRUM_HORDERS

#ifdef __CUDA_ARCH__
#include "cuprum_half_device.h"
#endif

#undef __CUPRUM_HEACH2
#undef __CUPRUM_HEACH3
#undef __CUPRUM_HASM2
#undef __CUPRUM_HASM3
#undef __CUPRUM_H2ASM2
#undef __CUPRUM_H2ASM3
#undef __CUPRUM_H
#undef __CUPRUM_H2
#undef __CUPRUM_HRAW
#undef __CUPRUM_H2RAW
#undef __CUPRUM_HN
#undef __CUPRUM_HN2
#undef __CUPRUM_HPTX
#undef __CUPRUM_HRECIPROCAL
#undef __CUPRUM_HSINE
#undef __CUPRUM_HHARD
#undef __CUPRUM_HTANH_SM
#undef __CUPRUM_HATOM_SM
#undef __CUPRUM_HTWICE
#undef __CUPRUM_HSAT
#undef __CUPRUM_HSM
#undef __CUPRUM_HFMA_SM
#undef __CUPRUM_HABS_SM
#undef __CUPRUM_HDIVIDE
#undef __CUPRUM_HINF
#undef __CUPRUM_HONES
#undef __CUPRUM_HOTHER
#undef __CUPRUM_HNO_CONVERSIONS
#undef __CUPRUM_HNO_OPERATORS
#undef __CUPRUM_HNO_OPERATORS2
#undef __CUPRUM_HNATIVE
#undef __CUPRUM_HOF
#undef __CUPRUM_H2OF
