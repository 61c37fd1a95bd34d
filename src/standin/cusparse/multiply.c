// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: products of sparse matrices with vectors and dense matrices, solutions of triangles,
// operations of sparse vectors. Sums are made in double, in the order of the elements.
#include "standin/cusparse/cusparse.h"

typedef struct {
    int op, op_b;
    CusparseScalar alpha, beta;
    CusparseMatrix a;
    CusparseDense x, y;
    CusparseDenseMatrix b, c;
    CusparseVector v;
    void *result;
    int result_type, result_use;
} Multiply;

// ---- matrix and vector -------------------------------------------------------------------------

typedef struct {
    const CusparseMatrix *a;
    int op;
    const StandinComplex *x;
    StandinComplex *sum;
} Sums;

// Of op(A) each element goes to the sum of its row, which is A's column where op turns A: so that
// no format needs to be turned.
static void add(void *data, int64_t row, int64_t column, int64_t at) {
    Sums *s = data;
    StandinComplex value = standin_load(s->a->type, s->a->values, at);
    if (s->op == CUSPARSE_C) value = conj(value);
    if (s->op == CUSPARSE_N)
        s->sum[row] += value * s->x[column];
    else
        s->sum[column] += value * s->x[row];
}

// The same without imaginary parts, which most matrices have not.
static void add_real(void *data, int64_t row, int64_t column, int64_t at) {
    Sums *s = data;
    double value = creal(standin_load(s->a->type, s->a->values, at));
    int64_t to = s->op == CUSPARSE_N ? row : column, from = s->op == CUSPARSE_N ? column : row;
    __real__ s->sum[to] += value * creal(s->x[from]);
}

// y = alpha op(A) x + beta y. With beta = 0 y is not read: what it holds need not be numbers.
static void work_spmv(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    StandinComplex alpha = cusparse_scalar_value(run, &o.alpha);
    StandinComplex beta = cusparse_scalar_value(run, &o.beta);
    int64_t n = o.op == CUSPARSE_N ? o.a.rows : o.a.columns;
    StandinComplex *x = cusparse_values(run, o.x.values, o.x.type, o.x.size);
    StandinComplex *sum = standin_scratch(run, (uint64_t)n, sizeof *sum);
    void *y = standin_bytes(run, o.y.values, (uint64_t)n * standin_type_size(o.y.type),
                            beta == 0 ? STANDIN_OUT : STANDIN_INOUT);
    if (!run->failed && cusparse_view(run, &o.a, STANDIN_IN)) {
        bool real = !standin_type_is_complex(o.a.type) && !standin_type_is_complex(o.x.type);
        Sums sums = {&o.a, o.op, x, sum};
        cusparse_visit(run, &o.a, real ? add_real : add, &sums);
        for (int64_t i = 0; i < n; i++) {
            StandinComplex value = alpha * sum[i];
            if (beta != 0) value += beta * standin_load(o.y.type, y, i);
            standin_store(o.y.type, y, i, value);
        }
    }
    free(x);
    free(sum);
}

// Enumerators from outside may be any int.
static bool is_op(int op) {
    return op >= CUSPARSE_N && op <= CUSPARSE_C;
}

// Vectors longer than the matrix are accepted; what lies beyond it does not count.
CUSPARSE_FUNCTION(cusparseSpMV, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, const void *beta,
                  CusparseDense *y, int type, int algorithm, void *buffer) {
    if (!a || !x || !y || !is_op(op)) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(__func__, "the compute type");
    int64_t rows = op == CUSPARSE_N ? a->rows : a->columns;
    int64_t columns = op == CUSPARSE_N ? a->columns : a->rows;
    if (x->size < columns || y->size < rows) return CUSPARSE_INVALID_VALUE;
    // factors of integer products are integers of 32 bits
    Multiply o = {.op = op,
                  .a = *a,
                  .x = *x,
                  .y = *y,
                  .alpha = cusparse_scalar(handle, alpha, type),
                  .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_spmv, &o, sizeof o);
}

// All the functions that say how much workspace is needed, or prepare something.
static int no_space(const Cusparse *handle, size_t *size) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (size) *size = CUSPARSE_WORKSPACE;
    return size ? CUSPARSE_SUCCESS : CUSPARSE_INVALID_VALUE;
}

