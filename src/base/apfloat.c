// SPDX-License-Identifier: Apache-2.0
// Arithmetic of apfloat.h. Every operation forms its exact result as sign, 256-bit significand,
// exponent and a sticky bit, and calls `finish`, the only place that rounds.
#include "base/apfloat.h"

#define FORMAT(id, text, width, prec, exp_width, exp_bias, ...)                                    \
    [APF_##id] = {.name = text,                                                                    \
                  .bits = width,                                                                   \
                  .precision = prec,                                                               \
                  .exp_bits = exp_width,                                                           \
                  .bias = exp_bias,                                                                \
                  __VA_ARGS__}
const ApfInfo apf_info[APF_NFORMATS] = {
    FORMAT(F16, "f16", 16, 11, 5, 15, .has_inf = true, .has_nan = true),
    FORMAT(BF16, "bf16", 16, 8, 8, 127, .has_inf = true, .has_nan = true),
    FORMAT(TF32, "tf32", 19, 11, 8, 127, .has_inf = true, .has_nan = true),
    FORMAT(F32, "f32", 32, 24, 8, 127, .has_inf = true, .has_nan = true),
    FORMAT(F64, "f64", 64, 53, 11, 1023, .has_inf = true, .has_nan = true),
    FORMAT(F128, "f128", 128, 113, 15, 16383, .has_inf = true, .has_nan = true),
    FORMAT(X87, "x87", 80, 64, 15, 16383, .has_inf = true, .has_nan = true, .explicit_bit = true),
    FORMAT(E4M3, "e4m3", 8, 4, 4, 7, .has_nan = true),
    FORMAT(E5M2, "e5m2", 8, 3, 5, 15, .has_inf = true, .has_nan = true),
    FORMAT(E3M2, "e3m2", 6, 3, 3, 3, .has_inf = false),
    FORMAT(E2M3, "e2m3", 6, 4, 2, 1, .has_inf = false),
    FORMAT(E2M1, "e2m1", 4, 2, 2, 1, .has_inf = false),
    FORMAT(UE8M0, "ue8m0", 8, 1, 8, 127, .has_nan = true, .scale = true),
};
#undef FORMAT

typedef struct U256 {
    u128 hi, lo;
} U256;

static uint32_t clz128(u128 v) {
    uint64_t h = (uint64_t)(v >> 64), l = (uint64_t)v;
    return h ? (uint32_t)__builtin_clzll(h) : l ? 64u + (uint32_t)__builtin_clzll(l) : 128u;
}

static uint32_t bits256(U256 v) {
    return v.hi ? 256 - clz128(v.hi) : 128 - clz128(v.lo);
}

static U256 shl256(U256 v, uint32_t n) {
    if (n >= 256) return (U256){0, 0};
    if (n >= 128) return (U256){v.lo << (n - 128), 0};
    if (n == 0) return v;
    return (U256){v.hi << n | v.lo >> (128 - n), v.lo << n};
}

static U256 shr256(U256 u256, uint32_t n, bool *sticky) { // *sticky |= a one was shifted out
    if (n == 0) return u256;
    if (n >= 256) {
        *sticky |= u256.hi || u256.lo;
        return (U256){0, 0};
    }
    if (n >= 128) {
        *sticky |= u256.lo || (n > 128 && (u256.hi << (256 - n)));
        return (U256){0, u256.hi >> (n - 128)};
    }
    *sticky |= (u256.lo << (128 - n)) != 0;
    return (U256){u256.hi >> n, u256.lo >> n | u256.hi << (128 - n)};
}

static U256 add256(U256 a, U256 b) {
    U256 r = {a.hi + b.hi, a.lo + b.lo};
    r.hi += r.lo < a.lo;
    return r;
}

static U256 sub256(U256 a, U256 b) {
    U256 r = {a.hi - b.hi, a.lo - b.lo};
    r.hi -= a.lo < b.lo;
    return r;
}

static int cmp256(U256 a, U256 b) {
    if (a.hi != b.hi) return a.hi < b.hi ? -1 : 1;
    return a.lo < b.lo ? -1 : a.lo > b.lo;
}

