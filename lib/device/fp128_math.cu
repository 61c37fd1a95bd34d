// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of binary128 (CUDA: __nv_fp128_sin ...; src/irgen gives their declarations these names).
//
// They compute with 128 bits of significand, 15 more than the format has, in integers, and round once at the end: a few
// dozen roundings, each 2^-15 ulp, leave results that are nearly always the nearest. Exponentials: x = n ln 2 + r, the
// series of r / 16, four squarings. Logarithms: 2 atanh((m - 1) / (m + 1)). Sines: x 2/pi modulo 4 in integers (M. Payne, R.
// Hanek, 1983), then their series. Arc tangents: halved twice, then the series (J.-M. Muller, "Elementary Functions", 3rd
// ed., 5.3, 11.2; W. Kahan, "Branch cuts for complex elementary functions", 1987, for the inverses).
// test/unit/test_fp128_math.c includes it as C.
#include "fp128.h"

#ifdef __CUDACC__
#define TABLE static __device__ const
#define QUAD  extern "C" __device__ __noinline__ // a function by its name in CUDA
#define FAR   static __device__ __noinline__     // called from several places
extern "C" {
__device__ u128 __cuprum_fp128_sqrt(u128);
__device__ u128 __cuprum_fp128_fma(u128, u128, u128);
__device__ u128 __cuprum_fp128_rem(u128, u128);
__device__ u128 __cuprum_fp128_floor(u128);
__device__ u128 __cuprum_fp128_ceil(u128);
__device__ u128 __cuprum_fp128_trunc(u128);
__device__ u128 __cuprum_fp128_rint(u128);
__device__ u128 __cuprum_fp128_round(u128);
__device__ u128 __cuprum_fp128_minnum(u128, u128);
__device__ u128 __cuprum_fp128_maxnum(u128, u128);
__device__ u128 __cuprum_fp128_ldexp(u128, int);
__device__ u128 __cuprum_fp128_fraction(u128);
__device__ int __cuprum_fp128_exponent(u128);
__device__ u128 __cuprum_fp128_add(u128, u128);
__device__ u128 __cuprum_fp128_sub(u128, u128);
}
#else
#define TABLE static const
#define QUAD  static __attribute__((unused))
#define FAR   static __attribute__((unused))
#endif

typedef __float128 Quad;
IN u128 bits_of(Quad x) {
    u128 b;
    __builtin_memcpy(&b, &x, 16);
    return b;
}
IN Quad quad_of(u128 b) {
    Quad x;
    __builtin_memcpy(&x, &b, 16);
    return x;
}

// ---- numbers of 128 bits ------------------------------------------------------------------------

// (neg) m * 2^(e - 127); the highest bit of m is set, or m is 0.
typedef struct Wide {
    u128 m;
    int e;
    bool neg;
} Wide;

IN Wide wide(u128 m, int e, bool neg) {
    Wide w;
    w.m = m;
    w.e = e;
    w.neg = neg;
    return w;
}
IN Wide make(u64 high, u64 low, int e) { return wide(BITS(high) | low, e, false); }
IN Wide one(void) { return make(0x8000000000000000ull, 0, 0); }
IN Wide negated(Wide a) { return wide(a.m, a.e, !a.neg); }
IN Wide absolute(Wide a) { return wide(a.m, a.e, false); }
IN Wide scaled(Wide a, int n) { return wide(a.m, a.e + n, a.neg); }
IN bool below_power(Wide a, int e) { return a.m == 0 || a.e < e; } // |a| < 2^e
IN Wide normal(u128 m, int e, bool neg) {
    if (m == 0) return wide(0, -100000, neg);
    int z = leading_zeros(m);
    return wide(m << z, e - z, neg);
}
IN Wide wide_of(u128 x) { // finite
    if (is_zero(x)) return wide(0, -100000, is_neg(x));
    Num n = unpack(x);
    return wide(n.m, n.e, is_neg(x));
}
IN Wide wide_of_int(int n) { return normal((u128)(unsigned)(n < 0 ? -n : n), 127, n < 0); }
IN u128 rounded(Wide a) { return a.m == 0 ? with_sign(0, a.neg) : pack(a.neg, a.e, a.m); }

