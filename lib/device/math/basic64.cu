// SPDX-License-Identifier: Apache-2.0
// Double precision: signs, rounding to integers, classification, neighbours.
#include "math.h"

#define SIGN64 (1ull << 63)

API double __nv_fabs(double x) { return abs64(x); }
API double __nv_fmin(double x, double y) { return min64(x, y); }
API double __nv_fmax(double x, double y) { return max64(x, y); }
API double __nv_floor(double x) { return floor64(x); }
API double __nv_ceil(double x) { return ceil64(x); }
API double __nv_trunc(double x) { return trunc64(x); }
API double __nv_rint(double x) { return rint64(x); }
API double __nv_nearbyint(double x) { return rint64(x); }
API double __nv_copysign(double x, double y) { return copysign64(x, y); }
API double __nv_fma(double x, double y, double z) { return fma64(x, y, z); }

// Halves go away from zero: x + (0.5 - 2^-54) reaches the next integer where x + 0.5 should, and no sooner; from
// 2^51 on it rounds to x's integer itself.
API double __nv_round(double x) { return trunc64(add64(x, copysign64(0x1.fffffffffffffp-2, x))); }
API long long __nv_llrint(double x) { return double_to_long_rn(x); }
API long long __nv_llround(double x) { return double_to_long_rn(__nv_round(x)); }

API int __nv_isnand(double x) { return x != x; }
API int __nv_isinfd(double x) { return abs64(x) == INF64; }
API int __nv_isfinited(double x) { return abs64(x) < INF64; }
API int __nv_signbitd(double x) { return (int)(high32(x) >> 31); }
API double __nv_nan(const signed char *tag) { return NAN64; }

API double __nv_fdim(double x, double y) {
    double d = x - y;
    return x <= y ? 0 : d; // NaN stays
}

API double __nv_nextafter(double x, double y) {
    u64 b = bits64(x);
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return from64((bits64(y) & SIGN64) | 1);
    return from64((x < y) == (x > 0) ? b + 1 : b - 1);
}
