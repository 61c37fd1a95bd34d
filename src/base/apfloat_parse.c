// SPDX-License-Identifier: Apache-2.0
// Reading floating-point text: correctly rounded in every format and mode. Decimal text of at most
// 19 digits and a small power of ten is one 128-bit integer operation; anything else is exact with
// big integers. The time is linear in the text, plus a bounded part: exponents beyond the format
// are cut off, digits beyond what can decide a rounding only say "something more".
#include "base/apfloat_int.h"

// A value sig * 2^exp with something below, rounded into f: through an exact binary value wide
// enough that the one rounding is right (the sticky bit makes the last of 128 bits odd).
static ApFloat round_to(ApfFormat apf_format, bool sign, u128 sig, int64_t exp, bool sticky,
                        ApfRound apf_round, uint32_t *flags) {
    if (!sig) return apf_zero(apf_format, sign);
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
    return apf_scaled(apf_format, sign, sig, exp, apf_round, flags);
}

typedef struct DecText {
    const char *s;
    size_t n, at;
    size_t first;  // where the first significant digit stands
    uint64_t head; // value of the first 19 of them
    uint64_t nd;   // how many there are
    int64_t exp10; // the value is digits * 10^exp10
} DecText;

static bool scan_exponent(DecText *dec_text, char low, int64_t *exp) {
    if (dec_text->at >= dec_text->n || (dec_text->s[dec_text->at] | 32) != low) return true;
    dec_text->at++;
    bool neg = false;
    if (dec_text->at < dec_text->n &&
        (dec_text->s[dec_text->at] == '+' || dec_text->s[dec_text->at] == '-'))
        neg = dec_text->s[dec_text->at++] == '-';
    size_t start = dec_text->at;
    int64_t e = 0;
    for (; dec_text->at < dec_text->n; dec_text->at++) {
        char c = dec_text->s[dec_text->at];
        if (c == '\'' && dec_text->at > start) continue;
        if (c < '0' || c > '9') break;
        if (e < 100000000000000000) e = e * 10 + (c - '0');
    }
    *exp += neg ? -e : e;
    return dec_text->at > start;
}

static bool scan_decimal(DecText *dec_text) {
    bool any = false, point = false;
    for (; dec_text->at < dec_text->n; dec_text->at++) {
        char c = dec_text->s[dec_text->at];
        if (c == '\'') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') break;
        any = true;
        dec_text->exp10 -= point;
        if (dec_text->nd == 0 && c == '0') continue;
        if (dec_text->nd++ == 0) dec_text->first = dec_text->at;
        if (dec_text->nd <= 19) dec_text->head = dec_text->head * 10 + (uint64_t)(c - '0');
    }
    return any && scan_exponent(dec_text, 'e', &dec_text->exp10);
}

// Reads at most `limit` significant digits into b; *more if a nonzero one was left out.
static void read_digits(const DecText *dec_text, uint64_t limit, Big *big, bool *more) {
    static const uint32_t ten[] = {1,      10,      100,      1000,      10000,
                                   100000, 1000000, 10000000, 100000000, 1000000000};
    uint64_t left = CU_MIN(limit, dec_text->nd), rest = dec_text->nd - left;
    uint32_t chunk = 0, in_chunk = 0;
    const char *p = dec_text->s + dec_text->first;
    for (; left; p++) {
        if (*p < '0' || *p > '9') continue; // separators and the point
        chunk = chunk * 10 + (uint32_t)(*p - '0');
        in_chunk++;
        if (--left && in_chunk < 9) continue;
        big_mul_add(big, ten[in_chunk], chunk);
        chunk = in_chunk = 0;
    }
    for (; rest && !*more; p++) {
        if (*p < '0' || *p > '9') continue;
        *more = *p != '0';
        rest--;
    }
}

