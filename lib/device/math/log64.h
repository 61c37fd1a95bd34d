// SPDX-License-Identifier: Apache-2.0
// The core of all logarithms in double precision: x = 2^e z, z = c (1 + r) with c from a table, and so
// log(x) = e ln 2 + log(c) + log(1 + r) (P. T. P. Tang, "Table-driven implementation of the logarithm function",
// ACM TOMS 16, 1990). r is exact.
#ifndef CUPRUM_DEVICE_LOG64_H
#define CUPRUM_DEVICE_LOG64_H
#include "math.h"
#include "polynomials64.h"
#include "tables64.h"

TABLE double log_table[128][4] __attribute__((aligned(16))) = {LOG_TABLE};

#define LN2_HIGH 0x1.62e42fefa3800p-1 // 42 bits
#define LN2_LOW  0x1.ef35793c76730p-45

typedef struct Log {
    double r, e;
    double c, c_low; // log(c)
    double inverse;  // 1/c
    u32 high;        // x's upper word, after scaling if x is subnormal
    int power;       // e
} Log;

// What it gives for x <= 0, infinity and NaN does not matter, but for `high`.
IN Log log_parts(double x, u32 high, int e) {
    Log a;
    u32 t = high - 0x3fe60000u;
    const double *row = log_table[t >> 13 & 127];
    a.high = high;
    a.power = ((int)t >> 20) + e;
    a.e = (double)a.power;
    a.inverse = row[0];
    a.r = fma64(pair64(high - (t & 0xfff00000u), low32(x)), row[0], -1);
    a.c = row[1];
    a.c_low = row[2];
    return a;
}

IN Log log_take_apart(double x) {
    u32 high = high32(x);
    int e = 0;
    if ((int)high < 0x00100000) { // subnormal
        x = x * 0x1p54;
        high = high32(x);
        e = -54;
    }
    return log_parts(x, high, e);
}

IN int log_is_special(u32 high) { return high - 1 >= 0x7fefffffu; }

// log(0) = -inf, log(inf) = inf, NaN of NaN and of what is negative.
IN double log_special(double x) {
    double y = fma64(x, INF64, INF64);
    return x == 0 ? -INF64 : y;
}

// (log(1 + r) - r) / r^2
IN double log_curve(double r) {
    double p = fma64(r, LOG_6, LOG_5);
    p = fma64(p, r, LOG_4);
    p = fma64(p, r, LOG_3);
    p = fma64(p, r, LOG_2);
    p = fma64(p, r, LOG_1);
    return fma64(p, r, -0.5);
}

// ---- as a sum of two numbers ---------------------------------------------------------------------

typedef struct Two {
    double high, low;
} Two;

// log(x), |x| finite and not 0, to about 2^-68 of it. The low part has up to 2^-15 of the high one.
IN Two log_in_two(double x) {
    Log a = log_take_apart(x);
    double r = a.r, w = fma64(a.e, LN2_HIGH, a.c), h = add64(w, r), low = r - (h - w);
    low = low + fma64(a.e, LN2_LOW, a.c_low);
    double half = r * 0.5, z = mul64(half, r), z_low = fma64(half, r, -z); // r^2 / 2
    double p = fma64(r, LOGX_7, LOGX_6);
    p = fma64(p, r, LOGX_5);
    p = fma64(p, r, LOGX_4);
    p = fma64(p, r, LOGX_3);
    p = fma64(p, r, LOGX_2);
    p = fma64(p, r, LOGX_1);
    p = fma64(mul64(r, r), mul64(r, p), -z_low);
    Two y;
    y.high = h - z;
    y.low = low + (((h - y.high) - z) + p);
    return y;
}
#endif
