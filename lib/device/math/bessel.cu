// SPDX-License-Identifier: Apache-2.0
// Bessel functions of the first and second kind and modified ones, in single precision.
//
// Below 8 polynomials, each multiplied by the factors of its zeros: x - zero with the zero in two floats, so that
// results near it have all their bits. Y(x) = 2/pi log(x / zero) J(x) + (x^2 - zero^2) S(x^2) around its first zero, where
// both terms vanish (cf. J. Hart et al., "Computer Approximations", 1968, 6.8). From 8 on modulus and phase (DLMF
// 10.18), with the angle reduced modulo pi/2 for any x. J_n and Y_n by recurrence, J_n downwards where n > x (J. C. P.
// Miller; F. W. J. Olver, D. J. Sookne, "Note on backward recurrence algorithms", Math. Comp. 26, 1972).
#include "angle.h"
#include "shared.h"

#define END        8.0f
#define TWO_BY_PI  0x1.45f306p-1f

// From the rest of its two floats on it is rounded once.
IN float beyond(float x, float zero, float zero_low) { return (x - zero) - zero_low; }

// sqrt(2 / (pi x)) modulus cos(x + phase - (2 n + 1 + 2 second) pi / 4), x >= 8
IN float oscillation(float x, u32 n, u32 second) {
    Angle angle = angle_of(x);
    float w = rcp_approx(x), z = w * w;
    float m = fma32(z, n ? MODULUS1_2 : MODULUS0_2, n ? MODULUS1_1 : MODULUS0_1);
    m = fma32(m, z, 1);
    float p = fma32(z, n ? PHASE1_2 : PHASE0_2, n ? PHASE1_1 : PHASE0_1);
    p = fma32(p, z, n ? PHASE1_0 : PHASE0_0);
    float t = angle.r + fma32(p, w, -0x1.921fb6p-1f); // from -pi/2 to 0
    u32 k = angle.q - n - second;                      // quarters of a turn besides
    float y = k & 1 ? sin_approx(t) : cos_approx(t);
    y = negate_if(y, (k + 1) << 30) * m * (rsqrt_approx(x) * 0x1.988454p-1f);
    return x == INF32 ? 0 : y;
}

// ---- first kind ---------------------------------------------------------------------------------

// of z = x^2: J_0(x) for x < 2.23, J_1(x) / x for x < 3.7
IN float j0_near(float z) {
    float p = fma32(z, J0_NEAR_5, J0_NEAR_4);
    p = fma32(p, z, J0_NEAR_3);
    p = fma32(p, z, J0_NEAR_2);
    p = fma32(p, z, J0_NEAR_1);
    return fma32(p, z, J0_NEAR_0);
}
IN float j1_near(float z) {
    float p = fma32(z, J1_NEAR_6, J1_NEAR_5);
    p = fma32(p, z, J1_NEAR_4);
    p = fma32(p, z, J1_NEAR_3);
    p = fma32(p, z, J1_NEAR_2);
    p = fma32(p, z, J1_NEAR_1);
    return fma32(p, z, J1_NEAR_0);
}

IN float j0_of(float x) { // x >= 0
    if (x >= END) return oscillation(x, 0, 0);
    if (x < 1.75f) return j0_near(x * x);
    float t = fma32(x, x, -64.0f), p = fma32(t, J0_9, J0_8);
    p = fma32(p, t, J0_7);
    p = fma32(p, t, J0_6);
    p = fma32(p, t, J0_5);
    p = fma32(p, t, J0_4);
    p = fma32(p, t, J0_3);
    p = fma32(p, t, J0_2);
    p = fma32(p, t, J0_1);
    p = fma32(p, t, J0_0);
    float a = beyond(x, 0x1.33d152p+1f, 0x1.d2e368p-24f) * (x + 0x1.33d152p+1f);
    float b = beyond(x, 0x1.6148f6p+2f, -0x1.34f46ep-24f) * (x + 0x1.6148f6p+2f);
    return p * a * b;
}

IN float j1_of(float x) { // x >= 0
    if (x >= END) return oscillation(x, 1, 0);
    if (x < 2.5f) return j1_near(x * x) * x;
    float t = fma32(x, x, -64.0f), p = fma32(t, J1_8, J1_7);
    p = fma32(p, t, J1_6);
    p = fma32(p, t, J1_5);
    p = fma32(p, t, J1_4);
    p = fma32(p, t, J1_3);
    p = fma32(p, t, J1_2);
    p = fma32(p, t, J1_1);
    p = fma32(p, t, J1_0);
    float a = beyond(x, 0x1.ea7558p+1f, -0x1.4a121ep-24f) * (x + 0x1.ea7558p+1f);
    float b = beyond(x, 0x1.c0ff60p+2f, -0x1.8971b6p-23f) * (x + 0x1.c0ff60p+2f);
    return p * a * b * x;
}

API float __nv_j0f(float x) { return j0_of(abs32(x)); }
API float __nv_j1f(float x) { return copysign32(1, x) * j1_of(abs32(x)); }

// ---- second kind --------------------------------------------------------------------------------

