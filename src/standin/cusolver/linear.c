// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: systems of linear equations with dense matrices (LU, Cholesky, QR, least squares).
#include "standin/cusolver/cusolver.h"

// ---- the work ----------------------------------------------------------------------------------

// potrf, potri, lauum: one matrix, an info
static void work_potrf(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    void *a = cusolver_matrix(run, o, o->a, o->n, o->n, o->lda, STANDIN_INOUT);
    int *info = cusolver_info(run, o, 1);
    if (!run->failed) o->function(&o->uplo, &o->n, a, &o->lda, info, STANDIN_LETTERS);
}

// X of A X = B in the place of B, by the factor that potrf left in A.
static void work_potrs(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    void *a = cusolver_matrix(run, o, o->a, o->n, o->n, o->lda, STANDIN_IN);
    void *b = cusolver_matrix(run, o, o->b, o->n, o->nrhs, o->ldb, STANDIN_INOUT);
    int *info = cusolver_info(run, o, 1);
    if (!run->failed)
        o->function(&o->uplo, &o->n, &o->nrhs, a, &o->lda, b, &o->ldb, info, STANDIN_LETTERS);
}

static const void *const *table(StandinRun *run, const Dense *o, const void *at) {
    return standin_bytes(run, at, (uint64_t)o->batch * sizeof(void *), STANDIN_IN);
}

// info[i]: the order of the first minor of matrix i that is not positive, or 0.
static void work_potrf_batched(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    const void *const *as = table(run, o, o->a);
    int *info = cusolver_info(run, o, o->batch);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        void *a = cusolver_matrix(run, o, as[i], o->n, o->n, o->lda, STANDIN_INOUT);
        if (a) o->function(&o->uplo, &o->n, a, &o->lda, &info[i], STANDIN_LETTERS);
    }
}

// One info for all: it is about arguments, which are the same for each.
static void work_potrs_batched(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    const void *const *as = table(run, o, o->a), *const *bs = table(run, o, o->b);
    int *info = cusolver_info(run, o, 1);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        void *a = cusolver_matrix(run, o, as[i], o->n, o->n, o->lda, STANDIN_IN);
        void *b = cusolver_matrix(run, o, bs[i], o->n, o->nrhs, o->ldb, STANDIN_INOUT);
        if (!run->failed)
            o->function(&o->uplo, &o->n, &o->nrhs, a, &o->lda, b, &o->ldb, info, STANDIN_LETTERS);
    }
}

// Without exchanges of rows. The number of the first pivot that is 0, or 0.
// A column whose pivot is 0 stays as it is, and the next one is tried.
static int factor_plain(const Dense *o, void *a) {
    int type = cusolver_type(o->type), info = 0;
    int64_t low = o->m < o->n ? o->m : o->n, ld = o->lda;
    for (int64_t j = 0; j < low; j++) {
        StandinComplex pivot = standin_load(type, a, j + j * ld);
        if (pivot == 0 && !info) info = (int)j + 1;
        for (int64_t i = j + 1; pivot != 0 && i < o->m; i++) {
            StandinComplex factor = standin_load(type, a, i + j * ld) / pivot;
            standin_store(type, a, i + j * ld, factor);
            for (int64_t k = j + 1; k < o->n; k++)
                standin_store(type, a, i + k * ld,
                              standin_load(type, a, i + k * ld) -
                                  factor * standin_load(type, a, j + k * ld));
        }
    }
    return info;
}

static void *pivots(StandinRun *run, const Dense *o, int64_t n, int use) {
    size_t size = o->wide_pivots ? sizeof(int64_t) : sizeof(int);
    return standin_bytes(run, o->pivots, (uint64_t)n * size, use);
}

// LAPACK's pivots have 32 bits; the newer functions' have 64. Without an array no rows are
// exchanged (cuSOLVER, cusolverDn<t>getrf).
static void work_getrf(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int low = o->m < o->n ? o->m : o->n;
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_INOUT);
    int *info = cusolver_info(run, o, 1);
    void *to = o->pivots ? pivots(run, o, low, STANDIN_OUT) : NULL;
    int *pivot = standin_scratch(run, (uint64_t)low, sizeof *pivot);
    if (!run->failed) {
        if (to)
            o->function(&o->m, &o->n, a, &o->lda, pivot, info);
        else
            *info = factor_plain(o, a);
        for (int i = 0; to && i < low; i++) {
            if (o->wide_pivots)
                ((int64_t *)to)[i] = pivot[i];
            else
                ((int *)to)[i] = pivot[i];
        }
    }
    free(pivot);
}

