// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: eigenvalues of general matrices (Xgeev). The eigenvalues are complex numbers; vectors
// of real matrices are LAPACK's pairs of real columns.
#include "standin/cusolver/cusolver.h"

// Real matrices: the parts of the eigenvalues come apart.
static void real_eigen(StandinRun *run, const Dense *o, void *a, void *w, void *vl, void *vr,
                       int *info) {
    size_t n = (size_t)o->n;
    char *parts = standin_scratch(run, 2 * n, o->size), *wi = parts ? parts + n * o->size : NULL;
    if (!parts) return;
    CUSOLVER_TWICE(o, o->function(&o->job, &o->job_v, &o->n, a, &o->lda, parts, wi, vl, &o->ldb, vr,
                                  &o->ldc, work, &lwork, info, STANDIN_LETTERS));
    for (size_t i = 0; i < n; i++) {
        memcpy((char *)w + 2 * i * o->size, parts + i * o->size, o->size);
        memcpy((char *)w + (2 * i + 1) * o->size, wi + i * o->size, o->size);
    }
    free(parts);
}

// LAPACK's complex geev wants 2 n real numbers beside its workspace; the eigenvalues come whole.
static void complex_eigen(StandinRun *run, const Dense *o, void *a, void *w, void *vl, void *vr,
                          int *info) {
    void *rwork = standin_scratch(run, 2 * (uint64_t)o->n, cusolver_real_size(o));
    if (rwork)
        CUSOLVER_TWICE(o, o->function(&o->job, &o->job_v, &o->n, a, &o->lda, w, vl, &o->ldb, vr,
                                      &o->ldc, work, &lwork, rwork, info, STANDIN_LETTERS));
    free(rwork);
}

// A is lost. Vectors that are not asked for have no columns, so that their addresses may be NULL.
static void work_geev(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int64_t n = o->n, left = o->job == 'V' ? n : 0, right = o->job_v == 'V' ? n : 0;
    void *a = cusolver_matrix(run, o, o->a, n, n, o->lda, STANDIN_INOUT);
    void *w = standin_bytes(run, o->s, (uint64_t)n * 2 * cusolver_real_size(o), STANDIN_OUT);
    void *vl = cusolver_matrix(run, o, o->b, n, left, o->ldb, STANDIN_OUT);
    void *vr = cusolver_matrix(run, o, o->c, n, right, o->ldc, STANDIN_OUT);
    int *info = cusolver_info(run, o, 1);
    if (run->failed || !n) return;
    if (cusolver_is_complex(o))
        complex_eigen(run, o, a, w, vl, vr, info);
    else
        real_eigen(run, o, a, w, vl, vr, info);
}

// Complex eigenvalues of the matrix's precision, vectors of its type.
static bool are_types_right(int type, int type_w, int type_vl, int type_vr) {
    bool wide = type == CUDA_R_64F || type == CUDA_C_64F;
    return cusolver_letter(type) && type_w == (wide ? CUDA_C_64F : CUDA_C_32F) && type_vl == type &&
           type_vr == type;
}

// No workspace is needed. 1: cudaMalloc of 0 bytes gives NULL, which programs may take for a
// failure.
CUSOLVER_FUNCTION(cusolverDnXgeev_bufferSize, Cusolver *handle, void *parameters, int job_l,
                  int job_r, int64_t n, int type, const void *a, int64_t lda, int type_w,
                  const void *w, int type_vl, const void *vl, int64_t ldvl, int type_vr,
                  const void *vr, int64_t ldvr, int compute, size_t *device, size_t *host) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!device || !host) return CUSOLVER_INVALID_VALUE;
    *device = *host = 1;
    return CUSOLVER_SUCCESS;
}

// LAPACK wants leading dimensions of 1 at least, even of vectors that are not asked for.
CUSOLVER_FUNCTION(cusolverDnXgeev, Cusolver *handle, void *parameters, int job_l, int job_r,
                  int64_t n, int type, void *a, int64_t lda, int type_w, void *w, int type_vl,
                  void *vl, int64_t ldvl, int type_vr, void *vr, int64_t ldvr, int compute,
                  void *device, size_t device_size, void *host, size_t host_size, int *info) {
    Dense o = {.type = cusolver_letter(type),
               .size = standin_type_size(type),
               .job = cusolver_choice("NV", job_l),
               .job_v = cusolver_choice("NV", job_r),
               .a = a,
               .s = w,
               .b = vl,
               .c = vr,
               .info = info};
    bool fits = cusolver_narrow(n, &o.n) && cusolver_narrow(lda, &o.lda) &&
                cusolver_narrow(ldvl > 1 ? ldvl : 1, &o.ldb) &&
                cusolver_narrow(ldvr > 1 ? ldvr : 1, &o.ldc);
    if (!o.job || !o.job_v || !fits) return CUSOLVER_INVALID_VALUE;
    if (!are_types_right(type, type_w, type_vl, type_vr)) {
        standin_missing("cusolverDnXgeev: these types of eigenvalues and vectors");
        return CUSOLVER_NOT_SUPPORTED;
    }
    return cusolver_issue(handle, __func__, &o, "geev", NULL, work_geev);
}
