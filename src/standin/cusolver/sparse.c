// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: sparse systems. Functions whose names end in Host work on the host's memory, at once;
// the others are given to the stream. Cholesky's method takes the lower triangle. Reordering is by
// Cuthill and McKee, whichever is asked for.
#include "standin/cusolver/cusolver.h"

#include <complex.h>
#include <math.h>

typedef enum { LU, QR, CHOLESKY } Method;

// What the low-level functions keep between analysis, factorization and solution.
typedef struct {
    StandinShared shared; // with work that a graph holds
    Method method;
    CusolverRows a;
    CusolverLu lu;
    CusolverQr qr;
    bool factored;
} Info;

// One call, on the host's view of all.
typedef struct {
    Method method;
    int type, base, m, n, nnz, reorder;
    const void *values;
    const int *offsets, *columns;
    const void *b;
    void *x;
    double tolerance, mu, threshold;
    int *singularity; // of the host
    Info *info;
    bool device; // the memory is the device's
} Call;

// ---- whole solutions ---------------------------------------------------------------------------

// The matrix that Cholesky's method stands for: the lower triangle and its mirror image.
static bool mirror(CusolverRows *a) {
    int64_t lower = 0, next = 0;
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) lower += a->column[k] <= i;
    CusolverRows all = {.m = a->m, .n = a->n, .nnz = 2 * lower};
    all.offset = calloc((size_t)a->m + 2, sizeof *all.offset);
    all.column = malloc((size_t)(2 * lower + 1) * sizeof *all.column);
    all.value = malloc((size_t)(2 * lower + 1) * sizeof *all.value);
    if (!all.offset || !all.column || !all.value) {
        cusolver_rows_free(&all);
        return false;
    }
    int64_t *end = all.offset + 1;
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t j = a->column[k];
            if (j > i) continue;
            end[i + 1]++;
            if (j < i) end[j + 1]++;
        }
    }
    for (int64_t i = 0; i < a->m; i++) end[i + 1] += end[i];
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t j = a->column[k];
            if (j > i) continue;
            next = end[i]++;
            all.column[next] = j;
            all.value[next] = a->value[k];
            if (j == i) continue;
            next = end[j]++;
            all.column[next] = i;
            all.value[next] = conj(a->value[k]);
        }
    }
    all.nnz = all.offset[a->m];
    cusolver_rows_free(a);
    *a = all;
    return true;
}

// The rows and columns in an order (which is then that of 0, 1, ...): B[i, j] = A[p[i], p[j]].
static bool reorder_rows(CusolverRows *a, const int64_t *p) {
    CusolverRows b = {.m = a->m, .n = a->n, .nnz = a->nnz};
    int64_t *place = malloc((size_t)(a->n + 1) * sizeof *place), n = 0;
    b.offset = malloc((size_t)(a->m + 1) * sizeof *b.offset);
    b.column = malloc((size_t)(a->nnz + 1) * sizeof *b.column);
    b.value = malloc((size_t)(a->nnz + 1) * sizeof *b.value);
    bool ok = place && b.offset && b.column && b.value;
    for (int64_t i = 0; ok && i < a->n; i++) place[p[i]] = i;
    for (int64_t i = 0; ok && i < a->m; i++) {
        b.offset[i] = n;
        for (int64_t k = a->offset[p[i]]; k < a->offset[p[i] + 1]; k++) {
            b.column[n] = place[a->column[k]];
            b.value[n++] = a->value[k];
        }
        b.offset[i + 1] = n;
    }
    free(place);
    cusolver_rows_free(ok ? a : &b);
    if (ok) *a = b;
    return ok;
}

// Cholesky's method is LU with the diagonal's pivots: U's rows are those of L', times them. False:
// no memory.
static bool factor(Info *info, double threshold) {
    const CusolverRows *a = &info->a;
    switch (info->method) {
    case LU: return cusolver_lu(&info->lu, a, NULL, threshold, false);
    case CHOLESKY: return cusolver_lu(&info->lu, a, NULL, 0, true);
    default: return cusolver_qr(&info->qr, a);
    }
}

// Cholesky's pivots must be positive, too.
static int64_t zero_pivot(const Info *info, double tolerance) {
    if (info->method == QR) return cusolver_qr_zero(&info->qr, tolerance);
    return cusolver_lu_zero(&info->lu, tolerance, info->method == CHOLESKY);
}

