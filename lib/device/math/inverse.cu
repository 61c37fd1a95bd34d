// SPDX-License-Identifier: Apache-2.0
// Inverse sines, cosines and tangents in single precision.
//
// asin(a) = a + a^3 P(a^2) up to 1/2, beyond it pi/2 - 2 asin(sqrt((1 - a) / 2)) (W. J. Cody, W. Waite, "Software
// Manual for the Elementary Functions", 1980, chapter 10); atan(a) = a + a^3 P(a^2) up to 1 and pi/2 - atan(1 / a)
// beyond. pi/2 is a product of two floats with an error below 2^-43, so that a fused operation subtracts from
// the exact one.
#include "shared.h"

#define PI_A 0x1.40d7f4p+0f
#define PI_B 0x1.40da70p+0f // PI_A PI_B = pi/2

typedef struct Arc {
    float y; // asin(a), or where a > 1/2 of the complement's half
    int large;
} Arc;

IN Arc arc_of(float a) {
    Arc r;
    float half = fma32(a, -0.5f, 0.5f), root = sqrt_approx(half); // NaN of a > 1
    r.large = a > 0.5f;
    float z = r.large ? half : a * a, s = r.large ? root : a;
    float p = fma32(z, ASIN_4, ASIN_3);
    p = fma32(p, z, ASIN_2);
    p = fma32(p, z, ASIN_1);
    p = fma32(p, z, ASIN_0);
    r.y = fma32(p * z, s, s);
    return r;
}

API float __nv_asinf(float x) {
    Arc r = arc_of(abs32(x));
    float y = r.large ? fma32(PI_A, PI_B, -2 * r.y) : r.y;
    return copysign32(y, x);
}

// pi/2 - y; and of the complement 2 y or, where x is negative, pi - 2 y.
API float __nv_acosf(float x) {
    Arc r = arc_of(abs32(x));
    float y = copysign32(r.y, x), b = x < 0 ? 2 * PI_B : 0;
    return fma32(PI_A, r.large ? b : PI_B, r.large ? y + y : -y);
}

// 0 <= t <= 1, or NaN
IN float arc_tangent(float t) {
    float z = t * t, p = fma32(z, ATAN_7, ATAN_6);
    p = fma32(p, z, ATAN_5);
    p = fma32(p, z, ATAN_4);
    p = fma32(p, z, ATAN_3);
    p = fma32(p, z, ATAN_2);
    p = fma32(p, z, ATAN_1);
    p = fma32(p, z, ATAN_0);
    return fma32(p * z, t, t);
}

API float __nv_atanf(float x) {
    float a = abs32(x);
    int large = a > 1;
    float y = arc_tangent(large ? rcp_approx(a) : a);
    return copysign32(large ? fma32(PI_A, PI_B, -y) : y, x);
}

// The quotient of the smaller by the larger, both times a power of two that brings the larger near 1; infinities
// have the quotient of equal numbers.
API float __nv_atan2f(float y, float x) {
    float a = abs32(x), b = abs32(y), high = max32(a, b), low = min32(a, b);
    float scale = from32(0x7e800000u - (bits32(high) & 0x7e000000u));
    float h = high * scale, l = low * scale, r = rcp_approx(h), t = l * r;
    t = fma32(fma32(-t, h, l), r, t);
    if (low == high) t = high == 0 ? 0 : 1;
    if (high == INF32 && low < INF32) t = 0;
    float z = arc_tangent(t);
    if (b > a) z = fma32(PI_A, PI_B, -z);
    if (bits32(x) & SIGN32) z = fma32(PI_A, 2 * PI_B, -z);
    if (is_nan32(a + b)) z = NAN32;
    return copysign32(z, y);
}
