// SPDX-License-Identifier: Apache-2.0
// Powers in single precision: x^y = 2^(y log2 x), the logarithm and its product with y as sums of two floats.
//
// With x = 2^e m, m in [2^-1/2, 2^1/2): s = 2 (m - 1) / (m + 1), log(m) = 2 atanh(s / 2) = s + s^3 P(s^2), where s
// is a quotient with its remainder, and of P the first coefficient counts twice as many bits (J.-M. Muller, "Elementary Functions", 3rd ed., 11.3; T. J. Dekker, "A
// floating-point technique for extending the available precision", 1971, for the sums).
#include "math.h"
#include "polynomials.h"

typedef struct Two {
    float high, low;
} Two;

// log2 of x > 0, normal or not, with an error of about 2^-34 of it.
IN Two log2_of(float x) {
    float scale = 0;
    if (x < 0x1p-126f) {
        x = x * 0x1p24f;
        scale = -24;
    }
    u32 b = bits32(x), bits = (b - 0x3f3504f3u) & 0xff800000u;
    float m = from32(b - bits), e = fma32((float)(int)bits, 0x1p-23f, scale);
    float f = m - 1, r = rcp_approx(m + 1), s = mul32(f + f, r);
    // the remainder 2 f - s (2 + f), divided, times the derivative 1 + s^2 / 4 + ...
    float rest = mul32(r, fma32(-s, f, 2 * add32(f, -s))), u = mul32(s, s);
    rest = fma32(rest, u * 0.25f, rest);
    float q = fma32(u, ATANH_2, ATANH_1);
    q = fma32(q, u, ATANH_0);
    q = fma32(q, u, 0x1.555556p-28f); // what is left of 1/12: c + q u = P
    // s^3 / 12 in two parts
    const float c = 0x1.555554p-4f;
    float v = mul32(u, s), v_low = fma32(fma32(s, s, -u), s, fma32(u, s, -v));
    float third = mul32(v, c), third_low = fma32(v, c, -third);
    third_low = fma32(v_low, c, fma32(v, q, third_low));
    float sum = add32(s, third), sum_low = add32(third, -add32(sum, -s)) + add32(rest, third_low);
    // times log2(e)
    float h = mul32(sum, 0x1.715476p+0f), l = fma32(sum, 0x1.715476p+0f, -h);
    l = fma32(sum, 0x1.4ae0c0p-26f, l);
    l = fma32(sum_low, 0x1.715476p+0f, l);
    Two y;
    float t = add32(e, h); // |e| >= |h| or e = 0
    l = l + add32(h, -add32(t, -e));
    y.high = add32(t, l);
    y.low = l - add32(y.high, -t);
    return y;
}

// 2^(y l), rounded once where it is subnormal.
IN float power(float y, Two l) {
    float p = mul32(y, l.high), q = fma32(y, l.high, -p);
    q = fma32(y, l.low, q);
    float n = rint32(min32(max32(p, -126.0f), 127.0f));
    float f = add32(add32(p, -n), q);
    if (!(abs32(p) < 300)) f = p; // q may be NaN
    return mul32(ex2(f), two_to_whole(n));
}

API float __nv_powf(float x, float y) {
    float a = abs32(x), z = power(y, log2_of(a));
    // y: is it an integer, is it odd?
    float half = y * 0.5f;
    int odd = abs32(y) < 0x1p24f && trunc32(y) == y && trunc32(half) != half;
    if (x == 0 || a == INF32) { // to 0 or infinity
        z = (a == 0) == (y < 0) ? INF32 : 0;
        z = odd ? copysign32(z, x) : z;
    } else if (x < 0) {
        z = odd ? -z : z;
        if (trunc32(y) != y) z = NAN32;
    }
    if (is_nan32(x) || is_nan32(y)) z = x + y;
    if (a == 1 && abs32(y) == INF32) z = 1; // of -1 too
    return x == 1 || y == 0 ? 1 : z;
}

API float __nv_powif(float x, int n) {
    u32 k = n < 0 ? 0u - (u32)n : (u32)n;
    float r = 1, p = x;
    for (;; p = p * p) {
        if (k & 1) r = r * p;
        k >>= 1;
        if (!k) break;
    }
    return n < 0 ? rcp32(r) : r;
}
