// SPDX-License-Identifier: Apache-2.0
// Text of apfloat.h: exact conversion between decimal and binary with plain big integers (at most
// some 12,000 decimal digits, what binary128 can need), one rounding.
#include "base/apfloat.h"

// Decimal digits beyond this many only say "something more": a binary128 halfway case has at most
// 11,564 significant digits.
enum { MAX_DIGITS = 11700, LIMBS = 1800 };

typedef struct Big { // little-endian base 2^32
    uint32_t n;
    uint32_t d[LIMBS];
} Big;

static void big_mul_add(Big *b, uint32_t m, uint32_t add) {
    uint64_t c = add;
    for (uint32_t i = 0; i < b->n; i++) {
        c += (uint64_t)b->d[i] * m;
        b->d[i] = (uint32_t)c;
        c >>= 32;
    }
    if (c && b->n < LIMBS) b->d[b->n++] = (uint32_t)c;
}

static void big_mul_pow5(Big *b, uint32_t k) {
    for (; k >= 13; k -= 13) big_mul_add(b, 1220703125u, 0); // 5^13
    uint32_t m = 1;
    while (k--) m *= 5;
    big_mul_add(b, m, 0);
}

static uint32_t big_bits(const Big *b) {
    return b->n ? b->n * 32 - (uint32_t)__builtin_clz(b->d[b->n - 1]) : 0;
}

static void big_shl(Big *b, uint32_t n) {
    uint32_t words = n / 32, bits = n % 32;
    if (!b->n) return;
    if (b->n + words + 1 > LIMBS) return; // cannot happen: sizes are bounded by the callers
    b->d[b->n] = 0;
    for (uint32_t i = b->n + 1; i-- > 0;) {
        uint64_t v = (uint64_t)b->d[i] << bits;
        if (bits && i) v |= b->d[i - 1] >> (32 - bits);
        b->d[i + words] = (uint32_t)v;
    }
    memset(b->d, 0, words * sizeof b->d[0]);
    b->n += words + 1;
    while (b->n && !b->d[b->n - 1]) b->n--;
}

static int big_cmp(const Big *a, const Big *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (uint32_t i = a->n; i-- > 0;) {
        if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1;
    }
    return 0;
}

static void big_sub(Big *a, const Big *b) { // a >= b
    int64_t c = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        c += (int64_t)a->d[i] - (i < b->n ? b->d[i] : 0);
        a->d[i] = (uint32_t)c;
        c >>= 32;
    }
    while (a->n && !a->d[a->n - 1]) a->n--;
}

static void big_shr1(Big *b) {
    for (uint32_t i = 0; i < b->n; i++) {
        b->d[i] = b->d[i] >> 1 | (i + 1 < b->n ? b->d[i + 1] << 31 : 0);
    }
    while (b->n && !b->d[b->n - 1]) b->n--;
}

// The top 128 bits and the exponent of their last bit; *sticky if anything nonzero lies below.
static u128 big_top(const Big *b, int64_t *exp, bool *sticky) {
    uint32_t bits = big_bits(b), drop = bits > 128 ? bits - 128 : 0;
    u128 v = 0;
    for (uint32_t k = 0; k < 128; k += 32) {
        uint32_t at = drop + k, w = at / 32, s = at % 32;
        uint64_t two = (w < b->n ? b->d[w] : 0) | (uint64_t)(w + 1 < b->n ? b->d[w + 1] : 0) << 32;
        v |= (u128)(uint32_t)(two >> s) << k;
    }
    for (uint32_t i = 0; i < drop / 32 && !*sticky; i++) *sticky |= b->d[i] != 0;
    if (drop % 32) *sticky |= (b->d[drop / 32] & ((1u << drop % 32) - 1)) != 0;
    *exp += drop;
    return v;
}

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

// ---- parsing
// -------------------------------------------------------------------------------------------