FAR Wide mul(Wide a, Wide b) {
    if (a.m == 0 || b.m == 0) return wide(0, -100000, a.neg != b.neg);
    u128 hi, lo;
    multiply(a.m, b.m, &hi, &lo);
    int e = a.e + b.e + 1;
    if (!(u64)(hi >> 127)) {
        hi = hi << 1 | lo >> 127;
        lo <<= 1;
        e--;
    }
    hi += lo >> 127;
    if (hi == 0) return wide((u128)1 << 127, e + 1, a.neg != b.neg);
    return wide(hi, e, a.neg != b.neg);
}

FAR Wide add(Wide a, Wide b) {
    if (b.m == 0) return a;
    if (a.m == 0) return b;
    if (a.e < b.e || (a.e == b.e && a.m < b.m)) {
        Wide t = a;
        a = b;
        b = t;
    }
    int d = a.e - b.e;
    if (d > 126) return a;
    if (a.neg != b.neg) { // one more bit while the difference is small
        u128 low = d ? b.m << (128 - d) : 0, m = a.m - (d ? b.m >> d : b.m) - (low != 0);
        low = 0 - low;
        if (m == 0 && low == 0) return wide(0, -100000, false);
        int z = m ? leading_zeros(m) : 128;
        if (z == 128) return normal(low, a.e - 128, a.neg);
        return wide(z ? m << z | low >> (128 - z) : m, a.e - z, a.neg);
    }
    u128 m = a.m + (d ? b.m >> d : b.m);
    if (m >= a.m) return wide(m, a.e, a.neg);
    return wide(m >> 1 | (u128)1 << 127, a.e + 1, a.neg);
}
IN Wide sub(Wide a, Wide b) { return add(a, negated(b)); }

// ---- fixed point --------------------------------------------------------------------------------
// Fractions have 128 bits behind the point, numbers below 2 have 127.
#define FIXED_ONE ((u128)1 << 127)

IN u128 high_product(u128 a, u128 b) { // at most 2 too small
    u64 a0 = (u64)a, a1 = (u64)(a >> 64), b0 = (u64)b, b1 = (u64)(b >> 64);
    u128 mid = (u128)a0 * b1, low = (u128)a1 * b0;
    return (u128)a1 * b1 + (mid >> 64) + (low >> 64) + (((u128)(u64)mid + (u64)low + (u64)((u128)a0 * b0 >> 64)) >> 64);
}
IN u128 fraction_of(Wide a) { // |a| < 1
    int n = -1 - a.e;
    return n > 127 ? 0 : a.m >> n;
}
IN Wide wide_of_fixed(u128 y) { return normal(y, 0, false); }

// What a double says of a number from 1 on, a little less than it, as a fraction.
IN u128 guess(double x) { return BITS((u64)(x * (1 - 0x1p-50) * 0x1p64)); }

// 1 / b by Newton's iteration, which stays below it: twice from 49 bits.
FAR Wide quotient_of(Wide a, Wide b) {
    if (a.m == 0 || b.m == FIXED_ONE) return wide(a.m, a.e - b.e, a.neg != b.neg);
    u128 r = guess(0x1p63 / (double)(u64)(b.m >> 64));
    for (int i = 0; i < 2; i++) r += high_product(r, FIXED_ONE - high_product(b.m, r)) << 1;
    return normal(high_product(a.m, r), a.e - b.e, a.neg != b.neg);
}

// x / sqrt(x), likewise.
FAR Wide root_of(Wide a) {
    if (a.m == 0) return a;
    int odd = a.e & 1; // of x = m or 2 m, in [1, 4)
    double x = (double)(u64)(a.m >> 64) * (odd ? 0x1p-62 : 0x1p-63);
    u128 y = guess(1 / __builtin_sqrt(x));
    for (int i = 0; i < 2; i++) y += high_product(y, FIXED_ONE - (high_product(a.m, high_product(y, y)) << odd));
    return normal(high_product(a.m, y) << odd, (a.e - odd) / 2, false);
}

