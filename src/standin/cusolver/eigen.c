// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: eigenvalues of symmetric and Hermitian matrices, singular values. Jacobi's methods of
// NVIDIA's library are LAPACK's other ones here: the same values and, to their signs, vectors.
#include "standin/cusolver/cusolver.h"

#include <math.h>

// What the operations of this file have in common: a matrix and its values. The letter is LAPACK's.
static Dense of_matrix(char letter, int m, int n, const void *a, int lda, void *s, int *info) {
    return (Dense){.type = letter,
                   .size = standin_type_size(cusolver_type(letter)),
                   .m = m,
                   .n = n,
                   .a = (void *)(uintptr_t)a,
                   .lda = lda,
                   .s = s,
                   .info = info,
                   .batch = 1};
}

// The same of the newer functions. False: LAPACK has not the type or the size.
static bool of_wide_matrix(Dense *o, int type, int64_t m, int64_t n, void *a, int64_t lda, void *s,
                           int *info) {
    int narrow_m, narrow_n, narrow_ld;
    bool fits = cusolver_narrow(m, &narrow_m) && cusolver_narrow(n, &narrow_n) &&
                cusolver_narrow(lda, &narrow_ld) && cusolver_letter(type);
    if (fits) *o = of_matrix(cusolver_letter(type), narrow_m, narrow_n, a, narrow_ld, s, info);
    return fits;
}

// ---- eigenvalues -------------------------------------------------------------------------------

// syevd, heevd: on one matrix or a row of them.
// Eigenvalues ascend in w, n for each matrix; vectors take the place of A. Matrices lie stride_a
// elements apart.
static void work_syevd(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    size_t real = cusolver_real_size(o);
    int *info = cusolver_info(run, o, o->batch);
    int64_t n = o->n;
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        char *a = cusolver_matrix(run, o, (char *)o->a + i * o->stride_a * (int64_t)o->size, n, n,
                                  o->lda, STANDIN_INOUT);
        void *w = standin_bytes(run, (char *)o->s + i * n * (int64_t)real, (uint64_t)n * real,
                                STANDIN_OUT);
        // more than LAPACK asks for: 1 + 6 n + 2 n n; 3 + 5 n numbers
        int lwork = (int)(2 + 6 * n + 2 * n * n), liwork = (int)(3 + 5 * n);
        int lrwork = (int)(1 + 5 * n + 2 * n * n);
        void *work = standin_scratch(run, (uint64_t)lwork, o->size);
        void *rwork = standin_scratch(run, (uint64_t)lrwork, real);
        int *iwork = standin_scratch(run, (uint64_t)liwork, sizeof *iwork);
        if (!run->failed && cusolver_is_complex(o))
            o->function(&o->job, &o->uplo, &o->n, a, &o->lda, w, work, &lwork, rwork, &lrwork,
                        iwork, &liwork, &info[i], STANDIN_LETTERS);
        else if (!run->failed)
            o->function(&o->job, &o->uplo, &o->n, a, &o->lda, w, work, &lwork, iwork, &liwork,
                        &info[i], STANDIN_LETTERS);
        free(work);
        free(rwork);
        free(iwork);
    }
}

// Refuses a job but N and V, and a triangle but L and U. Matrices of a batch follow each other
// without a gap.
static int issue_syevd(const Cusolver *handle, const char *api, Dense *o, int job, int uplo) {
    o->job = cusolver_choice("NV", job);
    o->uplo = cusolver_choice("LU", uplo);
    if (!o->job || !o->uplo) return CUSOLVER_INVALID_VALUE;
    o->stride_a = (int64_t)o->lda * o->n;
    return cusolver_issue(handle, api, o, cusolver_is_complex(o) ? "heevd" : "syevd", NULL,
                          work_syevd);
}

