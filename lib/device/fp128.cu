// SPDX-License-Identifier: Apache-2.0
// IEEE binary128 in software: what the back end calls for arithmetic on fp128 (src/ptx/legal/fp128.c).
// The build compiles this file with Cuprum itself and embeds the bitcode; only functions that a
// module uses come over. Values travel as their bits.
// The test (test/unit/test_fp128.c) includes it as C too.
#include "fp128.h"

// ---- sums ---------------------------------------------------------------------------------------

API u128 __cuprum_fp128_add(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    if (is_inf(a) || is_inf(b)) {
        if (is_inf(a) && is_inf(b) && a != b) return default_nan();
        return is_inf(a) ? a : b;
    }
    if (is_zero(b)) return is_zero(a) ? a & b : a; // -0 + -0 is -0
    if (is_zero(a)) return b;
    if (magnitude(a) < magnitude(b)) {
        u128 t = a;
        a = b;
        b = t;
    }
    Num x = unpack(a), y = unpack(b);
    bool neg = is_neg(a);
    x.m >>= 1; // room for a carry; there are 15 spare bits
    y.m = shift_sticky(y.m >> 1, x.e - y.e > 127 ? 127 : x.e - y.e);
    if (is_neg(b) == neg) return pack(neg, x.e + 1, x.m + y.m);
    u128 m = x.m - y.m;
    return m ? pack(neg, x.e + 1, m) : 0;
}

API u128 __cuprum_fp128_sub(u128 a, u128 b) {
    return __cuprum_fp128_add(a, is_nan(b) ? b : b ^ sign_bit());
}

// ---- products -----------------------------------------------------------------------------------

API u128 __cuprum_fp128_mul(u128 a, u128 b) {
    bool neg = is_neg(a ^ b);
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    if (is_inf(a) || is_inf(b))
        return is_zero(a) || is_zero(b) ? default_nan() : with_sign(infinity(), neg);
    if (is_zero(a) || is_zero(b)) return with_sign(0, neg);
    Num x = unpack(a), y = unpack(b);
    u128 hi, lo;
    multiply(x.m, y.m, &hi, &lo);
    return pack(neg, x.e + y.e + 1, hi | (lo != 0));
}

// The exact product and the addend in 256 bits, rounded once.
API u128 __cuprum_fp128_fma(u128 a, u128 b, u128 c) {
    bool neg = is_neg(a ^ b), minus = neg != is_neg(c);
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    if (is_inf(a) || is_inf(b)) {
        if (is_zero(a) || is_zero(b)) return default_nan();
        if (is_nan(c)) return quiet(c);
        return is_inf(c) && minus ? default_nan() : with_sign(infinity(), neg);
    }
    if (!is_finite(c) || is_zero(a) || is_zero(b))
        return __cuprum_fp128_add(with_sign(0, neg), c);
    Num x = unpack(a), y = unpack(b);
    u128 hi, lo;
    multiply(x.m, y.m, &hi, &lo);
    int e = x.e + y.e + 1; // of (hi, lo) with the highest bit as 2^e; now one bit down, for a carry
    if (is_zero(c)) return pack(neg, e, hi | (lo != 0));
    lo = lo >> 1 | hi << 127;
    hi >>= 1;
    Num z = unpack(c);
    u128 chi = z.m >> 1, clo = z.m << 127;
    int d = e - z.e;
    bool swap = d < 0 || (d == 0 && (chi > hi || (chi == hi && clo > lo)));
    if (swap) {
        u128 t = hi;
        hi = chi;
        chi = t;
        t = lo;
        lo = clo;
        clo = t;
        e = z.e;
        d = -d;
        neg = is_neg(c);
    }
    if (d >= 256) { // all of it below the last bit
        chi = 0;
        clo = 1;
    } else if (d >= 128) {
        clo = shift_sticky(chi, d - 128) | (clo != 0);
        chi = 0;
    } else if (d > 0) {
        bool lost = (clo << (128 - d)) != 0;
        clo = clo >> d | chi << (128 - d) | lost;
        chi >>= d;
    }
    u128 rlo, rhi;
    if (minus) {
        rlo = lo - clo;
        rhi = hi - chi - (lo < clo);
        if (is_neg(rhi)) { // a product with a leading zero and an addend that is larger after all
            rlo = -rlo;
            rhi = ~rhi + (rlo == 0);
            neg = !neg;
        }
    } else {
        rlo = lo + clo;
        rhi = hi + chi + (rlo < lo);
    }
    if ((rhi | rlo) == 0) return 0;
    if (rhi == 0) {
        rhi = rlo;
        rlo = 0;
        e -= 128;
    }
    int n = leading_zeros(rhi);
    if (n) rhi = rhi << n | rlo >> (128 - n);
    rlo <<= n;
    return pack(neg, e + 1 - n, rhi | (rlo != 0));
}