#include "fp128_tables.h"
IN u128 inverse(int k) { return BITS(inverses[k - 2][0]) | inverses[k - 2][1]; } // a fraction
IN u128 pair_inverse(int k) { return BITS(pair_inverses[k - 1][0]) | pair_inverses[k - 1][1]; }

// As a double, rounded to zero: to find an integer by.
IN double estimate(Wide a) {
    if (a.m == 0 || a.e < -1000) return 0;
    u64 bits = (u64)(a.e + 1023) << 52 | ((u64)(a.m >> 75) & 0xfffffffffffffull);
    double x;
    __builtin_memcpy(&x, &bits, 8);
    return a.neg ? -x : x;
}
IN int nearest(double x) { return (int)(x < 0 ? x - 0.5 : x + 0.5); }

// ---- exponentials -------------------------------------------------------------------------------

// e^r - 1, |r| < 1/2: r (1 + r/2 (1 + r/3 ...))
FAR Wide series_exp(Wide r, int terms) {
    u128 f = fraction_of(r), s = FIXED_ONE;
    for (int k = terms; k > 1; k--) {
        u128 t = high_product(high_product(f, s), inverse(k));
        s = r.neg ? FIXED_ONE - t : FIXED_ONE + t;
    }
    return mul(r, wide_of_fixed(s));
}

// e^x, |x| < 2^14 or so
FAR Wide exponential(Wide x) {
    int n = nearest(estimate(x) * 1.4426950408889634);
    Wide k = wide_of_int(n), r = sub(sub(x, mul(k, LN2_HIGH)), mul(k, LN2_LOW)); // the first product is exact
    Wide y = add(one(), series_exp(scaled(r, -4), 17));
    for (int i = 0; i < 4; i++) y = mul(y, y);
    return scaled(y, n);
}

// e^x - 1
FAR Wide exponential_less(Wide x) {
    return below_power(x, -2) ? series_exp(x, 26) : sub(exponential(x), one());
}

IN u128 special_exp(u128 x) { return is_nan(x) ? quiet(x) : is_neg(x) ? 0 : infinity(); } // of what has no n
IN bool too_large(u128 x) { return magnitude(x) >= BITS(0x400d000000000000); }           // 2^14, infinity, NaN

// ---- logarithms ---------------------------------------------------------------------------------

// 2 atanh(s) for |s| < 0.18
FAR Wide series_log(Wide s) {
    u128 z = fraction_of(mul(s, s)), y = inverse(53) >> 1;
    for (int k = 51; k > 1; k -= 2) y = (inverse(k) >> 1) + high_product(z, y);
    return scaled(mul(s, wide_of_fixed(FIXED_ONE + high_product(z, y))), 1);
}

FAR Wide logarithm(Wide x) { // x > 0
    int e = x.e;
    if (x.m >> 64 > 0xb504f333f9de6484ull) e++; // m in [2^-1/2, 2^1/2]
    Wide m = wide(x.m, x.e - e, false), s = quotient_of(sub(m, one()), add(m, one()));
    return add(mul(wide_of_int(e), LN2), series_log(s));
}

// log(1 + x), x > -1
FAR Wide logarithm_more(Wide x) {
    if (!below_power(x, -2)) return logarithm(add(one(), x));
    return series_log(quotient_of(x, add(wide(one().m, 1, false), x)));
}

// ---- angles -------------------------------------------------------------------------------------

typedef struct Turn {
    Wide r; // within pi/4
    int q;  // quarters, modulo 4
} Turn;

