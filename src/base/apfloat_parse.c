// SPDX-License-Identifier: Apache-2.0
// Reading floating-point text: correctly rounded in every format and mode. Decimal text of at most
// 19 digits and a small power of ten is one 128-bit integer operation; anything else is exact with
// big integers. The time is linear in the text, plus a bounded part: exponents beyond the format
// are cut off, digits beyond what can decide a rounding only say "something more".
#include "base/apfloat_int.h"

// A value sig * 2^exp with something below, rounded into f: through an exact binary value wide
// enough that the one rounding is right (the sticky bit makes the last of 128 bits odd).
static ApFloat round_to(ApfFormat f, bool sign, u128 sig, int64_t exp, bool sticky, ApfRound r,
                        uint32_t *flags) {
    if (!sig) return apf_zero(f, sign);
    if (sticky && (sig >> 127)) {
        sig |= 1; // 128 bits: well below every precision, so only its being nonzero matters
    } else if (sticky) {
        sig = sig << 1 | 1;
        exp--;
    }
    if (exp > 40000) exp = 40000;
    if (exp < -40000) {
        exp = -40000;
        sig = 1;
    }
    return apf_scaled(f, sign, sig, exp, r, flags);
}

typedef struct DecText {
    const char *s;
    size_t n, at;
    size_t first;  // where the first significant digit stands
    uint64_t head; // value of the first 19 of them
    uint64_t nd;   // how many there are
    int64_t exp10; // the value is digits * 10^exp10
} DecText;

static bool scan_exponent(DecText *t, char low, int64_t *exp) {
    if (t->at >= t->n || (t->s[t->at] | 32) != low) return true;
    t->at++;
    bool neg = false;
    if (t->at < t->n && (t->s[t->at] == '+' || t->s[t->at] == '-')) neg = t->s[t->at++] == '-';
    size_t start = t->at;
    int64_t e = 0;
    for (; t->at < t->n; t->at++) {
        char c = t->s[t->at];
        if (c == '\'' && t->at > start) continue;
        if (c < '0' || c > '9') break;
        if (e < 100000000000000000) e = e * 10 + (c - '0');
    }
    *exp += neg ? -e : e;
    return t->at > start;
}

static bool scan_decimal(DecText *t) {
    bool any = false, point = false;
    for (; t->at < t->n; t->at++) {
        char c = t->s[t->at];
        if (c == '\'') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') break;
        any = true;
        t->exp10 -= point;
        if (t->nd == 0 && c == '0') continue;
        if (t->nd++ == 0) t->first = t->at;
        if (t->nd <= 19) t->head = t->head * 10 + (uint64_t)(c - '0');
    }
    return any && scan_exponent(t, 'e', &t->exp10);
}

// Reads at most `limit` significant digits into b; *more if a nonzero one was left out.
static void read_digits(const DecText *t, uint64_t limit, Big *b, bool *more) {
    static const uint32_t ten[] = {1,      10,      100,      1000,      10000,
                                   100000, 1000000, 10000000, 100000000, 1000000000};
    uint64_t left = CU_MIN(limit, t->nd), rest = t->nd - left;
    uint32_t chunk = 0, in_chunk = 0;
    const char *p = t->s + t->first;
    for (; left; p++) {
        if (*p < '0' || *p > '9') continue; // separators and the point
        chunk = chunk * 10 + (uint32_t)(*p - '0');
        in_chunk++;
        if (--left && in_chunk < 9) continue;
        big_mul_add(b, ten[in_chunk], chunk);
        chunk = in_chunk = 0;
    }
    for (; rest && !*more; p++) {
        if (*p < '0' || *p > '9') continue;
        *more = *p != '0';
        rest--;
    }
}

