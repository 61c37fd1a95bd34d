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

// Bits that are shifted out at the top are lost.
static U256 shl256(U256 v, uint32_t n) {
    if (n >= 256) return (U256){0, 0};
    if (n >= 128) return (U256){v.lo << (n - 128), 0};
    if (n == 0) return v;
    return (U256){v.hi << n | v.lo >> (128 - n), v.lo << n};
}

// *sticky |= a one was shifted out.
static U256 shr256(U256 u256, uint32_t n, bool *sticky) {
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

static U256 add256(U256 left, U256 right) {
    U256 r = {left.hi + right.hi, left.lo + right.lo};
    r.hi += r.lo < left.lo;
    return r;
}

static U256 sub256(U256 left, U256 right) {
    U256 r = {left.hi - right.hi, left.lo - right.lo};
    r.hi -= left.lo < right.lo;
    return r;
}

static int cmp256(U256 left, U256 right) {
    if (left.hi != right.hi) return left.hi < right.hi ? -1 : 1;
    return left.lo < right.lo ? -1 : left.lo > right.lo;
}

// The whole product, by 64-bit halves.
static U256 mul128(u128 left, u128 right) {
    u128 a0 = (uint64_t)left, a1 = left >> 64, b0 = (uint64_t)right, b1 = right >> 64;
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 mid = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
    return (U256){p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64), (mid << 64) | (uint64_t)p00};
}

static void raise_flag(uint32_t *flags, uint32_t f) {
    if (flags) *flags |= f;
}

// The exponent of the last bit of subnormals, the smallest that a value has.
static int32_t min_exp(const ApfInfo *i) {
    return (i->scale ? 0 : 1) - i->bias - (i->precision - 1);
}