// ---- quotients ----------------------------------------------------------------------------------

// x / d in 120 bits behind the point, the lowest one also for what follows; both have 113 bits.
// A digit has 40 bits and is estimated in double, never too large and at most one too small: what is
// left stays below 2 * d, and the next digit makes up for it. The product's high parts cancel.
IN u128 quotient(u128 x, u128 d) {
    double below_one = 1 - 0x1p-50; // more than all the roundings of an estimate together
    double scale = 0x1p41 * below_one / (double)(u64)(d >> 49);
    u128 r = x, q = 0;
    for (int k = 0; k < 3; k++) {
        u64 digit = (u64)((double)(u64)(r >> 50) * scale);
        r = (r << 40) - digit * d;
        q = (q << 40) + digit;
    }
    if (r >= d) {
        r -= d;
        q++;
    }
    return q << 7 | (r != 0);
}

API u128 __cuprum_fp128_div(u128 a, u128 b) {
    bool neg = is_neg(a ^ b);
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    if (is_inf(a) && is_inf(b)) return default_nan();
    if (is_zero(a) && is_zero(b)) return default_nan();
    if (is_inf(a) || is_zero(b)) return with_sign(infinity(), neg);
    if (is_zero(a) || is_inf(b)) return with_sign(0, neg);
    Num x = unpack(a), y = unpack(b);
    return pack(neg, x.e - y.e, quotient(x.m >> SPARE, y.m >> SPARE));
}

API u128 __cuprum_fp128_rem(u128 a, u128 b) { // C's fmod: exact, with the sign of a
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    if (is_inf(a) || is_zero(b)) return default_nan();
    if (is_zero(a) || is_inf(b) || magnitude(a) < magnitude(b)) return a;
    Num x = unpack(a), y = unpack(b);
    u128 r = x.m >> SPARE, d = y.m >> SPARE;
    for (int k = x.e - y.e;; k--) {
        if (r >= d) r -= d;
        if (k == 0 || r == 0) break;
        r <<= 1;
    }
    return r ? pack(is_neg(a), y.e, r << SPARE) : with_sign(0, is_neg(a));
}

API u128 __cuprum_fp128_sqrt(u128 a) {
    if (is_nan(a)) return quiet(a);
    if (is_zero(a)) return a;
    if (is_neg(a)) return default_nan();
    if (is_inf(a)) return a;
    Num x = unpack(a);
    u128 in = x.m >> SPARE << (x.e & 1), rest = 0, root = 0;
    for (int k = 0; k < 116; k++) { // a bit of the root for two of the number
        rest <<= 2;
        if (k < 57) rest |= (u64)(in >> (112 - 2 * k)) & 3;
        u128 t = root << 2 | 1;
        root <<= 1;
        if (rest >= t) {
            rest -= t;
            root |= 1;
        }
    }
    return pack(false, x.e >> 1, root << 12 | (rest != 0));
}

// ---- comparison ---------------------------------------------------------------------------------

// The bits of LLVM's predicates: 1 equal, 2 greater, 4 less, 8 unordered.
API int __cuprum_fp128_cmp(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return 8;
    if (a == b || (is_zero(a) && is_zero(b))) return 1;
    bool less = is_neg(a) != is_neg(b) ? is_neg(a) : (a < b) != is_neg(a);
    return less ? 4 : 2;
}