// x 2/pi modulo 4: the significand times the six words of 2/pi that matter, of whose product's 384 bits the highest two
// are the quarter.
FAR Turn turn_of(Wide x) {
    Turn t;
    t.r = x;
    t.q = 0;
    if (below_power(x, -1)) return t;
    u128 m = x.m >> SPARE;
    int at = x.e - MANT + 126, word = at >> 6, shift = at & 63;
    u64 w[6], p[6] = {0, 0, 0, 0, 0, 0}, part[2];
    part[0] = (u64)m;
    part[1] = (u64)(m >> 64);
    for (int i = 0; i < 6; i++) {
        u64 a = two_over_pi_words[word + i], b = two_over_pi_words[word + i + 1];
        w[5 - i] = shift ? a << shift | b >> (64 - shift) : a; // the lowest first
    }
    for (int j = 0; j < 2; j++) {
        u128 carry = 0;
        for (int i = 0; i + j < 6; i++) {
            carry += (u128)part[j] * w[i] + p[i + j];
            p[i + j] = (u64)carry;
            carry >>= 64;
        }
    }
    t.q = (int)(p[5] >> 62);
    bool up = p[5] >> 61 & 1; // the next quarter is nearer
    p[5] &= 0x3fffffffffffffffull;
    if (up) {
        t.q++;
        p[5] |= 0xc000000000000000ull;
        for (int i = 0; i < 6; i++) p[i] = ~p[i];
    }
    int top = 5;
    while (top > 2 && p[top] == 0) top--;
    u128 hi = BITS(p[top]) | p[top - 1];
    int z = leading_zeros(hi | 1);
    if (z) hi = hi << z | p[top - 2] >> (64 - z % 64 - (z % 64 == 0)) >> (z % 64 == 0);
    t.r = mul(wide(hi, 1 - (5 - top) * 64 - z, up), PI_BY_2);
    if (x.neg) {
        t.r = negated(t.r);
        t.q = -t.q;
    }
    t.q &= 3;
    return t;
}

// sin(r) / r and cos(r), by the first divisor of the last term
IN Wide series_turn(Wide r, int last) {
    u128 z = fraction_of(mul(r, r)), y = FIXED_ONE;
    for (int k = last; k > 0; k -= 2) y = FIXED_ONE - high_product(high_product(z, y), pair_inverse(k));
    return wide_of_fixed(y);
}
FAR Wide series_sin(Wide r) { return mul(r, series_turn(r, 34)); }
FAR Wide series_cos(Wide r) { return series_turn(r, 33); }
IN Wide sine_of(Turn t, int more) { // of the angle and `more` quarters
    int q = (t.q + more) & 3;
    Wide y = q & 1 ? series_cos(t.r) : series_sin(t.r);
    return q & 2 ? negated(y) : y;
}

// ---- arc tangents -------------------------------------------------------------------------------

FAR Wide arc_tangent(Wide x) {
    bool neg = x.neg, over = !below_power(x, 0);
    Wide a = absolute(x);
    if (over) a = quotient_of(one(), a);
    int halved = below_power(a, -40) ? 0 : 2; // tan(y / 2) = tan(y) / (1 + sqrt(1 + tan(y)^2))
    for (int i = 0; i < halved; i++) a = quotient_of(a, add(one(), root_of(add(one(), mul(a, a)))));
    u128 z = fraction_of(mul(a, a)), s = inverse(55) >> 1;
    for (int k = 53; k > 1; k -= 2) s = (inverse(k) >> 1) - high_product(z, s);
    Wide y = scaled(mul(a, wide_of_fixed(FIXED_ONE - high_product(z, s))), halved);
    if (over) y = sub(PI_BY_2, y);
    return wide(y.m, y.e, neg);
}

// ---- the functions ------------------------------------------------------------------------------

#define NEVER_FINITE(x, result) if (!is_finite(x)) return quad_of(is_nan(x) ? quiet(x) : (result))

