// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: incomplete factorizations in the place of a matrix (csrilu02, csric02) and matrices of
// three and five diagonals (gtsv2, gpsv).
#include "standin/cusparse/cusparse.h"

#include <stdio.h>

// csrilu02Info_t and csric02Info_t
typedef struct {
    StandinShared shared; // with work that a graph holds
    int pivot;            // the first that is 0, or -1
    bool boost;
    double tolerance;
    StandinComplex boost_value;
} Info;

typedef struct {
    int type, base, m;
    int64_t nnz;
    const int *offsets, *columns;
    void *values;
    Info *info;
} Factor;

// ---- incomplete LU and Cholesky ----------------------------------------------------------------

typedef struct {
    const int *offset, *column; // with the base
    int base;
    int64_t m;
    StandinComplex *value;
    int64_t *place, *diagonal; // of a column in the row at hand, of each row's diagonal; -1: none
} Csr;

// Rows that follow each other inside of nnz elements, and columns inside of the matrix.
static bool is_right(const Csr *c, int64_t nnz) {
    if (c->offset[0] < c->base || (int64_t)c->offset[c->m] - c->base > nnz) return false;
    for (int64_t i = 0; i < c->m; i++)
        if (c->offset[i] > c->offset[i + 1]) return false;
    for (int64_t k = 0; k < nnz; k++)
        if (c->column[k] < c->base || (int64_t)c->column[k] - c->base >= c->m) return false;
    return true;
}

// Views, and a copy of the values in complex doubles. NULL: something is not there, or wrong.
static void *start(StandinRun *run, const Factor *f, Csr *c) {
    c->base = f->base;
    c->m = f->m;
    c->offset = standin_array(run, f->offsets, (int64_t)f->m + 1, sizeof(int), STANDIN_IN);
    c->column = standin_array(run, f->columns, f->nnz, sizeof(int), STANDIN_IN);
    void *values = standin_array(run, f->values, f->nnz, standin_type_size(f->type), STANDIN_INOUT);
    c->value = standin_scratch(run, (uint64_t)f->nnz, sizeof *c->value);
    c->place = standin_scratch(run, (uint64_t)f->m, sizeof *c->place);
    c->diagonal = standin_scratch(run, (uint64_t)f->m, sizeof *c->diagonal);
    if (!run->failed && !is_right(c, f->nnz)) standin_fail(run, "offsets or indices are wrong");
    if (run->failed) return NULL;
    for (int64_t i = 0; i < f->nnz; i++) c->value[i] = standin_load(f->type, values, i);
    for (int64_t i = 0; i < f->m; i++) c->place[i] = c->diagonal[i] = -1;
    return values;
}

// Enters the row's columns in `place`, so that elements below others are found at once, and takes
// them out again; a row's diagonal stays noted for the rows after it.
static void mark_row(Csr *c, int64_t i, bool on) {
    for (int64_t k = c->offset[i] - c->base; k < c->offset[i + 1] - c->base; k++) {
        int64_t j = c->column[k] - c->base;
        c->place[j] = on ? k : -1;
        if (on && j == i) c->diagonal[i] = k;
    }
}

// Y. Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 10.4 (ILU(0), by rows).
static void eliminate_row(Csr *c, Info *info, int64_t i) {
    for (int64_t k = c->offset[i] - c->base; k < c->offset[i + 1] - c->base; k++) {
        int64_t j = c->column[k] - c->base;
        // only the part left of the diagonal; a row without a diagonal eliminates nothing
        if (j >= i || c->diagonal[j] < 0) continue;
        StandinComplex factor = c->value[k] /= c->value[c->diagonal[j]];
        for (int64_t q = c->diagonal[j] + 1; q < c->offset[j + 1] - c->base; q++) {
            // what row i has no place for is the incomplete part
            int64_t at = c->place[c->column[q] - c->base];
            if (at >= 0) c->value[at] -= factor * c->value[q];
        }
    }
    StandinComplex *pivot = c->diagonal[i] >= 0 ? &c->value[c->diagonal[i]] : NULL;
    if (pivot && info->boost && cabs(*pivot) <= info->tolerance) *pivot = info->boost_value;
    if ((!pivot || *pivot == 0) && info->pivot < 0) info->pivot = (int)i + c->base;
}