static int nothing(const Cusparse *handle) {
    return cusparse_is_handle(handle) ? CUSPARSE_SUCCESS : CUSPARSE_NOT_INITIALIZED;
}

CUSPARSE_FUNCTION(cusparseSpMV_bufferSize, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, const void *beta,
                  CusparseDense *y, int type, int algorithm, size_t *size) {
    return no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpMV_preprocess, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, const void *beta,
                  CusparseDense *y, int type, int algorithm, void *buffer) {
    return nothing(handle);
}

// ---- matrix and dense matrix -------------------------------------------------------------------

// Element (i, j) of op of a dense matrix, by its number in memory.
static int64_t dense_at(const CusparseDenseMatrix *m, int op, int64_t i, int64_t j) {
    int64_t row = op == CUSPARSE_N ? i : j, column = op == CUSPARSE_N ? j : i;
    return m->order == CUSPARSE_BY_ROWS ? row * m->ld + column : column * m->ld + row;
}

// One matrix of a batch, from its first element on.
static void *dense_view(StandinRun *run, const CusparseDenseMatrix *m, int64_t batch, int use) {
    bool by_rows = m->order == CUSPARSE_BY_ROWS;
    size_t size = standin_type_size(m->type);
    return standin_matrix(run, (char *)m->values + batch * m->stride * (int64_t)size, size,
                          by_rows ? m->columns : m->rows, by_rows ? m->rows : m->columns, m->ld,
                          use);
}

// One product: a column of the result at a time.
static void multiply_dense(StandinRun *run, const Multiply *o, const CusparseMatrix *a,
                           int64_t batch, StandinComplex alpha, StandinComplex beta,
                           StandinComplex *x, StandinComplex *sum) {
    int64_t n = o->op == CUSPARSE_N ? a->rows : a->columns;
    int64_t k = o->op == CUSPARSE_N ? a->columns : a->rows;
    const void *b = dense_view(run, &o->b, batch, STANDIN_IN);
    void *c = dense_view(run, &o->c, batch, beta == 0 ? STANDIN_OUT : STANDIN_INOUT);
    bool real = !standin_type_is_complex(a->type) && !standin_type_is_complex(o->b.type);
    for (int64_t j = 0; !run->failed && j < o->c.columns; j++) {
        for (int64_t i = 0; i < k; i++) {
            x[i] = standin_load(o->b.type, b, dense_at(&o->b, o->op_b, i, j));
            if (o->op_b == CUSPARSE_C) x[i] = conj(x[i]);
        }
        // A is visited once for each column, so that the sums of only one are held
        memset(sum, 0, (size_t)n * sizeof *sum);
        Sums sums = {a, o->op, x, sum};
        cusparse_visit(run, a, real ? add_real : add, &sums);
        for (int64_t i = 0; i < n; i++) {
            int64_t at = dense_at(&o->c, CUSPARSE_N, i, j);
            StandinComplex value = alpha * sum[i];
            if (beta != 0) value += beta * standin_load(o->c.type, c, at);
            standin_store(o->c.type, c, at, value);
        }
    }
}

// A is the same for the whole batch. x and sum are as long as its longer side, so that they serve
// op(A) either way.
static void work_spmm(StandinRun *run, void *arguments) {
    Multiply *o = arguments;
    CusparseMatrix a = o->a;
    StandinComplex alpha = cusparse_scalar_value(run, &o->alpha);
    StandinComplex beta = cusparse_scalar_value(run, &o->beta);
    int64_t longest = a.rows > a.columns ? a.rows : a.columns;
    StandinComplex *x = standin_scratch(run, (uint64_t)longest, sizeof *x);
    StandinComplex *sum = standin_scratch(run, (uint64_t)longest, sizeof *sum);
    bool there = !run->failed && cusparse_view(run, &a, STANDIN_IN);
    for (int64_t batch = 0; there && !run->failed && batch < o->c.batch; batch++)
        multiply_dense(run, o, &a, batch, alpha, beta, x, sum);
    free(x);
    free(sum);
}

