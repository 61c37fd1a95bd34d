// SPDX-License-Identifier: Apache-2.0
// cuBLAS: factorizations and solutions of many small matrices, by LAPACK. The matrices are named by
// an array of pointers in the device's memory; all have the same size.
#include "standin/cublas/cublas.h"

// One call on `batch` matrices. Fields that a routine does not have stay 0.
typedef struct {
    char type, trans, uplo, side, diag;
    size_t size;
    int m, n, nrhs, lda, ldb, batch;
    const void *const *a;
    const void *const *b;
    int *pivots, *info; // of the device; pivots NULL: without pivoting
    bool host_info;     // *info is one number of the host
    CublasScalar alpha;
    StandinFortran *function, *second; // LAPACK's
} Batch;

static const void *const *table(StandinRun *run, const Batch *o, const void *const *at) {
    return standin_bytes(run, at, (uint64_t)o->batch * sizeof *at, STANDIN_IN);
}

static int *numbers(StandinRun *run, int *at, int64_t n, int use) {
    return standin_bytes(run, at, (uint64_t)n * sizeof *at, use);
}

// A matrix of the batch.
static void *matrix(StandinRun *run, const Batch *o, const void *at, int64_t rows, int64_t columns,
                    int ld, int use) {
    cublas_check_leading(run, rows, columns, ld);
    return standin_matrix(run, at, o->size, rows, columns, ld, use);
}

static void *square(StandinRun *run, const Batch *o, const void *at, int ld, int use) {
    return matrix(run, o, at, o->n, o->n, ld, use);
}

// The program's pivots of matrix i. Where it has none, each row is exchanged with itself: `none`
// are those. NULL: one is outside of the matrix.
static const int *pivots_of(StandinRun *run, const Batch *o, const int *pivots, const int *none,
                            int64_t i) {
    if (none) return none;
    pivots += i * o->n;
    return cublas_are_pivots_right(run, pivots, o->n) ? pivots : NULL;
}

// Columns of o->n elements. That places overlap, which cuBLAS forbids, does no harm.
static void copy_columns(const Batch *o, char *to, int to_ld, const char *from, int from_ld,
                         int n) {
    for (int64_t j = 0; j < n; j++)
        memmove(to + (size_t)j * (size_t)to_ld * o->size,
                from + (size_t)j * (size_t)from_ld * o->size, (size_t)o->n * o->size);
}

// ---- LU ----------------------------------------------------------------------------------------

// A = L U without exchanges of rows. The number of the first pivot that is 0, or 0.
// A column whose pivot is 0 stays as it is, and the next one is tried.
static int factor_plain(const Batch *o, void *a) {
    int type = cublas_type_of(o->type), info = 0;
    int64_t n = o->n, ld = o->lda;
    for (int64_t j = 0; j < n; j++) {
        StandinComplex pivot = standin_load(type, a, j + j * ld);
        if (pivot == 0) {
            if (!info) info = (int)j + 1;
            continue;
        }
        for (int64_t i = j + 1; i < n; i++) {
            StandinComplex factor = standin_load(type, a, i + j * ld) / pivot;
            standin_store(type, a, i + j * ld, factor);
            for (int64_t k = j + 1; k < n; k++)
                standin_store(type, a, i + k * ld,
                              standin_load(type, a, i + k * ld) -
                                  factor * standin_load(type, a, j + k * ld));
        }
    }
    return info;
}

// Pivots count from 1, as in LAPACK; those of matrix i begin at i * n of one array. Without an
// array no rows are exchanged (cuBLAS, cublas<t>getrfBatched).
static void work_getrf(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a);
    int *pivots = o->pivots ? numbers(run, o->pivots, (int64_t)o->batch * o->n, STANDIN_OUT) : NULL;
    int *info = numbers(run, o->info, o->batch, STANDIN_OUT);
    if (run->failed) return;
    for (int64_t i = 0; i < o->batch; i++) {
        void *a = square(run, o, as[i], o->lda, STANDIN_INOUT);
        if (!a) return;
        if (pivots)
            o->function(&o->n, &o->n, a, &o->lda, pivots + i * o->n, &info[i]);
        else
            info[i] = factor_plain(o, a);
    }
}