static bool solve(const Info *info, StandinComplex *b, StandinComplex *x) {
    if (info->method == QR) return cusolver_qr_solve(&info->qr, b, x);
    cusolver_lu_solve(&info->lu, b, x);
    return true;
}

// Gives back all but the method, so that another matrix may come.
static void clear(Info *info) {
    cusolver_rows_free(&info->a);
    if (info->method == QR)
        cusolver_qr_free(&info->qr);
    else
        cusolver_lu_free(&info->lu);
    info->factored = false;
}

// One right side in the order of the factors, and the solution out of it.
// Without an order it is that of the program. False: no memory.
static bool solve_in_order(const Info *info, const Call *c, const int64_t *order) {
    StandinComplex *b = calloc((size_t)c->m + 1, sizeof *b);
    StandinComplex *x = calloc((size_t)c->n + 1, sizeof *x);
    bool ok = b && x;
    for (int64_t i = 0; ok && i < c->m; i++)
        b[i] = standin_load(c->type, c->b, order ? order[i] : i);
    ok = ok && solve(info, b, x);
    for (int64_t i = 0; ok && i < c->n; i++)
        standin_store(c->type, c->x, order ? order[i] : i, x[i]);
    free(b);
    free(x);
    return ok;
}

// csrlsv...: false: no memory, or wrong indices.
static bool solve_call(const Call *c) {
    Info info = {.method = c->method};
    int64_t *order = NULL;
    StandinSparse description = {.base = c->base};
    bool ok = cusolver_rows(&info.a, &description, c->m, c->n, c->nnz, c->type, c->values,
                            c->offsets, c->columns);
    if (ok && c->method == CHOLESKY) ok = mirror(&info.a);
    if (ok && c->reorder) {
        order = cusolver_order(&info.a);
        ok = order && reorder_rows(&info.a, order);
    }
    ok = ok && factor(&info, 1);
    if (ok && c->singularity) {
        // a pivot of 0 is told, and the system is solved all the same
        int64_t pivot = zero_pivot(&info, c->tolerance);
        *c->singularity = (int)pivot;
    }
    ok = ok && solve_in_order(&info, c, order);
    free(order);
    clear(&info);
    return ok;
}

// ---- memory of the device ----------------------------------------------------------------------

// Views in the place of the device's addresses. What a call does not have is NULL.
static bool view(StandinRun *run, Call *c) {
    size_t size = standin_type_size(c->type);
    if (!c->device) return true;
    if (c->offsets)
        c->offsets = standin_array(run, c->offsets, (int64_t)c->m + 1, sizeof(int), STANDIN_IN);
    if (c->columns) c->columns = standin_array(run, c->columns, c->nnz, sizeof(int), STANDIN_IN);
    if (c->values) c->values = standin_array(run, c->values, c->nnz, size, STANDIN_IN);
    if (c->b) c->b = standin_array(run, c->b, c->m, size, STANDIN_IN);
    if (c->x) c->x = standin_array(run, c->x, c->n, size, STANDIN_OUT);
    return !run->failed;
}

// Of the size of the matrix that the information is about.
static bool fits(const Call *c) {
    return c->m == c->info->a.m && c->n == c->info->a.n;
}

static void work_solve(StandinRun *run, void *arguments) {
    Call c = *(Call *)arguments;
    if (view(run, &c) && !solve_call(&c)) standin_fail(run, "no memory, or wrong indices");
}

// On the host the work is done when the call returns; its failure is the call's.
static int issue(const Cusolver *handle, const char *api, const Call *c, StandinWork *work) {
    StandinRun run = {.api = api};
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (c->m < 0 || c->n < 0 || c->nnz < 0) return CUSOLVER_INVALID_VALUE;
    // LU and Cholesky's method are of square matrices alone
    if (c->info && c->info->method != c->method) return CUSOLVER_INVALID_VALUE;
    if (c->device)
        return cusolver_result(standin_issue_sharing(handle->stream, api, work, c, sizeof *c,
                                                     c->info ? &c->info->shared : NULL, NULL));
    Call here = *c;
    work(&run, &here);
    return run.failed ? CUSOLVER_ALLOC_FAILED : CUSOLVER_SUCCESS;
}

// The matrix of a call.
static Call with_matrix(Call c, const StandinSparse *a, const void *values, const int *offsets,
                        const int *columns) {
    c.base = a->base;
    c.values = values;
    c.offsets = offsets;
    c.columns = columns;
    return c;
}

