// SPDX-License-Identifier: Apache-2.0
// Bessel functions in double precision.
//
// Up to 8 piecewise polynomials, around the zeros with the zero as centre (generate/pieces64.py); beyond that
// amplitude and phase: J = (2 / (pi x))^1/2 b cos(t), Y = ... sin(t), where t = x - pi/4 - n pi/2 + p/x, and b and
// p are polynomials in 1/x^2 (NIST Digital Library of Mathematical Functions, 10.18; J. Harrison, "Fast and
// accurate Bessel function computation", ARITH 2009). Orders from 2 on by recurrence (10.6.1), downwards where x is
// the smaller number (J. C. P. Miller, 1952).
#include "divide64.h"
#include "exp64.h"
#include "log64.h"
#include "piece64.h"
#include "trig64.h"

TABLE double j0_pieces[16][16] __attribute__((aligned(16))) = {J0_PIECES};
TABLE double j1_pieces[16][16] __attribute__((aligned(16))) = {J1_PIECES};
TABLE double y0_pieces[32][16] __attribute__((aligned(16))) = {Y0_PIECES};
TABLE double y1_pieces[32][16] __attribute__((aligned(16))) = {Y1_PIECES};
TABLE double i0_pieces[40][16] __attribute__((aligned(16))) = {I0_PIECES};
TABLE double i1_pieces[40][16] __attribute__((aligned(16))) = {I1_PIECES};

// A row with a centre of two numbers.
IN double piece(const double *c, double x) {
    double t = (x - c[0]) - c[1], p = fma64(c[15], t, c[14]);
    p = fma64(p, t, c[13]);
    p = fma64(p, t, c[12]);
    p = fma64(p, t, c[11]);
    p = fma64(p, t, c[10]);
    p = fma64(p, t, c[9]);
    p = fma64(p, t, c[8]);
    p = fma64(p, t, c[7]);
    p = fma64(p, t, c[6]);
    p = fma64(p, t, c[5]);
    p = fma64(p, t, c[4]);
    p = fma64(p, t, c[3]);
    return fma64(p, t, c[2]);
}

IN double piece_by_half(const double (*rows)[16], double x) { // x < 8
    return piece(rows[(int)(x + x)], x);
}
IN double piece_by_octave(const double (*rows)[16], double x) { // 1/2 <= x < 8
    return piece(rows[octave_index(x)], x);
}

// cos(x - pi/4 - order pi/2 + p/x) or, a quarter turn before, the sine; times the amplitude, for x >= 8.
IN double wave(double x, int order, u32 turns) {
    double y = reciprocal(x), z = mul64(y, y), b, p;
    if (order == 0) {
        b = fma64(z, BETA0_9, BETA0_8);
        b = fma64(b, z, BETA0_7);
        b = fma64(b, z, BETA0_6);
        b = fma64(b, z, BETA0_5);
        b = fma64(b, z, BETA0_4);
        b = fma64(b, z, BETA0_3);
        b = fma64(b, z, BETA0_2);
        b = fma64(b, z, BETA0_1);
        b = fma64(b, z, BETA0_0);
        p = fma64(z, PHASE0_10, PHASE0_9);
        p = fma64(p, z, PHASE0_8);
        p = fma64(p, z, PHASE0_7);
        p = fma64(p, z, PHASE0_6);
        p = fma64(p, z, PHASE0_5);
        p = fma64(p, z, PHASE0_4);
        p = fma64(p, z, PHASE0_3);
        p = fma64(p, z, PHASE0_2);
        p = fma64(p, z, PHASE0_1);
        p = fma64(p, z, PHASE0_0);
    } else {
        b = fma64(z, BETA1_9, BETA1_8);
        b = fma64(b, z, BETA1_7);
        b = fma64(b, z, BETA1_6);
        b = fma64(b, z, BETA1_5);
        b = fma64(b, z, BETA1_4);
        b = fma64(b, z, BETA1_3);
        b = fma64(b, z, BETA1_2);
        b = fma64(b, z, BETA1_1);
        b = fma64(b, z, BETA1_0);
        p = fma64(z, PHASE1_10, PHASE1_9);
        p = fma64(p, z, PHASE1_8);
        p = fma64(p, z, PHASE1_7);
        p = fma64(p, z, PHASE1_6);
        p = fma64(p, z, PHASE1_5);
        p = fma64(p, z, PHASE1_4);
        p = fma64(p, z, PHASE1_3);
        p = fma64(p, z, PHASE1_2);
        p = fma64(p, z, PHASE1_1);
        p = fma64(p, z, PHASE1_0);
    }
    Angle a = trig_reduce(x);
    a.r = a.r + fma64(p, y, -0x1.921fb54442d18p-1);
    if (a.r < -0x1.921fb54442d18p-1) { // back to what the polynomials take
        a.r = a.r + 0x1.921fb54442d18p+0;
        a.q--;
    }
    a.q += turns;
    double size = mul64(reciprocal_root(x), 0x1.9884533d43651p-1); // (2 / pi)^1/2
    double value = size * (b * sine_or_cosine(a));
    return x < INF64 ? value : x != x ? x : 0;
}

IN double j0_of(double a) { return a < 8 ? piece_by_half(j0_pieces, a) : wave(a, 0, 1); } // a >= 0
IN double j1_of(double a) { return a < 8 ? piece_by_half(j1_pieces, a) : wave(a, 1, 0); }

IN double log_of(double x) {
    Log a = log_take_apart(x);
    double w = fma64(a.e, LN2_HIGH, a.c), low = fma64(a.e, LN2_LOW, a.c_low);
    return w + (a.r + fma64(mul64(a.r, a.r), log_curve(a.r), low));
}

