// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions and their inverses in single precision.
//
// sinh and cosh are h -+ 1 / (4 h) with h = e^a / 2, tanh is 1 - 2 / (e^2a + 1); where that would cancel, odd
// minimax polynomials. The inverses are log(1 + t) with t found without cancellation (W. Kahan, "Branch cuts for
// complex elementary functions", 1987): asinh a = log1p(a + a^2 / (1 + sqrt(1 + a^2))), acosh x = log1p(t + sqrt(t
// (t + 2))) for t = x - 1, atanh a = log1p(2 a + 2 a^2 / (1 - a)) / 2.
#include "shared.h"

// Up to 2.1 by the polynomial: where h is above 2 or 4 and the result below, h's error would count twice.
API float __nv_sinhf(float x) {
    float a = abs32(x), h = exponential(a, 1), y = fma32(rcp_approx(h), -0.25f, h);
    float z = x * x, p = fma32(z, SINH_5, SINH_4);
    p = fma32(p, z, SINH_3);
    p = fma32(p, z, SINH_2);
    p = fma32(p, z, SINH_1);
    p = fma32(p, z, SINH_0);
    p = fma32(p * z, x, x);
    return a < 2.1f ? p : copysign32(y, x);
}

API float __nv_coshf(float x) {
    float h = exponential(abs32(x), 1);
    return fma32(rcp_approx(h), 0.25f, h);
}

API float __nv_tanhf(float x) {
    float a = abs32(x), y = fma32(rcp_approx(ex2(a * 0x1.715476p+1f) + 1), -2, 1);
    float z = x * x, p = fma32(z, TANH_4, TANH_3);
    p = fma32(p, z, TANH_2);
    p = fma32(p, z, TANH_1);
    p = fma32(p, z, TANH_0);
    p = fma32(p * z, x, x);
    return copysign32(a < 0.6f ? p : y, x);
}

#define BIG 0x1p60f // of such an x the inverse is log(2 x)

API float __nv_asinhf(float x) {
    float a = abs32(x), root = sqrt_approx(fma32(a, a, 1));
    float t = fma32(a, a * rcp_approx(root + 1), a), more = 0;
    if (a > BIG) {
        t = a;
        more = 1;
    }
    float y = log_of_one_plus(t, more);
    // of infinity, NaN, and of what is too small for the logarithm's scaling
    if (bits32(a) - 0x33800000u >= 0x7f800000u - 0x33800000u) y = a;
    return copysign32(y, x);
}

API float __nv_acoshf(float x) {
    float a = x - 1, t = a + sqrt_approx(fma32(a, a, a + a)), more = 0;
    if (a > BIG) {
        t = a;
        more = 1;
    }
    float y = log_of_one_plus(t, more);
    if (x < 1) y = NAN32;
    return x < INF32 ? y : x; // NaN too
}

API float __nv_atanhf(float x) {
    float a = abs32(x), rest = 1 - a, twice = a + a;
    float y = log_of_one_plus(fma32(twice, a * rcp_approx(rest), twice), 0) * 0.5f;
    if (!(a < 1)) y = rsqrt_approx(rest); // infinity, NaN
    return copysign32(y, x);
}
