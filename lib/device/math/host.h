// SPDX-License-Identifier: Apache-2.0
// The operations of math.h on the host, for gcc and clang with -ffp-contract=off and the default rounding
// mode: what the virtual machine (src/vm) computes for the instructions.
#ifndef CUPRUM_DEVICE_MATH_HOST_H
#define CUPRUM_DEVICE_MATH_HOST_H
#include "approximations.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define API   __attribute__((visibility("default")))
#define IN    static inline __attribute__((unused))
#define SLOW  static __attribute__((noinline, unused))
#define TABLE static const

#define FTZ       0
#define PREC_DIV  1
#define PREC_SQRT 1
#undef signbit
#undef isnan
#undef isinf

IN u32 bits32(float x) { u32 b; memcpy(&b, &x, 4); return b; }
IN float from32(u32 b) { float x; memcpy(&x, &b, 4); return x; }
IN u64 bits64(double x) { u64 b; memcpy(&b, &x, 8); return b; }
IN double from64(u64 b) { double x; memcpy(&x, &b, 8); return x; }
IN u32 high32(double x) { return (u32)(bits64(x) >> 32); }
IN u32 low32(double x) { return (u32)bits64(x); }
IN double pair64(u32 hi, u32 lo) { return from64((u64)hi << 32 | lo); }

IN float fma32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
IN double fma64(double a, double b, double c) { return __builtin_fma(a, b, c); }
IN float mul32(float a, float b) { return a * b; }
IN float add32(float a, float b) { return a + b; }
IN double mul64(double a, double b) { return a * b; }
IN double add64(double a, double b) { return a + b; }
IN float div32(float a, float b) { return a / b; }
IN float rcp32(float a) { return 1.0f / a; }
IN float sqrt32(float a) { return __builtin_sqrtf(a); }
IN double div64(double a, double b) { return a / b; }
IN double sqrt64(double a) { return __builtin_sqrt(a); }
IN double rcp64(double a) { return 1.0 / a; }

IN float abs32(float x) { return __builtin_fabsf(x); }
IN double abs64(double x) { return __builtin_fabs(x); }
IN float copysign32(float m, float s) { return __builtin_copysignf(m, s); }
IN double copysign64(double m, double s) { return __builtin_copysign(m, s); }
#define EXTREME(name, T, sign_wins, less)                                                          \
    IN T name(T a, T b) {                                                                          \
        if (a != a) return b;                                                                      \
        if (b != b) return a;                                                                      \
        if (a == b) return (__builtin_signbit(a) != 0) == sign_wins ? a : b;                       \
        return a less b ? a : b;                                                                   \
    }
EXTREME(min32, float, 1, <)
EXTREME(max32, float, 0, >)
EXTREME(min64, double, 1, <)
EXTREME(max64, double, 0, >)
#undef EXTREME

IN float saturate32(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }

IN float floor32(float x) { return __builtin_floorf(x); }
IN float ceil32(float x) { return __builtin_ceilf(x); }
IN float trunc32(float x) { return __builtin_truncf(x); }
IN float rint32(float x) { return __builtin_rintf(x); }
IN double floor64(double x) { return __builtin_floor(x); }
IN double ceil64(double x) { return __builtin_ceil(x); }
IN double trunc64(double x) { return __builtin_trunc(x); }
IN double rint64(double x) { return __builtin_rint(x); }

IN long long clamp_to(double x, double low, double high) {
    if (x != x) return 0;
    return (long long)(x < low ? low : x > high ? high : x);
}
IN int to_int_rn(float x) { return (int)clamp_to(rint64((double)x), -0x1p31, 0x1p31 - 1); }
IN int to_int_rz(float x) { return (int)clamp_to(trunc64((double)x), -0x1p31, 0x1p31 - 1); }
IN int double_to_int_rn(double x) { return (int)clamp_to(rint64(x), -0x1p31, 0x1p31 - 1); }
IN long long double_to_long_rn(double x) {
    if (x != x) return (long long)(1ull << 63);
    if (x >= 0x1p63) return (long long)~(1ull << 63);
    return x < -0x1p63 ? (long long)(1ull << 63) : (long long)rint64(x);
}
IN long long to_long_rn(float x) { return double_to_long_rn((double)x); }

IN u32 mulhi32(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
IN u64 mulhi64(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
IN int clz32(u32 x) { return x ? __builtin_clz(x) : 32; }
IN int clz64(u64 x) { return x ? __builtin_clzll(x) : 64; }
IN u32 funnel_left(u32 lo, u32 hi, u32 n) { return (u32)(((u64)hi << 32 | lo) << (n & 31) >> 32); }
IN u32 funnel_right(u32 lo, u32 hi, u32 n) { return (u32)(((u64)hi << 32 | lo) >> (n & 31)); }


IN float flushed(float x) { return bits32(x) & 0x7f800000 ? x : from32(bits32(x) & 0x80000000); }
IN float sqrt_approx_full(float x) { return approximated(SQRT, x, sqrt((double)x)); }
IN float rsqrt_approx_full(float x) { return approximated(RSQRT, x, 1.0 / sqrt((double)x)); }
IN float lg2_full(float x) { return approximated(LG2, x, log2((double)x)); }
IN float sin_approx_full(float x) { return approximated(SINE, x, sin((double)x)); }
IN float cos_approx_full(float x) { return approximated(COSINE, x, cos((double)x)); }
IN float div_approx_full(float a, float b) { // a (1 / b), and 1 / b is 0 where it would be subnormal
    float y = __builtin_fabsf(b);
    return y > 0x1p126f && y - y == 0 ? a * copysign32(0, b) : approximated(QUOTIENT, b, (double)a / (double)b);
}
IN float ex2_full(float x) { return approximated(EX2, x, exp2((double)x)); }
IN float ex2(float x) { return flushed(ex2_full(flushed(x))); }
IN float lg2(float x) { return flushed(lg2_full(flushed(x))); }
IN float rcp_approx(float x) { return flushed(approximated(RCP, flushed(x), 1.0 / (double)flushed(x))); }
IN float rsqrt_approx(float x) { return flushed(rsqrt_approx_full(flushed(x))); }
IN float sqrt_approx(float x) { return flushed(sqrt_approx_full(flushed(x))); }
IN float sin_approx(float x) { return flushed(sin_approx_full(flushed(x))); }
IN float cos_approx(float x) { return flushed(cos_approx_full(flushed(x))); }
IN float tanh_approx(float x) { return approximated(TANH, x, tanh((double)x)); }
IN double gross(double x, int root) {
    u64 inf = 0x7ffull << 52, b = bits64(x);
    if ((b & ~(1ull << 63)) <= inf) b &= b & inf ? ~0xffffffffull : 1ull << 63;
    x = from64(b);
    x = root ? 1.0 / sqrt(x) : 1.0 / x;
    b = bits64(x);
    b &= b & inf ? ~0xffffffffull : 1ull << 63;
    return x != x ? from64(0x7fffffffull << 32) : from64(b);
}
IN double rcp_gross(double x) { return gross(x, 0); }
IN double rsqrt64(double x) {
    double y = 1.0 / sqrt(x), p = x * y, lost = fma64(x, y, -p), e = fma64(-p, y, 1.0) - lost * y;
    return y != 0 && y - y == 0 ? fma64(y, e * 0.5, y) : y;
}
IN double rsqrt_gross(double x) { return gross(x, 1); }
#endif
