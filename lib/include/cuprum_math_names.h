// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA math API that the host's <math.h> lacks, by the names that they have in C
// (CUDA C++ Programming Guide, "Mathematical Functions"), marked as __CUPRUM_MATH__ says: static
// ones without a toolkit (cuprum_math_host.h); weak ones for a toolkit's headers, which declare them
// and define them only where nvcc gives its own text to gcc (cuprum_build.h).
#ifndef CUPRUM_MATH_NAMES_H
#define CUPRUM_MATH_NAMES_H
#pragma GCC system_header

__CUPRUM_MATH__ double rsqrt(double x) {
    return 1 / ::sqrt(x);
}
__CUPRUM_MATH__ double rcbrt(double x) {
    return 1 / ::cbrt(x);
}
// the argument of sine and cosine is less than a quarter of a turn
__CUPRUM_MATH__ void sincospi(double x, double *s, double *c) {
    const double pi = 3.14159265358979323846;
    double n = ::rint(2 * x), r = ::fma(n, -0.5, x) * pi, sine = ::sin(r), cosine = ::cos(r);
    int q = (int)::fmod(n, 4.0) & 3;
    *s = q == 0 ? sine : q == 1 ? cosine : q == 2 ? -sine : -cosine;
    *c = q == 0 ? cosine : q == 1 ? -sine : q == 2 ? -cosine : sine;
}
// The C library's newest versions have these two (C23); a name of our own with their old ones.
__CUPRUM_MATH__ double __cuprum_sinpi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return s;
}
__CUPRUM_MATH__ double __cuprum_cospi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return c;
}
#if !defined(__GLIBC__) || __GLIBC__ == 2 && __GLIBC_MINOR__ < 41
__CUPRUM_MATH__ double sinpi(double x) {
    return __cuprum_sinpi(x);
}
__CUPRUM_MATH__ double cospi(double x) {
    return __cuprum_cospi(x);
}
__CUPRUM_MATH__ float sinpif(float x) {
    return (float)__cuprum_sinpi(x);
}
__CUPRUM_MATH__ float cospif(float x) {
    return (float)__cuprum_cospi(x);
}
#endif
__CUPRUM_MATH__ double normcdf(double x) {
    return 0.5 * ::erfc(x * -0.70710678118654752440);
}
// exp(x * x) * erfc(x); where the two factors leave the range, the continued fraction (Abramowitz
// and Stegun, 7.1.14)
__CUPRUM_MATH__ double erfcx(double x) {
    if (x < 25) return ::exp(x * x) * ::erfc(x);
    double f = x;
    for (int k = 30; k > 0; k--) f = x + k / (2 * f);
    return 0.56418958354775628695 / f;
}
// Newton's steps from Giles' start ("Approximating the erfinv function", GPU Computing Gems 2,
// central part).
__CUPRUM_MATH__ double erfcinv(double y) {
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
__CUPRUM_MATH__ double erfinv(double y) {
    if (!(y > -1) || !(y < 1)) return y == 1 ? HUGE_VAL : y == -1 ? -HUGE_VAL : (double)NAN;
    if (y > 0.5 || y < -0.5) return y > 0 ? erfcinv(1 - y) : -erfcinv(1 + y);
    double x = y * 0.88622692545275801365;
    for (int k = 0; k < 5; k++) {
        double u = (::erf(x) - y) / (1.12837916709551257390 * ::exp(-x * x));
        x -= u / (1 + x * u);
    }
    return x;
}
__CUPRUM_MATH__ double normcdfinv(double y) {
    return -1.41421356237309504880 * erfcinv(2 * y);
}

// The same in float.
__CUPRUM_MATH__ float rsqrtf(float x) {
    return (float)rsqrt((double)x);
}
__CUPRUM_MATH__ float rcbrtf(float x) {
    return (float)rcbrt((double)x);
}
__CUPRUM_MATH__ void sincospif(float x, float *s, float *c) {
    *s = (float)__cuprum_sinpi(x);
    *c = (float)__cuprum_cospi(x);
}
__CUPRUM_MATH__ float normcdff(float x) {
    return (float)normcdf((double)x);
}
__CUPRUM_MATH__ float normcdfinvf(float x) {
    return (float)normcdfinv((double)x);
}
__CUPRUM_MATH__ float erfcxf(float x) {
    return (float)erfcx((double)x);
}
__CUPRUM_MATH__ float erfinvf(float x) {
    return (float)erfinv((double)x);
}
__CUPRUM_MATH__ float erfcinvf(float x) {
    return (float)erfcinv((double)x);
}

#endif