// X of op(A) X = B in the place of B. LAPACK always wants pivots: where the program has none, each
// row is exchanged with itself.
static void work_getrs(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    void *a = cusolver_matrix(run, o, o->a, o->n, o->n, o->lda, STANDIN_IN);
    void *b = cusolver_matrix(run, o, o->b, o->n, o->nrhs, o->ldb, STANDIN_INOUT);
    int *info = cusolver_info(run, o, 1);
    void *from = o->pivots ? pivots(run, o, o->n, STANDIN_IN) : NULL;
    int *pivot = standin_scratch(run, (uint64_t)o->n, sizeof *pivot);
    if (!run->failed && from)
        cusolver_are_pivots_right(run, from, o->wide_pivots ? sizeof(int64_t) : sizeof(int), o->n);
    for (int i = 0; !run->failed && i < o->n; i++) {
        int64_t wide = from && o->wide_pivots ? ((int64_t *)from)[i] : 0;
        pivot[i] = !from ? i + 1 : o->wide_pivots ? (int)wide : ((int *)from)[i];
    }
    if (!run->failed)
        o->function(&o->trans, &o->n, &o->nrhs, a, &o->lda, pivot, b, &o->ldb, info,
                    STANDIN_LETTERS);
    free(pivot);
}

// Without rows there is nothing behind the addresses, however many columns there are.
static void copy_matrix(const Dense *o, char *to, int to_ld, const char *from, int from_ld,
                        int rows, int columns) {
    for (int64_t j = 0; rows && j < columns; j++)
        memcpy(to + (size_t)j * (size_t)to_ld * o->size,
               from + (size_t)j * (size_t)from_ld * o->size, (size_t)rows * o->size);
}

// A X = B by LU with pivots; A stays as it is.
static void work_gesv(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int ld = o->n > 0 ? o->n : 1;
    void *a = cusolver_matrix(run, o, o->a, o->n, o->n, o->lda, STANDIN_IN);
    void *b = cusolver_matrix(run, o, o->b, o->n, o->nrhs, o->ldb, STANDIN_IN);
    void *x = cusolver_matrix(run, o, o->c, o->n, o->nrhs, o->ldc, STANDIN_OUT);
    int *pivot = pivots(run, o, o->n, STANDIN_OUT), *info = cusolver_info(run, o, 1);
    // the factors beside A, which stays as it is where a refinement converges (cuSOLVER, gesv)
    void *lu = standin_scratch(run, (uint64_t)o->n * (uint64_t)o->n, o->size);
    if (!run->failed) {
        copy_matrix(o, lu, ld, a, o->lda, o->n, o->n);
        copy_matrix(o, x, o->ldc, b, o->ldb, o->n, o->nrhs);
        o->function(&o->n, &o->nrhs, lu, &ld, pivot, x, &o->ldc, info);
    }
    free(lu);
}

// The least squares of A X - B; A and B stay as they are.
static void work_gels(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    const char trans = 'N';
    int ld = o->m > 0 ? o->m : 1, rows = o->m > o->n ? o->m : o->n, ld_b = rows > 0 ? rows : 1;
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_IN);
    void *b = cusolver_matrix(run, o, o->b, o->m, o->nrhs, o->ldb, STANDIN_IN);
    void *x = cusolver_matrix(run, o, o->c, o->n, o->nrhs, o->ldc, STANDIN_OUT);
    int *info = cusolver_info(run, o, 1);
    // in copies, with room for a solution longer than the right sides
    void *qr = standin_scratch(run, (uint64_t)o->m * (uint64_t)o->n, o->size);
    void *side = standin_scratch(run, (uint64_t)rows * (uint64_t)o->nrhs, o->size);
    if (!run->failed) {
        copy_matrix(o, qr, ld, a, o->lda, o->m, o->n);
        copy_matrix(o, side, ld_b, b, o->ldb, o->m, o->nrhs);
        CUSOLVER_TWICE(o, o->function(&trans, &o->m, &o->n, &o->nrhs, qr, &ld, side, &ld_b, work,
                                      &lwork, info, STANDIN_LETTERS));
        copy_matrix(o, x, o->ldc, side, ld_b, o->n, o->nrhs);
    }
    free(qr);
    free(side);
}

