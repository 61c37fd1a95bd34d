// SPDX-License-Identifier: Apache-2.0
// Natural numbers for the text conversions of apfloat (see apfloat_int.h): schoolbook algorithms,
// all in time linear in the size except the division, which makes 131 linear steps.
#include "base/apfloat_int.h"

void big_set(Big *big, u128 v) {
    for (big->n = 0; v; v >>= 32) big->d[big->n++] = (uint32_t)v;
}

// A limb times m, and the carry, are below 2^64.
void big_mul_add(Big *big, uint32_t m, uint32_t add) {
    uint64_t c = add;
    for (uint32_t i = 0; i < big->n; i++) {
        c += (uint64_t)big->d[i] * m;
        big->d[i] = (uint32_t)c;
        c >>= 32;
    }
    if (c && big->n < BIG_LIMBS) big->d[big->n++] = (uint32_t)c;
}

// 5^13 is the largest power of five in a limb.
void big_mul_pow5(Big *big, uint32_t k) {
    for (; k >= 13; k -= 13) big_mul_add(big, 1220703125u, 0); // 5^13
    uint32_t m = 1;
    while (k--) m *= 5;
    big_mul_add(big, m, 0);
}

uint32_t big_bits(const Big *big) {
    return big->n ? big->n * 32 - (uint32_t)__builtin_clz(big->d[big->n - 1]) : 0;
}

// Limbs are moved from the top, so that one buffer is enough.
void big_shl(Big *big, uint32_t n) {
    uint32_t words = n / 32, bits = n % 32;
    if (!big->n) return;
    if (big->n + words + 1 > BIG_LIMBS) return; // cannot happen: sizes are bounded by the callers
    big->d[big->n] = 0;
    for (uint32_t i = big->n + 1; i-- > 0;) {
        uint64_t v = (uint64_t)big->d[i] << bits;
        if (bits && i) v |= big->d[i - 1] >> (32 - bits);
        big->d[i + words] = (uint32_t)v;
    }
    memset(big->d, 0, words * sizeof big->d[0]);
    big->n += words + 1;
    while (big->n && !big->d[big->n - 1]) big->n--;
}

// -1, 0 or 1.
static int big_cmp(const Big *left, const Big *right) {
    if (left->n != right->n) return left->n < right->n ? -1 : 1;
    for (uint32_t i = left->n; i-- > 0;) {
        if (left->d[i] != right->d[i]) return left->d[i] < right->d[i] ? -1 : 1;
    }
    return 0;
}

// minuend -= subtrahend, which is no larger.
static void big_sub(Big *minuend, const Big *subtrahend) {
    int64_t c = 0;
    for (uint32_t i = 0; i < minuend->n; i++) {
        c += (int64_t)minuend->d[i] - (i < subtrahend->n ? subtrahend->d[i] : 0);
        minuend->d[i] = (uint32_t)c;
        c >>= 32;
    }
    while (minuend->n && !minuend->d[minuend->n - 1]) minuend->n--;
}

// Halves the number; the lowest bit is lost.
static void big_shr1(Big *big) {
    for (uint32_t i = 0; i < big->n; i++) {
        big->d[i] = big->d[i] >> 1 | (i + 1 < big->n ? big->d[i + 1] << 31 : 0);
    }
    while (big->n && !big->d[big->n - 1]) big->n--;
}

// Numbers of fewer bits come out whole, with zeros above.
u128 big_top(const Big *big, int64_t *exp, bool *sticky) {
    uint32_t bits = big_bits(big), drop = bits > 128 ? bits - 128 : 0;
    u128 v = 0;
    for (uint32_t k = 0; k < 128; k += 32) {
        uint32_t at = drop + k, w = at / 32, s = at % 32;
        uint64_t two = (w < big->n ? big->d[w] : 0) | (uint64_t)(w + 1 < big->n ? big->d[w + 1] : 0)
                                                          << 32;
        v |= (u128)(uint32_t)(two >> s) << k;
    }
    for (uint32_t i = 0; i < drop / 32 && !*sticky; i++) *sticky |= big->d[i] != 0;
    if (drop % 32) *sticky |= (big->d[drop / 32] & ((1u << drop % 32) - 1)) != 0;
    *exp += drop;
    return v;
}

// Shifts the operands so that the quotient has 130 or 131 bits, of which the last ones only say
// whether anything lies below.
u128 big_divide_top(Big *num, Big *den, int64_t *exp, bool *sticky) {
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

// From the highest limb down; nine decimal digits at a time make printing linear in the digits.
uint32_t big_div_1e9(Big *big) {
    uint64_t rem = 0;
    for (uint32_t i = big->n; i-- > 0;) {
        rem = rem << 32 | big->d[i];
        big->d[i] = (uint32_t)(rem / 1000000000u);
        rem %= 1000000000u;
    }
    while (big->n && !big->d[big->n - 1]) big->n--;
    return (uint32_t)rem;
}
