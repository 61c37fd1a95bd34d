// SPDX-License-Identifier: Apache-2.0
// The gamma function and its logarithm in double precision: piecewise polynomials (generate/pieces64.py) up to
// 8, beyond that J. Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1), and for negative
// numbers gamma(-a) = -pi / (a sin(pi a) gamma(a)).
#include "divide64.h"
#include "exp64.h"
#include "log64.h"
#include "piece64.h"
#include "trig64.h"

TABLE double gamma_pieces[32][16] __attribute__((aligned(16))) = {GAMMA_PIECES};
TABLE double log_gamma_pieces[32][14] __attribute__((aligned(16))) = {LGAMMA_PIECES};

// Of x >= 8: log(gamma(x)) is this and (x - 1/2) log(x) - x + log(2 pi) / 2.
IN double stirling(double x) {
    double y = reciprocal(x), z = mul64(y, y), p = fma64(z, STIRLING_6, STIRLING_5);
    p = fma64(p, z, STIRLING_4);
    p = fma64(p, z, STIRLING_3);
    p = fma64(p, z, STIRLING_2);
    p = fma64(p, z, STIRLING_1);
    return fma64(p, z, STIRLING_0) * y;
}

IN Value gamma_piece(double x) { return piece16(gamma_pieces[octave_index(x) & 31], x); }
IN Value log_gamma_piece(double x) { return piece14(log_gamma_pieces[octave_index(x) & 31], x); }

typedef struct Scaled {
    double g; // about 1
    int n;    // times 2^n
} Scaled;

// Of 1/2 <= x < 190.
IN Scaled gamma_of(double x) {
    Scaled s;
    if (x < 8) {
        Value v = gamma_piece(x);
        s.g = v.high + v.low;
        s.n = 0;
    } else { // e^(power + low) (2 pi)^1/2
        Two l = log_in_two(x);
        double h = x - 0.5, p = mul64(h, l.high), power = p - x, low = (p - power) - x;
        low = low + fma64(h, l.low, fma64(h, l.high, -p)) + stirling(x);
        Power a = exp_reduce(power);
        a.r = a.r + low;
        s.g = fma64(exp_slope(a.r), a.r, 1) * 0x1.40d931ff62706p+1;
        s.n = a.n;
    }
    return s;
}

API double __nv_tgamma(double x) {
    double a = abs64(x), y;
    if (a < 0.5) { // gamma(1 + x) / x
        Value v = gamma_piece(x + 1);
        y = div64(v.high + v.low, x);
    } else if (a < 190) {
        Scaled s = gamma_of(a);
        y = s.g;
        int n = s.n;
        if (x < 0) {
            double sine = sine_or_cosine_pi(trig_reduce_pi(a));
            y = -0x1.921fb54442d18p+1 * reciprocal(mul64(mul64(a, sine), y));
            n = -n;
        }
        y = scaled_twice(y, n);
        if (x < 0 && trunc64(x) == x) y = NAN64;
        if (x > 0x1.573fae561f647p+7) y = INF64; // 171.62
    } else {
        y = x > 0 ? INF64 : x + x;
        if (x < 0) y = trunc64(x) == x ? NAN64 : (long long)x & 1 ? 0.0 : -0.0;
    }
    return y;
}

// Of x >= 1/2.
IN double log_gamma(double x) {
    double y;
    if (x < 8) {
        y = times(mul64(x - 1, x - 2), log_gamma_piece(x)) + 0.0; // no -0
    } else { // (x - 1/2) (log(x) - 1) + (log(2 pi) - 1) / 2 + ...
        Log a = log_parts(x, high32(x), 0);
        double w = fma64(a.e, LN2_HIGH, a.c), h = add64(w, a.r), low = a.r - (h - w);
        low = fma64(mul64(a.r, a.r), log_curve(a.r), low + fma64(a.e, LN2_LOW, a.c_low));
        double less = add64(h, -1), rest = 0x1.acfe390c97d69p-2;
        less = less + (add64((h - less), -1) + low);
        if (x < 0x1p60) rest = rest + stirling(x);
        y = fma64(x - 0.5, less, rest);
    }
    return y;
}

IN double log_of(double x) {
    Log a = log_take_apart(x);
    double w = fma64(a.e, LN2_HIGH, a.c), low = fma64(a.e, LN2_LOW, a.c_low);
    return w + (a.r + fma64(mul64(a.r, a.r), log_curve(a.r), low));
}

API double __nv_lgamma(double x) {
    double a = abs64(x), y;
    if (a < 0.5) { // of gamma(1 + x) / x
        y = times(mul64(x, x - 1), log_gamma_piece(x + 1)) - log_of(a);
        if (a == 0) y = INF64;
    } else {
        y = log_gamma(a);
        if (x < 0) {
            double sine = abs64(sine_or_cosine_pi(trig_reduce_pi(a)));
            y = (0x1.250d048e7a1bdp+0 - y) - log_of(mul64(a, sine)); // log(pi)
            if (sine == 0) y = INF64;
        }
        if (!(a < INF64)) y = x * x;
    }
    return y;
}
