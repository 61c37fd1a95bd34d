// SPDX-License-Identifier: Apache-2.0
// Private to the text conversions of apfloat: natural numbers of bounded size, on the stack.
#ifndef CUPRUM_APFLOAT_INT_H
#define CUPRUM_APFLOAT_INT_H

#include "base/apfloat.h"

// A halfway case of binary128 has at most 11,564 significant decimal digits. Parsing keeps that
// many of its input (more only say "something more") and divides by at most 5^16,800: both are
// below 39,000 bits; 131 more for the division, and room for a shift by a word.
enum { BIG_DIGITS = 11700, BIG_LIMBS = 1800 };

typedef struct Big { // little-endian base 2^32, the highest limb not zero
    uint32_t n;
    uint32_t d[BIG_LIMBS];
} Big;

// Makes it the number v; whatever was in it is lost.
void big_set(Big *big, u128 v);
// big = big * m + add. What does not fit any more is dropped: callers bound the sizes.
void big_mul_add(Big *big, uint32_t m, uint32_t add);
// big = big * 5^k.
void big_mul_pow5(Big *big, uint32_t k);
// The number of significant bits; 0 for zero.
uint32_t big_bits(const Big *big);
// big = big * 2^n.
void big_shl(Big *big, uint32_t n);
// The highest 128 bits; adds the exponent of their last bit to *exp; *sticky if anything nonzero
// lies below.
u128 big_top(const Big *big, int64_t *exp, bool *sticky);
// The highest 128 bits of num / den (both not zero, both destroyed), likewise.
u128 big_divide_top(Big *num, Big *den, int64_t *exp, bool *sticky);
// b /= 10^9; returns the remainder.
uint32_t big_div_1e9(Big *big);

#endif
