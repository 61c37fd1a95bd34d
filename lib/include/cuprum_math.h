// SPDX-License-Identifier: Apache-2.0
// Overloads of the device functions for C++'s types, min and max. Of float they are float's, of
// integers and of mixed types double's ([cmath.syn]). A part of cuprum_runtime.h.
#ifndef CUPRUM_MATH_H
#define CUPRUM_MATH_H

// Host code has all of these, too: functions of its own (cuprum_math_host.h).
#define __CUPRUM_MATH_DEV__                                                                        \
    static __inline__ __attribute__((cuprum_host_has_own, device, always_inline))

// `type` is double for the types that it is for.
template <class T> struct __cuprum_whole {};
template <class T> struct __cuprum_arithmetic : __cuprum_whole<T> {};
struct __cuprum_double {
    typedef double type;
};
#define __CUPRUM_IS_WHOLE(T)                                                                       \
    template <> struct __cuprum_whole<T> : __cuprum_double {};
__CUPRUM_IS_WHOLE(bool)
__CUPRUM_IS_WHOLE(char)
__CUPRUM_IS_WHOLE(signed char)
__CUPRUM_IS_WHOLE(unsigned char)
__CUPRUM_IS_WHOLE(short)
__CUPRUM_IS_WHOLE(unsigned short)
__CUPRUM_IS_WHOLE(int)
__CUPRUM_IS_WHOLE(unsigned int)
__CUPRUM_IS_WHOLE(long)
__CUPRUM_IS_WHOLE(unsigned long)
__CUPRUM_IS_WHOLE(long long)
__CUPRUM_IS_WHOLE(unsigned long long)
#undef __CUPRUM_IS_WHOLE
template <> struct __cuprum_arithmetic<float> : __cuprum_double {};
template <> struct __cuprum_arithmetic<double> : __cuprum_double {};
#define __CUPRUM_NUMBER(T) typename __cuprum_arithmetic<T>::type

// ---- overloads for C++ --------------------------------------------------------------------------
#define __CUPRUM_BUILTIN_DOUBLE __attribute__((device_builtin, cuprum_host_has_own, device)) double
#define __CUPRUM_WHOLE_1(R, name)                                                                  \
    template <class T, class = typename __cuprum_whole<T>::type> __CUPRUM_MATH_DEV__ R name(T x) {      \
        return ::name((double)x);                                                                  \
    }
// Declared, so that a program's overloads of the names for other types stand beside them.
#define __CUPRUM_BUILTIN_FLOAT __attribute__((device_builtin, cuprum_host_has_own, device)) float
#define __CUPRUM_MATH_1(name)                                                                      \
    __CUPRUM_BUILTIN_FLOAT name##f(float x);                                                       \
    __CUPRUM_MATH_DEV__ float name(float x) {                                                           \
        return name##f(x);                                                                         \
    }                                                                                              \
    __CUPRUM_BUILTIN_DOUBLE name(double x);                                                        \
    __CUPRUM_WHOLE_1(double, name)
