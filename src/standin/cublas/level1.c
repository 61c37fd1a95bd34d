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

// ---- S ----
#define NUMBER       float
#define REAL         float
#define WIDE         double
#define CONJUGATE(x) (x)
#define SIZE(x)      fabs(x)
#define WORK(name)   name##_S
#include "standin/cublas/level1_work.inc"
#define INT          int
#define NAME(name)   cublasS##name##_v2
#define RESULT(name) cublasS##name##_v2
#define AT(name)     cublasIs##name##_v2
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#define INT          int64_t
#define NAME(name)   cublasS##name##_v2_64
#define RESULT(name) cublasS##name##_v2_64
#define AT(name)     cublasIs##name##_v2_64
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef NUMBER
#undef REAL
#undef WIDE
#undef CONJUGATE
#undef SIZE
#undef WORK

// ---- D ----
#define NUMBER       double
#define REAL         double
#define WIDE         double
#define CONJUGATE(x) (x)
#define SIZE(x)      fabs(x)
#define WORK(name)   name##_D
#include "standin/cublas/level1_work.inc"
#define INT          int
#define NAME(name)   cublasD##name##_v2
#define RESULT(name) cublasD##name##_v2
#define AT(name)     cublasId##name##_v2
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#define INT          int64_t
#define NAME(name)   cublasD##name##_v2_64
#define RESULT(name) cublasD##name##_v2_64
#define AT(name)     cublasId##name##_v2_64
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef NUMBER
#undef REAL
#undef WIDE
#undef CONJUGATE
#undef SIZE
#undef WORK

// ---- C ----
#define NUMBER       float _Complex
#define REAL         float
#define WIDE         double _Complex
#define CONJUGATE(x) conj(x)
#define SIZE(x)      size_of_complex(x)
#define WORK(name)   name##_C
#define IS_COMPLEX
#include "standin/cublas/level1_work.inc"
#define INT             int
#define NAME(name)      cublasC##name##_v2
#define RESULT(name)    cublasSc##name##_v2
#define AT(name)        cublasIc##name##_v2
#define REAL_NAME(name) cublasCs##name##_v2
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef REAL_NAME
#define INT             int64_t
#define NAME(name)      cublasC##name##_v2_64
#define RESULT(name)    cublasSc##name##_v2_64
#define AT(name)        cublasIc##name##_v2_64
#define REAL_NAME(name) cublasCs##name##_v2_64
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef REAL_NAME
#undef NUMBER
#undef REAL
#undef WIDE
#undef CONJUGATE
#undef SIZE
#undef IS_COMPLEX
#undef WORK

// ---- Z ----
#define NUMBER       double _Complex
#define REAL         double
#define WIDE         double _Complex
#define CONJUGATE(x) conj(x)
#define SIZE(x)      size_of_complex(x)
#define WORK(name)   name##_Z
#define IS_COMPLEX
#include "standin/cublas/level1_work.inc"
#define INT             int
#define NAME(name)      cublasZ##name##_v2
#define RESULT(name)    cublasDz##name##_v2
#define AT(name)        cublasIz##name##_v2
#define REAL_NAME(name) cublasZd##name##_v2
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef REAL_NAME
#define INT             int64_t
#define NAME(name)      cublasZ##name##_v2_64
#define RESULT(name)    cublasDz##name##_v2_64
#define AT(name)        cublasIz##name##_v2_64
#define REAL_NAME(name) cublasZd##name##_v2_64
#include "standin/cublas/level1_entry.inc"
#undef INT
#undef NAME
#undef RESULT
#undef AT
#undef REAL_NAME
#undef NUMBER
#undef REAL
#undef WIDE
#undef CONJUGATE
#undef SIZE
#undef IS_COMPLEX
#undef WORK