static U256 mul128(u128 a, u128 b) {
    u128 a0 = (uint64_t)a, a1 = a >> 64, b0 = (uint64_t)b, b1 = b >> 64;
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 mid = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
    return (U256){p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64), (mid << 64) | (uint64_t)p00};
}

static void raise_flag(uint32_t *flags, uint32_t f) {
    if (flags) *flags |= f;
}

static int32_t min_exp(const ApfInfo *i) { // of the least significant bit of subnormals
    return (i->scale ? 0 : 1) - i->bias - (i->precision - 1);
}

static int32_t max_exp(const ApfInfo *i) { // of the least significant bit of the largest values
    int32_t top = (1 << i->exp_bits) - 1 - (i->has_inf || i->scale ? 1 : 0);
    return top - i->bias - (i->precision - 1);
}

static u128 max_sig(const ApfInfo *i) {
    u128 all = apint_mask(i->precision);
    return !i->has_inf && i->has_nan && !i->scale ? all - 1 : all; // E4M3: all ones is the NaN
}

ApFloat apf_zero(ApfFormat f, bool sign) {
    if (CU_UNLIKELY(f == APF_UE8M0))
        return (ApFloat){.fmt = f, .cat = APC_NORMAL, .sig = 1, .exp = min_exp(&apf_info[f])};
    return (ApFloat){.fmt = f, .cat = APC_ZERO, .sign = sign};
}

ApFloat apf_max(ApfFormat f, bool sign) {
    const ApfInfo *i = &apf_info[f];
    return (ApFloat){
        .fmt = f, .cat = APC_NORMAL, .sign = sign, .sig = max_sig(i), .exp = max_exp(i)};
}

ApFloat apf_inf(ApfFormat f, bool sign) {
    if (!apf_info[f].has_inf) return apf_max(f, sign);
    return (ApFloat){.fmt = f, .cat = APC_INF, .sign = sign};
}

ApFloat apf_nan(ApfFormat f) {
    const ApfInfo *i = &apf_info[f];
    if (!i->has_nan) return apf_max(f, false);
    u128 sig = i->has_inf ? (u128)1 << (i->precision - 2) : max_sig(i);
    return (ApFloat){.fmt = f, .cat = APC_NAN, .sig = sig};
}

static ApFloat invalid(ApfFormat f, uint32_t *flags) {
    raise_flag(flags, APF_INVALID);
    return apf_nan(f);
}

static ApFloat overflow(ApfFormat f, bool sign, ApfRound r, bool sat, uint32_t *flags) {
    raise_flag(flags, APF_OVERFLOW | APF_INEXACT);
    bool to_max = sat || r == APF_RTZ || (r == APF_RUP && sign) || (r == APF_RDN && !sign);
    if (to_max) return apf_max(f, sign);
    if (apf_info[f].has_inf) return apf_inf(f, sign);
    return apf_info[f].has_nan ? apf_nan(f) : apf_max(f, sign);
}

static bool round_up(ApfRound apf_round, bool sign, bool odd, bool half, bool rest) {
    switch (apf_round) {
    case APF_RNE: return half && (rest || odd);
    case APF_RNA: return half;
    case APF_RUP: return !sign && (half || rest);
    case APF_RDN: return sign && (half || rest);
    default: return false;
    }
}

