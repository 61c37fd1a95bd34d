// SPDX-License-Identifier: Apache-2.0
// Reading floating-point text: correctly rounded in every format and mode. Decimal text of at most
// 19 digits and a small power of ten is one 128-bit integer operation; anything else is exact with
// big integers. The time is linear in the text, plus a bounded part: exponents beyond the format
// are cut off, digits beyond what can decide a rounding only say "something more".
#include "base/apfloat_int.h"

// A value sig * 2^exp with something below, rounded into f: through an exact binary value wide
// enough that the one rounding is right (the sticky bit makes the last of 128 bits odd).
static ApFloat round_to(ApfFormat format, bool sign, u128 sig, int64_t exp, bool sticky,
                        ApfRound rounding, uint32_t *flags) {
    if (!sig) return apf_zero(format, sign);
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
    return apf_scaled(format, sign, sig, exp, rounding, flags);
}

typedef struct DecText {
    const char *s;
    size_t n, at;
    size_t first;  // where the first significant digit stands
    uint64_t head; // value of the first 19 of them
    uint64_t nd;   // how many there are
    int64_t exp10; // the value is digits * 10^exp10
} DecText;

// An exponent part that begins with `low` or its capital; none is fine. Added to *exp, with huge
// ones cut off where no format reaches. False for a letter without digits.
static bool scan_exponent(DecText *text, char low, int64_t *exp) {
    if (text->at >= text->n || (text->s[text->at] | 32) != low) return true;
    text->at++;
    bool neg = false;
    if (text->at < text->n && (text->s[text->at] == '+' || text->s[text->at] == '-'))
        neg = text->s[text->at++] == '-';
    size_t start = text->at;
    int64_t e = 0;
    for (; text->at < text->n; text->at++) {
        char c = text->s[text->at];
        if (c == '\'' && text->at > start) continue;
        if (c < '0' || c > '9') break;
        if (e < 100000000000000000) e = e * 10 + (c - '0');
    }
    *exp += neg ? -e : e;
    return text->at > start;
}

// Reads a decimal text up to where it ends, without its sign. Leading zeros are no significant
// digits. False when there is no digit.
static bool scan_decimal(DecText *text) {
    bool any = false, point = false;
    for (; text->at < text->n; text->at++) {
        char c = text->s[text->at];
        if (c == '\'') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') break;
        any = true;
        text->exp10 -= point;
        if (text->nd == 0 && c == '0') continue;
        if (text->nd++ == 0) text->first = text->at;
        if (text->nd <= 19) text->head = text->head * 10 + (uint64_t)(c - '0');
    }
    return any && scan_exponent(text, 'e', &text->exp10);
}

// Reads at most `limit` significant digits into b; *more if a nonzero one was left out.
static void read_digits(const DecText *text, uint64_t limit, Big *number, bool *more) {
    static const uint32_t ten[] = {1,      10,      100,      1000,      10000,
                                   100000, 1000000, 10000000, 100000000, 1000000000};
    uint64_t left = CU_MIN(limit, text->nd), rest = text->nd - left;
    uint32_t chunk = 0, in_chunk = 0;
    const char *p = text->s + text->first;
    for (; left; p++) {
        if (*p < '0' || *p > '9') continue; // separators and the point
        chunk = chunk * 10 + (uint32_t)(*p - '0');
        in_chunk++;
        if (--left && in_chunk < 9) continue;
        big_mul_add(number, ten[in_chunk], chunk);
        chunk = in_chunk = 0;
    }
    for (; rest && !*more; p++) {
        if (*p < '0' || *p > '9') continue;
        *more = *p != '0';
        rest--;
    }
}

