// SPDX-License-Identifier: Apache-2.0
// apint: integers of a given width, 1 to 128 bits, in two's complement, without allocation. The one
// integer arithmetic of constant evaluation, IR folding and the virtual machine.
//
// Invariant: bits above `width` of `w` are zero. Every operation wraps modulo 2^width; the
// *_overflow queries say whether the mathematical result differed. Division by zero gives zero and
// is the caller's to refuse; shifts by width or more give zero (ashr: copies of the sign).
#ifndef CUPRUM_APINT_H
#define CUPRUM_APINT_H

#include "base/base.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

typedef struct ApInt {
    uint64_t w[2]; // least significant first
    uint32_t width;
} ApInt;

// The value as an unsigned number.
static inline u128 apint_u128(const ApInt *value) {
    return (u128)value->w[1] << 64 | value->w[0];
}
// The lowest `width` bits set; all for 128 and more.
static inline u128 apint_mask(uint32_t width) {
    return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}
// v modulo 2^width.
static inline ApInt apint_from_u128(uint32_t width, u128 v) {
    v &= apint_mask(width);
    return (ApInt){{(uint64_t)v, (uint64_t)(v >> 64)}, width};
}
// v, zero extended or truncated to the width.
static inline ApInt apint_from_u64(uint32_t width, uint64_t v) {
    return apint_from_u128(width, v);
}
// v, sign extended or truncated to the width.
static inline ApInt apint_from_i64(uint32_t width, int64_t v) {
    return apint_from_u128(width, (u128)(i128)v);
}
// The value as a signed number.
static inline i128 apint_i128(const ApInt *value) {
    uint32_t s = 128 - value->width;
    return (i128)(apint_u128(value) << s) >> s;
}
// The low 64 bits, zero extended from a smaller width.
static inline uint64_t apint_u64(const ApInt *value) {
    return value->w[0];
}
// The low 64 bits, sign extended from a smaller width.
static inline int64_t apint_i64(const ApInt *value) {
    return (int64_t)apint_i128(value);
}
// The i-th 64 bits, for writers of big constants; zero beyond the second.
static inline uint64_t apint_word(const ApInt *value, uint32_t i) {
    return i < 2 ? value->w[i] : 0;
}
static inline bool apint_is_zero(const ApInt *value) {
    return !(value->w[0] | value->w[1]);
}
// Is the sign bit set?
static inline bool apint_is_neg(const ApInt *value) {
    return apint_u128(value) >> (value->width - 1) & 1;
}
// Bit i, counted from the lowest; false beyond the width.
static inline bool apint_bit(const ApInt *value, uint32_t i) {
    return i < value->width && (apint_u128(value) >> i & 1);
}

// ---- arithmetic: operands of equal width ------------------------------------------------------

// left + right; carries out of the width are lost, as in every operation here.
static inline ApInt apint_add(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) + apint_u128(&right));
}
// left - right.
static inline ApInt apint_sub(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) - apint_u128(&right));
}
// The low half of the product, which is the same for signed and unsigned operands.
static inline ApInt apint_mul(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) * apint_u128(&right));
}
// -value; the smallest signed value is its own negative.
static inline ApInt apint_neg(ApInt value) {
    return apint_from_u128(value.width, -apint_u128(&value));
}
// All bits of the width inverted.
static inline ApInt apint_not(ApInt value) {
    return apint_from_u128(value.width, ~apint_u128(&value));
}
// Bitwise; the width is that of the left operand, here and below.
static inline ApInt apint_and(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) & apint_u128(&right));
}
// Bitwise.
static inline ApInt apint_or(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) | apint_u128(&right));
}
// Bitwise.
static inline ApInt apint_xor(ApInt left, ApInt right) {
    return apint_from_u128(left.width, apint_u128(&left) ^ apint_u128(&right));
}
// Unsigned quotient, toward zero.
ApInt apint_udiv(ApInt left, ApInt right);
// Unsigned remainder; 0 for a zero divisor too, not the dividend.
ApInt apint_urem(ApInt left, ApInt right);
// Signed quotient, toward zero; min / -1 wraps to min.
ApInt apint_sdiv(ApInt left, ApInt right);
// Signed remainder; it has the sign of the dividend.
ApInt apint_srem(ApInt left, ApInt right);
static inline ApInt apint_shl(ApInt value, uint32_t n) {
    return apint_from_u128(value.width, n >= value.width ? 0 : apint_u128(&value) << n);
}
static inline ApInt apint_lshr(ApInt value, uint32_t n) {
    return apint_from_u128(value.width, n >= value.width ? 0 : apint_u128(&value) >> n);
}
static inline ApInt apint_ashr(ApInt value, uint32_t n) {
    return apint_from_u128(value.width,
                           (u128)(apint_i128(&value) >> (n >= value.width ? value.width - 1 : n)));
}
// Rotation by n % width.
ApInt apint_rotl(ApInt value, uint32_t n);
ApInt apint_rotr(ApInt value, uint32_t n);
// Funnel shift: the high part of (hi:lo) << n % width.
ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n);
// Funnel shift: the low part of (hi:lo) >> n % width.
ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n);
// The high half of the unsigned product.
ApInt apint_umulhi(ApInt left, ApInt right);
// The high half of the signed product.
ApInt apint_smulhi(ApInt left, ApInt right);

