// SPDX-License-Identifier: Apache-2.0
// The table of functions, and exact results that MPFR has no function for.
#include "check.h"

#include <math.h>

#define DECLARE(...) extern __VA_ARGS__;
#include "functions.def"

#define M1(f) mpfr_##f(r, arg[0], MPFR_RNDN)
#define M2(f) mpfr_##f(r, arg[0], arg[1], MPFR_RNDN)

#define FN(name, n, documented, near, exact, measure, ...)                                         \
    static float host_##name(float x, float y, float z, float w) {                                 \
        float r;                                                                                   \
        __VA_ARGS__;                                                                               \
        return r;                                                                                  \
    }                                                                                              \
    static double near_##name(double x, double y, double z, double w) {                            \
        return near;                                                                               \
    }                                                                                              \
    static void exact_##name(mpfr_t r, const mpfr_t *arg) {                                        \
        exact;                                                                                     \
    }
#include "functions.def"

const Function functions[] = {
#define FN(name, n, documented, near, exact, measure, ...)                                         \
    {#name, n, documented, host_##name, near_##name, exact_##name, measure, #__VA_ARGS__},
#include "functions.def"
};
const size_t nfunctions = sizeof functions / sizeof *functions;

const char *const prototypes =
#define DECLARE(...) "extern \"C\" __device__ " #__VA_ARGS__ ";\n"
#include "functions.def"
    ;
