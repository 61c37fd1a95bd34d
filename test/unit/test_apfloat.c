// SPDX-License-Identifier: Apache-2.0
// apfloat against the host (which rounds to nearest even): random and edge operands in f32 and f64,
// text against printf and strtod; fixed cases of the formats a host does not have; malformed and
// hostile text. test_apfloat_small.c and test_apfloat_mpfr.c cover the other modes and formats.
#include "base/apfloat.h"
#include "base/fma.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "unit.h"

static uint64_t seed = 1;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

static double random_f64(void) {
    uint64_t b = rnd(), k = rnd();
    if (k % 4 == 0) b = (b & 0x800fffffffffffffu) | (1023 - 30 + k / 4 % 60) << 52;
    if (k % 16 == 1) b &= 0x800fffffffffffffu; // subnormal
    if (k % 64 == 2) b &= 0xfff0000000000000u; // power of two
    if (k % 256 == 3) b = (b & 0x8000000000000000u) | 0x7ff0000000000000u;
    double d;
    memcpy(&d, &b, 8);
    return d;
}

static float random_f32(void) {
    uint32_t b = (uint32_t)rnd(), k = (uint32_t)rnd();
    if (k % 4 == 0) b = (b & 0x807fffffu) | (127 - 15 + k / 4 % 30) << 23;
    if (k % 16 == 1) b &= 0x807fffffu;
    if (k % 64 == 2) b &= 0xff800000u;
    if (k % 256 == 3) b = (b & 0x80000000u) | 0x7f800000u;
    float f;
    memcpy(&f, &b, 4);
    return f;
}

static bool same64(ApFloat a, double b) {
    double v = apf_to_f64(a);
    return (isnan(v) && isnan(b)) || memcmp(&v, &b, 8) == 0;
}
static bool same32(ApFloat a, float b) {
    float v = apf_to_f32(a);
    return (isnan(v) && isnan(b)) || memcmp(&v, &b, 4) == 0;
}

static ApfCmp order(double a, double b) {
    return a < b ? APF_LT : a > b ? APF_GT : a == b ? APF_EQ : APF_UN;
}

static void test_f64(void) {
    double a = random_f64(), b = random_f64(), c = random_f64();
    ApFloat A = apf_f64(a), B = apf_f64(b), C = apf_f64(c);
    CHECK(same64(apf_add(A, B, APF_RNE, NULL), a + b));
    CHECK(same64(apf_sub(A, B, APF_RNE, NULL), a - b));
    CHECK(same64(apf_mul(A, B, APF_RNE, NULL), a * b));
    CHECK(same64(apf_div(A, B, APF_RNE, NULL), a / b));
    CHECK(same64(apf_fma(A, B, C, APF_RNE, NULL), host_fma(a, b, c)));
    CHECK(same64(apf_fma(A, B, apf_f64(-a * b), APF_RNE, NULL), host_fma(a, b, -a * b)));
    CHECK(same64(apf_sqrt(A, APF_RNE, NULL), sqrt(a)));
    CHECK(same64(apf_round_int(A, APF_RNE, NULL), nearbyint(a)));
    CHECK(same64(apf_round_int(A, APF_RTZ, NULL), trunc(a)));
    CHECK(same64(apf_round_int(A, APF_RUP, NULL), ceil(a)));
    CHECK(same64(apf_round_int(A, APF_RDN, NULL), floor(a)));
    CHECK(same64(apf_round_int(A, APF_RNA, NULL), round(a)));
    CHECK(same32(apf_convert(A, APF_F32, APF_RNE, NULL), (float)a));
    CHECK(apf_cmp(A, B) == order(a, b));
    uint64_t i = rnd() >> (rnd() & 63);
    CHECK(same64(apf_from_int(APF_F64, apint_from_u64(64, i), true, APF_RNE, NULL), (int64_t)i));
    CHECK(same64(apf_from_int(APF_F64, apint_from_u64(64, i), false, APF_RNE, NULL), i));
    if (a > -0x1p63 && a < 0x1p63) {
        ApInt v = apf_to_int(A, 64, true, APF_RTZ, NULL);
        CHECK(apint_i64(&v) == (int64_t)a);
    }
}

