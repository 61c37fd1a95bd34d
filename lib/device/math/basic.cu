// SPDX-License-Identifier: Apache-2.0
// Single precision: signs, rounding to integers, classification, neighbours.
#include "math.h"

API float __nv_fabsf(float x) { return abs32(x); }
API float __nv_fminf(float x, float y) { return min32(x, y); }
API float __nv_fmaxf(float x, float y) { return max32(x, y); }
API float __nv_floorf(float x) { return floor32(x); }
API float __nv_ceilf(float x) { return ceil32(x); }
API float __nv_truncf(float x) { return trunc32(x); }
API float __nv_rintf(float x) { return rint32(x); }
API float __nv_nearbyintf(float x) { return rint32(x); }
API float __nv_copysignf(float x, float y) { return copysign32(x, y); }
API float __nv_fmaf(float x, float y, float z) { return fma32(x, y, z); }
API float __nv_saturatef(float x) { return saturate32(x); }

// Halves go away from zero: x + (0.5 - 2^-25) reaches the next integer where x + 0.5 should, and no sooner; from
// 2^22 on it rounds to x's integer itself.
API float __nv_roundf(float x) { return trunc32(add32(x, copysign32(0x1.fffffep-2f, x))); }
API long long __nv_llrintf(float x) { return to_long_rn(x); }
API long long __nv_llroundf(float x) { return to_long_rn(__nv_roundf(x)); }

API int __nv_isnanf(float x) { return x != x; }
API int __nv_isinff(float x) { return abs32(x) == INF32; }
API int __nv_finitef(float x) { return abs32(x) < INF32; }
API int __nv_signbitf(float x) { return bits32(x) >> 31; }
API float __nv_nanf(const signed char *tag) { return NAN32; }

API float __nv_fdimf(float x, float y) {
    float d = x - y;
    return x <= y ? 0 : d; // NaN stays
}

API float __nv_nextafterf(float x, float y) {
    u32 b = bits32(x);
    if (is_nan32(x) || is_nan32(y)) return x + y;
    if (x == y) return y;
    if (x == 0) return from32((bits32(y) & SIGN32) | 1);
    return from32(b + ((x < y) == (x > 0) ? 1 : -1));
}
