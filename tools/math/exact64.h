// SPDX-License-Identifier: Apache-2.0
// Exact and nearly exact results for functions of double that MPFR and the C library do not have.
#ifndef CUPRUM_TOOLS_MATH_EXACT64_H
#define CUPRUM_TOOLS_MATH_EXACT64_H
#include <mpfr.h>

// By squaring, as the library does: small numbers that are no integers lose their fraction.
static inline double near_powi(long double x, long double y) {
    int n = (int)(y > -1000 && y < 1000 ? y : 3);
    double r = 1, p = (double)x;
    for (int k = n < 0 ? -n : n; k; k >>= 1, p = p * p) {
        if (k & 1) r = r * p;
    }
    return n < 0 ? 1 / r : r;
}
#endif
