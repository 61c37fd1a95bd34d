// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: sparse results of sparse matrices: sums (csrgeam2) and products (SpGEMM).
#include "standin/cusparse/cusparse.h"

// ---- a sum of rows -----------------------------------------------------------------------------

// One row of a result while it is made: the columns it has, in a list, and their sums.
typedef struct {
    int64_t n;
    int64_t *column, *mark;
    StandinComplex *sum;
} Row;

// False: no memory. row_free takes what is there all the same.
static bool row_new(StandinRun *run, Row *row, int64_t columns) {
    *row = (Row){0};
    row->column = standin_scratch(run, (uint64_t)columns, sizeof *row->column);
    row->mark = standin_scratch(run, (uint64_t)columns, sizeof *row->mark);
    row->sum = standin_scratch(run, (uint64_t)columns, sizeof *row->sum);
    return !run->failed;
}

static void row_free(Row *row) {
    free(row->column);
    free(row->mark);
    free(row->sum);
}

// `mark` holds the last line that had the column, plus one: nothing is cleared between rows.
static void row_add(Row *row, int64_t column, StandinComplex value, int64_t line) {
    if (row->mark[column] != line + 1) {
        row->mark[column] = line + 1;
        row->column[row->n++] = column;
        row->sum[column] = 0;
    }
    row->sum[column] += value;
}

static int compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// Columns come in the order in which elements met; CSR results are sorted, as cuSPARSE's are.
static void row_sort(Row *row) {
    if (row->n) qsort(row->column, (size_t)row->n, sizeof *row->column, compare);
}

// ---- sums --------------------------------------------------------------------------------------

typedef struct {
    CusparseMatrix a, b;
    CusparseScalar alpha, beta;
    int type, base;
    int *offsets, *columns, *total;
    void *values;
    int total_use;
    bool counts; // else the columns and values are made, by the offsets
} Sum;

// `i` is the line in both matrices and in the result.
static void add_row(Row *row, const CusparseRows *rows, int64_t i, StandinComplex factor) {
    for (int64_t k = rows->offset[i]; k < rows->offset[i + 1]; k++)
        row_add(row, rows->column[k], factor * rows->value[k], i);
}

// The values lie by column in `sum`; the list says which are this row's.
static void write_row(const Sum *o, const Row *row, int64_t first, int *columns, void *values) {
    for (int64_t k = 0; k < row->n; k++) {
        columns[first + k] = (int)row->column[k] + o->base;
        standin_store(o->type, values, first + k, row->sum[row->column[k]]);
    }
}

// Counting and making are two calls of the program, which allocates between them. The pattern does
// not depend on the factors: they are read only when values are made.
static void sum_rows(StandinRun *run, const Sum *o, const CusparseRows *a, const CusparseRows *b,
                     Row *row) {
    StandinComplex alpha = o->counts ? 1 : cusparse_scalar_value(run, &o->alpha);
    StandinComplex beta = o->counts ? 1 : cusparse_scalar_value(run, &o->beta);
    int *offset = standin_array(run, o->offsets, a->n + 1, sizeof *offset,
                                o->counts ? STANDIN_OUT : STANDIN_IN);
    if (!offset) return;
    int64_t n = o->counts ? 0 : (int64_t)offset[a->n] - o->base;
    int *columns = standin_array(run, o->columns, n, sizeof *columns, STANDIN_OUT);
    void *values = standin_array(run, o->values, n, standin_type_size(o->type), STANDIN_OUT);
    if (run->failed) return;
    if (o->counts) offset[0] = o->base;
    for (int64_t i = 0; i < a->n; i++) {
        row->n = 0;
        add_row(row, a, i, alpha);
        add_row(row, b, i, beta);
        row_sort(row);
        // a row for which the counting call's offsets have no room is left out
        if (o->counts)
            offset[i + 1] = offset[i] + (int)row->n;
        else if (offset[i] >= o->base && (int64_t)offset[i] - o->base + row->n <= n)
            write_row(o, row, offset[i] - o->base, columns, values);
    }
    if (!o->counts || !o->total) return;
    int *total = standin_bytes(run, o->total, sizeof *total, o->total_use);
    if (total) *total = offset[a->n] - o->base;
}

