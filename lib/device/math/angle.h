// SPDX-License-Identifier: Apache-2.0
// Angles to within a quarter turn.
//
// |x| = q pi/2 + r. Up to FAR by three fused operations with pi/2 in three floats (W. J. Cody, W. Waite,
// "Software Manual for the Elementary Functions", 1980, chapter 8; q has 17 bits, each product is exact inside
// the operation). Beyond it x 2/pi modulo 4 in integers, from the 96 bits of 2/pi that matter for x's
// exponent (M. Payne, R. Hanek, "Radian reduction for trigonometric functions", SIGNUM 18, 1983): of the
// product's 64 bits no more than 31 vanish for any float (J.-M. Muller, "Elementary Functions", 9.3.2).
#ifndef CUPRUM_DEVICE_MATH_ANGLE_H
#define CUPRUM_DEVICE_MATH_ANGLE_H
#include "math.h"

#define FAR 0x1.9c8f00p+16f // about 105615

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
IN Angle angle_of(float x) {
    Angle a;
    float t = fma32(x, 0x1.45f306p-1f, 12582912.0f), q = t - 12582912.0f; // 2/pi
    a.q = bits32(t);
    a.r = fma32(q, -0x1.921fb6p+0f, x);
    a.r = fma32(q, 0x1.777a5cp-25f, a.r);
    a.r = fma32(q, 0x1.ee59dap-50f, a.r);
    if (!(x < FAR)) a = reduce_large(x);
    return a;
}
#endif
