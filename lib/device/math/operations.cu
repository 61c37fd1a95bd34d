// SPDX-License-Identifier: Apache-2.0
// Operations that the machine has: arithmetic in each rounding mode, conversions, integers. No function here
// approximates anything (but the power to an integer, whose products CUDA defines), and the host has no names for them:
// test/math/operations.sh compares them with NVIDIA's.
#include "math.h"

// ---- arithmetic: to nearest, to zero, down and up -----------------------------------------------
#define EACH_MODE(M, ...) M(rn, rn, __VA_ARGS__) M(rz, rz, __VA_ARGS__) M(rd, rm, __VA_ARGS__) M(ru, rp, __VA_ARGS__)

#define BINARY32(mode, m, name, op)                                                                                    \
    API float __nv_##name##_##mode(float x, float y) {                                                                 \
        return FTZ ? __nvvm_##op##_##m##_ftz_f(x, y) : __nvvm_##op##_##m##_f(x, y);                                    \
    }
EACH_MODE(BINARY32, fadd, add)
EACH_MODE(BINARY32, fmul, mul)
EACH_MODE(BINARY32, fdiv, div)
#define DIFFERENCE32(mode, m, op) API float __nv_fsub_##mode(float x, float y) { return __nv_fadd_##mode(x, -y); }
EACH_MODE(DIFFERENCE32, sub)

#define UNARY32(mode, m, name, op)                                                                                     \
    API float __nv_##name##_##mode(float x) {                                                                          \
        return FTZ ? __nvvm_##op##_##m##_ftz_f(x) : __nvvm_##op##_##m##_f(x);                                          \
    }
EACH_MODE(UNARY32, frcp, rcp)
EACH_MODE(UNARY32, fsqrt, sqrt)

#define FUSED32(mode, m, op)                                                                                           \
    API float __nv_fmaf_##mode(float x, float y, float z) {                                                            \
        return FTZ ? __nvvm_fma_##m##_ftz_f(x, y, z) : __nvvm_fma_##m##_f(x, y, z);                                    \
    }                                                                                                                  \
    API float __nv_fmaf_ieee_##mode(float x, float y, float z) { return __nvvm_fma_##m##_f(x, y, z); }
EACH_MODE(FUSED32, fma)

#define BINARY64(mode, m, name, op) API double __nv_##name##_##mode(double x, double y) { return __nvvm_##op##_##m##_d(x, y); }
EACH_MODE(BINARY64, dadd, add)
EACH_MODE(BINARY64, dmul, mul)
EACH_MODE(BINARY64, ddiv, div)
#define DIFFERENCE64(mode, m, op) API double __nv_dsub_##mode(double x, double y) { return __nvvm_add_##m##_d(x, -y); }
EACH_MODE(DIFFERENCE64, sub)
#define UNARY64(mode, m, name, op) API double __nv_##name##_##mode(double x) { return __nvvm_##op##_##m##_d(x); }
EACH_MODE(UNARY64, drcp, rcp)
EACH_MODE(UNARY64, dsqrt, sqrt)
#define FUSED64(mode, m, op) API double __nv_fma_##mode(double x, double y, double z) { return __nvvm_fma_##m##_d(x, y, z); }
EACH_MODE(FUSED64, fma)
API double __nv_rcp64h(double x) { return rcp_gross(x); }

// ---- conversions --------------------------------------------------------------------------------
#define CONVERT(mode, m, name, To, From, op) API To __nv_##name##_##mode(From x) { return __nvvm_##op##_##m(x); }
#define CONVERT_FLUSHING(mode, m, name, To, From, op)                                                                  \
    API To __nv_##name##_##mode(From x) { return FTZ ? __nvvm_##op##_##m##_ftz(x) : __nvvm_##op##_##m(x); }
EACH_MODE(CONVERT_FLUSHING, float2int, int, float, f2i)
EACH_MODE(CONVERT_FLUSHING, float2uint, u32, float, f2ui)
EACH_MODE(CONVERT_FLUSHING, float2ll, long long, float, f2ll)
EACH_MODE(CONVERT_FLUSHING, float2ull, u64, float, f2ull)
EACH_MODE(CONVERT_FLUSHING, double2float, float, double, d2f)
EACH_MODE(CONVERT, double2int, int, double, d2i)
EACH_MODE(CONVERT, double2uint, u32, double, d2ui)
EACH_MODE(CONVERT, double2ll, long long, double, d2ll)
EACH_MODE(CONVERT, double2ull, u64, double, d2ull)
EACH_MODE(CONVERT, int2float, float, int, i2f)
EACH_MODE(CONVERT, uint2float, float, u32, ui2f)
EACH_MODE(CONVERT, ll2float, float, long long, ll2f)
EACH_MODE(CONVERT, ull2float, float, u64, ull2f)
EACH_MODE(CONVERT, ll2double, double, long long, ll2d)
EACH_MODE(CONVERT, ull2double, double, u64, ull2d)
API double __nv_int2double_rn(int x) { return x; }
API double __nv_uint2double_rn(u32 x) { return x; }
API u16 __nv_float2half_rn(float x) { return FTZ ? __nvvm_f2h_rn_ftz(x) : __nvvm_f2h_rn(x); }
API float __nv_half2float(u16 x) { return __nvvm_h2f(x); }

