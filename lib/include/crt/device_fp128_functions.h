// SPDX-License-Identifier: Apache-2.0
// CUDA's mathematical functions of binary128, for sm_100 and later. The device library has them
// (lib/device/fp128_math.cu) by the names that they have here.
#ifndef CUPRUM_DEVICE_FP128_FUNCTIONS_H
#define CUPRUM_DEVICE_FP128_FUNCTIONS_H
#define __DEVICE_FP128_FUNCTIONS_H__
#if defined __cplusplus && defined __CUDACC__
#define __CUPRUM_FP128__ __device__ __attribute__((cudart_builtin))
#define __CUPRUM_FP128_ONE__(Q, f)  __CUPRUM_FP128__ Q __nv_fp128_##f(Q x);
#define __CUPRUM_FP128_TWO__(Q, f)  __CUPRUM_FP128__ Q __nv_fp128_##f(Q x, Q y);
#define __CUPRUM_FP128_FUNCTIONS__(Q)                                                              \
    __CUPRUM_FP128_ONE__(Q, sqrt) __CUPRUM_FP128_ONE__(Q, sin) __CUPRUM_FP128_ONE__(Q, cos)        \
    __CUPRUM_FP128_ONE__(Q, tan) __CUPRUM_FP128_ONE__(Q, asin) __CUPRUM_FP128_ONE__(Q, acos)       \
    __CUPRUM_FP128_ONE__(Q, atan) __CUPRUM_FP128_ONE__(Q, exp) __CUPRUM_FP128_ONE__(Q, exp2)       \
    __CUPRUM_FP128_ONE__(Q, exp10) __CUPRUM_FP128_ONE__(Q, expm1) __CUPRUM_FP128_ONE__(Q, log)     \
    __CUPRUM_FP128_ONE__(Q, log2) __CUPRUM_FP128_ONE__(Q, log10) __CUPRUM_FP128_ONE__(Q, log1p)    \
    __CUPRUM_FP128_ONE__(Q, sinh) __CUPRUM_FP128_ONE__(Q, cosh) __CUPRUM_FP128_ONE__(Q, tanh)      \
    __CUPRUM_FP128_ONE__(Q, asinh) __CUPRUM_FP128_ONE__(Q, acosh) __CUPRUM_FP128_ONE__(Q, atanh)   \
    __CUPRUM_FP128_ONE__(Q, trunc) __CUPRUM_FP128_ONE__(Q, floor) __CUPRUM_FP128_ONE__(Q, ceil)    \
    __CUPRUM_FP128_ONE__(Q, round) __CUPRUM_FP128_ONE__(Q, rint) __CUPRUM_FP128_ONE__(Q, fabs)     \
    __CUPRUM_FP128_TWO__(Q, pow) __CUPRUM_FP128_TWO__(Q, copysign) __CUPRUM_FP128_TWO__(Q, fmax)   \
    __CUPRUM_FP128_TWO__(Q, fmin) __CUPRUM_FP128_TWO__(Q, fdim) __CUPRUM_FP128_TWO__(Q, fmod)      \
    __CUPRUM_FP128_TWO__(Q, remainder) __CUPRUM_FP128_TWO__(Q, hypot) __CUPRUM_FP128_TWO__(Q, mul) \
    __CUPRUM_FP128_TWO__(Q, add) __CUPRUM_FP128_TWO__(Q, sub) __CUPRUM_FP128_TWO__(Q, div)         \
    __CUPRUM_FP128__ Q __nv_fp128_fma(Q x, Q y, Q z);                                              \
    __CUPRUM_FP128__ Q __nv_fp128_frexp(Q x, int *exponent);                                       \
    __CUPRUM_FP128__ Q __nv_fp128_modf(Q x, Q *whole);                                             \
    __CUPRUM_FP128__ Q __nv_fp128_ldexp(Q x, int exponent);                                        \
    __CUPRUM_FP128__ int __nv_fp128_ilogb(Q x);                                                    \
    __CUPRUM_FP128__ int __nv_fp128_isnan(Q x);                                                    \
    __CUPRUM_FP128__ int __nv_fp128_isunordered(Q x, Q y);

__CUPRUM_FP128_FUNCTIONS__(__float128)
#if __GNUC__ >= 13 // the host's compiler has the other name in C++ only since then
__CUPRUM_FP128_FUNCTIONS__(_Float128)
#endif
#endif
#endif
