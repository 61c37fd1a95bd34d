// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: conversions between formats, sorting, counting, compression.
#include "standin/cusparse/cusparse.h"

typedef struct {
    int m, n, nnz, base, type;
    const int *from; // indices or offsets
    int *to, *other, *order;
    bool by_columns;
} Convert;

// The older functions know only int: 32-bit offsets and indices.
static int *ints(StandinRun *run, const int *at, int64_t n, int use) {
    return standin_array(run, at, n, sizeof(int), use);
}

// Where a row of int offsets begins, from 0: they may be any numbers.
static int64_t offset_at(const int *offsets, int64_t row, int base) {
    return (int64_t)offsets[row] - base;
}

// Rows follow each other inside of nnz elements; false: told.
static bool are_offsets_right(StandinRun *run, const int *offsets, int64_t rows, int base,
                              int64_t nnz) {
    bool right = offset_at(offsets, 0, base) >= 0 && offset_at(offsets, rows, base) <= nnz;
    for (int64_t i = 0; right && i < rows; i++) right = offsets[i] <= offsets[i + 1];
    if (!right) standin_fail(run, "offsets of the matrix are wrong");
    return right;
}

// ---- offsets and indices -----------------------------------------------------------------------

// The row indices must be sorted. An empty row's offset is that of the next one.
static void work_coo2csr(StandinRun *run, void *arguments) {
    Convert *o = arguments;
    int *row = ints(run, o->from, o->nnz, STANDIN_IN);
    int *offset = ints(run, o->to, (int64_t)o->m + 1, STANDIN_OUT);
    if (run->failed) return;
    int64_t k = 0;
    for (int i = 0; i <= o->m; i++) {
        while (k < o->nnz && (int64_t)row[k] - o->base < i) k++;
        offset[i] = (int)k + o->base;
    }
}

// Elements that no row has, as the offsets do not reach them, stay as they are.
static void work_csr2coo(StandinRun *run, void *arguments) {
    Convert *o = arguments;
    int *offset = ints(run, o->from, (int64_t)o->m + 1, STANDIN_IN);
    int *row = ints(run, o->to, o->nnz, STANDIN_OUT);
    if (run->failed || !are_offsets_right(run, offset, o->m, o->base, o->nnz)) return;
    for (int i = 0; i < o->m; i++)
        for (int64_t k = offset_at(offset, i, o->base); k < offset_at(offset, i + 1, o->base); k++)
            row[k] = i + o->base;
}

// 0, 1, 2, ...: whatever the base of the matrix that it will be sorted with.
static void work_identity(StandinRun *run, void *arguments) {
    Convert *o = arguments;
    int *order = ints(run, o->to, o->n, STANDIN_OUT);
    for (int i = 0; order && i < o->n; i++) order[i] = i;
}

