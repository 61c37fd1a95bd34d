// SPDX-License-Identifier: Apache-2.0
// Exact and nearly exact results for functions of double that MPFR and the C library do not have.
#ifndef CUPRUM_TOOLS_MATH_EXACT64_H
#define CUPRUM_TOOLS_MATH_EXACT64_H
#include <math.h>
#include <mpfr.h>

// By squaring, as the library does: small numbers that are no integers lose their fraction.
static inline double near_powi(long double x, long double y) {
    int n = (int)(y > -1000 && y < 1000 ? y : 3);
    double r = 1, p = (double)x;
    for (int k = n < 0 ? -n : n; k; k >>= 1, p = p * p) {
        if (k & 1) r = r * p;
    }
    return n < 0 ? 1 / r : r;
}

// ---- of pi x ------------------------------------------------------------------------------------

static inline long double near_sinpi(long double x) {
    long double r = x - rintl(x); // exact
    if (r == 0) return copysignl(0, x);
    long double s =
        fabsl(r) > 0.25L ? copysignl(cosl(M_PIl * (0.5L - fabsl(r))), r) : sinl(M_PIl * r);
    return fmodl(rintl(x), 2) == 0 ? s : -s;
}
static inline long double near_cospi(long double x) {
    long double r = fabsl(x - rintl(x)); // exact
    long double c = r > 0.25L ? sinl(M_PIl * (0.5L - r)) : cosl(M_PIl * r);
    return c == 0 ? 0 : fmodl(rintl(x), 2) == 0 ? c : -c;
}
static inline void exact_sinpi(mpfr_t r, const mpfr_t *arg) {
    mpfr_sinpi(r, arg[0], MPFR_RNDN);
}
static inline void exact_cospi(mpfr_t r, const mpfr_t *arg) {
    mpfr_cospi(r, arg[0], MPFR_RNDN);
}

// ---- roots and lengths --------------------------------------------------------------------------