// A = L L^H on the lower triangle, by rows. The upper one stays.
static void cholesky_row(Csr *c, Info *info, int64_t i) {
    for (int64_t k = c->offset[i] - c->base; k < c->offset[i + 1] - c->base; k++) {
        int64_t j = c->column[k] - c->base;
        if (j > i) continue;
        StandinComplex sum = c->value[k];
        // rows i and j of L, as far as column j
        for (int64_t q = c->offset[j] - c->base; q < c->offset[j + 1] - c->base; q++) {
            int64_t column = c->column[q] - c->base;
            if (column >= j) continue;
            int64_t at = c->place[column];
            if (at >= 0) sum -= c->value[at] * conj(c->value[q]);
        }
        if (j < i) {
            if (c->diagonal[j] >= 0) c->value[k] = sum / c->value[c->diagonal[j]];
            continue;
        }
        if (!(creal(sum) > 0) && info->pivot < 0) info->pivot = (int)i + c->base;
        c->value[k] = csqrt(sum);
    }
    if (c->diagonal[i] < 0 && info->pivot < 0) info->pivot = (int)i + c->base;
}

// Row by row; the factors are written over the matrix, also where a pivot was 0: elimination goes
// on there.
static void factorize(StandinRun *run, const Factor *f, void (*row)(Csr *, Info *, int64_t)) {
    Csr c = {0};
    f->info->pivot = -1;
    void *values = start(run, f, &c);
    for (int64_t i = 0; values && i < c.m; i++) {
        mark_row(&c, i, true);
        row(&c, f->info, i);
        mark_row(&c, i, false);
    }
    for (int64_t i = 0; values && i < f->nnz; i++) standin_store(f->type, values, i, c.value[i]);
    free(c.value);
    free(c.place);
    free(c.diagonal);
}

// L without its diagonal of ones, and U, in the pattern of A: what would fill in is dropped.
static void work_ilu(StandinRun *run, void *arguments) {
    factorize(run, arguments, eliminate_row);
}

// Only L is made, also in the pattern of A.
static void work_ic(StandinRun *run, void *arguments) {
    factorize(run, arguments, cholesky_row);
}

// The first pivot that was 0, counted from the base, or -1, once the stream's work has run.
static int zero_pivot(const Cusparse *handle, const Info *info, int *position) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (!info || !position) return CUSPARSE_INVALID_VALUE;
    if (!standin_wait(handle->stream)) return CUSPARSE_EXECUTION_FAILED;
    *position = info->pivot;
    return info->pivot < 0 ? CUSPARSE_SUCCESS : CUSPARSE_ZERO_PIVOT;
}

static void end(StandinShared *shared) {
    free(shared);
}

// No pivot is 0 before something was factorized.
static int create(Info **info) {
    if (!info) return CUSPARSE_INVALID_VALUE;
    *info = calloc(1, sizeof **info);
    if (!*info) return CUSPARSE_ALLOC_FAILED;
    standin_share(&(*info)->shared, end);
    (*info)->pivot = -1;
    return CUSPARSE_SUCCESS;
}

static int destroy(Info *info) {
    if (info) standin_release(&info->shared);
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseCreateCsrilu02Info, Info **info) {
    return create(info);
}
CUSPARSE_FUNCTION(cusparseDestroyCsrilu02Info, Info *info) {
    return destroy(info);
}
CUSPARSE_FUNCTION(cusparseCreateCsric02Info, Info **info) {
    return create(info);
}
CUSPARSE_FUNCTION(cusparseDestroyCsric02Info, Info *info) {
    return destroy(info);
}
CUSPARSE_FUNCTION(cusparseXcsrilu02_zeroPivot, Cusparse *handle, Info *info, int *position) {
    return zero_pivot(handle, info, position);
}
CUSPARSE_FUNCTION(cusparseXcsric02_zeroPivot, Cusparse *handle, Info *info, int *position) {
    return zero_pivot(handle, info, position);
}

// csrilu02 and csric02 count bytes in int, gtsv2 and gpsv in size_t.
static int space(const Cusparse *handle, int *size) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (size) *size = CUSPARSE_WORKSPACE;
    return size ? CUSPARSE_SUCCESS : CUSPARSE_INVALID_VALUE;
}

// The analysis has nothing to find: rows are eliminated one after the other, without levels.
#define FACTOR(T, TYPE, name, work)                                                                \
    CUSPARSE_FUNCTION(cusparse##T##name##_bufferSize, Cusparse *handle, int m, int nnz,            \
                      const StandinSparse *a, void *values, const int *offsets,                    \
                      const int *columns, Info *info, int *size) {                                 \
        return space(handle, size);                                                                \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##name##_analysis, Cusparse *handle, int m, int nnz,              \
                      const StandinSparse *a, const void *values, const int *offsets,              \
                      const int *columns, Info *info, int policy, void *buffer) {                  \
        return cusparse_is_handle(handle) ? CUSPARSE_SUCCESS : CUSPARSE_NOT_INITIALIZED;           \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##name, Cusparse *handle, int m, int nnz, const StandinSparse *a, \
                      void *values, const int *offsets, const int *columns, Info *info,            \
                      int policy, void *buffer) {                                                  \
        if (!a || !info || m < 0 || nnz < 0) return CUSPARSE_INVALID_VALUE;                        \
        Factor f = {TYPE, a->base, m, nnz, offsets, columns, values, info};                        \
        return cusparse_issue_sharing(handle, __func__, work, &f, sizeof f, &info->shared, NULL);  \
    }
