// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent in double precision: see trig64.h.
#include "divide64.h"
#include "trig64.h"

API double __nv_sin(double x) {
    double y = sine_or_cosine(trig_reduce(x));
    return x == 0 ? x : y; // its sign
}

API double __nv_cos(double x) {
    Angle a = trig_reduce(x);
    a.q++;
    return sine_or_cosine(a);
}

IN double sine(double r, double z) {
    double p = fma64(z, SIN_5, SIN_4);
    p = fma64(p, z, SIN_3);
    p = fma64(p, z, SIN_2);
    p = fma64(p, z, SIN_1);
    p = fma64(p, z, SIN_0);
    return fma64(mul64(r, z), p, r);
}

IN double cosine(double z) {
    double p = fma64(z, COS_6, COS_5);
    p = fma64(p, z, COS_4);
    p = fma64(p, z, COS_3);
    p = fma64(p, z, COS_2);
    p = fma64(p, z, COS_1);
    p = fma64(p, z, -0.5);
    return fma64(z, p, 1);
}

API void __nv_sincos(double x, double *sp, double *cp) {
    Angle a = trig_reduce(x);
    double z = mul64(a.r, a.r), s = sine(a.r, z), c = cosine(z), y = a.q & 1 ? c : s;
    y = a.q & 2 ? -y : y;
    *sp = x == 0 ? x : y;
    y = a.q & 1 ? s : c;
    *cp = (a.q + 1) & 2 ? -y : y;
}

// As reduce, but with what the second step's rounding loses.
IN Angle reduce_in_two(double x, double *low) {
    Angle a;
    double t = fma64(x, 0x1.45f306dc9c883p-1, MAGIC64), q = add64(t, -MAGIC64);
    a.q = low32(t);
    double h = fma64(q, -0x1.921fb54442d18p+0, x), p = mul64(q, 0x1.1a62633145c07p-54);
    a.r = h - p;
    double lost = ((h - a.r) - p) - fma64(q, 0x1.1a62633145c07p-54, -p);
    *low = fma64(q, 0x1.f1976b7ed8fbcp-110, lost);
    if (!(abs64(x) < LARGE)) a = trig_reduce_large(x, low);
    return a;
}

API double __nv_tan(double x) {
    double low;
    Angle a = reduce_in_two(x, &low);
    double z = mul64(a.r, a.r), p = fma64(z, TAN_13, TAN_12);
    p = fma64(p, z, TAN_11);
    p = fma64(p, z, TAN_10);
    p = fma64(p, z, TAN_9);
    p = fma64(p, z, TAN_8);
    p = fma64(p, z, TAN_7);
    p = fma64(p, z, TAN_6);
    p = fma64(p, z, TAN_5);
    p = fma64(p, z, TAN_4);
    p = fma64(p, z, TAN_3);
    p = fma64(p, z, TAN_2);
    p = fma64(p, z, TAN_1);
    p = fma64(p, z, TAN_0);
    double rest = fma64(mul64(a.r, z), p, low), t = add64(a.r, rest);
    if (a.q & 1) { // -1/t, of t = r + rest
        rest = rest - (t - a.r);
        double y = rcp_gross(t), e = fma64(-t, y, 1);
        e = fma64(-rest, y, fma64(e, e, e));
        t = fma64(-y, e, -y);
    }
    return x == 0 ? x : t;
}

// ---- of pi x

// A zero has x's sign in the sine, the positive one in the cosine.
API double __nv_sinpi(double x) {
    double y = sine_or_cosine_pi(trig_reduce_pi(x));
    return y == 0 ? x * 0 : y;
}

API double __nv_cospi(double x) {
    Angle a = trig_reduce_pi(x);
    a.q++;
    return sine_or_cosine_pi(a);
}

API void __nv_sincospi(double x, double *sp, double *cp) {
    Angle a = trig_reduce_pi(x);
    double z = mul64(a.r, a.r), p = fma64(z, SINPI_5, SINPI_4), q = fma64(z, COSPI_6, COSPI_5);
    p = fma64(p, z, SINPI_3);
    p = fma64(p, z, SINPI_2);
    p = fma64(p, z, SINPI_1);
    p = fma64(p, z, SINPI_0);
    p = fma64(p, z, 0x1.1a62633145c07p-53);
    q = fma64(q, z, COSPI_4);
    q = fma64(q, z, COSPI_3);
    q = fma64(q, z, COSPI_2);
    q = fma64(q, z, COSPI_1);
    q = fma64(q, z, COSPI_0);
    double s = fma64(a.r, 0x1.921fb54442d18p+1, mul64(a.r, p)), c = fma64(q, z, 1), y = a.q & 1 ? c : s;
    y = a.q & 2 ? -y : y;
    *sp = y == 0 ? x * 0 : y;
    y = a.q & 1 ? s : c;
    *cp = fma64(y, (a.q + 1) & 2 ? -1 : 1, 0);
}