// R is in the upper triangle, the reflections of Q below it and in tau, of min(m, n) elements.
static void work_geqrf(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int low = o->m < o->n ? o->m : o->n;
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_INOUT);
    void *tau = standin_bytes(run, o->tau, (uint64_t)low * o->size, STANDIN_OUT);
    int *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    CUSOLVER_TWICE(o, o->function(&o->m, &o->n, a, &o->lda, tau, work, &lwork, info));
}

// The first n columns of Q take the place of k reflections that geqrf left (LAPACK; ungqr).
static void work_orgqr(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    void *a = cusolver_matrix(run, o, o->a, o->m, o->n, o->lda, STANDIN_INOUT);
    void *tau = standin_bytes(run, o->tau, (uint64_t)o->k * o->size, STANDIN_IN);
    int *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    CUSOLVER_TWICE(o, o->function(&o->m, &o->n, &o->k, a, &o->lda, tau, work, &lwork, info));
}

// C = op(Q) C, or C op(Q); Q is never made (LAPACK, ormqr, unmqr).
static void work_ormqr(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    int order = o->side == 'L' ? o->m : o->n;
    void *a = cusolver_matrix(run, o, o->a, order, o->k, o->lda, STANDIN_IN);
    void *tau = standin_bytes(run, o->tau, (uint64_t)o->k * o->size, STANDIN_IN);
    void *c = cusolver_matrix(run, o, o->c, o->m, o->n, o->ldc, STANDIN_INOUT);
    int *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    CUSOLVER_TWICE(o, o->function(&o->side, &o->trans, &o->m, &o->n, &o->k, a, &o->lda, tau, c,
                                  &o->ldc, work, &lwork, info, STANDIN_LETTERS));
}

// A = L D L' with blocks of D of 1 and 2 rows: of the latter pivots are negative (LAPACK, sytrf).
static void work_sytrf(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    void *a = cusolver_matrix(run, o, o->a, o->n, o->n, o->lda, STANDIN_INOUT);
    int *pivot = pivots(run, o, o->n, STANDIN_OUT), *info = cusolver_info(run, o, 1);
    if (run->failed) return;
    CUSOLVER_TWICE(
        o, o->function(&o->uplo, &o->n, a, &o->lda, pivot, work, &lwork, info, STANDIN_LETTERS));
}

// ---- entry points ------------------------------------------------------------------------------

// Steps of the entry points, by the names of their parameters; UPLO and TRANS refuse numbers that
// are none of the enumeration.
#define BEGIN(LETTER, NUMBER) Dense o = {.type = LETTER, .size = sizeof(NUMBER)}
#define UPLO                                                                                       \
    o.uplo = cusolver_choice("LU", uplo);                                                          \
    if (!o.uplo) return CUSOLVER_INVALID_VALUE
#define TRANS                                                                                      \
    o.trans = cusolver_choice("NTC", trans);                                                       \
    if (!o.trans) return CUSOLVER_INVALID_VALUE
#define UNCONST(pointer) ((void *)(uintptr_t)(pointer))

// cuSOLVER, cuSolverDN: potrf, potrs, potri of one type, and many at once.
#define CHOLESKY(T, LETTER, NUMBER)                                                                \
    CUSOLVER_FUNCTION(cusolverDn##T##potrf_bufferSize, Cusolver *handle, int uplo, int n, void *a, \
                      int lda, int *size) {                                                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potri_bufferSize, Cusolver *handle, int uplo, int n, void *a, \
                      int lda, int *size) {                                                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potrf, Cusolver *handle, int uplo, int n, void *a, int lda,   \
                      void *space, int length, int *info) {                                        \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.a = a, o.lda = lda, o.info = info;                                              \
        return cusolver_issue(handle, __func__, &o, "potrf", NULL, work_potrf);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potri, Cusolver *handle, int uplo, int n, void *a, int lda,   \
                      void *space, int length, int *info) {                                        \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.a = a, o.lda = lda, o.info = info;                                              \
        return cusolver_issue(handle, __func__, &o, "potri", NULL, work_potrf);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potrs, Cusolver *handle, int uplo, int n, int nrhs,           \
                      const void *a, int lda, void *b, int ldb, int *info) {                       \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.nrhs = nrhs, o.a = UNCONST(a), o.lda = lda, o.b = b, o.ldb = ldb;               \
        o.info = info;                                                                             \
        return cusolver_issue(handle, __func__, &o, "potrs", NULL, work_potrs);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potrfBatched, Cusolver *handle, int uplo, int n, void **a,    \
                      int lda, int *info, int count) {                                             \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.a = a, o.lda = lda, o.info = info, o.batch = count;                             \
        return cusolver_issue(handle, __func__, &o, "potrf", NULL, work_potrf_batched);            \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##potrsBatched, Cusolver *handle, int uplo, int n, int nrhs,    \
                      void **a, int lda, void **b, int ldb, int *info, int count) {                \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.nrhs = nrhs, o.a = a, o.lda = lda, o.b = b, o.ldb = ldb, o.info = info;         \
        o.batch = count;                                                                           \
        return cusolver_issue(handle, __func__, &o, "potrs", NULL, work_potrs_batched);            \
    }