// X of op(A) X = B in the place of B. LAPACK always wants pivots: where the program has none, each
// row is exchanged with itself.
static void work_getrs(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *bs = table(run, o, o->b);
    int *pivots = o->pivots ? numbers(run, o->pivots, (int64_t)o->batch * o->n, STANDIN_IN) : NULL;
    int *none = o->pivots ? NULL : standin_scratch(run, (uint64_t)o->n, sizeof *none);
    for (int i = 0; none && i < o->n; i++) none[i] = i + 1; // no row is exchanged
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        int info = 0;
        void *a = square(run, o, as[i], o->lda, STANDIN_IN);
        void *b = matrix(run, o, bs[i], o->n, o->nrhs, o->ldb, STANDIN_INOUT);
        const int *pivot = run->failed ? NULL : pivots_of(run, o, pivots, none, i);
        if (run->failed) break;
        o->function(&o->trans, &o->n, &o->nrhs, a, &o->lda, pivot, b, &o->ldb, &info,
                    STANDIN_LETTERS);
    }
    free(none);
}

// The inverse of a factored matrix, into another. `work` is LAPACK's, of n elements.
static void invert(const Batch *o, StandinFortran *getri, const char *a, const int *pivots, char *c,
                   int *info, void *work) {
    copy_columns(o, c, o->ldb, a, o->lda, o->n);
    getri(&o->n, c, &o->ldb, pivots, work, &o->n, info);
}

// info[i] is LAPACK's: the number of the first 0 on U's diagonal, of which there is no inverse.
static void work_getri(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *cs = table(run, o, o->b);
    int *pivots = o->pivots ? numbers(run, o->pivots, (int64_t)o->batch * o->n, STANDIN_IN) : NULL;
    int *info = numbers(run, o->info, o->batch, STANDIN_OUT);
    int *none = o->pivots ? NULL : standin_scratch(run, (uint64_t)o->n, sizeof *none);
    void *space = standin_scratch(run, (uint64_t)o->n, o->size);
    for (int i = 0; none && i < o->n; i++) none[i] = i + 1;
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        void *a = square(run, o, as[i], o->lda, STANDIN_IN);
        void *c = square(run, o, cs[i], o->ldb, STANDIN_OUT);
        const int *pivot = run->failed ? NULL : pivots_of(run, o, pivots, none, i);
        if (run->failed) break;
        invert(o, o->function, a, pivot, c, &info[i], space);
    }
    free(none);
    free(space);
}

// Factored in the place of the result, then inverted.
// cuBLAS takes up to 32 rows; here there is no limit (cuBLAS, cublas<t>matinvBatched).
static void work_matinv(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *cs = table(run, o, o->b);
    int *info = numbers(run, o->info, o->batch, STANDIN_OUT);
    int *pivots = standin_scratch(run, (uint64_t)o->n, sizeof *pivots);
    void *space = standin_scratch(run, (uint64_t)o->n, o->size);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        void *a = square(run, o, as[i], o->lda, STANDIN_IN);
        void *c = square(run, o, cs[i], o->ldb, STANDIN_OUT);
        if (run->failed) break;
        copy_columns(o, c, o->ldb, a, o->lda, o->n);
        o->function(&o->n, &o->n, c, &o->ldb, pivots, &info[i]);
        if (!info[i]) o->second(&o->n, c, &o->ldb, pivots, space, &o->n, &info[i]);
    }
    free(pivots);
    free(space);
}

// ---- QR, least squares, triangles --------------------------------------------------------------

// The reflections of matrix i are in its lower part and in tau[i], of min(m, n) elements (LAPACK,
// geqrf). The call's info is of the host and about its arguments alone.
static void work_geqrf(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *taus = table(run, o, o->b);
    // a workspace of n elements is the least that LAPACK takes; more would only be faster
    int low = o->m < o->n ? o->m : o->n, length = o->n > 0 ? o->n : 1;
    void *space = standin_scratch(run, (uint64_t)length, o->size);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        int info = 0;
        void *a = matrix(run, o, as[i], o->m, o->n, o->lda, STANDIN_INOUT);
        void *tau = standin_bytes(run, taus[i], (uint64_t)low * o->size, STANDIN_OUT);
        if (run->failed) break;
        o->function(&o->m, &o->n, a, &o->lda, tau, space, &length, &info);
    }
    free(space);
}

