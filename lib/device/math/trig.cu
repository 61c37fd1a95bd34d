// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent in single precision.
//
// |x| = q pi/2 + r. Up to LARGE by three fused operations with pi/2 in three floats (W. J. Cody, W. Waite,
// "Software Manual for the Elementary Functions", 1980, chapter 8; q has 17 bits, each product is exact inside
// the operation). Beyond it x 2/pi modulo 4 in integers, from the 96 bits of 2/pi that matter for x's
// exponent (M. Payne, R. Hanek, "Radian reduction for trigonometric functions", SIGNUM 18, 1983): of the
// product's 64 bits no more than 31 vanish for any float (J.-M. Muller, "Elementary Functions", 9.3.2).
// Both polynomials are evaluated: that costs less than choosing each coefficient.
#include "math.h"
#include "polynomials.h"

#define LARGE 0x1.9c8f00p+16f // about 105615

// 2/pi = 0.a2f9836e..., 32 bits a word; a word of zeros before it serves numbers below 2^31
TABLE u32 two_over_pi[] = {0, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                           0xf534ddc0u, 0xdb629599u, 0x3c439041u};

typedef struct Angle {
    float r;
    u32 q; // modulo 4
} Angle;

// Of x >= 2: m are the 24 bits of x, at the top of a word. The table's bits before bit e contribute multiples of
// 4; with the 96 bits h from there on the product m h, modulo 2^96, is x 2/pi modulo 4 in units of 2^-94.
IN Angle reduce_large(float x) {
    u32 b = bits32(x), e = (b >> 23) - 128, at = e >> 5 & 3;
    u32 m = b << 8 | SIGN32;
    u32 w0 = two_over_pi[at], w1 = two_over_pi[at + 1], w2 = two_over_pi[at + 2], w3 = two_over_pi[at + 3];
    u32 h0 = funnel_left(w1, w0, e), h1 = funnel_left(w2, w1, e), h2 = funnel_left(w3, w2, e);
    u64 p = ((u64)(m * h0) << 32) + (u64)m * h1 + mulhi32(m, h2);
    Angle a;
    u64 rounded = p + (1ull << 61);
    a.q = (u32)(rounded >> 62);
    long long f = (long long)(p - (rounded & 3ull << 62));
    a.r = (float)((double)f * 0x1.921fb54442d18p-62);
    if (!(x < INF32)) a.r = NAN32;
    return a;
}

// Of x >= 0.
IN Angle reduce(float x) {
    Angle a;
    float t = fma32(x, 0x1.45f306p-1f, 12582912.0f), q = t - 12582912.0f; // 2/pi
    a.q = bits32(t);
    a.r = fma32(q, -0x1.921fb6p+0f, x);
    a.r = fma32(q, 0x1.777a5cp-25f, a.r);
    a.r = fma32(q, 0x1.ee59dap-50f, a.r);
    if (!(x < LARGE)) a = reduce_large(x);
    return a;
}

IN float sine(float r, float z) {
    float p = fma32(z, SIN_2, SIN_1);
    p = fma32(p, z, SIN_0);
    return fma32(mul32(r, z), p, r);
}

IN float cosine(float z) {
    float p = fma32(z, COS_3, COS_2);
    p = fma32(p, z, COS_1);
    p = fma32(p, z, COS_0);
    return fma32(p, z, 1);
}

API float __nv_sinf(float x) {
    Angle a = reduce(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    return negate_if(a.q & 1 ? c : s, bits32(x) ^ a.q << 30);
}

API float __nv_cosf(float x) {
    Angle a = reduce(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    return negate_if(a.q & 1 ? s : c, (a.q + 1) << 30);
}

API void __nv_sincosf(float x, float *sp, float *cp) {
    Angle a = reduce(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    *sp = negate_if(a.q & 1 ? c : s, bits32(x) ^ a.q << 30);
    *cp = negate_if(a.q & 1 ? s : c, (a.q + 1) << 30);
}

API float __nv_tanf(float x) {
    Angle a = reduce(abs32(x));
    float z = mul32(a.r, a.r), p = fma32(z, TAN_5, TAN_4);
    p = fma32(p, z, TAN_3);
    p = fma32(p, z, TAN_2);
    p = fma32(p, z, TAN_1);
    p = fma32(p, z, TAN_0);
    float t = fma32(mul32(a.r, z), p, a.r);
    if (a.q & 1) t = -rcp_approx(t);
    return negate_if(t, bits32(x));
}

// ---- of pi x: x = q / 2 + r, exactly ------------------------------------------------------------

IN Angle reduce_pi(float x) {
    Angle a;
    float y = fma32(rint32(x * 0.5f), -2, x); // in [-1, 1]; NaN of infinity
    float t = fma32(y, 2, 12582912.0f), q = t - 12582912.0f;
    a.q = bits32(t);
    a.r = fma32(q, -0.5f, y);
    return a;
}

// pi in two floats, the smaller one with the rest of the polynomial.
IN float sine_pi(float r, float z) {
    float p = fma32(z, SINPI_2, SINPI_1);
    p = fma32(p, z, SINPI_0);
    p = fma32(p, z, -0x1.777a5cp-24f);
    return fma32(r, 0x1.921fb6p+1f, mul32(r, p));
}

IN float cosine_pi(float z) {
    float p = fma32(z, COSPI_3, COSPI_2);
    p = fma32(p, z, COSPI_1);
    p = fma32(p, z, COSPI_0);
    return fma32(p, z, 1);
}

// Zeros have x's sign in the sine, the positive one in the cosine.
API float __nv_sinpif(float x) {
    Angle a = reduce_pi(x);
    float z = mul32(a.r, a.r), y = negate_if(a.q & 1 ? cosine_pi(z) : sine_pi(a.r, z), a.q << 30);
    return y == 0 ? x * 0 : y;
}

API float __nv_cospif(float x) {
    Angle a = reduce_pi(abs32(x));
    float z = mul32(a.r, a.r);
    return negate_if(a.q & 1 ? sine_pi(a.r, z) : cosine_pi(z), (a.q + 1) << 30) + 0.0f;
}

API void __nv_sincospif(float x, float *sp, float *cp) {
    Angle a = reduce_pi(x);
    float z = mul32(a.r, a.r), s = sine_pi(a.r, z), c = cosine_pi(z);
    float y = negate_if(a.q & 1 ? c : s, a.q << 30);
    *sp = y == 0 ? x * 0 : y;
    *cp = negate_if(a.q & 1 ? s : c, (a.q + 1) << 30) + 0.0f;
}