QUAD Quad __nv_fp128_exp(Quad v) {
    u128 x = bits_of(v);
    return quad_of(too_large(x) ? special_exp(x) : rounded(exponential(wide_of(x))));
}
QUAD Quad __nv_fp128_exp2(Quad v) {
    u128 x = bits_of(v);
    if (magnitude(x) >= BITS(0x400f000000000000)) return quad_of(special_exp(x)); // 2^16
    u128 whole = __cuprum_fp128_rint(x);
    Wide rest = wide_of(__cuprum_fp128_sub(x, whole)); // exact
    return quad_of(rounded(scaled(exponential(mul(rest, LN2)), nearest(estimate(wide_of(whole))))));
}
QUAD Quad __nv_fp128_exp10(Quad v) {
    u128 x = bits_of(v);
    if (too_large(x)) return quad_of(special_exp(x));
    u128 whole = __cuprum_fp128_rint(x);
    Wide y = exponential(mul(wide_of(__cuprum_fp128_sub(x, whole)), LN10));
    int n = nearest(estimate(wide_of(whole)));
    // 10^n = 2^n 5^n, the last by squaring; 5^55 is exact
    Wide power = one(), five = make(0xa000000000000000ull, 0, 2);
    for (int k = n < 0 ? -n : n; k; k >>= 1, five = mul(five, five)) {
        if (k & 1) power = mul(power, five);
    }
    y = n < 0 ? quotient_of(y, power) : mul(y, power);
    return quad_of(rounded(scaled(y, n)));
}
QUAD Quad __nv_fp128_expm1(Quad v) {
    u128 x = bits_of(v);
    if (is_zero(x)) return v;
    if (too_large(x)) return is_neg(x) && !is_nan(x) ? (Quad)-1 : quad_of(special_exp(x));
    return quad_of(rounded(exponential_less(wide_of(x))));
}

// log(0) = -infinity, of negative numbers NaN
IN bool special_log(u128 x, u128 *r) {
    *r = is_nan(x) ? quiet(x) : is_zero(x) ? with_sign(infinity(), true) : is_neg(x) ? default_nan() : infinity();
    return is_zero(x) || is_neg(x) || !is_finite(x);
}
QUAD Quad __nv_fp128_log(Quad v) {
    u128 x = bits_of(v), r;
    return quad_of(special_log(x, &r) ? r : rounded(logarithm(wide_of(x))));
}
QUAD Quad __nv_fp128_log2(Quad v) {
    u128 x = bits_of(v), r;
    if (special_log(x, &r)) return quad_of(r);
    Wide w = wide_of(x);
    if (w.m << 1 == 0) return (Quad)w.e;
    return quad_of(rounded(mul(logarithm(w), LOG2_E)));
}
QUAD Quad __nv_fp128_log10(Quad v) {
    u128 x = bits_of(v), r;
    return quad_of(special_log(x, &r) ? r : rounded(mul(logarithm(wide_of(x)), LOG10_E)));
}
QUAD Quad __nv_fp128_log1p(Quad v) {
    u128 x = bits_of(v), r, minus_one = BITS(0xbfff000000000000);
    if (is_zero(x)) return v;
    if (!is_neg(x) || is_nan(x))
        return quad_of(special_log(x, &r) ? r : rounded(logarithm_more(wide_of(x))));
    if (x == minus_one) return quad_of(with_sign(infinity(), true));
    return quad_of(x > minus_one ? default_nan() : rounded(logarithm_more(wide_of(x))));
}

QUAD Quad __nv_fp128_sin(Quad v) {
    u128 x = bits_of(v);
    NEVER_FINITE(x, default_nan());
    return quad_of(is_zero(x) ? x : rounded(sine_of(turn_of(wide_of(x)), 0)));
}
QUAD Quad __nv_fp128_cos(Quad v) {
    u128 x = bits_of(v);
    NEVER_FINITE(x, default_nan());
    return quad_of(rounded(sine_of(turn_of(wide_of(x)), 1)));
}
QUAD Quad __nv_fp128_tan(Quad v) {
    u128 x = bits_of(v);
    NEVER_FINITE(x, default_nan());
    if (is_zero(x)) return v;
    Turn t = turn_of(wide_of(x));
    return quad_of(rounded(quotient_of(sine_of(t, 0), sine_of(t, 1))));
}

