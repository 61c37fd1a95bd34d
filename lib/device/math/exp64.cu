// SPDX-License-Identifier: Apache-2.0
// Exponentials and hyperbolic functions in double precision: see exp64.h.
#include "math.h"
#include "divide64.h"
#include "exp64.h"

API double __nv_exp(double x) { return exp_put_together(x, exp_reduce(x)); }

API double __nv_exp2(double x) {
    double t = add64(x, MAGIC64), r = x - add64(t, -MAGIC64);
    int n = (int)low32(t);
    double p = fma64(r, EXP2_11, EXP2_10);
    p = fma64(p, r, EXP2_9);
    p = fma64(p, r, EXP2_8);
    p = fma64(p, r, EXP2_7);
    p = fma64(p, r, EXP2_6);
    p = fma64(p, r, EXP2_5);
    p = fma64(p, r, EXP2_4);
    p = fma64(p, r, EXP2_3);
    p = fma64(p, r, EXP2_2);
    p = fma64(p, r, EXP2_1);
    p = fma64(p, r, 1);
    double y = scaled(p, n);
    if (!is_below(x, 0x408ff000)) { // 1022
        y = scaled_twice(p, n);
        if (!is_below(x, 0x4090e000)) y = exp_limit(x); // 1080
    }
    return y;
}

API double __nv_exp10(double x) {
    double t = fma64(x, 0x1.a934f0979a371p+1, MAGIC64), n = add64(t, -MAGIC64);
    double r = fma64(n, -0x1.34413509f7800p-2, x); // exact: 42 bits of log10(2)
    r = fma64(n, -0x1.fef311f12b358p-46, r);
    int k = (int)low32(t);
    double p = fma64(r, EXP10_12, EXP10_11);
    p = fma64(p, r, EXP10_10);
    p = fma64(p, r, EXP10_9);
    p = fma64(p, r, EXP10_8);
    p = fma64(p, r, EXP10_7);
    p = fma64(p, r, EXP10_6);
    p = fma64(p, r, EXP10_5);
    p = fma64(p, r, EXP10_4);
    p = fma64(p, r, EXP10_3);
    p = fma64(p, r, EXP10_2);
    p = add64(fma64(p, r, -0x1.f48ad494ea3e9p-53), EXP10_1); // ln 10 in two numbers
    p = fma64(p, r, 1);
    double y = scaled(p, k);
    if (!is_below(x, 0x40733a71)) { // 307.65
        y = scaled_twice(p, k);
        if (!is_below(x, 0x4074a000)) y = exp_limit(x); // 330
    }
    return y;
}

// 2^n (e^r - 1) + (2^n - 1), where the last term is exact or does not matter; n = 0 as long as the two would
// cancel (P. T. P. Tang, "Table-driven implementation of the expm1 function", ACM TOMS 18, 1992).
API double __nv_expm1(double x) {
    Power a = exp_reduce(x);
    if (is_below(x, 0x3fe00000)) { // 0.5
        a.n = 0;
        a.r = x;
        a.low = 0;
    }
    double r = a.r, p = fma64(r, EXPM1_12, EXPM1_11);
    p = fma64(p, r, EXPM1_10);
    p = fma64(p, r, EXPM1_9);
    p = fma64(p, r, EXPM1_8);
    p = fma64(p, r, EXPM1_7);
    p = fma64(p, r, EXPM1_6);
    p = fma64(p, r, EXPM1_5);
    p = fma64(p, r, EXPM1_4);
    p = fma64(p, r, EXPM1_3);
    p = fma64(p, r, EXPM1_2);
    p = fma64(p, r, 0.5);
    p = fma64(mul64(p, r), r, a.low) + r;
    double power = two_to64(a.n), y = fma64(p, power, add64(power, -1));
    if (!is_below(x, 0x40428000)) { // 37: from 2^54 on that is inexact, but p - 2^-n is good
        y = -1;
        if (!(x < 0)) {
            p = (p - two_to64(-(a.n < 64 ? a.n : 64)));
            y = scaled(add64(p, 1), a.n - 1) * 2;
            if (!is_below(x, 0x40862e43)) y = x * INF64; // 709.783
        }
    }
    return copysign64(y, x);
}

// ---- hyperbolic functions -----------------------------------------------------------------------

// e^a + sign e^-a, halved: 2^(n-1) (e^r + sign 2^(-2n) e^-r), and e^r is a sum of two numbers.
IN double half_sum(double a, double sign) {
    Power b = exp_reduce(a);
    double s = exp_slope(b.r), high = fma64(s, b.r, 1), low = fma64(s, b.r, -add64(high, -1));
    double other = two_to64(-2 * (b.n < 500 ? b.n : 500)) * sign;
    return scaled(high + fma64(reciprocal(high), other, low), b.n - 1);
}

#define LARGEST 0x1.633ce8fb9f87dp+9 // where the results are finite: 710.47

API double __nv_cosh(double x) {
    double a = abs64(x), y = half_sum(a, 1);
    return a <= LARGEST ? y : a * INF64;
}

API double __nv_sinh(double x) {
    double a = abs64(x), y;
    if (is_below(a, 0x3ff00000)) {
        double z = mul64(a, a), p = fma64(z, SINH_6, SINH_5);
        p = fma64(p, z, SINH_4);
        p = fma64(p, z, SINH_3);
        p = fma64(p, z, SINH_2);
        p = fma64(p, z, SINH_1);
        p = fma64(p, z, SINH_0);
        y = fma64(mul64(a, z), p, a);
    } else {
        y = half_sum(a, -1);
        if (!(a <= LARGEST)) y = a * INF64;
    }
    return copysign64(y, x);
}

API double __nv_tanh(double x) {
    double a = abs64(x), y;
    if (is_below(a, 0x3fe19999)) { // 0.55
        double z = mul64(a, a), p = fma64(z, TANH_9, TANH_8);
        p = fma64(p, z, TANH_7);
        p = fma64(p, z, TANH_6);
        p = fma64(p, z, TANH_5);
        p = fma64(p, z, TANH_4);
        p = fma64(p, z, TANH_3);
        p = fma64(p, z, TANH_2);
        p = fma64(p, z, TANH_1);
        p = fma64(p, z, TANH_0);
        y = fma64(mul64(a, z), p, a);
    } else { // 1 - 2 / (e^2a + 1)
        Power b = exp_reduce(a + a);
        double e = scaled(fma64(exp_slope(b.r), b.r, 1), b.n), d = add64(e, 1), low = e - add64(d, -1);
        double guess = rcp_gross(d), rest = fma64(-low, guess, fma64(-d, guess, 1));
        guess = guess * -2;
        double high = add64(guess, 1);
        y = high + fma64(guess, fma64(rest, rest, rest), guess - add64(high, -1));
        if (!is_below(a, 0x40340000)) y = a != a ? a : 1;
    }
    return copysign64(y, x);
}