// Rounds sig * 2^exp (plus something below the last bit if `sticky`) into format f.
static ApFloat finish(ApfFormat apf_format, bool sign, U256 sig, int64_t exp, bool sticky,
                      ApfRound apf_round, bool sat, uint32_t *flags) {
    const ApfInfo *i = &apf_info[apf_format];
    uint32_t n = bits256(sig);
    sign &= !i->scale;
    if (!n) {
        if (!sticky) return apf_zero(apf_format, sign);
        sig.lo = 1; // an infinitesimal: place it below everything
        n = 1;
        exp = CU_MIN(exp, (int64_t)min_exp(i) - 4);
        sticky = false;
    }
    int64_t want = exp + (int64_t)n - i->precision; // exponent of the result's last bit
    if (want < min_exp(i)) want = min_exp(i);
    bool half = false, rest = sticky;
    if (want > exp) {
        uint32_t drop = (uint32_t)CU_MIN(want - exp, (int64_t)300);
        bool below = sticky;
        U256 t = shr256(sig, drop - 1, &below);
        half = t.lo & 1;
        rest = below;
        bool none = false;
        sig = shr256(t, 1, &none);
    } else {
        sig = shl256(sig, (uint32_t)(exp - want));
    }
    u128 v = sig.lo;
    if (half || rest) {
        bool tiny = !(v >> (i->precision - 1));
        raise_flag(flags, APF_INEXACT | (tiny ? APF_UNDERFLOW : 0));
        if (round_up(apf_round, sign, v & 1, half, rest)) v++;
        if (v >> (i->precision - 1) >> 1) {
            v >>= 1;
            want++;
        }
    }
    if (!v) return apf_zero(apf_format, sign);
    if (want > max_exp(i) || (want == max_exp(i) && v > max_sig(i)))
        return overflow(apf_format, sign, apf_round, sat, flags);
    return (ApFloat){
        .fmt = apf_format, .cat = APC_NORMAL, .sign = sign, .sig = v, .exp = (int32_t)want};
}

ApFloat apf_scaled(ApfFormat f, bool sign, u128 sig, int64_t exp, ApfRound r, uint32_t *flags) {
    return finish(f, sign, (U256){0, sig}, exp, false, r, false, flags);
}

// ---- bits -------------------------------------------------------------------------------------

ApFloat apf_from_bits(ApfFormat apf_format, u128 bits) {
    const ApfInfo *i = &apf_info[apf_format];
    uint32_t frac_bits = i->precision - (i->explicit_bit ? 0u : 1u);
    u128 frac = bits & apint_mask(frac_bits);
    uint32_t e = (uint32_t)(bits >> frac_bits) & ((1u << i->exp_bits) - 1);
    bool sign = !i->scale && (bits >> (i->bits - 1) & 1);
    uint32_t top = (1u << i->exp_bits) - 1;
    ApFloat ap_float = {.fmt = apf_format, .sign = sign};
    if (e == top && i->has_inf) {
        u128 payload = i->explicit_bit ? frac & apint_mask(63) : frac;
        bool integer_bit = !i->explicit_bit || frac >> 63; // without: x87's pseudo-infinity
        ap_float.cat = payload || !integer_bit ? APC_NAN : APC_INF;
        ap_float.sig = payload ? payload : integer_bit ? 0 : (u128)1 << 62;
        return ap_float;
    }
    // x87's unnormals are invalid operands since the 387 [Intel SDM 8.2.2].
    if (i->explicit_bit && e && !(frac >> 63)) return apf_nan(apf_format);
    if (e == top && i->has_nan && frac == apint_mask(frac_bits)) {
        ap_float.cat = APC_NAN;
        ap_float.sig = max_sig(i);
        return ap_float;
    }
    bool subnormal = e == 0 && !i->scale;
    if (!subnormal && !i->explicit_bit) frac |= (u128)1 << frac_bits;
    ap_float.cat = frac ? APC_NORMAL : APC_ZERO;
    ap_float.sig = frac;
    ap_float.exp = (int32_t)(subnormal ? 1 : e) - i->bias - (i->precision - 1);
    if (!frac) ap_float.exp = 0;
    return ap_float;
}

