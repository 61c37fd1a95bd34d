// SPDX-License-Identifier: Apache-2.0
// apint against a reference of 256-bit schoolbook arithmetic on bits: all operand pairs of the
// widths 1 to 5, random and edge operands of every other width; text.
#include "base/apint.h"
#include "unit.h"

enum { N = 260 };
typedef struct Ref { // two's complement, bit by bit, wide enough for every exact result
    int8_t bit[N];
} Ref;

static uint64_t seed = 3;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

static Ref ref(ApInt a, bool is_signed) {
    Ref r;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t k = i < a.width ? i : a.width - 1;
        bool inside = i < a.width || is_signed;
        r.bit[i] = inside ? (int8_t)(a.w[k / 64] >> (k % 64) & 1) : 0;
    }
    return r;
}
static ApInt low(const Ref *r, uint32_t from, uint32_t width) {
    u128 v = 0;
    for (uint32_t i = 0; i < width; i++) v |= (u128)r->bit[from + i] << i;
    return apint_from_u128(width, v);
}
static Ref add(Ref a, const Ref *b) {
    for (int i = 0, c = 0; i < N; i++) {
        c += a.bit[i] + b->bit[i];
        a.bit[i] = c & 1;
        c >>= 1;
    }
    return a;
}
static Ref neg(Ref a) {
    Ref one = {{1}};
    for (int i = 0; i < N; i++) a.bit[i] = !a.bit[i];
    return add(a, &one);
}
static Ref sub(Ref a, const Ref *b) {
    Ref n = neg(*b);
    return add(a, &n);
}
static Ref shl(Ref a, int n) {
    for (int i = N - 1; i >= 0; i--) a.bit[i] = i >= n ? a.bit[i - n] : 0;
    return a;
}
static bool is_neg(const Ref *a) {
    return a->bit[N - 1];
}
static Ref mul(const Ref *a, const Ref *b, int bits) { // b of `bits` bits and a sign
    Ref r = {{0}};
    for (int i = 0; i < bits; i++) {
        Ref t = shl(*a, i);
        if (b->bit[i]) r = add(r, &t);
    }
    Ref t = shl(*a, bits); // the sign bit counts negative
    return is_neg(b) ? sub(r, &t) : r;
}
static void divide(Ref a, Ref b, Ref *q, Ref *r, int bits) { // truncating
    bool na = is_neg(&a), nb = is_neg(&b);
    if (na) a = neg(a);
    if (nb) b = neg(b);
    *q = (Ref){{0}};
    for (int i = bits; i >= 0; i--) {
        Ref t = shl(b, i), d = sub(a, &t);
        if (is_neg(&d)) continue;
        q->bit[i] = 1;
        a = d;
    }
    if (na != nb) *q = neg(*q);
    *r = na ? neg(a) : a;
}
static bool fits(const Ref *a, uint32_t width, bool is_signed) {
    ApInt v = low(a, 0, width);
    Ref back = ref(v, is_signed);
    return memcmp(back.bit, a->bit, N) == 0;
}
static ApInt saturate(const Ref *a, uint32_t width, bool is_signed) {
    if (fits(a, width, is_signed)) return low(a, 0, width);
    if (is_signed) return is_neg(a) ? apint_smin_value(width) : apint_smax_value(width);
    return is_neg(a) ? apint_from_u64(width, 0) : apint_umax_value(width);
}

static bool same(ApInt a, ApInt b) {
    return a.width == b.width && apint_eq(a, b);
}

