// SPDX-License-Identifier: Apache-2.0
// apfloat against MPFR, where it is installed (the library itself never uses it): arithmetic in
// every IEEE format and rounding mode MPFR has, decimal and hexadecimal text both ways.
#if __has_include(<mpfr.h>)
#include "base/apfloat.h"
#include <stdio.h>
#include <mpfr.h>
#include <stdlib.h>
#include "unit.h"

static const ApfFormat formats[] = {APF_F16, APF_BF16, APF_F32, APF_F64, APF_F128};
static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD}; // APF_RNE ..

static uint64_t seed = 7;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

// Random bits; often an exponent near that of `near`, an edge of the exponent range, or a
// significand of few ones.
static ApFloat operand(ApfFormat f, ApFloat near) {
    const ApfInfo *i = &apf_info[f];
    uint32_t frac_bits = i->precision - 1u;
    u128 bits = (u128)rnd() << 64 | rnd();
    u128 frac = bits & apint_mask(frac_bits);
    uint64_t top = (1u << i->exp_bits) - 1, e = rnd() & top, k = rnd();
    if (k % 4 == 0) e = (uint64_t)(apf_to_bits(near) >> frac_bits) + rnd() % 7 - 3;
    if (k % 4 == 1) e = (uint64_t)i->bias + rnd() % (2 * i->precision) - i->precision;
    if (k % 16 == 2) e = rnd() % 2;
    if (k % 16 == 6) e = top - rnd() % 2;
    if (k / 16 % 4 == 0) frac &= apint_mask(frac_bits) << (rnd() % frac_bits);
    if (k / 16 % 4 == 1) frac |= apint_mask(frac_bits) >> (rnd() % frac_bits);
    frac &= apint_mask(frac_bits);
    if (k / 64 % 32 == 0) frac = 0;
    return apf_from_bits(f, (u128)(k >> 60 & 1) << (i->bits - 1) | (u128)(e & top) << frac_bits |
                                frac);
}