// At most 19 digits and 10^k, k within -27 .. 27: exact in 128 bits.
static bool decimal_small(const DecText *t, ApfFormat f, bool sign, ApfRound r, ApFloat *out,
                          uint32_t *flags) {
    if (t->nd > 19 || t->exp10 < -27 || t->exp10 > 27) return false;
    uint64_t pow5 = 1; // 5^27 < 2^63
    for (int64_t k = t->exp10 < 0 ? -t->exp10 : t->exp10; k; k--) pow5 *= 5;
    if (t->exp10 >= 0) {
        *out = apf_scaled(f, sign, (u128)t->head * pow5, t->exp10, r, flags);
        return true;
    }
    if (apf_info[f].precision > 62) return false;
    uint32_t up = 64 + (uint32_t)__builtin_clzll(t->head); // the quotient has 64 bits or more
    u128 num = (u128)t->head << up;
    *out = round_to(f, sign, num / pow5, t->exp10 - up, num % pow5 != 0, r, flags);
    return true;
}

static ApFloat decimal_value(const DecText *t, ApfFormat f, bool sign, ApfRound r,
                             uint32_t *flags) {
    const ApfInfo *i = &apf_info[f];
    ApFloat v;
    if (!t->nd) return apf_zero(f, sign);
    if (decimal_small(t, f, sign, r, &v, flags)) return v;
    int64_t magnitude =
        t->exp10 + (int64_t)t->nd; // the value is in [10^(magnitude-1), 10^magnitude)
    bool wide = i->exp_bits > 11;
    if (magnitude > (wide ? 5000 : 320)) return round_to(f, sign, 1, 30000, false, r, flags);
    if (magnitude < (wide ? -5100 : -400)) return round_to(f, sign, 1, -30000, false, r, flags);
    // A halfway case has no more significant digits than these (f32: 113, f64: 768).
    uint64_t limit = wide ? BIG_DIGITS : i->exp_bits > 8 ? 800 : 200;
    bool sticky = false;
    Big digits, den;
    digits.n = 0;
    read_digits(t, limit, &digits, &sticky);
    int64_t exp = t->exp10 + (int64_t)(t->nd - CU_MIN(limit, t->nd));
    u128 sig;
    if (exp >= 0) {
        big_mul_pow5(&digits, (uint32_t)exp);
        sig = big_top(&digits, &exp, &sticky);
    } else {
        big_set(&den, 1);
        big_mul_pow5(&den, (uint32_t)-exp);
        sig = big_divide_top(&digits, &den, &exp, &sticky);
    }
    return round_to(f, sign, sig, exp, sticky, r, flags);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_hex(DecText *t, ApfFormat f, bool sign, ApfRound r, ApFloat *out,
                      uint32_t *flags) {
    u128 v = 0;
    int64_t exp = 0;
    bool any = false, point = false, sticky = false;
    for (; t->at < t->n; t->at++) {
        char c = t->s[t->at];
        if (c == '\'') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        int d = hex_digit(c);
        if (d < 0) break;
        any = true;
        if (v >> 120) {
            sticky |= d != 0;
            exp += point ? 0 : 4;
        } else {
            v = v << 4 | (u128)d;
            exp -= point ? 4 : 0;
        }
    }
    if (!any || !scan_exponent(t, 'p', &exp)) return false;
    *out = round_to(f, sign, v, exp, sticky, r, flags);
    return t->at == t->n;
}

bool apf_parse(const char *s, size_t n, ApfFormat f, ApfRound r, ApFloat *out, uint32_t *flags) {
    DecText t = {.s = s, .n = n};
    bool sign = false;
    *out = apf_zero(f, false);
    if (t.at < n && (s[t.at] == '-' || s[t.at] == '+')) sign = s[t.at++] == '-';
    if (t.at + 1 < n && s[t.at] == '0' && (s[t.at + 1] | 32) == 'x') {
        t.at += 2;
        return parse_hex(&t, f, sign, r, out, flags);
    }
    if (!scan_decimal(&t)) return false;
    *out = decimal_value(&t, f, sign, r, flags);
    return t.at == n;
}