static void check_signedness(ApInt a, ApInt b, bool s) {
    uint32_t w = a.width;
    Ref x = ref(a, s), y = ref(b, s), sum = add(x, &y), dif = sub(x, &y), pro = mul(&x, &y, (int)w);
    CHECK(same(apint_add(a, b), low(&sum, 0, w)));
    CHECK(same(apint_sub(a, b), low(&dif, 0, w)));
    CHECK(same(apint_mul(a, b), low(&pro, 0, w)));
    CHECK(same(s ? apint_smulhi(a, b) : apint_umulhi(a, b), low(&pro, w, w)));
    CHECK((s ? apint_sadd_overflow(a, b) : apint_uadd_overflow(a, b)) == !fits(&sum, w, s));
    CHECK((s ? apint_ssub_overflow(a, b) : apint_usub_overflow(a, b)) == !fits(&dif, w, s));
    CHECK((s ? apint_smul_overflow(a, b) : apint_umul_overflow(a, b)) == !fits(&pro, w, s));
    CHECK(same(s ? apint_sadd_sat(a, b) : apint_uadd_sat(a, b), saturate(&sum, w, s)));
    CHECK(same(s ? apint_ssub_sat(a, b) : apint_usub_sat(a, b), saturate(&dif, w, s)));
    Ref none = {{0}};
    CHECK((s ? apint_slt(a, b) : apint_ult(a, b)) == is_neg(&dif));
    int order = is_neg(&dif) ? -1 : memcmp(dif.bit, none.bit, N) != 0;
    CHECK(apint_cmp(a, b, s) == order);
    Ref q = {{0}}, r = {{0}};
    if (!apint_is_zero(&b)) divide(x, y, &q, &r, (int)w);
    CHECK(same(s ? apint_sdiv(a, b) : apint_udiv(a, b), low(&q, 0, w)));
    CHECK(same(s ? apint_srem(a, b) : apint_urem(a, b), low(&r, 0, w)));
}

static void check_shifts(ApInt a, ApInt b, uint32_t n) {
    uint32_t w = a.width;
    Ref x = ref(a, false), sx = ref(a, true), y = ref(b, false);
    Ref left = shl(x, (int)CU_MIN(n, w));
    CHECK(same(apint_shl(a, n), low(&left, 0, w)));
    CHECK(same(apint_lshr(a, n), low(&x, CU_MIN(n, w), w)));
    CHECK(same(apint_ashr(a, n), low(&sx, CU_MIN(n, w), w)));
    Ref pair = shl(x, (int)w);
    pair = add(pair, &y); // a:b
    uint32_t k = n % w;
    Ref moved = shl(pair, (int)k);
    CHECK(same(apint_fshl(a, b, n), low(&moved, w, w)));
    CHECK(same(apint_fshr(a, b, n), low(&pair, k, w)));
    CHECK(same(apint_rotl(a, n), apint_fshl(a, a, n)));
    CHECK(same(apint_rotr(apint_rotl(a, n), n), a));
}

static void check_bits(ApInt a) {
    uint32_t w = a.width, ones = 0, lead = 0, trail = 0;
    Ref x = ref(a, false), rev = {{0}}, minus = neg(x), inverse = x, swapped = {{0}};
    for (uint32_t i = 0; i < w; i++) {
        ones += (uint32_t)x.bit[i];
        rev.bit[w - 1 - i] = x.bit[i];
        swapped.bit[i] = x.bit[(w / 8 - 1 - i / 8) * 8 % w + i % 8];
        inverse.bit[i] = !x.bit[i];
        CHECK(apint_bit(&a, i) == x.bit[i]);
    }
    while (lead < w && !x.bit[w - 1 - lead]) lead++;
    while (trail < w && !x.bit[trail]) trail++;
    CHECK(apint_popcount(a) == ones);
    CHECK(apint_clz(a) == lead);
    CHECK(apint_ctz(a) == trail);
    CHECK(apint_bits_unsigned(a) == w - lead);
    CHECK(same(apint_bitreverse(a), low(&rev, 0, w)));
    if (w % 8 == 0) CHECK(same(apint_bswap(a), low(&swapped, 0, w)));
    CHECK(same(apint_neg(a), low(&minus, 0, w)));
    CHECK(same(apint_not(a), low(&inverse, 0, w)));
    CHECK(apint_is_neg(&a) == x.bit[w - 1]);
    Ref sx = ref(a, true);
    uint32_t need = 1;
    while (!fits(&sx, need, true)) need++;
    CHECK(apint_bits_signed(a) == need);
    uint32_t to = 1 + (uint32_t)(rnd() % 128);
    CHECK(same(apint_zext(a, to), low(&x, 0, to)));
    CHECK(same(apint_sext(a, to), low(&sx, 0, to)));
    for (int s = 0; s < 2; s++) {
        const Ref *v = s ? &sx : &x;
        CHECK(apint_fits_unsigned(a, to, s) == fits(v, to, false));
        CHECK(apint_fits_signed(a, to, s) == fits(v, to, true));
    }
}

