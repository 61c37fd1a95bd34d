// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: orders of the rows of sparse matrices, and matrices in another order. On the host.
#include "standin/cusolver/cusolver.h"

// ---- symmetry -----------------------------------------------------------------------------------

// The places of a matrix by columns: the rows of column j are rows[begin[j]] up to begin[j + 1].
typedef struct {
    int64_t *begin, *rows;
} Columns;

static void columns_free(Columns *columns) {
    free(columns->begin);
    free(columns->rows);
}

// False: no memory.
static bool turn(const CusolverRows *matrix, Columns *columns) {
    columns->begin = calloc((size_t)matrix->n + 2, sizeof *columns->begin);
    columns->rows = malloc((size_t)(matrix->nnz + 1) * sizeof *columns->rows);
    if (!columns->begin || !columns->rows) return false;

    // How many each column has, then where each begins. One place ahead: filling moves each begin
    // to where it belongs.
    int64_t *next = columns->begin + 1;
    for (int64_t k = matrix->offset[0]; k < matrix->offset[matrix->m]; k++)
        next[matrix->column[k] + 1]++;
    for (int64_t j = 0; j < matrix->n; j++) next[j + 1] += next[j];

    for (int64_t i = 0; i < matrix->m; i++) {
        for (int64_t k = matrix->offset[i]; k < matrix->offset[i + 1]; k++)
            columns->rows[next[matrix->column[k]]++] = i;
    }
    return true;
}

// Is there (j, i) for each (i, j)? `mark` is of n numbers: the last line that had each column, plus
// one.
static bool is_symmetric(const CusolverRows *matrix, const Columns *columns, int64_t *mark) {
    for (int64_t i = 0; i < matrix->m; i++) {
        for (int64_t k = columns->begin[i]; k < columns->begin[i + 1]; k++)
            mark[columns->rows[k]] = i + 1;
        for (int64_t k = matrix->offset[i]; k < matrix->offset[i + 1]; k++) {
            if (mark[matrix->column[k]] != i + 1) return false;
        }
    }
    return true;
}

// False: no memory.
static bool find_symmetry(const CusolverRows *matrix, int *answer) {
    Columns columns = {0};
    int64_t *mark = calloc((size_t)matrix->m + 1, sizeof *mark);
    bool ok = turn(matrix, &columns) && mark;
    if (ok) *answer = is_symmetric(matrix, &columns, mark);
    free(mark);
    columns_free(&columns);
    return ok;
}

// Whether a row ends before the next begins.
static bool has_gaps(int m, const int *offsets, const int *ends) {
    for (int i = 0; i + 1 < m; i++) {
        if (ends[i] != offsets[i + 1]) return true;
    }
    return false;
}