// Both matrices are brought into sorted rows, so the program's need not be sorted.
static void work_geam(StandinRun *run, void *arguments) {
    Sum *o = arguments;
    CusparseRows a = {0}, b = {0};
    Row row = {0};
    bool there = cusparse_view(run, &o->a, STANDIN_IN) && cusparse_view(run, &o->b, STANDIN_IN);
    if (there && cusparse_rows(run, &o->a, CUSPARSE_N, &a) &&
        cusparse_rows(run, &o->b, CUSPARSE_N, &b) && row_new(run, &row, o->a.columns))
        sum_rows(run, o, &a, &b, &row);
    row_free(&row);
    cusparse_rows_free(&a);
    cusparse_rows_free(&b);
}

// `total` may be NULL; otherwise the pointer mode says whether it is on the host.
CUSPARSE_FUNCTION(cusparseXcsrgeam2Nnz, Cusparse *handle, int m, int n, const StandinSparse *a,
                  int nnz_a, const int *offsets_a, const int *columns_a, const StandinSparse *b,
                  int nnz_b, const int *offsets_b, const int *columns_b, const StandinSparse *c,
                  int *offsets, int *total, void *buffer) {
    if (!a || !b || !c || m < 0 || n < 0 || nnz_a < 0 || nnz_b < 0) return CUSPARSE_INVALID_VALUE;
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    // values are not looked at: the columns stand in for them
    Sum o = {.a = cusparse_csr(m, n, nnz_a, a->base, CUDA_R_32I, columns_a, offsets_a, columns_a),
             .b = cusparse_csr(m, n, nnz_b, b->base, CUDA_R_32I, columns_b, offsets_b, columns_b),
             .type = CUDA_R_32I,
             .base = c->base,
             .offsets = offsets,
             .total = total,
             .counts = true,
             .total_use = STANDIN_OUT | (handle->pointer_mode == 0 ? STANDIN_HOST : 0)};
    return cusparse_issue(handle, __func__, work_geam, &o, sizeof o);
}

// C = alpha A + beta B; C's offsets are those of cusparseXcsrgeam2Nnz.
#define SUMS(T, TYPE)                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##csrgeam2_bufferSizeExt, Cusparse *handle, int m, int n,         \
                      const void *alpha, const StandinSparse *a, int nnz_a, const void *values_a,  \
                      const int *offsets_a, const int *columns_a, const void *beta,                \
                      const StandinSparse *b, int nnz_b, const void *values_b,                     \
                      const int *offsets_b, const int *columns_b, const StandinSparse *c,          \
                      const void *values, const int *offsets, const int *columns, size_t *size) {  \
        return cusparse_no_space(handle, size);                                                    \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##T##csrgeam2, Cusparse *handle, int m, int n, const void *alpha,    \
                      const StandinSparse *a, int nnz_a, const void *values_a,                     \
                      const int *offsets_a, const int *columns_a, const void *beta,                \
                      const StandinSparse *b, int nnz_b, const void *values_b,                     \
                      const int *offsets_b, const int *columns_b, const StandinSparse *c,          \
                      void *values, int *offsets, int *columns, void *buffer) {                    \
        if (!a || !b || !c || m < 0 || n < 0 || nnz_a < 0 || nnz_b < 0)                            \
            return CUSPARSE_INVALID_VALUE;                                                         \
        Sum o = {.a = cusparse_csr(m, n, nnz_a, a->base, TYPE, values_a, offsets_a, columns_a),    \
                 .b = cusparse_csr(m, n, nnz_b, b->base, TYPE, values_b, offsets_b, columns_b),    \
                 .alpha = cusparse_scalar(handle, alpha, TYPE),                                    \
                 .beta = cusparse_scalar(handle, beta, TYPE),                                      \
                 .type = TYPE,                                                                     \
                 .base = c->base,                                                                  \
                 .offsets = offsets,                                                               \
                 .columns = columns,                                                               \
                 .values = values};                                                                \
        return cusparse_issue(handle, __func__, work_geam, &o, sizeof o);                          \
    }
SUMS(S, CUDA_R_32F)
SUMS(D, CUDA_R_64F)
SUMS(C, CUDA_C_32F)
SUMS(Z, CUDA_C_64F)

