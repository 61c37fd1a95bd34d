// SPDX-License-Identifier: Apache-2.0
// The table of functions, and exact results that MPFR has no function for.
#include "check.h"

#include <math.h>
#include <string.h>

#define DECLARE(...) extern __VA_ARGS__;
#include "functions.def"

// ---- approximations in double -------------------------------------------------------------------

static double near_sinpi(double x) {
    double r = x - rint(x); // exact
    if (r == 0) return copysign(0, x);
    double s = fabs(r) > 0.25 ? copysign(cos(M_PI * (0.5 - fabs(r))), r) : sin(M_PI * r);
    return fmod(rint(x), 2) == 0 ? s : -s;
}
static double near_cospi(double x) {
    double r = fabs(x - rint(x)); // exact
    double c = r > 0.25 ? sin(M_PI * (0.5 - r)) : cos(M_PI * r);
    return c == 0 ? 0 : fmod(rint(x), 2) == 0 ? c : -c;
}
static double near_rsqrt(double x) {
    return x == 0 ? copysign(INFINITY, x) : 1 / sqrt(x);
}
static double near_norm(double x, double y, double z, double w) {
    if (isinf(x) || isinf(y) || isinf(z) || isinf(w)) return INFINITY;
    return sqrt(x * x + y * y + z * z + w * w); // squares of floats do not leave a double's range
}
static double near_rhypot(double x, double y, double z, double w) {
    return 1 / near_norm(x, y, z, w);
}

static double near_min(double x, double y) { // -0 is less than 0
    if (isnan(x) || isnan(y)) return isnan(x) ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}
static double near_fdim(double x, double y) {
    return x <= y ? 0 : x - y;
}
static double near_fma(double x, double y,
                       double z) { // the product is exact, the sum is not always
    double p = x * y, s = p + z;
    if (!isfinite(s) || s - p == z) return s;
    double part = s - p, lost = (p - (s - part)) +
                                (z - part); // rounded to odd: then a second rounding is harmless
    int64_t b;
    memcpy(&b, &s, 8);
    if (lost != 0 && !(b & 1)) s = nextafter(s, lost > 0 ? INFINITY : -INFINITY);
    return s;
}
static double near_frexp(double x) {
    int e;
    return frexp(x, &e);
}
static double near_exponent(double x) {
    int e = 0;
    if (isfinite(x)) frexp(x, &e);
    return e;
}
static double near_ldexp(double x, double y) {
    return isnan(y) ? x : ldexp(x, (int)fmin(fmax(y, -1000), 1000));
}
static double near_modf(double x) {
    double whole;
    return modf(x, &whole);
}
static double near_quotient(double x, double y) {
    if (!isfinite(x) || isnan(y) || y == 0) return 0;
    double r = remainder(x, y), q = fmod((fmod(x, 8 * y) - r) / y, 8); // small numbers: exact
    return isinf(y) ? 0 : fabs(q);
}
static double near_ilogb(double x) {
    return x == 0 || isnan(x) ? -0x1p31 : isinf(x) ? 0x1p31 : ilogb(x);
}
static double near_llrint(double x) {
    return isnan(x) ? -0x1p63 : fmin(fmax(x, -0x1p63), 0x1p63) + 0.0;
}

static double near_erfcx(double x) {
    if (x < -9.5) return INFINITY;
    if (!(x > 60)) return (double)(expl((long double)x * x) * erfcl(x)); // the square is exact
    double z = 1 / (x * x);                                              // asymptotic (DLMF 7.12.1)
    return (1 + z * (-0.5 + z * (0.75 + z * (-1.875 + z * 6.5625)))) / (x * sqrt(M_PI));
}
static double near_normcdf(double x) {
    return (double)(0.5L * erfcl(-(long double)x * 0.7071067811865475244008443621L));
}
static double near_tgamma(double x) { // the signs of zeros where the result is none in a float
    if (x >= -60 || isnan(x)) return tgamma(x);
    return x == rint(x) || isinf(x) ? NAN : fmod(floor(x), 2) == 0 ? 0.0 : -0.0;
}
static double near_y(int n, double x) {
    return x > 0 ? yn(n, x) : x == 0 ? -INFINITY : NAN;
}
// DLMF 10.25.2, all terms positive; from 60 on 10.40.1
static double near_i(int n, double x) {
    double a = fabs(x), sum = n ? a / 2 : 1, term = sum, z = a * a / 4;
    if (isnan(x)) return x;
    if (a < 60) {
        for (int k = 1; term > sum * 0x1p-60; k++) sum += term *= z / ((double)k * (k + n));
    } else {
        sum = term = 1;
        for (int k = 1; k < 30 && fabs(term) > 0x1p-60; k++)
            sum += term *= -(4.0 * n * n - (2.0 * k - 1) * (2.0 * k - 1)) / (8 * k * a);
        sum *= a > 600 ? INFINITY : exp(a) / sqrt(2 * M_PI * a);
    }
    return n && signbit(x) ? -sum : sum;
}
static double near_i0(double x) {
    return near_i(0, x);
}
static double near_i1(double x) {
    return near_i(1, x);
}
// erf(y) = x, erfc(y) = m = 1 - x, for x >= 0: S. Winitzki's approximation, 2008, then E. Halley's
// iteration
static double inverse_error(double x, double m) {
    if (m == 0) return INFINITY;
    double log_of = x < 0.5 ? log1p(-x * x) : log(m) + log(2 - m), a = 0.147;
    double t = 2 / (M_PI * a) + log_of / 2, y = sqrt(-log_of / a / (sqrt(t * t - log_of / a) + t));
    for (int i = 0; i < 3; i++) { // 2e-3, 1e-8 (2^-149: 1e-6), 1e-24
        double slope = 2 / sqrt(M_PI) * exp(-y * y);
        double step = (x < 0.5 ? erf(y) - x : m - erfc(y)) / slope;
        y -= step / (1 + step * y);
    }
    return y;
}
static double near_erfinv(double x) {
    return fabs(x) > 1 ? NAN : copysign(inverse_error(fabs(x), 1 - fabs(x)), x);
}
static double near_erfcinv(double x) {
    if (!(x >= 0 && x <= 2)) return NAN;
    return x > 1 ? -inverse_error(x - 1, 2 - x) : inverse_error(1 - x, x);
}