// syevd and syevj of a type, S being sy or he: both do the same, and the parameters of Jacobi's
// method are not looked at.
#define EIGEN(T, LETTER, S)                                                                        \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evd_bufferSize, Cusolver *handle, int job, int uplo,       \
                      int n, const void *a, int lda, const void *w, int *size) {                   \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evj_bufferSize, Cusolver *handle, int job, int uplo,       \
                      int n, const void *a, int lda, const void *w, int *size, void *parameters) { \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evjBatched_bufferSize, Cusolver *handle, int job,          \
                      int uplo, int n, const void *a, int lda, const void *w, int *size,           \
                      void *parameters, int count) {                                               \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evd, Cusolver *handle, int job, int uplo, int n, void *a,  \
                      int lda, void *w, void *space, int length, int *info) {                      \
        Dense o = of_matrix(LETTER, 0, n, a, lda, w, info);                                        \
        return issue_syevd(handle, __func__, &o, job, uplo);                                       \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evj, Cusolver *handle, int job, int uplo, int n, void *a,  \
                      int lda, void *w, void *space, int length, int *info, void *parameters) {    \
        Dense o = of_matrix(LETTER, 0, n, a, lda, w, info);                                        \
        return issue_syevd(handle, __func__, &o, job, uplo);                                       \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##S##evjBatched, Cusolver *handle, int job, int uplo, int n,    \
                      void *a, int lda, void *w, void *space, int length, int *info,               \
                      void *parameters, int count) {                                               \
        Dense o = of_matrix(LETTER, 0, n, a, lda, w, info);                                        \
        o.batch = count;                                                                           \
        return issue_syevd(handle, __func__, &o, job, uplo);                                       \
    }
EIGEN(S, 's', sy)
EIGEN(D, 'd', sy)
EIGEN(C, 'c', he)
EIGEN(Z, 'z', he)

CUSOLVER_FUNCTION(cusolverDnXsyevd_bufferSize, Cusolver *handle, void *parameters, int job,
                  int uplo, int64_t n, int type, const void *a, int64_t lda, int type_w,
                  const void *w, int compute, size_t *device, size_t *host) {
    return cusolver_no_wide_space(handle, device, host);
}

// type_w is not looked at: the documentation's table has one for each type of A.
CUSOLVER_FUNCTION(cusolverDnXsyevd, Cusolver *handle, void *parameters, int job, int uplo,
                  int64_t n, int type, void *a, int64_t lda, int type_w, void *w, int compute,
                  void *device, size_t device_size, void *host, size_t host_size, int *info) {
    Dense o;
    if (!of_wide_matrix(&o, type, 0, n, a, lda, w, info)) return CUSOLVER_NOT_SUPPORTED;
    return issue_syevd(handle, __func__, &o, job, uplo);
}

CUSOLVER_FUNCTION(cusolverDnXsyevBatched_bufferSize, Cusolver *handle, void *parameters, int job,
                  int uplo, int64_t n, int type, const void *a, int64_t lda, int type_w,
                  const void *w, int compute, size_t *device, size_t *host, int64_t count) {
    return cusolver_no_wide_space(handle, device, host);
}

// Matrices follow each other lda * n elements apart, eigenvalues n (cuSOLVER, Xsyevbatched).
CUSOLVER_FUNCTION(cusolverDnXsyevBatched, Cusolver *handle, void *parameters, int job, int uplo,
                  int64_t n, int type, void *a, int64_t lda, int type_w, void *w, int compute,
                  void *device, size_t device_size, void *host, size_t host_size, int *info,
                  int64_t count) {
    Dense o;
    bool fits = of_wide_matrix(&o, type, 0, n, a, lda, w, info) && cusolver_narrow(count, &o.batch);
    if (!fits) return CUSOLVER_NOT_SUPPORTED;
    return issue_syevd(handle, __func__, &o, job, uplo);
}

// ---- singular values ---------------------------------------------------------------------------

// LAPACK's gesvd: U and VT are parts of the host's memory, or the device's.
// A is lost. 5 min(m, n) real numbers are what the complex routine wants beside its workspace.
static void decompose(StandinRun *run, const Dense *o, void *a, void *s, void *u, int ldu, void *vt,
                      int ldvt, int *info) {
    int low = o->m < o->n ? o->m : o->n;
    void *rwork = standin_scratch(run, 5 * (uint64_t)low + 1, cusolver_real_size(o));
    if (rwork && cusolver_is_complex(o))
        CUSOLVER_TWICE(o, o->function(&o->job, &o->job_v, &o->m, &o->n, a, &o->lda, s, u, &ldu, vt,
                                      &ldvt, work, &lwork, rwork, info, STANDIN_LETTERS));
    else if (rwork)
        CUSOLVER_TWICE(o, o->function(&o->job, &o->job_v, &o->m, &o->n, a, &o->lda, s, u, &ldu, vt,
                                      &ldvt, work, &lwork, info, STANDIN_LETTERS));
    free(rwork);
}

