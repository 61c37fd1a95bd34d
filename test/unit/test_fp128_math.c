// SPDX-License-Identifier: Apache-2.0
// The mathematical functions of binary128 (lib/device/fp128_math.cu, included here as C) against
// MPFR, which rounds correctly: on random arguments, near the functions' special places, and on
// special values. test/cuda/fp128_math.cu calls them on the virtual machine.
#include "unit.h"

#if __has_include(<mpfr.h>)
#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define truncate quad_truncate // unistd.h has another
#include "../../lib/device/fp128.cu"
#include "../../lib/device/fp128_math.cu"

enum { PRECISION = 300, TRIES = 2000 };

static uint64_t seed = 46;

static void from_bits(mpfr_t r, u128 x) {
    if (is_nan(x)) {
        mpfr_set_nan(r);
    } else if (is_inf(x)) {
        mpfr_set_inf(r, is_neg(x) ? -1 : 1);
    } else if (is_zero(x)) {
        mpfr_set_zero(r, is_neg(x) ? -1 : 1);
    } else {
        Num n = unpack(x);
        mpfr_set_ui(r, (unsigned long)(n.m >> 64), MPFR_RNDN);
        mpfr_mul_2ui(r, r, 64, MPFR_RNDN);
        mpfr_add_ui(r, r, (unsigned long)n.m, MPFR_RNDN);
        mpfr_mul_2si(r, r, n.e - 127, MPFR_RNDN);
        if (is_neg(x)) mpfr_neg(r, r, MPFR_RNDN);
    }
}

// In units of the exact result's last place; huge where one is NaN, infinite, or of the wrong sign.
static double error_of(u128 got, mpfr_t exact) {
    mpfr_t g, d;
    mpfr_inits2(PRECISION, g, d, (mpfr_ptr)0);
    from_bits(g, got);
    double error = 1e9;
    if (mpfr_nan_p(exact) || mpfr_nan_p(g)) {
        error = mpfr_nan_p(exact) && mpfr_nan_p(g) ? 0 : 1e9;
    } else if (mpfr_inf_p(g) && mpfr_cmp_abs(exact, g) != 0) { // rounded up to infinity?
        mpfr_set_ui_2exp(d, 1, 16384, MPFR_RNDN);
        error = mpfr_cmpabs(exact, d) >= 0 && mpfr_signbit(g) == mpfr_signbit(exact) ? 0 : 1e9;
    } else if (mpfr_inf_p(g) || mpfr_inf_p(exact)) {
        error = mpfr_cmp(exact, g) == 0 ? 0 : 1e9;
    } else {
        long e = mpfr_zero_p(exact) ? -16382 : mpfr_get_exp(exact) - 1;
        mpfr_sub(d, g, exact, MPFR_RNDN);
        mpfr_mul_2si(d, d, 112 - (e < -16382 ? -16382 : e), MPFR_RNDN);
        error = fabs(mpfr_get_d(d, MPFR_RNDN));
        if (mpfr_zero_p(g) && mpfr_zero_p(exact) && mpfr_signbit(g) != mpfr_signbit(exact))
            error = 1e9;
    }
    mpfr_clears(g, d, (mpfr_ptr)0);
    return error;
}

// ---- arguments ----------------------------------------------------------------------------------

static u128 number(int e, bool neg) { // with a random significand
    u128 frac = ((u128)unit_random(&seed) << 64 | unit_random(&seed)) >> 16;
    if (unit_random(&seed) % 8 == 0) frac &= ~(u128)0 << unit_random(&seed) % 112;
    return with_sign((u128)(unsigned)(e + BIAS) << MANT | frac, neg);
}

static u128 argument(int low, int high, bool negative) {
    static const u64 edges[] = {0,
                                0x7fff000000000000,
                                0x7fff800000000000,
                                0x3fff000000000000,
                                0x3ffe000000000000,
                                0x4000000000000000,
                                0x0001000000000000,
                                0x400c62e42fefa39e,
                                0x400d000000000000,
                                0x3fff921fb54442d1};
    bool neg = negative && unit_random(&seed) & 1;
    uint64_t r = unit_random(&seed);
    if (r % 32 == 0) return with_sign(BITS(edges[(r >> 8) % 10]), neg);
    if (r % 32 == 1) return with_sign(BITS(edges[(r >> 8) % 10]) + (r >> 32 & 3), neg);
    if (r % 32 == 2)
        return with_sign(BITS(0x3fff000000000000) - 1 + (r >> 32 & 1) * 2 + (r >> 40),
                         neg); // near 1
    return number(low + (int)((r >> 8) % (uint64_t)(high - low + 1)), neg);
}

// ---- functions ----------------------------------------------------------------------------------