// ---- exact results ------------------------------------------------------------------------------

static void exact_sinpi(mpfr_t r, const mpfr_t *arg) {
    mpfr_t pi, x;
    mpfr_init2(pi, 400);
    mpfr_init2(x, 400);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_mul(x, arg[0], pi, MPFR_RNDN);
    mpfr_sin(r, x, MPFR_RNDN);
    mpfr_clears(pi, x, (mpfr_ptr)0);
}
static void exact_cospi(mpfr_t r, const mpfr_t *arg) {
    mpfr_t pi, x;
    mpfr_init2(pi, 400);
    mpfr_init2(x, 400);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_mul(x, arg[0], pi, MPFR_RNDN);
    mpfr_cos(r, x, MPFR_RNDN);
    mpfr_clears(pi, x, (mpfr_ptr)0);
}
static void exact_rcbrt(mpfr_t r, const mpfr_t *arg) {
    mpfr_cbrt(r, arg[0], MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
static void exact_lgamma(mpfr_t r, const mpfr_t *arg) {
    int sign;
    mpfr_lgamma(r, &sign, arg[0], MPFR_RNDN);
}
static void exact_norm(mpfr_t r, const mpfr_t *arg, int n) {
    mpfr_t sum, x;
    mpfr_init2(sum, 1200); // exact
    mpfr_init2(x, 100);
    mpfr_set_ui(sum, 0, MPFR_RNDN);
    for (int i = 0; i < n; i++) {
        mpfr_sqr(x, arg[i], MPFR_RNDN);
        mpfr_add(sum, sum, x, MPFR_RNDN);
    }
    mpfr_sqrt(r, sum, MPFR_RNDN);
    mpfr_clears(sum, x, (mpfr_ptr)0);
}
static void exact_rnorm(mpfr_t r, const mpfr_t *arg, int n) {
    exact_norm(r, arg, n);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}

#define M1(f)     mpfr_##f(r, arg[0], MPFR_RNDN)
#define NEARLY(f) mpfr_set_d(r, f(mpfr_get_d(arg[0], MPFR_RNDN)), MPFR_RNDN)
#define NONE      (void)0 // `near` is exact
// no other is a name of four letters
#define IS_NONE(text) (sizeof text == sizeof "NONE")
#define M3(f)         mpfr_##f(r, arg[0], arg[1], arg[2], MPFR_RNDN)
#define M2(f)         mpfr_##f(r, arg[0], arg[1], MPFR_RNDN)

#define FN(name, n, documented, near, exact, measure, ...)                                         \
    static float host_##name(float x, float y, float z, float w) {                                 \
        float r;                                                                                   \
        __VA_ARGS__;                                                                               \
        return r;                                                                                  \
    }                                                                                              \
    static double near_##name(double x, double y, double z, double w) {                            \
        return near;                                                                               \
    }                                                                                              \
    static void exact_##name(mpfr_t r, const mpfr_t *arg) {                                        \
        exact;                                                                                     \
    }
#include "functions.def"

const Function functions[] = {
#define FN(name, n, documented, near, exact, measure, ...)                                         \
    {#name,        n,       documented,   host_##name, near_##name,                                \
     exact_##name, measure, #__VA_ARGS__, #near,       IS_NONE(#exact)},
#include "functions.def"
};
const size_t nfunctions = sizeof functions / sizeof *functions;

const char *const prototypes =
#define DECLARE(...) "extern \"C\" __device__ " #__VA_ARGS__ ";\n"
#include "functions.def"
    ;
