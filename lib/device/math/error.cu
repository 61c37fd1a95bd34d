// SPDX-License-Identifier: Apache-2.0
// The error function, its complement, the normal distribution, and their inverses, in single precision.
//
// erf: an odd polynomial, and 1 - 2^Q(a) with Q = log2(erfc). erfc: e^(-a^2) times erfcx(a) = e^(a^2) erfc(a), which
// is t P(t) with t = 1 / (1 + c a) on the whole half line (cf. M. Shepherd, J. Laframboise, "Chebyshev approximation of
// (1 + 2 x) exp(x^2) erfc x", Math. Comp. 36, 1981); a^2 in two floats, so that the exponential is of the exact square.
// Inverses: x P(w), w = -log2((1 - x) (1 + x)), as M. Giles has it ("Approximating the erfinv function", GPU Computing
// Gems 2, 2011); in the tails sqrt(w) Q(1 / sqrt(w)) with w of the tail itself.
#include "shared.h"

API float __nv_erff(float x) {
    float a = abs32(x), z = x * x, p = fma32(z, ERF_5, ERF_4);
    p = fma32(p, z, ERF_3);
    p = fma32(p, z, ERF_2);
    p = fma32(p, z, ERF_1);
    p = fma32(p, z, ERF_0);
    p = fma32(p, x, x);
    float t = min32(a, 3.95f), q = fma32(t, ERF_TAIL_6, ERF_TAIL_5); // NaN: p stays
    q = fma32(q, t, ERF_TAIL_4);
    q = fma32(q, t, ERF_TAIL_3);
    q = fma32(q, t, ERF_TAIL_2);
    q = fma32(q, t, ERF_TAIL_1);
    q = fma32(q, t, ERF_TAIL_0);
    return a > 0.875f ? copysign32(1 - ex2(q), x) : p;
}

// e^(-half a^2) 2^up, half: 1, 1/2 or -1. `end` is where what it belongs to is 0 or infinite; up to there 2^up keeps it in a
// float's range. Not by the machine's exponential, whose error of 2 ulp would be the largest of all.
IN float bell(float a, float half, float end, int up) {
    a = min32(a, end); // not infinity, of which the square has no rest
    float s = mul32(a, a), low = fma32(a, a, -s), one = -half * LOG2_E;
    const float whole = 12582912.0f + 127; // its low bits: the exponent
    float biased = fma32(s, one, whole + (float)up), n = biased - (whole + (float)up);
    float f = fma32(low, one, fma32(s, -half * LOG2_E_LOW, fma32(s, one, -n)));
    return ex2_exact(f) * from32(bits32(biased) << 23);
}

// erfcx(a) for s = 3/8 a, a <= 10.06. What the quotient t = 1 / (1 + s) lacks counts three times as much in the
// polynomial as in the factor.
IN float tail_of(float s) {
    float t = rcp_approx(1 + s), rest = fma32(-t, min32(s, 4), 1 - t);
    float u = fma32(t, rest, t - 0.5f), p = fma32(u, ERFC_8, ERFC_7);
    p = fma32(p, u, ERFC_6);
    p = fma32(p, u, ERFC_5);
    p = fma32(p, u, ERFC_4);
    p = fma32(p, u, ERFC_3);
    p = fma32(p, u, ERFC_2);
    p = fma32(p, u, ERFC_1);
    p = fma32(p, u, ERFC_0);
    return p * fma32(t, rest, t);
}

API float __nv_erfcf(float x) {
    float a = abs32(x), y = bell(a, 1, 10.2f, 24) * (tail_of(a * 0.375f) * 0x1p-24f);
    return x < 0 ? 2 - y : y;
}

// erfc(-x / sqrt(2)) / 2
API float __nv_normcdff(float x) {
    float a = abs32(x), y = bell(a, 0.5f, 14.4f, 24) * (tail_of(a * 0x1.0f876cp-2f) * 0x1p-25f);
    return x > 0 ? 1 - y : y;
}