// `singularity` is of the host even where the rest is of the device (cuSOLVER, csrlsvqr).
static int solve_at_once(const Cusolver *handle, const char *api, Call c, const void *b, void *x,
                         int *singularity) {
    if (!singularity || !c.offsets || (c.m && (!b || !x))) return CUSOLVER_INVALID_VALUE;
    c.b = b;
    c.x = x;
    c.singularity = singularity;
    return issue(handle, api, &c, work_solve);
}

// Entry points forward a call: its kind, and what only some have.
#define CALL(METHOD, TYPE, DEVICE, ...)                                                            \
    ((Call){.method = METHOD, .type = TYPE, .device = DEVICE, __VA_ARGS__})
#define SOLVE(name, METHOD, TYPE, REAL, DEVICE)                                                    \
    CUSOLVER_FUNCTION(name, Cusolver *handle, int m, int nnz, const StandinSparse *a,              \
                      const void *values, const int *offsets, const int *columns, const void *b,   \
                      REAL tolerance, int reorder, void *x, int *singularity) {                    \
        Call c = CALL(METHOD, TYPE, DEVICE, .m = m, .n = m, .nnz = nnz, .reorder = reorder,        \
                      .tolerance = tolerance);                                                     \
        if (!a) return CUSOLVER_INVALID_VALUE;                                                     \
        return solve_at_once(handle, __func__, with_matrix(c, a, values, offsets, columns), b, x,  \
                             singularity);                                                         \
    }
