// SPDX-License-Identifier: Apache-2.0
// cuBLAS, level 1: vectors. Written here for all four types (level1_work.inc), so that they need no
// library: functions of BLAS that return values are called in different ways by different ones.
#include "standin/cublas/cublas.h"

#include <math.h>

// An operation of vectors x (b) and y (c).
// Fewer than 0 elements are none, as in BLAS.
static Blas vectors(int64_t n, const void *x, int64_t stepx, void *y, int64_t stepy) {
    Blas blas = {.b = x, .c = y};
    blas.n = cublas_narrow(&blas, n < 0 ? 0 : n);
    blas.ldb = cublas_narrow(&blas, stepx);
    blas.ldc = cublas_narrow(&blas, stepy);
    return blas;
}

// Where a result goes: to the host, or to the device.
static void *result_at(StandinRun *run, const Blas *blas, const void *at, size_t size) {
    return standin_bytes(run, at, size, STANDIN_OUT | (blas->host_results ? STANDIN_HOST : 0));
}

// BLAS's cabs1, which asum, amax and amin take for the absolute value.
static double size_of_complex(double _Complex value) {
    return fabs(creal(value)) + fabs(cimag(value));
}

// ---- each type ---------------------------------------------------------------------------------

#define LEVEL1_JOIN(prefix, name, suffix) cublas##prefix##name##_v2##suffix
#define LEVEL1_NAME(prefix, name, suffix) LEVEL1_JOIN(prefix, name, suffix)
#define LEVEL1_END(name, type)            name##_##type
#define LEVEL1_WORK(name, type)           LEVEL1_END(name, type)

#define T            S
#define RESULT_T     S
#define AT_T         Is
#define NUMBER       float
#define REAL         float
#define WIDE         double
#define CONJUGATE(x) (x)
#define SIZE(x)      fabs(x)
#include "standin/cublas/level1_type.inc"

#define T            D
#define RESULT_T     D
#define AT_T         Id
#define NUMBER       double
#define REAL         double
#define WIDE         double
#define CONJUGATE(x) (x)
#define SIZE(x)      fabs(x)
#include "standin/cublas/level1_type.inc"

#define T            C
#define RESULT_T     Sc
#define AT_T         Ic
#define REAL_T       Cs
#define NUMBER       float _Complex
#define REAL         float
#define WIDE         double _Complex
#define CONJUGATE(x) conj(x)
#define SIZE(x)      size_of_complex(x)
#include "standin/cublas/level1_type.inc"

#define T            Z
#define RESULT_T     Dz
#define AT_T         Iz
#define REAL_T       Zd
#define NUMBER       double _Complex
#define REAL         double
#define WIDE         double _Complex
#define CONJUGATE(x) conj(x)
#define SIZE(x)      size_of_complex(x)
#include "standin/cublas/level1_type.inc"
