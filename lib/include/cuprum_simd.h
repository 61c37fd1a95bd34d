// SPDX-License-Identifier: Apache-2.0
// Functions for dynamic programming on numbers of 32 and twice 16 bits (CUDA Math API, "SIMD
// Intrinsics":
// __viaddmax_s32 ...), and two floats in one operation (sm_100). What ptxas makes one instruction
// of is written as the operations that it looks for. A part of cuprum_runtime.h.
#ifndef CUPRUM_SIMD_H
#define CUPRUM_SIMD_H

// ---- 32 bits: sums wrap -------------------------------------------------------------------------
#define __CUPRUM_DPX_32(T, t, op, test, test_equal)                                                \
    __CUPRUM_HD__ T __vi##op##3_##t(T a, T b, T c) {                                               \
        T d = a test b ? a : b;                                                                    \
        return d test c ? d : c;                                                                   \
    }                                                                                              \
    __CUPRUM_HD__ T __viadd##op##_##t(T a, T b, T c) {                                             \
        T d = (T)((unsigned int)a + (unsigned int)b);                                              \
        return d test c ? d : c;                                                                   \
    }                                                                                              \
    __CUPRUM_HD__ T __vib##op##_##t(T a, T b, bool *pred) {                                        \
        *pred = a test_equal b;                                                                    \
        return a test_equal b ? a : b;                                                             \
    }
#define __CUPRUM_DPX_32_RELU(op, test)                                                             \
    __CUPRUM_HD__ int __vi##op##_s32_relu(int a, int b) {                                          \
        int d = a test b ? a : b;                                                                  \
        return d > 0 ? d : 0;                                                                      \
    }                                                                                              \
    __CUPRUM_HD__ int __vi##op##3_s32_relu(int a, int b, int c) {                                  \
        int d = __vi##op##3_s32(a, b, c);                                                          \
        return d > 0 ? d : 0;                                                                      \
    }                                                                                              \
    __CUPRUM_HD__ int __viadd##op##_s32_relu(int a, int b, int c) {                                \
        int d = __viadd##op##_s32(a, b, c);                                                        \
        return d > 0 ? d : 0;                                                                      \
    }
__CUPRUM_DPX_32(int, s32, max, >, >=)
__CUPRUM_DPX_32(int, s32, min, <, <=)
__CUPRUM_DPX_32(unsigned int, u32, max, >, >=)
__CUPRUM_DPX_32(unsigned int, u32, min, <, <=)
__CUPRUM_DPX_32_RELU(max, >)
__CUPRUM_DPX_32_RELU(min, <)
#undef __CUPRUM_DPX_32
#undef __CUPRUM_DPX_32_RELU

