// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent in single precision.
// Both polynomials are evaluated: that costs less than choosing each coefficient.
#include "angle.h"
#include "polynomials.h"

IN float sine(float r, float z) {
    float p = fma32(z, SIN_2, SIN_1);
    p = fma32(p, z, SIN_0);
    return fma32(mul32(r, z), p, r);
}

IN float cosine(float z) {
    float p = fma32(z, COS_3, COS_2);
    p = fma32(p, z, COS_1);
    p = fma32(p, z, COS_0);
    return fma32(p, z, 1);
}

API float __nv_sinf(float x) {
    Angle a = angle_of(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    return negate_if(a.q & 1 ? c : s, bits32(x) ^ a.q << 30);
}

API float __nv_cosf(float x) {
    Angle a = angle_of(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    return negate_if(a.q & 1 ? s : c, (a.q + 1) << 30);
}

API void __nv_sincosf(float x, float *sp, float *cp) {
    Angle a = angle_of(abs32(x));
    float z = mul32(a.r, a.r), s = sine(a.r, z), c = cosine(z);
    *sp = negate_if(a.q & 1 ? c : s, bits32(x) ^ a.q << 30);
    *cp = negate_if(a.q & 1 ? s : c, (a.q + 1) << 30);
}

API float __nv_tanf(float x) {
    Angle a = angle_of(abs32(x));
    float z = mul32(a.r, a.r), p = fma32(z, TAN_5, TAN_4);
    p = fma32(p, z, TAN_3);
    p = fma32(p, z, TAN_2);
    p = fma32(p, z, TAN_1);
    p = fma32(p, z, TAN_0);
    float t = fma32(mul32(a.r, z), p, a.r);
    if (a.q & 1) t = -rcp_approx(t);
    return negate_if(t, bits32(x));
}

// ---- of pi x: x = q / 2 + r, exactly ------------------------------------------------------------

IN Angle angle_of_pi(float x) {
    Angle a;
    float y = fma32(rint32(x * 0.5f), -2, x); // in [-1, 1]; NaN of infinity
    float t = fma32(y, 2, 12582912.0f), q = t - 12582912.0f;
    a.q = bits32(t);
    a.r = fma32(q, -0.5f, y);
    return a;
}

// pi in two floats, the smaller one with the rest of the polynomial.
IN float sine_pi(float r, float z) {
    float p = fma32(z, SINPI_2, SINPI_1);
    p = fma32(p, z, SINPI_0);
    p = fma32(p, z, -0x1.777a5cp-24f);
    return fma32(r, 0x1.921fb6p+1f, mul32(r, p));
}

IN float cosine_pi(float z) {
    float p = fma32(z, COSPI_3, COSPI_2);
    p = fma32(p, z, COSPI_1);
    p = fma32(p, z, COSPI_0);
    return fma32(p, z, 1);
}

// Zeros have x's sign in the sine, the positive one in the cosine.
API float __nv_sinpif(float x) {
    Angle a = angle_of_pi(x);
    float z = mul32(a.r, a.r), y = negate_if(a.q & 1 ? cosine_pi(z) : sine_pi(a.r, z), a.q << 30);
    return y == 0 ? x * 0 : y;
}

API float __nv_cospif(float x) {
    Angle a = angle_of_pi(abs32(x));
    float z = mul32(a.r, a.r);
    return negate_if(a.q & 1 ? sine_pi(a.r, z) : cosine_pi(z), (a.q + 1) << 30) + 0.0f;
}

API void __nv_sincospif(float x, float *sp, float *cp) {
    Angle a = angle_of_pi(x);
    float z = mul32(a.r, a.r), s = sine_pi(a.r, z), c = cosine_pi(z);
    float y = negate_if(a.q & 1 ? c : s, a.q << 30);
    *sp = y == 0 ? x * 0 : y;
    *cp = negate_if(a.q & 1 ? s : c, (a.q + 1) << 30) + 0.0f;
}