// The mask bit of llvm.is.fpclass that holds for the value.
API int __cuprum_fp128_class(u128 a) {
    u128 m = magnitude(a);
    if (m > infinity()) return m & quiet_bit() ? 2 : 1;
    bool neg = is_neg(a);
    if (m == infinity()) return neg ? 4 : 512;
    if (m >> MANT) return neg ? 8 : 256;
    return m ? (neg ? 16 : 128) : neg ? 32 : 64;
}

// NaN only if both are; -0 is below +0.
IN bool below(u128 a, u128 b) {
    if (is_neg(a) != is_neg(b)) return is_neg(a);
    return (a < b) != is_neg(a);
}
API u128 __cuprum_fp128_minnum(u128 a, u128 b) {
    if (is_nan(a)) return is_nan(b) ? quiet(a) : b;
    return is_nan(b) || below(a, b) ? a : b;
}
API u128 __cuprum_fp128_maxnum(u128 a, u128 b) {
    if (is_nan(a)) return is_nan(b) ? quiet(a) : b;
    return is_nan(b) || below(b, a) ? a : b;
}
API u128 __cuprum_fp128_minimum(u128 a, u128 b) { // NaN if either is
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    return below(a, b) ? a : b;
}
API u128 __cuprum_fp128_maximum(u128 a, u128 b) {
    if (is_nan(a) || is_nan(b)) return some_nan(a, b);
    return below(b, a) ? a : b;
}

// ---- integral values ----------------------------------------------------------------------------

enum Rounding { DOWN, UP, ZERO, EVEN, AWAY };

IN u128 integral(u128 x, int how) {
    int e = ((int)(x >> MANT) & EXP_MAX) - BIAS;
    bool neg = is_neg(x);
    if (e >= MANT) return is_nan(x) ? quiet(x) : x;
    if (is_zero(x)) return x;
    u128 one = BITS((u64)BIAS << 48);
    if (e < 0) { // between -1 and 1
        u128 half = BITS((u64)(BIAS - 1) << 48), m = magnitude(x);
        bool out = how == DOWN ? neg : how == UP ? !neg : how == EVEN ? m > half : m >= half;
        return with_sign(out && how != ZERO ? one : 0, neg);
    }
    u128 unit = (u128)1 << (MANT - e), frac = x & (unit - 1), r = x & ~(unit - 1);
    if (frac == 0) return x;
    u128 half = unit >> 1;
    bool out = how == DOWN   ? neg
               : how == UP   ? !neg
               : how == ZERO ? false
               : how == EVEN ? frac > half || (frac == half && (r & unit))
                             : frac >= half;
    return out ? r + unit : r; // a carry goes on into the exponent
}
API u128 __cuprum_fp128_floor(u128 a) { return integral(a, DOWN); }
API u128 __cuprum_fp128_ceil(u128 a) { return integral(a, UP); }
API u128 __cuprum_fp128_trunc(u128 a) { return integral(a, ZERO); }
API u128 __cuprum_fp128_rint(u128 a) { return integral(a, EVEN); }
API u128 __cuprum_fp128_round(u128 a) { return integral(a, AWAY); }

// ---- powers of two, powers ----------------------------------------------------------------------

API u128 __cuprum_fp128_ldexp(u128 a, int n) {
    if (!is_finite(a)) return is_nan(a) ? quiet(a) : a;
    if (is_zero(a)) return a;
    n = n > 40000 ? 40000 : n < -40000 ? -40000 : n;
    Num x = unpack(a);
    return pack(is_neg(a), x.e + n, x.m);
}
API u128 __cuprum_fp128_fraction(u128 a) { // in [0.5, 1)
    if (!is_finite(a) || is_zero(a)) return is_nan(a) ? quiet(a) : a;
    return pack(is_neg(a), -1, unpack(a).m);
}
API int __cuprum_fp128_exponent(u128 a) { // that belongs to it
    return !is_finite(a) || is_zero(a) ? 0 : unpack(a).e + 1;
}
API u128 __cuprum_fp128_powi(u128 a, int n) {
    u128 one = BITS((u64)BIAS << 48), r = n & 1 ? a : one;
    for (unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n; k >>= 1;) {
        a = __cuprum_fp128_mul(a, a);
        if (k & 1) r = __cuprum_fp128_mul(r, a);
    }
    return n < 0 ? __cuprum_fp128_div(one, r) : r;
}