#define LU(T, LETTER, NUMBER)                                                                      \
    CUSOLVER_FUNCTION(cusolverDn##T##getrf_bufferSize, Cusolver *handle, int m, int n, void *a,    \
                      int lda, int *size) {                                                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##getrf, Cusolver *handle, int m, int n, void *a, int lda,      \
                      void *space, int *pivot, int *info) {                                        \
        BEGIN(LETTER, NUMBER);                                                                     \
        o.m = m, o.n = n, o.a = a, o.lda = lda, o.pivots = pivot, o.info = info;                   \
        return cusolver_issue(handle, __func__, &o, "getrf", NULL, work_getrf);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##getrs, Cusolver *handle, int trans, int n, int nrhs,          \
                      const void *a, int lda, const int *pivot, void *b, int ldb, int *info) {     \
        BEGIN(LETTER, NUMBER);                                                                     \
        TRANS;                                                                                     \
        o.n = n, o.nrhs = nrhs, o.a = UNCONST(a), o.lda = lda, o.pivots = UNCONST(pivot);          \
        o.b = b, o.ldb = ldb, o.info = info;                                                       \
        return cusolver_issue(handle, __func__, &o, "getrs", NULL, work_getrs);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##sytrf_bufferSize, Cusolver *handle, int n, void *a, int lda,  \
                      int *size) {                                                                 \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##sytrf, Cusolver *handle, int uplo, int n, void *a, int lda,   \
                      int *pivot, void *space, int length, int *info) {                            \
        BEGIN(LETTER, NUMBER);                                                                     \
        UPLO;                                                                                      \
        o.n = n, o.a = a, o.lda = lda, o.pivots = pivot, o.info = info;                            \
        return cusolver_issue(handle, __func__, &o, "sytrf", NULL, work_sytrf);                    \
    }

