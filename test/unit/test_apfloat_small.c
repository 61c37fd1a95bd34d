// SPDX-License-Identifier: Apache-2.0
// apfloat on the small formats: every operand pair, operation and rounding mode of the formats of
// at most 8 bits, and f16 (unary operations and conversions of every value, random pairs), against
// a reference that knows nothing of significands: a format is a table of its values as integers
// scaled by 2^40, an operation's exact result is a fraction of such integers, and rounding is a
// search in the table.
#include "base/apfloat.h"
#include "unit.h"

enum { S = 40 }; // scale; f16's smallest value is 2^-24 and half of that must be an integer

typedef enum { IEEE, ONE_NAN, FINITE } Kind;
typedef struct Fmt {
    ApfFormat f;
    uint32_t bits, man, bias;
    Kind kind;
    uint32_t max, nan; // bits of the largest finite value and of the canonical NaN
} Fmt;
static const Fmt formats[] = {
    {APF_E4M3, 8, 3, 7, ONE_NAN, 0x7e, 0x7f}, {APF_E5M2, 8, 2, 15, IEEE, 0x7b, 0x7e},
    {APF_E3M2, 6, 2, 3, FINITE, 0x1f, 0x1f},  {APF_E2M3, 6, 3, 1, FINITE, 0x1f, 0x1f},
    {APF_E2M1, 4, 1, 1, FINITE, 7, 7},        {APF_F16, 16, 10, 15, IEEE, 0x7bff, 0x7e00},
};
enum { NFMT = sizeof formats / sizeof formats[0], NSMALL = NFMT - 1 };

#define SCALED(v) ((v) * ((i128)1 << S))

static i128 value_of[NFMT][0x7c02]; // by magnitude bits; one past the largest: the next step up

static uint64_t seed = 1;
static uint64_t rnd(void) {
    return unit_random(&seed);
}

static void init_tables(void) {
    for (int k = 0; k < NFMT; k++) {
        const Fmt *t = &formats[k];
        for (uint32_t b = 0; b <= t->max + 1; b++) {
            uint32_t e = b >> t->man, m = b & ((1u << t->man) - 1);
            if (e) m |= 1u << t->man;
            value_of[k][b] = (i128)m << (S + (int)(e ? e : 1) - (int)t->bias - (int)t->man);
        }
    }
}

static uint32_t sign_bit(const Fmt *t) {
    return 1u << (t->bits - 1);
}
static uint32_t mag(const Fmt *t, uint32_t b) {
    return b & (sign_bit(t) - 1);
}
static bool is_nan(const Fmt *t, uint32_t b) {
    return t->kind == IEEE      ? mag(t, b) > t->max + 1
           : t->kind == ONE_NAN ? mag(t, b) == t->max + 1
                                : false;
}
static bool is_inf(const Fmt *t, uint32_t b) {
    return t->kind == IEEE && mag(t, b) == t->max + 1;
}
static i128 value(const Fmt *t, uint32_t b) { // of finite bits
    i128 v = value_of[t - formats][mag(t, b)];
    return b & sign_bit(t) ? -v : v;
}

// |x| * 2^S is num / den, or its square root when `root`.
typedef struct Exact {
    bool neg, root;
    i128 num, den;
} Exact;

static int cmp_exact(const Exact *x, i128 twice) { // |x| with twice / 2
    i128 l, r;
    if (x->root) {
        l = x->num, r = (twice / 2) * (twice / 2); // twice is even: ulps are at least 2^(S-25)
    } else {
        l = x->num, r = twice / 2 * x->den;
    }
    return l < r ? -1 : l > r;
}

typedef struct Got {
    uint32_t bits, flags;
} Got;

static Got overflowed(const Fmt *t, uint32_t s, bool to_max) {
    uint32_t b = to_max || t->kind == FINITE ? t->max | s
                 : t->kind == IEEE           ? (t->max + 1) | s
                                             : t->nan;
    return (Got){b, APF_OVERFLOW | APF_INEXACT};
}