#define TWO_BY_PI 0x1.45f306dc9c883p-1

// Y0(x) = 2/pi log(x) J0(x) + ..., Y1(x) = 2/pi (log(x) J1(x) - 1/x) + ...: what is left are polynomials in x^2.
IN double y0_small(double x) {
    double z = x * x, p = fma64(z, Y0SMALL_7, Y0SMALL_6);
    p = fma64(p, z, Y0SMALL_5);
    p = fma64(p, z, Y0SMALL_4);
    p = fma64(p, z, Y0SMALL_3);
    p = fma64(p, z, Y0SMALL_2);
    p = fma64(p, z, Y0SMALL_1);
    p = fma64(p, z, Y0SMALL_0);
    double y = fma64(log_of(x) * TWO_BY_PI, piece(j0_pieces[0], x), p);
    return x == 0 ? -INF64 : y;
}

IN double y1_small(double x) {
    double z = x * x, p = fma64(z, Y1SMALL_7, Y1SMALL_6);
    p = fma64(p, z, Y1SMALL_5);
    p = fma64(p, z, Y1SMALL_4);
    p = fma64(p, z, Y1SMALL_3);
    p = fma64(p, z, Y1SMALL_2);
    p = fma64(p, z, Y1SMALL_1);
    p = fma64(p, z, Y1SMALL_0);
    return fma64(x, p, TWO_BY_PI * log_of(x) * piece(j1_pieces[0], x)) - div64(TWO_BY_PI, x);
}

IN double y0_of(double x) { // x >= 0
    return x < 0.5 ? y0_small(x) : x < 8 ? piece_by_octave(y0_pieces, x) : wave(x, 0, 0);
}
IN double y1_of(double x) {
    return x < 0.5 ? x == 0 ? -INF64 : y1_small(x) : x < 8 ? piece_by_octave(y1_pieces, x) : wave(x, 1, 3);
}

API double __nv_j0(double x) { return j0_of(abs64(x)); }
API double __nv_j1(double x) {
    double y = j1_of(abs64(x));
    return (int)high32(x) < 0 ? -y : y;
}
API double __nv_y0(double x) { return x < 0 ? NAN64 : y0_of(abs64(x)); }
API double __nv_y1(double x) { return x < 0 ? NAN64 : y1_of(abs64(x)); }

// ---- other orders -------------------------------------------------------------------------------

// (x/2)^n / n!, to which J comes down.
IN double jn_small(int n, double x) {
    double y = 1;
    for (int k = 1; k <= n && y > 0; k++) y = y * (x * rcp64(2.0 * k));
    return y;
}

// From an order where J is next to nothing downwards; the sum of all even ones is 1.
IN double jn_downwards(int n, double x) {
    int start = n + 18 + (int)sqrt_approx(24 * (float)n);
    double twice = div64(2, x), next = 0, here = 1, wanted = 0, sum = 0;
    for (int k = start; k > 0; k--) {
        double below = fma64(k * twice, here, -next);
        next = here;
        here = below;
        if (abs64(here) > 0x1p500) {
            here = here * 0x1p-500;
            next = next * 0x1p-500;
            wanted = wanted * 0x1p-500;
            sum = sum * 0x1p-500;
        }
        if (k & 1) sum = sum + here; // its order is k - 1
        if (k == n + 1) wanted = here;
    }
    return div64(wanted, 2 * sum - here);
}

API double __nv_jn(int n, double x) {
    double a = abs64(x), y;
    if (n < 0) return NAN64;
    if (n < 2) {
        y = n ? j1_of(a) : j0_of(a);
    } else if (a > n) {
        double before = j0_of(a), twice = div64(2, a);
        y = j1_of(a);
        for (int k = 1; k < n; k++) {
            double next = fma64(k * twice, y, -before);
            before = y;
            y = next;
        }
    } else {
        y = a < 0x1p-26 ? jn_small(n, a) : jn_downwards(n, a);
    }
    return (int)high32(x) < 0 && n & 1 ? -y : y;
}

API double __nv_yn(int n, double x) {
    if (n < 0 || x < 0) return NAN64;
    double a = abs64(x), before = y0_of(a), y = y1_of(a), twice = div64(2, a);
    if (n == 0) return before;
    for (int k = 1; k < n && y > -INF64; k++) {
        double next = fma64(k * twice, y, -before);
        before = y;
        y = next;
    }
    return y;
}

// ---- modified ones: e^x times what varies little -------------------------------------------------

IN Value scaled_piece(const double (*rows)[16], double x) {
    u32 i = (high32(add64(x, 1)) - 0x3ff00000u) >> 18;
    return piece16(rows[i < 39 ? i : 39], x);
}

// e^x f v
IN double grown(double x, double f, Value v) {
    Power a = exp_reduce(x);
    double p = times(fma64(exp_slope(a.r), a.r, 1) * f, v), z = scaled(p, a.n);
    if (!is_below(x, 0x4086232b)) { // 708.39
        z = scaled_twice(p, a.n);
        if (!is_below(x, 0x40868000)) z = exp_limit(x); // 720
    }
    return z;
}

API double __nv_cyl_bessel_i0(double x) {
    double a = abs64(x);
    return grown(a, 1, scaled_piece(i0_pieces, a));
}
API double __nv_cyl_bessel_i1(double x) {
    double a = abs64(x), y = grown(a, a, scaled_piece(i1_pieces, a));
    return copysign64(y, x);
}
