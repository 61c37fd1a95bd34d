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
typedef struct Power {
    float f, scale; // 2^f scale
} Power;

IN Power power_of(float x, float s, float s_low, int down) {
    const float range = 253, low = 126.0f - (float)down; // n - down from -126 to 127
    // saturation keeps n in its range; NaN becomes 0 here and stays in f
    float place = saturate32(fma32(x, s / range, low / range));
    float biased = fma32(place, range, 12582912.0f + 1); // its low bits: n - down + 127
    float n = biased - (12582912.0f + 127 - (float)down);
    Power p;
    p.f = fma32(x, s_low, fma32(x, s, -n));
    p.scale = from32(bits32(biased) << 23);
    return p;
}

#define LN2        0x1.62e400p-1f // 16 bits
#define LN2_LOW    0x1.7f7d1cp-20f
#define LOG2_E     0x1.715476p+0f
#define LOG2_E_LOW 0x1.4ae0bep-26f

// 2^f of |f| up to 1/2. GPUs take 23 bits of the fraction of what ex2 gets, rounded down: a quarter of the last one's value
// puts the error into the middle.
IN float ex2_of_fraction(float f) { return ex2(f + 0x1p-25f); }

// The same to little more than half an ulp; 1 of 0.
IN float ex2_exact(float f) {
    float p = fma32(f, EX2_6, EX2_5);
    p = fma32(p, f, EX2_4);
    p = fma32(p, f, EX2_3);
    p = fma32(p, f, EX2_2);
    p = fma32(p, f, EX2_1);
    return fma32(p, f, 1);
}

// e^x / 2^down
IN float exponential(float x, int down) {
    Power p = power_of(x, LOG2_E, LOG2_E_LOW, down);
    return ex2_of_fraction(p.f) * p.scale;
}

// ---- logarithms ---------------------------------------------------------------------------------

#define TWO_THIRDS 0x3f2aaaabu
#define ROOT_HALF  0x3f3504f3u

typedef struct Parts {
    float f, e, x; // x: times 2^23 if it was subnormal
} Parts;

// Of x > 0 and finite; what it gives for others does not matter. `low`: the bits of the least 1 + f.
IN Parts take_apart(float x, u32 low) {
    float scale = 0;
    if (x < 0x1p-126f) { // subnormal
        x = x * 0x1p23f;
        scale = -23;
    }
    u32 b = bits32(x), e = (b - low) & 0xff800000u;
    Parts p;
    p.x = x;
    p.f = from32(b - e) - 1;
    p.e = fma32((float)(int)e, 0x1p-23f, scale);
    return p;
}

// log(1 + f) of what take_apart makes with TWO_THIRDS
IN float log_near_one(float f) {
    float p = fma32(f, LOG_8, LOG_7);
    p = fma32(p, f, LOG_6);
    p = fma32(p, f, LOG_5);
    p = fma32(p, f, LOG_4);
    p = fma32(p, f, LOG_3);
    p = fma32(p, f, LOG_2);
    p = fma32(p, f, LOG_1);
    p = fma32(p, f, LOG_0);
    p = mul32(p, f);
    return fma32(p, f, f);
}

// log(x) + plus for x > 0 and finite; `plus` comes to the exponent's part, before anything is rounded away.
IN float log_plus(float x, float plus) {
    Parts a = take_apart(x, TWO_THIRDS);
    return fma32(a.e, 0x1.62e430p-1f, plus) + log_near_one(a.f);
}

// log(1 + x) + more log(2), for x >= 0 and finite or -1 < x: u = 1 + x, rounded, is m 2^e with m in [3/4, 3/2);
// f = (1 + x) 2^-e - 1 comes from x itself, rounded once, and in this range with no error where |e| = 1 (the quarter:
// 2^-e may be subnormal). n log 2 + f + f^2 P(f) is rounded once: for |n| = 1 the parts cancel to a half. n times the first
// part of log 2 is exact, and so is what the first sum lacks.
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
    float sum = fma32(n, LN2, f), lost = add32(fma32(n, LN2, -sum), f);
    p = fma32(p, f, lost);
    return fma32(n, LN2_LOW, p) + sum;
}

// ---- logarithms to the base 2 as a sum of two floats -------------------------------------------
// With x = 2^e m, m in [2^-1/2, 2^1/2): s = 2 (m - 1) / (m + 1), log(m) = 2 atanh(s / 2) = s + s^3 P(s^2), where s
// is a quotient with its remainder, and of P the first coefficient counts twice as many bits (J.-M. Muller, "Elementary
// Functions", 3rd ed., 11.3; T. J. Dekker, "A floating-point technique for extending the available precision", 1971, for
// the sums).
typedef struct Two {
    float high, low;
} Two;

// log2 of x > 0, normal or not, with an error of about 2^-34 of it.
IN Two log2_of(float x) {
    float scale = 0;
    if (x < 0x1p-126f) {
        x = x * 0x1p24f;
        scale = -24;
    }
    u32 b = bits32(x), bits = (b - 0x3f3504f3u) & 0xff800000u;
    float m = from32(b - bits), e = fma32((float)(int)bits, 0x1p-23f, scale);
    float f = m - 1, r = rcp_approx(m + 1), s = mul32(f + f, r);
    // the remainder 2 f - s (2 + f), divided, times the derivative 1 + s^2 / 4 + ...
    float rest = mul32(r, fma32(-s, f, 2 * add32(f, -s))), u = mul32(s, s);
    rest = fma32(rest, u * 0.25f, rest);
    float q = fma32(u, ATANH_2, ATANH_1);
    q = fma32(q, u, ATANH_0);
    q = fma32(q, u, 0x1.555556p-28f); // what is left of 1/12: c + q u = P
    // s^3 / 12 in two parts
    const float c = 0x1.555554p-4f;
    float v = mul32(u, s), v_low = fma32(fma32(s, s, -u), s, fma32(u, s, -v));
    float third = mul32(v, c), third_low = fma32(v, c, -third);
    third_low = fma32(v_low, c, fma32(v, q, third_low));
    float sum = add32(s, third), sum_low = add32(third, -add32(sum, -s)) + add32(rest, third_low);
    // times log2(e)
    float h = mul32(sum, 0x1.715476p+0f), l = fma32(sum, 0x1.715476p+0f, -h);
    l = fma32(sum, 0x1.4ae0c0p-26f, l);
    l = fma32(sum_low, 0x1.715476p+0f, l);
    Two y;
    float t = add32(e, h); // |e| >= |h| or e = 0
    l = l + add32(h, -add32(t, -e));
    y.high = add32(t, l);
    y.low = l - add32(y.high, -t);
    return y;
}
#endif
