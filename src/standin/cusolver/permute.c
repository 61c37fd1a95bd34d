// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: orders of the rows of sparse matrices, and matrices in another order. On the host.
#include "standin/cusolver/cusolver.h"

// Is there (j, i) for each (i, j)?
static bool is_symmetric(const CusolverRows *a) {
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t j = a->column[k], q = a->offset[j];
            while (q < a->offset[j + 1] && a->column[q] != i) q++;
            if (q == a->offset[j + 1]) return false;
        }
    }
    return true;
}

// The pattern alone is looked at, not the values. Rows must follow each other without gaps.
CUSOLVER_FUNCTION(cusolverSpXcsrissymHost, Cusolver *handle, int m, int nnz, const StandinSparse *a,
                  const int *offsets, const int *ends, const int *columns, int *answer) {
    CusolverRows rows;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!a || !answer || m < 0 || nnz < 0) return CUSOLVER_INVALID_VALUE;
    for (int i = 0; i + 1 < m; i++)
        if (ends[i] != offsets[i + 1]) return CUSOLVER_NOT_SUPPORTED; // rows with gaps
    if (!cusolver_rows(&rows, a, m, m, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;
    *answer = is_symmetric(&rows);
    cusolver_rows_free(&rows);
    return CUSOLVER_SUCCESS;
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

// B[i, j] = A[p[i], q[j]], in the place of A; the map goes the same way as the values are to go.
CUSOLVER_FUNCTION(cusolverSpXcsrpermHost, Cusolver *handle, int m, int n, int nnz,
                  const StandinSparse *a, int *offsets, int *columns, const int *p, const int *q,
                  int *map, void *buffer) {
    CusolverRows rows;
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!a || m < 0 || n < 0 || nnz < 0) return CUSOLVER_INVALID_VALUE;
    if (!cusolver_rows(&rows, a, m, n, nnz, CUDA_R_64F, NULL, offsets, columns))
        return CUSOLVER_INVALID_VALUE;
    Entry *entry = malloc((size_t)(nnz + 1) * sizeof *entry);
    int *place = malloc((size_t)(n + 1) * sizeof *place);
    if (!entry || !place) {
        free(entry);
        free(place);
        cusolver_rows_free(&rows);
        return CUSOLVER_ALLOC_FAILED;
    }
    // where each column goes: the inverse of q
    for (int j = 0; j < n; j++) place[q[j]] = j;
    int next = 0;
    for (int i = 0; i < m; i++) {
        int first = next;
        for (int64_t k = rows.offset[p[i]]; k < rows.offset[p[i] + 1]; k++)
            entry[next++] = (Entry){place[rows.column[k]], map[k]};
        // columns of a row are in order in CSR
        qsort(entry + first, (size_t)(next - first), sizeof *entry, compare);
        offsets[i + 1] = next + a->base;
    }
    for (int k = 0; k < next; k++) {
        columns[k] = entry[k].column + a->base;
        map[k] = entry[k].map;
    }
    free(entry);
    free(place);
    cusolver_rows_free(&rows);
    return CUSOLVER_SUCCESS;
}