CUSPARSE_FUNCTION(cusparseXcoo2csr, Cusparse *handle, const int *rows, int nnz, int m, int *offsets,
                  int base) {
    if (nnz < 0 || m < 0) return CUSPARSE_INVALID_VALUE;
    Convert o = {.m = m, .nnz = nnz, .base = base, .from = rows, .to = offsets};
    return cusparse_issue(handle, __func__, work_coo2csr, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseXcsr2coo, Cusparse *handle, const int *offsets, int nnz, int m, int *rows,
                  int base) {
    if (nnz < 0 || m < 0) return CUSPARSE_INVALID_VALUE;
    Convert o = {.m = m, .nnz = nnz, .base = base, .from = offsets, .to = rows};
    return cusparse_issue(handle, __func__, work_csr2coo, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseCreateIdentityPermutation, Cusparse *handle, int n, int *order) {
    if (n < 0) return CUSPARSE_INVALID_VALUE;
    Convert o = {.n = n, .to = order};
    return cusparse_issue(handle, __func__, work_identity, &o, sizeof o);
}

// ---- sorting -----------------------------------------------------------------------------------

typedef struct {
    int first, second, order;
} Entry;

static int compare(const void *left, const void *right) {
    const Entry *a = left, *b = right;
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    return (a->second > b->second) - (a->second < b->second);
}

// Pairs in the order of the first, then the second number; equal ones stay in theirs: a merge sort.
// False: no memory.
static bool sort(StandinRun *run, Entry *entry, int64_t n) {
    Entry *space = standin_scratch(run, (uint64_t)n, sizeof *space), *from = entry, *to = space;
    for (int64_t width = 1; space && width < n; width *= 2) {
        for (int64_t low = 0; low < n; low += 2 * width) {
            int64_t middle = low + width < n ? low + width : n;
            int64_t end = low + 2 * width < n ? low + 2 * width : n, a = low, b = middle;
            for (int64_t k = low; k < end; k++) {
                bool left = a < middle && (b >= end || compare(&from[a], &from[b]) <= 0);
                to[k] = left ? from[a++] : from[b++];
            }
        }
        Entry *other = from;
        from = to;
        to = other;
    }
    if (from != entry) memcpy(entry, from, (size_t)n * sizeof *entry);
    free(space);
    return !run->failed;
}

// `from` are offsets (csr, csc): the inner numbers are sorted in each line; or NULL: `to` are the
// outer numbers. `other` are the inner ones.
static void work_sort(StandinRun *run, void *arguments) {
    Convert *o = arguments;
    bool lines = o->from != NULL;
    int *offset = lines ? ints(run, o->from, (int64_t)o->m + 1, STANDIN_IN) : NULL;
    int *outer = lines ? NULL : ints(run, o->to, o->nnz, STANDIN_INOUT);
    int *inner = ints(run, o->other, o->nnz, STANDIN_INOUT);
    int *order = o->order ? ints(run, o->order, o->nnz, STANDIN_INOUT) : NULL;
    Entry *entry = standin_scratch(run, (uint64_t)o->nnz, sizeof *entry);
    int line = 0;
    for (int k = 0; !run->failed && k < o->nnz; k++) {
        // empty lines are passed over
        while (lines && line < o->m && offset_at(offset, line + 1, o->base) <= k) line++;
        int row = lines ? line : outer[k];
        entry[k] = (Entry){o->by_columns ? inner[k] : row, o->by_columns ? row : inner[k],
                           order ? order[k] : k};
    }
    if (!run->failed && sort(run, entry, o->nnz)) {
        for (int k = 0; k < o->nnz; k++) {
            inner[k] = o->by_columns ? entry[k].first : entry[k].second;
            if (outer) outer[k] = o->by_columns ? entry[k].second : entry[k].first;
            if (order) order[k] = entry[k].order;
        }
    }
    free(entry);
}

CUSPARSE_FUNCTION(cusparseXcoosort_bufferSizeExt, Cusparse *handle, int m, int n, int nnz,
                  const int *rows, const int *columns, size_t *size) {
    return cusparse_no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseXcsrsort_bufferSizeExt, Cusparse *handle, int m, int n, int nnz,
                  const int *offsets, const int *columns, size_t *size) {
    return cusparse_no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseXcscsort_bufferSizeExt, Cusparse *handle, int m, int n, int nnz,
                  const int *offsets, const int *rows, size_t *size) {
    return cusparse_no_space(handle, size);
}

// `order` may be NULL; else the program's permutation is moved with the pairs, not made anew.
CUSPARSE_FUNCTION(cusparseXcoosortByRow, Cusparse *handle, int m, int n, int nnz, int *rows,
                  int *columns, int *order, void *buffer) {
    if (nnz < 0) return CUSPARSE_INVALID_VALUE;
    Convert o = {.m = m, .n = n, .nnz = nnz, .to = rows, .other = columns, .order = order};
    return cusparse_issue(handle, __func__, work_sort, &o, sizeof o);
}

// The same, with the column as the first key.
CUSPARSE_FUNCTION(cusparseXcoosortByColumn, Cusparse *handle, int m, int n, int nnz, int *rows,
                  int *columns, int *order, void *buffer) {
    if (nnz < 0) return CUSPARSE_INVALID_VALUE;
    Convert o = {.m = m,
                 .n = n,
                 .nnz = nnz,
                 .to = rows,
                 .other = columns,
                 .order = order,
                 .by_columns = true};
    return cusparse_issue(handle, __func__, work_sort, &o, sizeof o);
}

// Only inside of the rows: the offsets stay as they are.
CUSPARSE_FUNCTION(cusparseXcsrsort, Cusparse *handle, int m, int n, int nnz, const StandinSparse *a,
                  const int *offsets, int *columns, int *order, void *buffer) {
    if (m < 0 || nnz < 0 || !a) return CUSPARSE_INVALID_VALUE;
    Convert o = {.m = m,
                 .n = n,
                 .nnz = nnz,
                 .base = a->base,
                 .from = offsets,
                 .other = columns,
                 .order = order};
    return cusparse_issue(handle, __func__, work_sort, &o, sizeof o);
}

// A CSC matrix is the CSR of its transpose, so the two sizes change places.
CUSPARSE_FUNCTION(cusparseXcscsort, Cusparse *handle, int m, int n, int nnz, const StandinSparse *a,
                  const int *offsets, int *rows, int *order, void *buffer) {
    return cusparseXcsrsort(handle, n, m, nnz, a, offsets, rows, order, buffer);
}

// ---- rows to columns ---------------------------------------------------------------------------

typedef struct {
    CusparseMatrix a;
    void *values;
    int *offsets, *rows;
    bool numeric;
} Turn;

// Sorted rows of the transpose are the columns. Values are copied as bytes from where they were, so
// that no type is rounded.
static void work_csr2csc(StandinRun *run, void *arguments) {
    Turn *o = arguments;
    CusparseMatrix a = o->a;
    CusparseRows turned;
    size_t size = standin_type_size(a.type);
    if (!o->numeric) a.type = CUDA_R_8I, a.values = a.indices; // values are not there, nor read
    if (!cusparse_view(run, &a, STANDIN_IN)) return;
    int *offset = ints(run, o->offsets, a.columns + 1, STANDIN_OUT);
    int *row = ints(run, o->rows, a.nnz, STANDIN_OUT);
    char *value = o->numeric ? standin_array(run, o->values, a.nnz, size, STANDIN_OUT) : NULL;
    if (run->failed || !cusparse_rows(run, &a, CUSPARSE_T, &turned)) return;
    for (int64_t j = 0; j <= a.columns; j++) offset[j] = (int)turned.offset[j] + a.base;
    // no more than the offsets reach
    for (int64_t k = 0; k < turned.offset[turned.n]; k++) {
        row[k] = (int)turned.column[k] + a.base;
        if (value)
            memcpy(value + (size_t)k * size, (char *)a.values + (size_t)turned.from[k] * size,
                   size);
    }
    cusparse_rows_free(&turned);
}

CUSPARSE_FUNCTION(cusparseCsr2cscEx2_bufferSize, Cusparse *handle, int m, int n, int nnz,
                  const void *values, const int *offsets, const int *columns, void *to_values,
                  int *to_offsets, int *to_rows, int type, int action, int base, int algorithm,
                  size_t *size) {
    return cusparse_no_space(handle, size);
}

// cusparseAction_t 1 is numeric; 0 turns the pattern only, and values may be NULL.
CUSPARSE_FUNCTION(cusparseCsr2cscEx2, Cusparse *handle, int m, int n, int nnz, const void *values,
                  const int *offsets, const int *columns, void *to_values, int *to_offsets,
                  int *to_rows, int type, int action, int base, int algorithm, void *buffer) {
    if (m < 0 || n < 0 || nnz < 0 || !standin_type_size(type)) return CUSPARSE_INVALID_VALUE;
    Turn o = {.a = cusparse_csr(m, n, nnz, base, type, values, offsets, columns),
              .values = to_values,
              .offsets = to_offsets,
              .rows = to_rows,
              .numeric = action == 1};
    return cusparse_issue(handle, __func__, work_csr2csc, &o, sizeof o);
}

// ---- dense and sparse --------------------------------------------------------------------------

typedef struct {
    CusparseMatrix a;
    CusparseMatrix *result; // of an analysis: its number of elements becomes known
    CusparseDenseMatrix b;
} Dense;

static int64_t dense_at(const CusparseDenseMatrix *m, int64_t i, int64_t j) {
    return m->order == CUSPARSE_BY_ROWS ? i * m->ld + j : j * m->ld + i;
}

static void *dense_view(StandinRun *run, const CusparseDenseMatrix *m, int use) {
    bool by_rows = m->order == CUSPARSE_BY_ROWS;
    return standin_matrix(run, m->values, standin_type_size(m->type),
                          by_rows ? m->columns : m->rows, by_rows ? m->rows : m->columns, m->ld,
                          use);
}

typedef struct {
    const Dense *o;
    void *dense;
} Putting;

// Elements that come twice do not add up: the last one stays.
static void put(void *data, int64_t row, int64_t column, int64_t at) {
    Putting *p = data;
    standin_store(p->o->b.type, p->dense, dense_at(&p->o->b, row, column),
                  standin_load(p->o->a.type, p->o->a.values, at));
}

// All is set to 0 first: the format holds only what is not.
static void work_to_dense(StandinRun *run, void *arguments) {
    Dense o = *(Dense *)arguments;
    void *dense = dense_view(run, &o.b, STANDIN_OUT);
    if (!dense || !cusparse_view(run, &o.a, STANDIN_IN)) return;
    for (int64_t i = 0; i < o.b.rows; i++)
        for (int64_t j = 0; j < o.b.columns; j++)
            standin_store(o.b.type, dense, dense_at(&o.b, i, j), 0);
    Putting putting = {&o, dense};
    cusparse_visit(run, &o.a, put, &putting);
}

// Sizes must be the same; types need not be: values are converted.
CUSPARSE_FUNCTION(cusparseSparseToDense, Cusparse *handle, const CusparseMatrix *a,
                  CusparseDenseMatrix *b, int algorithm, void *buffer) {
    if (!a || !b || a->rows != b->rows || a->columns != b->columns) return CUSPARSE_INVALID_VALUE;
    Dense o = {.a = *a, .b = *b};
    return cusparse_issue(handle, __func__, work_to_dense, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseSparseToDense_bufferSize, Cusparse *handle, const CusparseMatrix *a,
                  CusparseDenseMatrix *b, int algorithm, size_t *size) {
    return cusparse_no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseDenseToSparse_bufferSize, Cusparse *handle, const CusparseDenseMatrix *a,
                  CusparseMatrix *b, int algorithm, size_t *size) {
    return cusparse_no_space(handle, size);
}

// The elements that are not 0, in the order of the format: counted where `to` is NULL, with the
// offsets of CSR and CSC.
static int64_t scan(const Dense *o, const void *dense, CusparseMatrix *to, void *offsets) {
    const CusparseMatrix *a = &o->a;
    bool by_columns = a->format == CUSPARSE_CSC;
    int64_t lines = by_columns ? a->columns : a->rows, inner = by_columns ? a->rows : a->columns;
    int64_t n = 0;
    for (int64_t line = 0; line < lines; line++) {
        if (offsets) cusparse_set_index(offsets, a->offset_type, line, n + a->base);
        for (int64_t k = 0; k < inner; k++) {
            int64_t at = by_columns ? dense_at(&o->b, k, line) : dense_at(&o->b, line, k);
            StandinComplex value = standin_load(o->b.type, dense, at);
            if (value == 0) continue;
            if (to) {
                if (a->format == CUSPARSE_COO)
                    cusparse_set_index(to->offsets, a->offset_type, n, line + a->base);
                cusparse_set_index(to->indices, a->index_type, n, k + a->base);
                standin_store(a->type, to->values, n, value);
            }
            n++;
        }
    }
    if (offsets) cusparse_set_index(offsets, a->offset_type, lines, n + a->base);
    return n;
}

// Of CSR and CSC: COO has none.
static int64_t offset_count(const CusparseMatrix *a) {
    return (a->format == CUSPARSE_CSC ? a->columns : a->rows) + 1;
}

// Writes the offsets of CSR and CSC, and the number of elements into the program's matrix, which it
// asks before it allocates. COO has nothing to write yet.
static void work_count(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    const void *dense = dense_view(run, &o->b, STANDIN_IN);
    void *offsets = NULL;
    if (o->a.format != CUSPARSE_COO)
        offsets = standin_array(run, o->a.offsets, offset_count(&o->a),
                                cusparse_index_size(o->a.offset_type), STANDIN_OUT);
    if (!run->failed) o->result->nnz = scan(o, dense, NULL, offsets);
}

// Counted again, as views need sizes: the dense matrix may have changed since the analysis.
static void work_to_sparse(StandinRun *run, void *arguments) {
    Dense *o = arguments;
    const void *dense = dense_view(run, &o->b, STANDIN_IN);
    CusparseMatrix to = o->a;
    int64_t n = dense ? scan(o, dense, NULL, NULL) : 0;
    size_t index = cusparse_index_size(to.index_type);
    to.indices = standin_array(run, to.indices, n, index, STANDIN_OUT);
    to.values = standin_array(run, to.values, n, standin_type_size(to.type), STANDIN_OUT);
    void *offsets = NULL;
    if (to.format == CUSPARSE_COO)
        to.offsets = standin_array(run, to.offsets, n, index, STANDIN_OUT);
    else
        offsets = standin_array(run, to.offsets, offset_count(&to),
                                cusparse_index_size(to.offset_type), STANDIN_OUT);
    if (!run->failed) scan(o, dense, &to, offsets);
}

// The matrix's number of elements is set when the stream has come here.
CUSPARSE_FUNCTION(cusparseDenseToSparse_analysis, Cusparse *handle, const CusparseDenseMatrix *a,
                  CusparseMatrix *b, int algorithm, void *buffer) {
    if (!a || !b || a->rows != b->rows || a->columns != b->columns) return CUSPARSE_INVALID_VALUE;
    Dense o = {.a = *b, .result = b, .b = *a};
    return cusparse_issue_sharing(handle, __func__, work_count, &o, sizeof o, &b->shared, NULL);
}

CUSPARSE_FUNCTION(cusparseDenseToSparse_convert, Cusparse *handle, const CusparseDenseMatrix *a,
                  CusparseMatrix *b, int algorithm, void *buffer) {
    if (!a || !b || a->rows != b->rows || a->columns != b->columns) return CUSPARSE_INVALID_VALUE;
    Dense o = {.a = *b, .b = *a};
    return cusparse_issue(handle, __func__, work_to_sparse, &o, sizeof o);
}

// ---- counting and compression ------------------------------------------------------------------

typedef struct {
    int type, base, m, n, ld;
    bool by_columns;
    const void *values;
    const int *offsets, *columns, *counts_in;
    int *counts, *total;
    int total_use;
    void *to_values;
    int *to_columns, *to_offsets, nnz;
    StandinComplex tolerance;
} Count;

// By rows or columns as cusparseDirection_t says; matrices are stored by columns in any case.
static void work_nnz(StandinRun *run, void *arguments) {
    Count *o = arguments;
    int lines = o->by_columns ? o->n : o->m;
    const void *a =
        standin_matrix(run, o->values, standin_type_size(o->type), o->m, o->n, o->ld, STANDIN_IN);
    int *count = ints(run, o->counts, lines, STANDIN_OUT);
    int *total = ints(run, o->total, 1, o->total_use);
    if (run->failed) return;
    *total = 0;
    memset(count, 0, (size_t)lines * sizeof *count);
    for (int64_t j = 0; j < o->n; j++) {
        for (int64_t i = 0; i < o->m; i++) {
            if (standin_load(o->type, a, i + j * o->ld) == 0) continue;
            count[o->by_columns ? j : i]++;
            ++*total;
        }
    }
}

// Elements whose absolute value is greater stay.
static bool stays(const Count *o, const void *values, int64_t k) {
    return cabs(standin_load(o->type, values, k)) > creal(o->tolerance);
}

// The number of values is known only from the offsets' end, so they are viewed first.
static void work_nnz_compress(StandinRun *run, void *arguments) {
    Count *o = arguments;
    int *offset = ints(run, o->offsets, (int64_t)o->m + 1, STANDIN_IN);
    int *count = ints(run, o->counts, o->m, STANDIN_OUT);
    int *total = ints(run, o->total, 1, o->total_use);
    if (run->failed) return;
    int64_t nnz = offset_at(offset, o->m, o->base);
    const void *a = standin_array(run, o->values, nnz, standin_type_size(o->type), STANDIN_IN);
    if (!a || !are_offsets_right(run, offset, o->m, o->base, nnz)) return;
    *total = 0;
    for (int i = 0; i < o->m; i++) {
        count[i] = 0;
        for (int k = offset[i] - o->base; k < offset[i + 1] - o->base; k++)
            count[i] += stays(o, a, k);
        *total += count[i];
    }
}

// The new rows' offsets, by their lengths. False: a length is negative, or there are too many.
static bool sum_counts(const int *count, int rows, int base, int *offset) {
    int64_t sum = base;
    offset[0] = base;
    for (int i = 0; i < rows; i++) {
        sum += count[i];
        if (count[i] < 0 || sum > INT32_MAX) return false;
        offset[i + 1] = (int)sum;
    }
    return true;
}

// `counts` are those of nnz_compress with the same tolerance; with others, elements beyond them are
// left out.
static void work_compress(StandinRun *run, void *arguments) {
    Count *o = arguments;
    size_t size = standin_type_size(o->type);
    int *offset = ints(run, o->offsets, (int64_t)o->m + 1, STANDIN_IN);
    int *column = ints(run, o->columns, o->nnz, STANDIN_IN);
    int *count = ints(run, o->counts_in, o->m, STANDIN_IN);
    const void *a = standin_array(run, o->values, o->nnz, size, STANDIN_IN);
    int *to_offset = ints(run, o->to_offsets, (int64_t)o->m + 1, STANDIN_OUT);
    if (run->failed || !are_offsets_right(run, offset, o->m, o->base, o->nnz)) return;
    if (!sum_counts(count, o->m, o->base, to_offset)) {
        standin_fail(run, "the counts of the rows are wrong");
        return;
    }

    // the new offsets' end is the only place that says how many elements stay
    int64_t n = to_offset[o->m] - o->base, next = 0;
    int *to_column = ints(run, o->to_columns, n, STANDIN_OUT);
    void *to = standin_array(run, o->to_values, n, size, STANDIN_OUT);
    for (int i = 0; !run->failed && i < o->m; i++) {
        for (int k = offset[i] - o->base; k < offset[i + 1] - o->base && next < n; k++) {
            if (!stays(o, a, k)) continue;
            to_column[next] = column[k];
            standin_store(o->type, to, next++, standin_load(o->type, a, k));
        }
    }
}

// The pointer mode of the handle says where the total goes.
static int issue_count(const Cusparse *handle, const char *api, StandinWork *work, Count *o) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (o->m < 0 || o->n < 0) return CUSPARSE_INVALID_VALUE;
    o->total_use = STANDIN_OUT | (handle->pointer_mode == 0 ? STANDIN_HOST : 0);
    return cusparse_issue(handle, api, work, o, sizeof *o);
}

// Of a complex tolerance the real part counts: elements are compared by their absolute values.
#define COUNTS(T, TYPE, NUMBER)                                                                    \
    CUSPARSE_FUNCTION(cusparse##T##nnz, Cusparse *handle, int direction, int m, int n,             \
                      const StandinSparse *a, const void *values, int ld, int *counts,             \
                      int *total) {                                                                \
        Count o = {.type = TYPE,                                                                   \
                   .m = m,                                                                         \
                   .n = n,                                                                         \
                   .ld = ld,                                                                       \
                   .by_columns = direction == 1,                                                   \
                   .values = values,                                                               \
                   .counts = counts,                                                               \
                   .total = total};                                                                \
        return issue_count(handle, __func__, work_nnz, &o);                                        \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##nnz_compress, Cusparse *handle, int m, const StandinSparse *a,  \
                      const void *values, const int *offsets, int *counts, int *total,             \
                      NUMBER tolerance) {                                                          \
        if (!a) return CUSPARSE_INVALID_VALUE;                                                     \
        Count o = {.type = TYPE,                                                                   \
                   .base = a->base,                                                                \
                   .m = m,                                                                         \
                   .values = values,                                                               \
                   .offsets = offsets,                                                             \
                   .counts = counts,                                                               \
                   .total = total,                                                                 \
                   .tolerance = tolerance};                                                        \
        return issue_count(handle, __func__, work_nnz_compress, &o);                               \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##csr2csr_compress, Cusparse *handle, int m, int n,               \
                      const StandinSparse *a, const void *values, const int *columns,              \
                      const int *offsets, int nnz, const int *counts, void *to_values,             \
                      int *to_columns, int *to_offsets, NUMBER tolerance) {                        \
        if (!a || nnz < 0) return CUSPARSE_INVALID_VALUE;                                          \
        Count o = {.type = TYPE,                                                                   \
                   .base = a->base,                                                                \
                   .m = m,                                                                         \
                   .n = n,                                                                         \
                   .values = values,                                                               \
                   .columns = columns,                                                             \
                   .offsets = offsets,                                                             \
                   .counts_in = counts,                                                            \
                   .nnz = nnz,                                                                     \
                   .to_values = to_values,                                                         \
                   .to_columns = to_columns,                                                       \
                   .to_offsets = to_offsets,                                                       \
                   .tolerance = tolerance};                                                        \
        return issue_count(handle, __func__, work_compress, &o);                                   \
    }
COUNTS(S, CUDA_R_32F, float)
COUNTS(D, CUDA_R_64F, double)
COUNTS(C, CUDA_C_32F, float _Complex)
COUNTS(Z, CUDA_C_64F, double _Complex)
