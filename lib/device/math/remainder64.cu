// SPDX-License-Identifier: Apache-2.0
// Double precision: remainders, and numbers taken apart and put together. All are exact.
//
// A remainder takes 47 bits of the quotient a step: q y is subtracted by one fused operation, whose result is exact
// if q is right or one too large; else 53 bits could be too few (J.-M. Muller et al., "Handbook of
// Floating-Point Arithmetic", 2nd ed., 5.3). Significands stand for x and y where their exponents are far apart.
#include "divide64.h"

// ---- exponents ----------------------------------------------------------------------------------

// x != 0 and finite: the exponent of its highest bit.
IN int exponent_of(double x) {
    int e = (int)(high32(x) >> 20 & 0x7ff) - 1023;
    if (e == -1023) e = -1011 - clz64(bits64(abs64(x))); // 2^-1074 has 63 leading zeros
    return e;
}

API double __nv_logb(double x) {
    double y = (double)exponent_of(x);
    if (x == 0) y = -INF64;
    return abs64(x) < INF64 ? y : x * x;
}

API int __nv_ilogb(double x) {
    int e = exponent_of(x), least = -0x7fffffff - 1;
    if (x == 0) e = least;
    if (!(abs64(x) < INF64)) e = x != x ? least : 0x7fffffff;
    return e;
}

API double __nv_frexp(double x, int *exponent) {
    double a = x;
    int e = -1022;
    if (abs64(x) < 0x1p-1022) {
        a = x * 0x1p54;
        e = -1076;
    }
    u32 high = high32(a);
    int ordinary = a != 0 && abs64(a) < INF64;
    *exponent = ordinary ? e + (int)(high >> 20 & 0x7ff) : 0;
    return ordinary ? pair64((high & 0x800fffffu) | 0x3fe00000u, low32(a)) : x + x;
}

// The exponent's field changes; a result that is subnormal gets there by one product.
API double __nv_ldexp(double x, int n) {
    double a = x;
    n = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
    if (abs64(x) < 0x1p-1022) {
        a = x * 0x1p54;
        n -= 54;
    }
    u32 high = high32(a);
    int e = (int)(high >> 20 & 0x7ff) + n;
    double y = pair64(high + ((u32)n << 20), low32(a));
    if (e > 2046) y = copysign64(INF64, x);
    if (e < 1) {
        e = e < -60 ? -60 : e;
        y = pair64((high & 0x800fffffu) | (u32)(e + 128) << 20, low32(a)) * 0x1p-128;
    }
    return a == 0 || !(abs64(a) < INF64) ? x + x : y;
}
API double __nv_scalbn(double x, int n) { return __nv_ldexp(x, n); }

API double __nv_modf(double x, double *whole) {
    double t = trunc64(x), rest = abs64(x) == INF64 ? 0 : x - t;
    *whole = t;
    return copysign64(rest, x);
}

// ---- remainders ---------------------------------------------------------------------------------

// x mod y for 0 <= x < 2^48 y, `inverse` a little more than 1/y; the quotient's low bits.
IN double reduce_step(double x, double y, double inverse, u32 *low) {
    double q = trunc64(x * inverse), r = fma64(-q, y, x);
    long long n = double_to_long_rn(q);
    if (r < 0) {
        r = r + y;
        n--;
    }
    *low = (u32)n;
    return r;
}

IN double more_than_inverse(double y) { return reciprocal(y) * 0x1.000000000000cp+0; }

IN int is_easy(double x, double y) { return x < y * 0x1p47 && y >= 0x1p-1000 && y < 0x1p900; }

// x = m 2^e with 1 <= m < 2, for x > 0 and finite.
IN double split(double x, int *e) {
    int base = -1023;
    if (x < 0x1p-1022) {
        x = x * 0x1p54;
        base = -1077;
    }
    *e = base + (int)(high32(x) >> 20);
    return pair64((high32(x) & 0xfffffu) | 0x3ff00000u, low32(x));
}

// |x| and |y| for y != 0 and both finite.
IN double reduce(double x, double y, u32 *low) {
    u32 q = 0, digit;
    if (x >= y) {
        int ex, ey;
        double r = split(x, &ex), d = split(y, &ey), inverse = more_than_inverse(d);
        int n = ex - ey, step = 0;
        for (;;) {
            r = reduce_step(r * two_to64(step), d, inverse, &digit);
            q = (step < 32 ? q << step : 0) + digit;
            if (n == 0) break;
            step = n < 46 ? n : 46;
            n -= step;
        }
        x = r * two_to64(ey >> 1) * two_to64(ey - (ey >> 1)); // exact
    }
    *low = q;
    return x;
}

API double __nv_fmod(double x, double y) {
    u32 low;
    double a = abs64(x), b = abs64(y);
    if (is_easy(a, b)) return copysign64(reduce_step(a, b, more_than_inverse(b), &low), x);
    if (!(a < INF64) || b == 0 || y != y) return NAN64;
    return copysign64(reduce(a, b, &low), x);
}

API double __nv_remquo(double x, double y, int *quotient) {
    u32 q;
    double a = abs64(x), b = abs64(y);
    *quotient = 0;
    if (is_easy(a, b)) {
        a = reduce_step(a, b, more_than_inverse(b), &q);
    } else {
        if (!(a < INF64) || b == 0 || y != y) return NAN64;
        a = reduce(a, b, &q);
    }
    // nearest, ties to even: 2 r > y without overflow
    double rest = b - a;
    if (a > rest || (a == rest && q & 1)) {
        a = -rest;
        q++;
    }
    q &= 7;
    *quotient = (int)(high32(x) ^ high32(y)) < 0 ? -(int)q : (int)q;
    return pair64(high32(a) ^ (high32(x) & SIGN32), low32(a));
}

API double __nv_remainder(double x, double y) {
    int quotient;
    return __nv_remquo(x, y, &quotient);
}