#define ONE(name, mpfr_name, low, high, limit)                                                     \
    { #name, __nv_fp128_##name, mpfr_##mpfr_name, low, high, limit }
static const struct {
    const char *name;
    Quad (*f)(Quad);
    int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int low, high; // exponents of the arguments
    double limit;
} functions[] = {ONE(exp, exp, -120, 14, 0.505),      ONE(exp2, exp2, -120, 15, 0.505),
                 ONE(exp10, exp10, -120, 13, 0.505),  ONE(expm1, expm1, -130, 14, 0.505),
                 ONE(log, log, -16382, 16383, 0.505), ONE(log2, log2, -200, 200, 0.505),
                 ONE(log10, log10, -200, 200, 0.505), ONE(log1p, log1p, -130, 200, 0.505),
                 ONE(sin, sin, -130, 16383, 0.505),   ONE(cos, cos, -130, 400, 0.505),
                 ONE(tan, tan, -130, 400, 0.505),     ONE(asin, asin, -130, -1, 0.505),
                 ONE(acos, acos, -130, -1, 0.505),    ONE(atan, atan, -130, 130, 0.505),
                 ONE(sinh, sinh, -130, 14, 0.505),    ONE(cosh, cosh, -130, 14, 0.505),
                 ONE(tanh, tanh, -130, 8, 0.505),     ONE(asinh, asinh, -130, 16383, 0.505),
                 ONE(acosh, acosh, 0, 16383, 0.505),  ONE(atanh, atanh, -130, -1, 0.505),
                 ONE(sqrt, sqrt, -16382, 16383, 0.5)};

static void check_unary(void) {
    mpfr_t x, y;
    mpfr_inits2(PRECISION, x, y, (mpfr_ptr)0);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        double worst = 0;
        u128 at = 0;
        for (int i = 0; i < TRIES; i++) {
            u128 a = argument(functions[k].low, functions[k].high, true);
            from_bits(x, a);
            functions[k].exact(y, x, MPFR_RNDN);
            double e = error_of(bits_of(functions[k].f(quad_of(a))), y);
            if (e > worst) worst = e, at = a;
        }
        if (worst > functions[k].limit || getenv("VERBOSE"))
            printf("%s: %.4f ulp at %016llx%016llx\n", functions[k].name, worst,
                   (unsigned long long)(at >> 64), (unsigned long long)at);
        CHECK(worst <= functions[k].limit);
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
}

static void check_binary(void) {
    mpfr_t x, y, r;
    mpfr_inits2(PRECISION, x, y, r, (mpfr_ptr)0);
    double pow_worst = 0, hypot_worst = 0, rest_worst = 0;
    for (int i = 0; i < 5 * TRIES; i++) {
        u128 a = argument(-20, 20, true), b = argument(-20, i % 3 ? 3 : 12, true);
        from_bits(x, a);
        from_bits(y, b);
        mpfr_pow(r, x, y, MPFR_RNDN);
        pow_worst = fmax(pow_worst, error_of(bits_of(__nv_fp128_pow(quad_of(a), quad_of(b))), r));
        mpfr_hypot(r, x, y, MPFR_RNDN);
        hypot_worst =
            fmax(hypot_worst, error_of(bits_of(__nv_fp128_hypot(quad_of(a), quad_of(b))), r));
        mpfr_remainder(r, x, y, MPFR_RNDN);
        rest_worst =
            fmax(rest_worst, error_of(bits_of(__nv_fp128_remainder(quad_of(a), quad_of(b))), r));
    }
    if (getenv("VERBOSE"))
        printf("pow %.4f hypot %.4f remainder %.4f\n", pow_worst, hypot_worst, rest_worst);
    CHECK(pow_worst <= 1);
    CHECK(hypot_worst <= 0.505);
    CHECK(rest_worst == 0);
    mpfr_clears(x, y, r, (mpfr_ptr)0);
}

// What is exact, by its definition.
static void check_parts(void) {
    for (int i = 0; i < TRIES; i++) {
        u128 a = argument(-200, 200, true);
        Quad x = quad_of(a), whole, rest = __nv_fp128_modf(x, &whole);
        int e;
        Quad m = __nv_fp128_frexp(x, &e);
        if (!is_finite(a)) continue;
        CHECK(whole + rest == x && __nv_fp128_trunc(x) == whole);
        CHECK(__nv_fp128_ldexp(m, e) == x);
        CHECK(is_zero(a) || __nv_fp128_ilogb(x) == e - 1);
        CHECK(__nv_fp128_copysign(__nv_fp128_fabs(x), x) == x);
        CHECK(__nv_fp128_fdim(x, 1) == (x > 1 ? x - 1 : 0));
        CHECK(!__nv_fp128_isnan(x) && !__nv_fp128_isunordered(x, m));
    }
}

int main(void) {
    check_unary();
    check_binary();
    check_parts();
    return UNIT_END();
}
#else
int main(void) {
    printf("SKIP functions of binary128: there is no mpfr.h\n");
    return UNIT_END();
}
#endif