// ---- twice 16 bits ------------------------------------------------------------------------------
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define __CUPRUM_PAIR(name, ptx, value)                                                            \
    __CUPRUM_HD__ unsigned int name(unsigned int a, unsigned int b) {                              \
        unsigned int r;                                                                            \
        asm(ptx " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                        \
        return r;                                                                                  \
    }
#else // x, y are the halves; signed ones for s16
#define __CUPRUM_PAIR(name, ptx, value)                                                            \
    __CUPRUM_HD__ unsigned int name(unsigned int a, unsigned int b) {                              \
        unsigned int r = 0;                                                                        \
        for (int i = 0; i < 32; i += 16) {                                                         \
            unsigned short ux = (unsigned short)(a >> i), uy = (unsigned short)(b >> i);           \
            short x = (short)ux, y = (short)uy;                                                    \
            r |= (unsigned int)(unsigned short)(value) << i;                                       \
            (void)x, (void)y;                                                                      \
        }                                                                                          \
        return r;                                                                                  \
    }
#endif
__CUPRUM_PAIR(__cuprum_add_16x2, "add.u16x2", ux + uy)
__CUPRUM_PAIR(__cuprum_max_s16x2, "max.s16x2", x > y ? x : y)
__CUPRUM_PAIR(__cuprum_min_s16x2, "min.s16x2", x < y ? x : y)
__CUPRUM_PAIR(__cuprum_max_u16x2, "max.u16x2", ux > uy ? ux : uy)
__CUPRUM_PAIR(__cuprum_min_u16x2, "min.u16x2", ux < uy ? ux : uy)
#undef __CUPRUM_PAIR

#define __CUPRUM_DPX_16(t, T, op, test_equal)                                                      \
    __CUPRUM_HD__ unsigned int __vi##op##3_##t(unsigned int a, unsigned int b, unsigned int c) {   \
        return __cuprum_##op##_##t(__cuprum_##op##_##t(a, b), c);                                  \
    }                                                                                              \
    __CUPRUM_HD__ unsigned int __viadd##op##_##t(unsigned int a, unsigned int b, unsigned int c) { \
        return __cuprum_##op##_##t(__cuprum_add_16x2(a, b), c);                                    \
    }                                                                                              \
    __CUPRUM_HD__ unsigned int __vib##op##_##t(unsigned int a, unsigned int b, bool *pred_hi,      \
                                               bool *pred_lo) {                                    \
        *pred_hi = (T)(a >> 16) test_equal(T)(b >> 16);                                            \
        *pred_lo = (T)a test_equal(T) b;                                                           \
        return __cuprum_##op##_##t(a, b);                                                          \
    }
#define __CUPRUM_DPX_16_RELU(op)                                                                   \
    __CUPRUM_HD__ unsigned int __vi##op##_s16x2_relu(unsigned int a, unsigned int b) {             \
        return __cuprum_max_s16x2(__cuprum_##op##_s16x2(a, b), 0);                                 \
    }                                                                                              \
    __CUPRUM_HD__ unsigned int __vi##op##3_s16x2_relu(unsigned int a, unsigned int b,              \
                                                      unsigned int c) {                            \
        return __cuprum_max_s16x2(__vi##op##3_s16x2(a, b, c), 0);                                  \
    }                                                                                              \
    __CUPRUM_HD__ unsigned int __viadd##op##_s16x2_relu(unsigned int a, unsigned int b,            \
                                                        unsigned int c) {                          \
        return __cuprum_max_s16x2(__viadd##op##_s16x2(a, b, c), 0);                                \
    }
__CUPRUM_DPX_16(s16x2, short, max, >=)
__CUPRUM_DPX_16(s16x2, short, min, <=)
__CUPRUM_DPX_16(u16x2, unsigned short, max, >=)
__CUPRUM_DPX_16(u16x2, unsigned short, min, <=)
__CUPRUM_DPX_16_RELU(max)
__CUPRUM_DPX_16_RELU(min)
#undef __CUPRUM_DPX_16
#undef __CUPRUM_DPX_16_RELU

// ---- two floats ---------------------------------------------------------------------------------
#if (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 1000) && __cuprum_says(__fadd2* __fmul2* __ffma2*)
#define __CUPRUM_PACKED(op, P, A)                                                                  \
    __CUPRUM_PACKED_1(op##_rn, P, A)                                                               \
    __CUPRUM_PACKED_1(op##_rz, P, A)                                                               \
    __CUPRUM_PACKED_1(op##_rd, P, A)                                                               \
    __CUPRUM_PACKED_1(op##_ru, P, A)
#define __CUPRUM_PACKED_1(name, P, A)                                                              \
    __attribute__((device_builtin, device)) float2 name##_impl P;                                  \
    __CUPRUM_DEV__ float2 name P {                                                                 \
        return name##_impl A;                                                                      \
    }
__CUPRUM_PACKED(__fadd2, (float2 a, float2 b), (a, b))
__CUPRUM_PACKED(__fmul2, (float2 a, float2 b), (a, b))
__CUPRUM_PACKED(__ffma2, (float2 a, float2 b, float2 c), (a, b, c))
#undef __CUPRUM_PACKED
#undef __CUPRUM_PACKED_1
#endif

#endif