u128 apf_to_bits(ApFloat ap_float) {
    const ApfInfo *i = &apf_info[ap_float.fmt];
    uint32_t frac_bits = i->precision - (i->explicit_bit ? 0u : 1u);
    u128 s = i->scale ? 0 : (u128)ap_float.sign << (i->bits - 1);
    u128 top = (((u128)1 << i->exp_bits) - 1) << frac_bits;
    u128 one = i->explicit_bit ? (u128)1 << 63 : 0;
    switch (ap_float.cat) {
    case APC_ZERO: return s;
    case APC_INF: return s | top | one;
    case APC_NAN:
        if (!i->has_inf) return s | top | apint_mask(frac_bits);
        return s | top | one | ap_float.sig;
    default: break;
    }
    bool normal = ap_float.sig >> (i->precision - 1);
    uint32_t e = normal ? (uint32_t)(ap_float.exp + i->bias + (i->precision - 1)) : 0;
    return s | (u128)e << frac_bits | (ap_float.sig & apint_mask(frac_bits));
}

ApFloat apf_f32(float v) {
    uint32_t b;
    memcpy(&b, &v, 4);
    return apf_from_bits(APF_F32, b);
}

ApFloat apf_f64(double v) {
    uint64_t b;
    memcpy(&b, &v, 8);
    return apf_from_bits(APF_F64, b);
}

float apf_to_f32(ApFloat a) {
    uint32_t b = (uint32_t)apf_to_bits(apf_convert(a, APF_F32, APF_RNE, NULL));
    float v;
    memcpy(&v, &b, 4);
    return v;
}

double apf_to_f64(ApFloat a) {
    uint64_t b = (uint64_t)apf_to_bits(apf_convert(a, APF_F64, APF_RNE, NULL));
    double v;
    memcpy(&v, &b, 8);
    return v;
}

bool apf_same(ApFloat a, ApFloat b) {
    return a.fmt == b.fmt && apf_to_bits(a) == apf_to_bits(b);
}

bool apf_is_subnormal(ApFloat a) {
    return a.cat == APC_NORMAL && !(a.sig >> (apf_info[a.fmt].precision - 1));
}

ApFloat apf_flush(ApFloat a) {
    return apf_is_subnormal(a) ? apf_zero(a.fmt, a.sign) : a;
}

ApFloat apf_neg(ApFloat a) {
    a.sign = !a.sign;
    return a;
}

ApFloat apf_abs(ApFloat a) {
    a.sign = false;
    return a;
}

ApFloat apf_copysign(ApFloat a, ApFloat sign) {
    a.sign = sign.sign;
    return a;
}

// ---- addition ---------------------------------------------------------------------------------

typedef struct Term { // (-1)^sign * sig * 2^exp, sig of at most 226 bits
    U256 sig;
    int64_t exp;
    bool sign;
} Term;

// Exact sum of two nonzero terms, rounded. The larger one is shifted up as far as it fits; what of
// the smaller one still does not overlap is only a sticky bit.
static ApFloat add_terms(ApfFormat apf_format, Term term, Term b, ApfRound apf_round,
                         uint32_t *flags) {
    int64_t ta = term.exp + bits256(term.sig), tb = b.exp + bits256(b.sig);
    if (ta < tb) {
        Term t = term;
        term = b;
        b = t;
    }
    uint32_t room = 254 - bits256(term.sig);
    int64_t gap = term.exp - b.exp;
    uint32_t up = (uint32_t)CU_MIN(CU_MAX(gap, (int64_t)0), (int64_t)room);
    if (gap < 0) up = 0;
    term.sig = shl256(term.sig, up);
    term.exp -= up;
    bool sticky = false;
    if (b.exp < term.exp) {
        b.sig = shr256(b.sig, (uint32_t)CU_MIN(term.exp - b.exp, (int64_t)256), &sticky);
    } else if (b.exp > term.exp) {
        b.sig = shl256(b.sig, (uint32_t)(b.exp - term.exp));
    }
    if (term.sign == b.sign)
        return finish(apf_format, term.sign, add256(term.sig, b.sig), term.exp, sticky, apf_round,
                      false, flags);
    if (sticky)
        b.sig = add256(b.sig, (U256){0, 1}); // subtract a little more, then add it as sticky
    int c = cmp256(term.sig, b.sig);
    if (c == 0 && !sticky) return apf_zero(apf_format, apf_round == APF_RDN);
    bool sign = c < 0 ? b.sign : term.sign;
    U256 d = c < 0 ? sub256(b.sig, term.sig) : sub256(term.sig, b.sig);
    return finish(apf_format, sign, d, term.exp, sticky, apf_round, false, flags);
}