static void test_f32(void) {
    float a = random_f32(), b = random_f32(), c = random_f32();
    ApFloat A = apf_f32(a), B = apf_f32(b), C = apf_f32(c);
    CHECK(same32(apf_add(A, B, APF_RNE, NULL), a + b));
    CHECK(same32(apf_sub(A, B, APF_RNE, NULL), a - b));
    CHECK(same32(apf_mul(A, B, APF_RNE, NULL), a * b));
    CHECK(same32(apf_div(A, B, APF_RNE, NULL), a / b));
    CHECK(same32(apf_fma(A, B, C, APF_RNE, NULL), fmaf(a, b, c)));
    CHECK(same32(apf_sqrt(A, APF_RNE, NULL), sqrtf(a)));
    CHECK(same32(apf_rem(A, B, NULL), fmodf(a, b)));
    CHECK(same64(apf_convert(A, APF_F64, APF_RUP, NULL), a));
    uint64_t i = rnd() >> (rnd() & 63);
    CHECK(same32(apf_from_int(APF_F32, apint_from_u64(64, i), true, APF_RNE, NULL), (int64_t)i));
}

static const char *text(Buf *b, Ctx *ctx, ApFloat a, char style, int precision, bool alt) {
    buf_init(b, &ctx->scratch);
    apf_print(b, a, style, precision, alt);
    return buf_cstr(b);
}
static const char *shortest(Buf *b, Ctx *ctx, ApFloat a) {
    buf_init(b, &ctx->scratch);
    apf_print_shortest(b, a);
    return buf_cstr(b);
}

static void test_text(Ctx *ctx) {
    static const char style[] = "eEfFgGaA";
    static char want[2000];
    double a = random_f64();
    if (isnan(a)) return;
    ArenaMark m = arena_mark(&ctx->scratch);
    Buf b;
    // C leaves the first digit of subnormals open; glibc's is 0, as ours.
    bool hex = false;
#ifdef __GLIBC__
    hex = true;
#endif
    hex |= fpclassify(a) != FP_SUBNORMAL;
    for (int k = 0; k < (hex ? 16 : 12); k++) {
        char fmt[8] = {'%', '.', '*', style[k / 2], 0};
        if (k & 1) memcpy(fmt, (char[]){'%', '#', '.', '*', style[k / 2], 0}, 6);
        int p = (int)(rnd() % 30);
        snprintf(want, sizeof want, fmt, p, a);
        CHECK_STR(text(&b, ctx, apf_f64(a), style[k / 2], p, k & 1), want);
    }
    snprintf(want, sizeof want, "%a", a);
    if (hex) CHECK_STR(text(&b, ctx, apf_f64(a), 'a', -1, false), want);
    ApFloat r;
    if (!isinf(a)) {
        snprintf(want, sizeof want, "%.*e", (int)(rnd() % 25), a);
        CHECK(apf_parse(want, strlen(want), APF_F64, APF_RNE, &r, NULL));
        CHECK(same64(r, strtod(want, NULL)));
        CHECK(apf_parse(want, strlen(want), APF_F32, APF_RNE, &r, NULL));
        CHECK(same32(r, strtof(want, NULL)));
        CHECK(strtod(shortest(&b, ctx, apf_f64(a)), NULL) == a);
    }
    arena_reset(&ctx->scratch, m);
}

static void test_fixed_text(Ctx *ctx) {
    static const struct {
        double v;
        const char *text;
    } rows[] = {{0, "0"},
                {-0.0, "-0"},
                {1, "1"},
                {100, "100"},
                {0.1, "0.1"},
                {-1.5, "-1.5"},
                {0.00001, "1e-05"},
                {0.0001, "0.0001"},
                {1e16, "10000000000000000"},
                {1e17, "1e+17"},
                {1e22, "1e+22"},
                {1e23, "1e+23"},
                {123456.75, "123456.75"},
                {5e-324, "5e-324"},
                {2.2250738585072014e-308, "2.2250738585072014e-308"},
                {1.7976931348623157e308, "1.7976931348623157e+308"},
                {0x1p-44, "5.684341886080802e-14"},
                {9007199254740993.0, "9007199254740992"},
                {INFINITY, "inf"},
                {NAN, "nan"}};
    Buf b;
    for (size_t i = 0; i < CU_COUNT(rows); i++)
        CHECK_STR(shortest(&b, ctx, apf_f64(rows[i].v)), rows[i].text);
    CHECK_STR(shortest(&b, ctx, apf_f32(0.1f)), "0.1");
    CHECK_STR(shortest(&b, ctx, apf_f32(16777216.0f)), "16777216");
    CHECK_STR(shortest(&b, ctx, apf_max(APF_F16, false)), "65500");
    CHECK_STR(shortest(&b, ctx, apf_max(APF_E4M3, true)), "-450");
}

