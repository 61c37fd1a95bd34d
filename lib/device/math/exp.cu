// SPDX-License-Identifier: Apache-2.0
// Exponentials in single precision.
//
// expf, exp10f: as power_of in shared.h.
// expm1f: x = n ln 2 + r, then 2^n (e^r - 1) + (2^n - 1), whose last term is exact or does not matter
// (P. T. P. Tang, "Table-driven implementation of the expm1 function", ACM TOMS 18, 1992).
#include "shared.h"

// base^x with log2(base) = s + s_low. As power_of, with n up to 128 and f below 1/2 near the largest numbers too: there 2^f
// is doubled, and 2^n halved.
IN float power_to_the_top(float x, float s, float s_low) {
    const float range = 254, low = 126; // n from -126 to 128
    float place = saturate32(fma32(x, s / range, low / range));
    float biased = fma32(place, range, 12582912.0f + 1), n = biased - (12582912.0f + 127);
    float top = saturate32(n - 127), y = ex2_of_fraction(fma32(x, s_low, fma32(x, s, -n)));
    return fma32(y, top, y) * from32(bits32(biased - top) << 23);
}
API float __nv_expf(float x) { return power_to_the_top(x, LOG2_E, LOG2_E_LOW); }
API float __nv_exp10f(float x) { return power_to_the_top(x, 0x1.a934f0p+1f, 0x1.2f346ep-24f); }
API float __nv_exp2f(float x) { return ex2_full(x); }

API float __nv_expm1f(float x) {
    float n = rint32(x * 0x1.715476p+0f);
    if (abs32(x) < 0.52f) n = 0; // 2^n - 1 and the rest would cancel
    // n times the first part of log 2 is exact
    float r = fma32(n, -LN2, x);
    r = fma32(n, -LN2_LOW, r);
    float p = fma32(r, EXPM1_7, EXPM1_6);
    p = fma32(p, r, EXPM1_5);
    p = fma32(p, r, EXPM1_4);
    p = fma32(p, r, EXPM1_3);
    p = fma32(p, r, EXPM1_2);
    p = fma32(p, r, EXPM1_1);
    float m = mul32(p, r), rest;
    p = fma32(m, r, r);
    rest = fma32(m, r, add32(r, -p)); // what p lacks
    float power = ex2(n == 128 ? 127 : n), less = power - 1;
    float lost = (power - less) - 1; // 2^25 - 1 and more have too many bits
    float y = fma32(p, power, fma32(rest, power, lost)) + less;
    if (n == 128) y = y + y;
    if (abs32(x) > 88.8f) y = x > 0 ? INF32 : -1;
    return x == 0 ? x : y;
}
