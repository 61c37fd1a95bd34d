// SPDX-License-Identifier: Apache-2.0
// What several families of functions are made of: base^x, and log(1 + x).
#ifndef CUPRUM_DEVICE_MATH_SHARED_H
#define CUPRUM_DEVICE_MATH_SHARED_H
#include "math.h"
#include "polynomials.h"

// 2^(x log2(base) - down), log2(base) = s + s_low. With n near s x and f = s x - n, which two fused operations
// give to 2^-25 absolute (W. J. Cody, W. Waite, "Software Manual for the Elementary Functions", 1980, chapter 6),
// it is 2^n 2^f, and 2^f is the machine's. n stays within what a float's exponent can say; beyond it f grows
// instead, and the product rounds once, to a subnormal number, to 0 or to infinity.
IN float power_of(float x, float s, float s_low, int down) {
    const float range = 253, low = 126.0f - (float)down; // n - down from -126 to 127
    // saturation keeps n in its range; NaN becomes 0 here and stays in f
    float place = saturate32(fma32(x, s / range, low / range));
    float biased = fma32(place, range, 12582912.0f + 1); // its low bits: n - down + 127
    float n = biased - (12582912.0f + 127 - (float)down);
    float f = fma32(x, s, -n);
    f = fma32(x, s_low, f);
    return ex2(f) * from32(bits32(biased) << 23);
}

// e^x / 2^down
IN float exponential(float x, int down) { return power_of(x, 0x1.715476p+0f, 0x1.4ae0bep-26f, down); }

// log(1 + x) + more log(2), for x >= 0 and finite or -1 < x: u = 1 + x, rounded, is m 2^e with m in [3/4, 3/2);
// f = (1 + x) 2^-e - 1 comes from x itself, rounded once, and in this range with no error where |e| = 1 (the quarter:
// 2^-e may be subnormal).
IN float log_of_one_plus(float x, float more) {
    float u = add32(x, 1);
    u32 e = (bits32(u) - 0x3f400000u) & 0xff800000u;
    float scale = from32(0x40800000u - e); // 4 2^-e
    float f = fma32(x * 0.25f, scale, fma32(scale, 0.25f, -1));
    float n = fma32((float)(int)e, 0x1p-23f, more), p = fma32(f, LOG1P_8, LOG1P_7);
    p = fma32(p, f, LOG1P_6);
    p = fma32(p, f, LOG1P_5);
    p = fma32(p, f, LOG1P_4);
    p = fma32(p, f, LOG1P_3);
    p = fma32(p, f, LOG1P_2);
    p = fma32(p, f, LOG1P_1);
    p = fma32(p, f, LOG1P_0);
    p = mul32(p, f);
    p = fma32(p, f, f);
    return fma32(n, 0x1.62e430p-1f, p);
}
#endif