static void test_formats(void) {
    static const struct {
        ApfFormat f;
        const char *text;
        uint64_t hi, lo;
    } rows[] = {
        {APF_F128, "1", 0x3fff000000000000, 0},
        {APF_F128, "0.1", 0x3ffb999999999999, 0x999999999999999a},
        {APF_F128, "-1.1897314953572317650857593266280070162e4932", 0xfffeffffffffffff, ~0ull},
        {APF_F128, "6.5e-4966", 0, 1},
        {APF_F128, "1e5000", 0x7fff000000000000, 0},
        {APF_X87, "1", 0x3fff, 0x8000000000000000},
        {APF_X87, "0.1", 0x3ffb, 0xcccccccccccccccd},
        {APF_X87, "1e5000", 0x7fff, 0x8000000000000000},
        {APF_X87, "3.6e-4951", 0, 1},
        {APF_BF16, "3.14159", 0, 0x4049},
        {APF_TF32, "3.14159", 0, 0x20248},
        {APF_F16, "65519.99", 0, 0x7bff},
        {APF_F16, "65520", 0, 0x7c00},
        {APF_E4M3, "464", 0, 0x7e},
        {APF_E4M3, "464.01", 0, 0x7f},
        {APF_UE8M0, "1", 0, 127},
        {APF_UE8M0, "0", 0, 0},
        {APF_F64, "2.2250738585072011e-308", 0, 0x000fffffffffffff},
        {APF_F64, "9007199254740993", 0, 0x4340000000000000},
        {APF_F64, "9007199254740993.0000000000000000000000001", 0, 0x4340000000000001},
        {APF_F64, "0x1.fffffffffffff8p0", 0, 0x4000000000000000},
        {APF_F64, "0x.8p+1", 0, 0x3ff0000000000000},
        {APF_F64, "0x1p-1074", 0, 1},
        {APF_F64, "0x1p-1075", 0, 0},
        {APF_F64, "0x1.0000000001p-1075", 0, 1},
        {APF_F32, "1'000.5'0e0'1", 0, 0x461c5400},
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        ApFloat r;
        CHECK(apf_parse(rows[i].text, strlen(rows[i].text), rows[i].f, APF_RNE, &r, NULL));
        u128 bits = apf_to_bits(r);
        unit_run++;
        if (bits == ((u128)rows[i].hi << 64 | rows[i].lo)) continue;
        unit_bad++;
        fprintf(stderr, "%s %s: %llx %llx\n", apf_info[rows[i].f].name, rows[i].text,
                (unsigned long long)(bits >> 64), (unsigned long long)bits);
    }
    // x87: pseudo-infinity and unnormals are NaN, a pseudo-denormal is the number it says
    CHECK(apf_is_nan(apf_from_bits(APF_X87, (u128)0x7fff << 64)));
    CHECK(apf_is_nan(apf_from_bits(APF_X87, (u128)0x3fff << 64 | 1)));
    ApFloat p = apf_from_bits(APF_X87, (u128)1 << 63);
    CHECK(apf_to_bits(p) == ((u128)1 << 64 | (u128)1 << 63));
    // bits survive, also of signalling NaN
    for (int i = 0; i < 2000; i++) {
        u128 v = (u128)rnd() << 64 | rnd();
        for (ApfFormat f = 0; f < APF_NFORMATS; f++) {
            if (f == APF_X87) continue;
            u128 w = v & apint_mask(apf_info[f].bits);
            CHECK(apf_to_bits(apf_from_bits(f, w)) == w);
        }
    }
    // long double is x87's format on x86: division and root with 64 bits of precision
#if defined __x86_64__
    for (int i = 0; i < 20000; i++) {
        ApFloat a =
            apf_from_bits(APF_X87, (u128)(0x3f00 + rnd() % 0x200) << 64 | rnd() | 1ull << 63);
        ApFloat b =
            apf_from_bits(APF_X87, (u128)(0x3f00 + rnd() % 0x200) << 64 | rnd() | 1ull << 63);
        u128 x = apf_to_bits(a), y = apf_to_bits(b), z = 0;
        long double l, m, n;
        memcpy(&l, &x, 10), memcpy(&m, &y, 10);
        n = l / m, memcpy(&z, &n, 10);
        CHECK(apf_to_bits(apf_div(a, b, APF_RNE, NULL)) == z);
        n = sqrtl(l), memcpy(&z, &n, 10);
        CHECK(apf_to_bits(apf_sqrt(a, APF_RNE, NULL)) == z);
        n = l - m, memcpy(&z, &n, 10);
        CHECK(apf_to_bits(apf_sub(a, b, APF_RNE, NULL)) == z);
    }
#endif
}