static int at_least_one(int n) {
    return n > 1 ? n : 1;
}

// A: all vectors, S: the first min(m, n), O: in the place of A, N: none (LAPACK, gesvd). U and VT
// have columns and rows only where they are asked for.
static void work_gesvd(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int low = o->m < o->n ? o->m : o->n;
    int columns = o->job == 'A' ? o->m : o->job == 'S' ? low : 0;
    int rows = o->job_v == 'A' ? o->n : o->job_v == 'S' ? low : 0;
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_INOUT);
    void *s = standin_bytes(run, o->s, (uint64_t)low * cusolver_real_size(o), STANDIN_OUT);
    void *u = cusolver_matrix(run, o, o->b, o->m, columns, o->ldb, STANDIN_OUT);
    void *vt = cusolver_matrix(run, o, o->c, rows, o->n, o->ldc, STANDIN_OUT);
    int *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    decompose(run, o, a, s, u, at_least_one(o->ldb), vt, at_least_one(o->ldc), info);
}

// V is the conjugate of VT, turned: `rows` of VT become columns.
static void turn(const Dense *o, const void *vt, int ldvt, void *v, int ldv, int rows) {
    int type = cusolver_type(o->type);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < o->n; j++) {
            StandinComplex value = standin_load(type, vt, i + j * ldvt);
            standin_store(type, v, j + i * ldv, __builtin_conj(value));
        }
    }
}

// What remains of the matrix behind the first k singular values.
static double rest_of(const Dense *o, const void *s, int k, int low) {
    double sum = 0;
    for (int i = k; i < low; i++) {
        double value =
            cusolver_real_size(o) == sizeof(float) ? ((const float *)s)[i] : ((const double *)s)[i];
        sum += value * value;
    }
    return sqrt(sum);
}

// gesvdj, gesvdjBatched, gesvdaStridedBatched: V, not its conjugate, and of k vectors with o->k.
static void one_gesvdj(StandinRun *run, const Dense *o, int64_t i, int *info) {
    int low = o->m < o->n ? o->m : o->n, kept = o->k ? o->k : low;
    int64_t size = (int64_t)o->size, real = (int64_t)cusolver_real_size(o);
    bool vectors = o->job != 'N';
    int columns = o->econ ? kept : o->m, v_columns = o->econ ? kept : o->n;
    int vt_rows = o->econ ? low : o->n, ldu = at_least_one(o->m), ldvt = at_least_one(vt_rows);
    char *a = cusolver_matrix(run, o, (char *)o->a + i * o->stride_a * size, o->m, o->n, o->lda,
                              STANDIN_IN);
    void *s = standin_bytes(run, (char *)o->s + i * o->stride_s * real,
                            (uint64_t)kept * (uint64_t)real, STANDIN_OUT);
    void *u = vectors ? cusolver_matrix(run, o, (char *)o->b + i * o->stride_u * size, o->m,
                                        columns, o->ldb, STANDIN_OUT)
                      : NULL;
    void *v = vectors ? cusolver_matrix(run, o, (char *)o->c + i * o->stride_v * size, o->n,
                                        v_columns, o->ldc, STANDIN_OUT)
                      : NULL;
    // LAPACK works on copies: it loses A, and has all vectors where k are asked for
    char *copy = standin_scratch(run, (uint64_t)o->lda * (uint64_t)o->n, o->size);
    char *all_u = standin_scratch(run, (uint64_t)ldu * (uint64_t)ldu, o->size);
    void *vt = standin_scratch(run, (uint64_t)ldvt * (uint64_t)at_least_one(o->n), o->size);
    void *all_s = standin_scratch(run, (uint64_t)low, (size_t)real);
    if (!run->failed) {
        for (int64_t j = 0; j < o->n; j++)
            memcpy(copy + j * o->lda * size, a + j * o->lda * size, (size_t)o->m * o->size);
        decompose(run, o, copy, all_s, all_u, ldu, vt, ldvt, info);
        memcpy(s, all_s, (size_t)kept * (size_t)real);
        for (int64_t j = 0; u && j < columns; j++)
            memcpy((char *)u + j * o->ldb * size, all_u + j * ldu * size, (size_t)o->m * o->size);
        if (v) turn(o, vt, ldvt, v, o->ldc, v_columns);
        if (o->residual) o->residual[i] = rest_of(o, all_s, kept, low);
    }
    free(copy);
    free(all_u);
    free(vt);
    free(all_s);
}

