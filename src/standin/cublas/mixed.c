// SPDX-License-Identifier: Apache-2.0
// cuBLAS, level 1 with any types (the functions NAMEEx).
#include "standin/cublas/cublas.h"

#include <math.h>

// x is a, y is c.
// The first element, which lies behind the others where the step is negative.
static void *vector(StandinRun *run, const Blas *o, const void *at, int type, int step, int use) {
    char *first = standin_vector(run, at, standin_type_size(type), o->n, step, use);
    if (first && step < 0) first += (int64_t)(1 - o->n) * step * (int64_t)standin_type_size(type);
    return first;
}

// y = alpha x + y, in double, rounded once to the type of y.
static void work_axpy(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *p = cublas_scalar_at(run, &o->alpha);
    void *x = vector(run, o, o->a, o->type_a, o->lda, STANDIN_IN);
    void *y = vector(run, o, o->c, o->type_c, o->ldc, STANDIN_INOUT);
    if (run->failed) return;
    StandinComplex alpha = standin_load(o->type_scalar, p, 0);
    for (int64_t i = 0; i < o->n; i++)
        standin_store(o->type_c, y, i * o->ldc,
                      standin_load(o->type_c, y, i * o->ldc) +
                          alpha * standin_load(o->type_a, x, i * o->lda));
}

// x is c here, as it is written; each product is rounded once.
static void work_scal(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *p = cublas_scalar_at(run, &o->alpha);
    void *x = vector(run, o, o->c, o->type_c, o->ldc, STANDIN_INOUT);
    if (run->failed) return;
    StandinComplex alpha = standin_load(o->type_scalar, p, 0);
    for (int64_t i = 0; i < o->n; i++)
        standin_store(o->type_c, x, i * o->ldc, alpha * standin_load(o->type_c, x, i * o->ldc));
}

// Between types the value is rounded to nearest, as standin_store does.
static void work_copy(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *x = vector(run, o, o->a, o->type_a, o->lda, STANDIN_IN);
    void *y = vector(run, o, o->c, o->type_c, o->ldc, STANDIN_OUT);
    if (run->failed) return;
    for (int64_t i = 0; i < o->n; i++)
        standin_store(o->type_c, y, i * o->ldc, standin_load(o->type_a, x, i * o->lda));
}

static void *result(StandinRun *run, const Blas *o) {
    return standin_bytes(run, o->b, standin_type_size(o->type_b),
                         STANDIN_OUT | (o->host_results ? STANDIN_HOST : 0));
}

// The result is b.
static void work_dot(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *x = vector(run, o, o->a, o->type_a, o->lda, STANDIN_IN);
    void *y = vector(run, o, o->c, o->type_c, o->ldc, STANDIN_IN);
    void *to = result(run, o);
    StandinComplex sum = 0;
    if (run->failed) return;
    for (int64_t i = 0; i < o->n; i++) {
        StandinComplex first = standin_load(o->type_a, x, i * o->lda);
        sum += (o->diag == 'C' ? conj(first) : first) * standin_load(o->type_c, y, i * o->ldc);
    }
    standin_store(o->type_b, to, 0, sum);
}

// Squares are not scaled: a double holds those of all narrower types.
static void work_nrm2(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *x = vector(run, o, o->a, o->type_a, o->lda, STANDIN_IN), *to = result(run, o);
    double sum = 0;
    if (run->failed) return;
    for (int64_t i = 0; i < o->n; i++) {
        StandinComplex value = standin_load(o->type_a, x, i * o->lda);
        sum += creal(value) * creal(value) + cimag(value) * cimag(value);
    }
    standin_store(o->type_b, to, 0, sqrt(sum));
}

// Of complex numbers |re| + |im|, as in BLAS.
static void work_asum(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *x = vector(run, o, o->a, o->type_a, o->lda, STANDIN_IN), *to = result(run, o);
    double sum = 0;
    if (run->failed) return;
    for (int64_t i = 0; i < o->n; i++) {
        StandinComplex value = standin_load(o->type_a, x, i * o->lda);
        sum += fabs(creal(value)) + fabs(cimag(value));
    }
    standin_store(o->type_b, to, 0, sum);
}

