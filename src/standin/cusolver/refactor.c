// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: factoring again when values change (cusolverRf). The program's factors say the pivots
// in NVIDIA's library; here the matrix is factored anew with pivots of its own, so that nothing of
// them is needed but their being there.
#include "standin/cusolver/cusolver.h"

enum { MAGIC = 0x63757266 };

typedef struct {
    StandinShared shared; // with work that a graph holds
    uint32_t magic;
    int format, diagonal, fast, factor, solve;
    double zero, boost;
    int64_t n, nnz;
    int *offsets, *columns; // of the host
    double *values;
    CusolverLu lu;
    bool factored;
} Refactor;

static bool is_handle(const Refactor *r) {
    return r && r->magic == MAGIC;
}

static void end(StandinShared *shared) {
    Refactor *r = (Refactor *)shared;
    cusolver_lu_free(&r->lu);
    free(r->offsets);
    free(r->columns);
    free(r->values);
    free(r);
}

CUSOLVER_FUNCTION(cusolverRfCreate, Refactor **handle) {
    if (!handle) return CUSOLVER_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    if (!*handle) return CUSOLVER_ALLOC_FAILED;
    (*handle)->magic = MAGIC;
    standin_share(&(*handle)->shared, end);
    return CUSOLVER_SUCCESS;
}

CUSOLVER_FUNCTION(cusolverRfDestroy, Refactor *handle) {
    if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    handle->magic = 0;
    standin_release(&handle->shared);
    return CUSOLVER_SUCCESS;
}

// Two settings at once, kept and given back.
#define PAIR(set, get, Type, first, second)                                                        \
    CUSOLVER_FUNCTION(set, Refactor *handle, Type a, Type b) {                                     \
        if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;                                   \
        handle->first = a;                                                                         \
        handle->second = b;                                                                        \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(get, Refactor *handle, Type *a, Type *b) {                                   \
        if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;                                   \
        if (!a || !b) return CUSOLVER_INVALID_VALUE;                                               \
        *a = handle->first;                                                                        \
        *b = handle->second;                                                                       \
        return CUSOLVER_SUCCESS;                                                                   \
    }
PAIR(cusolverRfSetMatrixFormat, cusolverRfGetMatrixFormat, int, format, diagonal)
PAIR(cusolverRfSetNumericProperties, cusolverRfGetNumericProperties, double, zero, boost)
PAIR(cusolverRfSetAlgs, cusolverRfGetAlgs, int, factor, solve)

CUSOLVER_FUNCTION(cusolverRfSetResetValuesFastMode, Refactor *handle, int fast) {
    if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    handle->fast = fast;
    return CUSOLVER_SUCCESS;
}

CUSOLVER_FUNCTION(cusolverRfGetResetValuesFastMode, Refactor *handle, int *fast) {
    if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!fast) return CUSOLVER_INVALID_VALUE;
    *fast = handle->fast;
    return CUSOLVER_SUCCESS;
}

// A copy of the matrix, whose indices count from 0. Factors of another one are none.
static bool keep(Refactor *r, int64_t n, int64_t nnz, const int *offsets, const int *columns,
                 const double *values) {
    int *new_offsets = realloc(r->offsets, (size_t)(n + 1) * sizeof *offsets);
    if (new_offsets) r->offsets = new_offsets;
    int *new_columns = realloc(r->columns, (size_t)(nnz + 1) * sizeof *columns);
    if (new_columns) r->columns = new_columns;
    double *new_values = realloc(r->values, (size_t)(nnz + 1) * sizeof *values);
    if (new_values) r->values = new_values;
    if (!new_offsets || !new_columns || !new_values) return false;
    r->factored = false;
    r->n = n;
    r->nnz = nnz;
    memcpy(r->offsets, offsets, (size_t)(n + 1) * sizeof *offsets);
    memcpy(r->columns, columns, (size_t)nnz * sizeof *columns);
    memcpy(r->values, values, (size_t)nnz * sizeof *values);
    return true;
}