typedef struct DecText {
    const char *s;
    size_t n, at;
    Big *digits;
    uint32_t nd;
    int64_t exp10;
    bool more; // nonzero digits were dropped
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
        if (e < 1000000) e = e * 10 + (c - '0');
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
        if (t->nd == 0 && c == '0') {
            t->exp10 -= point;
            continue;
        }
        if (t->nd < MAX_DIGITS) {
            big_mul_add(t->digits, 10, (uint32_t)(c - '0'));
            t->nd++;
            t->exp10 -= point;
        } else {
            t->more |= c != '0';
            t->exp10 += !point;
        }
    }
    return any && scan_exponent(t, 'e', &t->exp10);
}

// Quotient bits of num / den, at least 128 of them, and whether a remainder is left.
static u128 divide_top(Big *num, Big *den, int64_t *exp, bool *sticky) {
    int64_t shift = 130 - ((int64_t)big_bits(num) - (int64_t)big_bits(den));
    if (shift > 0)
        big_shl(num, (uint32_t)shift);
    else
        big_shl(den, (uint32_t)-shift);
    *exp -= shift;
    // num / den now has 130 or 131 bits: restoring division from the top.
    u128 q = 0;
    uint32_t steps = 0;
    big_shl(den, 130);
    for (int k = 130; k >= 0; k--, steps++) {
        bool one = big_cmp(num, den) >= 0;
        if (one) big_sub(num, den);
        if (q >> 127) { // enough bits: the rest is sticky
            *sticky |= one;
            *exp += 1;
        } else {
            q = q << 1 | one;
        }
        big_shr1(den);
    }
    *sticky |= num->n != 0;
    return q;
}

