// SPDX-License-Identifier: Apache-2.0
// What the host's <math.h> lacks of the CUDA math API's functions for host and device, in the
// host's half of a unit and in a host's file (CUDA C++ Programming Guide, "Mathematical
// Functions").
#ifndef CUPRUM_MATH_HOST_H
#define CUPRUM_MATH_HOST_H

#define __CUPRUM_MIN_MAX(T)                                                                        \
    __CUPRUM_HD__ T min(T a, T b) {                                                                \
        return b < a ? b : a;                                                                      \
    }                                                                                              \
    __CUPRUM_HD__ T max(T a, T b) {                                                                \
        return a < b ? b : a;                                                                      \
    }
__CUPRUM_MIN_MAX(int)
__CUPRUM_MIN_MAX(unsigned int)
__CUPRUM_MIN_MAX(long)
__CUPRUM_MIN_MAX(unsigned long)
__CUPRUM_MIN_MAX(long long)
__CUPRUM_MIN_MAX(unsigned long long)
#undef __CUPRUM_MIN_MAX
#define __CUPRUM_MIN_MAX(T, A, B)                                                                  \
    __CUPRUM_HD__ T min(A a, B b) {                                                                \
        return (T)b < (T)a ? (T)b : (T)a;                                                          \
    }                                                                                              \
    __CUPRUM_HD__ T max(A a, B b) {                                                                \
        return (T)a < (T)b ? (T)b : (T)a;                                                          \
    }
__CUPRUM_MIN_MAX(unsigned int, int, unsigned int)
__CUPRUM_MIN_MAX(unsigned int, unsigned int, int)
__CUPRUM_MIN_MAX(unsigned long, long, unsigned long)
__CUPRUM_MIN_MAX(unsigned long, unsigned long, long)
__CUPRUM_MIN_MAX(unsigned long long, long long, unsigned long long)
__CUPRUM_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef __CUPRUM_MIN_MAX
__CUPRUM_HD__ float min(float a, float b) {
    return fminf(a, b);
}
__CUPRUM_HD__ float max(float a, float b) {
    return fmaxf(a, b);
}
__CUPRUM_HD__ double min(double a, double b) {
    return ::fmin(a, b);
}
__CUPRUM_HD__ double max(double a, double b) {
    return ::fmax(a, b);
}
__CUPRUM_HD__ double min(float a, double b) {
    return ::fmin((double)a, b);
}
__CUPRUM_HD__ double max(float a, double b) {
    return ::fmax((double)a, b);
}
__CUPRUM_HD__ double min(double a, float b) {
    return ::fmin(a, (double)b);
}
__CUPRUM_HD__ double max(double a, float b) {
    return ::fmax(a, (double)b);
}
__CUPRUM_HD__ unsigned int umin(unsigned int a, unsigned int b) {
    return b < a ? b : a;
}
__CUPRUM_HD__ unsigned int umax(unsigned int a, unsigned int b) {
    return a < b ? b : a;
}
__CUPRUM_HD__ long long llmin(long long a, long long b) {
    return b < a ? b : a;
}
__CUPRUM_HD__ long long llmax(long long a, long long b) {
    return a < b ? b : a;
}
__CUPRUM_HD__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return b < a ? b : a;
}
__CUPRUM_HD__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return a < b ? b : a;
}

#define __CUPRUM_MATH__ __CUPRUM_HD__
#include "cuprum_math_names.h"
__CUPRUM_HD__ float rsqrt(float x) {
    return rsqrtf(x);
}
__CUPRUM_HD__ float rcbrt(float x) {
    return rcbrtf(x);
}
// Power series, which has no terms of two signs.
__CUPRUM_HD__ double cyl_bessel_i0(double x) {
    double term = 1, sum = 1, q = x * x / 4;
    for (int k = 1; term > sum * 1e-17 && k < 2000; k++) sum += term *= q / ((double)k * k);
    return sum;
}
__CUPRUM_HD__ double cyl_bessel_i1(double x) {
    double term = x / 2, sum = term, q = x * x / 4;
    for (int k = 1; ::fabs(term) > ::fabs(sum) * 1e-17 && k < 2000; k++)
        sum += term *= q / ((double)k * (k + 1));
    return sum;
}
__CUPRUM_HD__ double rhypot(double x, double y) {
    return 1 / ::hypot(x, y);
}
__CUPRUM_HD__ double norm3d(double x, double y, double z) {
    return ::hypot(::hypot(x, y), z);
}
__CUPRUM_HD__ double norm4d(double x, double y, double z, double w) {
    return ::hypot(::hypot(x, y), ::hypot(z, w));
}
__CUPRUM_HD__ double rnorm3d(double x, double y, double z) {
    return 1 / norm3d(x, y, z);
}
__CUPRUM_HD__ double rnorm4d(double x, double y, double z, double w) {
    return 1 / norm4d(x, y, z, w);
}
__CUPRUM_HD__ double norm(int n, const double *v) {
    double r = 0;
    for (int i = 0; i < n; i++) r = ::hypot(r, v[i]);
    return r;
}
__CUPRUM_HD__ double rnorm(int n, const double *v) {
    return 1 / norm(n, v);
}
__CUPRUM_HD__ double fdivide(double x, double y) {
    return x / y;
}

// The same in float.
__CUPRUM_HD__ float cyl_bessel_i0f(float x) {
    return (float)cyl_bessel_i0((double)x);
}
__CUPRUM_HD__ float cyl_bessel_i1f(float x) {
    return (float)cyl_bessel_i1((double)x);
}
__CUPRUM_HD__ float rhypotf(float x, float y) {
    return (float)rhypot((double)x, (double)y);
}
__CUPRUM_HD__ float norm3df(float x, float y, float z) {
    return (float)norm3d(x, y, z);
}
__CUPRUM_HD__ float norm4df(float x, float y, float z, float w) {
    return (float)norm4d(x, y, z, w);
}
__CUPRUM_HD__ float rnorm3df(float x, float y, float z) {
    return (float)rnorm3d(x, y, z);
}
__CUPRUM_HD__ float rnorm4df(float x, float y, float z, float w) {
    return (float)rnorm4d(x, y, z, w);
}
__CUPRUM_HD__ float normf(int n, const float *v) {
    double r = 0;
    for (int i = 0; i < n; i++) r += (double)v[i] * v[i];
    return (float)::sqrt(r);
}
__CUPRUM_HD__ float rnormf(int n, const float *v) {
    return 1 / normf(n, v);
}
__CUPRUM_HD__ float fdividef(float x, float y) {
    return x / y;
}

#endif