static Got ref_round(const Fmt *t, const Exact *x, ApfRound r, bool sat) {
    const i128 *v = value_of[t - formats];
    uint32_t lo = 0, hi = t->max + 1, s = x->neg ? sign_bit(t) : 0;
    bool dir_max = sat || r == APF_RTZ || (r == APF_RUP && x->neg) || (r == APF_RDN && !x->neg);
    if (cmp_exact(x, 2 * v[hi]) >= 0) return overflowed(t, s, dir_max);
    while (hi - lo > 1) { // v[lo] <= x < v[hi]
        uint32_t mid = (lo + hi) / 2;
        if (cmp_exact(x, 2 * v[mid]) >= 0)
            lo = mid;
        else
            hi = mid;
    }
    if (cmp_exact(x, 2 * v[lo]) == 0) return (Got){lo | s, 0};
    int c = cmp_exact(x, v[lo] + v[lo + 1]);
    bool up = r == APF_RNE   ? c > 0 || (c == 0 && (lo & 1))
              : r == APF_RNA ? c >= 0
              : r == APF_RUP ? !x->neg
              : r == APF_RDN ? x->neg
                             : false;
    if (up && lo == t->max) return overflowed(t, s, dir_max);
    uint32_t tiny = lo < (1u << t->man) ? APF_UNDERFLOW : 0;
    return (Got){(lo + up) | s, APF_INEXACT | tiny};
}

static int bad_shown;
static void expect(const Fmt *t, const char *op, ApfRound r, uint32_t a, uint32_t b, uint32_t c,
                   ApFloat got, uint32_t flags, Got want) {
    unit_run++;
    uint32_t bits = (uint32_t)apf_to_bits(got);
    if (bits == want.bits && flags == want.flags) return;
    unit_bad++;
    if (bad_shown++ < 20)
        fprintf(stderr, "%s %s mode %d: %x %x %x: got %x flags %x, expected %x flags %x\n",
                apf_info[t->f].name, op, r, a, b, c, bits, flags, want.bits, want.flags);
}

static Exact from_value(i128 num, i128 den) {
    return (Exact){(num < 0) != (den < 0), false, num < 0 ? -num : num, den < 0 ? -den : den};
}

static Got ref_add(const Fmt *t, uint32_t a, uint32_t b, ApfRound r) {
    if (is_nan(t, a) || is_nan(t, b)) return (Got){t->nan, 0};
    if (is_inf(t, a) && is_inf(t, b) && a != b) return (Got){t->nan, APF_INVALID};
    if (is_inf(t, a)) return (Got){a, 0};
    if (is_inf(t, b)) return (Got){b, 0};
    i128 v = value(t, a) + value(t, b);
    if (v == 0) {
        bool neg = (a & b & sign_bit(t)) || (((a ^ b) & sign_bit(t)) && r == APF_RDN);
        return (Got){neg ? sign_bit(t) : 0, 0};
    }
    Exact x = from_value(v, 1);
    return ref_round(t, &x, r, false);
}

static Got ref_mul(const Fmt *t, uint32_t a, uint32_t b, ApfRound r) {
    uint32_t s = (a ^ b) & sign_bit(t);
    if (is_nan(t, a) || is_nan(t, b)) return (Got){t->nan, 0};
    if (is_inf(t, a) || is_inf(t, b)) {
        if (!mag(t, a) || !mag(t, b)) return (Got){t->nan, APF_INVALID};
        return (Got){(t->max + 1) | s, 0};
    }
    Exact x = from_value(value(t, a) * value(t, b), (i128)1 << S);
    x.neg = s != 0;
    return ref_round(t, &x, r, false);
}

static Got ref_div(const Fmt *t, uint32_t a, uint32_t b, ApfRound r) {
    uint32_t s = (a ^ b) & sign_bit(t);
    if (is_nan(t, a) || is_nan(t, b)) return (Got){t->nan, 0};
    if ((!mag(t, a) && !mag(t, b)) || (is_inf(t, a) && is_inf(t, b)))
        return (Got){t->nan, APF_INVALID};
    if (is_inf(t, a)) return (Got){(t->max + 1) | s, 0};
    if (!mag(t, a) || is_inf(t, b)) return (Got){s, 0};
    if (!mag(t, b)) return (Got){overflowed(t, s, false).bits, APF_DIVZERO};
    Exact x = from_value(SCALED(value(t, a)), value(t, b));
    return ref_round(t, &x, r, false);
}

static Got ref_fma(const Fmt *t, uint32_t a, uint32_t b, uint32_t c, ApfRound r) {
    Got p = ref_mul(t, a, b, r);
    if (is_nan(t, a) || is_nan(t, b) || is_nan(t, c)) return (Got){t->nan, 0};
    if (is_inf(t, a) || is_inf(t, b))
        return p.flags ? (Got){t->nan, APF_INVALID} : ref_add(t, p.bits, c, r);
    if (is_inf(t, c)) return (Got){c, 0};
    if (!mag(t, a) || !mag(t, b)) return ref_add(t, (a ^ b) & sign_bit(t), c, r);
    i128 v = value(t, a) * value(t, b) + SCALED(value(t, c));
    if (v == 0) return (Got){r == APF_RDN ? sign_bit(t) : 0, 0};
    Exact x = from_value(v, (i128)1 << S);
    return ref_round(t, &x, r, false);
}

