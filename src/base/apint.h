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

static inline u128 apint_u128(const ApInt *a) {
    return (u128)a->w[1] << 64 | a->w[0];
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
static inline i128 apint_i128(const ApInt *a) { // sign extended
    uint32_t s = 128 - a->width;
    return (i128)(apint_u128(a) << s) >> s;
}
static inline uint64_t apint_u64(const ApInt *a) { // low 64 bits, zero extended
    return a->w[0];
}
static inline int64_t apint_i64(const ApInt *a) { // low 64 bits, sign extended
    return (int64_t)apint_i128(a);
}
static inline uint64_t apint_word(const ApInt *a, uint32_t i) {
    return i < 2 ? a->w[i] : 0;
}
static inline bool apint_is_zero(const ApInt *a) {
    return !(a->w[0] | a->w[1]);
}
static inline bool apint_is_neg(const ApInt *a) { // the sign bit
    return apint_u128(a) >> (a->width - 1) & 1;
}
static inline bool apint_bit(const ApInt *a, uint32_t i) {
    return i < a->width && (apint_u128(a) >> i & 1);
}

// ---- arithmetic: operands of equal width ------------------------------------------------------

static inline ApInt apint_add(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) + apint_u128(&b));
}
static inline ApInt apint_sub(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) - apint_u128(&b));
}
static inline ApInt apint_mul(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) * apint_u128(&b));
}
static inline ApInt apint_neg(ApInt a) {
    return apint_from_u128(a.width, -apint_u128(&a));
}
static inline ApInt apint_not(ApInt a) {
    return apint_from_u128(a.width, ~apint_u128(&a));
}
static inline ApInt apint_and(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) & apint_u128(&b));
}
static inline ApInt apint_or(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) | apint_u128(&b));
}
static inline ApInt apint_xor(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_u128(&a) ^ apint_u128(&b));
}
ApInt apint_udiv(ApInt a, ApInt b);
ApInt apint_urem(ApInt a, ApInt b);
ApInt apint_sdiv(ApInt a, ApInt b); // toward zero; min / -1 wraps to min
ApInt apint_srem(ApInt a, ApInt b); // sign of a
static inline ApInt apint_shl(ApInt a, uint32_t n) {
    return apint_from_u128(a.width, n >= a.width ? 0 : apint_u128(&a) << n);
}
static inline ApInt apint_lshr(ApInt a, uint32_t n) {
    return apint_from_u128(a.width, n >= a.width ? 0 : apint_u128(&a) >> n);
}
static inline ApInt apint_ashr(ApInt a, uint32_t n) {
    return apint_from_u128(a.width, (u128)(apint_i128(&a) >> (n >= a.width ? a.width - 1 : n)));
}
ApInt apint_rotl(ApInt a, uint32_t n);
ApInt apint_rotr(ApInt a, uint32_t n);
ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n); // high part of (hi:lo) << n % width
ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n); // low part of (hi:lo) >> n % width
ApInt apint_umulhi(ApInt a, ApInt b);
ApInt apint_smulhi(ApInt a, ApInt b);

// ---- overflow and saturation ------------------------------------------------------------------

bool apint_uadd_overflow(ApInt a, ApInt b);
bool apint_sadd_overflow(ApInt a, ApInt b);
bool apint_usub_overflow(ApInt a, ApInt b);
bool apint_ssub_overflow(ApInt a, ApInt b);
bool apint_umul_overflow(ApInt a, ApInt b);
bool apint_smul_overflow(ApInt a, ApInt b);
ApInt apint_umax_value(uint32_t width);
ApInt apint_smax_value(uint32_t width);
ApInt apint_smin_value(uint32_t width);
ApInt apint_uadd_sat(ApInt a, ApInt b);
ApInt apint_sadd_sat(ApInt a, ApInt b);
ApInt apint_usub_sat(ApInt a, ApInt b);
ApInt apint_ssub_sat(ApInt a, ApInt b);

// ---- comparison, width changes, bits ----------------------------------------------------------

static inline bool apint_eq(ApInt a, ApInt b) {
    return a.w[0] == b.w[0] && a.w[1] == b.w[1];
}
static inline bool apint_ult(ApInt a, ApInt b) {
    return apint_u128(&a) < apint_u128(&b);
}
static inline bool apint_slt(ApInt a, ApInt b) {
    return apint_i128(&a) < apint_i128(&b);
}
static inline int apint_cmp(ApInt a, ApInt b, bool is_signed) { // -1, 0, 1
    if (apint_eq(a, b)) return 0;
    return (is_signed ? apint_slt(a, b) : apint_ult(a, b)) ? -1 : 1;
}
static inline ApInt apint_zext(ApInt a, uint32_t width) { // or truncates
    return apint_from_u128(width, apint_u128(&a));
}
static inline ApInt apint_sext(ApInt a, uint32_t width) { // or truncates
    return apint_from_u128(width, (u128)apint_i128(&a));
}
static inline ApInt apint_resize(ApInt a, uint32_t width, bool is_signed) {
    return is_signed ? apint_sext(a, width) : apint_zext(a, width);
}
bool apint_fits_unsigned(ApInt a, uint32_t width, bool a_signed); // value kept in `width` bits?
bool apint_fits_signed(ApInt a, uint32_t width, bool a_signed);
uint32_t apint_popcount(ApInt a);
uint32_t apint_clz(ApInt a); // width when zero
uint32_t apint_ctz(ApInt a); // width when zero
ApInt apint_bswap(ApInt a);
ApInt apint_bitreverse(ApInt a);
uint32_t apint_bits_unsigned(ApInt a); // bits needed: 0 for 0
uint32_t apint_bits_signed(ApInt a);   // bits needed in two's complement: 1 for 0 and -1

// ---- text -------------------------------------------------------------------------------------

void apint_print(Buf *b, ApInt a, bool is_signed); // decimal
void apint_print_hex(Buf *b, ApInt a);             // lower case, no prefix
// Reads digits of a base (2, 8, 10, 16), ignoring ' separators, into `width` bits. False if a
// character is no digit (*out is then 0), if there is none at all, or if the value does not fit
// (*out then holds it modulo 2^width).
bool apint_parse(const char *s, size_t n, uint32_t base, uint32_t width, ApInt *out);
#endif
