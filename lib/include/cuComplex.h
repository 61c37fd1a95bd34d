// SPDX-License-Identifier: Apache-2.0
// Complex numbers in float2 and double2, for host and device (cuComplex as cuBLAS and cuFFT have
// it).
#ifndef CUPRUM_CUCOMPLEX_H
#define CUPRUM_CUCOMPLEX_H
#define CU_COMPLEX_H_
#include "vector_types.h"
#ifdef __cplusplus
#define __CUPRUM_COMPLEX__ __CUPRUM_HD__
#else
#include <math.h>
#define __CUPRUM_COMPLEX__ static inline
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// F is the letter at the end of float's names. A quotient is made of both numbers divided by the
// size of the divisor, which keeps its square in range.
#define __CUPRUM_COMPLEX_FUNCTIONS(T, C, make, f)                                                  \
    __CUPRUM_COMPLEX__ C make(T re, T im) {                                                        \
        C r;                                                                                       \
        r.x = re;                                                                                  \
        r.y = im;                                                                                  \
        return r;                                                                                  \
    }                                                                                              \
    __CUPRUM_COMPLEX__ T cuCreal##f(C a) {                                                         \
        return a.x;                                                                                \
    }                                                                                              \
    __CUPRUM_COMPLEX__ T cuCimag##f(C a) {                                                         \
        return a.y;                                                                                \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuConj##f(C a) {                                                          \
        return make(a.x, -a.y);                                                                    \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuCadd##f(C a, C b) {                                                     \
        return make(a.x + b.x, a.y + b.y);                                                         \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuCsub##f(C a, C b) {                                                     \
        return make(a.x - b.x, a.y - b.y);                                                         \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuCmul##f(C a, C b) {                                                     \
        return make((a.x * b.x) - (a.y * b.y), (a.x * b.y) + (a.y * b.x));                         \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuCdiv##f(C a, C b) {                                                     \
        T scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                               \
        T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                  \
        T inverse = 1 / ((bx * bx) + (by * by));                                                   \
        return make(((ax * bx) + (ay * by)) * inverse, ((ay * bx) - (ax * by)) * inverse);         \
    }                                                                                              \
    __CUPRUM_COMPLEX__ T cuCabs##f(C a) {                                                          \
        return hypot##f(a.x, a.y);                                                                 \
    }                                                                                              \
    __CUPRUM_COMPLEX__ C cuCfma##f(C a, C b, C c) {                                                \
        T re = (a.x * b.x) + c.x, im = (a.x * b.y) + c.y;                                          \
        return make(re - (a.y * b.y), (a.y * b.x) + im);                                           \
    }
__CUPRUM_COMPLEX_FUNCTIONS(float, cuFloatComplex, make_cuFloatComplex, f)
__CUPRUM_COMPLEX_FUNCTIONS(double, cuDoubleComplex, make_cuDoubleComplex, )
#undef __CUPRUM_COMPLEX_FUNCTIONS

__CUPRUM_COMPLEX__ cuComplex make_cuComplex(float re, float im) {
    return make_cuFloatComplex(re, im);
}
__CUPRUM_COMPLEX__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
    return make_cuDoubleComplex((double)a.x, (double)a.y);
}
__CUPRUM_COMPLEX__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return make_cuFloatComplex((float)a.x, (float)a.y);
}
#undef __CUPRUM_COMPLEX__

#endif