// The pattern alone is looked at, not the values. Rows must follow each other without gaps.
CUSOLVER_FUNCTION(cusolverSpXcsrissymHost, Cusolver *handle, int m, int nnz, const StandinSparse *a,
                  const int *offsets, const int *ends, const int *columns, int *answer) {
    CusolverRows matrix;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    bool sizes_fit = m >= 0 && nnz >= 0, rows_given = !m || (offsets && ends);
    if (!a || !answer || !sizes_fit || !rows_given) return CUSOLVER_INVALID_VALUE;
    if (has_gaps(m, offsets, ends)) return CUSOLVER_NOT_SUPPORTED;
    if (!cusolver_rows(&matrix, a, m, m, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;

    bool ok = find_symmetry(&matrix, answer);
    cusolver_rows_free(&matrix);
    return ok ? CUSOLVER_SUCCESS : CUSOLVER_ALLOC_FAILED;
}

// ---- orders -------------------------------------------------------------------------------------

// One order for all: that of Cuthill and McKee.
static int order(const Cusolver *handle, int n, int nnz, const StandinSparse *a, const int *offsets,
                 const int *columns, int *p) {
    CusolverRows rows;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    bool sizes_fit = n >= 0 && nnz >= 0;
    if (!a || !p || !sizes_fit) return CUSOLVER_INVALID_VALUE;
    if (!cusolver_rows(&rows, a, n, n, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;

    int64_t *found = cusolver_order(&rows);
    for (int i = 0; found && i < n; i++) p[i] = (int)found[i];
    cusolver_rows_free(&rows);
    int error = found ? CUSOLVER_SUCCESS : CUSOLVER_ALLOC_FAILED;
    free(found);
    return error;
}

CUSOLVER_FUNCTION(cusolverSpXcsrsymrcmHost, Cusolver *handle, int n, int nnz,
                  const StandinSparse *a, const int *offsets, const int *columns, int *p) {
    return order(handle, n, nnz, a, offsets, columns, p);
}

CUSOLVER_FUNCTION(cusolverSpXcsrsymmdqHost, Cusolver *handle, int n, int nnz,
                  const StandinSparse *a, const int *offsets, const int *columns, int *p) {
    return order(handle, n, nnz, a, offsets, columns, p);
}

CUSOLVER_FUNCTION(cusolverSpXcsrsymamdHost, Cusolver *handle, int n, int nnz,
                  const StandinSparse *a, const int *offsets, const int *columns, int *p) {
    return order(handle, n, nnz, a, offsets, columns, p);
}

CUSOLVER_FUNCTION(cusolverSpXcsrmetisndHost, Cusolver *handle, int n, int nnz,
                  const StandinSparse *a, const int *offsets, const int *columns,
                  const int64_t *options, int *p) {
    return order(handle, n, nnz, a, offsets, columns, p);
}

// ---- matrices in another order ------------------------------------------------------------------

// 1: malloc of 0 bytes may give NULL, which programs may take for a failure.
CUSOLVER_FUNCTION(cusolverSpXcsrperm_bufferSizeHost, Cusolver *handle, int m, int n, int nnz,
                  const StandinSparse *a, const int *offsets, const int *columns, const int *p,
                  const int *q, size_t *size) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!size) return CUSOLVER_INVALID_VALUE;
    *size = 1;
    return CUSOLVER_SUCCESS;
}

// An element on its way: its new column, and the map's number that goes with it.
typedef struct {
    int column, map;
} Entry;

static int compare(const void *left, const void *right) {
    const Entry *first = left, *second = right;
    return (first->column > second->column) - (first->column < second->column);
}

// Fills `place` with where each number goes that the order names. False: it is no order of n.
static bool fill_places(const int *order, int n, int *place) {
    if (n && !order) return false;
    for (int i = 0; i < n; i++) place[i] = -1;
    for (int i = 0; i < n; i++) {
        bool in_range = order[i] >= 0 && order[i] < n;
        if (!in_range || place[order[i]] >= 0) return false;
        place[order[i]] = i;
    }
    return true;
}

// The inverse of an order. NULL: it is none, or no memory.
static int *invert(const int *order, int n) {
    int *place = malloc((size_t)(n + 1) * sizeof *place);
    if (place && fill_places(order, n, place)) return place;
    free(place);
    return NULL;
}

// The rows in the new order, with their columns sorted as CSR's are, over the program's arrays.
static void permute(const CusolverRows *matrix, const int *row_order, const int *column_place,
                    int base, Entry *entry, int *offsets, int *columns, int *map) {
    int next = 0;
    for (int64_t i = 0; i < matrix->m; i++) {
        int first = next;
        int64_t row = row_order[i];
        for (int64_t k = matrix->offset[row]; k < matrix->offset[row + 1]; k++)
            entry[next++] = (Entry){column_place[matrix->column[k]], map[k]};
        if (next > first) qsort(entry + first, (size_t)(next - first), sizeof *entry, compare);
        offsets[i + 1] = next + base;
    }
    offsets[0] = base;
    for (int k = 0; k < next; k++) {
        columns[k] = entry[k].column + base;
        map[k] = entry[k].map;
    }
}

// B[i, j] = A[p[i], q[j]], in the place of A; the map goes the same way as the values are to go.
CUSOLVER_FUNCTION(cusolverSpXcsrpermHost, Cusolver *handle, int m, int n, int nnz,
                  const StandinSparse *a, int *offsets, int *columns, const int *p, const int *q,
                  int *map, void *buffer) {
    CusolverRows matrix;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    bool sizes_fit = m >= 0 && n >= 0 && nnz >= 0, map_given = !nnz || map;
    if (!a || !sizes_fit || !map_given) return CUSOLVER_INVALID_VALUE;
    if (!cusolver_rows(&matrix, a, m, n, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;

    Entry *entry = malloc((size_t)(nnz + 1) * sizeof *entry);
    int *row_place = invert(p, m), *column_place = invert(q, n);
    bool are_orders = row_place && column_place;
    int error = !entry        ? CUSOLVER_ALLOC_FAILED
                : !are_orders ? CUSOLVER_INVALID_VALUE
                              : CUSOLVER_SUCCESS;
    if (!error) permute(&matrix, p, column_place, a->base, entry, offsets, columns, map);

    free(entry);
    free(row_place);
    free(column_place);
    cusolver_rows_free(&matrix);
    return error;
}
