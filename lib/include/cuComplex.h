// SPDX-License-Identifier: Apache-2.0
// Complex numbers for host and device code (cuComplex.h of the CUDA toolkit). Quotients and
// absolute values are scaled, so that nothing overflows on the way that need not (Smith, "Algorithm
// 116: Complex division", 1962).
#ifndef CUPRUM_COMPLEX_H
#define CUPRUM_COMPLEX_H
#define CU_COMPLEX_H_
#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __CUPRUM_COMPLEX(C, T, s, make, abs_, sqrt_)                                               \
    __CUPRUM_HD__ T cuCreal##s(C z) {                                                              \
        return z.x;                                                                                \
    }                                                                                              \
    __CUPRUM_HD__ T cuCimag##s(C z) {                                                              \
        return z.y;                                                                                \
    }                                                                                              \
    __CUPRUM_HD__ C make(T r, T i) {                                                               \
        C z;                                                                                       \
        z.x = r;                                                                                   \
        z.y = i;                                                                                   \
        return z;                                                                                  \
    }                                                                                              \
    __CUPRUM_HD__ C cuConj##s(C z) {                                                               \
        return make(z.x, -z.y);                                                                    \
    }                                                                                              \
    __CUPRUM_HD__ C cuCadd##s(C a, C b) {                                                          \
        return make(a.x + b.x, a.y + b.y);                                                         \
    }                                                                                              \
    __CUPRUM_HD__ C cuCsub##s(C a, C b) {                                                          \
        return make(a.x - b.x, a.y - b.y);                                                         \
    }                                                                                              \
    __CUPRUM_HD__ C cuCmul##s(C a, C b) {                                                          \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
    }                                                                                              \
    __CUPRUM_HD__ C cuCdiv##s(C a, C b) {                                                          \
        T scale = (T)1 / (abs_(b.x) + abs_(b.y));                                                  \
        a = make(a.x * scale, a.y * scale);                                                        \
        b = make(b.x * scale, b.y * scale);                                                        \
        T r = (T)1 / (b.x * b.x + b.y * b.y);                                                      \
        return make((a.x * b.x + a.y * b.y) * r, (a.y * b.x - a.x * b.y) * r);                     \
    }                                                                                              \
    __CUPRUM_HD__ T cuCabs##s(C z) {                                                               \
        T a = abs_(z.x), b = abs_(z.y), large = a > b ? a : b, small = a > b ? b : a;              \
        if (large == (T)0 ||                                                                       \
            large > (T)(sizeof(T) == 4 ? 3.402823466e38 : 1.79769313486231570e308))                \
            return a + b;                                                                          \
        T q = small / large;                                                                       \
        return large * sqrt_((T)1 + q * q);                                                        \
    }                                                                                              \
    __CUPRUM_HD__ C cuCfma##s(C a, C b, C c) {                                                     \
        T r = a.x * b.x + c.x, i = a.x * b.y + c.y;                                                \
        return make(r - a.y * b.y, a.y * b.x + i);                                                 \
    }
__CUPRUM_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, sqrtf)
__CUPRUM_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, sqrt)
#undef __CUPRUM_COMPLEX

__CUPRUM_HD__ cuComplex make_cuComplex(float r, float i) {
    return make_cuFloatComplex(r, i);
}
__CUPRUM_HD__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex((double)z.x, (double)z.y);
}
__CUPRUM_HD__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
