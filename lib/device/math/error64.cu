// SPDX-License-Identifier: Apache-2.0
// Error functions, the normal distribution's, and their inverses in double precision: piecewise polynomials
// (generate/pieces64.py), of functions that vary little.
//
// erfc(x) = e^(-x^2) w(x) with w = erfcx for x >= 0, where the square is a sum of two numbers; erfc(-x) = 2 - erfc(x).
// The inverses are functions of log(1 - x^2) (M. Giles, "Approximating the erfinv function", GPU Computing Gems
// 2, 2011); it tells those that are near 1, too, since 1 - x^2 comes from x, 1 - x, ... without loss.
#include "exp64.h"
#include "log64.h"
#include "divide64.h"
#include "piece64.h"

TABLE double erf_pieces[25][14] __attribute__((aligned(16))) = {ERF_PIECES};
TABLE double erfcx_pieces[40][14] __attribute__((aligned(16))) = {ERFCX_PIECES};
TABLE double inverse_pieces[40][16] __attribute__((aligned(16))) = {ERFINV_PIECES};

API double __nv_erf(double x) {
    double a = abs64(x), t = fma64(a, 4, MAGIC64);
    u32 i = low32(t);
    const double *c = erf_pieces[i < 24 ? i : 24];
    t = fma64(add64(t, -MAGIC64), -0.25, a);
    double p = fma64(c[11], t, c[10]);
    p = fma64(p, t, c[9]);
    p = fma64(p, t, c[8]);
    p = fma64(p, t, c[7]);
    p = fma64(p, t, c[6]);
    p = fma64(p, t, c[5]);
    p = fma64(p, t, c[4]);
    p = fma64(p, t, c[3]);
    p = fma64(p, t, c[2]);
    p = fma64(p, t, c[1]);
    p = fma64(p, t, c[12]); // what is left of c[0]
    p = fma64(a, c[0], a * p);
    return copysign64(a >= 6 ? 1 : p, x);
}

// erfcx(x) for 0 <= x < 31. NaN stays.
IN Value erfcx_piece(double x) {
    u32 i = (high32(add64(x, 1)) - 0x3ff00000u) >> 17;
    return piece14(erfcx_pieces[i < 39 ? i : 39], x);
}

// e^(-x^2 f), f = 1 or 1/2.
IN double bell(double x, double f) {
    double y = x * f, square = mul64(-y, x), low = fma64(-y, x, -square);
    Power a = exp_reduce(square);
    a.r = a.r + low;
    return exp_put_together(square, a);
}

API double __nv_erfc(double x) {
    double a = abs64(x);
    if (a > 28) a = 28;
    double y = times(bell(a, 1), erfcx_piece(a));
    return x < 0 ? 2 - y : y;
}

API double __nv_normcdf(double x) {
    double a = abs64(x);
    if (a > 39) a = 39;
    double y = times(bell(a, 0.5) * 0.5, erfcx_piece(a * 0x1.6a09e667f3bcdp-1));
    return x > 0 ? 1 - y : y;
}

API double __nv_erfcx(double x) {
    double a = abs64(x), y;
    if (a < 31) {
        Value v = erfcx_piece(a);
        y = v.high + v.low;
        if (x < 0) { // 2 e^(x^2) - y
            double square = mul64(a, a), low = fma64(a, a, -square);
            Power b = exp_reduce(square);
            b.r = b.r + low;
            b.n++;
            y = exp_put_together(square, b) - y;
            if (a > 26.7) y = INF64;
        }
    } else { // asymptotic (NIST Digital Library of Mathematical Functions, 7.12.1)
        double scale = a < 0x1p900 ? 1 : 0x1p-100, inverse = reciprocal(a * scale), z = mul64(inverse, inverse);
        double p = fma64(z, -29.53125, 6.5625);
        p = fma64(p, z, -1.875);
        p = fma64(p, z, 0.75);
        p = fma64(p, z, -0.5);
        p = fma64(p, z, 1);
        y = p * (inverse * 0x1.20dd750429b6dp-1) * scale;
        if (!(a < INF64)) y = x != x ? x : 0;
        if (x < 0) y = INF64;
    }
    return y;
}

// ---- inverses -----------------------------------------------------------------------------------

// erfinv(x) / x, m = 1 - x^2 > 0.
IN Value inverse_over_x(double m) {
    Log a = log_take_apart(m);
    double w = fma64(a.e, LN2_HIGH, a.c), low = fma64(a.e, LN2_LOW, a.c_low);
    low = fma64(mul64(a.r, a.r), log_curve(a.r), low);
    w = -(w + (a.r + low));
    u32 i = (high32(add64(w, 1)) - 0x3ff00000u) >> 18;
    return piece16(inverse_pieces[i < 39 ? i : 39], w);
}

API double __nv_erfinv(double x) {
    double m = fma64(-x, x, 1), y = times(x, inverse_over_x(m));
    if (!(m > 0)) y = m == 0 ? INF64 : NAN64;
    return copysign64(y, x);
}

API double __nv_erfcinv(double x) {
    double m = mul64(x, 2 - x), y = times(1 - x, inverse_over_x(m));
    if (!(m > 0)) y = m == 0 ? (1 - x) * INF64 : NAN64;
    return y;
}

API double __nv_normcdfinv(double x) {
    double twice = x + x, m = mul64(twice, 2 - twice), y = times(twice - 1, inverse_over_x(m)) * 0x1.6a09e667f3bcdp+0;
    if (!(m > 0)) y = m == 0 ? (twice - 1) * INF64 : NAN64;
    return y;
}