// Pivots up to the tolerance are replaced. Both numbers are on the host in any pointer mode.
#define BOOST(T, TYPE)                                                                             \
    CUSPARSE_FUNCTION(cusparse##T##csrilu02_numericBoost, Cusparse *handle, Info *info, int on,    \
                      const double *tolerance, const void *value) {                                \
        if (!info || (on && (!tolerance || !value))) return CUSPARSE_INVALID_VALUE;                \
        info->boost = on;                                                                          \
        if (on) info->tolerance = *tolerance;                                                      \
        if (on) info->boost_value = standin_load(TYPE, value, 0);                                  \
        return CUSPARSE_SUCCESS;                                                                   \
    }
#define FACTORS(T, TYPE)                                                                           \
    FACTOR(T, TYPE, csrilu02, work_ilu) FACTOR(T, TYPE, csric02, work_ic) BOOST(T, TYPE)
FACTORS(S, CUDA_R_32F)
FACTORS(D, CUDA_R_64F)
FACTORS(C, CUDA_C_32F)
FACTORS(Z, CUDA_C_64F)

// ---- few diagonals -----------------------------------------------------------------------------

// Systems of m equations: element i of system k is number k * system + i * step.
typedef struct {
    int type, m, count;      // systems
    const void *diagonal[5]; // far below, below, middle, above, far above; NULL: none
    void *x;
    int64_t system, step;
    int columns; // of the right side, ld apart (with one system)
    int64_t ld;
    bool shared; // all systems have the same diagonals
} Band;

// Gauss's elimination with exchanges of neighbouring rows, on five diagonals and two more for what
// exchanges bring in: row[i][d] is element (i, i + d - 2).
enum { WIDTH = 7, MIDDLE = 2 };
static void solve_band(int64_t n, StandinComplex (*row)[WIDTH], StandinComplex *x) {
    for (int64_t i = 0; i < n; i++) {
        // the largest of what stands below
        int64_t best = i;
        for (int64_t k = i + 1; k <= i + 2 && k < n; k++)
            if (cabs(row[k][MIDDLE - (k - i)]) > cabs(row[best][MIDDLE - (best - i)])) best = k;
        if (best != i) {
            // rows are stored around their own diagonals: the lower is `shift` further left
            int64_t shift = best - i;
            for (int64_t d = MIDDLE; d < WIDTH; d++) {
                bool inside = d - shift >= 0;
                StandinComplex other = inside ? row[best][d - shift] : 0, mine = row[i][d];
                if (inside) row[best][d - shift] = mine;
                row[i][d] = other;
            }
            StandinComplex other = x[best];
            x[best] = x[i];
            x[i] = other;
        }
        // two rows below reach this column at most
        for (int64_t k = i + 1; k <= i + 2 && k < n; k++) {
            StandinComplex factor = row[k][MIDDLE - (k - i)] / row[i][MIDDLE];
            if (factor == 0) continue;
            for (int64_t d = MIDDLE; d < WIDTH; d++)
                if (d - (k - i) >= 0) row[k][d - (k - i)] -= factor * row[i][d];
            x[k] -= factor * x[i];
        }
    }
    // back substitution: four diagonals lie above, two of them from exchanges
    for (int64_t i = n - 1; i >= 0; i--) {
        StandinComplex sum = x[i];
        for (int64_t d = MIDDLE + 1; d < WIDTH && i + d - MIDDLE < n; d++)
            sum -= row[i][d] * x[i + d - MIDDLE];
        x[i] = sum / row[i][MIDDLE];
    }
}

// The diagonals are loaded anew for each system, as elimination destroys them. Their ends that lie
// outside of the matrix (the first of `below`, the last of `above`) are not looked at.
static void work_band(StandinRun *run, void *arguments) {
    Band *b = arguments;
    size_t size = standin_type_size(b->type);
    int64_t n = b->m, last = (b->count - 1) * b->system + (n - 1) * b->step + 1;
    int64_t extent = b->shared ? n : last;
    void *diagonal[5];
    for (int d = 0; d < 5; d++)
        diagonal[d] =
            b->diagonal[d] ? standin_array(run, b->diagonal[d], extent, size, STANDIN_IN) : NULL;
    // several right sides are columns of a matrix; several systems lie in one array
    void *x = b->columns > 1 ? standin_matrix(run, b->x, size, n, b->columns, b->ld, STANDIN_INOUT)
                             : standin_array(run, b->x, last, size, STANDIN_INOUT);
    StandinComplex(*row)[WIDTH] = standin_scratch(run, (uint64_t)n, sizeof *row);
    StandinComplex *side = standin_scratch(run, (uint64_t)n, sizeof *side);
    for (int64_t k = 0; !run->failed && k < (int64_t)b->count * b->columns; k++) {
        int64_t first = b->columns > 1 ? 0 : k * b->system;
        int64_t x_first = b->columns > 1 ? k * b->ld : first;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int64_t i = 0; i < n; i++) {
            for (int d = 0; d < 5; d++) {
                bool inside = i + d - MIDDLE >= 0 && i + d - MIDDLE < n;
                if (diagonal[d] && inside)
                    row[i][d] = standin_load(b->type, diagonal[d], first + i * b->step);
            }
            side[i] = standin_load(b->type, x, x_first + i * b->step);
        }
        solve_band(n, row, side);
        for (int64_t i = 0; i < n; i++) standin_store(b->type, x, x_first + i * b->step, side[i]);
    }
    free(row);
    free(side);
}