static ApFloat decimal_value(DecText *t, ApfFormat f, bool sign, ApfRound r, Big *tmp,
                             uint32_t *flags) {
    if (!t->digits->n) return apf_zero(f, sign);
    int64_t magnitude = t->exp10 + t->nd; // the value is below 10^magnitude
    if (magnitude > 5000) return round_to(f, sign, 1, 30000, false, r, flags);
    if (magnitude < -5100) return round_to(f, sign, 1, -30000, false, r, flags);
    bool sticky = t->more;
    int64_t exp = t->exp10;
    u128 sig;
    if (t->exp10 >= 0) {
        big_mul_pow5(t->digits, (uint32_t)t->exp10);
        sig = big_top(t->digits, &exp, &sticky);
    } else {
        tmp->n = 1;
        tmp->d[0] = 1;
        big_mul_pow5(tmp, (uint32_t)-t->exp10);
        sig = divide_top(t->digits, tmp, &exp, &sticky);
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

// Up to 15 digits and a small power of ten: both are exact doubles, so one host operation is the
// correctly rounded result (Clinger). The host works in round-to-nearest-even.
static bool parse_fast(DecText *t, ApfFormat f, ApfRound r, bool sign, ApFloat *out) {
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (f != APF_F64 || r != APF_RNE || t->nd > 15 || t->exp10 < -22 || t->exp10 > 22) return false;
    double v = (double)((t->digits->n > 1 ? (uint64_t)t->digits->d[1] << 32 : 0) |
                        (t->digits->n ? t->digits->d[0] : 0));
    v = t->exp10 < 0 ? v / ten[-t->exp10] : v * ten[t->exp10];
    *out = apf_f64(sign ? -v : v);
    return true;
}

bool apf_parse(const char *s, size_t n, ApfFormat f, ApfRound r, ApFloat *out, uint32_t *flags) {
    Big digits, tmp;
    digits.n = 0;
    DecText t = {.s = s, .n = n, .digits = &digits};
    bool sign = false;
    *out = apf_zero(f, false);
    if (t.at < n && (s[t.at] == '-' || s[t.at] == '+')) sign = s[t.at++] == '-';
    if (t.at + 1 < n && s[t.at] == '0' && (s[t.at + 1] | 32) == 'x') {
        t.at += 2;
        return parse_hex(&t, f, sign, r, out, flags);
    }
    if (!scan_decimal(&t)) return false;
    if (!parse_fast(&t, f, r, sign, out)) *out = decimal_value(&t, f, sign, r, &tmp, flags);
    return t.at == n;
}

// ---- printing
// --------------------------------------------------------------------------------------------

typedef struct Digits {
    char d[MAX_DIGITS + 40]; // all decimal digits of the exact value
    uint32_t n;
    int64_t point; // decimal point before digit number `point`
} Digits;

static void exact_digits(ApFloat a, Digits *out) {
    Big b;
    b.n = 0;
    for (u128 v = a.sig; v; v >>= 32) b.d[b.n++] = (uint32_t)v;
    int64_t exp10 = 0;
    if (a.exp >= 0) {
        big_shl(&b, (uint32_t)a.exp);
    } else { // sig * 2^-k = sig * 5^k * 10^-k
        big_mul_pow5(&b, (uint32_t)-a.exp);
        exp10 = a.exp;
    }
    uint32_t at = sizeof out->d;
    while (b.n) { // nine digits at a time from the right
        uint64_t rem = 0;
        for (uint32_t i = b.n; i-- > 0;) {
            rem = rem << 32 | b.d[i];
            b.d[i] = (uint32_t)(rem / 1000000000u);
            rem %= 1000000000u;
        }
        while (b.n && !b.d[b.n - 1]) b.n--;
        for (int k = 0; k < 9 && (b.n || rem); k++, rem /= 10)
            out->d[--at] = (char)('0' + rem % 10);
    }
    out->n = (uint32_t)sizeof out->d - at;
    memmove(out->d, out->d + at, out->n);
    out->point = out->n + exp10;
}

// Rounds to the first `keep` digits, half to even; may add one digit in front.
static void round_digits(Digits *d, int64_t keep) {
    if (keep < 0) {
        d->n = 0;
        return;
    }
    if (keep >= d->n) return;
    bool up = d->d[keep] > '5';
    if (d->d[keep] == '5') {
        for (uint32_t i = (uint32_t)keep + 1; i < d->n && !up; i++) up = d->d[i] != '0';
        if (!up) up = keep > 0 && (d->d[keep - 1] & 1);
    }
    d->n = (uint32_t)keep;
    if (!up) return;
    int64_t i = keep - 1;
    while (i >= 0 && d->d[i] == '9') d->d[i--] = '0';
    if (i >= 0) {
        d->d[i]++;
        return;
    }
    memmove(d->d + 1, d->d, d->n);
    d->d[0] = '1';
    d->n++;
    d->point++;
}

static void put_digit(Buf *b, const Digits *d, int64_t i) {
    buf_putc(b, i >= 0 && i < d->n ? d->d[i] : '0');
}

static void put_exponent(Buf *b, int64_t e, char letter) {
    buf_putc(b, letter);
    buf_putc(b, e < 0 ? '-' : '+');
    if (e < 0) e = -e;
    if (e < 10) buf_putc(b, '0');
    buf_u64(b, (uint64_t)e);
}

static void print_e(Buf *b, Digits *d, int precision, bool alt, char letter, bool strip) {
    int64_t last = precision;
    while (strip && last > 0 && (last >= d->n || d->d[last] == '0')) last--;
    put_digit(b, d, 0);
    if (last > 0 || alt) buf_putc(b, '.');
    for (int64_t i = 1; i <= last; i++) put_digit(b, d, i);
    put_exponent(b, d->n ? d->point - 1 : 0, letter);
}

static void print_f(Buf *b, Digits *d, int precision, bool alt, bool strip) {
    int64_t last = precision;
    while (strip && last > 0) {
        int64_t i = d->point + last - 1;
        if (i >= 0 && i < d->n && d->d[i] != '0') break;
        last--;
    }
    if (d->point <= 0) buf_putc(b, '0');
    for (int64_t i = 0; i < d->point; i++) put_digit(b, d, i);
    if (last > 0 || alt) buf_putc(b, '.');
    for (int64_t i = 0; i < last; i++) put_digit(b, d, d->point + i);
}

static void print_hex(Buf *b, ApFloat a, int precision, bool alt, bool upper) {
    const char *digit = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int64_t exp = 0;
    u128 sig = 0;
    if (a.cat == APC_NORMAL) { // 1.xxx with the leading one at bit 124
        uint32_t lead = 0;
        for (u128 v = a.sig; v >>= 1;) lead++;
        exp = (int64_t)a.exp + lead;
        sig = a.sig << (124 - lead);
    }
    uint32_t n = 31;
    if (precision >= 0 && precision < 31) {
        u128 unit = (u128)1 << (124 - 4 * precision), rest = sig & (unit - 1);
        sig -= rest;
        if (rest > unit / 2 || (rest == unit / 2 && (sig & unit))) sig += unit;
        n = (uint32_t)precision;
    } else {
        while (n && !(sig >> (124 - 4 * n) & 15)) n--;
        if (precision > (int)n) n = (uint32_t)precision;
    }
    buf_puts(b, upper ? "0X" : "0x");
    buf_putc(b, digit[(uint32_t)(sig >> 124)]);
    if (n || alt) buf_putc(b, '.');
    for (uint32_t i = 1; i <= n; i++)
        buf_putc(b, i > 31 ? '0' : digit[(uint32_t)(sig >> (124 - 4 * i)) & 15]);
    buf_putc(b, upper ? 'P' : 'p');
    buf_putc(b, exp < 0 ? '-' : '+');
    buf_u64(b, (uint64_t)(exp < 0 ? -exp : exp));
}

void apf_print(Buf *b, ApFloat a, char style, int precision, bool alternate) {
    bool upper = style >= 'A' && style <= 'Z';
    char low = style | 32;
    if (a.sign && a.cat != APC_NAN) buf_putc(b, '-');
    if (a.cat == APC_INF || a.cat == APC_NAN) {
        const char *t = a.cat == APC_INF ? "infINF" : "nanNAN";
        buf_write(b, t + (upper ? 3 : 0), 3);
        return;
    }
    if (low == 'a') {
        print_hex(b, a, precision, alternate, upper);
        return;
    }
    if (precision < 0) precision = 6;
    Digits d = {.n = 0, .point = 1};
    if (a.cat == APC_NORMAL) exact_digits(a, &d);
    if (low == 'e') {
        round_digits(&d, (int64_t)precision + 1);
        print_e(b, &d, precision, alternate, upper ? 'E' : 'e', false);
    } else if (low == 'f') {
        round_digits(&d, d.point + precision);
        print_f(b, &d, precision, alternate, false);
    } else { // %g: the precision counts significant digits [C11 7.21.6.1]
        int p = precision ? precision : 1;
        round_digits(&d, p);
        int64_t x = d.n ? d.point - 1 : 0;
        if (x < -4 || x >= p)
            print_e(b, &d, p - 1, alternate, upper ? 'E' : 'e', !alternate);
        else
            print_f(b, &d, p - 1 - (int)x, alternate, !alternate);
    }
}

void apf_print_shortest(Buf *b, ApFloat a) {
    if (a.cat != APC_NORMAL) {
        apf_print(b, a, 'g', 1, false);
        return;
    }
    Digits all, d;
    exact_digits(a, &all);
    for (int p = 1;; p++) {
        d = all;
        round_digits(&d, p);
        char text[80];
        Buf tmp = {.at = text, .cap = sizeof text};
        if (a.sign) buf_putc(&tmp, '-');
        if (p > 50) { // more digits than any format needs: as it is
            apf_print(b, a, 'g', p, false);
            return;
        }
        print_e(&tmp, &d, p - 1, false, 'e', false);
        ApFloat back;
        if (apf_parse(text, tmp.n, a.fmt, APF_RNE, &back, NULL) && apf_same(back, a)) {
            apf_print(b, a, 'g', p, false);
            return;
        }
    }
}