// The solution comes in the place of the right sides, so that B has the rows of the longer side.
// cuBLAS takes op = N and m >= n alone; LAPACK solves the other cases, too.
static void work_gels(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *bs = table(run, o, o->b);
    int *infos = o->info ? numbers(run, o->info, o->batch, STANDIN_OUT) : NULL;
    // at least LAPACK's min(m, n) + max(min(m, n), nrhs)
    int length = 2 * (o->m + o->n + o->nrhs) + 1, rows = o->m > o->n ? o->m : o->n;
    void *space = standin_scratch(run, (uint64_t)length, o->size);
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        int info = 0;
        void *a = matrix(run, o, as[i], o->m, o->n, o->lda, STANDIN_INOUT);
        void *b = matrix(run, o, bs[i], rows, o->nrhs, o->ldb, STANDIN_INOUT);
        if (run->failed) break;
        o->function(&o->trans, &o->m, &o->n, &o->nrhs, a, &o->lda, b, &o->ldb, space, &length,
                    &info, STANDIN_LETTERS);
        if (infos) infos[i] = info;
    }
    free(space);
}

// X of op(A) X = alpha B, or of X op(A) = alpha B with A on the right, in the place of B.
static void work_trsm(StandinRun *run, void *arguments) {
    Batch *o = arguments;
    const void *const *as = table(run, o, o->a), *const *bs = table(run, o, o->b);
    const void *alpha = cublas_scalar_at(run, &o->alpha);
    int order = o->side == 'L' ? o->m : o->n;
    for (int64_t i = 0; !run->failed && i < o->batch; i++) {
        void *a = matrix(run, o, as[i], order, order, o->lda, STANDIN_IN);
        void *b = matrix(run, o, bs[i], o->m, o->n, o->ldb, STANDIN_INOUT);
        if (run->failed) break;
        o->function(&o->side, &o->uplo, &o->trans, &o->diag, &o->m, &o->n, alpha, a, &o->lda, b,
                    &o->ldb, STANDIN_LETTERS);
    }
}

// ---- entry points ------------------------------------------------------------------------------

// `name` and `second` are LAPACK's names without the type's letter, `second` may be NULL. Sizes
// below 0 are refused; without LAPACK the call is not supported.
static int issue(const Cublas *handle, const char *api, Batch *o, const char *name,
                 const char *second, StandinWork *work) {
    char fortran[16] = {o->type};
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (o->m < 0 || o->n < 0 || o->nrhs < 0 || o->batch < 0) return CUBLAS_INVALID_VALUE;
    strcpy(fortran + 1, name);
    o->function = standin_fortran(fortran);
    if (second) {
        strcpy(fortran + 1, second);
        o->second = standin_fortran(fortran);
    }
    if (!o->function || (second && !o->second)) return CUBLAS_NOT_SUPPORTED;
    return cublas_status(standin_issue(handle->stream, api, work, o, sizeof *o));
}

// LAPACK's letters; a number out of range is the call's error.
static bool is_op(int trans) {
    return trans >= CUBLAS_N && trans <= CUBLAS_C;
}

// Of a triangle; false: a number is none of its enumeration.
static bool set_letters(Batch *o, int side, int uplo, int trans, int diag) {
    if (side < 0 || side > 1 || uplo < 0 || uplo > 1 || diag < 0 || diag > 1 || !is_op(trans))
        return false;
    o->side = "LR"[side];
    o->uplo = "LU"[uplo];
    o->trans = "NTC"[trans];
    o->diag = "NU"[diag];
    return true;
}

// False: a size is more than LAPACK's 32 bits hold.
static bool set_sizes(Batch *o, int64_t m, int64_t n, int64_t lda, int64_t ldb, int64_t count) {
    const int64_t most = INT32_MAX;
    o->m = (int)m;
    o->n = (int)n;
    o->lda = (int)lda;
    o->ldb = (int)ldb;
    o->batch = (int)count;
    return m <= most && n <= most && lda <= most && ldb <= most && count <= most && m >= 0 &&
           n >= 0 && lda >= 0 && ldb >= 0 && count >= 0;
}

#define TRIANGLES(T, LETTER, NUMBER, INT, SUFFIX)                                                  \
    CUBLAS_FUNCTION(cublas##T##trsmBatched##SUFFIX, Cublas *handle, int side, int uplo, int trans, \
                    int diag, INT m, INT n, const void *alpha, const void *const *a, INT lda,      \
                    void *const *b, INT ldb, INT count) {                                          \
        Batch o = {.type = LETTER,                                                                 \
                   .size = sizeof(NUMBER),                                                         \
                   .a = a,                                                                         \
                   .b = (const void *const *)b,                                                    \
                   .alpha = cublas_scalar(handle, alpha, sizeof(NUMBER))};                         \
        return set_letters(&o, side, uplo, trans, diag) && set_sizes(&o, m, n, lda, ldb, count)    \
                   ? issue(handle, __func__, &o, "trsm", NULL, work_trsm)                          \
                   : CUBLAS_INVALID_VALUE;                                                         \
    }