// Q is "or" (orthogonal) or "un" (unitary), as in LAPACK's names.
#define QR(T, LETTER, NUMBER, Q)                                                                   \
    CUSOLVER_FUNCTION(cusolverDn##T##geqrf_bufferSize, Cusolver *handle, int m, int n, void *a,    \
                      int lda, int *size) {                                                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##geqrf, Cusolver *handle, int m, int n, void *a, int lda,      \
                      void *tau, void *space, int length, int *info) {                             \
        BEGIN(LETTER, NUMBER);                                                                     \
        o.m = m, o.n = n, o.a = a, o.lda = lda, o.tau = tau, o.info = info;                        \
        return cusolver_issue(handle, __func__, &o, "geqrf", NULL, work_geqrf);                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##Q##gqr_bufferSize, Cusolver *handle, int m, int n, int k,     \
                      const void *a, int lda, const void *tau, int *size) {                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##Q##gqr, Cusolver *handle, int m, int n, int k, void *a,       \
                      int lda, const void *tau, void *space, int length, int *info) {              \
        BEGIN(LETTER, NUMBER);                                                                     \
        o.m = m, o.n = n, o.k = k, o.a = a, o.lda = lda, o.tau = UNCONST(tau), o.info = info;      \
        return cusolver_issue(handle, __func__, &o, #Q "gqr", NULL, work_orgqr);                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##Q##mqr_bufferSize, Cusolver *handle, int side, int trans,     \
                      int m, int n, int k, const void *a, int lda, const void *tau, const void *c, \
                      int ldc, int *size) {                                                        \
        return cusolver_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##T##Q##mqr, Cusolver *handle, int side, int trans, int m, int n,  \
                      int k, const void *a, int lda, const void *tau, void *c, int ldc,            \
                      void *space, int length, int *info) {                                        \
        BEGIN(LETTER, NUMBER);                                                                     \
        TRANS;                                                                                     \
        o.side = cusolver_choice("LR", side);                                                      \
        if (!o.side) return CUSOLVER_INVALID_VALUE;                                                \
        o.m = m, o.n = n, o.k = k, o.a = UNCONST(a), o.lda = lda, o.tau = UNCONST(tau);            \
        o.c = c, o.ldc = ldc, o.info = info;                                                       \
        return cusolver_issue(handle, __func__, &o, #Q "mqr", NULL, work_ormqr);                   \
    }

#define ALL(T, LETTER, NUMBER, Q)                                                                  \
    CHOLESKY(T, LETTER, NUMBER)                                                                    \
    LU(T, LETTER, NUMBER)                                                                          \
    QR(T, LETTER, NUMBER, Q)
ALL(S, 's', float, or)
ALL(D, 'd', double, or)
ALL(C, 'c', float _Complex, un)
ALL(Z, 'z', double _Complex, un)

// With refinement in NVIDIA's library, from a lower precision; here in the first letter's.
#define REFINED(TT, LETTER, NUMBER)                                                                \
    CUSOLVER_FUNCTION(cusolverDn##TT##gesv_bufferSize, Cusolver *handle, int n, int nrhs, void *a, \
                      int lda, int *pivot, void *b, int ldb, void *x, int ldx, void *space,        \
                      size_t *size) {                                                              \
        if (!size) return CUSOLVER_INVALID_VALUE;                                                  \
        *size = 1;                                                                                 \
        return cusolver_is_handle(handle) ? CUSOLVER_SUCCESS : CUSOLVER_NOT_INITIALIZED;           \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##TT##gesv, Cusolver *handle, int n, int nrhs, void *a, int lda,   \
                      int *pivot, void *b, int ldb, void *x, int ldx, void *space, size_t size,    \
                      int *iterations, int *info) {                                                \
        BEGIN(LETTER, NUMBER);                                                                     \
        o.n = n, o.nrhs = nrhs, o.a = a, o.lda = lda, o.pivots = pivot, o.b = b, o.ldb = ldb;      \
        o.c = x, o.ldc = ldx, o.info = info;                                                       \
        if (iterations) *iterations = 0;                                                           \
        return cusolver_issue(handle, __func__, &o, "gesv", NULL, work_gesv);                      \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##TT##gels_bufferSize, Cusolver *handle, int m, int n, int nrhs,   \
                      void *a, int lda, void *b, int ldb, void *x, int ldx, void *space,           \
                      size_t *size) {                                                              \
        if (!size) return CUSOLVER_INVALID_VALUE;                                                  \
        *size = 1;                                                                                 \
        return cusolver_is_handle(handle) ? CUSOLVER_SUCCESS : CUSOLVER_NOT_INITIALIZED;           \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDn##TT##gels, Cusolver *handle, int m, int n, int nrhs, void *a,     \
                      int lda, void *b, int ldb, void *x, int ldx, void *space, size_t size,       \
                      int *iterations, int *info) {                                                \
        BEGIN(LETTER, NUMBER);                                                                     \
        o.m = m, o.n = n, o.nrhs = nrhs, o.a = a, o.lda = lda, o.b = b, o.ldb = ldb;               \
        o.c = x, o.ldc = ldx, o.info = info;                                                       \
        if (iterations) *iterations = 0;                                                           \
        return cusolver_issue(handle, __func__, &o, "gels", NULL, work_gels);                      \
    }
REFINED(SS, 's', float)
REFINED(SH, 's', float)
REFINED(SB, 's', float)
REFINED(SX, 's', float)
REFINED(DD, 'd', double)
REFINED(DS, 'd', double)
REFINED(DH, 'd', double)
REFINED(DB, 'd', double)
REFINED(DX, 'd', double)
REFINED(CC, 'c', float _Complex)
REFINED(CK, 'c', float _Complex)
REFINED(CE, 'c', float _Complex)
REFINED(CY, 'c', float _Complex)
REFINED(ZZ, 'z', double _Complex)
REFINED(ZC, 'z', double _Complex)
REFINED(ZK, 'z', double _Complex)
REFINED(ZE, 'z', double _Complex)
REFINED(ZY, 'z', double _Complex)

// ---- the newer functions: 64 bits, types as numbers ---------------------------------------------

// False: the type or a size is none that LAPACK takes.
static bool begin(Dense *o, int type, int64_t m, int64_t n, int64_t lda) {
    *o = (Dense){.type = cusolver_letter(type), .size = standin_type_size(type)};
    return o->type && cusolver_narrow(m, &o->m) && cusolver_narrow(n, &o->n) &&
           cusolver_narrow(lda, &o->lda);
}

// The right sides, of the type of A: LAPACK has no mixed routines.
static bool set_sides(Dense *o, int type, int type_b, void *b, int64_t ldb, int64_t nrhs) {
    o->b = b;
    return type_b == type && cusolver_narrow(ldb, &o->ldb) && cusolver_narrow(nrhs, &o->nrhs);
}

CUSOLVER_FUNCTION(cusolverDnXpotrf_bufferSize, Cusolver *handle, void *parameters, int uplo,
                  int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device,
                  size_t *host) {
    return cusolver_no_wide_space(handle, device, host);
}

CUSOLVER_FUNCTION(cusolverDnXpotrf, Cusolver *handle, void *parameters, int uplo, int64_t n,
                  int type, void *a, int64_t lda, int compute, void *device, size_t device_size,
                  void *host, size_t host_size, int *info) {
    Dense o;
    if (!begin(&o, type, 0, n, lda)) return CUSOLVER_NOT_SUPPORTED;
    UPLO;
    o.a = a, o.info = info;
    return cusolver_issue(handle, __func__, &o, "potrf", NULL, work_potrf);
}

CUSOLVER_FUNCTION(cusolverDnXpotrs, Cusolver *handle, void *parameters, int uplo, int64_t n,
                  int64_t nrhs, int type, const void *a, int64_t lda, int type_b, void *b,
                  int64_t ldb, int *info) {
    Dense o;
    bool fits = begin(&o, type, 0, n, lda) && set_sides(&o, type, type_b, b, ldb, nrhs);
    if (!fits) return CUSOLVER_NOT_SUPPORTED;
    UPLO;
    o.a = UNCONST(a), o.info = info;
    return cusolver_issue(handle, __func__, &o, "potrs", NULL, work_potrs);
}

CUSOLVER_FUNCTION(cusolverDnXgetrf_bufferSize, Cusolver *handle, void *parameters, int64_t m,
                  int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device,
                  size_t *host) {
    return cusolver_no_wide_space(handle, device, host);
}

// The pivots have 64 bits here and in Xgetrs.
CUSOLVER_FUNCTION(cusolverDnXgetrf, Cusolver *handle, void *parameters, int64_t m, int64_t n,
                  int type, void *a, int64_t lda, int64_t *pivot, int compute, void *device,
                  size_t device_size, void *host, size_t host_size, int *info) {
    Dense o;
    if (!begin(&o, type, m, n, lda)) return CUSOLVER_NOT_SUPPORTED;
    o.a = a, o.pivots = pivot, o.wide_pivots = true, o.info = info;
    return cusolver_issue(handle, __func__, &o, "getrf", NULL, work_getrf);
}

CUSOLVER_FUNCTION(cusolverDnXgetrs, Cusolver *handle, void *parameters, int trans, int64_t n,
                  int64_t nrhs, int type, const void *a, int64_t lda, const int64_t *pivot,
                  int type_b, void *b, int64_t ldb, int *info) {
    Dense o;
    bool fits = begin(&o, type, 0, n, lda) && set_sides(&o, type, type_b, b, ldb, nrhs);
    if (!fits) return CUSOLVER_NOT_SUPPORTED;
    TRANS;
    o.a = UNCONST(a), o.pivots = UNCONST(pivot), o.wide_pivots = true, o.info = info;
    return cusolver_issue(handle, __func__, &o, "getrs", NULL, work_getrs);
}

CUSOLVER_FUNCTION(cusolverDnXgeqrf_bufferSize, Cusolver *handle, void *parameters, int64_t m,
                  int64_t n, int type, const void *a, int64_t lda, int type_tau, const void *tau,
                  int compute, size_t *device, size_t *host) {
    return cusolver_no_wide_space(handle, device, host);
}

// The workspaces of both sides are not used.
CUSOLVER_FUNCTION(cusolverDnXgeqrf, Cusolver *handle, void *parameters, int64_t m, int64_t n,
                  int type, void *a, int64_t lda, int type_tau, void *tau, int compute,
                  void *device, size_t device_size, void *host, size_t host_size, int *info) {
    Dense o;
    if (!begin(&o, type, m, n, lda) || type_tau != type) return CUSOLVER_NOT_SUPPORTED;
    o.a = a, o.tau = tau, o.info = info;
    return cusolver_issue(handle, __func__, &o, "geqrf", NULL, work_geqrf);
}