// With t = 1 / (1/4 + 13/128 a), which is normal for all floats.
API float __nv_erfcxf(float x) {
    float a = abs32(x), s = a * 0.1015625f, t = rcp_approx(s + 0.25f);
    float rest = fma32(-t, min32(s, 0x1p125f), fma32(t, -0.25f, 1));
    float u = fma32(t, rest, t - 1.625f), p = fma32(u, ERFCX_10, ERFCX_9);
    p = fma32(p, u, ERFCX_8);
    p = fma32(p, u, ERFCX_7);
    p = fma32(p, u, ERFCX_6);
    p = fma32(p, u, ERFCX_5);
    p = fma32(p, u, ERFCX_4);
    p = fma32(p, u, ERFCX_3);
    p = fma32(p, u, ERFCX_2);
    p = fma32(p, u, ERFCX_1);
    p = fma32(p, u, ERFCX_0);
    float y = p * fma32(t, rest, t);
    if (x < 0) y = fma32(bell(a, -1, 10, -24), 0x1p25f, -y);
    return y;
}

// ---- inverses -----------------------------------------------------------------------------------

#define TAIL 6.0f // -log2 of (1 - x) (1 + x) from which it is one

// x + x P(-log2(product))
IN float inverse_center(float x, float w) {
    float p = fma32(w, ERFINV_8, ERFINV_7);
    p = fma32(p, w, ERFINV_6);
    p = fma32(p, w, ERFINV_5);
    p = fma32(p, w, ERFINV_4);
    p = fma32(p, w, ERFINV_3);
    p = fma32(p, w, ERFINV_2);
    p = fma32(p, w, ERFINV_1);
    p = fma32(p, w, ERFINV_0);
    return fma32(p, x, x);
}

API float __nv_erfinvf(float x) {
    float w = -lg2(fma32(x, -x, 1)), y = inverse_center(x, w); // NaN of |x| > 1
    if (w > TAIL) {
        w = -lg2(1 - abs32(x)); // exact
        float r = rsqrt_approx(w), p = fma32(r, ERFINV_TAIL_6, ERFINV_TAIL_5);
        p = fma32(p, r, ERFINV_TAIL_4);
        p = fma32(p, r, ERFINV_TAIL_3);
        p = fma32(p, r, ERFINV_TAIL_2);
        p = fma32(p, r, ERFINV_TAIL_1);
        p = fma32(p, r, ERFINV_TAIL_0);
        float root = sqrt_approx(w), lost = fma32(-root, root, w) * (r * 0.37f); // of root (1 + p), p near -1/4
        y = w < INF32 ? fma32(p, root, lost) + root : w;
    }
    return copysign32(y, x);
}

// erfcinv(m) for m, 2 - m and 1 - m, all but the last exact
IN float inverse_complement(float m, float other, float x) {
    float w = -lg2_full(m * other), y = inverse_center(x, w);
    if (w > TAIL) {
        w = -lg2_full(min32(m, other));
        float r = rsqrt_approx(w), p = fma32(r, ERFCINV_TAIL_8, ERFCINV_TAIL_7);
        p = fma32(p, r, ERFCINV_TAIL_6);
        p = fma32(p, r, ERFCINV_TAIL_5);
        p = fma32(p, r, ERFCINV_TAIL_4);
        p = fma32(p, r, ERFCINV_TAIL_3);
        p = fma32(p, r, ERFCINV_TAIL_2);
        p = fma32(p, r, ERFCINV_TAIL_1);
        p = fma32(p, r, ERFCINV_TAIL_0);
        float root = sqrt_approx(w);
        y = copysign32(w < INF32 ? fma32(p, root, root) : w, x);
    }
    return y;
}

API float __nv_erfcinvf(float x) { return inverse_complement(x, 2 - x, 1 - x); }
API float __nv_normcdfinvf(float x) {
    float twice = x + x;
    return fma32(inverse_complement(twice, 2 - twice, 1 - twice), -0x1.6a09e6p+0f, 0); // of 1/2: 0
}
