// The functions of binary128 by Cuprum's own header, with no toolkit: all 46 are in the library.
// RUN: env CUDA_HOME=/none cuprum run %s -arch=sm_100 --no-toolkit buf:f64:47:zero --print=0:3
// CHECK: arg 0: 1.4142135623730951 0.8414709848078965 0.54030230586813977
#include <crt/device_fp128_functions.h>

__global__ void k(double *p) {
    __float128 one = 1, two = 2, whole;
    int e;
#define ONE(f) *p++ = (double)__nv_fp128_##f(one);
#define TWO(f) *p++ = (double)__nv_fp128_##f(one, two);
    *p++ = (double)__nv_fp128_sqrt(two);
    ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10)
    ONE(log1p) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(trunc) ONE(floor) ONE(ceil) ONE(round) ONE(rint)
    ONE(fabs) TWO(pow) TWO(copysign) TWO(fmax) TWO(fmin) TWO(fdim) TWO(fmod) TWO(remainder) TWO(hypot) TWO(mul) TWO(add) TWO(sub)
    TWO(div) ONE(ilogb) ONE(isnan) TWO(isunordered)
    *p++ = (double)__nv_fp128_fma(one, two, one);
    *p++ = (double)__nv_fp128_frexp(two, &e) + e;
    *p++ = (double)__nv_fp128_modf(two, &whole) + (double)whole;
    *p++ = (double)__nv_fp128_ldexp(two, 3);
}