// cuSPARSE asks for three equations at least; no right side is no work.
static int issue_band(const Cusparse *handle, const char *api, const Band *b) {
    if (b->m < 3 || b->count < 1 || b->columns < 0) return CUSPARSE_INVALID_VALUE;
    // systems, or right sides, must not lie in each other
    bool strided = !b->shared && b->step == 1 && b->count > 1;
    if ((b->shared && b->ld < b->m) || (strided && b->system < b->m)) return CUSPARSE_INVALID_VALUE;
    return b->columns ? cusparse_issue(handle, api, work_band, b, sizeof *b) : CUSPARSE_SUCCESS;
}

// gtsv2 has one system and n right sides, StridedBatch systems one behind the other, Interleaved
// ones element by element. The functions without pivoting exchange rows as well, and which
// algorithm is asked for does not matter.
#define BANDS(T, TYPE)                                                                             \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2_bufferSizeExt, Cusparse *handle, int m, int n,            \
                      const void *dl, const void *d, const void *du, const void *b, int ldb,       \
                      size_t *size) {                                                              \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2_nopivot_bufferSizeExt, Cusparse *handle, int m, int n,    \
                      const void *dl, const void *d, const void *du, const void *b, int ldb,       \
                      size_t *size) {                                                              \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2, Cusparse *handle, int m, int n, const void *dl,          \
                      const void *d, const void *du, void *b, int ldb, void *buffer) {             \
        Band band = {TYPE, m, 1, {NULL, dl, d, du, NULL}, b, 0, 1, n, ldb, true};                  \
        return issue_band(handle, __func__, &band);                                                \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2_nopivot, Cusparse *handle, int m, int n, const void *dl,  \
                      const void *d, const void *du, void *b, int ldb, void *buffer) {             \
        Band band = {TYPE, m, 1, {NULL, dl, d, du, NULL}, b, 0, 1, n, ldb, true};                  \
        return issue_band(handle, __func__, &band);                                                \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2StridedBatch_bufferSizeExt, Cusparse *handle, int m,       \
                      const void *dl, const void *d, const void *du, const void *x, int count,     \
                      int stride, size_t *size) {                                                  \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsv2StridedBatch, Cusparse *handle, int m, const void *dl,     \
                      const void *d, const void *du, void *x, int count, int stride,               \
                      void *buffer) {                                                              \
        Band band = {TYPE, m, count, {NULL, dl, d, du, NULL}, x, stride, 1, 1, 0, false};          \
        return issue_band(handle, __func__, &band);                                                \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsvInterleavedBatch_bufferSizeExt, Cusparse *handle,           \
                      int algorithm, int m, const void *dl, const void *d, const void *du,         \
                      const void *x, int count, size_t *size) {                                    \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gtsvInterleavedBatch, Cusparse *handle, int algorithm, int m,   \
                      void *dl, void *d, void *du, void *x, int count, void *buffer) {             \
        Band band = {TYPE, m, count, {NULL, dl, d, du, NULL}, x, 1, count, 1, 0, false};           \
        return issue_band(handle, __func__, &band);                                                \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gpsvInterleavedBatch_bufferSizeExt, Cusparse *handle,           \
                      int algorithm, int m, const void *ds, const void *dl, const void *d,         \
                      const void *du, const void *dw, const void *x, int count, size_t *size) {    \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##gpsvInterleavedBatch, Cusparse *handle, int algorithm, int m,   \
                      void *ds, void *dl, void *d, void *du, void *dw, void *x, int count,         \
                      void *buffer) {                                                              \
        Band band = {TYPE, m, count, {ds, dl, d, du, dw}, x, 1, count, 1, 0, false};               \
        return issue_band(handle, __func__, &band);                                                \
    }
BANDS(S, CUDA_R_32F)
BANDS(D, CUDA_R_64F)
BANDS(C, CUDA_C_32F)
BANDS(Z, CUDA_C_64F)