static void work_gesvdj(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int *info = cusolver_info(run, o, o->batch);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) one_gesvdj(run, o, i, &info[i]);
}

// The job is cusolverEigMode_t: 0 without vectors, 1 with them.
static int issue_gesvdj(const Cusolver *handle, const char *api, Dense *o, int job) {
    if (job < 0 || job > 1) return CUSOLVER_INVALID_VALUE;
    o->job = o->job_v = job == 0 ? 'N' : o->econ ? 'S' : 'A';
    return cusolver_issue(handle, api, o, "gesvd", NULL, work_gesvdj);
}

// Q' A P = B, of two diagonals d and e; Q and P are reflections in A, tauq and taup (LAPACK,
// gebrd).
static void work_gebrd(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int low = o->m < o->n ? o->m : o->n;
    size_t real = cusolver_real_size(o);
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_INOUT);
    void *d = standin_bytes(run, o->s, (uint64_t)low * real, STANDIN_OUT);
    void *e = standin_bytes(run, o->e, (uint64_t)(low > 0 ? low - 1 : 0) * real, STANDIN_OUT);
    void *q = standin_bytes(run, o->tau, (uint64_t)low * o->size, STANDIN_OUT);
    void *p = standin_bytes(run, o->tau2, (uint64_t)low * o->size, STANDIN_OUT);
    int *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    CUSOLVER_TWICE(o, o->function(&o->m, &o->n, a, &o->lda, d, e, q, p, work, &lwork, info));
}

static bool is_job(signed char job) {
    return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

// U and V, or its conjugate.
static Dense with_vectors(Dense o, void *u, int ldu, void *v, int ldv) {
    o.b = u;
    o.ldb = ldu;
    o.c = v;
    o.ldc = ldv;
    return o;
}

static Dense with_strides(Dense o, int count, int64_t stride_a, int64_t stride_s, int64_t stride_u,
                          int64_t stride_v) {
    o.batch = count;
    o.stride_a = stride_a;
    o.stride_s = stride_s;
    o.stride_u = stride_u;
    o.stride_v = stride_v;
    return o;
}

static int issue_gebrd(const Cusolver *handle, const char *api, Dense o, void *e, void *tauq,
                       void *taup) {
    o.e = e;
    o.tau = tauq;
    o.tau2 = taup;
    return cusolver_issue(handle, api, &o, "gebrd", NULL, work_gebrd);
}

// A has room for U or V, not for both.
static int issue_gesvd(const Cusolver *handle, const char *api, Dense o, signed char job,
                       signed char job_v) {
    if (!is_job(job) || !is_job(job_v) || (job == 'O' && job_v == 'O'))
        return CUSOLVER_INVALID_VALUE;
    o.job = job;
    o.job_v = job_v;
    return cusolver_issue(handle, api, &o, "gesvd", NULL, work_gesvd);
}

// Of `rank` vectors and values each.
static int issue_gesvda(const Cusolver *handle, const char *api, Dense o, int job, int rank,
                        double *residual) {
    if (rank < 1 || rank > (o.m < o.n ? o.m : o.n)) return CUSOLVER_INVALID_VALUE;
    o.econ = true;
    o.k = rank;
    o.residual = residual;
    return issue_gesvdj(handle, api, &o, job);
}

// All forms of the singular values for one type. A batch of gesvdj has square U and V, one behind
// the other.
#define SINGULAR(T, LETTER)                                                                        \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvd_bufferSize, Cusolver *handle, int m, int n,             \
                      int *size) {                                                                 \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gebrd_bufferSize, Cusolver *handle, int m, int n,             \
                      int *size) {                                                                 \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gebrd, Cusolver *handle, int m, int n, void *a, int lda,      \
                      void *d, void *e, void *tauq, void *taup, void *space, int length,           \
                      int *info) {                                                                 \
        Dense o = of_matrix(LETTER, m, n, a, lda, d, info);                                        \
        return issue_gebrd(handle, __func__, o, e, tauq, taup);                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvd, Cusolver *handle, signed char job, signed char job_v,  \
                      int m, int n, void *a, int lda, void *s, void *u, int ldu, void *vt,         \
                      int ldvt, void *space, int length, void *real_space, int *info) {            \
        Dense o = of_matrix(LETTER, m, n, a, lda, s, info);                                        \
        o = with_vectors(o, u, ldu, vt, ldvt);                                                     \
        return issue_gesvd(handle, __func__, o, job, job_v);                                       \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdj_bufferSize, Cusolver *handle, int job, int econ,       \
                      int m, int n, const void *a, int lda, const void *s, const void *u, int ldu, \
                      const void *v, int ldv, int *size, void *parameters) {                       \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdj, Cusolver *handle, int job, int econ, int m, int n,    \
                      void *a, int lda, void *s, void *u, int ldu, void *v, int ldv, void *space,  \
                      int length, int *info, void *parameters) {                                   \
        Dense o = of_matrix(LETTER, m, n, a, lda, s, info);                                        \
        o = with_vectors(o, u, ldu, v, ldv);                                                       \
        o.econ = econ;                                                                             \
        return issue_gesvdj(handle, __func__, &o, job);                                            \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdjBatched_bufferSize, Cusolver *handle, int job, int m,   \
                      int n, const void *a, int lda, const void *s, const void *u, int ldu,        \
                      const void *v, int ldv, int *size, void *parameters, int count) {            \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdjBatched, Cusolver *handle, int job, int m, int n,       \
                      void *a, int lda, void *s, void *u, int ldu, void *v, int ldv, void *space,  \
                      int length, int *info, void *parameters, int count) {                        \
        Dense o = of_matrix(LETTER, m, n, a, lda, s, info);                                        \
        o = with_strides(with_vectors(o, u, ldu, v, ldv), count, (int64_t)lda * n, m < n ? m : n,  \
                         (int64_t)ldu * m, (int64_t)ldv * n);                                      \
        return issue_gesvdj(handle, __func__, &o, job);                                            \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdaStridedBatched_bufferSize, Cusolver *handle, int job,   \
                      int rank, int m, int n, const void *a, int lda, long long stride_a,          \
                      const void *s, long long stride_s, const void *u, int ldu,                   \
                      long long stride_u, const void *v, int ldv, long long stride_v, int *size,   \
                      int count) {                                                                 \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##gesvdaStridedBatched, Cusolver *handle, int job, int rank,    \
                      int m, int n, const void *a, int lda, long long stride_a, void *s,           \
                      long long stride_s, void *u, int ldu, long long stride_u, void *v, int ldv,  \
                      long long stride_v, void *space, int length, int *info, double *residual,    \
                      int count) {                                                                 \
        Dense o = of_matrix(LETTER, m, n, a, lda, s, info);                                        \
        o = with_vectors(o, u, ldu, v, ldv);                                                       \
        o = with_strides(o, count, stride_a, stride_s, stride_u, stride_v);                        \
        return issue_gesvda(handle, __func__, o, job, rank, residual);                             \
    }
