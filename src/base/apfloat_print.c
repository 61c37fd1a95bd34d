// SPDX-License-Identifier: Apache-2.0
// Printing floating-point text. Every binary value has finitely many decimal digits: they are all
// computed, exactly, and rounded as text. The shortest text is found among the roundings of those
// digits by comparing with the digits of the two halfway points around the value.
#include "base/apfloat_int.h"

typedef struct Digits {
    char *d; // values '0' .. '9'
    uint32_t n;
    int64_t point;              // decimal point before digit number `point`
    char room[BIG_DIGITS + 40]; // all decimal digits of an exact value
} Digits;

// sig * 2^exp, not zero
static void exact_digits(u128 sig, int32_t exp, Digits *out) {
    Big big;
    for (; !(sig & 1) && exp < 0; exp++) sig >>= 1;
    big_set(&big, sig);
    int64_t exp10 = 0;
    if (exp >= 0) {
        big_shl(&big, (uint32_t)exp);
    } else { // sig * 2^-k = sig * 5^k * 10^-k
        big_mul_pow5(&big, (uint32_t)-exp);
        exp10 = exp;
    }
    uint32_t at = sizeof out->room;
    while (big.n) { // nine digits at a time from the right
        uint32_t rem = big_div_1e9(&big);
        for (int k = 0; k < 9 && (big.n || rem); k++, rem /= 10)
            out->room[--at] = (char)('0' + rem % 10);
    }
    out->d = out->room + at;
    out->n = (uint32_t)sizeof out->room - at;
    out->point = out->n + exp10;
}

// Rounds to the first `keep` digits, half to even; may add one digit in front.
static void round_digits(Digits *digits, int64_t keep) {
    if (keep < 0) {
        digits->n = 0;
        return;
    }
    if (keep >= digits->n) return;
    bool up = digits->d[keep] > '5';
    if (digits->d[keep] == '5') {
        for (uint32_t i = (uint32_t)keep + 1; i < digits->n && !up; i++) up = digits->d[i] != '0';
        if (!up) up = keep > 0 && (digits->d[keep - 1] & 1);
    }
    digits->n = (uint32_t)keep;
    if (!up) return;
    int64_t i = keep - 1;
    while (i >= 0 && digits->d[i] == '9') digits->d[i--] = '0';
    if (i >= 0) {
        digits->d[i]++;
        return;
    }
    digits->d = digits->room; // all nines
    digits->d[0] = '1';
    digits->n = 1;
    digits->point++;
}

static void put_digit(Buf *out, const Digits *d, int64_t i) {
    buf_putc(out, i >= 0 && i < d->n ? d->d[i] : '0');
}

// At least two digits, as printf prints them.
static void put_exponent(Buf *out, int64_t e, char letter) {
    buf_putc(out, letter);
    buf_putc(out, e < 0 ? '-' : '+');
    if (e < 0) e = -e;
    if (e < 10) buf_putc(out, '0');
    buf_u64(out, (uint64_t)e);
}

// d.ddde+xx with `precision` digits behind the point. `strip` drops zeros at the end (%g), `alt`
// keeps the point ('#').
static void print_e(Buf *out, const Digits *d, int64_t precision, bool alt, char letter,
                    bool strip) {
    int64_t last = precision;
    while (strip && last > 0 && (last >= d->n || d->d[last] == '0')) last--;
    put_digit(out, d, 0);
    if (last > 0 || alt) buf_putc(out, '.');
    for (int64_t i = 1; i <= last; i++) put_digit(out, d, i);
    put_exponent(out, d->n ? d->point - 1 : 0, letter);
}

// ddd.ddd; digits that the value does not have are zeros.
static void print_f(Buf *out, const Digits *number, int64_t precision, bool alt, bool strip) {
    int64_t last = precision;
    while (strip && last > 0) {
        int64_t i = number->point + last - 1;
        if (i >= 0 && i < number->n && number->d[i] != '0') break;
        last--;
    }
    if (number->point <= 0) buf_putc(out, '0');
    for (int64_t i = 0; i < number->point; i++) put_digit(out, number, i);
    if (last > 0 || alt) buf_putc(out, '.');
    for (int64_t i = 0; i < last; i++) put_digit(out, number, number->point + i);
}