// C = alpha op(A) op(B) + beta C; all three sizes must agree exactly.
CUSPARSE_FUNCTION(cusparseSpMM, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, const void *beta,
                  CusparseDenseMatrix *c, int type, int algorithm, void *buffer) {
    if (!a || !b || !c || !is_op(op) || !is_op(op_b)) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(__func__, "the compute type");
    int64_t rows = op == CUSPARSE_N ? a->rows : a->columns;
    int64_t inner = op == CUSPARSE_N ? a->columns : a->rows;
    bool fits = c->rows == rows && (op_b == CUSPARSE_N ? b->rows : b->columns) == inner &&
                (op_b == CUSPARSE_N ? b->columns : b->rows) == c->columns;
    if (!fits) return CUSPARSE_INVALID_VALUE;
    Multiply o = {.op = op,
                  .op_b = op_b,
                  .a = *a,
                  .b = *b,
                  .c = *c,
                  .alpha = cusparse_scalar(handle, alpha, type),
                  .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_spmm, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseSpMM_bufferSize, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, const void *beta,
                  CusparseDenseMatrix *c, int type, int algorithm, size_t *size) {
    return no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpMM_preprocess, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, const void *beta,
                  CusparseDenseMatrix *c, int type, int algorithm, void *buffer) {
    return nothing(handle);
}

// ---- triangles ---------------------------------------------------------------------------------

// What SpSV and SpSM find out in their analysis is found out again when they solve.
CUSPARSE_FUNCTION(cusparseSpSV_createDescr, void **descriptor) {
    if (!descriptor) return CUSPARSE_INVALID_VALUE;
    *descriptor = malloc(1);
    return *descriptor ? CUSPARSE_SUCCESS : CUSPARSE_ALLOC_FAILED;
}

CUSPARSE_FUNCTION(cusparseSpSV_destroyDescr, void *descriptor) {
    free(descriptor);
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpSM_createDescr, void **descriptor) {
    return cusparseSpSV_createDescr(descriptor);
}

CUSPARSE_FUNCTION(cusparseSpSM_destroyDescr, void *descriptor) {
    return cusparseSpSV_destroyDescr(descriptor);
}

CUSPARSE_FUNCTION(cusparseSpSV_bufferSize, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, CusparseDense *y, int type,
                  int algorithm, void *descriptor, size_t *size) {
    return no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpSV_analysis, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, CusparseDense *y, int type,
                  int algorithm, void *descriptor, void *buffer) {
    return nothing(handle);
}

CUSPARSE_FUNCTION(cusparseSpSM_bufferSize, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, CusparseDenseMatrix *c,
                  int type, int algorithm, void *descriptor, size_t *size) {
    return no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpSM_analysis, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, CusparseDenseMatrix *c,
                  int type, int algorithm, void *descriptor, void *buffer) {
    return nothing(handle);
}

// The triangle of op(A): that of A, turned with it.
static bool is_lower(const Multiply *o) {
    return (o->a.fill == 0) == (o->op == CUSPARSE_N);
}

// op(A) y = alpha x. x is copied first, so y may be the same memory.
static void work_spsv(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    CusparseRows rows;
    StandinComplex alpha = cusparse_scalar_value(run, &o.alpha);
    StandinComplex *x = cusparse_values(run, o.x.values, o.x.type, o.a.rows);
    void *y = standin_bytes(run, o.y.values, (uint64_t)o.a.rows * standin_type_size(o.y.type),
                            STANDIN_OUT);
    bool there = !run->failed && cusparse_view(run, &o.a, STANDIN_IN);
    if (there && cusparse_rows(run, &o.a, o.op, &rows)) {
        for (int64_t i = 0; i < rows.n; i++) x[i] *= alpha;
        cusparse_substitute(&rows, is_lower(&o), o.a.diag, x);
        for (int64_t i = 0; i < rows.n; i++) standin_store(o.y.type, y, i, x[i]);
        cusparse_rows_free(&rows);
    }
    free(x);
}

// Which triangle, and whether its diagonal is ones, are attributes of the matrix.
CUSPARSE_FUNCTION(cusparseSpSV_solve, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, CusparseDense *y, int type,
                  int algorithm, void *descriptor) {
    if (!a || !x || !y || !is_op(op) || a->rows != a->columns) return CUSPARSE_INVALID_VALUE;
    if (x->size < a->rows || y->size < a->rows) return CUSPARSE_INVALID_VALUE;
    Multiply o = {
        .op = op, .a = *a, .x = *x, .y = *y, .alpha = cusparse_scalar(handle, alpha, type)};
    return cusparse_issue(handle, __func__, work_spsv, &o, sizeof o);
}

// op(A) C = alpha op(B), a column at a time.
static void work_spsm(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    CusparseRows rows;
    StandinComplex alpha = cusparse_scalar_value(run, &o.alpha);
    StandinComplex *x = standin_scratch(run, (uint64_t)o.a.rows, sizeof *x);
    const void *b = dense_view(run, &o.b, 0, STANDIN_IN);
    void *c = dense_view(run, &o.c, 0, STANDIN_INOUT);
    bool there = !run->failed && cusparse_view(run, &o.a, STANDIN_IN);
    if (there && cusparse_rows(run, &o.a, o.op, &rows)) {
        for (int64_t j = 0; j < o.c.columns; j++) {
            for (int64_t i = 0; i < rows.n; i++) {
                StandinComplex value = standin_load(o.b.type, b, dense_at(&o.b, o.op_b, i, j));
                x[i] = alpha * (o.op_b == CUSPARSE_C ? conj(value) : value);
            }
            cusparse_substitute(&rows, is_lower(&o), o.a.diag, x);
            for (int64_t i = 0; i < rows.n; i++)
                standin_store(o.c.type, c, dense_at(&o.c, CUSPARSE_N, i, j), x[i]);
        }
        cusparse_rows_free(&rows);
    }
    free(x);
}

// A must be square, and C as large as op(B); alpha's type is the compute type.
CUSPARSE_FUNCTION(cusparseSpSM_solve, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, CusparseDenseMatrix *c,
                  int type, int algorithm, void *descriptor) {
    if (!a || !b || !c || !is_op(op) || !is_op(op_b) || a->rows != a->columns)
        return CUSPARSE_INVALID_VALUE;
    bool fits = c->rows == a->rows && (op_b == CUSPARSE_N ? b->rows : b->columns) == a->rows &&
                (op_b == CUSPARSE_N ? b->columns : b->rows) == c->columns;
    if (!fits) return CUSPARSE_INVALID_VALUE;
    Multiply o = {.op = op,
                  .op_b = op_b,
                  .a = *a,
                  .b = *b,
                  .c = *c,
                  .alpha = cusparse_scalar(handle, alpha, type)};
    return cusparse_issue(handle, __func__, work_spsm, &o, sizeof o);
}

// ---- sparse vectors ----------------------------------------------------------------------------

// Views of a sparse vector and a dense one; false: not there, or an index is wrong.
static bool vectors(StandinRun *run, Multiply *o, int use_v, int use_y) {
    CusparseVector *v = &o->v;
    v->indices = standin_bytes(run, v->indices,
                               (uint64_t)v->nnz * cusparse_index_size(v->index_type), STANDIN_IN);
    v->values = standin_bytes(run, v->values, (uint64_t)v->nnz * standin_type_size(v->type), use_v);
    o->y.values =
        standin_bytes(run, o->y.values, (uint64_t)o->y.size * standin_type_size(o->y.type), use_y);
    for (int64_t i = 0; !run->failed && i < v->nnz; i++) {
        int64_t at = cusparse_index(v->indices, v->index_type, i) - v->base;
        if (at < 0 || at >= o->y.size) standin_fail(run, "an index is outside of the vector");
    }
    return !run->failed;
}

// In the dense vector; `vectors` has checked that it is inside.
static int64_t place(const CusparseVector *v, int64_t i) {
    return cusparse_index(v->indices, v->index_type, i) - v->base;
}

// x's values from the places of y that x's indices name.
static void work_gather(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    if (!vectors(run, &o, STANDIN_OUT, STANDIN_IN)) return;
    for (int64_t i = 0; i < o.v.nnz; i++)
        standin_store(o.v.type, o.v.values, i, standin_load(o.y.type, o.y.values, place(&o.v, i)));
}

// The other way; of an index that comes twice the last value stays.
static void work_scatter(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    // the others stay as they are: no more is said to be written than is
    void *dense = o.y.values;
    size_t size = standin_type_size(o.y.type);
    if (!vectors(run, &o, STANDIN_IN, STANDIN_IN)) return;
    for (int64_t i = 0; i < o.v.nnz; i++) {
        int64_t at = place(&o.v, i);
        void *to = standin_bytes(run, (char *)dense + at * (int64_t)size, size, STANDIN_OUT);
        if (to) standin_store(o.y.type, to, 0, standin_load(o.v.type, o.v.values, i));
    }
}

// y = alpha x + beta y. All of y is scaled first, then the elements that x has are added: indices
// that come twice add up.
static void work_axpby(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    StandinComplex alpha = cusparse_scalar_value(run, &o.alpha);
    StandinComplex beta = cusparse_scalar_value(run, &o.beta);
    if (!vectors(run, &o, STANDIN_IN, STANDIN_INOUT)) return;
    for (int64_t i = 0; beta != 1 && i < o.y.size; i++)
        standin_store(o.y.type, o.y.values, i, beta * standin_load(o.y.type, o.y.values, i));
    for (int64_t i = 0; i < o.v.nnz; i++) {
        int64_t at = place(&o.v, i);
        standin_store(o.y.type, o.y.values, at,
                      standin_load(o.y.type, o.y.values, at) +
                          alpha * standin_load(o.v.type, o.v.values, i));
    }
}

// The result is of the compute type, on the host or the device as the pointer mode says.
static void work_spvv(StandinRun *run, void *arguments) {
    Multiply o = *(Multiply *)arguments;
    StandinComplex sum = 0;
    void *result = standin_bytes(run, o.result, standin_type_size(o.result_type), o.result_use);
    if (!vectors(run, &o, STANDIN_IN, STANDIN_IN)) return;
    for (int64_t i = 0; i < o.v.nnz; i++) {
        StandinComplex x = standin_load(o.v.type, o.v.values, i);
        sum +=
            (o.op == CUSPARSE_C ? conj(x) : x) * standin_load(o.y.type, o.y.values, place(&o.v, i));
    }
    standin_store(o.result_type, result, 0, sum);
}

CUSPARSE_FUNCTION(cusparseGather, Cusparse *handle, const CusparseDense *y, CusparseVector *x) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    Multiply o = {.v = *x, .y = *y};
    return cusparse_issue(handle, __func__, work_gather, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseScatter, Cusparse *handle, const CusparseVector *x, CusparseDense *y) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    Multiply o = {.v = *x, .y = *y};
    return cusparse_issue(handle, __func__, work_scatter, &o, sizeof o);
}