// ---- conversions --------------------------------------------------------------------------------

API u128 __cuprum_fp128_from_u128(u128 v) { return pack(false, 127, v); }
API u128 __cuprum_fp128_from_i128(i128 v) {
    return pack(v < 0, 127, v < 0 ? -(u128)v : (u128)v);
}
// m * 2^(e - 127), of wider integers; the lowest bit of m is sticky and the highest is set.
API u128 __cuprum_fp128_from_leading(u128 m, int e) { return pack(false, e, m); }

// The integer part; what is too large becomes the largest number of `bits` bits.
API u128 __cuprum_fp128_to_unsigned(u128 a, int bits) {
    if (is_nan(a) || is_neg(a) || is_zero(a)) return 0;
    u128 most = ~(u128)0 >> (128 - bits);
    if (is_inf(a)) return most;
    Num x = unpack(a);
    if (x.e < 0) return 0;
    return x.e >= bits ? most : x.m >> (127 - x.e);
}
API i128 __cuprum_fp128_to_signed(u128 a, int bits) {
    if (is_nan(a)) return 0;
    u128 limit = (u128)1 << (bits - 1);
    u128 v = __cuprum_fp128_to_unsigned(magnitude(a), 128);
    if (is_neg(a)) return (i128)(0 - (v > limit ? limit : v));
    return (i128)(v >= limit ? limit - 1 : v);
}

IN u128 extend(u64 x, int mant, int expo) {
    int max = (1 << expo) - 1, be = (int)(x >> mant) & max;
    bool neg = x >> (mant + expo) & 1;
    u64 frac = x & (((u64)1 << mant) - 1);
    if (be == max) {
        u128 r = infinity() | (u128)frac << (MANT - mant);
        return with_sign(frac ? quiet(r) : r, neg);
    }
    if (be == 0) return pack(neg, 1 - (max >> 1), (u128)frac << (127 - mant));
    u128 bits = (u128)(u64)(be - (max >> 1) + BIAS) << MANT | (u128)frac << (MANT - mant);
    return with_sign(bits, neg);
}
API u128 __cuprum_fp128_from_f16(unsigned short x) { return extend(x, 10, 5); }
API u128 __cuprum_fp128_from_bf16(unsigned short x) { return extend(x, 7, 8); }
API u128 __cuprum_fp128_from_f32(unsigned x) { return extend(x, 23, 8); }
API u128 __cuprum_fp128_from_f64(u64 x) { return extend(x, 52, 11); }

IN u64 truncate(u128 a, int mant, int expo) {
    u64 max = ((u64)1 << expo) - 1, sign = (u64)is_neg(a) << (mant + expo);
    u128 m = magnitude(a);
    if (m > infinity())
        return sign | max << mant | (u64)1 << (mant - 1) |
               ((u64)(m >> (MANT - mant)) & (((u64)1 << mant) - 1));
    if (m == infinity()) return sign | max << mant;
    if (m == 0) return sign;
    Num x = unpack(a);
    return (u64)pack_as(is_neg(a), x.e, x.m, mant, expo);
}
API unsigned short __cuprum_fp128_to_f16(u128 a) { return (unsigned short)truncate(a, 10, 5); }
API unsigned short __cuprum_fp128_to_bf16(u128 a) { return (unsigned short)truncate(a, 7, 8); }
API unsigned __cuprum_fp128_to_f32(u128 a) { return (unsigned)truncate(a, 23, 8); }
API u64 __cuprum_fp128_to_f64(u128 a) { return truncate(a, 52, 11); }