// At most 19 digits and 10^k, k within -27 .. 27: exact in 128 bits.
static bool decimal_small(const DecText *text, ApfFormat format, bool sign, ApfRound rounding,
                          ApFloat *out, uint32_t *flags) {
    if (text->nd > 19 || text->exp10 < -27 || text->exp10 > 27) return false;
    uint64_t pow5 = 1; // 5^27 < 2^63
    for (int64_t k = text->exp10 < 0 ? -text->exp10 : text->exp10; k; k--) pow5 *= 5;
    if (text->exp10 >= 0) {
        *out = apf_scaled(format, sign, (u128)text->head * pow5, text->exp10, rounding, flags);
        return true;
    }
    if (apf_info[format].precision > 62) return false;
    uint32_t up = 64 + (uint32_t)__builtin_clzll(text->head); // the quotient has 64 bits or more
    u128 num = (u128)text->head << up;
    *out = round_to(format, sign, num / pow5, text->exp10 - up, num % pow5 != 0, rounding, flags);
    return true;
}

// Values far outside of the format need no arithmetic: a power of two that certainly overflows or
// underflows is rounded in their place.
static ApFloat decimal_value(const DecText *text, ApfFormat format, bool sign, ApfRound rounding,
                             uint32_t *flags) {
    const ApfInfo *i = &apf_info[format];
    ApFloat value;
    if (!text->nd) return apf_zero(format, sign);
    if (decimal_small(text, format, sign, rounding, &value, flags)) return value;
    int64_t magnitude =
        text->exp10 + (int64_t)text->nd; // the value is in [10^(magnitude-1), 10^magnitude)
    bool wide = i->exp_bits > 11;
    if (magnitude > (wide ? 5000 : 320))
        return round_to(format, sign, 1, 30000, false, rounding, flags);
    if (magnitude < (wide ? -5100 : -400))
        return round_to(format, sign, 1, -30000, false, rounding, flags);
    // A halfway case has no more significant digits than these (f32: 113, f64: 768).
    uint64_t limit = wide ? BIG_DIGITS : i->exp_bits > 8 ? 800 : 200;
    bool sticky = false;
    Big digits, den;
    digits.n = 0;
    read_digits(text, limit, &digits, &sticky);
    int64_t exp = text->exp10 + (int64_t)(text->nd - CU_MIN(limit, text->nd));
    u128 sig;
    if (exp >= 0) {
        big_mul_pow5(&digits, (uint32_t)exp);
        sig = big_top(&digits, &exp, &sticky);
    } else {
        big_set(&den, 1);
        big_mul_pow5(&den, (uint32_t)-exp);
        sig = big_divide_top(&digits, &den, &exp, &sticky);
    }
    return round_to(format, sign, sig, exp, sticky, rounding, flags);
}

// Digits beyond 120 bits only move the exponent and make the result sticky.
static bool parse_hex(DecText *text, ApfFormat format, bool sign, ApfRound rounding, ApFloat *out,
                      uint32_t *flags) {
    u128 v = 0;
    int64_t exp = 0;
    bool any = false, point = false, sticky = false;
    for (; text->at < text->n; text->at++) {
        char c = text->s[text->at];
        if (c == '\'') continue;
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        uint32_t d = apint_digit(c);
        if (d > 15) break;
        any = true;
        if (v >> 120) {
            sticky |= d != 0;
            exp += point ? 0 : 4;
        } else {
            v = v << 4 | d;
            exp -= point ? 4 : 0;
        }
    }
    if (!any || !scan_exponent(text, 'p', &exp)) return false;
    *out = round_to(format, sign, v, exp, sticky, rounding, flags);
    return text->at == text->n;
}

// The sign is read here; hexadecimal text is told by its 0x.
bool apf_parse(const char *s, size_t n, ApfFormat format, ApfRound rounding, ApFloat *out,
               uint32_t *flags) {
    DecText text = {.s = s, .n = n};
    bool sign = false;
    *out = apf_zero(format, false);
    if (text.at < n && (s[text.at] == '-' || s[text.at] == '+')) sign = s[text.at++] == '-';
    if (text.at + 1 < n && s[text.at] == '0' && (s[text.at + 1] | 32) == 'x') {
        text.at += 2;
        return parse_hex(&text, format, sign, rounding, out, flags);
    }
    if (!scan_decimal(&text)) return false;
    *out = decimal_value(&text, format, sign, rounding, flags);
    return text.at == n;
}
