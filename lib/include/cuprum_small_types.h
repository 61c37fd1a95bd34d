// SPDX-License-Identifier: Apache-2.0
// Numbers of 8, 6 and 4 bits (CUDA Math API, "FP8 Intrinsics", "FP6 Intrinsics", "FP4 Intrinsics"):
// what cuda_fp8.h, cuda_fp6.h and cuda_fp4.h have in common. Rounding is to the nearest even.
#ifndef CUPRUM_SMALL_TYPES_H
#define CUPRUM_SMALL_TYPES_H
#include "cuda_bf16.h"

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;

// `e` bits of exponent, `m` of fraction; `most` is the largest finite magnitude, `over` what is
// larger, `nan` what is no number.
__CUPRUM_HD__ unsigned int __cuprum_to_small(double x, int e, int m, unsigned int most,
                                             unsigned int over, unsigned int nan) {
    unsigned long long sign = __builtin_bit_cast(unsigned long long, x) >> 63;
    if (x != x) return nan;
    unsigned int r = x - x != 0 ? over : __cuprum_narrow_finite(x, e, m, 0);
    return (unsigned int)(sign << (e + m)) | (r > most ? over : r);
}
// The fraction and exponent in the places of a half's are the number, but for the bias.
__CUPRUM_HD__ __half __cuprum_small_half(unsigned int u, int e, int m) {
    unsigned int magnitude = (u & ((1u << (e + m)) - 1)) << (10 - m);
    unsigned short h = (unsigned short)((u >> (e + m) & 1) << 15 | magnitude);
    unsigned short scale = (unsigned short)((31 - (1 << (e - 1))) << 10); // 2^(15 - bias)
    return __hmul_rn(__ushort_as_half(h), __ushort_as_half(scale));
}

template <class T> __CUPRUM_HD__ T __cuprum_of_small(float f) {
    return __cuprum_integer<T>(f, 1);
}

#endif
