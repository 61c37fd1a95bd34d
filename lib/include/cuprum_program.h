// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h as the host's compiler sees it, with the host's own C and C++ library: in a .cu file the
// host's half, in a .cpp file all there is. Space marks, vector types, the run-time API, the functions that
// CUDA gives to host code beside the C library's, and, in a .cu file, the names of the device functions:
// they may stand in what is compiled for both sides.
#ifndef CUPRUM_PROGRAM_H
#define CUPRUM_PROGRAM_H

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif

#ifdef __CUDACC__
#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((managed))
#define __grid_constant__      __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)         __attribute__((maxnreg(n)))
#define __cluster_dims__(...)  __attribute__((cluster_dims(__VA_ARGS__)))
#define __block_size__(...)    __attribute__((block_size(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __cluster_dims__(...)
#define __block_size__(...)
#endif
#ifndef __noinline__ // of the C++ library's headers, which are read: clang's say it in attributes
#define __noinline__ __attribute__((noinline))
#endif
#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __cudart_builtin__
#define __device_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDART_VERSION  13000
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUPRUM_HDM__  __host__ __device__
#define __CUPRUM_DEV__  static __inline__ __device__
#define __CUPRUM_HD_M__ __host__ __device__ __inline__ __attribute__((always_inline)) static constexpr
#define __CUPRUM_HD__   static __inline__ __host__ __device__

#include "cuprum_vector.h"

#include "cuprum_host.h"

// ---- functions of CUDA's beside the C library's -------------------------------------------------
static inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
static inline double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
static inline float rsqrt(float x) {
    return rsqrtf(x);
}
static inline float rcbrtf(float x) {
    return 1.0f / cbrtf(x);
}
static inline double rcbrt(double x) {
    return 1.0 / cbrt(x);
}
static inline float fdividef(float x, float y) {
    return x / y;
}
// sin(pi x) of x in [-1/4, 1/4] or cos of the rest: the reduction is exact.
static inline double sinpi(double x) {
    double pi = 3.14159265358979323846, r = remainder(x, 2.0), a = fabs(r);
    double s = a <= 0.25 ? sin(pi * a) : a <= 0.75 ? cos(pi * (a - 0.5)) : sin(pi * (1.0 - a));
    return copysign(s, r);
}
static inline double cospi(double x) {
    double a = fabs(remainder(x, 2.0)), pi = 3.14159265358979323846;
    return a <= 0.25 ? cos(pi * a) : a <= 0.75 ? sin(pi * (0.5 - a)) : -cos(pi * (1.0 - a));
}
static inline float sinpif(float x) {
    return (float)sinpi((double)x);
}
static inline float cospif(float x) {
    return (float)cospi((double)x);
}
static inline void sincospi(double x, double *s, double *c) {
    *s = sinpi(x);
    *c = cospi(x);
}
static inline void sincospif(float x, float *s, float *c) {
    *s = sinpif(x);
    *c = cospif(x);
}
static inline double normcdf(double x) {
    return 0.5 * erfc(-x * 0.70710678118654752440);
}
static inline float normcdff(float x) {
    return (float)normcdf((double)x);
}
static inline double erfcx(double x) {
    return exp(x * x) * erfc(x);
}
static inline double norm3d(double a, double b, double c) {
    return hypot(hypot(a, b), c);
}
static inline float norm3df(float a, float b, float c) {
    return (float)sqrt((double)a * a + (double)b * b + (double)c * c);
}
static inline double norm4d(double a, double b, double c, double d) {
    return hypot(hypot(a, b), hypot(c, d));
}
static inline float norm4df(float a, float b, float c, float d) {
    return (float)sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d);
}
static inline double rhypot(double a, double b) {
    return 1.0 / hypot(a, b);
}
static inline float rhypotf(float a, float b) {
    return 1.0f / hypotf(a, b);
}

#ifdef __cplusplus
#define __CUPRUM_MINMAX(A, B, R)                                                                   \
    static inline R min(A a, B b) {                                                                \
        return (R)a < (R)b ? (R)a : (R)b;                                                          \
    }                                                                                              \
    static inline R max(A a, B b) {                                                                \
        return (R)a < (R)b ? (R)b : (R)a;                                                          \
    }
__CUPRUM_MINMAX(int, int, int)
__CUPRUM_MINMAX(unsigned int, unsigned int, unsigned int)
__CUPRUM_MINMAX(int, unsigned int, unsigned int)
__CUPRUM_MINMAX(unsigned int, int, unsigned int)
__CUPRUM_MINMAX(long, long, long)
__CUPRUM_MINMAX(unsigned long, unsigned long, unsigned long)
__CUPRUM_MINMAX(long, unsigned long, unsigned long)
__CUPRUM_MINMAX(unsigned long, long, unsigned long)
__CUPRUM_MINMAX(long long, long long, long long)
__CUPRUM_MINMAX(unsigned long long, unsigned long long, unsigned long long)
#undef __CUPRUM_MINMAX
#define __CUPRUM_MINMAX(A, B, R, f)                                                                \
    static inline R min(A a, B b) {                                                                \
        return fmin##f((R)a, (R)b);                                                                \
    }                                                                                              \
    static inline R max(A a, B b) {                                                                \
        return fmax##f((R)a, (R)b);                                                                \
    }
__CUPRUM_MINMAX(float, float, float, f)
__CUPRUM_MINMAX(double, double, double, )
__CUPRUM_MINMAX(float, double, double, )
__CUPRUM_MINMAX(double, float, double, )
#undef __CUPRUM_MINMAX
static inline unsigned int umin(unsigned int a, unsigned int b) {
    return a < b ? a : b;
}
static inline unsigned int umax(unsigned int a, unsigned int b) {
    return a < b ? b : a;
}
static inline long long llmin(long long a, long long b) {
    return a < b ? a : b;
}
static inline long long llmax(long long a, long long b) {
    return a < b ? b : a;
}
static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return a < b ? a : b;
}
static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return a < b ? b : a;
}
#endif

// ---- device functions, by name ------------------------------------------------------------------
#ifdef __CUDACC__
#include "cuprum_device_names.h"

extern __device__ long long clock64(void);
#include "cuprum_atomic.h"
#include "cuprum_warp.h"
#endif

#endif
