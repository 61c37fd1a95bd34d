// SPDX-License-Identifier: Apache-2.0
// The C library's mathematical functions for the libraries that others load (libnvrtc, libnvvm,
// libnvJitLink): under the functions' own names, seen in these libraries only, and found when one
// is first called. Few programs have constants to fold by them, and loading libm.so is a twentieth
// of the time of a small compilation in a new process.
#if defined(__GLIBC__) || defined(__linux__)
#include <features.h>
#endif
#ifdef __GLIBC__
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// From the C library's libm, wherever the process has it. There is none only where the C library is
// broken.
static void *find(_Atomic(void *) *slot, const char *name) {
    void *at = atomic_load_explicit(slot, memory_order_acquire);
    if (at) return at;
    void *library = dlopen(LIBM_SO, RTLD_NOW | RTLD_LOCAL);
    at = library ? dlsym(library, name) : NULL;
    if (!at) {
        fprintf(stderr, "cuprum: %s: no %s\n", LIBM_SO, name);
        abort();
    }
    atomic_store_explicit(slot, at, memory_order_release);
    return at;
}

#define LAZY(type, name, parameters, arguments)                                                    \
    type name parameters;                                                                          \
    type name parameters {                                                                         \
        static _Atomic(void *) slot;                                                               \
        type(*function) parameters;                                                                \
        *(void **)&function = find(&slot, #name);                                                  \
        return function arguments;                                                                 \
    }
#define LAZY_1(name) LAZY(double, name, (double x), (x))
#define LAZY_2(name) LAZY(double, name, (double x, double y), (x, y))
LAZY_1(acos)
LAZY_1(asin)
LAZY_1(atan)
LAZY_1(ceil)
LAZY_1(cos)
LAZY_1(cosh)
LAZY_1(exp)
LAZY_1(exp2)
LAZY_1(fabs)
LAZY_1(floor)
LAZY_1(log)
LAZY_1(log10)
LAZY_1(round)
LAZY_1(sin)
LAZY_1(sinh)
LAZY_1(sqrt)
LAZY_1(tan)
LAZY_1(tanh)
LAZY_2(atan2)
LAZY_2(fmax)
LAZY_2(fmin)
LAZY_2(fmod)
LAZY_2(pow)
LAZY(float, sqrtf, (float x), (x))
LAZY(double, fma, (double x, double y, double z), (x, y, z))
LAZY(float, fmaf, (float x, float y, float z), (x, y, z))
LAZY(double, frexp, (double x, int *exponent), (x, exponent))
LAZY(double, ldexp, (double x, int exponent), (x, exponent))
#endif
