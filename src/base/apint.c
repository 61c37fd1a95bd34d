// SPDX-License-Identifier: Apache-2.0
// The operations of apint.h that are not one line.
#include "base/apint.h"

ApInt apint_udiv(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width,
                           apint_is_zero(&b) ? 0 : apint_u128(&ap_int) / apint_u128(&b));
}

ApInt apint_urem(ApInt ap_int, ApInt b) {
    return apint_from_u128(ap_int.width,
                           apint_is_zero(&b) ? 0 : apint_u128(&ap_int) % apint_u128(&b));
}

static u128 magnitude(ApInt ap_int) {
    return apint_is_neg(&ap_int) ? -(u128)apint_i128(&ap_int) : apint_u128(&ap_int);
}

ApInt apint_sdiv(ApInt ap_int, ApInt b) {
    if (apint_is_zero(&b)) return apint_from_u64(ap_int.width, 0);
    u128 q = magnitude(ap_int) / magnitude(b);
    return apint_from_u128(ap_int.width, apint_is_neg(&ap_int) != apint_is_neg(&b) ? -q : q);
}

ApInt apint_srem(ApInt ap_int, ApInt b) {
    if (apint_is_zero(&b)) return apint_from_u64(ap_int.width, 0);
    u128 r = magnitude(ap_int) % magnitude(b);
    return apint_from_u128(ap_int.width, apint_is_neg(&ap_int) ? -r : r);
}

ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_shl(hi, n), apint_lshr(lo, hi.width - n)) : hi;
}

ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_lshr(lo, n), apint_shl(hi, hi.width - n)) : lo;
}

ApInt apint_rotl(ApInt ap_int, uint32_t n) {
    return apint_fshl(ap_int, ap_int, n);
}

ApInt apint_rotr(ApInt ap_int, uint32_t n) {
    return apint_fshr(ap_int, ap_int, n);
}

// 128 x 128 -> 256 bits by 64-bit halves.
static void mul_wide(u128 a, u128 b, u128 *hi, u128 *lo) {
    u128 a0 = (uint64_t)a, a1 = a >> 64, b0 = (uint64_t)b, b1 = b >> 64;
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 mid = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
    *lo = (mid << 64) | (uint64_t)p00;
    *hi = p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64);
}

ApInt apint_umulhi(ApInt ap_int, ApInt b) {
    u128 hi, lo;
    mul_wide(apint_u128(&ap_int), apint_u128(&b), &hi, &lo);
    if (ap_int.width == 128) return apint_from_u128(128, hi);
    return apint_from_u128(ap_int.width, lo >> ap_int.width | hi << (128 - ap_int.width));
}

ApInt apint_smulhi(ApInt ap_int, ApInt b) {
    ApInt r = apint_umulhi(ap_int, b); // signed high part: subtract for each negative operand
    if (apint_is_neg(&ap_int)) r = apint_sub(r, b);
    if (apint_is_neg(&b)) r = apint_sub(r, ap_int);
    return r;
}

bool apint_uadd_overflow(ApInt ap_int, ApInt b) {
    return apint_ult(apint_add(ap_int, b), ap_int);
}

bool apint_sadd_overflow(ApInt ap_int, ApInt b) {
    ApInt r = apint_add(ap_int, b);
    return apint_is_neg(&ap_int) == apint_is_neg(&b) && apint_is_neg(&r) != apint_is_neg(&ap_int);
}

bool apint_usub_overflow(ApInt ap_int, ApInt b) {
    return apint_ult(ap_int, b);
}

bool apint_ssub_overflow(ApInt ap_int, ApInt b) {
    ApInt r = apint_sub(ap_int, b);
    return apint_is_neg(&ap_int) != apint_is_neg(&b) && apint_is_neg(&r) != apint_is_neg(&ap_int);
}

bool apint_umul_overflow(ApInt ap_int, ApInt b) {
    ApInt hi = apint_umulhi(ap_int, b);
    return !apint_is_zero(&hi);
}