static Got ref_sqrt(const Fmt *t, uint32_t a, ApfRound r) {
    if (is_nan(t, a)) return (Got){t->nan, 0};
    if (!mag(t, a)) return (Got){a, 0};
    if (a & sign_bit(t)) return (Got){t->nan, APF_INVALID};
    if (is_inf(t, a)) return (Got){a, 0};
    Exact x = {false, true, SCALED(value(t, a)), 1};
    return ref_round(t, &x, r, false);
}

static Got ref_rem(const Fmt *t, uint32_t a, uint32_t b) {
    if (is_nan(t, a) || is_nan(t, b)) return (Got){t->nan, 0};
    if (is_inf(t, a) || !mag(t, b)) return (Got){t->nan, APF_INVALID};
    if (is_inf(t, b)) return (Got){a, 0};
    Exact x = from_value(value(t, a) % value(t, b), 1);
    x.neg = a & sign_bit(t);
    return ref_round(t, &x, APF_RNE, false);
}

static i128 ref_integral(i128 v, ApfRound r, bool *exact) { // of v / 2^S
    i128 n = v >> S, frac = v - SCALED(n), half = (i128)1 << (S - 1);
    *exact = frac == 0;
    switch (r) {
    case APF_RDN: return n;
    case APF_RUP: return n + (frac != 0);
    case APF_RTZ: return n + (v < 0 && frac);
    case APF_RNA: return n + (frac > half || (frac == half && v > 0));
    default: return n + (frac > half || (frac == half && (n & 1)));
    }
}

// IEEE 754-2019 5.11: the order of two values, and minimum/maximum built on it.
static void check_order(const Fmt *t, uint32_t a, uint32_t b) {
    ApFloat x = apf_from_bits(t->f, a), y = apf_from_bits(t->f, b);
    bool na = is_nan(t, a), nb = is_nan(t, b);
    ApfCmp want = APF_UN;
    if (!na && !nb) {
        // bits order magnitudes, also infinity
        int p = a & sign_bit(t) ? -(int)mag(t, a) : (int)mag(t, a);
        int q = b & sign_bit(t) ? -(int)mag(t, b) : (int)mag(t, b);
        want = p < q ? APF_LT : p > q ? APF_GT : APF_EQ;
    }
    CHECK(apf_cmp(x, y) == want);
    uint32_t lo = want == APF_LT ? a : b, hi = want == APF_LT ? b : a;
    if (want == APF_EQ) lo = a | b, hi = a & b; // -0 below +0
    bool one = na != nb;
    uint32_t num = na ? b : a;
    Got nan = {t->nan, 0};
    expect(t, "min_num", 0, a, b, 0, apf_min_num(x, y), 0,
           na && nb ? nan : (Got){one ? num : lo, 0});
    expect(t, "max_num", 0, a, b, 0, apf_max_num(x, y), 0,
           na && nb ? nan : (Got){one ? num : hi, 0});
    expect(t, "minimum", 0, a, b, 0, apf_minimum(x, y), 0, na || nb ? nan : (Got){lo, 0});
    expect(t, "maximum", 0, a, b, 0, apf_maximum(x, y), 0, na || nb ? nan : (Got){hi, 0});
}

static void check_pair(const Fmt *t, uint32_t a, uint32_t b) {
    ApFloat x = apf_from_bits(t->f, a), y = apf_from_bits(t->f, b);
    for (ApfRound r = APF_RNE; r <= APF_RNA; r++) {
        uint32_t f = 0;
        ApFloat z = apf_add(x, y, r, &f);
        expect(t, "add", r, a, b, 0, z, f, ref_add(t, a, b, r));
        f = 0;
        z = apf_sub(x, y, r, &f);
        Got w = ref_add(t, a, is_nan(t, b) ? b : b ^ sign_bit(t), r);
        expect(t, "sub", r, a, b, 0, z, f, w);
        f = 0;
        z = apf_mul(x, y, r, &f);
        expect(t, "mul", r, a, b, 0, z, f, ref_mul(t, a, b, r));
        f = 0;
        z = apf_div(x, y, r, &f);
        expect(t, "div", r, a, b, 0, z, f, ref_div(t, a, b, r));
    }
    uint32_t f = 0;
    ApFloat z = apf_rem(x, y, &f);
    expect(t, "rem", 0, a, b, 0, z, f, ref_rem(t, a, b));
    check_order(t, a, b);
}