// ---- products ----------------------------------------------------------------------------------

// cusparseSpGEMMDescr_t: the product, from the computation until it is copied.
typedef struct {
    StandinShared shared; // with work that a graph holds
    int64_t rows, nnz, room;
    int64_t *offset, *column;
    StandinComplex *value;
} Product;

// The descriptor itself stays, as good as new.
static void clear(Product *product) {
    free(product->offset);
    free(product->column);
    free(product->value);
    product->rows = product->nnz = product->room = 0;
    product->offset = product->column = NULL;
    product->value = NULL;
}

static void end(StandinShared *shared) {
    clear((Product *)shared);
    free(shared);
}

CUSPARSE_FUNCTION(cusparseSpGEMM_createDescr, Product **product) {
    if (!product) return CUSPARSE_INVALID_VALUE;
    *product = calloc(1, sizeof **product);
    if (!*product) return CUSPARSE_ALLOC_FAILED;
    standin_share(&(*product)->shared, end);
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpGEMM_destroyDescr, Product *product) {
    if (product) standin_release(&product->shared);
    return CUSPARSE_SUCCESS;
}

typedef struct {
    int op_a, op_b;
    CusparseScalar alpha;
    CusparseMatrix a, b, c;
    CusparseMatrix *result;
    Product *product;
} Multiply;

// Room for n elements, twice as many as are needed now. False: no memory, which fails the run.
static bool grow(StandinRun *run, Product *p, int64_t n) {
    if (n <= p->room) return true;
    int64_t room = 2 * n + 64;
    int64_t *column = realloc(p->column, (size_t)room * sizeof *column);
    if (column) p->column = column;
    StandinComplex *value = realloc(p->value, (size_t)room * sizeof *value);
    if (value) p->value = value;
    p->room = column && value ? room : p->room;
    if (p->room < n) standin_fail(run, "no memory for the product");
    return !run->failed;
}

// F. Gustavson, "Two fast algorithms for sparse matrices", ACM TOMS 4 (1978): by rows.
static void multiply_rows(StandinRun *run, const CusparseRows *a, const CusparseRows *b,
                          StandinComplex alpha, Row *row, Product *p) {
    for (int64_t i = 0; i < a->n; i++) {
        row->n = 0;
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t middle = a->column[k];
            for (int64_t q = b->offset[middle]; q < b->offset[middle + 1]; q++)
                row_add(row, b->column[q], a->value[k] * b->value[q], i);
        }
        row_sort(row);
        // the product's size is not known before: its rows are made once and kept
        if (!grow(run, p, p->nnz + row->n)) return;
        for (int64_t k = 0; k < row->n; k++) {
            p->column[p->nnz] = row->column[k];
            p->value[p->nnz++] = alpha * row->sum[row->column[k]];
        }
        p->offset[i + 1] = p->nnz;
    }
}

// The descriptor's last product is dropped. The number of C's elements is known when this has run:
// the program asks C for it, and sets pointers to arrays of that size.
static void work_compute(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    CusparseRows a = {0}, b = {0};
    Row row = {0};
    StandinComplex alpha = cusparse_scalar_value(run, &o.alpha);
    // from here on errors are the run's: a wrong index leaves the last product in place
    bool there = !run->failed && cusparse_view(run, &o.a, STANDIN_IN) &&
                 cusparse_view(run, &o.b, STANDIN_IN) && cusparse_rows(run, &o.a, o.op_a, &a) &&
                 cusparse_rows(run, &o.b, o.op_b, &b) && row_new(run, &row, o.c.columns);
    if (there) {
        clear(o.product);
        o.product->rows = a.n;
        o.product->offset = standin_scratch(run, (uint64_t)a.n + 1, sizeof *o.product->offset);
        if (!run->failed) multiply_rows(run, &a, &b, alpha, &row, o.product);
        // half a product is none
        if (run->failed) clear(o.product);
        o.result->nnz = o.product->nnz;
    }
    row_free(&row);
    cusparse_rows_free(&a);
    cusparse_rows_free(&b);
}

