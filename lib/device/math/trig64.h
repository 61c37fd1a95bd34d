// SPDX-License-Identifier: Apache-2.0
// The core of sine, cosine and tangent in double precision.
//
// |x| = q pi/2 + r. Up to 2^30 with pi/2 in three numbers (W. J. Cody, W. Waite, "Software Manual for the
// Elementary Functions", 1980, chapter 8): the first step is exact.
// Beyond that x 2/pi modulo 4 in integers, from the 192 bits of 2/pi that matter for x's exponent (M. Payne,
// R. Hanek, "Radian reduction for trigonometric functions", SIGNUM 18, 1983): of the product's 126 bits below
// the point no more than 62 vanish for any double (J.-M. Muller, "Elementary Functions", 3rd ed., 11.3).
// Sine and cosine have their coefficients in a table, of which q chooses the row.
#ifndef CUPRUM_DEVICE_TRIG64_H
#define CUPRUM_DEVICE_TRIG64_H
#include "math.h"
#include "polynomials64.h"
#include "tables64.h"

#define LARGE 0x1p30

TABLE u64 two_over_pi[20] = {TWO_OVER_PI};

// In rows for sines and cosines, from the highest power on.
TABLE double curve[2][8] __attribute__((aligned(16))) = {
    {SIN_5, SIN_4, SIN_3, SIN_2, SIN_1, SIN_0, 0, 0},
    {COS_5, COS_4, COS_3, COS_2, COS_1, -0.5, COS_6, 0}};
TABLE double curve_pi[2][8] __attribute__((aligned(16))) = {
    {SINPI_4, SINPI_3, SINPI_2, SINPI_1, SINPI_0, 0x1.1a62633145c07p-53, SINPI_5, 0},
    {COSPI_5, COSPI_4, COSPI_3, COSPI_2, COSPI_1, COSPI_0, COSPI_6, 0}};

typedef struct Angle {
    double r;
    u32 q; // modulo 4
} Angle;

// Of 2 <= |x|: m are its 53 bits, at the top of a word. With the 192 bits h of 2/pi from bit e - 1 on the
// product's highest 128 bits, modulo 4, are in units of 2^-126.
IN Angle trig_reduce_large(double x, double *low_part) {
    u32 at = (high32(x) >> 20 & 0x7ff) - 1024, s = at & 63;
    u64 m = bits64(x) << 11 | 1ull << 63;
    const u64 *w = two_over_pi + (at >> 6);
    u64 h0 = w[0] << s | w[1] >> 1 >> (63 - s), h1 = w[1] << s | w[2] >> 1 >> (63 - s);
    u64 h2 = w[2] << s | w[3] >> 1 >> (63 - s);
    u64 carry = mulhi64(m, h2), low = m * h1 + carry;
    u64 high = m * h0 + mulhi64(m, h1) + (low < carry);
    u64 rounded = high + (1ull << 61);
    Angle a;
    a.q = (u32)(rounded >> 62);
    high -= rounded & 3ull << 62;
    u64 sign = (u64)((long long)high >> 63);
    high ^= sign;
    low ^= sign;
    int zeros = clz64(high);
    high = high << zeros | low >> 1 >> (63 - zeros);
    high = mulhi64(high, 0xc90fdaa22168c234ull); // pi/2, in units of 2^-63
    double whole = (double)high, scale = two_to64(-61 - zeros);
    a.r = whole * scale;
    *low_part = (double)(long long)(high - (u64)whole) * scale;
    int negative = (int)high32(x) < 0;
    if (negative) a.q = 0 - a.q;
    if (negative != (sign != 0)) {
        a.r = -a.r;
        *low_part = -*low_part;
    }
    if (!(abs64(x) < INF64)) a.r = NAN64;
    return a;
}

IN Angle trig_reduce(double x) {
    Angle a;
    double t = fma64(x, 0x1.45f306dc9c883p-1, MAGIC64), q = add64(t, -MAGIC64); // 2/pi
    a.q = low32(t);
    a.r = fma64(q, -0x1.921fb54442d18p+0, x);
    a.r = fma64(q, -0x1.1a62633145c06p-54, a.r);
    a.r = fma64(q, -0x1.c1cd129024e09p-107, a.r);
    double low;
    if (!(abs64(x) < LARGE)) a = trig_reduce_large(x, &low);
    return a;
}

IN double trig_polynomial(const double *c, double z) {
    double p = fma64(c[6], z, c[0]);
    p = fma64(p, z, c[1]);
    p = fma64(p, z, c[2]);
    p = fma64(p, z, c[3]);
    p = fma64(p, z, c[4]);
    return fma64(p, z, c[5]);
}

// sin(r + q pi/2)
IN double sine_or_cosine(Angle a) {
    double z = mul64(a.r, a.r), p = trig_polynomial(curve[a.q & 1], z);
    double y = a.q & 1 ? fma64(p, z, 1) : fma64(p, mul64(a.r, z), a.r);
    return a.q & 2 ? -y : y;
}

// ---- of pi x: x = q / 2 + r, exactly ------------------------------------------------------------

IN Angle trig_reduce_pi(double x) {
    Angle a;
    double y = fma64(rint64(x * 0.5), -2, x); // in [-1, 1]; NaN of infinity
    double t = fma64(y, 2, MAGIC64), q = add64(t, -MAGIC64);
    a.q = low32(t);
    a.r = fma64(q, -0.5, y);
    return a;
}

// sin(pi (r + q/2)): of pi's two numbers the smaller one is with the rest of the polynomial. Zeros are positive.
IN double sine_or_cosine_pi(Angle a) {
    double z = mul64(a.r, a.r), p = trig_polynomial(curve_pi[a.q & 1], z);
    double y = a.q & 1 ? fma64(p, z, 1) : fma64(a.r, 0x1.921fb54442d18p+1, mul64(a.r, p));
    return fma64(y, a.q & 2 ? -1 : 1, 0);
}
#endif