static void check_fma(const Fmt *t, uint32_t a, uint32_t b, uint32_t c) {
    ApFloat x = apf_from_bits(t->f, a), y = apf_from_bits(t->f, b), z = apf_from_bits(t->f, c);
    for (ApfRound r = APF_RNE; r <= APF_RNA; r++) {
        uint32_t f = 0;
        ApFloat g = apf_fma(x, y, z, r, &f);
        expect(t, "fma", r, a, b, c, g, f, ref_fma(t, a, b, c, r));
    }
}

static void check_to_int(const Fmt *t, uint32_t a, ApfRound r, uint32_t width, bool is_signed) {
    uint32_t f = 0, want_f = 0;
    ApInt got = apf_to_int(apf_from_bits(t->f, a), width, is_signed, r, &f);
    i128 lo = is_signed ? -((i128)1 << (width - 1)) : 0;
    i128 hi = ((i128)1 << (is_signed ? width - 1 : width)) - 1, want;
    bool exact = true;
    if (is_nan(t, a)) {
        want = 0, want_f = APF_INVALID;
    } else {
        want = is_inf(t, a) ? (a & sign_bit(t) ? lo - 1 : hi + 1)
                            : ref_integral(value(t, a), r, &exact);
        want_f = want < lo || want > hi ? APF_INVALID : exact ? 0 : APF_INEXACT;
        want = want < lo ? lo : want > hi ? hi : want;
    }
    CHECK(f == want_f);
    CHECK((is_signed ? apint_i128(&got) : (i128)apint_u128(&got)) == want);
}

// `a` of format t to every smaller format.
static void check_convert(const Fmt *t, uint32_t a, ApfRound r, bool sat) {
    ApFloat x = apf_from_bits(t->f, a);
    for (int k = 0; k < NFMT; k++) {
        const Fmt *to = &formats[k];
        uint32_t f = 0, s = a & sign_bit(t) ? sign_bit(to) : 0;
        ApFloat g = sat ? apf_convert_sat(x, to->f, r, &f) : apf_convert(x, to->f, r, &f);
        Got want;
        if (is_nan(t, a)) {
            want = (Got){to->nan, to->kind == FINITE ? APF_INVALID : 0};
        } else if (is_inf(t, a)) {
            want = overflowed(to, s, sat);
            if (!sat && to->kind == IEEE) want.flags = 0;
        } else {
            Exact e = from_value(value(t, a), 1);
            e.neg = s != 0;
            want = ref_round(to, &e, r, sat);
        }
        expect(to, sat ? "convert_sat" : "convert", r, a, (uint32_t)t->f, 0, g, f, want);
    }
}

static void check_one(const Fmt *t, uint32_t a) {
    ApFloat x = apf_from_bits(t->f, a);
    CHECK(apf_to_bits(x) == a);
    CHECK(apf_to_bits(apf_neg(x)) == (a ^ sign_bit(t)));
    CHECK(apf_to_bits(apf_abs(x)) == mag(t, a));
    bool sub = mag(t, a) && mag(t, a) < (1u << t->man);
    CHECK(apf_is_subnormal(x) == sub);
    CHECK(apf_to_bits(apf_flush(x)) == (sub ? a & sign_bit(t) : a));
    for (ApfRound r = APF_RNE; r <= APF_RNA; r++) {
        uint32_t f = 0;
        ApFloat z = apf_sqrt(x, r, &f);
        expect(t, "sqrt", r, a, 0, 0, z, f, ref_sqrt(t, a, r));
        f = 0;
        z = apf_round_int(x, r, &f);
        Got want = {is_nan(t, a) ? t->nan : a, 0};
        if (!is_nan(t, a) && !is_inf(t, a)) {
            bool exact;
            Exact e = from_value(SCALED(ref_integral(value(t, a), r, &exact)), 1);
            e.neg = a & sign_bit(t);
            want = ref_round(t, &e, APF_RNE, false);
            if (!exact) want.flags |= APF_INEXACT;
        }
        expect(t, "round_int", r, a, 0, 0, z, f, want);
        check_to_int(t, a, r, 8, true);
        check_to_int(t, a, r, 8, false);
        check_to_int(t, a, r, 32, true);
        check_to_int(t, a, r, 1, false);
        check_convert(t, a, r, false);
        check_convert(t, a, r, true);
    }
    if (is_nan(t, a)) return;
    static const ApfFormat wider[] = {APF_F32, APF_F64, APF_F128, APF_X87};
    for (size_t i = 0; i < CU_COUNT(wider); i++) { // exact, and back
        uint32_t f = 0;
        ApFloat w = apf_convert(x, wider[i], APF_RUP, &f);
        if (mag(t, a) <= t->max)
            CHECK(apf_cmp(w, apf_scaled(wider[i], a & sign_bit(t),
                                        (u128)value_of[t - formats][mag(t, a)], -S, APF_RNE,
                                        NULL)) == APF_EQ);
        CHECK(f == 0 && apf_to_bits(apf_convert(w, t->f, APF_RDN, &f)) == a && f == 0);
    }
}

