// SPDX-License-Identifier: Apache-2.0
// The host's fused multiplication and addition, also where the C library's has the wrong zero:
// musl's (before 1.2.5) is +0 for a product that is too small for any number beside +0, which has
// the product's sign (IEEE 754, 6.3 and 7.5).
#ifndef CUPRUM_FMA_H
#define CUPRUM_FMA_H

#include <limits.h> // __GLIBC__

// a * b + c, rounded once.
static inline double host_fma(double a, double b, double c) {
#ifndef __GLIBC__
    if (c == 0 && a != 0 && b != 0) return a * b;
#endif
    return __builtin_fma(a, b, c);
}

#endif