QUAD Quad __nv_fp128_atan(Quad v) {
    u128 x = bits_of(v);
    if (is_zero(x)) return v;
    NEVER_FINITE(x, with_sign(rounded(PI_BY_2), is_neg(x)));
    return quad_of(rounded(arc_tangent(wide_of(x))));
}
QUAD Quad __nv_fp128_asin(Quad v) {
    u128 x = bits_of(v), limit = BITS(0x3fff000000000000);
    if (is_zero(x)) return v;
    if (magnitude(x) > limit) return quad_of(is_nan(x) ? quiet(x) : default_nan());
    if (magnitude(x) == limit) return quad_of(with_sign(rounded(PI_BY_2), is_neg(x)));
    Wide a = wide_of(x), other = root_of(mul(sub(one(), a), add(one(), a)));
    return quad_of(rounded(arc_tangent(quotient_of(a, other))));
}
QUAD Quad __nv_fp128_acos(Quad v) { // 2 atan(sqrt((1 - x) / (1 + x)))
    u128 x = bits_of(v), limit = BITS(0x3fff000000000000);
    if (magnitude(x) > limit) return quad_of(is_nan(x) ? quiet(x) : default_nan());
    if (magnitude(x) == limit) return quad_of(is_neg(x) ? rounded(scaled(PI_BY_2, 1)) : 0);
    Wide a = wide_of(x), y = arc_tangent(root_of(quotient_of(sub(one(), a), add(one(), a))));
    return quad_of(rounded(scaled(y, 1)));
}

// ---- hyperbolic functions -----------------------------------------------------------------------

QUAD Quad __nv_fp128_sinh(Quad v) {
    u128 x = bits_of(v);
    if (is_zero(x)) return v;
    if (too_large(x)) return quad_of(is_nan(x) ? quiet(x) : with_sign(infinity(), is_neg(x)));
    // (u + u / (1 + u)) / 2 for u = e^|x| - 1
    Wide u = exponential_less(absolute(wide_of(x))), y = add(u, quotient_of(u, add(one(), u)));
    return quad_of(rounded(wide(y.m, y.e - 1, is_neg(x))));
}
QUAD Quad __nv_fp128_cosh(Quad v) {
    u128 x = bits_of(v);
    if (too_large(x)) return quad_of(is_nan(x) ? quiet(x) : infinity());
    Wide y = exponential(absolute(wide_of(x)));
    return quad_of(rounded(scaled(add(y, quotient_of(one(), y)), -1)));
}
QUAD Quad __nv_fp128_tanh(Quad v) { // u / (u + 2) for u = e^(2 |x|) - 1
    u128 x = bits_of(v);
    if (is_zero(x) || is_nan(x)) return quad_of(is_nan(x) ? quiet(x) : x);
    if (magnitude(x) >= BITS(0x4006000000000000)) return is_neg(x) ? (Quad)-1 : (Quad)1; // 128
    Wide u = exponential_less(scaled(absolute(wide_of(x)), 1));
    Wide y = quotient_of(u, add(u, wide(one().m, 1, false)));
    return quad_of(rounded(wide(y.m, y.e, is_neg(x))));
}
QUAD Quad __nv_fp128_asinh(Quad v) { // log(1 + a + a^2 / (1 + sqrt(1 + a^2)))
    u128 x = bits_of(v);
    if (is_zero(x) || !is_finite(x)) return quad_of(is_nan(x) ? quiet(x) : x);
    Wide a = absolute(wide_of(x)), z = mul(a, a);
    Wide y = logarithm_more(add(a, quotient_of(z, add(one(), root_of(add(one(), z))))));
    return quad_of(rounded(wide(y.m, y.e, is_neg(x))));
}
QUAD Quad __nv_fp128_acosh(Quad v) { // log(1 + t + sqrt(t (t + 2))) for t = x - 1
    u128 x = bits_of(v);
    if (is_nan(x)) return quad_of(quiet(x));
    if (is_neg(x) || x < BITS(0x3fff000000000000)) return quad_of(default_nan());
    if (is_inf(x)) return v;
    Wide t = sub(wide_of(x), one());
    return quad_of(rounded(absolute(logarithm_more(add(t, root_of(mul(t, add(t, wide(one().m, 1, false)))))))));
}
QUAD Quad __nv_fp128_atanh(Quad v) { // log(1 + 2 a / (1 - a)) / 2
    u128 x = bits_of(v), limit = BITS(0x3fff000000000000);
    if (is_zero(x)) return v;
    if (magnitude(x) > limit) return quad_of(is_nan(x) ? quiet(x) : default_nan());
    if (magnitude(x) == limit) return quad_of(with_sign(infinity(), is_neg(x)));
    Wide a = absolute(wide_of(x)), y = logarithm_more(quotient_of(scaled(a, 1), sub(one(), a)));
    return quad_of(rounded(wide(y.m, y.e - 1, is_neg(x))));
}