// The exponent of the last bit of the largest values.
static int32_t max_exp(const ApfInfo *i) {
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

// The quiet NaN without payload; where a format has one NaN, all its bits are set (OFP8).
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

// What a result that is too large becomes [IEEE 754, 7.4]: rounding modes that point to zero stay
// at the largest finite value.
static ApFloat overflow(ApfFormat f, bool sign, ApfRound r, bool sat, uint32_t *flags) {
    raise_flag(flags, APF_OVERFLOW | APF_INEXACT);
    bool to_max = sat || r == APF_RTZ || (r == APF_RUP && sign) || (r == APF_RDN && !sign);
    if (to_max) return apf_max(f, sign);
    if (apf_info[f].has_inf) return apf_inf(f, sign);
    return apf_info[f].has_nan ? apf_nan(f) : apf_max(f, sign);
}

// Does the significand grow by one unit? `half` is the first bit dropped, `rest` says that there
// are ones below, `odd` is the last bit kept.
static bool round_up(ApfRound rounding, bool sign, bool odd, bool half, bool rest) {
    switch (rounding) {
    case APF_RNE: return half && (rest || odd);
    case APF_RNA: return half;
    case APF_RUP: return !sign && (half || rest);
    case APF_RDN: return sign && (half || rest);
    default: return false;
    }
}

// Rounds sig * 2^exp (plus something below the last bit if `sticky`) into format f. This is where
// results become subnormal, overflow and raise their flags.
static ApFloat finish(ApfFormat format, bool sign, U256 sig, int64_t exp, bool sticky,
                      ApfRound rounding, bool sat, uint32_t *flags) {
    const ApfInfo *i = &apf_info[format];
    uint32_t n = bits256(sig);
    sign &= !i->scale;
    if (!n) {
        if (!sticky) return apf_zero(format, sign);
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
        // tiny before rounding, one of the two ways of [IEEE 754, 7.5]
        bool tiny = !(v >> (i->precision - 1));
        raise_flag(flags, APF_INEXACT | (tiny ? APF_UNDERFLOW : 0));
        if (round_up(rounding, sign, v & 1, half, rest)) v++;
        // rounding carried into a new bit
        if (v >> (i->precision - 1) >> 1) {
            v >>= 1;
            want++;
        }
    }
    if (!v) return apf_zero(format, sign);
    if (want > max_exp(i) || (want == max_exp(i) && v > max_sig(i)))
        return overflow(format, sign, rounding, sat, flags);
    return (ApFloat){
        .fmt = format, .cat = APC_NORMAL, .sign = sign, .sig = v, .exp = (int32_t)want};
}

ApFloat apf_scaled(ApfFormat f, bool sign, u128 sig, int64_t exp, ApfRound r, uint32_t *flags) {
    return finish(f, sign, (U256){0, sig}, exp, false, r, false, flags);
}

// ---- bits -------------------------------------------------------------------------------------

// Exponents of all ones mean what the format says: infinity and NaN, one NaN, or plain numbers.
ApFloat apf_from_bits(ApfFormat format, u128 bits) {
    const ApfInfo *i = &apf_info[format];
    uint32_t frac_bits = i->precision - (i->explicit_bit ? 0u : 1u);
    u128 frac = bits & apint_mask(frac_bits);
    uint32_t e = (uint32_t)(bits >> frac_bits) & ((1u << i->exp_bits) - 1);
    bool sign = !i->scale && (bits >> (i->bits - 1) & 1);
    uint32_t top = (1u << i->exp_bits) - 1;
    ApFloat value = {.fmt = format, .sign = sign};
    if (e == top && i->has_inf) {
        u128 payload = i->explicit_bit ? frac & apint_mask(63) : frac;
        bool integer_bit = !i->explicit_bit || frac >> 63; // without: x87's pseudo-infinity
        value.cat = payload || !integer_bit ? APC_NAN : APC_INF;
        value.sig = payload ? payload : integer_bit ? 0 : (u128)1 << 62;
        return value;
    }
    // x87's unnormals are invalid operands since the 387 [Intel SDM 8.2.2].
    if (i->explicit_bit && e && !(frac >> 63)) return apf_nan(format);
    if (e == top && i->has_nan && frac == apint_mask(frac_bits)) {
        value.cat = APC_NAN;
        value.sig = max_sig(i);
        return value;
    }
    bool subnormal = e == 0 && !i->scale;
    if (!subnormal && !i->explicit_bit) frac |= (u128)1 << frac_bits;
    value.cat = frac ? APC_NORMAL : APC_ZERO;
    value.sig = frac;
    value.exp = (int32_t)(subnormal ? 1 : e) - i->bias - (i->precision - 1);
    if (!frac) value.exp = 0;
    return value;
}

// The exponent field of a subnormal is 0; the implicit bit goes under the mask.
u128 apf_to_bits(ApFloat value) {
    const ApfInfo *i = &apf_info[value.fmt];
    uint32_t frac_bits = i->precision - (i->explicit_bit ? 0u : 1u);
    u128 s = i->scale ? 0 : (u128)value.sign << (i->bits - 1);
    u128 top = (((u128)1 << i->exp_bits) - 1) << frac_bits;
    u128 one = i->explicit_bit ? (u128)1 << 63 : 0;
    switch (value.cat) {
    case APC_ZERO: return s;
    case APC_INF: return s | top | one;
    case APC_NAN:
        if (!i->has_inf) return s | top | apint_mask(frac_bits);
        return s | top | one | value.sig;
    default: break;
    }
    bool normal = value.sig >> (i->precision - 1);
    uint32_t e = normal ? (uint32_t)(value.exp + i->bias + (i->precision - 1)) : 0;
    return s | (u128)e << frac_bits | (value.sig & apint_mask(frac_bits));
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

// By way of the bits, so that the host's rounding mode and flushing do not matter.
float apf_to_f32(ApFloat value) {
    uint32_t b = (uint32_t)apf_to_bits(apf_convert(value, APF_F32, APF_RNE, NULL));
    float v;
    memcpy(&v, &b, 4);
    return v;
}

double apf_to_f64(ApFloat value) {
    uint64_t b = (uint64_t)apf_to_bits(apf_convert(value, APF_F64, APF_RNE, NULL));
    double v;
    memcpy(&v, &b, 8);
    return v;
}

bool apf_same(ApFloat left, ApFloat right) {
    return left.fmt == right.fmt && apf_to_bits(left) == apf_to_bits(right);
}

bool apf_is_subnormal(ApFloat value) {
    return value.cat == APC_NORMAL && !(value.sig >> (apf_info[value.fmt].precision - 1));
}

ApFloat apf_flush(ApFloat value) {
    return apf_is_subnormal(value) ? apf_zero(value.fmt, value.sign) : value;
}

ApFloat apf_neg(ApFloat value) {
    value.sign = !value.sign;
    return value;
}

ApFloat apf_abs(ApFloat value) {
    value.sign = false;
    return value;
}

ApFloat apf_copysign(ApFloat value, ApFloat sign) {
    value.sign = sign.sign;
    return value;
}

// ---- addition ---------------------------------------------------------------------------------

typedef struct Term { // (-1)^sign * sig * 2^exp, sig of at most 226 bits
    U256 sig;
    int64_t exp;
    bool sign;
} Term;

// Exact sum of two nonzero terms, rounded. The larger one is shifted up as far as it fits; what of
// the smaller one still does not overlap is only a sticky bit.
static ApFloat add_terms(ApfFormat format, Term left, Term right, ApfRound rounding,
                         uint32_t *flags) {
    int64_t ta = left.exp + bits256(left.sig), tb = right.exp + bits256(right.sig);
    if (ta < tb) {
        Term t = left;
        left = right;
        right = t;
    }
    uint32_t room = 254 - bits256(left.sig);
    int64_t gap = left.exp - right.exp;
    uint32_t up = (uint32_t)CU_MIN(CU_MAX(gap, (int64_t)0), (int64_t)room);
    if (gap < 0) up = 0;
    left.sig = shl256(left.sig, up);
    left.exp -= up;
    bool sticky = false;
    if (right.exp < left.exp) {
        right.sig =
            shr256(right.sig, (uint32_t)CU_MIN(left.exp - right.exp, (int64_t)256), &sticky);
    } else if (right.exp > left.exp) {
        right.sig = shl256(right.sig, (uint32_t)(right.exp - left.exp));
    }
    if (left.sign == right.sign)
        return finish(format, left.sign, add256(left.sig, right.sig), left.exp, sticky, rounding,
                      false, flags);
    if (sticky)
        right.sig =
            add256(right.sig, (U256){0, 1}); // subtract a little more, then add it as sticky
    int c = cmp256(left.sig, right.sig);
    if (c == 0 && !sticky) return apf_zero(format, rounding == APF_RDN);
    bool sign = c < 0 ? right.sign : left.sign;
    U256 d = c < 0 ? sub256(right.sig, left.sig) : sub256(left.sig, right.sig);
    return finish(format, sign, d, left.exp, sticky, rounding, false, flags);
}

static Term term(ApFloat value) {
    return (Term){{0, value.sig}, value.exp, value.sign};
}

// The sign of a zero sum: that of the operands if they agree, else + but for rounding down.
ApFloat apf_add(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags) {
    ApfFormat format = left.fmt;
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(format);
    if (left.cat == APC_INF || right.cat == APC_INF) {
        if (left.cat == right.cat && left.sign != right.sign) return invalid(format, flags);
        return left.cat == APC_INF ? left : right;
    }
    if (left.cat == APC_ZERO && right.cat == APC_ZERO) {
        return apf_zero(format, left.sign == right.sign ? left.sign : rounding == APF_RDN);
    }
    if (left.cat == APC_ZERO) return right;
    if (right.cat == APC_ZERO) return left;
    return add_terms(format, term(left), term(right), rounding, flags);
}

ApFloat apf_sub(ApFloat left, ApFloat right, ApfRound r, uint32_t *flags) {
    if (right.cat != APC_NAN) right.sign = !right.sign;
    return apf_add(left, right, r, flags);
}

// ---- multiplication, division, square root ----------------------------------------------------

// The product of two 113-bit significands fits in the 256 bits.
ApFloat apf_mul(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags) {
    ApfFormat f = left.fmt;
    bool sign = left.sign != right.sign;
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(f);
    if (left.cat == APC_INF || right.cat == APC_INF) {
        if (left.cat == APC_ZERO || right.cat == APC_ZERO) return invalid(f, flags);
        return apf_inf(f, sign);
    }
    if (left.cat == APC_ZERO || right.cat == APC_ZERO) return apf_zero(f, sign);
    return finish(f, sign, mul128(left.sig, right.sig), (int64_t)left.exp + right.exp, false,
                  rounding, false, flags);
}

// The product stays exact until the addend is in.
ApFloat apf_fma(ApFloat left, ApFloat right, ApFloat addend, ApfRound rounding, uint32_t *flags) {
    ApfFormat format = left.fmt;
    bool sign = left.sign != right.sign;
    if (left.cat == APC_NAN || right.cat == APC_NAN || addend.cat == APC_NAN)
        return apf_nan(format);
    if (left.cat == APC_INF || right.cat == APC_INF) {
        if (left.cat == APC_ZERO || right.cat == APC_ZERO) return invalid(format, flags);
        if (addend.cat == APC_INF && addend.sign != sign) return invalid(format, flags);
        return apf_inf(format, sign);
    }
    if (addend.cat == APC_INF) return addend;
    if (left.cat == APC_ZERO || right.cat == APC_ZERO)
        return apf_add(apf_zero(format, sign), addend, rounding, flags);
    U256 p = mul128(left.sig, right.sig);
    int64_t e = (int64_t)left.exp + right.exp;
    if (addend.cat == APC_ZERO) return finish(format, sign, p, e, false, rounding, false, flags);
    return add_terms(format, (Term){p, e, sign}, term(addend), rounding, flags);
}

// Shifts the highest bit to bit 127; *exp goes along.
static u128 normalise(ApFloat value, int64_t *exp) {
    uint32_t z = clz128(value.sig);
    *exp = (int64_t)value.exp - z;
    return value.sig << z;
}

// Formats up to double take one machine division; wider ones are divided bit by bit.
ApFloat apf_div(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags) {
    ApfFormat format = left.fmt;
    bool sign = left.sign != right.sign;
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(format);
    if (left.cat == right.cat && left.cat != APC_NORMAL)
        return invalid(format, flags); // 0/0, inf/inf
    if (left.cat == APC_INF) return apf_inf(format, sign);
    if (right.cat == APC_INF || left.cat == APC_ZERO) return apf_zero(format, sign);
    if (right.cat == APC_ZERO) {
        raise_flag(flags, APF_DIVZERO);
        return overflow(format, sign, APF_RNE, false, NULL); // an infinity, where there is one
    }
    int64_t ea, eb;
    u128 rem = normalise(left, &ea), d = normalise(right, &eb), q = 0;
    int64_t e = ea - eb;
    if (apf_info[format].precision <= 53) { // 62 or 63 quotient bits by one machine division
        u128 num = rem >> 2;                // both have their highest 53 bits only
        uint64_t den = (uint64_t)(d >> 64);
        q = num / den;
        return finish(format, sign, (U256){0, q}, e - 62, num % den != 0, rounding, false, flags);
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
    return finish(format, sign, (U256){0, q}, e - 119, rem || carry, rounding, false, flags);
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

// The exponent is made even first: the root's is half of it. `rest` of the integer root is the
// sticky bit.
ApFloat apf_sqrt(ApFloat value, ApfRound rounding, uint32_t *flags) {
    ApfFormat format = value.fmt;
    if (value.cat == APC_NAN) return apf_nan(format);
    if (value.cat == APC_ZERO) return value;
    if (value.sign) return invalid(format, flags);
    if (value.cat == APC_INF) return value;
    if (apf_info[format].precision <= 53) { // 64 root bits
        uint32_t shift = clz128(value.sig);
        if (((int64_t)value.exp - shift) & 1) shift--;
        bool rest;
        uint64_t root = sqrt128(value.sig << shift, &rest);
        int64_t e = ((int64_t)value.exp - shift) / 2;
        return finish(format, false, (U256){0, root}, e, rest, rounding, false, flags);
    }
    // sig * 2^exp with even exponent and 240 bits or so: the root has 120 bits.
    U256 u256 = {0, value.sig};
    uint32_t up = 240 - bits256(u256);
    if (((int64_t)value.exp - up) & 1) up++;
    u256 = shl256(u256, up);
    int64_t e = (int64_t)value.exp - up;
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
    return finish(format, false, root, e / 2, u256.hi || u256.lo, rounding, false, flags);
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

// The result is smaller than the divisor and a multiple of the smaller last bit: always exact.
ApFloat apf_rem(ApFloat left, ApFloat right, uint32_t *flags) {
    ApfFormat format = left.fmt;
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(format);
    if (left.cat == APC_INF || right.cat == APC_ZERO) return invalid(format, flags);
    if (left.cat == APC_ZERO || right.cat == APC_INF) return left;
    u128 v;
    int64_t e;
    if (left.exp >= right.exp) {
        v = mod_shift(left.sig, (uint32_t)(left.exp - right.exp), right.sig);
        e = right.exp;
    } else {
        uint32_t n = (uint32_t)(right.exp - left.exp);
        e = left.exp;
        bool small = n >= clz128(right.sig); // b * 2^n is larger than any a
        v = small ? left.sig : left.sig % (right.sig << n);
    }
    return finish(format, left.sign, (U256){0, v}, e, false, APF_RNE, false, flags);
}

// ---- comparison -------------------------------------------------------------------------------

// -1, 0 or 1; neither is a NaN. Subnormals are compared by their highest bits, as they are not
// normalised.
static int cmp_magnitude(ApFloat left, ApFloat right) {
    if (left.cat == APC_ZERO || right.cat == APC_ZERO)
        return (left.cat != APC_ZERO) - (right.cat != APC_ZERO);
    if (left.cat == APC_INF || right.cat == APC_INF)
        return (left.cat == APC_INF) - (right.cat == APC_INF);
    int64_t ta = (int64_t)left.exp - clz128(left.sig), tb = (int64_t)right.exp - clz128(right.sig);
    if (ta != tb) return ta < tb ? -1 : 1;
    u128 x = left.sig << clz128(left.sig), y = right.sig << clz128(right.sig);
    return x < y ? -1 : x > y;
}

// A negative sign turns the order of the magnitudes around.
ApfCmp apf_cmp(ApFloat left, ApFloat right) {
    if (left.cat == APC_NAN || right.cat == APC_NAN) return APF_UN;
    if (left.cat == APC_ZERO && right.cat == APC_ZERO) return APF_EQ;
    if (left.sign != right.sign) return left.sign ? APF_LT : APF_GT;
    int c = cmp_magnitude(left, right);
    if (left.sign) c = -c;
    return c < 0 ? APF_LT : c ? APF_GT : APF_EQ;
}

static ApFloat pick(ApFloat left, ApFloat right, bool want_less) {
    ApfCmp c = apf_cmp(left, right);
    if (c == APF_EQ) return left.sign == want_less ? left : right; // -0 below +0
    return (c == APF_LT) == want_less ? left : right;
}

ApFloat apf_min_num(ApFloat left, ApFloat right) {
    if (left.cat == APC_NAN) return right.cat == APC_NAN ? apf_nan(left.fmt) : right;
    return right.cat == APC_NAN ? left : pick(left, right, true);
}

ApFloat apf_max_num(ApFloat left, ApFloat right) {
    if (left.cat == APC_NAN) return right.cat == APC_NAN ? apf_nan(left.fmt) : right;
    return right.cat == APC_NAN ? left : pick(left, right, false);
}

ApFloat apf_minimum(ApFloat left, ApFloat right) {
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(left.fmt);
    return pick(left, right, true);
}

ApFloat apf_maximum(ApFloat left, ApFloat right) {
    if (left.cat == APC_NAN || right.cat == APC_NAN) return apf_nan(left.fmt);
    return pick(left, right, false);
}

// ---- conversions ------------------------------------------------------------------------------

// The one way between formats; `sat` asks for the largest finite value in place of an infinity.
static ApFloat convert(ApFloat value, ApfFormat to, ApfRound rounding, bool sat, uint32_t *flags) {
    switch (value.cat) {
    case APC_ZERO: return apf_zero(to, value.sign);
    case APC_NAN:
        if (!apf_info[to].has_nan) raise_flag(flags, APF_INVALID);
        return apf_nan(to);
    case APC_INF:
        if (sat || !apf_info[to].has_inf) return overflow(to, value.sign, APF_RNE, sat, flags);
        return apf_inf(to, value.sign);
    default:
        return finish(to, value.sign, (U256){0, value.sig}, value.exp, false, rounding, sat, flags);
    }
}

ApFloat apf_convert(ApFloat value, ApfFormat to, ApfRound r, uint32_t *flags) {
    return convert(value, to, r, false, flags);
}

ApFloat apf_convert_sat(ApFloat value, ApfFormat to, ApfRound r, uint32_t *flags) {
    return convert(value, to, r, true, flags);
}

ApFloat apf_from_int(ApfFormat f, ApInt value, bool is_signed, ApfRound r, uint32_t *flags) {
    bool neg = is_signed && apint_is_neg(&value);
    u128 v = neg ? -(u128)apint_i128(&value) : apint_u128(&value);
    return finish(f, neg, (U256){0, v}, 0, false, r, false, flags);
}

// The integer part of |a| rounded; *big if it does not fit 128 bits.
static u128 integral(ApFloat value, ApfRound rounding, bool *big, uint32_t *flags) {
    *big = false;
    if (value.exp >= 0) {
        *big = (uint32_t)value.exp > clz128(value.sig);
        return *big ? 0 : value.sig << value.exp;
    }
    uint32_t drop = (uint32_t) - (int64_t)value.exp;
    bool rest = false;
    U256 t = shr256((U256){0, value.sig}, CU_MIN(drop - 1, 255u), &rest);
    bool half = drop <= 255 && (t.lo & 1);
    rest |= drop > 255 && value.sig;
    u128 v = t.lo >> 1;
    if (half || rest) {
        raise_flag(flags, APF_INEXACT);
        if (round_up(rounding, value.sign, v & 1, half, rest)) v++;
    }
    return v;
}

// A value whose last bit is 1 or more is integral already.
ApFloat apf_round_int(ApFloat value, ApfRound r, uint32_t *flags) {
    if (value.cat == APC_NAN) return apf_nan(value.fmt);
    if (value.cat != APC_NORMAL || value.exp >= 0) return value;
    bool big;
    u128 v = integral(value, r, &big, flags);
    return finish(value.fmt, value.sign, (U256){0, v}, 0, false, APF_RNE, false, flags);
}

// The value is rounded first and then looked at: 255.5 may fit in 8 bits or not, as the mode says.
ApInt apf_to_int(ApFloat value, uint32_t width, bool is_signed, ApfRound rounding,
                 uint32_t *flags) {
    ApInt lo = is_signed ? apint_smin_value(width) : apint_from_u64(width, 0);
    ApInt hi = is_signed ? apint_smax_value(width) : apint_umax_value(width);
    if (value.cat == APC_NAN) {
        raise_flag(flags, APF_INVALID);
        return apint_from_u64(width, 0);
    }
    if (value.cat == APC_ZERO) return apint_from_u64(width, 0);
    bool big = value.cat == APC_INF;
    uint32_t inexact = 0;
    u128 v = big ? 0 : integral(value, rounding, &big, &inexact);
    u128 limit = value.sign ? (is_signed ? (u128)1 << (width - 1) : 0) : apint_u128(&hi);
    if (big || v > limit) {
        raise_flag(flags, APF_INVALID);
        return value.sign ? lo : hi;
    }
    raise_flag(flags, inexact);
    return apint_from_u128(width, value.sign ? -v : v);
}
