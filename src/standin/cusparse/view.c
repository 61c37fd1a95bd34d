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

CusparseMatrix cusparse_csr(int rows, int columns, int nnz, int base, int type, const void *values,
                            const int *offsets, const int *columns_of) {
    return (CusparseMatrix){.format = CUSPARSE_CSR,
                            .offset_type = CUSPARSE_INDEX_32I,
                            .index_type = CUSPARSE_INDEX_32I,
                            .base = base,
                            .type = type,
                            .rows = rows,
                            .columns = columns,
                            .nnz = nnz,
                            .offsets = (void *)(uintptr_t)offsets,
                            .indices = (void *)(uintptr_t)columns_of,
                            .values = (void *)(uintptr_t)values,
                            .batch = 1};
}

// COO has a row index for each element where the others have lines and one more.
bool cusparse_view(StandinRun *run, CusparseMatrix *m, int use) {
    int64_t offsets = m->format == CUSPARSE_COO   ? m->nnz
                      : m->format == CUSPARSE_CSR ? m->rows + 1
                                                  : m->columns + 1;
    size_t offset_size = cusparse_index_size(m->offset_type);
    m->offsets = standin_array(run, m->offsets, offsets, offset_size, STANDIN_IN);
    m->indices =
        standin_array(run, m->indices, m->nnz, cusparse_index_size(m->index_type), STANDIN_IN);
    m->values = standin_array(run, m->values, m->nnz, standin_type_size(m->type), use);
    return !run->failed;
}

// The number is inside of the matrix.
static bool is_inside(const CusparseMatrix *m, int64_t row, int64_t column) {
    return row >= 0 && row < m->rows && column >= 0 && column < m->columns;
}

// An index or offset of the program, from 0. What the program gives may be any number.
static int64_t from_base(const CusparseMatrix *m, const void *array, int type, int64_t i) {
    return (int64_t)((uint64_t)cusparse_index(array, type, i) - (uint64_t)m->base);
}

// Where a line of the format begins; COO is one line of all elements.
static int64_t begin_of(const CusparseMatrix *m, int64_t line) {
    if (m->format == CUSPARSE_COO) return line ? m->nnz : 0;
    return from_base(m, m->offsets, m->offset_type, line);
}

// False: the first index that is outside of the matrix ends the line.
static bool visit_line(const CusparseMatrix *m, int64_t line, int64_t first, int64_t end,
                       CusparseVisit *visit, void *data) {
    bool by_columns = m->format == CUSPARSE_CSC, pairs = m->format == CUSPARSE_COO;
    for (int64_t k = first; k < end; k++) {
        int64_t inner = from_base(m, m->indices, m->index_type, k);
        int64_t outer = pairs ? from_base(m, m->offsets, m->offset_type, k) : line;
        int64_t row = by_columns ? inner : outer, column = by_columns ? outer : inner;
        if (!is_inside(m, row, column)) return false;
        visit(data, row, column, k);
    }
    return true;
}

// Lines that follow each other visit no element twice, so that there are nnz at most.
void cusparse_visit(StandinRun *run, const CusparseMatrix *m, CusparseVisit *visit, void *data) {
    int64_t lines = m->format == CUSPARSE_COO   ? 1
                    : m->format == CUSPARSE_CSC ? m->columns
                                                : m->rows;
    for (int64_t line = 0; line < lines && !run->failed; line++) {
        int64_t first = begin_of(m, line), end = begin_of(m, line + 1);
        // checked before anything is read through them
        if (first < 0 || first > end || end > m->nnz)
            standin_fail(run, "offsets of the matrix are wrong");
        else if (!visit_line(m, line, first, end, visit, data))
            standin_fail(run, "an index is outside of the matrix");
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

typedef struct { // an element while its row is sorted
    int64_t column, from;
    StandinComplex value;
} Element;

// Elements of equal columns keep their order: sums come out the same each time.
static int compare(const void *left, const void *right) {
    const Element *a = left, *b = right;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

// Most rows are sorted. `space` has room for the row.
static void sort_row(CusparseRows *rows, int64_t first, int64_t end, Element *space) {
    int64_t sorted = first + 1;
    while (sorted < end && rows->column[sorted - 1] <= rows->column[sorted]) sorted++;
    if (sorted >= end) return;
    for (int64_t k = first; k < end; k++)
        space[k - first] = (Element){rows->column[k], rows->from[k], rows->value[k]};
    qsort(space, (size_t)(end - first), sizeof *space, compare);
    for (int64_t k = first; k < end; k++) {
        rows->column[k] = space[k - first].column;
        rows->from[k] = space[k - first].from;
        rows->value[k] = space[k - first].value;
    }
}

// All rows in the order of their columns.
static void sort_rows(StandinRun *run, CusparseRows *rows) {
    int64_t longest = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        int64_t length = rows->offset[i + 1] - rows->offset[i];
        if (length > longest) longest = length;
    }
    Element *space = standin_scratch(run, (uint64_t)longest, sizeof *space);
    for (int64_t i = 0; space && i < rows->n; i++)
        sort_row(rows, rows->offset[i], rows->offset[i + 1], space);
    free(space);
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
    if (!run->failed) sort_rows(run, rows);
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
    const void *view = standin_array(run, at, n, standin_type_size(type), STANDIN_IN);
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