#define SIZES(LETTER, NUMBER) .type = LETTER, .size = sizeof(NUMBER), .n = n, .lda = lda
// getrf, getri and matinv have an array `info` of the device; of the others it is one number of
// the host, which is 0 once the arguments are right (cuBLAS).
#define FACTORS(T, LETTER, NUMBER)                                                                 \
    CUBLAS_FUNCTION(cublas##T##getrfBatched, Cublas *handle, int n, void *const *a, int lda,       \
                    int *pivots, int *info, int count) {                                           \
        Batch o = {SIZES(LETTER, NUMBER), .a = (const void *const *)a, .batch = count,             \
                   .pivots = pivots, .info = info};                                                \
        return issue(handle, __func__, &o, "getrf", NULL, work_getrf);                             \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##getrsBatched, Cublas *handle, int trans, int n, int nrhs,           \
                    const void *const *a, int lda, const int *pivots, void *const *b, int ldb,     \
                    int *info, int count) {                                                        \
        if (!is_op(trans) || !info) return CUBLAS_INVALID_VALUE;                                   \
        Batch o = {SIZES(LETTER, NUMBER),                                                          \
                   .trans = "NTC"[trans],                                                          \
                   .nrhs = nrhs,                                                                   \
                   .a = a,                                                                         \
                   .b = (const void *const *)b,                                                    \
                   .ldb = ldb,                                                                     \
                   .batch = count,                                                                 \
                   .pivots = (int *)(uintptr_t)pivots};                                            \
        *info = 0;                                                                                 \
        return issue(handle, __func__, &o, "getrs", NULL, work_getrs);                             \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##getriBatched, Cublas *handle, int n, const void *const *a, int lda, \
                    const int *pivots, void *const *c, int ldc, int *info, int count) {            \
        Batch o = {SIZES(LETTER, NUMBER),                                                          \
                   .a = a,                                                                         \
                   .b = (const void *const *)c,                                                    \
                   .ldb = ldc,                                                                     \
                   .batch = count,                                                                 \
                   .pivots = (int *)(uintptr_t)pivots,                                             \
                   .info = info};                                                                  \
        return issue(handle, __func__, &o, "getri", NULL, work_getri);                             \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##matinvBatched, Cublas *handle, int n, const void *const *a,         \
                    int lda, void *const *c, int ldc, int *info, int count) {                      \
        Batch o = {SIZES(LETTER, NUMBER), .a = a,      .b = (const void *const *)c, .ldb = ldc,    \
                   .batch = count,        .info = info};                                           \
        return issue(handle, __func__, &o, "getrf", "getri", work_matinv);                         \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##geqrfBatched, Cublas *handle, int m, int n, void *const *a,         \
                    int lda, void *const *tau, int *info, int count) {                             \
        if (!info) return CUBLAS_INVALID_VALUE;                                                    \
        Batch o = {SIZES(LETTER, NUMBER), .m = m, .a = (const void *const *)a,                     \
                   .b = (const void *const *)tau, .batch = count};                                 \
        *info = 0;                                                                                 \
        return issue(handle, __func__, &o, "geqrf", NULL, work_geqrf);                             \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##gelsBatched, Cublas *handle, int trans, int m, int n, int nrhs,     \
                    void *const *a, int lda, void *const *c, int ldc, int *info, int *infos,       \
                    int count) {                                                                   \
        if (!is_op(trans) || !info) return CUBLAS_INVALID_VALUE;                                   \
        Batch o = {SIZES(LETTER, NUMBER),                                                          \
                   .m = m,                                                                         \
                   .trans = "NTC"[trans],                                                          \
                   .nrhs = nrhs,                                                                   \
                   .a = (const void *const *)a,                                                    \
                   .b = (const void *const *)c,                                                    \
                   .ldb = ldc,                                                                     \
                   .batch = count,                                                                 \
                   .info = infos};                                                                 \
        *info = 0;                                                                                 \
        return issue(handle, __func__, &o, "gels", NULL, work_gels);                               \
    }                                                                                              \
    TRIANGLES(T, LETTER, NUMBER, int, )                                                            \
    TRIANGLES(T, LETTER, NUMBER, int64_t, _64)
FACTORS(S, 's', float)
FACTORS(D, 'd', double)
FACTORS(C, 'c', float _Complex)
FACTORS(Z, 'z', double _Complex)