// bits
API int __nv_float_as_int(float x) { return __nvvm_bitcast_f2i(x); }
API u32 __nv_float_as_uint(float x) { return bits32(x); }
API float __nv_int_as_float(int x) { return __nvvm_bitcast_i2f(x); }
API float __nv_uint_as_float(u32 x) { return from32(x); }
API long long __nv_double_as_longlong(double x) { return __nvvm_bitcast_d2ll(x); }
API double __nv_longlong_as_double(long long x) { return __nvvm_bitcast_ll2d(x); }
API double __nv_hiloint2double(int high, int low) { return __nvvm_lohi_i2d(low, high); }
API int __nv_double2hiint(double x) { return __nvvm_d2i_hi(x); }
API int __nv_double2loint(double x) { return __nvvm_d2i_lo(x); }

// ---- integers -----------------------------------------------------------------------------------
API int __nv_abs(int x) { return __nvvm_abs_i(x); }
API long long __nv_llabs(long long x) { return __nvvm_abs_ll(x); }
API int __nv_min(int x, int y) { return __nvvm_min_i(x, y); }
API int __nv_max(int x, int y) { return __nvvm_max_i(x, y); }
API u32 __nv_umin(u32 x, u32 y) { return __nvvm_min_ui(x, y); }
API u32 __nv_umax(u32 x, u32 y) { return __nvvm_max_ui(x, y); }
API long long __nv_llmin(long long x, long long y) { return __nvvm_min_ll(x, y); }
API long long __nv_llmax(long long x, long long y) { return __nvvm_max_ll(x, y); }
API u64 __nv_ullmin(u64 x, u64 y) { return __nvvm_min_ull(x, y); }
API u64 __nv_ullmax(u64 x, u64 y) { return __nvvm_max_ull(x, y); }

API int __nv_mulhi(int x, int y) { return __nvvm_mulhi_i(x, y); }
API u32 __nv_umulhi(u32 x, u32 y) { return __nvvm_mulhi_ui(x, y); }
API long long __nv_mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
API u64 __nv_umul64hi(u64 x, u64 y) { return __nvvm_mulhi_ull(x, y); }
API int __nv_mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
API u32 __nv_umul24(u32 x, u32 y) { return __nvvm_mul24_ui(x, y); }
API u32 __nv_sad(int x, int y, u32 z) { return (u32)__nvvm_sad_i(x, y, (int)z); }
API u32 __nv_usad(u32 x, u32 y, u32 z) { return __nvvm_sad_ui(x, y, z); }

// The average without its carry: what both have, and half of what one has.
API int __nv_hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
API int __nv_rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
API u32 __nv_uhadd(u32 x, u32 y) { return (x & y) + ((x ^ y) >> 1); }
API u32 __nv_urhadd(u32 x, u32 y) { return (x | y) - ((x ^ y) >> 1); }

API int __nv_clz(int x) { return __nvvm_clz_i(x); }
API int __nv_clzll(long long x) { return __nvvm_clz_ll(x); }
API int __nv_popc(int x) { return __nvvm_popc_i(x); }
API int __nv_popcll(long long x) { return __nvvm_popc_ll(x); }
API u32 __nv_brev(u32 x) { return __nvvm_brev32(x); }
API u64 __nv_brevll(u64 x) { return __nvvm_brev64(x); }
// Of a selector's digits the highest bit does not count (it would spread a sign).
API u32 __nv_byte_perm(u32 x, u32 y, u32 selector) { return __nvvm_prmt(x, y, selector & 0x7777); }

// One more than the trailing zeros; 0 of 0, of which bfind says -1.
API int __nv_ffs(int x) {
    int zeros;
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(zeros) : "r"(__nvvm_brev32((u32)x)));
    return zeros + 1;
}
API int __nv_ffsll(long long x) { // the lowest bit alone has 64 - ffs zeros before it
    u64 lowest = (u64)x & (0 - (u64)x);
    return 64 - __nvvm_clz_ll((long long)lowest);
}

// By squaring, as in NVIDIA's headers, whose results programs know.
API float __nv_powif(float x, int n) {
    u32 k = n < 0 ? 0u - (u32)n : (u32)n;
    float r = 1, p = x;
    for (;; p = p * p) {
        if (k & 1) r = r * p;
        k >>= 1;
        if (!k) break;
    }
    return n < 0 ? 1 / r : r;
}