static void check_from_int(const Fmt *t, int64_t v) {
    for (ApfRound r = APF_RNE; r <= APF_RNA; r++) {
        uint32_t f = 0;
        ApFloat g = apf_from_int(t->f, apint_from_i64(32, v), true, r, &f);
        Exact e = from_value(SCALED((i128)v), 1);
        expect(t, "from_int", r, (uint32_t)v, 0, 0, g, f, ref_round(t, &e, r, false));
        if (v < 0) continue;
        f = 0;
        g = apf_from_int(t->f, apint_from_i64(31, v), false, r, &f);
        expect(t, "from_uint", r, (uint32_t)v, 0, 0, g, f, ref_round(t, &e, r, false));
    }
}

// ue8m0 has neither sign nor zero: the power of two below or above |x| [OCP MX 1.0, 5.4.1; as
// cuda_fp8.hpp does it for bf16].
static void check_ue8m0(void) {
    for (uint32_t b = 0; b < 256; b++) {
        ApFloat x = apf_from_bits(APF_UE8M0, b);
        CHECK(apf_to_bits(x) == b);
        if (b == 255) {
            CHECK(apf_is_nan(x));
            continue;
        }
        CHECK(apf_cmp(x, apf_scaled(APF_F64, false, 1, (int)b - 127, APF_RNE, NULL)) == APF_EQ);
    }
    for (uint32_t b = 0; b < 0x10000; b++) {
        ApFloat x = apf_from_bits(APF_BF16, b);
        for (int sat = 0; sat < 2; sat++) {
            for (int rz = 0; rz < 2; rz++) {
                uint32_t m = b & 0x7fff, want = m >> 7 & 0xff;
                if (!rz && (m & 0x7f) && m > 0x40 && m < 0x7f80) want++;
                if (sat && m <= 0x7f80 && want == 0xff) want--;
                ApfRound r = rz ? APF_RTZ : APF_RUP;
                ApFloat g = sat ? apf_convert_sat(x, APF_UE8M0, r, NULL)
                                : apf_convert(x, APF_UE8M0, r, NULL);
                if (apf_to_bits(g) != want && bad_shown++ < 20)
                    fprintf(stderr, "ue8m0 of bf16 %x rz %d sat %d: got %x, expected %x\n", b, rz,
                            sat, (uint32_t)apf_to_bits(g), want);
                CHECK(apf_to_bits(g) == want);
            }
        }
    }
}

int main(void) {
    init_tables();
    for (const Fmt *t = formats; t < formats + NSMALL; t++) {
        uint32_t n = 1u << t->bits;
        for (uint32_t a = 0; a < n; a++) {
            check_one(t, a);
            for (uint32_t b = 0; b < n; b++) {
                check_pair(t, a, b);
                if (t->bits == 8) continue;
                for (uint32_t c = 0; c < n; c += t->bits == 4 ? 1 : 3) check_fma(t, a, b, c);
            }
        }
        for (int i = 0; i < 200000; i++) {
            uint64_t v = rnd();
            check_fma(t, v & (n - 1), v >> 8 & (n - 1), v >> 16 & (n - 1));
        }
        for (int v = -130; v < 520; v++) check_from_int(t, v);
    }
    const Fmt *h = &formats[NSMALL];
    for (uint32_t a = 0; a < 0x10000; a++) check_one(h, a);
    for (int i = 0; i < 100000; i++) {
        uint64_t v = rnd();
        check_pair(h, v & 0xffff, v >> 16 & 0xffff);
        check_fma(h, v & 0xffff, v >> 16 & 0xffff, v >> 32 & 0xffff);
        check_from_int(h, (int32_t)rnd() >> (v >> 48 & 31));
    }
    check_ue8m0();
    return UNIT_END();
}
