// SPDX-License-Identifier: Apache-2.0
// The operations of apint.h that are not one line.
#include "base/apint.h"

ApInt apint_udiv(ApInt left, ApInt right) {
    return apint_from_u128(left.width,
                           apint_is_zero(&right) ? 0 : apint_u128(&left) / apint_u128(&right));
}

ApInt apint_urem(ApInt left, ApInt right) {
    return apint_from_u128(left.width,
                           apint_is_zero(&right) ? 0 : apint_u128(&left) % apint_u128(&right));
}

static u128 magnitude(ApInt value) {
    return apint_is_neg(&value) ? -(u128)apint_i128(&value) : apint_u128(&value);
}

ApInt apint_sdiv(ApInt left, ApInt right) {
    if (apint_is_zero(&right)) return apint_from_u64(left.width, 0);
    u128 q = magnitude(left) / magnitude(right);
    return apint_from_u128(left.width, apint_is_neg(&left) != apint_is_neg(&right) ? -q : q);
}

ApInt apint_srem(ApInt left, ApInt right) {
    if (apint_is_zero(&right)) return apint_from_u64(left.width, 0);
    u128 r = magnitude(left) % magnitude(right);
    return apint_from_u128(left.width, apint_is_neg(&left) ? -r : r);
}

ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_shl(hi, n), apint_lshr(lo, hi.width - n)) : hi;
}

ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_lshr(lo, n), apint_shl(hi, hi.width - n)) : lo;
}

ApInt apint_rotl(ApInt value, uint32_t n) {
    return apint_fshl(value, value, n);
}

ApInt apint_rotr(ApInt value, uint32_t n) {
    return apint_fshr(value, value, n);
}

// 128 x 128 -> 256 bits by 64-bit halves.
static void mul_wide(u128 left, u128 right, u128 *hi, u128 *lo) {
    u128 a0 = (uint64_t)left, a1 = left >> 64, b0 = (uint64_t)right, b1 = right >> 64;
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 mid = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
    *lo = (mid << 64) | (uint64_t)p00;
    *hi = p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64);
}

// For less than 128 bits the high half begins within the low 128.
ApInt apint_umulhi(ApInt left, ApInt right) {
    u128 hi, lo;
    mul_wide(apint_u128(&left), apint_u128(&right), &hi, &lo);
    if (left.width == 128) return apint_from_u128(128, hi);
    return apint_from_u128(left.width, lo >> left.width | hi << (128 - left.width));
}

ApInt apint_smulhi(ApInt left, ApInt right) {
    ApInt r = apint_umulhi(left, right); // signed high part: subtract for each negative operand
    if (apint_is_neg(&left)) r = apint_sub(r, right);
    if (apint_is_neg(&right)) r = apint_sub(r, left);
    return r;
}

bool apint_uadd_overflow(ApInt left, ApInt right) {
    return apint_ult(apint_add(left, right), left);
}

bool apint_sadd_overflow(ApInt left, ApInt right) {
    ApInt r = apint_add(left, right);
    return apint_is_neg(&left) == apint_is_neg(&right) && apint_is_neg(&r) != apint_is_neg(&left);
}

bool apint_usub_overflow(ApInt left, ApInt right) {
    return apint_ult(left, right);
}

bool apint_ssub_overflow(ApInt left, ApInt right) {
    ApInt r = apint_sub(left, right);
    return apint_is_neg(&left) != apint_is_neg(&right) && apint_is_neg(&r) != apint_is_neg(&left);
}

bool apint_umul_overflow(ApInt left, ApInt right) {
    ApInt hi = apint_umulhi(left, right);
    return !apint_is_zero(&hi);
}

bool apint_smul_overflow(ApInt left, ApInt right) { // the high part must be the low part's sign
    ApInt hi = apint_smulhi(left, right), lo = apint_mul(left, right);
    return !apint_eq(hi, apint_ashr(lo, left.width - 1));
}

ApInt apint_umax_value(uint32_t width) {
    return apint_from_u128(width, ~(u128)0);
}

ApInt apint_smax_value(uint32_t width) {
    return apint_from_u128(width, apint_mask(width) >> 1);
}

ApInt apint_smin_value(uint32_t width) {
    return apint_from_u128(width, (u128)1 << (width - 1));
}

ApInt apint_uadd_sat(ApInt left, ApInt right) {
    return apint_uadd_overflow(left, right) ? apint_umax_value(left.width) : apint_add(left, right);
}

