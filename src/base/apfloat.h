// SPDX-License-Identifier: Apache-2.0
// apfloat: binary floating point in every format that GPU code meets, exact and without the host's
// floating-point unit. The one float arithmetic of constant evaluation, IR folding and the virtual
// machine (IEEE 754-2019; OCP MX and OFP8 for the small formats; PTX ISA "Data types" for the
// rest).
//
// A value is (-1)^sign * sig * 2^exp. Invariant for APC_NORMAL: sig != 0, normalised so that its
// highest bit is bit precision-1, except for subnormals, whose exp is the format's minimum.
// Arithmetic computes exactly and rounds once. NaN results are the format's canonical quiet NaN; an
// operand's payload is kept only by apf_from_bits/apf_to_bits, negation, abs and copysign.
#ifndef CUPRUM_APFLOAT_H
#define CUPRUM_APFLOAT_H

#include "base/apint.h"

typedef enum {
    APF_F16,
    APF_BF16,
    APF_TF32,
    APF_F32,
    APF_F64,
    APF_F128,
    APF_X87,  // 80-bit extended, for reading old IR
    APF_E4M3, // fp8: no infinity, one NaN (OFP8 E4M3, "fn")
    APF_E5M2,
    APF_E3M2, // fp6: no infinity, no NaN
    APF_E2M3,
    APF_E2M1,  // fp4: no infinity, no NaN
    APF_UE8M0, // powers of two: no sign, no zero (2^-127 stands for it), no infinity
    APF_NFORMATS
} ApfFormat;
typedef enum { APC_ZERO, APC_NORMAL, APC_INF, APC_NAN } ApfCategory;
typedef enum { APF_RNE, APF_RTZ, APF_RUP, APF_RDN, APF_RNA } ApfRound; // RNA: ties away from zero
enum { APF_INEXACT = 1, APF_OVERFLOW = 2, APF_UNDERFLOW = 4, APF_INVALID = 8, APF_DIVZERO = 16 };

typedef struct ApFloat {
    u128 sig;
    int32_t exp;
    uint8_t fmt, cat; // ApfFormat, ApfCategory
    bool sign;
} ApFloat;

typedef struct ApfInfo {
    const char *name;
    uint8_t bits, precision; // precision with the implicit bit
    uint8_t exp_bits;
    int32_t bias;
    bool has_inf, has_nan, explicit_bit;
    bool scale; // UE8M0
} ApfInfo;
extern const ApfInfo apf_info[APF_NFORMATS];

// `flags`, where a function has it, collects APF_* bits; NULL is allowed. APF_UNDERFLOW: inexact,
// and below the normal numbers before rounding.
ApFloat apf_zero(ApfFormat f, bool sign);
ApFloat apf_inf(ApfFormat f, bool sign); // largest finite value where there is no infinity
ApFloat apf_nan(ApfFormat f);            // canonical; the largest value where there is none (PTX)
ApFloat apf_max(ApfFormat f, bool sign); // largest finite
// The value that the bits encode; those above the format's width are not looked at. NaN payloads
// are kept.
ApFloat apf_from_bits(ApfFormat format, u128 bits);
// The encoding; the inverse of apf_from_bits but for x87's invalid operands.
u128 apf_to_bits(ApFloat value);
ApFloat apf_f32(float v);
ApFloat apf_f64(double v);
// Rounds to nearest even; so does apf_to_f64.
float apf_to_f32(ApFloat value);
double apf_to_f64(ApFloat value);

