// SPDX-License-Identifier: Apache-2.0
// Numbers of few bits in software, for the host and for targets without the instruction: a sign,
// `e` bits of exponent, `m` of fraction, as IEEE 754-2019, 3.4. Rounding is that of PTX: 0 to
// nearest even, 1 to zero, 2 down, 3 up.
#ifndef CUPRUM_SMALL_H
#define CUPRUM_SMALL_H

// Conversions of integers that name how they round; functions of one argument.
#if __cuprum_says(__int2* __uint2* __short2* __ushort2* __ll2* __ull2* __half2int* __half2uint* \
                  __half2short* __half2ushort* __half2ll* __half2ull* __half2char* __half2uchar* \
                  __bfloat162int* __bfloat162uint* __bfloat162short* __bfloat162ushort* \
                  __bfloat162ll* __bfloat162ull* __bfloat162char* __bfloat162uchar*)
#define __CUPRUM_HALF_MODES 1
#else
#define __CUPRUM_HALF_MODES 0
#endif
#if __cuprum_says(hsqrt hrsqrt hrcp hexp* hlog* hsin hcos htanh* hceil hfloor htrunc hrint h2s* \
                  h2r* h2e* h2l* h2c* h2t* h2f*)
#define __CUPRUM_HALF_FUNCTIONS 1
#else
#define __CUPRUM_HALF_FUNCTIONS 0
#endif

__CUPRUM_HD__ unsigned int __cuprum_float_bits(float f) {
    return __builtin_bit_cast(unsigned int, f);
}
__CUPRUM_HD__ float __cuprum_bits_float(unsigned int u) {
    return __builtin_bit_cast(float, u);
}

// Drops the lowest `n` bits of `v` (1 to 63), rounded.
__CUPRUM_HD__ unsigned long long __cuprum_round_off(unsigned long long v, int n, bool negative,
                                                    int round) {
    unsigned long long kept = v >> n, rest = v & ((1ull << n) - 1), half = 1ull << (n - 1);
    bool up = round == 0   ? rest > half || (rest == half && (kept & 1))
              : round == 2 ? negative && rest
              : round == 3 ? !negative && rest
                           : false;
    return kept + up;
}

// The magnitude of a finite x, unbounded above: what is larger than the format's numbers has the
// next exponents. NaN and infinities are the caller's.
__CUPRUM_HD__ unsigned int __cuprum_narrow_finite(double x, int e, int m, int round) {
    unsigned long long u = __builtin_bit_cast(unsigned long long, x);
    int bias = (1 << (e - 1)) - 1, field = (int)(u >> 52 & 2047);
    unsigned long long sig = (u & 0xfffffffffffffull) | (field ? 1ull << 52 : 0);
    int exponent = (field ? field : 1) - 1023, least = 1 - bias;
    int drop = 52 - m + (exponent < least ? least - exponent : 0);
    unsigned int kept =
        (unsigned int)__cuprum_round_off(sig, drop > 60 ? 60 : drop, u >> 63, round);
    // a carry out of the fraction counts the exponent up
    return exponent < least ? kept : ((unsigned int)(exponent + bias - 1) << m) + kept;
}

// To a format with infinities and NaN (half, bfloat16).
__CUPRUM_HD__ unsigned short __cuprum_narrow(double x, int e, int m, int round) {
    unsigned int sign = (unsigned int)(__builtin_bit_cast(unsigned long long, x) >> 63) << 15;
    unsigned int infinity = ((1u << e) - 1) << m;
    if (x != x) return 0x7fff;
    if (x - x != 0) return (unsigned short)(sign | infinity);

    unsigned int r = __cuprum_narrow_finite(x, e, m, round);
    if (r >= infinity) {
        bool away = round == 0 || (round == 2 && sign) || (round == 3 && !sign);
        r = away ? infinity : infinity - 1;
    }
    return (unsigned short)(sign | r);
}

// The number with these bits, where all exponents but the last (if `special`) are numbers' own.
__CUPRUM_HD__ float __cuprum_widen(unsigned int u, int e, int m, bool special) {
    int bias = (1 << (e - 1)) - 1, field = (int)(u >> m & ((1u << e) - 1));
    unsigned int sign = (u >> (e + m) & 1) << 31, fraction = u & ((1u << m) - 1);
    if (special && field == (1 << e) - 1)
        return __cuprum_bits_float(sign | 0x7f800000 | fraction << (23 - m));
    if (field)
        return __cuprum_bits_float(sign | (unsigned int)(field - bias + 127) << 23 |
                                   fraction << (23 - m));
    float unit = __cuprum_bits_float((unsigned int)(128 - bias - m) << 23);
    return __cuprum_bits_float(sign | __cuprum_float_bits((float)fraction * unit));
}

// An integer as a double that keeps in its last bit that something was lost, so that it may be
// rounded again.
template <class T> __CUPRUM_HD__ double __cuprum_odd(T v) {
    bool negative = v < (T)0;
    unsigned long long m = negative ? 0 - (unsigned long long)v : (unsigned long long)v;
    if (m >> 53) m = m >> 11 << 11 | (m & 2047 ? 2048 : 0);
    return negative ? -(double)m : (double)m;
}
template <class T> __CUPRUM_HD__ T __cuprum_clamp(int v) {
    const int least = (T)-1 < (T)0 ? -128 : 0, most = (T)-1 < (T)0 ? 127 : 255;
    return (T)(v < least ? least : v > most ? most : v);
}

// A float as an integer, saturated; NaN is 0, or the least of a type of 64 bits, as PTX's cvt has
// it.
template <class T> __CUPRUM_HD__ T __cuprum_integer(float f, int round) {
    const bool is_signed = (T)-1 < (T)0;
    const int bits = (int)sizeof(T) * 8 - is_signed;
    const T most = (T)(~0ull >> (64 - bits)), least = is_signed ? (T)(-(long long)most - 1) : (T)0;
    if (f != f) return bits < 63 ? (T)0 : is_signed ? least : (T)(1ull << 63);

    unsigned int u = __cuprum_float_bits(f);
    int exponent = (int)(u >> 23 & 255) - 150;
    unsigned long long v = (u & 0x7fffff) | 0x800000;
    if (exponent > 40) return u >> 31 ? least : most;
    if (exponent < 0) // all of the fraction, and zero, is below the point
        v = (u << 1) == 0 ? 0
                          : __cuprum_round_off(v, exponent < -60 ? 60 : -exponent, u >> 31, round);
    else
        v <<= exponent;
    if (u >> 31)
        return !is_signed || v > (unsigned long long)most ? (v ? least : (T)0) : (T)(0 - v);
    return v > (unsigned long long)most ? most : (T)v;
}

#endif
