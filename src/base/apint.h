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

static inline u128 apint_u128(const ApInt *ap_int) {
    return (u128)ap_int->w[1] << 64 | ap_int->w[0];
}
static inline u128 apint_mask(uint32_t width) {
    return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}
static inline ApInt apint_from_u128(uint32_t width, u128 v) {
    v &= apint_mask(width);
    return (ApInt){{(uint64_t)v, (uint64_t)(v >> 64)}, width};
}
static inline ApInt apint_from_u64(uint32_t width, uint64_t v) {
    return apint_from_u128(width, v);
}
static inline ApInt apint_from_i64(uint32_t width, int64_t v) {
    return apint_from_u128(width, (u128)(i128)v);
}
static inline i128 apint_i128(const ApInt *ap_int) { // sign extended
    uint32_t s = 128 - ap_int->width;
    return (i128)(apint_u128(ap_int) << s) >> s;
}
static inline uint64_t apint_u64(const ApInt *ap_int) { // low 64 bits, zero extended
    return ap_int->w[0];
}
static inline int64_t apint_i64(const ApInt *ap_int) { // low 64 bits, sign extended
    return (int64_t)apint_i128(ap_int);
}
static inline uint64_t apint_word(const ApInt *ap_int, uint32_t i) {
    return i < 2 ? ap_int->w[i] : 0;
}
static inline bool apint_is_zero(const ApInt *ap_int) {
    return !(ap_int->w[0] | ap_int->w[1]);
}
static inline bool apint_is_neg(const ApInt *ap_int) { // the sign bit
    return apint_u128(ap_int) >> (ap_int->width - 1) & 1;
}
static inline bool apint_bit(const ApInt *ap_int, uint32_t i) {
    return i < ap_int->width && (apint_u128(ap_int) >> i & 1);
}

// ---- arithmetic: operands of equal width ------------------------------------------------------

static inline ApInt apint_add(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) + apint_u128(&b));
}
static inline ApInt apint_sub(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) - apint_u128(&b));
}
static inline ApInt apint_mul(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) * apint_u128(&b));
}
static inline ApInt apint_neg(ApInt ap_int) {
    return apint_from_u128(ap_int.width, -apint_u128(&ap_int));
}
static inline ApInt apint_not(ApInt ap_int) {
    return apint_from_u128(ap_int.width, ~apint_u128(&ap_int));
}
static inline ApInt apint_and(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) & apint_u128(&b));
}
static inline ApInt apint_or(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) | apint_u128(&b));
}
static inline ApInt apint_xor(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width, apint_u128(&ap_int) ^ apint_u128(&b));
}
ApInt apint_udiv(ApInt ap_int, ApInt b);
ApInt apint_urem(ApInt ap_int, ApInt b);
ApInt apint_sdiv(ApInt ap_int, ApInt b); // toward zero; min / -1 wraps to min
ApInt apint_srem(ApInt ap_int, ApInt b); // sign of a
static inline ApInt apint_shl(ApInt ap_int, uint32_t n) {
    return apint_from_u128(ap_int.width, n >= ap_int.width ? 0 : apint_u128(&ap_int) << n);
}
static inline ApInt apint_lshr(ApInt ap_int, uint32_t n) {
    return apint_from_u128(ap_int.width, n >= ap_int.width ? 0 : apint_u128(&ap_int) >> n);
}
static inline ApInt apint_ashr(ApInt ap_int, uint32_t n) {
    return apint_from_u128(
        ap_int.width, (u128)(apint_i128(&ap_int) >> (n >= ap_int.width ? ap_int.width - 1 : n)));
}
ApInt apint_rotl(ApInt ap_int, uint32_t n);
ApInt apint_rotr(ApInt ap_int, uint32_t n);
ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n); // high part of (hi:lo) << n % width
ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n); // low part of (hi:lo) >> n % width
ApInt apint_umulhi(ApInt ap_int, ApInt b);
ApInt apint_smulhi(ApInt ap_int, ApInt b);

// ---- overflow and saturation ------------------------------------------------------------------

bool apint_uadd_overflow(ApInt ap_int, ApInt b);
bool apint_sadd_overflow(ApInt ap_int, ApInt b);
bool apint_usub_overflow(ApInt ap_int, ApInt b);
bool apint_ssub_overflow(ApInt ap_int, ApInt b);
bool apint_umul_overflow(ApInt ap_int, ApInt b);
bool apint_smul_overflow(ApInt ap_int, ApInt b);
ApInt apint_umax_value(uint32_t width);
ApInt apint_smax_value(uint32_t width);
ApInt apint_smin_value(uint32_t width);
ApInt apint_uadd_sat(ApInt ap_int, ApInt b);
ApInt apint_sadd_sat(ApInt ap_int, ApInt b);
ApInt apint_usub_sat(ApInt ap_int, ApInt b);
ApInt apint_ssub_sat(ApInt ap_int, ApInt b);

// ---- comparison, width changes, bits ----------------------------------------------------------

static inline bool apint_eq(ApInt ap_int, ApInt b) {
    return ap_int.w[0] == b.w[0] && ap_int.w[1] == b.w[1];
}
static inline bool apint_ult(ApInt ap_int, ApInt b) {
    return apint_u128(&ap_int) < apint_u128(&b);
}
static inline bool apint_slt(ApInt ap_int, ApInt b) {
    return apint_i128(&ap_int) < apint_i128(&b);
}
static inline int apint_cmp(ApInt ap_int, ApInt b, bool is_signed) { // -1, 0, 1
    if (apint_eq(ap_int, b)) return 0;
    return (is_signed ? apint_slt(ap_int, b) : apint_ult(ap_int, b)) ? -1 : 1;
}
static inline ApInt apint_zext(ApInt ap_int, uint32_t width) { // or truncates
    return apint_from_u128(width, apint_u128(&ap_int));
}
static inline ApInt apint_sext(ApInt ap_int, uint32_t width) { // or truncates
    return apint_from_u128(width, (u128)apint_i128(&ap_int));
}
static inline ApInt apint_resize(ApInt ap_int, uint32_t width, bool is_signed) {
    return is_signed ? apint_sext(ap_int, width) : apint_zext(ap_int, width);
}
bool apint_fits_unsigned(ApInt ap_int, uint32_t width,
                         bool a_signed); // value kept in `width` bits?
bool apint_fits_signed(ApInt ap_int, uint32_t width, bool a_signed);
uint32_t apint_popcount(ApInt ap_int);
uint32_t apint_clz(ApInt ap_int); // width when zero
uint32_t apint_ctz(ApInt ap_int); // width when zero
ApInt apint_bswap(ApInt ap_int);
ApInt apint_bitreverse(ApInt ap_int);
uint32_t apint_bits_unsigned(ApInt ap_int); // bits needed: 0 for 0
uint32_t apint_bits_signed(ApInt ap_int);   // bits needed in two's complement: 1 for 0 and -1

// ---- text -------------------------------------------------------------------------------------

void apint_print(Buf *out, ApInt ap_int, bool is_signed); // decimal
void apint_print_hex(Buf *out, ApInt ap_int);             // lower case, no prefix
// Reads digits of a base (2, 8, 10, 16), ignoring ' separators, into `width` bits. False if a
// character is no digit (*out is then 0), if there is none at all, or if the value does not fit
// (*out then holds it modulo 2^width).
bool apint_parse(const char *s, size_t n, uint32_t base, uint32_t width, ApInt *out);
#endif
