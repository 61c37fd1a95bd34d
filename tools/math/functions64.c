// SPDX-License-Identifier: Apache-2.0
// The table of the functions of double, and their exact results.
#include "check.h"
#include "exact64.h"

#include <math.h>

#define DECLARE(...) extern __VA_ARGS__;
#include "functions64.def"

#define M1(f) mpfr_##f(r, arg[0], MPFR_RNDN)
#define M2(f) mpfr_##f(r, arg[0], arg[1], MPFR_RNDN)
#define M3(f) mpfr_##f(r, arg[0], arg[1], arg[2], MPFR_RNDN)
#define NONE  (void)0 // `near` is exact
// no other is a name of four letters
#define IS_NONE(text) (sizeof text == sizeof "NONE")

#define FN(name, n, ulps, near, exact, how, ...)                                                   \
    static double host_##name(double x, double y, double z, double w) {                            \
        double r;                                                                                  \
        __VA_ARGS__;                                                                               \
        return r;                                                                                  \
    }                                                                                              \
    static long double wide_##name(long double x, long double y, long double z, long double w) {   \
        return near;                                                                               \
    }                                                                                              \
    static void reference_##name(mpfr_t r, const mpfr_t *arg) {                                    \
        exact;                                                                                     \
    }
#include "functions64.def"

const Function functions64[] = {
#define FN(name, n, ulps, near, exact, how, ...)                                                   \
    {#name,       n,                                                                               \
     ulps,        NULL,                                                                            \
     NULL,        reference_##name,                                                                \
     how,         #__VA_ARGS__,                                                                    \
     #near,       IS_NONE(#exact),                                                                 \
     host_##name, wide_##name},
#include "functions64.def"
};
const size_t nfunctions64 = sizeof functions64 / sizeof *functions64;

const char *const prototypes64 =
#define DECLARE(...) "extern \"C\" __device__ " #__VA_ARGS__ ";\n"
#include "functions64.def"
    ;
