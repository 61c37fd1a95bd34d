// SPDX-License-Identifier: Apache-2.0
// The core of the exponentials in double precision.
//
// x = n ln 2 + r with |r| <= ln 2 / 2, ln 2 in two numbers (W. J. Cody, W. Waite, "Software Manual for the
// Elementary Functions", 1980, chapter 6); e^r is a minimax polynomial, and n goes into the exponent. Near
// overflow and where results are subnormal 2^n comes in two factors, of which only the last product rounds.
#ifndef CUPRUM_DEVICE_EXP64_H
#define CUPRUM_DEVICE_EXP64_H
#include "math.h"
#include "polynomials64.h"

typedef struct Power {
    double r, low; // what is left of the exponent; and of that
    int n;
} Power;

IN double scaled(double y, int n) { return pair64(high32(y) + ((u32)n << 20), low32(y)); }

// |x|, by its upper word alone, is below the number with the upper word `high`. Not so of NaN.
IN int is_below(double x, u32 high) { return abs32(from32(high32(x))) < from32(high); }

// y 2^n, rounded once, for -2200 < n < 2047. y is near 1.
IN double scaled_twice(double y, int n) {
    int half = n >> 1;
    return mul64(scaled(y, half), two_to64(n - half));
}

// Of |x| beyond all exponents: 0, infinity or NaN.
IN double exp_limit(double x) { return x < 0 ? 0 : mul64(x, INF64); }

IN Power exp_reduce(double x) {
    Power p;
    double t = fma64(x, 0x1.71547652b82fep+0, MAGIC64), n = add64(t, -MAGIC64);
    p.n = (int)low32(t);
    double h = fma64(n, -0x1.62e42fefa3800p-1, x); // exact: 42 bits of ln 2
    p.r = fma64(n, -0x1.ef35793c76730p-45, h);
    p.low = fma64(n, -0x1.ef35793c76730p-45, h - p.r);
    return p;
}

// (e^r - 1) / r
IN double exp_slope(double r) {
    double p = fma64(r, EXP_11, EXP_10);
    p = fma64(p, r, EXP_9);
    p = fma64(p, r, EXP_8);
    p = fma64(p, r, EXP_7);
    p = fma64(p, r, EXP_6);
    p = fma64(p, r, EXP_5);
    p = fma64(p, r, EXP_4);
    p = fma64(p, r, EXP_3);
    p = fma64(p, r, EXP_2);
    return fma64(p, r, 1);
}

// e^x 2^n of a's x, from which that differs by less than 2^-15 of it (pow's has a low part). In between no result is
// subnormal: 708.3965 would be the limit.
IN double exp_put_together(double x, Power a) {
    double p = fma64(exp_slope(a.r), a.r, 1), y = scaled(p, a.n);
    if (!is_below(x, 0x40862280)) { // 708.31
        y = scaled_twice(p, a.n);
        if (!is_below(x, 0x4087c000)) y = exp_limit(x); // 760
    }
    return y;
}
#endif