// Into the arrays that C has by now. Without a product that was computed nothing is written.
static void work_copy(StandinRun *run, void *arguments) {
    Multiply *o = arguments;
    const Product *p = o->product;
    const CusparseMatrix *c = &o->c;
    if (!p->offset) {
        standin_fail(run, "nothing was computed before");
        return;
    }
    void *offsets = standin_array(run, c->offsets, p->rows + 1, cusparse_index_size(c->offset_type),
                                  STANDIN_OUT);
    void *indices =
        standin_array(run, c->indices, p->nnz, cusparse_index_size(c->index_type), STANDIN_OUT);
    void *values = standin_array(run, c->values, p->nnz, standin_type_size(c->type), STANDIN_OUT);
    if (run->failed) return;
    for (int64_t i = 0; i <= p->rows; i++)
        cusparse_set_index(offsets, c->offset_type, i, p->offset[i] + c->base);
    for (int64_t k = 0; k < p->nnz; k++) {
        cusparse_set_index(indices, c->index_type, k, p->column[k] + c->base);
        standin_store(c->type, values, k, p->value[k]);
    }
}

// beta's part is not added. The work sets C's number of elements.
static int issue_product(const Cusparse *handle, const char *api, int op_a, int op_b,
                         const void *alpha, const CusparseMatrix *a, const CusparseMatrix *b,
                         CusparseMatrix *c, int type, Product *product, StandinWork *work) {
    if (!a || !b || !c || !product || op_a < 0 || op_a > CUSPARSE_C || op_b < 0 ||
        op_b > CUSPARSE_C)
        return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(api, "the compute type");
    int64_t inner = op_a == CUSPARSE_N ? a->columns : a->rows;
    bool fits = (op_b == CUSPARSE_N ? b->rows : b->columns) == inner &&
                c->rows == (op_a == CUSPARSE_N ? a->rows : a->columns) &&
                c->columns == (op_b == CUSPARSE_N ? b->columns : b->rows);
    if (!fits) return CUSPARSE_INVALID_VALUE;
    if (c->format != CUSPARSE_CSR) return cusparse_unsupported(api, "formats other than CSR");
    Multiply o = {.op_a = op_a,
                  .op_b = op_b,
                  .a = *a,
                  .b = *b,
                  .c = *c,
                  .result = c,
                  .alpha = cusparse_scalar(handle, alpha, type),
                  .product = product};
    return cusparse_issue_sharing(handle, api, work, &o, sizeof o, &product->shared, &c->shared);
}

// Without a buffer a call only asks for the size; the one with it would estimate, which is not
// needed here.
CUSPARSE_FUNCTION(cusparseSpGEMM_workEstimation, Cusparse *handle, int op_a, int op_b,
                  const void *alpha, const CusparseMatrix *a, const CusparseMatrix *b,
                  const void *beta, CusparseMatrix *c, int type, int algorithm, Product *product,
                  size_t *size, void *buffer) {
    if (!size) return CUSPARSE_INVALID_VALUE;
    if (!buffer) *size = CUSPARSE_WORKSPACE;
    return cusparse_is_handle(handle) ? CUSPARSE_SUCCESS : CUSPARSE_NOT_INITIALIZED;
}

// Called twice as well: first for the size, then with a buffer for the product.
CUSPARSE_FUNCTION(cusparseSpGEMM_compute, Cusparse *handle, int op_a, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseMatrix *b, const void *beta,
                  CusparseMatrix *c, int type, int algorithm, Product *product, size_t *size,
                  void *buffer) {
    if (!size) return CUSPARSE_INVALID_VALUE;
    if (!buffer) {
        *size = CUSPARSE_WORKSPACE;
        return cusparse_is_handle(handle) ? CUSPARSE_SUCCESS : CUSPARSE_NOT_INITIALIZED;
    }
    return issue_product(handle, __func__, op_a, op_b, alpha, a, b, c, type, product, work_compute);
}

// C's pointers must be set by now; sizes and types are those of the computation's call.
CUSPARSE_FUNCTION(cusparseSpGEMM_copy, Cusparse *handle, int op_a, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseMatrix *b, const void *beta,
                  CusparseMatrix *c, int type, int algorithm, Product *product) {
    return issue_product(handle, __func__, op_a, op_b, alpha, a, b, c, type, product, work_copy);
}
