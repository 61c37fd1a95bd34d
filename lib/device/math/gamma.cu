// SPDX-License-Identifier: Apache-2.0
// The gamma function and the logarithm of its absolute value, in single precision.
//
// From 5/2 on Stirling's series (DLMF 5.11.1) with a minimax polynomial of 1 / x; below, polynomials around the zeros 1
// and 2 of the logarithm, and of gamma(2 + v), to which gamma(x + 1) = x gamma(x) leads. Negative x by reflection,
// gamma(-a) = -pi / (a sin(pi a) gamma(a)); sin(pi r) / pi = r S(r^2) for r = x - its nearest integer, which is exact.
#include "shared.h"

#define LARGE 2.5f

IN float sine_over_pi(float r) {
    float z = r * r, p = fma32(z, SINC_4, SINC_3);
    p = fma32(p, z, SINC_2);
    p = fma32(p, z, SINC_1);
    p = fma32(p, z, SINC_0);
    return p * r;
}

// log(gamma(1 + u)), -0.35 <= u <= 0.65
IN float log_gamma_one(float u) {
    float p = fma32(u, LGAMMA_ONE_10, LGAMMA_ONE_9);
    p = fma32(p, u, LGAMMA_ONE_8);
    p = fma32(p, u, LGAMMA_ONE_7);
    p = fma32(p, u, LGAMMA_ONE_6);
    p = fma32(p, u, LGAMMA_ONE_5);
    p = fma32(p, u, LGAMMA_ONE_4);
    p = fma32(p, u, LGAMMA_ONE_3);
    p = fma32(p, u, LGAMMA_ONE_2);
    p = fma32(p, u, LGAMMA_ONE_1);
    p = fma32(p, u, LGAMMA_ONE_0);
    return fma32(p, u, 0); // of 1: not -0
}

// log(gamma(2 + v)), |v| <= 0.5
IN float log_gamma_two(float v) {
    float p = fma32(v, LGAMMA_TWO_8, LGAMMA_TWO_7);
    p = fma32(p, v, LGAMMA_TWO_6);
    p = fma32(p, v, LGAMMA_TWO_5);
    p = fma32(p, v, LGAMMA_TWO_4);
    p = fma32(p, v, LGAMMA_TWO_3);
    p = fma32(p, v, LGAMMA_TWO_2);
    p = fma32(p, v, LGAMMA_TWO_1);
    p = fma32(p, v, LGAMMA_TWO_0);
    return p * v;
}

// (a - 1/2) (log(a) - 1) + the series: no term cancels another.
IN float log_gamma_large(float a) {
    float w = rcp_approx(a), p = fma32(w, STIRLING_4, STIRLING_3);
    p = fma32(p, w, STIRLING_2);
    p = fma32(p, w, STIRLING_1);
    p = fma32(p, w, STIRLING_0);
    return fma32(a - 0.5f, log_plus(a, -1), p);
}

API float __nv_lgammaf(float x) {
    float a = abs32(x), r = x - rint32(x), y;
    int small = a < 0.65f;
    if (a >= LARGE)
        y = log_gamma_large(a);
    else
        y = a >= 1.5f ? log_gamma_two(a - 2) : log_gamma_one(small ? a : a - 1);
    // of a small a: what remains is log(gamma(1 + a))
    if (small || x < 0) {
        float s = abs32(sine_over_pi(r)), l = log_plus(x < 0 ? small ? s : s * a : a, 0);
        y = x < 0 ? -(y + l) : y - l;
    }
    if (x <= 0 && !(abs32(r) > 0)) y = INF32; // -infinity too
    return y;
}

// 2^(log2(gamma(a)) without its series), and what that multiplies: gamma(a), or gamma(-a)
IN float gamma_large(float a, float r, int negative) {
    a = min32(a, 44.0f); // beyond it is infinite
    Two l = log2_of(a);
    float w = rcp_approx(a), p = fma32(w, EXP_STIRLING_4, EXP_STIRLING_3);
    p = fma32(p, w, EXP_STIRLING_2);
    p = fma32(p, w, EXP_STIRLING_1);
    p = fma32(p, w, EXP_STIRLING_0);
    // (a - 1/2) log2(a) - a log2(e) = n + f: all differences are exact, as `taken` is near v
    float h = a - 0.5f, u = mul32(h, l.high), u_low = fma32(h, l.low, fma32(h, l.high, -u));
    float v = mul32(a, LOG2_E), v_low = fma32(a, LOG2_E_LOW, fma32(a, LOG2_E, -v));
    float n = rint32(u - v), whole_u = rint32(u), taken = whole_u - n;
    float f = ((u - whole_u) - (v - taken)) + (u_low - v_low);
    if (negative) {
        float product = p * a * sine_over_pi(abs32(r));
        p = rcp_approx(product);
        p = fma32(fma32(-product, p, 1), p, p);
        n = -n;
        f = -f;
    }
    float whole = min32(max32(n, -126.0f), 127.0f); // the last product rounds
    return ex2_exact(f) * p * two_to_whole(n - whole) * two_to_whole(whole);
}

// gamma(a + n) of the polynomial's interval, over its factors
IN float gamma_small(float a, float r, int negative) {
    int none = a >= 1.5f, one = a >= 0.5f; // factors to divide by, else two
    float v = none ? a - 2 : one ? a - 1 : a, p = fma32(v, GAMMA_8, GAMMA_7);
    p = fma32(p, v, GAMMA_6);
    p = fma32(p, v, GAMMA_5);
    p = fma32(p, v, GAMMA_4);
    p = fma32(p, v, GAMMA_3);
    p = fma32(p, v, GAMMA_2);
    p = fma32(p, v, GAMMA_1);
    p = fma32(p, v, GAMMA_0);
    float over = p, under = none ? 1 : one ? a : fma32(a, a, a);
    if (negative) { // a factor a of gamma(a) goes into the reflection's
        over = one ? 1 : a + 1;
        under = p * sine_over_pi(abs32(r)) * (none ? a : 1);
    }
    // a step for the quotient's last bits; `over` is near 1
    float y = div_approx_full(over, under), better = fma32(fma32(-under, y, over), y, y);
    return abs32(y) < INF32 ? better : y;
}

API float __nv_tgammaf(float x) {
    float a = abs32(x), whole = rint32(x), r = x - whole, half = whole * 0.5f, y;
    int negative = x < 0, odd = rint32(half) != half;
    y = a >= LARGE ? gamma_large(a, r, negative) : gamma_small(a, r, negative);
    if (negative) {
        y = odd == (r < 0) ? y : -y; // the sign of sin(pi x)
        if (!(abs32(r) > 0)) y = NAN32;
    }
    return x == 0 ? copysign32(INF32, x) : y;
}