// log(x / (2^k c)) of x > 0: c = high + low, 2^k log(2) less; `from`: the bits of 3/4 c
IN float log_ratio(float x, u32 from, float c, float c_low, float c_inverse, float k) {
    Parts a = take_apart(x, from);
    float f = beyond(a.f + 1, c, c_low) * c_inverse, p = fma32(f, LOG1P_8, LOG1P_7);
    p = fma32(p, f, LOG1P_6);
    p = fma32(p, f, LOG1P_5);
    p = fma32(p, f, LOG1P_4);
    p = fma32(p, f, LOG1P_3);
    p = fma32(p, f, LOG1P_2);
    p = fma32(p, f, LOG1P_1);
    p = fma32(p, f, LOG1P_0);
    p = fma32(p * f, f, f);
    return fma32(a.e - k, 0x1.62e430p-1f, p);
}

// x < 2.23
IN float y0_near(float x) {
    float z = x * x, s = fma32(z, Y0_NEAR_5, Y0_NEAR_4);
    s = fma32(s, z, Y0_NEAR_3);
    s = fma32(s, z, Y0_NEAR_2);
    s = fma32(s, z, Y0_NEAR_1);
    s = fma32(s, z, Y0_NEAR_0);
    float l = log_ratio(x, 0x3f2b9118u, 0x1.c982ecp-1f, -0x1.cafa06p-27f, 0x1.1e7d32p+0f, 0);
    float a = beyond(x, 0x1.c982ecp-1f, -0x1.cafa06p-27f) * (x + 0x1.c982ecp-1f);
    return fma32(l * TWO_BY_PI, j0_near(z), a * s);
}

// x < 5.5
IN float y0_two(float x) {
    float t = beyond(x, 0x1.fa9534p+1f, 0x1.b30ad4p-24f), p = fma32(t, Y0_TWO_11, Y0_TWO_10);
    p = fma32(p, t, Y0_TWO_9);
    p = fma32(p, t, Y0_TWO_8);
    p = fma32(p, t, Y0_TWO_7);
    p = fma32(p, t, Y0_TWO_6);
    p = fma32(p, t, Y0_TWO_5);
    p = fma32(p, t, Y0_TWO_4);
    p = fma32(p, t, Y0_TWO_3);
    p = fma32(p, t, Y0_TWO_2);
    p = fma32(p, t, Y0_TWO_1);
    p = fma32(p, t, Y0_TWO_0);
    return p * t;
}

// x < 8
IN float y0_three(float x) {
    float t = beyond(x, 0x1.c581dcp+2f, 0x1.39c840p-24f), p = fma32(t, Y0_THREE_8, Y0_THREE_7);
    p = fma32(p, t, Y0_THREE_6);
    p = fma32(p, t, Y0_THREE_5);
    p = fma32(p, t, Y0_THREE_4);
    p = fma32(p, t, Y0_THREE_3);
    p = fma32(p, t, Y0_THREE_2);
    p = fma32(p, t, Y0_THREE_1);
    p = fma32(p, t, Y0_THREE_0);
    return p * t;
}

// What the second kind is at 0, below, and of NaN.
IN float on_the_right(float x, float y) {
    if (!(x > 0)) y = x == 0 ? -INF32 : NAN32;
    return y;
}

IN float y0_of(float x) {
    float y;
    if (x >= END)
        y = oscillation(x, 0, 1);
    else if (x < 2.23f)
        y = y0_near(x);
    else
        y = x < 5.5f ? y0_two(x) : y0_three(x);
    return on_the_right(x, y);
}

// x < 3.7. The factors of the zero are divided by x last: the quotient overflows where the function does.
IN float y1_near(float x) {
    float z = x * x, s = fma32(z, Y1_NEAR_7, Y1_NEAR_6);
    s = fma32(s, z, Y1_NEAR_5);
    s = fma32(s, z, Y1_NEAR_4);
    s = fma32(s, z, Y1_NEAR_3);
    s = fma32(s, z, Y1_NEAR_2);
    s = fma32(s, z, Y1_NEAR_1);
    s = fma32(s, z, Y1_NEAR_0);
    float l = log_ratio(x, 0x3f52ecf2u, 0x1.193beep+0f, -0x1.6401b8p-25f, 0x1.d20f66p-1f, 1);
    float a = beyond(x, 0x1.193beep+1f, -0x1.6401b8p-24f) * (x + 0x1.193beep+1f);
    return fma32(l * TWO_BY_PI, j1_near(z) * x, div_approx_full(a * s, x));
}

IN float y1_two(float x) {
    float t = beyond(x, 0x1.5b7fe4p+2f, 0x1.d0f606p-23f), p = fma32(t, Y1_TWO_11, Y1_TWO_10);
    p = fma32(p, t, Y1_TWO_9);
    p = fma32(p, t, Y1_TWO_8);
    p = fma32(p, t, Y1_TWO_7);
    p = fma32(p, t, Y1_TWO_6);
    p = fma32(p, t, Y1_TWO_5);
    p = fma32(p, t, Y1_TWO_4);
    p = fma32(p, t, Y1_TWO_3);
    p = fma32(p, t, Y1_TWO_2);
    p = fma32(p, t, Y1_TWO_1);
    p = fma32(p, t, Y1_TWO_0);
    return p * t;
}