#define __CUPRUM_MATH_2(name)                                                                      \
    __CUPRUM_BUILTIN_FLOAT name##f(float x, float y);                                              \
    __CUPRUM_MATH_DEV__ float name(float x, float y) {                                                  \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    __CUPRUM_BUILTIN_DOUBLE name(double x, double y);                                              \
    template <class A, class B, class = __CUPRUM_NUMBER(A), class = __CUPRUM_NUMBER(B)>            \
    __CUPRUM_MATH_DEV__ double name(A x, B y) {                                                         \
        return ::name((double)x, (double)y);                                                       \
    }
#if __cuprum_says(fabs* floor* ceil* trunc* round* rint* nearbyint* abs)
__CUPRUM_MATH_1(fabs)
__CUPRUM_MATH_1(floor)
__CUPRUM_MATH_1(ceil)
__CUPRUM_MATH_1(trunc)
__CUPRUM_MATH_1(round)
__CUPRUM_MATH_1(rint)
__CUPRUM_MATH_1(nearbyint)
#endif
#if __cuprum_says(sqrt* rsqrt* cbrt* rcbrt*)
__CUPRUM_MATH_1(sqrt)
__CUPRUM_MATH_1(rsqrt)
__CUPRUM_MATH_1(cbrt)
__CUPRUM_MATH_1(rcbrt)
#endif
#if __cuprum_says(sin* cos* tan*)
__CUPRUM_MATH_1(sin)
__CUPRUM_MATH_1(cos)
__CUPRUM_MATH_1(tan)
__CUPRUM_MATH_1(sinh)
__CUPRUM_MATH_1(cosh)
__CUPRUM_MATH_1(tanh)
__CUPRUM_MATH_1(sinpi)
__CUPRUM_MATH_1(cospi)
#endif
#if __cuprum_says(asin* acos* atan*)
__CUPRUM_MATH_1(asin)
__CUPRUM_MATH_1(acos)
__CUPRUM_MATH_1(atan)
__CUPRUM_MATH_1(asinh)
__CUPRUM_MATH_1(acosh)
__CUPRUM_MATH_1(atanh)
__CUPRUM_MATH_2(atan2)
#endif
#if __cuprum_says(exp*)
__CUPRUM_MATH_1(exp)
__CUPRUM_MATH_1(exp2)
__CUPRUM_MATH_1(exp10)
__CUPRUM_MATH_1(expm1)
#endif
#if __cuprum_says(log*)
__CUPRUM_MATH_1(log)
__CUPRUM_MATH_1(log2)
__CUPRUM_MATH_1(log10)
__CUPRUM_MATH_1(log1p)
__CUPRUM_MATH_1(logb)
#endif
#if __cuprum_says(erf* normcdf* lgamma* tgamma* cyl_* j0 j0f j1 j1f y0 y0f y1 y1f)
__CUPRUM_MATH_1(erf)
__CUPRUM_MATH_1(erfc)
__CUPRUM_MATH_1(erfinv)
__CUPRUM_MATH_1(erfcinv)
__CUPRUM_MATH_1(erfcx)
__CUPRUM_MATH_1(normcdf)
__CUPRUM_MATH_1(normcdfinv)
__CUPRUM_MATH_1(lgamma)
__CUPRUM_MATH_1(tgamma)
__CUPRUM_MATH_1(j0)
__CUPRUM_MATH_1(j1)
__CUPRUM_MATH_1(y0)
__CUPRUM_MATH_1(y1)
__CUPRUM_MATH_1(cyl_bessel_i0)
__CUPRUM_MATH_1(cyl_bessel_i1)
#endif
#if __cuprum_says(pow powf fmod* hypot* remainder* nextafter* fdivide* copysign* fdim*)
__CUPRUM_MATH_2(pow)
__CUPRUM_MATH_2(fmod)
__CUPRUM_MATH_2(hypot)
__CUPRUM_MATH_2(copysign)
__CUPRUM_MATH_2(fdim)
__CUPRUM_MATH_2(remainder)
__CUPRUM_MATH_2(nextafter)
__CUPRUM_MATH_2(fdivide)
#endif
#if __cuprum_says(fmin* fmax* min max)
__CUPRUM_MATH_2(fmin)
__CUPRUM_MATH_2(fmax)
#endif
#undef __CUPRUM_MATH_1
#undef __CUPRUM_MATH_2

__CUPRUM_BUILTIN_DOUBLE rhypot(double x, double y);

// with an integer beside, or a place for a second result
#define __CUPRUM_MATH_WITH(R, name, P, A)                                                          \
    __CUPRUM_MATH_DEV__ R name(float x, P) {                                                            \
        return name##f(x, A);                                                                      \
    }
#define __CUPRUM_MATH_INT(name, T)                                                                 \
    __CUPRUM_MATH_WITH(float, name, T e, e)                                                        \
    __CUPRUM_BUILTIN_DOUBLE name(double x, T e);                                                   \
    template <class A, class = typename __cuprum_whole<A>::type>                                   \
    __CUPRUM_MATH_DEV__ double name(A x, T e) {                                                         \
        return ::name((double)x, e);                                                               \
    }
#if __cuprum_says(ldexp* scalb* frexp*)
__CUPRUM_MATH_INT(ldexp, int)
__CUPRUM_MATH_INT(scalbn, int)
__CUPRUM_MATH_INT(scalbln, long)
__CUPRUM_MATH_INT(frexp, int *)
#endif
#if __cuprum_says(modf* sincos* remquo* jn jnf yn ynf)
__CUPRUM_MATH_WITH(float, modf, float *p, p)
__CUPRUM_BUILTIN_DOUBLE modf(double x, double *p);
__CUPRUM_MATH_DEV__ void sincos(float x, float *s, float *c) {
    sincosf(x, s, c);
}
__attribute__((device_builtin, cuprum_host_has_own, device)) void sincos(double x, double *s, double *c);
__CUPRUM_MATH_DEV__ void sincospi(float x, float *s, float *c) {
    sincospif(x, s, c);
}
__attribute__((device_builtin, cuprum_host_has_own, device)) void sincospi(double x, double *s, double *c);
__CUPRUM_MATH_DEV__ float remquo(float x, float y, int *q) {
    return remquof(x, y, q);
}
__CUPRUM_BUILTIN_DOUBLE remquo(double x, double y, int *q);
__CUPRUM_MATH_DEV__ float jn(int n, float x) {
    return jnf(n, x);
}
__CUPRUM_BUILTIN_DOUBLE jn(int n, double x);
__CUPRUM_MATH_DEV__ float yn(int n, float x) {
    return ynf(n, x);
}
__CUPRUM_BUILTIN_DOUBLE yn(int n, double x);
#endif
#if __cuprum_says(fma*)
__CUPRUM_BUILTIN_FLOAT fmaf(float x, float y, float z);
__CUPRUM_MATH_DEV__ float fma(float x, float y, float z) {
    return fmaf(x, y, z);
}
__CUPRUM_BUILTIN_DOUBLE fma(double x, double y, double z);
template <class A, class B, class C, class = __CUPRUM_NUMBER(A), class = __CUPRUM_NUMBER(B),
          class = __CUPRUM_NUMBER(C)>
__CUPRUM_MATH_DEV__ double fma(A x, B y, C z) {
    return ::fma((double)x, (double)y, (double)z);
}
#endif

// with an integer as result
#define __CUPRUM_MATH_TO(R, name)                                                                  \
    __CUPRUM_MATH_DEV__ R name(float x) {                                                               \
        return name##f(x);                                                                         \
    }                                                                                              \
    __attribute__((device_builtin, cuprum_host_has_own, device)) R name(double x);                                      \
    __CUPRUM_WHOLE_1(R, name)
#if __cuprum_says(ilogb* lrint* lround* llrint* llround*)
__CUPRUM_MATH_TO(int, ilogb)
__CUPRUM_MATH_TO(long, lrint)
__CUPRUM_MATH_TO(long, lround)
__CUPRUM_MATH_TO(long long, llrint)
__CUPRUM_MATH_TO(long long, llround)
#endif
#undef __CUPRUM_MATH_TO
#undef __CUPRUM_MATH_WITH
#undef __CUPRUM_MATH_INT

#if __cuprum_says(isnan isinf isfinite signbit)
__CUPRUM_MATH_DEV__ bool isnan(float x) {
    return __isnanf(x) != 0;
}
__CUPRUM_MATH_DEV__ bool isnan(double x) {
    return __isnan(x) != 0;
}
__CUPRUM_MATH_DEV__ bool isinf(float x) {
    return __isinff(x) != 0;
}
__CUPRUM_MATH_DEV__ bool isinf(double x) {
    return __isinf(x) != 0;
}
__CUPRUM_MATH_DEV__ bool isfinite(float x) {
    return __finitef(x) != 0;
}
__CUPRUM_MATH_DEV__ bool isfinite(double x) {
    return __finite(x) != 0;
}
__CUPRUM_MATH_DEV__ bool signbit(float x) {
    return __signbitf(x) != 0;
}
__CUPRUM_MATH_DEV__ bool signbit(double x) {
    return __signbit(x) != 0;
}
__CUPRUM_WHOLE_1(bool, isnan)
__CUPRUM_WHOLE_1(bool, isinf)
__CUPRUM_WHOLE_1(bool, isfinite)
__CUPRUM_WHOLE_1(bool, signbit)
#endif
#undef __CUPRUM_WHOLE_1
#undef __CUPRUM_NUMBER
#undef __CUPRUM_BUILTIN_DOUBLE
#undef __CUPRUM_BUILTIN_FLOAT
#if __cuprum_says(abs)
__attribute__((device_builtin, cuprum_host_has_own, device)) int abs(int x);
__CUPRUM_MATH_DEV__ long abs(long x) {
    return labs(x);
}
__CUPRUM_MATH_DEV__ long long abs(long long x) {
    return llabs(x);
}
__CUPRUM_MATH_DEV__ float abs(float x) {
    return fabsf(x);
}
__CUPRUM_MATH_DEV__ double abs(double x) {
    return ::fabs(x);
}
#endif
#if __cuprum_says(min max)
// Of a signed and an unsigned number the larger type is the unsigned one's.
#define __CUPRUM_MIN_MAX(R, A, B, min_name, max_name)                                              \
    __CUPRUM_MATH_DEV__ R min(A a, B b) {                                                               \
        return min_name(a, b);                                                                     \
    }                                                                                              \
    __CUPRUM_MATH_DEV__ R max(A a, B b) {                                                               \
        return max_name(a, b);                                                                     \
    }
#define __CUPRUM_MIN_MAX_UNSIGNED(U, S, min_name, max_name)                                        \
    __CUPRUM_MIN_MAX(U, U, U, min_name, max_name)                                                  \
    __CUPRUM_MIN_MAX(U, S, U, min_name, max_name)                                                  \
    __CUPRUM_MIN_MAX(U, U, S, min_name, max_name)
__attribute__((device_builtin, cuprum_host_has_own, device)) int min(int a, int b);
__attribute__((device_builtin, cuprum_host_has_own, device)) int max(int a, int b);
__CUPRUM_MIN_MAX(long, long, long, llmin, llmax)
__CUPRUM_MIN_MAX(long long, long long, long long, llmin, llmax)
__CUPRUM_MIN_MAX_UNSIGNED(unsigned int, int, umin, umax)
__CUPRUM_MIN_MAX_UNSIGNED(unsigned long, long, ullmin, ullmax)
__CUPRUM_MIN_MAX_UNSIGNED(unsigned long long, long long, ullmin, ullmax)
__CUPRUM_MIN_MAX(float, float, float, fminf, fmaxf)
__CUPRUM_MIN_MAX(double, double, double, ::fmin, ::fmax)
__CUPRUM_MIN_MAX(double, float, double, ::fmin, ::fmax)
__CUPRUM_MIN_MAX(double, double, float, ::fmin, ::fmax)
#undef __CUPRUM_MIN_MAX
#undef __CUPRUM_MIN_MAX_UNSIGNED
#endif
#undef __CUPRUM_MATH_DEV__

#endif