// The exact sum, rounded once. inf - inf is invalid. A sum of opposite values is +0, or -0 when
// rounding down [IEEE 754, 6.3].
ApFloat apf_add(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags);
// apf_add of the negated right operand.
ApFloat apf_sub(ApFloat left, ApFloat right, ApfRound r, uint32_t *flags);
// The exact product, rounded once. 0 * inf is invalid.
ApFloat apf_mul(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags);
// The quotient, correctly rounded. 0 / 0 and inf / inf are invalid; a finite value over 0 raises
// APF_DIVZERO and gives an infinity, or what overflow gives where the format has none.
ApFloat apf_div(ApFloat left, ApFloat right, ApfRound rounding, uint32_t *flags);
// left * right + addend with one rounding at the end. 0 * inf is invalid.
ApFloat apf_fma(ApFloat left, ApFloat right, ApFloat addend, ApfRound rounding, uint32_t *flags);
// The root, correctly rounded. Of a negative value it is invalid, of -0 it is -0.
ApFloat apf_sqrt(ApFloat value, ApfRound rounding, uint32_t *flags);
// C's fmod: exact, with the sign of the left operand.
ApFloat apf_rem(ApFloat left, ApFloat right, uint32_t *flags);
// To an integral value of the same format.
ApFloat apf_round_int(ApFloat value, ApfRound r, uint32_t *flags);
ApFloat apf_neg(ApFloat value);
ApFloat apf_abs(ApFloat value);
// The magnitude of `value`, NaN or not, with the sign of `sign`.
ApFloat apf_copysign(ApFloat value, ApFloat sign);
// IEEE 754-2008's minNum and maxNum: a number beats a NaN, and -0 < +0.
ApFloat apf_min_num(ApFloat left, ApFloat right);
ApFloat apf_max_num(ApFloat left, ApFloat right);
// IEEE 754-2019's minimum and maximum: a NaN wins.
ApFloat apf_minimum(ApFloat left, ApFloat right);
ApFloat apf_maximum(ApFloat left, ApFloat right);
ApFloat apf_flush(ApFloat value); // subnormal to zero of the same sign (.ftz)
typedef enum { APF_LT = 1, APF_EQ = 2, APF_GT = 4, APF_UN = 8 } ApfCmp;
// APF_UN when one is a NaN; -0 and +0 are equal.
ApfCmp apf_cmp(ApFloat left, ApFloat right);
static inline bool apf_is_zero(ApFloat value) {
    return value.cat == APC_ZERO;
}
static inline bool apf_is_nan(ApFloat value) {
    return value.cat == APC_NAN;
}
bool apf_is_subnormal(ApFloat value);
bool apf_same(ApFloat left, ApFloat right); // the same bits
// sig * 2^exp rounded into f.
ApFloat apf_scaled(ApfFormat f, bool sign, u128 sig, int64_t exp, ApfRound r, uint32_t *flags);

// Conversions; `_sat`: overflow and infinity give the largest finite value (PTX .satfinite).
// Without it a format that has no infinity gives its NaN, or else its largest value, as CUDA's
// headers do; NaN becomes the largest positive value (and APF_INVALID) where the format has none.
ApFloat apf_convert(ApFloat value, ApfFormat to, ApfRound r, uint32_t *flags);
ApFloat apf_convert_sat(ApFloat value, ApfFormat to, ApfRound r, uint32_t *flags);
ApFloat apf_from_int(ApfFormat f, ApInt value, bool is_signed, ApfRound r, uint32_t *flags);
// To an integer of a width. Out of range (and NaN) sets APF_INVALID and gives the nearest value
// (NaN: zero), which is what PTX cvt does and what C++ leaves undefined.
ApInt apf_to_int(ApFloat value, uint32_t width, bool is_signed, ApfRound rounding, uint32_t *flags);

// Text. Parsing takes decimal ("1.5e3") or hexadecimal ("0x1.8p3") floating text, with digit
// separators, no suffix, correctly rounded; false if malformed. Long input takes bounded time.
bool apf_parse(const char *s, size_t n, ApfFormat format, ApfRound rounding, ApFloat *out,
               uint32_t *flags);
// printf's conversions: style 'e', 'f', 'g' with a precision, 'a'; upper case for 'E' ... Infinity
// and NaN are "inf", "nan". Flag '#' (alternate form) as given.
void apf_print(Buf *out, ApFloat value, char style, int precision, bool alternate);
// The shortest decimal text that reads back as the same value.
void apf_print_shortest(Buf *out, ApFloat value);
#endif