IN float y1_of(float x) {
    float y;
    if (x >= END)
        y = oscillation(x, 1, 1);
    else
        y = x < 3.7f ? y1_near(x) : y1_two(x);
    return on_the_right(x, y);
}

API float __nv_y0f(float x) { return y0_of(x); }
API float __nv_y1f(float x) { return y1_of(x); }

// ---- other orders -------------------------------------------------------------------------------

// Y_(k+1) = 2 k / x Y_k - Y_(k-1), which is stable upwards.
API float __nv_ynf(int n, float x) {
    if (n < 0) return NAN32;
    float before = y0_of(x), y = y1_of(x), two_by_x = 2 * rcp_approx(x);
    if (n == 0) return before;
    for (int k = 1; k < n && y > -INF32; k++) { // NaN ends it too
        float next = fma32((float)k * two_by_x, y, -before);
        before = y;
        y = next;
    }
    return y;
}

// Downwards from an order of which nothing is left at n: J_(k-1) = 2 k / x J_k - J_(k+1) up to a factor, which J_0 + 2
// (J_2 + J_4 + ...) = 1 gives.
IN float jn_downwards(int n, float x) {
    int start = (n + to_int_rz(fma32(ex2(lg2((float)n) * 0x1.555556p-2f), 4.5f, 2))) | 1; // n + 4.5 n^(1/3) + 2
    float two_by_x = 2 * rcp_approx(x), after = 0, j = 1, sum = 0, result = 0;
    for (int k = start; k > 0; k--) {
        float before = fma32((float)k * two_by_x, j, -after);
        after = j;
        j = before;
        if (abs32(j) > 0x1p40f) { // 2 k / x is below 2^85 here
            j = j * 0x1p-100f;
            after = after * 0x1p-100f;
            sum = sum * 0x1p-100f;
            result = result * 0x1p-100f;
        }
        if (k & 1) sum = sum + j; // j is now that of the even order k - 1
        if (k == n) result = after;
    }
    return div_approx_full(result, 2 * sum - j);
}

API float __nv_jnf(int n, float x) {
    if (n < 0) return NAN32;
    float a = abs32(x), before = j0_of(a), y = j1_of(a);
    if (n == 0) return before;
    if (n > 1 && (float)n > a) {
        // below (e a / 2 n)^n: nothing remains of it, and nothing would end the recurrence
        float ratio = a * 0x1.5bf0a8p+0f * rcp_approx((float)n);
        if ((float)n * lg2(ratio) < -151)
            y = 0;
        else
            y = jn_downwards(n, a);
    } else {
        float two_by_x = 2 * rcp_approx(a);
        for (int k = 1; k < n; k++) {
            float next = fma32((float)k * two_by_x, y, -before);
            before = y;
            y = next;
        }
    }
    return n & 1 ? copysign32(1, x) * y : y;
}

// ---- modified -----------------------------------------------------------------------------------

// e^x x^(-1/2), times what stands for P(1 / x): where it is finite and e^x is not, too.
IN float growth(float x, float p) {
    float a = min32(x, 100.0f); // NaN: p stays
    return exponential(a, 8) * (rsqrt_approx(a) * p * 256);
}

API float __nv_cyl_bessel_i0f(float x) {
    float a = abs32(x);
    if (a >= END) {
        float w = rcp_approx(a), p = fma32(w, I0_LARGE_5, I0_LARGE_4);
        p = fma32(p, w, I0_LARGE_3);
        p = fma32(p, w, I0_LARGE_2);
        p = fma32(p, w, I0_LARGE_1);
        p = fma32(p, w, I0_LARGE_0);
        return growth(a, p);
    }
    float z = a * a, p = fma32(z, I0_9, I0_8);
    p = fma32(p, z, I0_7);
    p = fma32(p, z, I0_6);
    p = fma32(p, z, I0_5);
    p = fma32(p, z, I0_4);
    p = fma32(p, z, I0_3);
    p = fma32(p, z, I0_2);
    p = fma32(p, z, I0_1);
    return fma32(p, z, I0_0);
}

API float __nv_cyl_bessel_i1f(float x) {
    float a = abs32(x);
    if (a >= END) {
        float w = rcp_approx(a), p = fma32(w, I1_LARGE_5, I1_LARGE_4);
        p = fma32(p, w, I1_LARGE_3);
        p = fma32(p, w, I1_LARGE_2);
        p = fma32(p, w, I1_LARGE_1);
        p = fma32(p, w, I1_LARGE_0);
        return copysign32(growth(a, p), x);
    }
    float z = a * a, p = fma32(z, I1_8, I1_7);
    p = fma32(p, z, I1_6);
    p = fma32(p, z, I1_5);
    p = fma32(p, z, I1_4);
    p = fma32(p, z, I1_3);
    p = fma32(p, z, I1_2);
    p = fma32(p, z, I1_1);
    return fma32(p, z, I1_0) * x;
}
