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

__CUPRUM_HD__ double rsqrt(double x) {
    return 1 / ::sqrt(x);
}
__CUPRUM_HD__ double rcbrt(double x) {
    return 1 / ::cbrt(x);
}
// the argument of sine and cosine is less than a quarter of a turn
__CUPRUM_HD__ void sincospi(double x, double *s, double *c) {
    const double pi = 3.14159265358979323846;
    double n = ::rint(2 * x), r = ::fma(n, -0.5, x) * pi, sine = ::sin(r), cosine = ::cos(r);
    int q = (int)::fmod(n, 4.0) & 3;
    *s = q == 0 ? sine : q == 1 ? cosine : q == 2 ? -sine : -cosine;
    *c = q == 0 ? cosine : q == 1 ? -sine : q == 2 ? -cosine : sine;
}
// The C library's newest versions have these two (C23); a name of our own with their old ones.
__CUPRUM_HD__ double __cuprum_sinpi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return s;
}
__CUPRUM_HD__ double __cuprum_cospi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return c;
}
#if !defined(__GLIBC__) || __GLIBC__ == 2 && __GLIBC_MINOR__ < 41
__CUPRUM_HD__ double sinpi(double x) {
    return __cuprum_sinpi(x);
}
__CUPRUM_HD__ double cospi(double x) {
    return __cuprum_cospi(x);
}
__CUPRUM_HD__ float sinpif(float x) {
    return (float)__cuprum_sinpi(x);
}
__CUPRUM_HD__ float cospif(float x) {
    return (float)__cuprum_cospi(x);
}
#endif
__CUPRUM_HD__ double normcdf(double x) {
    return 0.5 * ::erfc(x * -0.70710678118654752440);
}
// exp(x * x) * erfc(x); where the two factors leave the range, the continued fraction (Abramowitz
// and Stegun, 7.1.14)
__CUPRUM_HD__ double erfcx(double x) {
    if (x < 25) return ::exp(x * x) * ::erfc(x);
    double f = x;
    for (int k = 30; k > 0; k--) f = x + k / (2 * f);
    return 0.56418958354775628695 / f;
}
// Newton's steps from Giles' start ("Approximating the erfinv function", GPU Computing Gems 2,
// central part).
__CUPRUM_HD__ double erfcinv(double y) {
    if (!(y > 0) || !(y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : (double)NAN;
    double p = y < 1 ? y : 2 - y, t = ::sqrt(-2 * ::log(p / 2));
    double x =
        0.70710678118654752440 * (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                                          (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
    for (int k = 0; k < 4; k++) {
        double e = ::erfc(x) - p;
        double u = e / (1.12837916709551257390 * ::exp(-x * x));
        x += u / (1 + x * u);
    }
    return y < 1 ? x : -x;
}
__CUPRUM_HD__ double erfinv(double y) {
    if (!(y > -1) || !(y < 1)) return y == 1 ? HUGE_VAL : y == -1 ? -HUGE_VAL : (double)NAN;
    if (y > 0.5 || y < -0.5) return y > 0 ? erfcinv(1 - y) : -erfcinv(1 + y);
    double x = y * 0.88622692545275801365;
    for (int k = 0; k < 5; k++) {
        double u = (::erf(x) - y) / (1.12837916709551257390 * ::exp(-x * x));
        x -= u / (1 + x * u);
    }
    return x;
}
__CUPRUM_HD__ double normcdfinv(double y) {
    return -1.41421356237309504880 * erfcinv(2 * y);
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
__CUPRUM_HD__ float rsqrtf(float x) {
    return (float)rsqrt((double)x);
}
__CUPRUM_HD__ float rsqrt(float x) {
    return rsqrtf(x);
}
__CUPRUM_HD__ float rcbrtf(float x) {
    return (float)rcbrt((double)x);
}
__CUPRUM_HD__ float rcbrt(float x) {
    return rcbrtf(x);
}
__CUPRUM_HD__ void sincospif(float x, float *s, float *c) {
    *s = (float)__cuprum_sinpi(x);
    *c = (float)__cuprum_cospi(x);
}
__CUPRUM_HD__ float normcdff(float x) {
    return (float)normcdf((double)x);
}
__CUPRUM_HD__ float normcdfinvf(float x) {
    return (float)normcdfinv((double)x);
}
__CUPRUM_HD__ float erfcxf(float x) {
    return (float)erfcx((double)x);
}
__CUPRUM_HD__ float erfinvf(float x) {
    return (float)erfinv((double)x);
}
__CUPRUM_HD__ float erfcinvf(float x) {
    return (float)erfcinv((double)x);
}
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