// ---- powers, lengths ----------------------------------------------------------------------------

// 0: y is no integer, 1: an odd one, 2: an even one
IN int parity(u128 y) {
    if (!is_finite(y)) return is_inf(y) ? 2 : 0;
    Wide w = wide_of(y);
    if (w.m == 0 || w.e > 112) return 2;
    if (w.e < 0 || (w.m << w.e << 1) != 0) return 0;
    return (u64)(w.m >> (127 - w.e)) & 1 ? 1 : 2;
}

QUAD Quad __nv_fp128_pow(Quad v, Quad exponent) {
    u128 x = bits_of(v), y = bits_of(exponent), unit = BITS(0x3fff000000000000);
    int kind = parity(y);
    if (x == unit || is_zero(y)) return (Quad)1;
    if (is_nan(x) || is_nan(y)) return quad_of(some_nan(x, y));
    bool neg = is_neg(x) && kind == 1;
    if (is_inf(y)) {
        if (magnitude(x) == unit) return (Quad)1;
        return quad_of((magnitude(x) > unit) == is_neg(y) ? 0 : infinity());
    }
    if (is_zero(x) || is_inf(x)) return quad_of(with_sign(is_zero(x) == is_neg(y) ? infinity() : 0, neg));
    if (is_neg(x) && kind == 0) return quad_of(default_nan());
    Wide p = mul(wide_of(y), logarithm(absolute(wide_of(x))));
    if (!below_power(p, 14)) return quad_of(with_sign(p.neg ? 0 : infinity(), neg));
    Wide r = exponential(p);
    return quad_of(rounded(wide(r.m, r.e, neg)));
}
QUAD Quad __nv_fp128_hypot(Quad v, Quad w) {
    u128 x = bits_of(v), y = bits_of(w);
    if (is_inf(x) || is_inf(y)) return quad_of(infinity());
    if (is_nan(x) || is_nan(y)) return quad_of(some_nan(x, y));
    Wide a = wide_of(x), b = wide_of(y);
    return quad_of(magnitude(rounded(root_of(add(mul(a, a), mul(b, b))))));
}

// ---- exact ones, and the format's own operations ------------------------------------------------