// glibc's form of %a: one digit before the point, the rest rounded half to even.
static void print_hex(Buf *out, ApFloat value, int precision, bool alt, bool upper) {
    const char *digit = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int64_t exp = 0;
    u128 sig = 0;
    if (value.cat == APC_NORMAL) { // 1.xxx with the one at bit 124; subnormals 0.xxx, as in glibc
        uint32_t lead = apf_info[value.fmt].precision - 1u;
        exp = (int64_t)value.exp + lead;
        sig = value.sig << (124 - lead);
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
    buf_puts(out, upper ? "0X" : "0x");
    buf_putc(out, digit[(uint32_t)(sig >> 124)]);
    if (n || alt) buf_putc(out, '.');
    for (uint32_t i = 1; i <= n; i++)
        buf_putc(out, i > 31 ? '0' : digit[(uint32_t)(sig >> (124 - 4 * i)) & 15]);
    buf_putc(out, upper ? 'P' : 'p');
    buf_putc(out, exp < 0 ? '-' : '+');
    buf_u64(out, (uint64_t)(exp < 0 ? -exp : exp));
}

// The digits are exact before they are rounded, so any precision is right.
void apf_print(Buf *out, ApFloat value, char style, int precision, bool alternate) {
    bool upper = style >= 'A' && style <= 'Z';
    char low = style | 32;
    if (value.sign && value.cat != APC_NAN) buf_putc(out, '-');
    if (is_any_of(value.cat, APC_INF, APC_NAN)) {
        const char *t = value.cat == APC_INF ? "infINF" : "nanNAN";
        buf_write(out, t + (upper ? 3 : 0), 3);
        return;
    }
    if (low == 'a') {
        print_hex(out, value, precision, alternate, upper);
        return;
    }
    if (precision < 0) precision = 6;
    Digits digits;
    digits.d = digits.room;
    digits.n = 0;
    digits.point = 1;
    if (value.cat == APC_NORMAL) exact_digits(value.sig, value.exp, &digits);
    if (low == 'e') {
        round_digits(&digits, (int64_t)precision + 1);
        print_e(out, &digits, precision, alternate, upper ? 'E' : 'e', false);
    } else if (low == 'f') {
        round_digits(&digits, digits.point + precision);
        print_f(out, &digits, precision, alternate, false);
    } else { // %g: the precision counts significant digits [C11 7.21.6.1]
        int64_t p = precision ? precision : 1;
        round_digits(&digits, p);
        int64_t x = digits.n ? digits.point - 1 : 0;
        if (x < -4 || x >= p)
            print_e(out, &digits, p - 1, alternate, upper ? 'E' : 'e', !alternate);
        else
            print_f(out, &digits, p - 1 - x, alternate, !alternate);
    }
}

// ---- shortest text

enum { SHORT_MAX = 40 }; // binary128 needs 36 digits at most

// -1, 0 or 1, as the value of `digits` is to 0.d * 10^point; zeros at the end do not matter.
static int cmp_digits(const Digits *digits, const char *d, uint32_t n, int64_t point) {
    if (digits->point != point) return digits->point < point ? -1 : 1;
    uint32_t common = CU_MIN(digits->n, n);
    int c = memcmp(digits->d, d, common);
    if (c) return c;
    for (uint32_t i = common; i < digits->n; i++) {
        if (digits->d[i] != '0') return 1;
    }
    for (uint32_t i = common; i < n; i++) {
        if (d[i] != '0') return -1;
    }
    return 0;
}

typedef struct Short {
    char d[SHORT_MAX];
    uint32_t n;
    int64_t point;
} Short;

// The first p digits of a value, plus one in the last place if `up`.
static Short cut(const Digits *digits, uint32_t p, bool up) {
    Short s = {.n = p, .point = digits->point};
    for (uint32_t i = 0; i < p; i++) s.d[i] = i < digits->n ? digits->d[i] : '0';
    if (!up) return s;
    uint32_t i = p;
    while (i && s.d[i - 1] == '9') s.d[--i] = '0';
    if (i) {
        s.d[i - 1]++;
    } else {
        s.d[0] = '1';
        s.point++;
    }
    return s;
}

// Whether `up` is nearer to v than the digits v was cut after p of; a tie goes to the even digit.
static bool up_nearer(const Digits *v, uint32_t p) {
    if (p >= v->n || v->d[p] != '5') return p < v->n && v->d[p] > '5';
    for (uint32_t i = p + 1; i < v->n; i++) {
        if (v->d[i] != '0') return true;
    }
    return v->d[p - 1] & 1;
}

// The fewest digits strictly between the halfway points (or on them, when ties would read back as
// `a`: an even significand), and of those the ones nearest to the value.
static Short shortest(ApFloat value) {
    const ApfInfo *i = &apf_info[value.fmt];
    Digits digits, lo, hi;
    bool even = !(value.sig & 1);
    // The gap below a power of two is half as wide, but not at the smallest normal number.
    uint32_t frac_bits = i->precision - (i->explicit_bit ? 0u : 1u);
    bool narrow =
        value.sig == (u128)1 << (i->precision - 1) && apf_to_bits(apf_abs(value)) >> frac_bits > 1;
    exact_digits(value.sig, value.exp, &digits);
    exact_digits(value.sig * 4 - (narrow ? 1 : 2), value.exp - 2, &lo);
    exact_digits(value.sig * 4 + 2, value.exp - 2, &hi);
    for (uint32_t p = 1;; p++) {
        Short down = cut(&digits, p, false), up = cut(&digits, p, true);
        int cl = cmp_digits(&lo, down.d, p, down.point), ch = cmp_digits(&hi, up.d, p, up.point);
        bool down_ok = even ? cl <= 0 : cl < 0, up_ok = even ? ch >= 0 : ch > 0;
        if (p == SHORT_MAX || (down_ok && !(up_ok && up_nearer(&digits, p)))) return down;
        if (up_ok) return up;
    }
}

// Powers of ten from -4 to 16 are written without an exponent.
void apf_print_shortest(Buf *out, ApFloat value) {
    if (value.cat != APC_NORMAL) {
        apf_print(out, value, 'g', 1, false);
        return;
    }
    Short s = shortest(value);
    Digits d;
    d.d = s.d;
    d.n = s.n;
    d.point = s.point;
    if (value.sign) buf_putc(out, '-');
    if (d.point > -4 && d.point <= 17)
        print_f(out, &d, CU_MAX((int64_t)s.n - s.point, 0), false, true);
    else
        print_e(out, &d, s.n - 1, false, 'e', true);
}