ApInt apint_sadd_sat(ApInt left, ApInt right) {
    if (!apint_sadd_overflow(left, right)) return apint_add(left, right);
    return apint_is_neg(&left) ? apint_smin_value(left.width) : apint_smax_value(left.width);
}

ApInt apint_usub_sat(ApInt left, ApInt right) {
    return apint_ult(left, right) ? apint_from_u64(left.width, 0) : apint_sub(left, right);
}

ApInt apint_ssub_sat(ApInt left, ApInt right) {
    if (!apint_ssub_overflow(left, right)) return apint_sub(left, right);
    return apint_is_neg(&left) ? apint_smin_value(left.width) : apint_smax_value(left.width);
}

uint32_t apint_bits_unsigned(ApInt value) {
    return value.width - apint_clz(value);
}

uint32_t apint_bits_signed(ApInt value) {
    return apint_bits_unsigned(apint_is_neg(&value) ? apint_not(value) : value) + 1;
}

bool apint_fits_unsigned(ApInt value, uint32_t width, bool is_signed) {
    if (is_signed && apint_is_neg(&value)) return false;
    return apint_bits_unsigned(value) <= width;
}

bool apint_fits_signed(ApInt value, uint32_t width, bool is_signed) {
    return is_signed ? apint_bits_signed(value) <= width : apint_bits_unsigned(value) < width;
}

uint32_t apint_popcount(ApInt value) {
    return (uint32_t)(__builtin_popcountll(value.w[0]) + __builtin_popcountll(value.w[1]));
}

uint32_t apint_clz(ApInt value) {
    uint32_t lead = value.w[1]   ? (uint32_t)__builtin_clzll(value.w[1])
                    : value.w[0] ? 64u + (uint32_t)__builtin_clzll(value.w[0])
                                 : 128u;
    return lead - (128 - value.width);
}

uint32_t apint_ctz(ApInt value) {
    if (value.w[0]) return (uint32_t)__builtin_ctzll(value.w[0]);
    return value.w[1] ? 64u + (uint32_t)__builtin_ctzll(value.w[1]) : value.width;
}

ApInt apint_bswap(ApInt value) {
    u128 v = (u128)__builtin_bswap64(value.w[0]) << 64 | __builtin_bswap64(value.w[1]);
    return apint_from_u128(value.width, v >> (128 - value.width));
}

// Swaps neighbouring bits, pairs and quartets; the bytes are swapped by the machine.
static uint64_t reverse64(uint64_t v) {
    v = (v & 0x5555555555555555u) << 1 | (v >> 1 & 0x5555555555555555u);
    v = (v & 0x3333333333333333u) << 2 | (v >> 2 & 0x3333333333333333u);
    v = (v & 0x0f0f0f0f0f0f0f0fu) << 4 | (v >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return __builtin_bswap64(v);
}

ApInt apint_bitreverse(ApInt value) {
    u128 v = (u128)reverse64(value.w[0]) << 64 | reverse64(value.w[1]);
    return apint_from_u128(value.width, v >> (128 - value.width));
}

// 128 bits have 39 decimal digits at most.
void apint_print(Buf *out, ApInt value, bool is_signed) {
    bool neg = is_signed && apint_is_neg(&value);
    u128 v = neg ? magnitude(value) : apint_u128(&value);
    char tmp[40];
    int i = 40;
    do tmp[--i] = (char)('0' + (int)(v % 10));
    while (v /= 10);
    if (neg) tmp[--i] = '-';
    buf_write(out, tmp + i, (size_t)(40 - i));
}

void apint_print_hex(Buf *out, ApInt value) {
    if (value.w[1]) buf_hex(out, value.w[1], 1);
    buf_hex(out, value.w[0], value.w[1] ? 16 : 1);
}

// The digits beyond the width are read to the end, so that the caller knows a malformed number from
// a large one.
bool apint_parse(const char *s, size_t n, uint32_t base, uint32_t width, ApInt *out) {
    u128 v = 0, max = apint_mask(width);
    bool fits = true, any = false;
    *out = apint_from_u64(width, 0);
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\'') continue;
        int c = s[i];
        uint32_t d = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                            : 99;
        if (d >= base) return false;
        any = true;
        if (d > max || v > (max - d) / base) fits = false;
        v = (v * base + d) & max;
    }
    *out = apint_from_u128(width, v);
    return any && fits;
}