// An operation of vectors x (a) and y (c). A type that a function does not have is 0, that of
// floats, and so a known one. Fewer than 0 elements are none, as in BLAS.
static Blas vectors(int64_t n, const void *x, int type_x, int64_t stepx, const void *y, int type_y,
                    int64_t stepy) {
    Blas o = {.a = x, .type_a = type_x, .c = (void *)(uintptr_t)y, .type_c = type_y};
    o.n = cublas_narrow(&o, n < 0 ? 0 : n);
    o.lda = cublas_narrow(&o, stepx);
    o.ldc = cublas_narrow(&o, stepy);
    return o;
}

// The type to compute in is not looked at: all sums are doubles.
static int issue(const Cublas *handle, const char *api, Blas *o, StandinWork *work) {
    bool known = standin_type_size(o->type_a) && standin_type_size(o->type_b) &&
                 standin_type_size(o->type_c) && standin_type_size(o->type_scalar);
    return known ? cublas_issue(handle, api, o, NULL, true, work) : CUBLAS_NOT_SUPPORTED;
}

// With a factor.
static int issue_scaled(const Cublas *handle, const char *api, Blas o, const void *alpha,
                        int type_alpha, StandinWork *work) {
    o.type_scalar = type_alpha;
    o.alpha = cublas_scalar(handle, alpha, standin_type_size(type_alpha));
    return issue(handle, api, &o, work);
}

// With a result, which is b. `end` is 'C' where x is conjugated.
static int issue_result(const Cublas *handle, const char *api, Blas o, void *to, int type_to,
                        char end, StandinWork *work) {
    o.b = to;
    o.type_b = type_to;
    o.diag = end;
    return issue(handle, api, &o, work);
}

#define ANY_TYPE(INT, SUFFIX)                                                                      \
    CUBLAS_FUNCTION(cublasAxpyEx##SUFFIX, Cublas *handle, INT n, const void *alpha,                \
                    int type_alpha, const void *x, int type_x, INT incx, void *y, int type_y,      \
                    INT incy, int compute) {                                                       \
        return issue_scaled(handle, __func__, vectors(n, x, type_x, incx, y, type_y, incy), alpha, \
                            type_alpha, work_axpy);                                                \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasScalEx##SUFFIX, Cublas *handle, INT n, const void *alpha,                \
                    int type_alpha, void *x, int type_x, INT incx, int compute) {                  \
        return issue_scaled(handle, __func__, vectors(n, NULL, 0, 1, x, type_x, incx), alpha,      \
                            type_alpha, work_scal);                                                \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasCopyEx##SUFFIX, Cublas *handle, INT n, const void *x, int type_x,        \
                    INT incx, void *y, int type_y, INT incy) {                                     \
        Blas o = vectors(n, x, type_x, incx, y, type_y, incy);                                     \
        return issue(handle, __func__, &o, work_copy);                                             \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasDotEx##SUFFIX, Cublas *handle, INT n, const void *x, int type_x,         \
                    INT incx, const void *y, int type_y, INT incy, void *to, int type_to,          \
                    int compute) {                                                                 \
        return issue_result(handle, __func__, vectors(n, x, type_x, incx, y, type_y, incy), to,    \
                            type_to, 'T', work_dot);                                               \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasDotcEx##SUFFIX, Cublas *handle, INT n, const void *x, int type_x,        \
                    INT incx, const void *y, int type_y, INT incy, void *to, int type_to,          \
                    int compute) {                                                                 \
        return issue_result(handle, __func__, vectors(n, x, type_x, incx, y, type_y, incy), to,    \
                            type_to, 'C', work_dot);                                               \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasNrm2Ex##SUFFIX, Cublas *handle, INT n, const void *x, int type_x,        \
                    INT incx, void *to, int type_to, int compute) {                                \
        return issue_result(handle, __func__, vectors(n, x, type_x, incx, NULL, 0, 1), to,         \
                            type_to, 'T', work_nrm2);                                              \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasAsumEx##SUFFIX, Cublas *handle, INT n, const void *x, int type_x,        \
                    INT incx, void *to, int type_to, int compute) {                                \
        return issue_result(handle, __func__, vectors(n, x, type_x, incx, NULL, 0, 1), to,         \
                            type_to, 'T', work_asum);                                              \
    }
ANY_TYPE(int, )
ANY_TYPE(int64_t, _64)