static inline long double near_rsqrt(long double x) {
    return x == 0 ? copysignl(INFINITY, x) : 1 / sqrtl(x);
}
static inline void exact_rcbrt(mpfr_t r, const mpfr_t *arg) {
    mpfr_cbrt(r, arg[0], MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
// Squares of doubles do not leave a long double's range.
static inline long double near_norm(long double x, long double y, long double z, long double w) {
    if (isinf(x) || isinf(y) || isinf(z) || isinf(w)) return INFINITY;
    return sqrtl(x * x + y * y + z * z + w * w);
}
static inline void exact_norm(mpfr_t r, const mpfr_t *arg, int n, int reciprocal) {
    mpfr_t sum, x;
    mpfr_init2(sum, 400);
    mpfr_init2(x, 110);
    mpfr_set_ui(sum, 0, MPFR_RNDN);
    for (int i = 0; i < n; i++) {
        mpfr_sqr(x, arg[i], MPFR_RNDN);
        mpfr_add(sum, sum, x, MPFR_RNDN);
    }
    mpfr_sqrt(r, sum, MPFR_RNDN);
    if (reciprocal) mpfr_ui_div(r, 1, r, MPFR_RNDN);
    mpfr_clears(sum, x, (mpfr_ptr)0);
}

// ---- exact ones ---------------------------------------------------------------------------------

static inline long double near_min(long double x, long double y) { // -0 is less than 0
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}
static inline long double near_fdim(long double x, long double y) {
    return x <= y ? 0 : (double)x - (double)y;
}
static inline long double near_frexp(long double x) {
    int e;
    return frexpl(x, &e);
}
static inline long double near_exponent(long double x) {
    int e = 0;
    if (isfinite(x)) frexpl(x, &e);
    return e;
}
static inline int exponent(long double y) {
    return isnan(y) ? 0 : (int)fminl(fmaxl(y, -3000), 3000);
}
static inline long double near_modf(long double x) {
    long double whole;
    return modfl(x, &whole);
}
static inline long double near_quotient(long double x, long double y) {
    if (!isfinite(x) || isnan(y) || y == 0 || isinf(y)) return 0;
    long double r = remainderl(x, y);
    return fabsl(fmodl((fmodl(x, 8 * y) - r) / y, 8)); // small numbers: exact
}
static inline long double near_ilogb(long double x) {
    return x == 0 || isnan(x) ? -0x1p31L : isinf(x) ? 0x1p31L - 1 : ilogbl(x);
}
static inline long double near_llrint(long double x) {
    return isnan(x) ? -0x1p63L : (double)fminl(fmaxl(x, -0x1p63L), 0x1p63L - 1) + 0.0L;
}

// ---- error functions ----------------------------------------------------------------------------

static inline long double near_erfcx(long double x) {
    if (x < -26.7L) return INFINITY;
    if (!(x > 50)) return expl(x * x) * erfcl(x) * (1 + fmal(x, x, -(x * x)));
    long double z = 1 / (x * x); // asymptotic (DLMF 7.12.1)
    return (1 + z * (-0.5L + z * (0.75L + z * (-1.875L + z * (6.5625L - z * 29.53125L))))) /
           (x * sqrtl(M_PIl));
}
// For x > 5000, where the exponential may be too large: DLMF 7.12.1.
static inline void exact_erfcx_far(mpfr_t r, const mpfr_t x, const mpfr_t square) {
    mpfr_t z, sum;
    mpfr_inits2(300, z, sum, (mpfr_ptr)0);
    mpfr_ui_div(z, 1, square, MPFR_RNDN);
    static const double coefficient[] = {1, -0.5, 0.75, -1.875, 6.5625, -29.53125, 162.421875};
    mpfr_set_d(sum, coefficient[6], MPFR_RNDN);
    for (int k = 5; k >= 0; k--) {
        mpfr_mul(sum, sum, z, MPFR_RNDN);
        mpfr_add_d(sum, sum, coefficient[k], MPFR_RNDN);
    }
    mpfr_const_pi(z, MPFR_RNDN);
    mpfr_sqrt(z, z, MPFR_RNDN);
    mpfr_mul(z, z, x, MPFR_RNDN);
    mpfr_div(r, sum, z, MPFR_RNDN);
    mpfr_clears(z, sum, (mpfr_ptr)0);
}
static inline void exact_erfcx(mpfr_t r, const mpfr_t *arg) {
    mpfr_t square;
    mpfr_init2(square, 300);
    mpfr_sqr(square, arg[0], MPFR_RNDN);
    if (mpfr_cmp_ui(arg[0], 5000) > 0) {
        exact_erfcx_far(r, arg[0], square);
        mpfr_clear(square);
        return;
    }
    mpfr_exp(square, square, MPFR_RNDN);
    mpfr_erfc(r, arg[0], MPFR_RNDN);
    mpfr_mul(r, r, square, MPFR_RNDN);
    mpfr_clear(square);
}
static inline long double near_normcdf(long double x) {
    const long double c = 0.70710678118654752440084436210485L; // and what it lacks
    long double u = -x * c, low = fmal(-x, c, -u) + -x * 0x1.65f626cdd52b0p-66L;
    if (fabsl(x) > 40) return 0.5L * erfcl(u);
    return 0.5L * (erfcl(u) - 2 / sqrtl(M_PIl) * expl(-u * u) * low);
}
static inline void exact_normcdf(mpfr_t r, const mpfr_t *arg) {
    mpfr_t x;
    mpfr_init2(x, 300);
    mpfr_sqrt_ui(x, 2, MPFR_RNDN);
    mpfr_div(x, arg[0], x, MPFR_RNDN);
    mpfr_neg(x, x, MPFR_RNDN);
    mpfr_erfc(r, x, MPFR_RNDN);
    mpfr_div_ui(r, r, 2, MPFR_RNDN);
    mpfr_clear(x);
}
// erf(y) = x, erfc(y) = c = 1 - x: S. Winitzki's approximation, 2008, then E. Halley's iteration.
static inline long double near_erfinv(long double x, long double c) {
    if (!(fabsl(x) <= 1) || c < 0) return NAN;
    if (x < 0) return -near_erfinv(-x, 2 - c);
    if (c == 0) return INFINITY;
    if (x < 1e-6L) return x * (sqrtl(M_PIl) / 2) * (1 + x * x * (M_PIl / 12));
    long double l = x < 0.5L ? log1pl(-x * x) : logl(c) + logl(2 - c), a = 0.147L;
    long double t = 2 / (M_PIl * a) + l / 2, y = sqrtl(-l / a / (sqrtl(t * t - l / a) + t));
    for (int i = 0; i < 4; i++) {
        long double slope = 2 / sqrtl(M_PIl) * expl(-y * y);
        long double step = (x < 0.5L ? erfl(y) - x : c - erfcl(y)) / slope;
        y -= step / (1 + step * y);
    }
    return y;
}
// Newton's iteration on log(erfc(y)) for c <= 1, and by symmetry; 0: erfinv(x), 1: erfcinv, 2:
// normcdfinv
static inline void exact_inverse(mpfr_t r, const mpfr_t *arg, int kind) {
    mpfr_t c, y, e, s;
    mpfr_inits2(260, c, y, e, s, (mpfr_ptr)0);
    if (kind == 0)
        mpfr_ui_sub(c, 1, arg[0], MPFR_RNDN);
    else
        mpfr_mul_ui(c, arg[0], (unsigned)kind, MPFR_RNDN);
    if (kind == 0 && mpfr_cmpabs(arg[0], c) < 0 && mpfr_get_exp(arg[0]) < -100) { // x sqrt(pi)/2
        mpfr_const_pi(s, MPFR_RNDN);
        mpfr_sqrt(s, s, MPFR_RNDN);
        mpfr_div_ui(s, s, 2, MPFR_RNDN);
        mpfr_mul(r, arg[0], s, MPFR_RNDN);
        mpfr_clears(c, y, e, s, (mpfr_ptr)0);
        return;
    }
    int negative = mpfr_cmp_ui(c, 1) > 0;
    if (negative) mpfr_ui_sub(c, 2, c, MPFR_RNDN);
    long double complement = mpfr_get_ld(c, MPFR_RNDN);
    mpfr_ui_sub(s, 1, c, MPFR_RNDN);
    mpfr_set_ld(y, near_erfinv(mpfr_get_ld(s, MPFR_RNDN), complement), MPFR_RNDN);
    for (int i = 0; i < 2; i++) { // y += (erfc(y) - c) sqrt(pi)/2 e^(y^2)
        mpfr_erfc(e, y, MPFR_RNDN);
        mpfr_sub(e, e, c, MPFR_RNDN);
        mpfr_sqr(s, y, MPFR_RNDN);
        mpfr_exp(s, s, MPFR_RNDN);
        mpfr_mul(e, e, s, MPFR_RNDN);
        mpfr_const_pi(s, MPFR_RNDN);
        mpfr_sqrt(s, s, MPFR_RNDN);
        mpfr_mul(e, e, s, MPFR_RNDN);
        mpfr_div_ui(e, e, 2, MPFR_RNDN);
        mpfr_add(y, y, e, MPFR_RNDN);
    }
    if (negative) mpfr_neg(y, y, MPFR_RNDN);
    if (kind == 2) {
        mpfr_sqrt_ui(s, 2, MPFR_RNDN);
        mpfr_mul(y, y, s, MPFR_RNDN);
        mpfr_neg(y, y, MPFR_RNDN);
    }
    mpfr_set(r, y, MPFR_RNDN);
    mpfr_clears(c, y, e, s, (mpfr_ptr)0);
}

// ---- gamma --------------------------------------------------------------------------------------

static inline long double near_gamma(long double x) {
    if (x == 0) return copysignl(INFINITY, x);
    if (x < -184 && x > -INFINITY && truncl(x) != x) return fmodl(truncl(x), 2) == 0 ? -0.0L : 0.0L;
    return tgammal(x);
}
static inline void exact_lgamma(mpfr_t r, const mpfr_t *arg) {
    int sign;
    mpfr_lgamma(r, &sign, arg[0], MPFR_RNDN);
}

// ---- Bessel functions ---------------------------------------------------------------------------

static inline int order(long double x) {
    return x > 2 && x < 200 ? (int)x : 2;
}
static inline void exact_bessel(mpfr_t r, int second, int n, const mpfr_t x) {
    if (second)
        mpfr_yn(r, n, x, MPFR_RNDN);
    else
        mpfr_jn(r, n, x, MPFR_RNDN);
}
static inline long double near_bessel(int second, int n, long double x) {
    if (isnan(x) || (second && x < 0)) return NAN;
    if (isinf(x)) return x < 0 && n & 1 ? -0.0L : 0;
    if (second && x == 0) return -INFINITY;
    return second ? ynl(n, x) : jnl(n, x);
}
// I0 and I1 by their series, whose terms are all positive (DLMF 10.25.2).
static inline void exact_modified(mpfr_t r, int n, const mpfr_t x) {
    mpfr_t z, term, sum;
    mpfr_inits2(200, z, term, sum, (mpfr_ptr)0);
    mpfr_div_2ui(term, x, 1, MPFR_RNDN);
    mpfr_sqr(z, term, MPFR_RNDN);
    if (n == 0) mpfr_set_ui(term, 1, MPFR_RNDN);
    mpfr_set(sum, term, MPFR_RNDN);
    for (unsigned long k = 1; k < 4000; k++) {
        mpfr_mul(term, term, z, MPFR_RNDN);
        mpfr_div_ui(term, term, k * (k + (unsigned long)n), MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        if (mpfr_zero_p(term) || mpfr_get_exp(term) < mpfr_get_exp(sum) - 190) break;
    }
    mpfr_set(r, sum, MPFR_RNDN);
    mpfr_clears(z, term, sum, (mpfr_ptr)0);
}
static inline long double near_modified(int n, long double x) {
    if (isnan(x)) return x;
    if (fabsl(x) > 720) return n && x < 0 ? -INFINITY : INFINITY;
    long double z = x * x / 4, term = n ? x / 2 : 1, sum = term;
    for (int k = 1; k < 4000 && fabsl(term) > fabsl(sum) * 0x1p-66L; k++) {
        term = term * z / ((long double)k * (k + n));
        sum += term;
    }
    return sum;
}
#endif