static Term term(ApFloat a) {
    return (Term){{0, a.sig}, a.exp, a.sign};
}

ApFloat apf_add(ApFloat ap_float, ApFloat b, ApfRound apf_round, uint32_t *flags) {
    ApfFormat apf_format = ap_float.fmt;
    if (ap_float.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(apf_format);
    if (ap_float.cat == APC_INF || b.cat == APC_INF) {
        if (ap_float.cat == b.cat && ap_float.sign != b.sign) return invalid(apf_format, flags);
        return ap_float.cat == APC_INF ? ap_float : b;
    }
    if (ap_float.cat == APC_ZERO && b.cat == APC_ZERO) {
        return apf_zero(apf_format, ap_float.sign == b.sign ? ap_float.sign : apf_round == APF_RDN);
    }
    if (ap_float.cat == APC_ZERO) return b;
    if (b.cat == APC_ZERO) return ap_float;
    return add_terms(apf_format, term(ap_float), term(b), apf_round, flags);
}

ApFloat apf_sub(ApFloat a, ApFloat b, ApfRound r, uint32_t *flags) {
    if (b.cat != APC_NAN) b.sign = !b.sign;
    return apf_add(a, b, r, flags);
}

// ---- multiplication, division, square root ----------------------------------------------------

ApFloat apf_mul(ApFloat ap_float, ApFloat b, ApfRound apf_round, uint32_t *flags) {
    ApfFormat f = ap_float.fmt;
    bool sign = ap_float.sign != b.sign;
    if (ap_float.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(f);
    if (ap_float.cat == APC_INF || b.cat == APC_INF) {
        if (ap_float.cat == APC_ZERO || b.cat == APC_ZERO) return invalid(f, flags);
        return apf_inf(f, sign);
    }
    if (ap_float.cat == APC_ZERO || b.cat == APC_ZERO) return apf_zero(f, sign);
    return finish(f, sign, mul128(ap_float.sig, b.sig), (int64_t)ap_float.exp + b.exp, false,
                  apf_round, false, flags);
}

ApFloat apf_fma(ApFloat ap_float, ApFloat b, ApFloat c, ApfRound apf_round, uint32_t *flags) {
    ApfFormat apf_format = ap_float.fmt;
    bool sign = ap_float.sign != b.sign;
    if (ap_float.cat == APC_NAN || b.cat == APC_NAN || c.cat == APC_NAN) return apf_nan(apf_format);
    if (ap_float.cat == APC_INF || b.cat == APC_INF) {
        if (ap_float.cat == APC_ZERO || b.cat == APC_ZERO) return invalid(apf_format, flags);
        if (c.cat == APC_INF && c.sign != sign) return invalid(apf_format, flags);
        return apf_inf(apf_format, sign);
    }
    if (c.cat == APC_INF) return c;
    if (ap_float.cat == APC_ZERO || b.cat == APC_ZERO)
        return apf_add(apf_zero(apf_format, sign), c, apf_round, flags);
    U256 p = mul128(ap_float.sig, b.sig);
    int64_t e = (int64_t)ap_float.exp + b.exp;
    if (c.cat == APC_ZERO) return finish(apf_format, sign, p, e, false, apf_round, false, flags);
    return add_terms(apf_format, (Term){p, e, sign}, term(c), apf_round, flags);
}

static u128 normalise(ApFloat a, int64_t *exp) { // highest bit to bit 127
    uint32_t z = clz128(a.sig);
    *exp = (int64_t)a.exp - z;
    return a.sig << z;
}

ApFloat apf_div(ApFloat ap_float, ApFloat b, ApfRound apf_round, uint32_t *flags) {
    ApfFormat apf_format = ap_float.fmt;
    bool sign = ap_float.sign != b.sign;
    if (ap_float.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(apf_format);
    if (ap_float.cat == b.cat && ap_float.cat != APC_NORMAL)
        return invalid(apf_format, flags); // 0/0, inf/inf
    if (ap_float.cat == APC_INF) return apf_inf(apf_format, sign);
    if (b.cat == APC_INF || ap_float.cat == APC_ZERO) return apf_zero(apf_format, sign);
    if (b.cat == APC_ZERO) {
        raise_flag(flags, APF_DIVZERO);
        return overflow(apf_format, sign, APF_RNE, false, NULL); // an infinity, where there is one
    }
    int64_t ea, eb;
    u128 rem = normalise(ap_float, &ea), d = normalise(b, &eb), q = 0;
    int64_t e = ea - eb;
    if (apf_info[apf_format].precision <= 53) { // 62 or 63 quotient bits by one machine division
        u128 num = rem >> 2;                    // both have their highest 53 bits only
        uint64_t den = (uint64_t)(d >> 64);
        q = num / den;
        return finish(apf_format, sign, (U256){0, q}, e - 62, num % den != 0, apf_round, false,
                      flags);
    }
    bool carry = false;
    for (int k = 0; k < 120; k++) { // restoring division: 120 quotient bits and a remainder
        q <<= 1;
        if (carry || rem >= d) {
            rem -= d;
            q |= 1;
        }
        carry = rem >> 127;
        rem <<= 1;
    }
    return finish(apf_format, sign, (U256){0, q}, e - 119, rem || carry, apf_round, false, flags);
}

// The integer square root of v >= 2^126, and whether a remainder is left (Zimmermann, "Karatsuba
// Square Root", 1999, with 32-bit digits; the high half's root digit by digit).
static uint64_t sqrt128(u128 v, bool *rest) {
    uint64_t h = (uint64_t)(v >> 64), root = 0;
    for (uint64_t bit = 1ull << 62; bit; bit >>= 2) {
        bool one = h >= root + bit;
        if (one) h -= root + bit;
        root = root >> 1 | (one ? bit : 0);
    }
    u128 part = (u128)h << 32 | (uint32_t)(v >> 32);
    uint64_t q = (uint64_t)(part / (2 * root)), u = (uint64_t)(part % (2 * root));
    u128 s = ((u128)root << 32) + q;
    i128 r = ((i128)u << 32 | (uint32_t)v) - (i128)((u128)q * q);
    if (r < 0) {
        r += (i128)(2 * s - 1);
        s--;
    }
    *rest = r != 0;
    return (uint64_t)s;
}

ApFloat apf_sqrt(ApFloat ap_float, ApfRound apf_round, uint32_t *flags) {
    ApfFormat apf_format = ap_float.fmt;
    if (ap_float.cat == APC_NAN) return apf_nan(apf_format);
    if (ap_float.cat == APC_ZERO) return ap_float;
    if (ap_float.sign) return invalid(apf_format, flags);
    if (ap_float.cat == APC_INF) return ap_float;
    if (apf_info[apf_format].precision <= 53) { // 64 root bits
        uint32_t shift = clz128(ap_float.sig);
        if (((int64_t)ap_float.exp - shift) & 1) shift--;
        bool rest;
        uint64_t root = sqrt128(ap_float.sig << shift, &rest);
        int64_t e = ((int64_t)ap_float.exp - shift) / 2;
        return finish(apf_format, false, (U256){0, root}, e, rest, apf_round, false, flags);
    }
    // sig * 2^exp with even exponent and 240 bits or so: the root has 120 bits.
    U256 u256 = {0, ap_float.sig};
    uint32_t up = 240 - bits256(u256);
    if (((int64_t)ap_float.exp - up) & 1) up++;
    u256 = shl256(u256, up);
    int64_t e = (int64_t)ap_float.exp - up;
    U256 root = {0, 0}, bit = shl256((U256){0, 1}, 240 + 2);
    while (cmp256(bit, u256) > 0) bit = shr256(bit, 2, &(bool){false});
    for (; bit.hi || bit.lo; bit = shr256(bit, 2, &(bool){false})) { // digit by digit
        U256 t = add256(root, bit);
        root = shr256(root, 1, &(bool){false});
        if (cmp256(u256, t) >= 0) {
            u256 = sub256(u256, t);
            root = add256(root, bit);
        }
    }
    return finish(apf_format, false, root, e / 2, u256.hi || u256.lo, apf_round, false, flags);
}

// (sig * 2^n) mod m by repeated doubling of at most 64 bits a step.
static u128 mod_shift(u128 v, uint32_t n, u128 m) {
    v %= m;
    for (; n; n--) {
        bool carry = v >> 127;
        v <<= 1;
        if (carry || v >= m) v -= m;
    }
    return v;
}

ApFloat apf_rem(ApFloat ap_float, ApFloat b, uint32_t *flags) {
    ApfFormat apf_format = ap_float.fmt;
    if (ap_float.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(apf_format);
    if (ap_float.cat == APC_INF || b.cat == APC_ZERO) return invalid(apf_format, flags);
    if (ap_float.cat == APC_ZERO || b.cat == APC_INF) return ap_float;
    u128 v;
    int64_t e;
    if (ap_float.exp >= b.exp) {
        v = mod_shift(ap_float.sig, (uint32_t)(ap_float.exp - b.exp), b.sig);
        e = b.exp;
    } else {
        uint32_t n = (uint32_t)(b.exp - ap_float.exp);
        e = ap_float.exp;
        bool small = n >= clz128(b.sig); // b * 2^n is larger than any a
        v = small ? ap_float.sig : ap_float.sig % (b.sig << n);
    }
    return finish(apf_format, ap_float.sign, (U256){0, v}, e, false, APF_RNE, false, flags);
}

// ---- comparison -------------------------------------------------------------------------------

static int cmp_magnitude(ApFloat a, ApFloat b) {
    if (a.cat == APC_ZERO || b.cat == APC_ZERO) return (a.cat != APC_ZERO) - (b.cat != APC_ZERO);
    if (a.cat == APC_INF || b.cat == APC_INF) return (a.cat == APC_INF) - (b.cat == APC_INF);
    int64_t ta = (int64_t)a.exp - clz128(a.sig), tb = (int64_t)b.exp - clz128(b.sig);
    if (ta != tb) return ta < tb ? -1 : 1;
    u128 x = a.sig << clz128(a.sig), y = b.sig << clz128(b.sig);
    return x < y ? -1 : x > y;
}

ApfCmp apf_cmp(ApFloat a, ApFloat b) {
    if (a.cat == APC_NAN || b.cat == APC_NAN) return APF_UN;
    if (a.cat == APC_ZERO && b.cat == APC_ZERO) return APF_EQ;
    if (a.sign != b.sign) return a.sign ? APF_LT : APF_GT;
    int c = cmp_magnitude(a, b);
    if (a.sign) c = -c;
    return c < 0 ? APF_LT : c ? APF_GT : APF_EQ;
}

static ApFloat pick(ApFloat a, ApFloat b, bool want_less) {
    ApfCmp c = apf_cmp(a, b);
    if (c == APF_EQ) return a.sign == want_less ? a : b; // -0 below +0
    return (c == APF_LT) == want_less ? a : b;
}

ApFloat apf_min_num(ApFloat a, ApFloat b) {
    if (a.cat == APC_NAN) return b.cat == APC_NAN ? apf_nan(a.fmt) : b;
    return b.cat == APC_NAN ? a : pick(a, b, true);
}

ApFloat apf_max_num(ApFloat a, ApFloat b) {
    if (a.cat == APC_NAN) return b.cat == APC_NAN ? apf_nan(a.fmt) : b;
    return b.cat == APC_NAN ? a : pick(a, b, false);
}

ApFloat apf_minimum(ApFloat a, ApFloat b) {
    if (a.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(a.fmt);
    return pick(a, b, true);
}

ApFloat apf_maximum(ApFloat a, ApFloat b) {
    if (a.cat == APC_NAN || b.cat == APC_NAN) return apf_nan(a.fmt);
    return pick(a, b, false);
}

// ---- conversions ------------------------------------------------------------------------------

static ApFloat convert(ApFloat ap_float, ApfFormat to, ApfRound apf_round, bool sat,
                       uint32_t *flags) {
    switch (ap_float.cat) {
    case APC_ZERO: return apf_zero(to, ap_float.sign);
    case APC_NAN:
        if (!apf_info[to].has_nan) raise_flag(flags, APF_INVALID);
        return apf_nan(to);
    case APC_INF:
        if (sat || !apf_info[to].has_inf) return overflow(to, ap_float.sign, APF_RNE, sat, flags);
        return apf_inf(to, ap_float.sign);
    default:
        return finish(to, ap_float.sign, (U256){0, ap_float.sig}, ap_float.exp, false, apf_round,
                      sat, flags);
    }
}

ApFloat apf_convert(ApFloat a, ApfFormat to, ApfRound r, uint32_t *flags) {
    return convert(a, to, r, false, flags);
}

ApFloat apf_convert_sat(ApFloat a, ApfFormat to, ApfRound r, uint32_t *flags) {
    return convert(a, to, r, true, flags);
}

ApFloat apf_from_int(ApfFormat f, ApInt ap_int, bool is_signed, ApfRound r, uint32_t *flags) {
    bool neg = is_signed && apint_is_neg(&ap_int);
    u128 v = neg ? -(u128)apint_i128(&ap_int) : apint_u128(&ap_int);
    return finish(f, neg, (U256){0, v}, 0, false, r, false, flags);
}

// The integer part of |a| rounded; *big if it does not fit 128 bits.
static u128 integral(ApFloat ap_float, ApfRound apf_round, bool *big, uint32_t *flags) {
    *big = false;
    if (ap_float.exp >= 0) {
        *big = (uint32_t)ap_float.exp > clz128(ap_float.sig);
        return *big ? 0 : ap_float.sig << ap_float.exp;
    }
    uint32_t drop = (uint32_t) - (int64_t)ap_float.exp;
    bool rest = false;
    U256 t = shr256((U256){0, ap_float.sig}, CU_MIN(drop - 1, 255u), &rest);
    bool half = drop <= 255 && (t.lo & 1);
    rest |= drop > 255 && ap_float.sig;
    u128 v = t.lo >> 1;
    if (half || rest) {
        raise_flag(flags, APF_INEXACT);
        if (round_up(apf_round, ap_float.sign, v & 1, half, rest)) v++;
    }
    return v;
}

ApFloat apf_round_int(ApFloat a, ApfRound r, uint32_t *flags) {
    if (a.cat == APC_NAN) return apf_nan(a.fmt);
    if (a.cat != APC_NORMAL || a.exp >= 0) return a;
    bool big;
    u128 v = integral(a, r, &big, flags);
    return finish(a.fmt, a.sign, (U256){0, v}, 0, false, APF_RNE, false, flags);
}

ApInt apf_to_int(ApFloat ap_float, uint32_t width, bool is_signed, ApfRound apf_round,
                 uint32_t *flags) {
    ApInt lo = is_signed ? apint_smin_value(width) : apint_from_u64(width, 0);
    ApInt hi = is_signed ? apint_smax_value(width) : apint_umax_value(width);
    if (ap_float.cat == APC_NAN) {
        raise_flag(flags, APF_INVALID);
        return apint_from_u64(width, 0);
    }
    if (ap_float.cat == APC_ZERO) return apint_from_u64(width, 0);
    bool big = ap_float.cat == APC_INF;
    uint32_t inexact = 0;
    u128 v = big ? 0 : integral(ap_float, apf_round, &big, &inexact);
    u128 limit = ap_float.sign ? (is_signed ? (u128)1 << (width - 1) : 0) : apint_u128(&hi);
    if (big || v > limit) {
        raise_flag(flags, APF_INVALID);
        return ap_float.sign ? lo : hi;
    }
    raise_flag(flags, inexact);
    return apint_from_u128(width, ap_float.sign ? -v : v);
}
