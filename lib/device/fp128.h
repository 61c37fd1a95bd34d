// SPDX-License-Identifier: Apache-2.0
// IEEE binary128 as its bits, for fp128.cu (arithmetic) and fp128_math.cu (functions).
//
// A finite number is taken apart into sign, exponent e and a significand m of 128 bits whose highest
// bit is set: m * 2^(e - 127). The format has 113 of those bits; the 15 below hold what rounding
// wants to know, the lowest one standing for everything beyond it ("sticky"). Rounding is to nearest
// even, once, in `pack`. Of several NaN operands the first one is passed on, quiet.
#ifndef CUPRUM_DEVICE_FP128_H
#define CUPRUM_DEVICE_FP128_H
typedef unsigned __int128 u128;
typedef __int128 i128;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define API extern "C" __device__ __noinline__
#define IN  static __device__ __forceinline__
#else // C
#include <stdbool.h>
#define API static __attribute__((unused))
#define IN  static inline
#endif
#define BITS(hi) ((u128)(hi) << 64)

enum { MANT = 112, BIAS = 16383, EXP_MAX = 0x7fff, SPARE = 127 - MANT };

IN u128 sign_bit(void) { return BITS(0x8000000000000000); }
IN u128 infinity(void) { return BITS(0x7fff000000000000); }
IN u128 quiet_bit(void) { return BITS(0x0000800000000000); }
IN u128 default_nan(void) { return infinity() | quiet_bit(); }
IN u128 magnitude(u128 x) { return x & ~sign_bit(); }
IN bool is_neg(u128 x) { return (u64)(x >> 127); }
IN bool is_nan(u128 x) { return magnitude(x) > infinity(); }
IN bool is_inf(u128 x) { return magnitude(x) == infinity(); }
IN bool is_zero(u128 x) { return magnitude(x) == 0; }
IN bool is_finite(u128 x) { return magnitude(x) < infinity(); }
IN u128 quiet(u128 x) { return x | quiet_bit(); }
IN u128 with_sign(u128 x, bool neg) { return neg ? x | sign_bit() : x; }
IN u128 some_nan(u128 a, u128 b) { return quiet(is_nan(a) ? a : b); }

IN int leading_zeros(u128 m) { // m is not 0
    u64 hi = (u64)(m >> 64);
    return hi ? __builtin_clzll(hi) : 64 + __builtin_clzll((u64)m);
}

// Shifted right by n >= 0; bits that fall out stay in the lowest one.
IN u128 shift_sticky(u128 m, int n) {
    if (n == 0) return m;
    if (n > 127) return m != 0;
    return m >> n | ((m << (128 - n)) != 0);
}

// ---- apart and together -------------------------------------------------------------------------

typedef struct Num {
    u128 m;
    int e;
} Num;

IN Num unpack(u128 x) { // finite and not zero
    u128 frac = x & (((u128)1 << MANT) - 1);
    int be = (int)(x >> MANT) & EXP_MAX;
    Num n;
    if (be == 0) {
        n.m = frac << SPARE;
        int z = leading_zeros(n.m);
        n.m <<= z;
        n.e = 1 - BIAS - z;
    } else {
        n.m = ((u128)1 << MANT | frac) << SPARE;
        n.e = be - BIAS;
    }
    return n;
}

// Rounds (neg) m * 2^(e - 127) to a format of `mant` fraction bits and `expo` exponent bits. When m
// carries a sticky bit its leading zeros must be few: they are shifted out.
IN u128 pack_as(bool neg, int e, u128 m, int mant, int expo) {
    int max = (1 << expo) - 1, spare = 127 - mant;
    u128 sign = (u128)neg << (mant + expo);
    if (m == 0) return sign;
    int z = leading_zeros(m);
    m <<= z;
    int be = e - z + (max >> 1);
    if (be >= max) return sign | (u128)max << mant;
    if (be <= 0) {
        m = shift_sticky(m, 1 - be > 200 ? 200 : 1 - be);
        be = 1;
    }
    u128 half = (u128)1 << (spare - 1), low = m & ((half << 1) - 1), r = m >> spare;
    if (low > half || (low == half && (r & 1))) r++;
    return sign | (((u128)(be - 1) << mant) + r); // the leading bit of r counts the exponent up
}

IN u128 pack(bool neg, int e, u128 m) { return pack_as(neg, e, m, MANT, 15); }

IN void multiply(u128 a, u128 b, u128 *hi, u128 *lo) {
    u64 a0 = (u64)a, a1 = (u64)(a >> 64), b0 = (u64)b, b1 = (u64)(b >> 64);
    u128 p00 = (u128)a0 * b0, p01 = (u128)a0 * b1, p10 = (u128)a1 * b0, p11 = (u128)a1 * b1;
    u128 mid = (p00 >> 64) + (u64)p01 + (u64)p10;
    *hi = p11 + (p01 >> 64) + (p10 >> 64) + (mid >> 64);
    *lo = mid << 64 | (u64)p00;
}
#endif
