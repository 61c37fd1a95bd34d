// SPDX-License-Identifier: Apache-2.0
// How the elements of a sparse matrix are reached, whatever its format.
#include "standin/cusparse/cusparse.h"

// What is not of 64 or 32 bits is CUSPARSE_INDEX_16U.
size_t cusparse_index_size(int type) {
    return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

int64_t cusparse_index(const void *array, int type, int64_t i) {
    switch (type) {
    case CUSPARSE_INDEX_64I: return ((const int64_t *)array)[i];
    case CUSPARSE_INDEX_32I: return ((const int32_t *)array)[i];
    default: return ((const uint16_t *)array)[i];
    }
}

void cusparse_set_index(void *array, int type, int64_t i, int64_t value) {
    switch (type) {
    case CUSPARSE_INDEX_64I: ((int64_t *)array)[i] = value; break;
    case CUSPARSE_INDEX_32I: ((int32_t *)array)[i] = (int32_t)value; break;
    default: ((uint16_t *)array)[i] = (uint16_t)value; break;
    }
}

// COO has a row index for each element where the others have lines and one more.
bool cusparse_view(StandinRun *run, CusparseMatrix *m, int use) {
    int64_t offsets = m->format == CUSPARSE_COO   ? m->nnz
                      : m->format == CUSPARSE_CSR ? m->rows + 1
                                                  : m->columns + 1;
    size_t offset_size = cusparse_index_size(m->offset_type);
    m->offsets = standin_bytes(run, m->offsets, (uint64_t)offsets * offset_size, STANDIN_IN);
    m->indices = standin_bytes(run, m->indices,
                               (uint64_t)m->nnz * cusparse_index_size(m->index_type), STANDIN_IN);
    m->values = standin_bytes(run, m->values, (uint64_t)m->nnz * standin_type_size(m->type), use);
    return !run->failed;
}

// The number is inside of the matrix.
static bool is_inside(const CusparseMatrix *m, int64_t row, int64_t column) {
    return row >= 0 && row < m->rows && column >= 0 && column < m->columns;
}

// COO is one line of all elements. Once an index or an offset is wrong no more are visited.
void cusparse_visit(StandinRun *run, const CusparseMatrix *m, CusparseVisit *visit, void *data) {
    bool by_columns = m->format == CUSPARSE_CSC, pairs = m->format == CUSPARSE_COO;
    int64_t lines = pairs ? 1 : by_columns ? m->columns : m->rows;
    for (int64_t line = 0; line < lines; line++) {
        int64_t first = pairs ? 0 : cusparse_index(m->offsets, m->offset_type, line) - m->base;
        int64_t end =
            pairs ? m->nnz : cusparse_index(m->offsets, m->offset_type, line + 1) - m->base;
        // checked before anything is read through them
        if (first < 0 || end > m->nnz) standin_fail(run, "offsets of the matrix are wrong");
        for (int64_t k = first; k < end && !run->failed; k++) {
            int64_t inner = cusparse_index(m->indices, m->index_type, k) - m->base;
            int64_t outer = pairs ? cusparse_index(m->offsets, m->offset_type, k) - m->base : line;
            int64_t row = by_columns ? inner : outer, column = by_columns ? outer : inner;
            if (is_inside(m, row, column))
                visit(data, row, column, k);
            else
                standin_fail(run, "an index is outside of the matrix");
        }
    }
}

// ---- by rows -----------------------------------------------------------------------------------

typedef struct {
    CusparseRows *rows;
    const CusparseMatrix *matrix;
    int op;
    int64_t *next; // the next free place of each row
} Filling;

// Lengths are counted one place further, so that their running sum gives first places.
static void count(void *data, int64_t row, int64_t column, int64_t at) {
    Filling *f = data;
    f->rows->offset[(f->op == CUSPARSE_N ? row : column) + 1]++;
}

// op is done here: turned, the column is the line; the value's own number is kept for conversions.
static void fill(void *data, int64_t row, int64_t column, int64_t at) {
    Filling *f = data;
    int64_t line = f->op == CUSPARSE_N ? row : column;
    int64_t place = f->next[line]++;
    StandinComplex value = standin_load(f->matrix->type, f->matrix->values, at);
    f->rows->column[place] = f->op == CUSPARSE_N ? column : row;
    f->rows->value[place] = f->op == CUSPARSE_C ? conj(value) : value;
    f->rows->from[place] = at;
}

// Insertion: rows are short, and mostly sorted.
// Elements of equal columns keep their order: sums come out the same each time.
static void sort_row(CusparseRows *rows, int64_t first, int64_t end) {
    for (int64_t k = first + 1; k < end; k++) {
        int64_t column = rows->column[k], from = rows->from[k], at = k;
        StandinComplex value = rows->value[k];
        for (; at > first && rows->column[at - 1] > column; at--) {
            rows->column[at] = rows->column[at - 1];
            rows->value[at] = rows->value[at - 1];
            rows->from[at] = rows->from[at - 1];
        }
        rows->column[at] = column;
        rows->value[at] = value;
        rows->from[at] = from;
    }
}

// A counting sort by lines in two visits: lengths, which are summed to offsets, then elements.
bool cusparse_rows(StandinRun *run, const CusparseMatrix *view, int op, CusparseRows *rows) {
    int64_t n = op == CUSPARSE_N ? view->rows : view->columns;
    *rows = (CusparseRows){.n = n, .nnz = view->nnz};
    rows->offset = standin_scratch(run, (uint64_t)n + 1, sizeof *rows->offset);
    rows->column = standin_scratch(run, (uint64_t)view->nnz, sizeof *rows->column);
    rows->value = standin_scratch(run, (uint64_t)view->nnz, sizeof *rows->value);
    rows->from = standin_scratch(run, (uint64_t)view->nnz, sizeof *rows->from);
    int64_t *next = standin_scratch(run, (uint64_t)n + 1, sizeof *next);
    Filling filling = {rows, view, op, next};
    if (!run->failed) cusparse_visit(run, view, count, &filling);
    for (int64_t i = 0; !run->failed && i < n; i++) {
        rows->offset[i + 1] += rows->offset[i];
        next[i] = rows->offset[i];
    }
    if (!run->failed) cusparse_visit(run, view, fill, &filling);
    for (int64_t i = 0; !run->failed && i < n; i++)
        sort_row(rows, rows->offset[i], rows->offset[i + 1]);
    free(next);
    // on an error the caller has nothing to give back
    if (run->failed) cusparse_rows_free(rows);
    return !run->failed;
}

void cusparse_rows_free(CusparseRows *rows) {
    free(rows->offset);
    free(rows->column);
    free(rows->value);
    free(rows->from);
    *rows = (CusparseRows){0};
}

StandinComplex *cusparse_values(StandinRun *run, const void *at, int type, int64_t n) {
    const void *view = standin_bytes(run, at, (uint64_t)n * standin_type_size(type), STANDIN_IN);
    StandinComplex *value = view ? standin_scratch(run, (uint64_t)n, sizeof *value) : NULL;
    for (int64_t i = 0; value && i < n; i++) value[i] = standin_load(type, view, i);
    return value;
}

// Forward from the first row, or backward from the last. The other triangle's elements are passed
// over; a diagonal that is not there counts as 1.
void cusparse_substitute(const CusparseRows *rows, bool lower, bool unit, StandinComplex *x) {
    for (int64_t step = 0; step < rows->n; step++) {
        int64_t i = lower ? step : rows->n - 1 - step;
        StandinComplex sum = x[i], pivot = 1;
        for (int64_t k = rows->offset[i]; k < rows->offset[i + 1]; k++) {
            int64_t j = rows->column[k];
            if (j == i && !unit) pivot = rows->value[k];
            if (lower ? j < i : j > i) sum -= rows->value[k] * x[j];
        }
        x[i] = unit ? sum : sum / pivot;
    }
}
