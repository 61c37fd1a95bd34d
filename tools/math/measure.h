// SPDX-License-Identifier: Apache-2.0
// How the error of a function is measured, and where. C, and CUDA C++: the sieve (sieve.cu)
// measures as the host does.
#ifndef CUPRUM_TOOLS_MATH_MEASURE_H
#define CUPRUM_TOOLS_MATH_MEASURE_H

#ifdef __CUDACC__
#define SHARED static __device__ inline
#else
#include <math.h>
#include <stdbool.h>
#define SHARED static inline
#endif

// With ODD or EVEN: what f(-x) is.
enum {
    IN_ULP,         // units in the last place of the exact result, everywhere
    NOT_NEAR_POLES, // lgamma: the documentation's exception, -10.001 < x < -2.264
    BELOW_8,        // Bessel functions: in ulp for |x| < 8
    FROM_8,         // ... and in millionths, absolute, for |x| >= 8
    BESSEL,         // those of double: for |x| >= 8 an absolute error of 5e-12 counts as one ulp
    ORDER,   // those of the first argument's order: an error of 5e-12 counts as one ulp everywhere
    FAR,     // ... and only where |x| > 1.5 times the order
    BELOW_3, // of order 3 likewise
    FROM_3,
    MILLIONTHS, // everywhere
    MEASURE = 15,
    ODD = 16,
    EVEN = 32
};

SHARED bool in_millionths(int measure) {
    int m = measure & MEASURE;
    return m == FROM_8 || m == FROM_3 || m == MILLIONTHS;
}

// Arguments that the documentation says nothing of, or that another row has.
SHARED bool excepted_float(int measure, double x) {
    switch (measure & MEASURE) {
    case NOT_NEAR_POLES: return x > (double)-10.001f && x < (double)-2.264f;
    case BELOW_8: return fabs(x) >= 8;
    case BELOW_3: return fabs(x) >= 3;
    case FROM_3: return fabs(x) < 3;
    case FROM_8: return fabs(x) < 8;
    default: return false;
    }
}
SHARED bool excepted_double(int measure, double x, double y) {
    switch (measure & MEASURE) {
    case NOT_NEAR_POLES: return x > -23.0001 && x < -2.2637;
    case FAR: return !(fabs(y) > (x > 2 ? 1.5 * x : 3)); // NaN: order 2
    default: return false;
    }
}

// Whether 5e-12 is a double's least unit.
SHARED bool has_least_unit(int measure, double x) {
    int m = measure & MEASURE;
    return m == ORDER || m == FAR || (m == BESSEL && fabs(x) >= 8);
}
#endif