// NUL-free text `head`, n times c, `tail`: reads to the bits in well under a second.
static void hostile(Ctx *ctx, const char *head, char c, size_t n, const char *tail, ApfFormat f,
                    uint64_t want) {
    size_t h = strlen(head), t = strlen(tail);
    char *s = arena_alloc(&ctx->scratch, h + n + t, 1);
    memcpy(s, head, h);
    memset(s + h, c, n);
    memcpy(s + h + n, tail, t);
    ApFloat r;
    clock_t start = clock();
    CHECK(apf_parse(s, h + n + t, f, APF_RNE, &r, NULL));
    CHECK(clock() - start < CLOCKS_PER_SEC / 2);
    if (f == APF_F64) CHECK(apf_to_bits(r) == want);
}

// What is not read exactly decides a tie by its digits, not by the separators between them.
static void test_digits_left_out(Ctx *ctx) {
    hostile(ctx, "9007199254740993.", '0', 1000, "'00'0", APF_F64, 0x4340000000000000);
    hostile(ctx, "9007199254740993.", '0', 1000, "'00'1", APF_F64, 0x4340000000000001);
    hostile(ctx, "9007199254740992.", '9', 1000, "'9", APF_F64, 0x4340000000000000);
}

static void test_hostile(Ctx *ctx) {
    uint64_t inf = 0x7ff0000000000000, one = 0x3ff0000000000000;
    for (int k = 0; k < 2; k++) {
        ApfFormat f = k ? APF_F128 : APF_F64;
        hostile(ctx, "1e9999", '9', 1000000, "", f, inf);
        hostile(ctx, "1e-9999", '9', 1000000, "", f, 0);
        hostile(ctx, "", '9', 1000000, "", f, inf);
        hostile(ctx, "0.", '0', 1000000, "1", f, 0);
        hostile(ctx, "0.", '0', 1000000, "1e1000001", f, one);
        hostile(ctx, "1", '0', 1000000, "e-1000000", f, one);
        hostile(ctx, "1.", '0', 1000000, "1", f, one);
        hostile(ctx, "0.", '9', 1000000, "", f, one);
        hostile(ctx, "4.", '9', 20000, "e-324", f, 1);
        hostile(ctx, "4.", '9', 20000, "e-4932", f, 0);
        hostile(ctx, "0x", 'f', 1000000, "p-4000000", f, one);
        hostile(ctx, "0x0.", '0', 1000000, "1p4000004", f, one);
        hostile(ctx, "", '\'', 1000000, "1", f, one);
        hostile(ctx, "0e", '9', 1000000, "", f, 0);
    }
    static const char *const bad[] = {"",      ".",    "e5",    "1e",       "1e+",  "-",  "0x",
                                      "0x.p1", "0x1p", "1.2.3", "1.5f",     " 1",   "1 ", "inf",
                                      "nan",   "--1",  "1e5.",  "0x1.8p1.", "1e'5", "+-1"};
    for (size_t i = 0; i < CU_COUNT(bad); i++) {
        ApFloat r;
        CHECK(!apf_parse(bad[i], strlen(bad[i]), APF_F64, APF_RNE, &r, NULL));
    }
    // the text of the extremes of binary128, with every digit
    Buf b;
    text(&b, ctx, apf_from_bits(APF_F128, 1), 'e', 20000, false);
    CHECK(b.n == 2 + 20000 + 6);
    text(&b, ctx, apf_max(APF_F128, true), 'f', 3, false);
    CHECK(b.n == 1 + 4933 + 4);
    shortest(&b, ctx, apf_max(APF_F128, true));
    CHECK_STR(b.at, "-1.189731495357231765085759326628007e+4932");
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    for (int i = 0; i < 200000 && unit_bad < 20; i++) {
        test_f64();
        test_f32();
    }
    for (int i = 0; i < 500 && unit_bad < 20; i++) {
        double a = random_f64(), b = random_f64();
        CHECK(same64(apf_rem(apf_f64(a), apf_f64(b), NULL), fmod(a, b)));
    }
    for (int i = 0; i < 3000 && unit_bad < 20; i++) test_text(&ctx);
    test_fixed_text(&ctx);
    test_formats();
    test_digits_left_out(&ctx);
    test_hostile(&ctx);
    ctx_free(&ctx);
    return UNIT_END();
}
