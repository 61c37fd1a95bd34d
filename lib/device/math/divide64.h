// SPDX-License-Identifier: Apache-2.0
// Reciprocals, quotients and square roots in double precision where no operand or result is 0, subnormal,
// infinite or huge: the machine's guess of about 20 bits, then iterations of third order (J.-M. Muller et al.,
// "Handbook of Floating-Point Arithmetic", 2nd ed., 4.7).
#ifndef CUPRUM_DEVICE_DIVIDE64_H
#define CUPRUM_DEVICE_DIVIDE64_H
#include "math.h"

// To about 0.6 ulp.
IN double reciprocal(double x) {
    double y = rcp_gross(x), e = fma64(-x, y, 1);
    e = fma64(e, e, e);
    return fma64(y, e, y);
}

// To little more than 0.5 ulp: 40 bits of the reciprocal are enough for the remainder's quotient.
IN double quotient(double a, double b) {
    double y = rcp_gross(b);
    y = fma64(y, fma64(-b, y, 1), y);
    double q = mul64(a, y);
    return fma64(fma64(-b, q, a), y, q);
}

IN double reciprocal_root(double x) {
    double y = rsqrt_gross(x), e = fma64(-x, mul64(y, y), 1); // the square is exact
    return fma64(mul64(y, e), fma64(e, 0.375, 0.5), y);
}

IN double root(double x) {
    double y = reciprocal_root(x), s = mul64(x, y);
    return fma64(fma64(-s, s, x), y * 0.5, s);
}
#endif