// No compute type is given: it follows from y's.
CUSPARSE_FUNCTION(cusparseAxpby, Cusparse *handle, const void *alpha, const CusparseVector *x,
                  const void *beta, CusparseDense *y) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    // 16-bit vectors have factors of 32 bits
    int type = y->type == CUDA_R_16F || y->type == CUDA_R_16BF ? CUDA_R_32F : y->type;
    if (type == CUDA_C_16F || type == CUDA_C_16BF) type = CUDA_C_32F;
    Multiply o = {.v = *x,
                  .y = *y,
                  .alpha = cusparse_scalar(handle, alpha, type),
                  .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_axpby, &o, sizeof o);
}

CUSPARSE_FUNCTION(cusparseSpVV_bufferSize, Cusparse *handle, int op, const CusparseVector *x,
                  const CusparseDense *y, const void *result, int type, size_t *size) {
    return no_space(handle, size);
}

// Sizes are not compared: each index of x is checked against y when it runs.
CUSPARSE_FUNCTION(cusparseSpVV, Cusparse *handle, int op, const CusparseVector *x,
                  const CusparseDense *y, void *result, int type, void *buffer) {
    if (!x || !y || !result || !standin_type_size(type)) return CUSPARSE_INVALID_VALUE;
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    Multiply o = {.op = op,
                  .v = *x,
                  .y = *y,
                  .result = result,
                  .result_type = type,
                  .result_use = STANDIN_OUT | (handle->pointer_mode == 0 ? STANDIN_HOST : 0)};
    return cusparse_issue(handle, __func__, work_spvv, &o, sizeof o);
}