// ---- overflow and saturation ------------------------------------------------------------------

// Does the unsigned sum need more bits than the width has?
bool apint_uadd_overflow(ApInt left, ApInt right);
// Is the signed sum outside of the width's range?
bool apint_sadd_overflow(ApInt left, ApInt right);
// Is the unsigned difference negative?
bool apint_usub_overflow(ApInt left, ApInt right);
// Is the signed difference outside of the width's range?
bool apint_ssub_overflow(ApInt left, ApInt right);
// Does the unsigned product need more bits than the width has?
bool apint_umul_overflow(ApInt left, ApInt right);
// Is the signed product outside of the width's range?
bool apint_smul_overflow(ApInt left, ApInt right);
// The largest unsigned value of the width.
ApInt apint_umax_value(uint32_t width);
// The largest signed value of the width; 0 for one bit.
ApInt apint_smax_value(uint32_t width);
// The smallest signed value of the width; -1 for one bit.
ApInt apint_smin_value(uint32_t width);
// The sum, or the largest unsigned value where it overflows (llvm.uadd.sat).
ApInt apint_uadd_sat(ApInt left, ApInt right);
// The sum, or the nearest signed value where it overflows (llvm.sadd.sat).
ApInt apint_sadd_sat(ApInt left, ApInt right);
// The difference, or 0 where it would be negative (llvm.usub.sat).
ApInt apint_usub_sat(ApInt left, ApInt right);
// The difference, or the nearest signed value where it overflows (llvm.ssub.sat).
ApInt apint_ssub_sat(ApInt left, ApInt right);

// ---- comparison, width changes, bits ----------------------------------------------------------

// Equal values; the widths are the caller's to agree on, here and below.
static inline bool apint_eq(ApInt left, ApInt right) {
    return left.w[0] == right.w[0] && left.w[1] == right.w[1];
}
// left < right as unsigned numbers.
static inline bool apint_ult(ApInt left, ApInt right) {
    return apint_u128(&left) < apint_u128(&right);
}
// left < right as signed numbers.
static inline bool apint_slt(ApInt left, ApInt right) {
    return apint_i128(&left) < apint_i128(&right);
}
// -1, 0 or 1 for less, equal, greater.
static inline int apint_cmp(ApInt left, ApInt right, bool is_signed) {
    if (apint_eq(left, right)) return 0;
    return (is_signed ? apint_slt(left, right) : apint_ult(left, right)) ? -1 : 1;
}
// Zero extends, or truncates, to the width.
static inline ApInt apint_zext(ApInt value, uint32_t width) {
    return apint_from_u128(width, apint_u128(&value));
}
// Sign extends, or truncates, to the width.
static inline ApInt apint_sext(ApInt value, uint32_t width) {
    return apint_from_u128(width, (u128)apint_i128(&value));
}
// To the width as C++ converts integers: by the signedness of the source.
static inline ApInt apint_resize(ApInt value, uint32_t width, bool is_signed) {
    return is_signed ? apint_sext(value, width) : apint_zext(value, width);
}
// Does an unsigned type of `width` bits hold the value? `is_signed` says how the value reads.
bool apint_fits_unsigned(ApInt value, uint32_t width, bool is_signed);
// Does a signed type of `width` bits hold the value?
bool apint_fits_signed(ApInt value, uint32_t width, bool is_signed);
uint32_t apint_popcount(ApInt value);
uint32_t apint_clz(ApInt value); // width when zero
uint32_t apint_ctz(ApInt value); // width when zero
// The bytes in reverse order; the width is a multiple of 8.
ApInt apint_bswap(ApInt value);
// The bits of the width in reverse order.
ApInt apint_bitreverse(ApInt value);
// The bits that the value needs as an unsigned number: 0 for 0.
uint32_t apint_bits_unsigned(ApInt value);
// The bits that it needs in two's complement: 1 for 0 and -1.
uint32_t apint_bits_signed(ApInt value);

// ---- text -------------------------------------------------------------------------------------

void apint_print(Buf *out, ApInt value, bool is_signed); // decimal
void apint_print_hex(Buf *out, ApInt value);             // lower case, no prefix
// Reads digits of a base (2, 8, 10, 16), ignoring ' separators, into `width` bits. False if a
// character is no digit (*out is then 0), if there is none at all, or if the value does not fit
// (*out then holds it modulo 2^width).
bool apint_parse(const char *s, size_t n, uint32_t base, uint32_t width, ApInt *out);
#endif