QUAD Quad __nv_fp128_add(Quad x, Quad y) { return x + y; }
QUAD Quad __nv_fp128_sub(Quad x, Quad y) { return x - y; }
QUAD Quad __nv_fp128_mul(Quad x, Quad y) { return x * y; }
QUAD Quad __nv_fp128_div(Quad x, Quad y) { return x / y; }
QUAD Quad __nv_fp128_fma(Quad x, Quad y, Quad z) {
    return quad_of(__cuprum_fp128_fma(bits_of(x), bits_of(y), bits_of(z)));
}
QUAD Quad __nv_fp128_sqrt(Quad x) { return quad_of(__cuprum_fp128_sqrt(bits_of(x))); }
QUAD Quad __nv_fp128_trunc(Quad x) { return quad_of(__cuprum_fp128_trunc(bits_of(x))); }
QUAD Quad __nv_fp128_floor(Quad x) { return quad_of(__cuprum_fp128_floor(bits_of(x))); }
QUAD Quad __nv_fp128_ceil(Quad x) { return quad_of(__cuprum_fp128_ceil(bits_of(x))); }
QUAD Quad __nv_fp128_round(Quad x) { return quad_of(__cuprum_fp128_round(bits_of(x))); }
QUAD Quad __nv_fp128_rint(Quad x) { return quad_of(__cuprum_fp128_rint(bits_of(x))); }
QUAD Quad __nv_fp128_fabs(Quad x) { return quad_of(magnitude(bits_of(x))); }
QUAD Quad __nv_fp128_copysign(Quad x, Quad y) { return quad_of(with_sign(magnitude(bits_of(x)), is_neg(bits_of(y)))); }
QUAD Quad __nv_fp128_fmax(Quad x, Quad y) { return quad_of(__cuprum_fp128_maxnum(bits_of(x), bits_of(y))); }
QUAD Quad __nv_fp128_fmin(Quad x, Quad y) { return quad_of(__cuprum_fp128_minnum(bits_of(x), bits_of(y))); }
QUAD Quad __nv_fp128_fdim(Quad x, Quad y) { return x <= y ? (Quad)0 : x - y; } // NaN stays
QUAD Quad __nv_fp128_fmod(Quad x, Quad y) { return quad_of(__cuprum_fp128_rem(bits_of(x), bits_of(y))); }
QUAD Quad __nv_fp128_ldexp(Quad x, int n) { return quad_of(__cuprum_fp128_ldexp(bits_of(x), n)); }
QUAD int __nv_fp128_isnan(Quad x) { return is_nan(bits_of(x)); }
QUAD int __nv_fp128_isunordered(Quad x, Quad y) { return is_nan(bits_of(x)) || is_nan(bits_of(y)); }
QUAD int __nv_fp128_ilogb(Quad x) {
    u128 b = bits_of(x);
    if (is_zero(b) || is_nan(b)) return -0x7fffffff - 1;
    return is_inf(b) ? 0x7fffffff : unpack(b).e;
}
QUAD Quad __nv_fp128_frexp(Quad x, int *exponent) {
    u128 b = bits_of(x);
    *exponent = __cuprum_fp128_exponent(b);
    return quad_of(__cuprum_fp128_fraction(b));
}
QUAD Quad __nv_fp128_modf(Quad x, Quad *whole) {
    u128 b = bits_of(x), t = __cuprum_fp128_trunc(b);
    *whole = quad_of(t);
    if (is_nan(b)) return quad_of(t);
    return quad_of(is_inf(b) ? with_sign(0, is_neg(b)) : with_sign(magnitude(__cuprum_fp128_sub(b, t)), is_neg(b)));
}

// IEEE 754's remainder: of the truncated quotient by 2 y, then y less once or twice, all exact.
QUAD Quad __nv_fp128_remainder(Quad x, Quad y) {
    u128 a = bits_of(x), b = magnitude(bits_of(y));
    if (is_nan(a) || is_nan(b)) return quad_of(some_nan(a, bits_of(y)));
    if (is_inf(a) || is_zero(b)) return quad_of(default_nan());
    if (is_inf(b)) return x;
    bool neg = is_neg(a);
    u128 r = __cuprum_fp128_rem(magnitude(a), __cuprum_fp128_add(b, b)); // of infinity: a itself
    u128 rest = __cuprum_fp128_sub(b, r);                                // b - r: r goes down to -(b - r)
    if (is_neg(rest) || rest < r) { // r > b / 2
        r = __cuprum_fp128_sub(r, b);
        if (!is_neg(r) && __cuprum_fp128_sub(b, r) <= r) r = __cuprum_fp128_sub(r, b);
    }
    return quad_of(r ^ with_sign(0, neg));
}
