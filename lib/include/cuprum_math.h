// SPDX-License-Identifier: Apache-2.0
// Overloads of the device functions for C++'s types, min and max.
// A part of cuprum_runtime.h.
#ifndef CUPRUM_MATH_H
#define CUPRUM_MATH_H

// ---- overloads for C++ --------------------------------------------------------------------------
__CUPRUM_DEV__ float fabs(float x) {
    return fabsf(x);
}
__attribute__((device_builtin, device)) double fabs(double x);
__CUPRUM_DEV__ float floor(float x) {
    return floorf(x);
}
__attribute__((device_builtin, device)) double floor(double x);
__CUPRUM_DEV__ float ceil(float x) {
    return ceilf(x);
}
__attribute__((device_builtin, device)) double ceil(double x);
__CUPRUM_DEV__ float trunc(float x) {
    return truncf(x);
}
__attribute__((device_builtin, device)) double trunc(double x);
__CUPRUM_DEV__ float round(float x) {
    return roundf(x);
}
__attribute__((device_builtin, device)) double round(double x);
__CUPRUM_DEV__ float rint(float x) {
    return rintf(x);
}
__attribute__((device_builtin, device)) double rint(double x);
__CUPRUM_DEV__ float nearbyint(float x) {
    return nearbyintf(x);
}
__attribute__((device_builtin, device)) double nearbyint(double x);
__CUPRUM_DEV__ float sqrt(float x) {
    return sqrtf(x);
}
__attribute__((device_builtin, device)) double sqrt(double x);
__CUPRUM_DEV__ float rsqrt(float x) {
    return rsqrtf(x);
}
__attribute__((device_builtin, device)) double rsqrt(double x);
__CUPRUM_DEV__ float sin(float x) {
    return sinf(x);
}
__attribute__((device_builtin, device)) double sin(double x);
__CUPRUM_DEV__ float cos(float x) {
    return cosf(x);
}
__attribute__((device_builtin, device)) double cos(double x);
__CUPRUM_DEV__ float tan(float x) {
    return tanf(x);
}
__attribute__((device_builtin, device)) double tan(double x);
__CUPRUM_DEV__ float asin(float x) {
    return asinf(x);
}
__attribute__((device_builtin, device)) double asin(double x);
__CUPRUM_DEV__ float acos(float x) {
    return acosf(x);
}
__attribute__((device_builtin, device)) double acos(double x);
__CUPRUM_DEV__ float atan(float x) {
    return atanf(x);
}
__attribute__((device_builtin, device)) double atan(double x);
__CUPRUM_DEV__ float sinh(float x) {
    return sinhf(x);
}
__attribute__((device_builtin, device)) double sinh(double x);
__CUPRUM_DEV__ float cosh(float x) {
    return coshf(x);
}
__attribute__((device_builtin, device)) double cosh(double x);
__CUPRUM_DEV__ float tanh(float x) {
    return tanhf(x);
}
__attribute__((device_builtin, device)) double tanh(double x);
__CUPRUM_DEV__ float asinh(float x) {
    return asinhf(x);
}
__attribute__((device_builtin, device)) double asinh(double x);
__CUPRUM_DEV__ float acosh(float x) {
    return acoshf(x);
}
__attribute__((device_builtin, device)) double acosh(double x);
__CUPRUM_DEV__ float atanh(float x) {
    return atanhf(x);
}
__attribute__((device_builtin, device)) double atanh(double x);
__CUPRUM_DEV__ float exp(float x) {
    return expf(x);
}
__attribute__((device_builtin, device)) double exp(double x);
__CUPRUM_DEV__ float exp2(float x) {
    return exp2f(x);
}
__attribute__((device_builtin, device)) double exp2(double x);
__CUPRUM_DEV__ float exp10(float x) {
    return exp10f(x);
}
__attribute__((device_builtin, device)) double exp10(double x);
__CUPRUM_DEV__ float expm1(float x) {
    return expm1f(x);
}
__attribute__((device_builtin, device)) double expm1(double x);
__CUPRUM_DEV__ float log(float x) {
    return logf(x);
}
__attribute__((device_builtin, device)) double log(double x);
__CUPRUM_DEV__ float log2(float x) {
    return log2f(x);
}
__attribute__((device_builtin, device)) double log2(double x);
__CUPRUM_DEV__ float log10(float x) {
    return log10f(x);
}
__attribute__((device_builtin, device)) double log10(double x);
__CUPRUM_DEV__ float log1p(float x) {
    return log1pf(x);
}
__attribute__((device_builtin, device)) double log1p(double x);
__CUPRUM_DEV__ float logb(float x) {
    return logbf(x);
}
__attribute__((device_builtin, device)) double logb(double x);
__CUPRUM_DEV__ float cbrt(float x) {
    return cbrtf(x);
}
__attribute__((device_builtin, device)) double cbrt(double x);
__CUPRUM_DEV__ float rcbrt(float x) {
    return rcbrtf(x);
}
__attribute__((device_builtin, device)) double rcbrt(double x);
__CUPRUM_DEV__ float erf(float x) {
    return erff(x);
}
__attribute__((device_builtin, device)) double erf(double x);
__CUPRUM_DEV__ float erfc(float x) {
    return erfcf(x);
}
__attribute__((device_builtin, device)) double erfc(double x);
__CUPRUM_DEV__ float lgamma(float x) {
    return lgammaf(x);
}
__attribute__((device_builtin, device)) double lgamma(double x);
__CUPRUM_DEV__ float tgamma(float x) {
    return tgammaf(x);
}
__attribute__((device_builtin, device)) double tgamma(double x);
__CUPRUM_DEV__ float sinpi(float x) {
    return sinpif(x);
}
__attribute__((device_builtin, device)) double sinpi(double x);
__CUPRUM_DEV__ float cospi(float x) {
    return cospif(x);
}
__attribute__((device_builtin, device)) double cospi(double x);
__CUPRUM_DEV__ float pow(float x, float y) {
    return powf(x, y);
}
__attribute__((device_builtin, device)) double pow(double x, double y);
__CUPRUM_DEV__ float atan2(float x, float y) {
    return atan2f(x, y);
}
__attribute__((device_builtin, device)) double atan2(double x, double y);
__CUPRUM_DEV__ float fmod(float x, float y) {
    return fmodf(x, y);
}
__attribute__((device_builtin, device)) double fmod(double x, double y);
__CUPRUM_DEV__ float hypot(float x, float y) {
    return hypotf(x, y);
}
__attribute__((device_builtin, device)) double hypot(double x, double y);
__CUPRUM_DEV__ float fmin(float x, float y) {
    return fminf(x, y);
}
__attribute__((device_builtin, device)) double fmin(double x, double y);
__CUPRUM_DEV__ float fmax(float x, float y) {
    return fmaxf(x, y);
}
__attribute__((device_builtin, device)) double fmax(double x, double y);
__CUPRUM_DEV__ float copysign(float x, float y) {
    return copysignf(x, y);
}
__attribute__((device_builtin, device)) double copysign(double x, double y);
__CUPRUM_DEV__ float fdim(float x, float y) {
    return fdimf(x, y);
}
__attribute__((device_builtin, device)) double fdim(double x, double y);
__CUPRUM_DEV__ float remainder(float x, float y) {
    return remainderf(x, y);
}
__attribute__((device_builtin, device)) double remainder(double x, double y);
__CUPRUM_DEV__ float nextafter(float x, float y) {
    return nextafterf(x, y);
}
__attribute__((device_builtin, device)) double nextafter(double x, double y);
__CUPRUM_DEV__ float fma(float x, float y, float z) {
    return fmaf(x, y, z);
}
__attribute__((device_builtin, device)) double fma(double x, double y, double z);
__CUPRUM_DEV__ float ldexp(float x, int e) {
    return ldexpf(x, e);
}
__attribute__((device_builtin, device)) double ldexp(double x, int e);
__CUPRUM_DEV__ bool isnan(float x) {
    return __isnanf(x) != 0;
}
__CUPRUM_DEV__ bool isnan(double x) {
    return __isnan(x) != 0;
}
__CUPRUM_DEV__ bool isinf(float x) {
    return __isinff(x) != 0;
}
__CUPRUM_DEV__ bool isinf(double x) {
    return __isinf(x) != 0;
}
__CUPRUM_DEV__ bool isfinite(float x) {
    return __finitef(x) != 0;
}
__CUPRUM_DEV__ bool isfinite(double x) {
    return __finite(x) != 0;
}
__CUPRUM_DEV__ bool signbit(float x) {
    return __signbitf(x) != 0;
}
__CUPRUM_DEV__ bool signbit(double x) {
    return __signbit(x) != 0;
}
__attribute__((device_builtin, device)) int abs(int x);
__CUPRUM_DEV__ long abs(long x) {
    return labs(x);
}
__CUPRUM_DEV__ long long abs(long long x) {
    return llabs(x);
}
__CUPRUM_DEV__ float abs(float x) {
    return fabsf(x);
}
__CUPRUM_DEV__ double abs(double x) {
    return ::fabs(x);
}
__attribute__((device_builtin, device)) int min(int a, int b);
__CUPRUM_DEV__ unsigned int min(unsigned int a, unsigned int b) {
    return umin(a, b);
}
__CUPRUM_DEV__ unsigned int min(int a, unsigned int b) {
    return umin((unsigned int)a, b);
}
__CUPRUM_DEV__ unsigned int min(unsigned int a, int b) {
    return umin(a, (unsigned int)b);
}
__CUPRUM_DEV__ long min(long a, long b) {
    return llmin(a, b);
}
__CUPRUM_DEV__ unsigned long min(unsigned long a, unsigned long b) {
    return ullmin(a, b);
}
__CUPRUM_DEV__ long long min(long long a, long long b) {
    return llmin(a, b);
}
__CUPRUM_DEV__ unsigned long long min(unsigned long long a, unsigned long long b) {
    return ullmin(a, b);
}
__CUPRUM_DEV__ float min(float a, float b) {
    return fminf(a, b);
}
__CUPRUM_DEV__ double min(double a, double b) {
    return ::fmin(a, b);
}
__CUPRUM_DEV__ double min(float a, double b) {
    return ::fmin((double)a, b);
}
__CUPRUM_DEV__ double min(double a, float b) {
    return ::fmin(a, (double)b);
}
__attribute__((device_builtin, device)) int max(int a, int b);
__CUPRUM_DEV__ unsigned int max(unsigned int a, unsigned int b) {
    return umax(a, b);
}
__CUPRUM_DEV__ unsigned int max(int a, unsigned int b) {
    return umax((unsigned int)a, b);
}
__CUPRUM_DEV__ unsigned int max(unsigned int a, int b) {
    return umax(a, (unsigned int)b);
}
__CUPRUM_DEV__ long max(long a, long b) {
    return llmax(a, b);
}
__CUPRUM_DEV__ unsigned long max(unsigned long a, unsigned long b) {
    return ullmax(a, b);
}
__CUPRUM_DEV__ long long max(long long a, long long b) {
    return llmax(a, b);
}
__CUPRUM_DEV__ unsigned long long max(unsigned long long a, unsigned long long b) {
    return ullmax(a, b);
}
__CUPRUM_DEV__ float max(float a, float b) {
    return fmaxf(a, b);
}
__CUPRUM_DEV__ double max(double a, double b) {
    return ::fmax(a, b);
}
__CUPRUM_DEV__ double max(float a, double b) {
    return ::fmax((double)a, b);
}
__CUPRUM_DEV__ double max(double a, float b) {
    return ::fmax(a, (double)b);
}

#endif