// At most 19 digits and 10^k, k within -27 .. 27: exact in 128 bits.
static bool decimal_small(const DecText *dec_text, ApfFormat apf_format, bool sign,
                          ApfRound apf_round, ApFloat *out, uint32_t *flags) {
    if (dec_text->nd > 19 || dec_text->exp10 < -27 || dec_text->exp10 > 27) return false;
    uint64_t pow5 = 1; // 5^27 < 2^63
    for (int64_t k = dec_text->exp10 < 0 ? -dec_text->exp10 : dec_text->exp10; k; k--) pow5 *= 5;
    if (dec_text->exp10 >= 0) {
        *out = apf_scaled(apf_format, sign, (u128)dec_text->head * pow5, dec_text->exp10, apf_round,
                          flags);
        return true;
    }
    if (apf_info[apf_format].precision > 62) return false;
    uint32_t up =
        64 + (uint32_t)__builtin_clzll(dec_text->head); // the quotient has 64 bits or more
    u128 num = (u128)dec_text->head << up;
    *out = round_to(apf_format, sign, num / pow5, dec_text->exp10 - up, num % pow5 != 0, apf_round,
                    flags);
    return true;
}

static ApFloat decimal_value(const DecText *dec_text, ApfFormat apf_format, bool sign,
                             ApfRound apf_round, uint32_t *flags) {
    const ApfInfo *i = &apf_info[apf_format];
    ApFloat ap_float;
    if (!dec_text->nd) return apf_zero(apf_format, sign);
    if (decimal_small(dec_text, apf_format, sign, apf_round, &ap_float, flags)) return ap_float;
    int64_t magnitude =
        dec_text->exp10 + (int64_t)dec_text->nd; // the value is in [10^(magnitude-1), 10^magnitude)
    bool wide = i->exp_bits > 11;
    if (magnitude > (wide ? 5000 : 320))
        return round_to(apf_format, sign, 1, 30000, false, apf_round, flags);
    if (magnitude < (wide ? -5100 : -400))
        return round_to(apf_format, sign, 1, -30000, false, apf_round, flags);
    // A halfway case has no more significant digits than these (f32: 113, f64: 768).
    uint64_t limit = wide ? BIG_DIGITS : i->exp_bits > 8 ? 800 : 200;
    bool sticky = false;
    Big digits, den;
    digits.n = 0;
    read_digits(dec_text, limit, &digits, &sticky);
    int64_t exp = dec_text->exp10 + (int64_t)(dec_text->nd - CU_MIN(limit, dec_text->nd));
    u128 sig;
    if (exp >= 0) {
        big_mul_pow5(&digits, (uint32_t)exp);
        sig = big_top(&digits, &exp, &sticky);
    } else {
        big_set(&den, 1);
        big_mul_pow5(&den, (uint32_t)-exp);
        sig = big_divide_top(&digits, &den, &exp, &sticky);
    }
    return round_to(apf_format, sign, sig, exp, sticky, apf_round, flags);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_hex(DecText *dec_text, ApfFormat apf_format, bool sign, ApfRound apf_round,
                      ApFloat *out, uint32_t *flags) {
    u128 v = 0;
    int64_t exp = 0;
    bool any = false, point = false, sticky = false;
    for (; dec_text->at < dec_text->n; dec_text->at++) {
        char c = dec_text->s[dec_text->at];
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
    if (!any || !scan_exponent(dec_text, 'p', &exp)) return false;
    *out = round_to(apf_format, sign, v, exp, sticky, apf_round, flags);
    return dec_text->at == dec_text->n;
}

bool apf_parse(const char *s, size_t n, ApfFormat apf_format, ApfRound apf_round, ApFloat *out,
               uint32_t *flags) {
    DecText dec_text = {.s = s, .n = n};
    bool sign = false;
    *out = apf_zero(apf_format, false);
    if (dec_text.at < n && (s[dec_text.at] == '-' || s[dec_text.at] == '+'))
        sign = s[dec_text.at++] == '-';
    if (dec_text.at + 1 < n && s[dec_text.at] == '0' && (s[dec_text.at + 1] | 32) == 'x') {
        dec_text.at += 2;
        return parse_hex(&dec_text, apf_format, sign, apf_round, out, flags);
    }
    if (!scan_decimal(&dec_text)) return false;
    *out = decimal_value(&dec_text, apf_format, sign, apf_round, flags);
    return dec_text.at == n;
}
