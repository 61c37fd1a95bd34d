// SPDX-License-Identifier: Apache-2.0
// Single precision: remainders, and numbers taken apart and put together. All are exact.
//
// A remainder is x's significand times a power of two modulo y's, in integers: nothing overflows, vanishes or is
// rounded. Where the quotient is below 2^24 one division does; else 8 bits of it a step, the quotient digit
// estimated by the machine's reciprocal and corrected (D. Knuth, "The Art of Computer Programming" 2, 4.3.1).
#include "math.h"

API float __nv_logbf(float x) {
    u32 b = bits32(x) & ~SIGN32;
    int e = (int)(b >> 23) - 127;
    if (e == -127) e = -118 - clz32(b); // 2^-149 has 31 leading zeros
    float y = (float)e;
    if (b == 0) y = -INF32;
    return b >= 0x7f800000u ? x * x : y;
}

API int __nv_ilogbf(float x) {
    u32 b = bits32(x) & ~SIGN32;
    int e = (int)(b >> 23) - 127;
    if (e == -127) e = -118 - clz32(b);
    if (b == 0) e = -0x7fffffff - 1;
    if (b >= 0x7f800000u) e = b == 0x7f800000u ? 0x7fffffff : -0x7fffffff - 1;
    return e;
}

API float __nv_frexpf(float x, int *exponent) {
    float a = x;
    int e = 0;
    if (abs32(x) < 0x1p-126f) {
        a = x * 0x1p24f;
        e = -24;
    }
    u32 b = bits32(a);
    int ordinary = a != 0 && abs32(a) < INF32;
    *exponent = ordinary ? e + (int)(b >> 23 & 255) - 126 : 0;
    return ordinary ? from32((b & 0x807fffffu) | 0x3f000000u) : x + x;
}

// n = last + middle + first, the last one as far from 0 as a factor can be that leaves every number but those that become 0
// normal: so only the last product rounds.
IN int factor_of(int n) { return n < -102 ? -102 : n > 127 ? 127 : n; }
API float __nv_ldexpf(float x, int n) {
    n = n < -300 ? -300 : n > 300 ? 300 : n;
    int last = factor_of(n), middle = factor_of(n - last), first = n - last - middle;
    return x * two_to(first) * two_to(middle) * two_to(last);
}
API float __nv_scalbnf(float x, int n) { return __nv_ldexpf(x, n); }

API float __nv_modff(float x, float *whole) {
    float t = trunc32(x), rest = abs32(x) == INF32 ? 0 : x - t;
    *whole = t;
    return copysign32(rest, x);
}

// The same where the quotient is below 2^20: its estimate is right or one too large, and so r is exact (one too
// small, and r could need 25 bits). Before it is corrected r may be 2^-24 of y: not subnormal.
IN int is_easy(float x, float y) { return x < y * 0x1p20f && y >= 0x1p-102f && y < 0x1p126f; }
IN float reduce_easy(float x, float y, u32 *low) {
    float q = trunc32(x * (rcp_approx(y) * 0x1.000008p+0f)), r = fma32(-q, y, x);
    int n = to_int_rz(q);
    if (r < 0) {
        r = r + y;
        n--;
    }
    *low = (u32)n;
    return r;
}

// |x| and |y| for y != 0 and both finite: the remainder of the truncated quotient and (if `low`) its low bits.
IN float reduce(float x, float y, u32 *low) {
    u32 q = 0, bx = bits32(x), by = bits32(y);
    if (bx >= by) {
        int ex = (int)(bx >> 23), ey = (int)(by >> 23);
        u32 mx = bx & 0x7fffffu, my = by & 0x7fffffu;
        if (ex) mx |= 0x800000u; else ex = 1;
        if (ey) my |= 0x800000u; else ey = 1;
        int shift = clz32(my) - 8; // y's highest bit is bit 23, its exponent may be below 1
        my <<= shift;
        ey -= shift;
        float inverse = rcp_approx((float)my) * 0x1.fffff8p-1f; // not above 1 / my
        for (int n = ex - ey; n >= 0;) {
            int step = n < 7 ? n : 7;
            mx <<= step; // below 2^32: mx is below 2 my
            n -= step;
            u32 d = (u32)to_int_rz((float)mx * inverse);
            mx -= d * my;
            if (mx >= my) {
                mx -= my;
                d++;
            }
            q = (q << step) + d;
            if (n == 0) break;
        }
        // back: mx * 2^(ey - 150), whose exponent may be subnormal
        int lead = clz32(mx) - 8;
        ex = ey - lead;
        u32 b = ex > 0 ? ((u32)ex << 23) + ((mx << lead) - 0x800000u) : ey > 0 ? mx << (ey - 1) : mx >> (1 - ey);
        x = from32(mx ? b : 0);
    }
    *low = q;
    return x;
}

API float __nv_fmodf(float x, float y) {
    u32 low;
    float a = abs32(x), b = abs32(y);
    if (is_easy(a, b)) return copysign32(reduce_easy(a, b, &low), x);
    if (!(a < INF32) || b == 0 || is_nan32(y)) return NAN32;
    return copysign32(reduce(a, b, &low), x);
}

API float __nv_remquof(float x, float y, int *quotient) {
    u32 q;
    float a = abs32(x), b = abs32(y);
    *quotient = 0;
    if (is_easy(a, b)) {
        a = reduce_easy(a, b, &q);
    } else {
        if (!(a < INF32) || b == 0 || is_nan32(y)) return NAN32;
        a = reduce(a, b, &q);
    }
    // nearest, ties to even: 2 r > y without overflow
    float rest = b - a;
    if (a > rest || (a == rest && q & 1)) {
        a = -rest;
        q++;
    }
    q &= 7;
    *quotient = (bits32(x) ^ bits32(y)) & SIGN32 ? -(int)q : (int)q;
    return negate_if(a, bits32(x));
}

API float __nv_remainderf(float x, float y) {
    int quotient;
    return __nv_remquof(x, y, &quotient);
}
