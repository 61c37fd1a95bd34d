// SPDX-License-Identifier: Apache-2.0
// Rows of the tables in pieces64.h: a centre, coefficients from the constant one on, and what is left of that. The
// value's two parts are multiplied one by one with what it is a factor of: fma64(f, v.high, f * v.low) rounds once.
#ifndef CUPRUM_DEVICE_PIECE64_H
#define CUPRUM_DEVICE_PIECE64_H
#include "math.h"
#include "pieces64.h"

typedef struct Value {
    double high, low;
} Value;

// A row's polynomial in t from coefficient 10 down, p being what the coefficients above it make; `rest` is what is left
// of the constant one.
IN Value finish_piece(const double *c, double p, double t, double rest) {
    p = fma64(p, t, c[10]);
    p = fma64(p, t, c[9]);
    p = fma64(p, t, c[8]);
    p = fma64(p, t, c[7]);
    p = fma64(p, t, c[6]);
    p = fma64(p, t, c[5]);
    p = fma64(p, t, c[4]);
    p = fma64(p, t, c[3]);
    p = fma64(p, t, c[2]);
    Value v;
    v.high = c[1];
    v.low = fma64(p, t, rest);
    return v;
}

IN Value piece14(const double *c, double x) {
    double t = x - c[0];
    return finish_piece(c, fma64(c[12], t, c[11]), t, c[13]);
}

IN Value piece16(const double *c, double x) {
    double t = x - c[0], p = fma64(c[14], t, c[13]);
    p = fma64(p, t, c[12]);
    p = fma64(p, t, c[11]);
    return finish_piece(c, p, t, c[15]);
}

IN double times(double f, Value v) { return fma64(f, v.high, f * v.low); }

// Rows by 8 an octave from 1/2 on.
IN u32 octave_index(double x) { return (high32(x) - 0x3fe00000u) >> 17; }
#endif
