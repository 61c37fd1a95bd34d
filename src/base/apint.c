// SPDX-License-Identifier: Apache-2.0
// The operations of apint.h that are not one line.
#include "base/apint.h"

ApInt apint_udiv(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_is_zero(&b) ? 0 : apint_u128(&a) / apint_u128(&b));
}

ApInt apint_urem(ApInt a, ApInt b) {
    return apint_from_u128(a.width, apint_is_zero(&b) ? 0 : apint_u128(&a) % apint_u128(&b));
}

static u128 magnitude(ApInt a) {
    return apint_is_neg(&a) ? -(u128)apint_i128(&a) : apint_u128(&a);
}

ApInt apint_sdiv(ApInt a, ApInt b) {
    if (apint_is_zero(&b)) return apint_from_u64(a.width, 0);
    u128 q = magnitude(a) / magnitude(b);
    return apint_from_u128(a.width, apint_is_neg(&a) != apint_is_neg(&b) ? -q : q);
}

ApInt apint_srem(ApInt a, ApInt b) {
    if (apint_is_zero(&b)) return apint_from_u64(a.width, 0);
    u128 r = magnitude(a) % magnitude(b);
    return apint_from_u128(a.width, apint_is_neg(&a) ? -r : r);
}

ApInt apint_fshl(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_shl(hi, n), apint_lshr(lo, hi.width - n)) : hi;
}

ApInt apint_fshr(ApInt hi, ApInt lo, uint32_t n) {
    n %= hi.width;
    return n ? apint_or(apint_lshr(lo, n), apint_shl(hi, hi.width - n)) : lo;
}

ApInt apint_rotl(ApInt a, uint32_t n) {
    return apint_fshl(a, a, n);
}

ApInt apint_rotr(ApInt a, uint32_t n) {
    return apint_fshr(a, a, n);
}

// 128 x 128 -> 256 bits by 64-bit halves.
static void mul_wide(u128 a, u128 b, u128 *hi, u128 *lo) {
    u128 a0 = (uint64_t)a, a1 = a >> 64, b0 = (uint64_t)b, b1 = b >> 64;
    u128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u128 mid = (p00 >> 64) + (uint64_t)p01 + (uint64_t)p10;
    *lo = (mid << 64) | (uint64_t)p00;
    *hi = p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64);
}

ApInt apint_umulhi(ApInt a, ApInt b) {
    u128 hi, lo;
    mul_wide(apint_u128(&a), apint_u128(&b), &hi, &lo);
    if (a.width == 128) return apint_from_u128(128, hi);
    return apint_from_u128(a.width, lo >> a.width | hi << (128 - a.width));
}

ApInt apint_smulhi(ApInt a, ApInt b) {
    ApInt r = apint_umulhi(a, b); // signed high part: subtract for each negative operand
    if (apint_is_neg(&a)) r = apint_sub(r, b);
    if (apint_is_neg(&b)) r = apint_sub(r, a);
    return r;
}

bool apint_uadd_overflow(ApInt a, ApInt b) {
    return apint_ult(apint_add(a, b), a);
}

bool apint_sadd_overflow(ApInt a, ApInt b) {
    ApInt r = apint_add(a, b);
    return apint_is_neg(&a) == apint_is_neg(&b) && apint_is_neg(&r) != apint_is_neg(&a);
}

bool apint_usub_overflow(ApInt a, ApInt b) {
    return apint_ult(a, b);
}

bool apint_ssub_overflow(ApInt a, ApInt b) {
    ApInt r = apint_sub(a, b);
    return apint_is_neg(&a) != apint_is_neg(&b) && apint_is_neg(&r) != apint_is_neg(&a);
}

bool apint_umul_overflow(ApInt a, ApInt b) {
    ApInt hi = apint_umulhi(a, b);
    return !apint_is_zero(&hi);
}