SINGULAR(S, 's')
SINGULAR(D, 'd')
SINGULAR(C, 'c')
SINGULAR(Z, 'z')

CUSOLVER_FUNCTION(cusolverDnXgesvd_bufferSize, Cusolver *handle, void *parameters, signed char job,
                  signed char job_v, int64_t m, int64_t n, int type, const void *a, int64_t lda,
                  int type_s, const void *s, int type_u, const void *u, int64_t ldu, int type_v,
                  const void *vt, int64_t ldvt, int compute, size_t *device, size_t *host) {
    return cusolver_no_wide_space(handle, device, host);
}

// Sizes that LAPACK's 32 bits do not hold are not supported; the types of S, U and V follow from
// that of A.
CUSOLVER_FUNCTION(cusolverDnXgesvd, Cusolver *handle, void *parameters, signed char job,
                  signed char job_v, int64_t m, int64_t n, int type, void *a, int64_t lda,
                  int type_s, void *s, int type_u, void *u, int64_t ldu, int type_v, void *vt,
                  int64_t ldvt, int compute, void *device, size_t device_size, void *host,
                  size_t host_size, int *info) {
    Dense o;
    int narrow_u, narrow_v;
    if (!of_wide_matrix(&o, type, m, n, a, lda, s, info) || !cusolver_narrow(ldu, &narrow_u) ||
        !cusolver_narrow(ldvt, &narrow_v))
        return CUSOLVER_NOT_SUPPORTED;
    return issue_gesvd(handle, __func__, with_vectors(o, u, narrow_u, vt, narrow_v), job, job_v);
}