static void to_mpfr(mpfr_t x, ApFloat a) {
    switch (a.cat) {
    case APC_ZERO: mpfr_set_zero(x, a.sign ? -1 : 1); return;
    case APC_INF: mpfr_set_inf(x, a.sign ? -1 : 1); return;
    case APC_NAN: mpfr_set_nan(x); return;
    default: break;
    }
    mpz_t z;
    mpz_init_set_ui(z, (uint64_t)(a.sig >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (uint64_t)a.sig);
    mpfr_set_z_2exp(x, z, a.exp, MPFR_RNDN);
    if (a.sign) mpfr_neg(x, x, MPFR_RNDN);
    mpz_clear(z);
}

static void set_range(ApfFormat f) {
    const ApfInfo *i = &apf_info[f];
    mpfr_set_emax(i->bias + 1);
    mpfr_set_emin(2 - i->bias - (i->precision - 1));
}

static bool same(mpfr_t x, ApFloat a, mpfr_t tmp) {
    to_mpfr(tmp, a);
    if (mpfr_nan_p(x) || mpfr_nan_p(tmp)) return mpfr_nan_p(x) && mpfr_nan_p(tmp);
    return mpfr_equal_p(x, tmp) && mpfr_signbit(x) == mpfr_signbit(tmp);
}

static int shown;
static void report(const char *op, ApFloat a, ApFloat b, ApFloat c, int mode, ApFloat got,
                   mpfr_t want) {
    unit_bad++;
    if (shown++ > 20) return;
    ApFloat v[4] = {a, b, c, got};
    fprintf(stderr, "%s %s mode %d:", op, apf_info[got.fmt].name, mode);
    for (int i = 0; i < 4; i++) {
        u128 bits = apf_to_bits(v[i]);
        fprintf(stderr, " %016llx%016llx", (unsigned long long)(bits >> 64),
                (unsigned long long)bits);
    }
    mpfr_fprintf(stderr, " expected %Ra\n", want);
}

static const char *const ops[] = {"add", "sub", "mul", "div", "fma", "sqrt", "rint", "rem"};

static ApFloat ours(int op, ApFloat a, ApFloat b, ApFloat c, ApfRound r, uint32_t *fl) {
    switch (op) {
    case 0: return apf_add(a, b, r, fl);
    case 1: return apf_sub(a, b, r, fl);
    case 2: return apf_mul(a, b, r, fl);
    case 3: return apf_div(a, b, r, fl);
    case 4: return apf_fma(a, b, c, r, fl);
    case 5: return apf_sqrt(a, r, fl);
    case 6: return apf_round_int(a, r, fl);
    default: return apf_rem(a, b, fl);
    }
}

static int theirs(int op, mpfr_t z, mpfr_t x, mpfr_t y, mpfr_t w, mpfr_rnd_t r) {
    switch (op) {
    case 0: return mpfr_add(z, x, y, r);
    case 1: return mpfr_sub(z, x, y, r);
    case 2: return mpfr_mul(z, x, y, r);
    case 3: return mpfr_div(z, x, y, r);
    case 4: return mpfr_fma(z, x, y, w, r);
    case 5: return mpfr_sqrt(z, x, r);
    case 6: return mpfr_rint(z, x, r);
    default: return mpfr_fmod(z, x, y, r);
    }
}

static void test_arith(ApfFormat f, int count) {
    mpfr_t x, y, w, z, tmp;
    mpfr_inits2(apf_info[f].precision, x, y, w, z, tmp, (mpfr_ptr)0);
    set_range(f);
    for (int i = 0; i < count; i++) {
        ApFloat a = operand(f, apf_from_bits(f, rnd())), b = operand(f, a);
        // a third operand near the product, so that fma cancels
        ApFloat c = operand(f, rnd() & 1 ? apf_mul(a, b, APF_RNE, NULL) : b);
        if (rnd() % 16 == 0) c = apf_neg(apf_mul(a, b, APF_RNE, NULL));
        to_mpfr(x, a), to_mpfr(y, b), to_mpfr(w, c);
        for (int op = 0; op < 8; op++) {
            for (int m = 0; m < (op == 7 ? 1 : 4); m++) {
                uint32_t fl = 0;
                ApFloat got = ours(op, a, b, c, (ApfRound)m, &fl);
                mpfr_clear_flags();
                int t = theirs(op, z, x, y, w, modes[m]);
                t = mpfr_check_range(z, t, modes[m]);
                t = mpfr_subnormalize(z, t, modes[m]);
                unit_run++;
                // MPFR's sign of an exact zero follows IEEE for all of these
                bool nan_in = a.cat == APC_NAN || b.cat == APC_NAN || c.cat == APC_NAN;
                bool ok = same(z, got, tmp);
                if (!mpfr_nan_p(z)) ok &= (t != 0) == !!(fl & APF_INEXACT);
                if (!nan_in) ok &= !!mpfr_nan_p(z) == !!(fl & APF_INVALID);
                ok &= !!mpfr_divby0_p() == !!(fl & APF_DIVZERO);
                if (op < 6) ok &= !!mpfr_overflow_p() == !!(fl & APF_OVERFLOW);
                if (!ok) report(ops[op], a, b, c, m, got, z);
            }
        }
        for (size_t k = 0; k < CU_COUNT(formats); k++) {
            for (int m = 0; m < 4; m++) {
                ApfFormat to = formats[k];
                uint32_t fl = 0;
                ApFloat got = apf_convert(a, to, (ApfRound)m, &fl);
                mpfr_t v;
                set_range(to);
                mpfr_init2(v, apf_info[to].precision);
                int t = mpfr_subnormalize(
                    v, mpfr_check_range(v, mpfr_set(v, x, modes[m]), modes[m]), modes[m]);
                unit_run++;
                set_range(APF_F128);
                bool ok = same(v, got, tmp) || mpfr_nan_p(v);
                mpfr_set_prec(tmp, 113);
                ok = same(v, got, tmp) && (t != 0) == !!(fl & APF_INEXACT);
                mpfr_set_prec(tmp, apf_info[f].precision);
                if (!ok) report("convert", a, a, a, m, got, v);
                mpfr_clear(v);
                set_range(f);
            }
        }
    }
    mpfr_clears(x, y, w, z, tmp, (mpfr_ptr)0);
}

// ---- text

static size_t random_decimal(char *t, ApfFormat f) {
    static const int max10[] = {6, 40, 40, 310, 4940};
    int span = max10[f == APF_F16    ? 0
                     : f == APF_BF16 ? 1
                     : f == APF_F32  ? 2
                     : f == APF_F64  ? 3
                                     : 4];
    size_t n = 0;
    uint32_t digits = 1 + (uint32_t)(rnd() % (rnd() % 8 ? 25 : 400)),
             point = (uint32_t)(rnd() % (digits + 1));
    if (rnd() & 1) t[n++] = '-';
    for (uint32_t i = 0; i < digits; i++) {
        if (i == point) t[n++] = '.';
        t[n++] = (char)('0' + rnd() % (rnd() % 4 ? 10 : 1));
    }
    int e = (int)(rnd() % (uint64_t)(3 * span)) - 2 * span - (int)point;
    if (rnd() % 4 == 0) e = (int)(rnd() % 50) - 25;
    return n + (size_t)sprintf(t + n, "e%d", e);
}

// The exact decimal text of the middle between two neighbours (perhaps a little beside it): the
// hardest input for a parser.
static size_t halfway(char *t, size_t cap, ApfFormat f) {
    ApFloat a;
    do a = operand(f, apf_zero(f, false));
    while (a.cat != APC_NORMAL);
    mpfr_t m;
    mpfr_init2(m, apf_info[f].precision + 1u);
    set_range(APF_F128);
    mpfr_set_emin(-20000);
    a.sig = a.sig * 2 + 1;
    a.exp--;
    to_mpfr(m, a);
    mpfr_exp_t e;
    char *d = mpfr_get_str(NULL, &e, 10, f == APF_F128 ? 11700 : 1200, m, MPFR_RNDN); // exact
    size_t n = (size_t)snprintf(t, cap, "%s%s%s%s", d[0] == '-' ? "-" : "", "0.", d + (d[0] == '-'),
                                rnd() % 3 == 0 ? "000000000000000000001" : "");
    n += (size_t)sprintf(t + n, "e%ld", (long)e);
    mpfr_free_str(d);
    mpfr_clear(m);
    return n;
}

static void check_parse(const char *t, size_t n, ApfFormat f) {
    mpfr_t z, tmp;
    mpfr_inits2(apf_info[f].precision, z, tmp, (mpfr_ptr)0);
    for (int m = 0; m < 4; m++) {
        ApFloat got;
        uint32_t fl = 0;
        bool ok = apf_parse(t, n, f, (ApfRound)m, &got, &fl);
        set_range(f);
        int s = mpfr_strtofr(z, t, NULL, 0, modes[m]);
        s = mpfr_subnormalize(z, mpfr_check_range(z, s, modes[m]), modes[m]);
        unit_run++;
        if (!ok || !same(z, got, tmp) || (s != 0) != !!(fl & APF_INEXACT)) {
            if (shown < 20) fprintf(stderr, "parse %.200s\n", t);
            report("parse", got, got, got, m, got, z);
        }
    }
    mpfr_clears(z, tmp, (mpfr_ptr)0);
}

static void check_print(Ctx *ctx, ApFloat a) {
    static char want[8000];
    static const char *const fmt[] = {"%.*Re", "%.*Rf", "%.*Rg", "%#.*Rg", "%.*RE"};
    static const char style[] = "efggE";
    mpfr_t x;
    mpfr_init2(x, apf_info[a.fmt].precision);
    set_range(a.fmt);
    to_mpfr(x, a);
    int p = (int)(rnd() % (rnd() % 16 ? 40 : 1200));
    for (int k = 0; k < 5; k++) {
        ArenaMark mark = arena_mark(&ctx->scratch);
        Buf b;
        buf_init(&b, &ctx->scratch);
        apf_print(&b, a, style[k], p, k == 3);
        mpfr_snprintf(want, sizeof want, fmt[k], p, x);
        if (k != 1 || a.exp < 2000) CHECK_STR(buf_cstr(&b), want);
        arena_reset(&ctx->scratch, mark);
    }
    mpfr_clear(x);
}

// The text reads back as the value; no text of fewer digits does; of the texts with as many digits
// it is one of the nearest.
static void check_shortest(Ctx *ctx, ApFloat a) {
    ArenaMark mark = arena_mark(&ctx->scratch);
    Buf b;
    buf_init(&b, &ctx->scratch);
    apf_print_shortest(&b, a);
    ApFloat back;
    CHECK(apf_parse(b.at, b.n, a.fmt, APF_RNE, &back, NULL) && apf_same(a, back));
    uint32_t digits = 0, zeros = 0;
    for (size_t i = 0; i < b.n && b.at[i] != 'e'; i++) {
        if (b.at[i] < '0' || b.at[i] > '9' || (!digits && b.at[i] == '0')) continue;
        digits++;
        zeros = b.at[i] == '0' ? zeros + 1 : 0;
    }
    digits -= zeros;
    mpfr_t x, lo, hi, got;
    mpfr_inits2(400, x, lo, hi, got, (mpfr_ptr)0);
    mpfr_set_emin(-40000);
    mpfr_set_emax(40000);
    to_mpfr(x, a);
    mpfr_exp_t e;
    for (int up = 0; up < 2; up++) {
        if (digits < 2) break;
        char *d = mpfr_get_str(NULL, &e, 10, digits - 1, x, up ? MPFR_RNDA : MPFR_RNDZ), t[200];
        int n =
            snprintf(t, sizeof t, "%s0.%se%ld", d[0] == '-' ? "-" : "", d + (d[0] == '-'), (long)e);
        mpfr_free_str(d);
        CHECK(apf_parse(t, (size_t)n, a.fmt, APF_RNE, &back, NULL));
        CHECK(!apf_same(back, a));
    }
    mpfr_strtofr(got, buf_cstr(&b), NULL, 10, MPFR_RNDN);
    mpfr_sub(got, got, x, MPFR_RNDN);
    for (int up = 0; up < 2; up++) {
        char *d =
                 mpfr_get_str(NULL, &e, 10, digits < 2 ? 2 : digits, x, up ? MPFR_RNDA : MPFR_RNDZ),
             t[200];
        int n =
            snprintf(t, sizeof t, "%s0.%se%ld", d[0] == '-' ? "-" : "", d + (d[0] == '-'), (long)e);
        mpfr_free_str(d);
        mpfr_strtofr(hi, t, NULL, 10, MPFR_RNDN);
        mpfr_sub(hi, hi, x, MPFR_RNDN);
        bool reads = apf_parse(t, (size_t)n, a.fmt, APF_RNE, &back, NULL) && apf_same(back, a);
        if (digits >= 2 && reads)
            CHECK(mpfr_cmpabs(got, hi) <= 0 ||
                  mpfr_get_d(got, MPFR_RNDN) == mpfr_get_d(hi, MPFR_RNDN));
    }
    mpfr_clears(x, lo, hi, got, (mpfr_ptr)0);
    arena_reset(&ctx->scratch, mark);
}

static void test_text(Ctx *ctx, ApfFormat f, int count) {
    static char t[14000];
    for (int i = 0; i < count; i++) {
        check_parse(t, random_decimal(t, f), f);
        if (f != APF_F128 || i % 16 == 0) check_parse(t, halfway(t, sizeof t, f), f);
        ApFloat a = operand(f, apf_from_bits(f, rnd()));
        if (a.cat != APC_NORMAL) continue;
        check_print(ctx, a);
        if (f != APF_F128 || i % 8 == 0) check_shortest(ctx, a);
        ArenaMark mark = arena_mark(&ctx->scratch);
        Buf b;
        buf_init(&b, &ctx->scratch);
        apf_print(&b, a, 'a', -1, false);
        buf_cstr(&b);
        check_parse(b.at, b.n, f);
        arena_reset(&ctx->scratch, mark);
    }
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    for (size_t k = 0; k < CU_COUNT(formats); k++) {
        test_arith(formats[k], 5000);
        test_text(&ctx, formats[k], formats[k] == APF_F128 ? 300 : 1500);
    }
    ctx_free(&ctx);
    mpfr_free_cache();
    return UNIT_END();
}
#else
#include <stdio.h>
int main(void) {
    puts("SKIP comparison with MPFR: not installed");
    return 0;
}
#endif
