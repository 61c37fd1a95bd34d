// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: orders of the rows of sparse matrices, and matrices in another order. On the host.
#include "standin/cusolver/cusolver.h"

// The rows of each column, one column behind the other: `begin` has their places. False: no memory.
static bool turn(const CusolverRows *matrix, int64_t **begin, int64_t **rows) {
    int64_t *offset = calloc((size_t)matrix->n + 2, sizeof *offset);
    int64_t *row = malloc((size_t)(matrix->nnz + 1) * sizeof *row);
    *begin = offset;
    *rows = row;
    if (!offset || !row) return false;
    // one place ahead: filling moves each begin to where it belongs
    int64_t *next = offset + 1;
    for (int64_t k = matrix->offset[0]; k < matrix->offset[matrix->m]; k++)
        next[matrix->column[k] + 1]++;
    for (int64_t j = 0; j < matrix->n; j++) next[j + 1] += next[j];
    for (int64_t i = 0; i < matrix->m; i++)
        for (int64_t k = matrix->offset[i]; k < matrix->offset[i + 1]; k++)
            row[next[matrix->column[k]]++] = i;
    return true;
}

// Is there (j, i) for each (i, j)? `mark` is of n numbers: the last line that had each column, plus
// one.
static bool is_symmetric(const CusolverRows *matrix, const int64_t *begin, const int64_t *rows,
                         int64_t *mark) {
    for (int64_t i = 0; i < matrix->m; i++) {
        for (int64_t k = begin[i]; k < begin[i + 1]; k++) mark[rows[k]] = i + 1;
        for (int64_t k = matrix->offset[i]; k < matrix->offset[i + 1]; k++)
            if (mark[matrix->column[k]] != i + 1) return false;
    }
    return true;
}

// The pattern alone is looked at, not the values. Rows must follow each other without gaps.
CUSOLVER_FUNCTION(cusolverSpXcsrissymHost, Cusolver *handle, int m, int nnz, const StandinSparse *a,
                  const int *offsets, const int *ends, const int *columns, int *answer) {
    CusolverRows matrix;
    int64_t *begin = NULL, *rows = NULL;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!a || !answer || m < 0 || nnz < 0 || (m && (!offsets || !ends)))
        return CUSOLVER_INVALID_VALUE;
    for (int i = 0; i + 1 < m; i++)
        if (ends[i] != offsets[i + 1]) return CUSOLVER_NOT_SUPPORTED; // rows with gaps
    if (!cusolver_rows(&matrix, a, m, m, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;
    int64_t *mark = calloc((size_t)m + 1, sizeof *mark);
    bool ok = turn(&matrix, &begin, &rows) && mark;
    if (ok) *answer = is_symmetric(&matrix, begin, rows, mark);
    free(mark);
    free(begin);
    free(rows);
    cusolver_rows_free(&matrix);
    return ok ? CUSOLVER_SUCCESS : CUSOLVER_ALLOC_FAILED;
}

// One order for all: that of Cuthill and McKee.
static int order(const Cusolver *handle, int n, int nnz, const StandinSparse *a, const int *offsets,
                 const int *columns, int *p) {
    CusolverRows rows;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!a || !p || n < 0 || nnz < 0) return CUSOLVER_INVALID_VALUE;
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
    const Entry *a = left, *b = right;
    return (a->column > b->column) - (a->column < b->column);
}

// Where each number goes that the order names: its inverse. NULL: it is no order, or no memory.
static int *invert(const int *order, int n) {
    int *place = malloc((size_t)(n + 1) * sizeof *place);
    bool ok = place && (order || !n);
    for (int i = 0; ok && i < n; i++) place[i] = -1;
    for (int i = 0; ok && i < n; i++) {
        ok = order[i] >= 0 && order[i] < n && place[order[i]] < 0;
        if (ok) place[order[i]] = i;
    }
    if (ok) return place;
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
    if (!a || m < 0 || n < 0 || nnz < 0 || (nnz && !map)) return CUSOLVER_INVALID_VALUE;
    if (!cusolver_rows(&matrix, a, m, n, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;
    Entry *entry = malloc((size_t)(nnz + 1) * sizeof *entry);
    int *row_place = invert(p, m), *column_place = invert(q, n);
    int error = !entry                        ? CUSOLVER_ALLOC_FAILED
                : !row_place || !column_place ? CUSOLVER_INVALID_VALUE
                                              : CUSOLVER_SUCCESS;
    if (!error) permute(&matrix, p, column_place, a->base, entry, offsets, columns, map);
    free(entry);
    free(row_place);
    free(column_place);
    cusolver_rows_free(&matrix);
    return error;
}