static void check_text(Ctx *ctx, ApInt a) {
    ArenaMark m = arena_mark(&ctx->scratch);
    for (int k = 0; k < 3; k++) {
        Buf b;
        buf_init(&b, &ctx->scratch);
        if (k == 2)
            apint_print_hex(&b, a);
        else
            apint_print(&b, a, k == 1);
        ApInt back;
        bool minus = b.at[0] == '-';
        bool ok = apint_parse(b.at + minus, b.n - minus, k == 2 ? 16 : 10, a.width, &back);
        CHECK(ok && same(minus ? apint_neg(back) : back, a));
        CHECK(minus == (k == 1 && apint_is_neg(&a)));
        if (k == 1) continue;
        // one more digit, when it makes the value too large
        buf_putc(&b, '0');
        bool large = !apint_is_zero(&a) && apint_bits_unsigned(a) + 3 > a.width;
        if (large) CHECK(!apint_parse(b.at, b.n, k == 2 ? 16 : 10, a.width, &back));
    }
    arena_reset(&ctx->scratch, m);
}

static ApInt operand(uint32_t width) {
    u128 v = (u128)rnd() << 64 | rnd();
    uint64_t k = rnd();
    if (k % 4 == 0) v >>= rnd() % 128;
    if (k % 8 == 1) v = (u128)1 << rnd() % width;
    if (k % 8 == 3) v = ((u128)1 << rnd() % width) - 1;
    if (k % 8 == 5) v = ~(((u128)1 << rnd() % width) - 1);
    if (k % 64 == 7) v = apint_mask(width) >> 1;
    return apint_from_u128(width, v);
}

static void check_all(Ctx *ctx, ApInt a, ApInt b, uint32_t n) {
    check_signedness(a, b, false);
    check_signedness(a, b, true);
    check_shifts(a, b, n);
    check_bits(a);
    check_text(ctx, a);
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    for (uint32_t w = 1; w <= 4; w++) {
        for (uint32_t a = 0; a < 1u << w; a++) {
            for (uint32_t b = 0; b < 1u << w; b++)
                check_all(&ctx, apint_from_u64(w, a), apint_from_u64(w, b), b);
        }
    }
    for (uint32_t w = 5; w <= 128; w++) {
        for (int i = 0; i < 12; i++)
            check_all(&ctx, operand(w), operand(w), (uint32_t)(rnd() % (2 * w)));
        ApInt min = apint_smin_value(w), minus_one = apint_umax_value(w);
        check_all(&ctx, min, minus_one, w - 1);
        check_all(&ctx, min, min, w);
        check_all(&ctx, minus_one, minus_one, 0);
        check_all(&ctx, apint_smax_value(w), apint_from_u64(w, 0), w + 1);
    }
    ApInt v;
    CHECK(apint_parse("18'446'744'073'709'551'615", 26, 10, 64, &v) && v.w[0] == UINT64_MAX);
    CHECK(!apint_parse("18446744073709551616", 20, 10, 64, &v) && v.w[0] == 0);
    CHECK(!apint_parse("9", 1, 10, 3, &v) && v.w[0] == 1);
    CHECK(!apint_parse("12a", 3, 10, 64, &v));
    CHECK(!apint_parse("'", 1, 10, 64, &v));
    CHECK(!apint_parse("", 0, 10, 64, &v));
    CHECK(apint_parse("101", 3, 2, 3, &v) && v.w[0] == 5);
    CHECK(apint_parse("0777", 4, 8, 32, &v) && v.w[0] == 511);
    v = apint_from_i64(128, -5);
    CHECK(apint_i64(&v) == -5 && apint_i128(&v) == -5 && apint_word(&v, 1) == UINT64_MAX);
    ctx_free(&ctx);
    return UNIT_END();
}