bool apint_smul_overflow(ApInt ap_int, ApInt b) { // the high part must be the low part's sign
    ApInt hi = apint_smulhi(ap_int, b), lo = apint_mul(ap_int, b);
    return !apint_eq(hi, apint_ashr(lo, ap_int.width - 1));
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

ApInt apint_uadd_sat(ApInt ap_int, ApInt b) {
    return apint_uadd_overflow(ap_int, b) ? apint_umax_value(ap_int.width) : apint_add(ap_int, b);
}

ApInt apint_sadd_sat(ApInt ap_int, ApInt b) {
    if (!apint_sadd_overflow(ap_int, b)) return apint_add(ap_int, b);
    return apint_is_neg(&ap_int) ? apint_smin_value(ap_int.width) : apint_smax_value(ap_int.width);
}

ApInt apint_usub_sat(ApInt ap_int, ApInt b) {
    return apint_ult(ap_int, b) ? apint_from_u64(ap_int.width, 0) : apint_sub(ap_int, b);
}

ApInt apint_ssub_sat(ApInt ap_int, ApInt b) {
    if (!apint_ssub_overflow(ap_int, b)) return apint_sub(ap_int, b);
    return apint_is_neg(&ap_int) ? apint_smin_value(ap_int.width) : apint_smax_value(ap_int.width);
}

uint32_t apint_bits_unsigned(ApInt ap_int) {
    return ap_int.width - apint_clz(ap_int);
}

uint32_t apint_bits_signed(ApInt ap_int) {
    return apint_bits_unsigned(apint_is_neg(&ap_int) ? apint_not(ap_int) : ap_int) + 1;
}

bool apint_fits_unsigned(ApInt ap_int, uint32_t width, bool a_signed) {
    if (a_signed && apint_is_neg(&ap_int)) return false;
    return apint_bits_unsigned(ap_int) <= width;
}

bool apint_fits_signed(ApInt ap_int, uint32_t width, bool a_signed) {
    return a_signed ? apint_bits_signed(ap_int) <= width : apint_bits_unsigned(ap_int) < width;
}

uint32_t apint_popcount(ApInt ap_int) {
    return (uint32_t)(__builtin_popcountll(ap_int.w[0]) + __builtin_popcountll(ap_int.w[1]));
}

uint32_t apint_clz(ApInt ap_int) {
    uint32_t lead = ap_int.w[1]   ? (uint32_t)__builtin_clzll(ap_int.w[1])
                    : ap_int.w[0] ? 64u + (uint32_t)__builtin_clzll(ap_int.w[0])
                                  : 128u;
    return lead - (128 - ap_int.width);
}

uint32_t apint_ctz(ApInt ap_int) {
    if (ap_int.w[0]) return (uint32_t)__builtin_ctzll(ap_int.w[0]);
    return ap_int.w[1] ? 64u + (uint32_t)__builtin_ctzll(ap_int.w[1]) : ap_int.width;
}

ApInt apint_bswap(ApInt ap_int) {
    u128 v = (u128)__builtin_bswap64(ap_int.w[0]) << 64 | __builtin_bswap64(ap_int.w[1]);
    return apint_from_u128(ap_int.width, v >> (128 - ap_int.width));
}

static uint64_t reverse64(uint64_t v) {
    v = (v & 0x5555555555555555u) << 1 | (v >> 1 & 0x5555555555555555u);
    v = (v & 0x3333333333333333u) << 2 | (v >> 2 & 0x3333333333333333u);
    v = (v & 0x0f0f0f0f0f0f0f0fu) << 4 | (v >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return __builtin_bswap64(v);
}

ApInt apint_bitreverse(ApInt ap_int) {
    u128 v = (u128)reverse64(ap_int.w[0]) << 64 | reverse64(ap_int.w[1]);
    return apint_from_u128(ap_int.width, v >> (128 - ap_int.width));
}

void apint_print(Buf *out, ApInt ap_int, bool is_signed) {
    bool neg = is_signed && apint_is_neg(&ap_int);
    u128 v = neg ? magnitude(ap_int) : apint_u128(&ap_int);
    char tmp[40];
    int i = 40;
    do tmp[--i] = (char)('0' + (int)(v % 10));
    while (v /= 10);
    if (neg) tmp[--i] = '-';
    buf_write(out, tmp + i, (size_t)(40 - i));
}

void apint_print_hex(Buf *out, ApInt ap_int) {
    if (ap_int.w[1]) buf_hex(out, ap_int.w[1], 1);
    buf_hex(out, ap_int.w[0], ap_int.w[1] ? 16 : 1);
}

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