#define SOLVES(T, TYPE, REAL)                                                                      \
    SOLVE(cusolverSp##T##csrlsvluHost, LU, TYPE, REAL, false)                                      \
    SOLVE(cusolverSp##T##csrlsvqrHost, QR, TYPE, REAL, false)                                      \
    SOLVE(cusolverSp##T##csrlsvcholHost, CHOLESKY, TYPE, REAL, false)                              \
    SOLVE(cusolverSp##T##csrlsvqr, QR, TYPE, REAL, true)                                           \
    SOLVE(cusolverSp##T##csrlsvchol, CHOLESKY, TYPE, REAL, true)
SOLVES(S, CUDA_R_32F, float)
SOLVES(D, CUDA_R_64F, double)
SOLVES(C, CUDA_C_32F, float)
SOLVES(Z, CUDA_C_64F, double)

// ---- in steps ----------------------------------------------------------------------------------

static void end(StandinShared *shared) {
    clear((Info *)shared);
    free(shared);
}

static int create(Info **info, Method method) {
    if (!info) return CUSOLVER_INVALID_VALUE;
    *info = calloc(1, sizeof **info);
    if (!*info) return CUSOLVER_ALLOC_FAILED;
    standin_share(&(*info)->shared, end);
    (*info)->method = method;
    return CUSOLVER_SUCCESS;
}

static int destroy(Info *info) {
    if (info) standin_release(&info->shared);
    return CUSOLVER_SUCCESS;
}

// The matrix is taken (minus mu on the diagonal) and, by LU and Cholesky's method, factored.
static void work_take(StandinRun *run, void *arguments) {
    Call c = *(Call *)arguments;
    Info *info = c.info;
    StandinSparse description = {.base = c.base};
    if (!view(run, &c)) return;
    clear(info);
    bool ok = cusolver_rows(&info->a, &description, c.m, c.n, c.nnz, c.type, c.values, c.offsets,
                            c.columns);
    if (ok && info->method == CHOLESKY) ok = mirror(&info->a);
    for (int64_t i = 0; ok && c.mu != 0 && i < c.m; i++)
        for (int64_t k = info->a.offset[i]; k < info->a.offset[i + 1]; k++)
            if (info->a.column[k] == i) info->a.value[k] -= c.mu;
    if (ok && info->method != QR) ok = info->factored = factor(info, c.threshold);
    if (!ok) standin_fail(run, "no memory, or wrong indices");
}

// QR: factored now, and solved if there is a right side.
static void work_factor(StandinRun *run, void *arguments) {
    Call c = *(Call *)arguments;
    if (!view(run, &c)) return;
    bool ok = c.info->a.offset && fits(&c);
    // what was factored before is lost
    if (ok) cusolver_qr_free(&c.info->qr);
    ok = ok && factor(c.info, 1);
    c.info->factored = ok;
    if (ok && c.b && c.x) ok = solve_in_order(c.info, &c, NULL);
    if (!ok) standin_fail(run, "no memory, or no matrix of the size");
}

// Steps out of their order are a failure of the run, not of the call: only the run sees what is
// there.
static void work_solve_factored(StandinRun *run, void *arguments) {
    Call c = *(Call *)arguments;
    if (!view(run, &c)) return;
    if (!c.info->factored || !fits(&c))
        standin_fail(run, "no matrix of the size is factored");
    else if (!solve_in_order(c.info, &c, NULL))
        standin_fail(run, "no memory");
}

// The factors are in the host's memory, so that neither is needed.
static int space(const Cusolver *handle, size_t *internal, size_t *workspace) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (internal) *internal = 0;
    if (workspace) *workspace = 1;
    return CUSOLVER_SUCCESS;
}

// Waits for the stream: the factorization must have run, or the call is wrong.
static int find_zero(const Cusolver *handle, const Info *info, double tolerance, int *position) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!info || !position) return CUSOLVER_INVALID_VALUE;
    if (!standin_wait(handle->stream)) return CUSOLVER_EXECUTION_FAILED;
    if (!info->factored) return CUSOLVER_INVALID_VALUE;
    *position = (int)zero_pivot(info, tolerance);
    return CUSOLVER_SUCCESS;
}

#define INFO(Name, name, METHOD, SUFFIX)                                                           \
    CUSOLVER_FUNCTION(cusolverSpCreate##Name##Info##SUFFIX, Info **info) {                         \
        return create(info, METHOD);                                                               \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSpDestroy##Name##Info##SUFFIX, Info *info) {                         \
        return destroy(info);                                                                      \
    }
INFO(Csrlu, csrlu, LU, Host)
INFO(Csrqr, csrqr, QR, Host)
INFO(Csrqr, csrqr, QR, )
INFO(Csrchol, csrchol, CHOLESKY, Host)
INFO(Csrchol, csrchol, CHOLESKY, )

// Analyses find nothing that the factorizations do not find.
#define ANALYSIS(name)                                                                             \
    CUSOLVER_FUNCTION(name, Cusolver *handle, int n, int nnz, const StandinSparse *a,              \
                      const int *offsets, const int *columns, Info *info) {                        \
        return space(handle, NULL, NULL);                                                          \
    }
#define RECTANGULAR_ANALYSIS(name)                                                                 \
    CUSOLVER_FUNCTION(name, Cusolver *handle, int m, int n, int nnz, const StandinSparse *a,       \
                      const int *offsets, const int *columns, Info *info) {                        \
        return space(handle, NULL, NULL);                                                          \
    }
ANALYSIS(cusolverSpXcsrluAnalysisHost)
ANALYSIS(cusolverSpXcsrcholAnalysisHost)
ANALYSIS(cusolverSpXcsrcholAnalysis)
RECTANGULAR_ANALYSIS(cusolverSpXcsrqrAnalysisHost)
RECTANGULAR_ANALYSIS(cusolverSpXcsrqrAnalysis)

// ---- the factors of LU, by rows ----------------------------------------------------------------

// For the program to make room for csrluExtract.
CUSOLVER_FUNCTION(cusolverSpXcsrluNnzHost, Cusolver *handle, int *nnz_l, int *nnz_u, Info *info) {
    if (!info || !info->factored || info->method == QR || !nnz_l || !nnz_u)
        return CUSOLVER_INVALID_VALUE;
    *nnz_l = (int)(info->lu.l_offset[info->lu.n] + info->lu.n); // with the diagonal of ones
    *nnz_u = (int)info->lu.u_offset[info->lu.n];
    return CUSOLVER_SUCCESS;
}

// Elements of columns, turned into rows, which are sorted because the columns come in their order.
typedef struct {
    int type, base;
    void *values;
    int *offsets, *columns;
} Csr;

static bool is_there(const Csr *to) {
    return to->values && to->offsets && to->columns;
}

static void put(Csr *to, int64_t row, int64_t column, StandinComplex value) {
    int place = to->offsets[row]++ - to->base;
    to->columns[place] = (int)column + to->base;
    standin_store(to->type, to->values, place, value);
}

// offsets[i + 1] has the count of row i: sums, such that offsets[i] is where row i begins, and
// moves on while the row is filled.
static void begin_rows(Csr *to, int64_t n) {
    to->offsets[0] = to->base;
    for (int64_t i = 0; i < n; i++) to->offsets[i + 1] += to->offsets[i];
}

static void end_rows(Csr *to, int64_t n) {
    for (int64_t i = n; i > 0; i--) to->offsets[i] = to->offsets[i - 1];
    to->offsets[0] = to->base;
}

// P and Q are the rows and columns of the pivots: P A Q' = L U. L has its diagonal of ones.
static int extract(const Info *info, int *p, int *q, Csr lower, Csr upper) {
    if (!info || !info->factored || info->method == QR) return CUSOLVER_INVALID_VALUE;
    if (!p || !q || !is_there(&lower) || !is_there(&upper)) return CUSOLVER_INVALID_VALUE;
    const CusolverLu *lu = &info->lu;
    int64_t n = lu->n;
    int64_t *pivot_of = malloc((size_t)(n + 1) * sizeof *pivot_of);
    if (!pivot_of) return CUSOLVER_ALLOC_FAILED;
    memset(lower.offsets, 0, (size_t)(n + 1) * sizeof *lower.offsets);
    memset(upper.offsets, 0, (size_t)(n + 1) * sizeof *upper.offsets);
    for (int64_t j = 0; j < n; j++) {
        p[j] = (int)lu->pivot_row[j];
        q[j] = (int)lu->order[j];
        pivot_of[lu->pivot_row[j]] = j;
    }
    for (int64_t j = 0; j < n; j++) {
        lower.offsets[j + 1]++;
        for (int64_t k = lu->l_offset[j]; k < lu->l_offset[j + 1]; k++)
            lower.offsets[pivot_of[lu->l_row[k]] + 1]++;
        for (int64_t k = lu->u_offset[j]; k < lu->u_offset[j + 1]; k++)
            upper.offsets[lu->u_pivot[k] + 1]++;
    }
    // the counts are there; by columns in their order each row fills in order, too
    begin_rows(&lower, n);
    begin_rows(&upper, n);
    for (int64_t j = 0; j < n; j++) {
        put(&lower, j, j, 1);
        for (int64_t k = lu->l_offset[j]; k < lu->l_offset[j + 1]; k++)
            put(&lower, pivot_of[lu->l_row[k]], j, lu->l_value[k]);
        for (int64_t k = lu->u_offset[j]; k < lu->u_offset[j + 1]; k++)
            put(&upper, lu->u_pivot[k], j, lu->u_value[k]);
    }
    end_rows(&lower, n);
    end_rows(&upper, n);
    free(pivot_of);
    return CUSOLVER_SUCCESS;
}

// ---- the steps of each type --------------------------------------------------------------------

// The matrix is taken, and by LU and Cholesky's method factored.
static int take(const Cusolver *handle, const char *api, const StandinSparse *a, Call c,
                const void *values, const int *offsets, const int *columns) {
    if (!a || !c.info || !offsets || (c.nnz && (!values || !columns)))
        return CUSOLVER_INVALID_VALUE;
    c = with_matrix(c, a, values, offsets, columns);
    return issue(handle, api, &c, work_take);
}

// By the factors. `work` may factor first.
static int solve_by(const Cusolver *handle, const char *api, Call c, StandinWork *work) {
    bool sides = work == work_factor || (c.b && c.x);
    return c.info && sides ? issue(handle, api, &c, work) : CUSOLVER_INVALID_VALUE;
}

// What LU and Cholesky's method have in common: matrices are square.
#define SQUARE(T, TYPE, REAL, METHOD, name, SUFFIX, DEVICE)                                        \
    CUSOLVER_FUNCTION(cusolverSp##T##name##BufferInfo##SUFFIX, Cusolver *handle, int n, int nnz,   \
                      const StandinSparse *a, const void *values, const int *offsets,              \
                      const int *columns, Info *info, size_t *internal, size_t *workspace) {       \
        return space(handle, internal, workspace);                                                 \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##name##ZeroPivot##SUFFIX, Cusolver *handle, Info *info,        \
                      REAL tolerance, int *position) {                                             \
        return find_zero(handle, info, tolerance, position);                                       \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##name##Solve##SUFFIX, Cusolver *handle, int n, const void *b,  \
                      void *x, Info *info, void *buffer) {                                         \
        Call c = CALL(METHOD, TYPE, DEVICE, .m = n, .n = n, .b = b, .x = x, .info = info);         \
        return solve_by(handle, __func__, c, work_solve_factored);                                 \
    }
#define CHOLESKY_STEPS(T, TYPE, REAL, SUFFIX, DEVICE)                                              \
    SQUARE(T, TYPE, REAL, CHOLESKY, csrchol, SUFFIX, DEVICE)                                       \
    CUSOLVER_FUNCTION(cusolverSp##T##csrcholFactor##SUFFIX, Cusolver *handle, int n, int nnz,      \
                      const StandinSparse *a, const void *values, const int *offsets,              \
                      const int *columns, Info *info, void *buffer) {                              \
        Call c = CALL(CHOLESKY, TYPE, DEVICE, .m = n, .n = n, .nnz = nnz, .info = info);           \
        return take(handle, __func__, a, c, values, offsets, columns);                             \
    }
#define LU_STEPS(T, TYPE, REAL)                                                                    \
    SQUARE(T, TYPE, REAL, LU, csrlu, Host, false)                                                  \
    CUSOLVER_FUNCTION(cusolverSp##T##csrluFactorHost, Cusolver *handle, int n, int nnz,            \
                      const StandinSparse *a, const void *values, const int *offsets,              \
                      const int *columns, Info *info, REAL threshold, void *buffer) {              \
        Call c = CALL(LU, TYPE, false, .m = n, .n = n, .nnz = nnz, .info = info,                   \
                      .threshold = threshold);                                                     \
        return take(handle, __func__, a, c, values, offsets, columns);                             \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##csrluExtractHost, Cusolver *handle, int *p, int *q,           \
                      const StandinSparse *l, void *l_values, int *l_offsets, int *l_columns,      \
                      const StandinSparse *u, void *u_values, int *u_offsets, int *u_columns,      \
                      Info *info, void *buffer) {                                                  \
        if (!l || !u) return CUSOLVER_INVALID_VALUE;                                               \
        return extract(info, p, q, (Csr){TYPE, l->base, l_values, l_offsets, l_columns},           \
                       (Csr){TYPE, u->base, u_values, u_offsets, u_columns});                      \
    }
// Setup takes the matrix minus mu, Factor factors it.
#define QR_STEPS(T, TYPE, REAL, MU, SUFFIX, DEVICE)                                                \
    CUSOLVER_FUNCTION(cusolverSp##T##csrqrBufferInfo##SUFFIX, Cusolver *handle, int m, int n,      \
                      int nnz, const StandinSparse *a, const void *values, const int *offsets,     \
                      const int *columns, Info *info, size_t *internal, size_t *workspace) {       \
        return space(handle, internal, workspace);                                                 \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##csrqrSetup##SUFFIX, Cusolver *handle, int m, int n, int nnz,  \
                      const StandinSparse *a, const void *values, const int *offsets,              \
                      const int *columns, MU mu, Info *info) {                                     \
        Call c =                                                                                   \
            CALL(QR, TYPE, DEVICE, .m = m, .n = n, .nnz = nnz, .mu = (double)mu, .info = info);    \
        return take(handle, __func__, a, c, values, offsets, columns);                             \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##csrqrFactor##SUFFIX, Cusolver *handle, int m, int n, int nnz, \
                      void *b, void *x, Info *info, void *buffer) {                                \
        Call c = CALL(QR, TYPE, DEVICE, .m = m, .n = n, .b = b, .x = x, .info = info);             \
        return solve_by(handle, __func__, c, work_factor);                                         \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##csrqrZeroPivot##SUFFIX, Cusolver *handle, Info *info,         \
                      REAL tolerance, int *position) {                                             \
        return find_zero(handle, info, tolerance, position);                                       \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverSp##T##csrqrSolve##SUFFIX, Cusolver *handle, int m, int n, void *b,  \
                      void *x, Info *info, void *buffer) {                                         \
        Call c = CALL(QR, TYPE, DEVICE, .m = m, .n = n, .b = b, .x = x, .info = info);             \
        return solve_by(handle, __func__, c, work_solve_factored);                                 \
    }
#define STEPS(T, TYPE, REAL, MU)                                                                   \
    LU_STEPS(T, TYPE, REAL)                                                                        \
    CHOLESKY_STEPS(T, TYPE, REAL, Host, false)                                                     \
    CHOLESKY_STEPS(T, TYPE, REAL, , true)                                                          \
    QR_STEPS(T, TYPE, REAL, MU, Host, false)                                                       \
    QR_STEPS(T, TYPE, REAL, MU, , true)
STEPS(S, CUDA_R_32F, float, float)
STEPS(D, CUDA_R_64F, double, double)
STEPS(C, CUDA_C_32F, float, float _Complex)
STEPS(Z, CUDA_C_64F, double, double _Complex)