bool apint_smul_overflow(ApInt a, ApInt b) { // the high part must be the low part's sign
    ApInt hi = apint_smulhi(a, b), lo = apint_mul(a, b);
    return !apint_eq(hi, apint_ashr(lo, a.width - 1));
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

ApInt apint_uadd_sat(ApInt a, ApInt b) {
    return apint_uadd_overflow(a, b) ? apint_umax_value(a.width) : apint_add(a, b);
}

ApInt apint_sadd_sat(ApInt a, ApInt b) {
    if (!apint_sadd_overflow(a, b)) return apint_add(a, b);
    return apint_is_neg(&a) ? apint_smin_value(a.width) : apint_smax_value(a.width);
}

ApInt apint_usub_sat(ApInt a, ApInt b) {
    return apint_ult(a, b) ? apint_from_u64(a.width, 0) : apint_sub(a, b);
}

ApInt apint_ssub_sat(ApInt a, ApInt b) {
    if (!apint_ssub_overflow(a, b)) return apint_sub(a, b);
    return apint_is_neg(&a) ? apint_smin_value(a.width) : apint_smax_value(a.width);
}

uint32_t apint_bits_unsigned(ApInt a) {
    return a.width - apint_clz(a);
}

uint32_t apint_bits_signed(ApInt a) {
    return apint_bits_unsigned(apint_is_neg(&a) ? apint_not(a) : a) + 1;
}

bool apint_fits_unsigned(ApInt a, uint32_t width, bool a_signed) {
    if (a_signed && apint_is_neg(&a)) return false;
    return apint_bits_unsigned(a) <= width;
}

bool apint_fits_signed(ApInt a, uint32_t width, bool a_signed) {
    return a_signed ? apint_bits_signed(a) <= width : apint_bits_unsigned(a) < width;
}

uint32_t apint_popcount(ApInt a) {
    return (uint32_t)(__builtin_popcountll(a.w[0]) + __builtin_popcountll(a.w[1]));
}

uint32_t apint_clz(ApInt a) {
    uint32_t lead = a.w[1]   ? (uint32_t)__builtin_clzll(a.w[1])
                    : a.w[0] ? 64u + (uint32_t)__builtin_clzll(a.w[0])
                             : 128u;
    return lead - (128 - a.width);
}

uint32_t apint_ctz(ApInt a) {
    if (a.w[0]) return (uint32_t)__builtin_ctzll(a.w[0]);
    return a.w[1] ? 64u + (uint32_t)__builtin_ctzll(a.w[1]) : a.width;
}

ApInt apint_bswap(ApInt a) {
    u128 v = (u128)__builtin_bswap64(a.w[0]) << 64 | __builtin_bswap64(a.w[1]);
    return apint_from_u128(a.width, v >> (128 - a.width));
}

static uint64_t reverse64(uint64_t v) {
    v = (v & 0x5555555555555555u) << 1 | (v >> 1 & 0x5555555555555555u);
    v = (v & 0x3333333333333333u) << 2 | (v >> 2 & 0x3333333333333333u);
    v = (v & 0x0f0f0f0f0f0f0f0fu) << 4 | (v >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return __builtin_bswap64(v);
}

ApInt apint_bitreverse(ApInt a) {
    u128 v = (u128)reverse64(a.w[0]) << 64 | reverse64(a.w[1]);
    return apint_from_u128(a.width, v >> (128 - a.width));
}

void apint_print(Buf *b, ApInt a, bool is_signed) {
    bool neg = is_signed && apint_is_neg(&a);
    u128 v = neg ? magnitude(a) : apint_u128(&a);
    char tmp[40];
    int i = 40;
    do tmp[--i] = (char)('0' + (int)(v % 10));
    while (v /= 10);
    if (neg) tmp[--i] = '-';
    buf_write(b, tmp + i, (size_t)(40 - i));
}

void apint_print_hex(Buf *b, ApInt a) {
    if (a.w[1]) buf_hex(b, a.w[1], 1);
    buf_hex(b, a.w[0], a.w[1] ? 16 : 1);
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