// At once, as all is of the host. The factors L and U and the orders P and Q are not read.
CUSOLVER_FUNCTION(cusolverRfSetupHost, int n, int nnz, const int *offsets, const int *columns,
                  const double *values, int nnz_l, const int *l_offsets, const int *l_columns,
                  const double *l_values, int nnz_u, const int *u_offsets, const int *u_columns,
                  const double *u_values, const int *p, const int *q, Refactor *handle) {
    if (!is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (n < 0 || nnz < 0 || !offsets || !columns || !values) return CUSOLVER_INVALID_VALUE;
    if (handle->format == 1) {
        standin_missing("cusolverRfSetupHost: matrices by columns");
        return CUSOLVER_NOT_SUPPORTED;
    }
    return keep(handle, n, nnz, offsets, columns, values) ? CUSOLVER_SUCCESS
                                                          : CUSOLVER_ALLOC_FAILED;
}

CUSOLVER_FUNCTION(cusolverRfAnalyze, Refactor *handle) {
    return is_handle(handle) ? CUSOLVER_SUCCESS : CUSOLVER_NOT_INITIALIZED;
}

typedef struct {
    Refactor *handle;
    int n, nnz, nrhs, ld;
    const int *offsets, *columns;
    const double *values;
    double *x;
} Call;

// All is copied: the program may change its arrays when the call's work is done.
static void work_reset(StandinRun *run, void *arguments) {
    Call *c = arguments;
    const int *offsets =
        standin_bytes(run, c->offsets, ((uint64_t)c->n + 1) * sizeof(int), STANDIN_IN);
    const int *columns = standin_bytes(run, c->columns, (uint64_t)c->nnz * sizeof(int), STANDIN_IN);
    const double *values =
        standin_bytes(run, c->values, (uint64_t)c->nnz * sizeof(double), STANDIN_IN);
    if (!run->failed && !keep(c->handle, c->n, c->nnz, offsets, columns, values))
        standin_fail(run, "no memory");
}

// Pivots are the largest of their columns, whatever the factors of the program had.
static void work_refactor(StandinRun *run, void *arguments) {
    Refactor *r = ((Call *)arguments)->handle;
    CusolverRows rows;
    StandinSparse description = {0};
    cusolver_lu_free(&r->lu);
    r->factored = r->offsets && cusolver_rows(&rows, &description, r->n, r->n, r->nnz, CUDA_R_64F,
                                              r->values, r->offsets, r->columns);
    if (r->factored) {
        int64_t *order = cusolver_order(&rows);
        r->factored = cusolver_lu(&r->lu, &rows, order, 1, false);
        free(order);
        cusolver_rows_free(&rows);
    }
    if (!r->factored) standin_fail(run, "no matrix, no memory, or wrong indices");
}

// The solutions take the place of the right sides. A pivot of 0 gives infinities.
static void work_solve(StandinRun *run, void *arguments) {
    Call *c = arguments;
    Refactor *r = c->handle;
    int64_t n = r->n;
    if (!r->factored) {
        standin_fail(run, "the matrix is not factored");
        return;
    }
    double *x = standin_matrix(run, c->x, sizeof *x, n, c->nrhs, c->ld, STANDIN_INOUT);
    StandinComplex *side = standin_scratch(run, (uint64_t)n, sizeof *side);
    StandinComplex *result = standin_scratch(run, (uint64_t)n, sizeof *result);
    for (int64_t k = 0; !run->failed && k < c->nrhs; k++) {
        for (int64_t i = 0; i < n; i++) side[i] = x[k * c->ld + i];
        cusolver_lu_solve(&r->lu, side, result);
        for (int64_t i = 0; i < n; i++) x[k * c->ld + i] = __real__ result[i];
    }
    free(side);
    free(result);
}

// The library has no stream for these: they are the default one's.
static int issue(const char *api, const Call *c, StandinWork *work) {
    if (!is_handle(c->handle)) return CUSOLVER_NOT_INITIALIZED;
    return cusolver_result(
        standin_issue_sharing(NULL, api, work, c, sizeof *c, &c->handle->shared, NULL));
}

// A handle of ours is asked for by `issue`; p and q are not read.
CUSOLVER_FUNCTION(cusolverRfResetValues, int n, int nnz, const int *offsets, const int *columns,
                  const double *values, const int *p, const int *q, Refactor *handle) {
    Call c = {.handle = handle,
              .n = n,
              .nnz = nnz,
              .offsets = offsets,
              .columns = columns,
              .values = values};
    if (n < 0 || nnz < 0) return CUSOLVER_INVALID_VALUE;
    return issue(__func__, &c, work_reset);
}

CUSOLVER_FUNCTION(cusolverRfSetupDevice, int n, int nnz, const int *offsets, const int *columns,
                  const double *values, int nnz_l, const int *l_offsets, const int *l_columns,
                  const double *l_values, int nnz_u, const int *u_offsets, const int *u_columns,
                  const double *u_values, const int *p, const int *q, Refactor *handle) {
    return cusolverRfResetValues(n, nnz, offsets, columns, values, p, q, handle);
}

CUSOLVER_FUNCTION(cusolverRfRefactor, Refactor *handle) {
    return issue(__func__, &(Call){.handle = handle}, work_refactor);
}

CUSOLVER_FUNCTION(cusolverRfSolve, Refactor *handle, const int *p, const int *q, int nrhs,
                  double *temporary, int ld_temporary, double *x, int ld) {
    if (nrhs < 0) return CUSOLVER_INVALID_VALUE;
    return issue(__func__, &(Call){.handle = handle, .nrhs = nrhs, .x = x, .ld = ld}, work_solve);
}
