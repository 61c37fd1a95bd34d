// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions in double precision.
//
// Arc tangents of y/x: with one division the argument comes within tan(pi/8), as y/x itself, as (y - x) / (y + x),
// pi/4 less, or as -x/y, pi/2 less. Arc sines above 1/2 come from the half angle's:
// asin(x) = pi/2 - 2 asin(((1 - x) / 2)^1/2)   (W. J. Cody, W. Waite, "Software Manual for the Elementary
// Functions", 1980, chapters 10 and 11).
#include "divide64.h"
#include "polynomials64.h"

#define QUARTER     0x1.921fb54442d18p-1 // pi/4 in two numbers
#define QUARTER_LOW 0x1.1a62633145c07p-55

typedef struct Ratio {
    double above, below;
    double quarters; // how many pi/4 less
} Ratio;

// Of y/x for x, y >= 0.
IN Ratio ratio_of(double y, double x) {
    Ratio r;
    int small = y < x * 0.41421356, large = y > x * 2.41421356;
    r.above = small ? y : large ? -x : y - x;
    r.below = small ? x : large ? y : y + x;
    r.quarters = small ? 0 : large ? 2 : 1;
    return r;
}

// (atan(q) - q) / q
IN double arc_curve(double z) {
    double p = fma64(z, ATAN_10, ATAN_9);
    p = fma64(p, z, ATAN_8);
    p = fma64(p, z, ATAN_7);
    p = fma64(p, z, ATAN_6);
    p = fma64(p, z, ATAN_5);
    p = fma64(p, z, ATAN_4);
    p = fma64(p, z, ATAN_3);
    p = fma64(p, z, ATAN_2);
    p = fma64(p, z, ATAN_1);
    return fma64(p, z, ATAN_0);
}

API double __nv_atan(double x) {
    double a = abs64(x);
    Ratio r = ratio_of(a, 1);
    double q = quotient(r.above, r.below), z = mul64(q, q);
    if (a > 0x1p1000) z = q = 0; // infinity too
    double y = fma64(mul64(q, z), arc_curve(z), r.quarters * QUARTER_LOW) + q;
    return copysign64(fma64(r.quarters, QUARTER, y), x);
}

typedef struct Pair {
    double y, x;
} Pair;

// Numbers with the same quotient that divide well; infinities are alike, and more than all others; NaN stays.
IN Pair manageable(double y, double x) {
    Pair p;
    double sum = x * 0.5 + y * 0.5;
    if (sum == INF64) {
        x = x == INF64;
        y = y == INF64;
    }
    u32 high = high32(x > y ? x : y) & 0x7ff00000u;
    if (high > 0x7fd00000u) high = 0x7fd00000u;
    double scale = pair64(0x7fe00000u - high, 0);
    p.y = y * scale;
    p.x = x == 0 && y == 0 ? 1 : sum != sum ? sum : x * scale;
    return p;
}

API double __nv_atan2(double y, double x) {
    Pair p;
    p.y = abs64(y);
    p.x = abs64(x);
    // not from 2^-511 to 2^512?
    if (((high32(p.x) - 0x20000000u) | (high32(p.y) - 0x20000000u)) >= 0x40000000u) p = manageable(p.y, p.x);
    Ratio r = ratio_of(p.y, p.x);
    double q = quotient(r.above, r.below), z = mul64(q, q), rest = mul64(q, z) * arc_curve(z);
    int left = (int)high32(x) < 0; // pi less that
    double sign = left ? -1 : 1, m = fma64(r.quarters, sign, left ? 4 : 0);
    // m pi/4 in two numbers
    double high = mul64(m, QUARTER), low = fma64(m, QUARTER_LOW, fma64(m, QUARTER, -high));
    return copysign64(high + fma64(q, sign, fma64(rest, sign, low)), y);
}

// ---- arc sine and cosine ------------------------------------------------------------------------

// (asin(x) / x - 1) / x^2, z = x^2 <= 1/4
IN double sine_curve(double z) {
    double p = fma64(z, ASIN_11, ASIN_10);
    p = fma64(p, z, ASIN_9);
    p = fma64(p, z, ASIN_8);
    p = fma64(p, z, ASIN_7);
    p = fma64(p, z, ASIN_6);
    p = fma64(p, z, ASIN_5);
    p = fma64(p, z, ASIN_4);
    p = fma64(p, z, ASIN_3);
    p = fma64(p, z, ASIN_2);
    p = fma64(p, z, ASIN_1);
    return fma64(p, z, ASIN_0);
}

API double __nv_asin(double x) {
    double a = abs64(x), z = mul64(a, a), s = a;
    int large = a > 0.5;
    if (large) {
        z = fma64(a, -0.5, 0.5); // exact
        s = root(z + 0x1p-200);  // 0 has none
    }
    double p = mul64(s, z) * sine_curve(z), y = s + p;
    if (large) {
        double high = fma64(s, -2, 2 * QUARTER), lost = fma64(s, -2, 2 * QUARTER - high);
        y = high + (lost + fma64(p, -2, 2 * QUARTER_LOW));
    }
    return copysign64(y, x);
}

API double __nv_acos(double x) {
    double a = abs64(x), z = mul64(a, a), s = a;
    int large = a > 0.5;
    if (large) {
        z = fma64(a, -0.5, 0.5);
        s = z == 0 ? 0 : root(z);
    }
    double p = mul64(s, z) * sine_curve(z), y;
    if (large) {
        y = 2 * (s + p);
        if (x < 0) y = 4 * QUARTER - (y - 4 * QUARTER_LOW);
    } else {
        y = 2 * QUARTER - (x + (copysign64(p, x) - 2 * QUARTER_LOW));
    }
    return y;
}
