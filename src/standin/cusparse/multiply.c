// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: products of sparse matrices with vectors and dense matrices, solutions of triangles,
// operations of sparse vectors. Sums are made in double, in the order of the elements.
#include "standin/cusparse/cusparse.h"

typedef struct {
    int op, op_b;
    CusparseScalar alpha, beta;
    CusparseMatrix matrix;
    CusparseDense from, to;
    CusparseDenseMatrix right, product; // of a dense one, and the result
    CusparseVector sparse;
    void *result;
    int result_type, result_use;
} Multiply;

// ---- matrix and vector -------------------------------------------------------------------------

typedef struct {
    const CusparseMatrix *matrix;
    int op;
    const StandinComplex *from;
    StandinComplex *sum;
} Sums;

// Of op(A) each element goes to the sum of its row, which is A's column where op turns A: so that
// no format needs to be turned.
static void add(void *data, int64_t row, int64_t column, int64_t at) {
    Sums *sums = data;
    StandinComplex value = standin_load(sums->matrix->type, sums->matrix->values, at);
    if (sums->op == CUSPARSE_C) value = conj(value);
    if (sums->op == CUSPARSE_N)
        sums->sum[row] += value * sums->from[column];
    else
        sums->sum[column] += value * sums->from[row];
}

// The same without imaginary parts, which most matrices have not.
static void add_real(void *data, int64_t row, int64_t column, int64_t at) {
    Sums *sums = data;
    double value = creal(standin_load(sums->matrix->type, sums->matrix->values, at));
    int64_t to = sums->op == CUSPARSE_N ? row : column,
            from = sums->op == CUSPARSE_N ? column : row;
    __real__ sums->sum[to] += value * creal(sums->from[from]);
}

// y = alpha op(A) x + beta y. With beta = 0 y is not read: what it holds need not be numbers.
static void work_spmv(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    StandinComplex alpha = cusparse_scalar_value(run, &task.alpha);
    StandinComplex beta = cusparse_scalar_value(run, &task.beta);
    int64_t n = task.op == CUSPARSE_N ? task.matrix.rows : task.matrix.columns;
    StandinComplex *x = cusparse_values(run, task.from.values, task.from.type, task.from.size);
    StandinComplex *sum = standin_scratch(run, (uint64_t)n, sizeof *sum);
    void *y = standin_array(run, task.to.values, n, standin_type_size(task.to.type),
                            beta == 0 ? STANDIN_OUT : STANDIN_INOUT);
    if (!run->failed && cusparse_view(run, &task.matrix, STANDIN_IN)) {
        bool real =
            !standin_type_is_complex(task.matrix.type) && !standin_type_is_complex(task.from.type);
        Sums sums = {&task.matrix, task.op, x, sum};
        cusparse_visit(run, &task.matrix, real ? add_real : add, &sums);
        for (int64_t i = 0; i < n; i++) {
            StandinComplex value = alpha * sum[i];
            if (beta != 0) value += beta * standin_load(task.to.type, y, i);
            standin_store(task.to.type, y, i, value);
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
    Multiply task = {.op = op,
                     .matrix = *a,
                     .from = *x,
                     .to = *y,
                     .alpha = cusparse_scalar(handle, alpha, type),
                     .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_spmv, &task, sizeof task);
}

// Of functions that prepare something: there is nothing to prepare.
static int nothing(const Cusparse *handle) {
    return cusparse_is_handle(handle) ? CUSPARSE_SUCCESS : CUSPARSE_NOT_INITIALIZED;
}

CUSPARSE_FUNCTION(cusparseSpMV_bufferSize, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, const void *beta,
                  CusparseDense *y, int type, int algorithm, size_t *size) {
    return cusparse_no_space(handle, size);
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
static void multiply_dense(StandinRun *run, const Multiply *task, const CusparseMatrix *a,
                           int64_t batch, StandinComplex alpha, StandinComplex beta,
                           StandinComplex *x, StandinComplex *sum) {
    int64_t n = task->op == CUSPARSE_N ? a->rows : a->columns;
    int64_t k = task->op == CUSPARSE_N ? a->columns : a->rows;
    const void *b = dense_view(run, &task->right, batch, STANDIN_IN);
    void *c = dense_view(run, &task->product, batch, beta == 0 ? STANDIN_OUT : STANDIN_INOUT);
    bool real = !standin_type_is_complex(a->type) && !standin_type_is_complex(task->right.type);
    for (int64_t j = 0; !run->failed && j < task->product.columns; j++) {
        for (int64_t i = 0; i < k; i++) {
            x[i] = standin_load(task->right.type, b, dense_at(&task->right, task->op_b, i, j));
            if (task->op_b == CUSPARSE_C) x[i] = conj(x[i]);
        }
        // A is visited once for each column, so that the sums of only one are held
        memset(sum, 0, (size_t)n * sizeof *sum);
        Sums sums = {a, task->op, x, sum};
        cusparse_visit(run, a, real ? add_real : add, &sums);
        for (int64_t i = 0; i < n; i++) {
            int64_t at = dense_at(&task->product, CUSPARSE_N, i, j);
            StandinComplex value = alpha * sum[i];
            if (beta != 0) value += beta * standin_load(task->product.type, c, at);
            standin_store(task->product.type, c, at, value);
        }
    }
}

// A is the same for the whole batch. x and sum are as long as its longer side, so that they serve
// op(A) either way.
static void work_spmm(StandinRun *run, void *arguments) {
    Multiply *task = arguments;
    CusparseMatrix a = task->matrix;
    StandinComplex alpha = cusparse_scalar_value(run, &task->alpha);
    StandinComplex beta = cusparse_scalar_value(run, &task->beta);
    int64_t longest = a.rows > a.columns ? a.rows : a.columns;
    StandinComplex *x = standin_scratch(run, (uint64_t)longest, sizeof *x);
    StandinComplex *sum = standin_scratch(run, (uint64_t)longest, sizeof *sum);
    bool there = !run->failed && cusparse_view(run, &a, STANDIN_IN);
    for (int64_t batch = 0; there && !run->failed && batch < task->product.batch; batch++)
        multiply_dense(run, task, &a, batch, alpha, beta, x, sum);
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
    Multiply task = {.op = op,
                     .op_b = op_b,
                     .matrix = *a,
                     .right = *b,
                     .product = *c,
                     .alpha = cusparse_scalar(handle, alpha, type),
                     .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_spmm, &task, sizeof task);
}

CUSPARSE_FUNCTION(cusparseSpMM_bufferSize, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, const void *beta,
                  CusparseDenseMatrix *c, int type, int algorithm, size_t *size) {
    return cusparse_no_space(handle, size);
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
    return cusparse_no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpSV_analysis, Cusparse *handle, int op, const void *alpha,
                  const CusparseMatrix *a, const CusparseDense *x, CusparseDense *y, int type,
                  int algorithm, void *descriptor, void *buffer) {
    return nothing(handle);
}

CUSPARSE_FUNCTION(cusparseSpSM_bufferSize, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, CusparseDenseMatrix *c,
                  int type, int algorithm, void *descriptor, size_t *size) {
    return cusparse_no_space(handle, size);
}

CUSPARSE_FUNCTION(cusparseSpSM_analysis, Cusparse *handle, int op, int op_b, const void *alpha,
                  const CusparseMatrix *a, const CusparseDenseMatrix *b, CusparseDenseMatrix *c,
                  int type, int algorithm, void *descriptor, void *buffer) {
    return nothing(handle);
}

// The triangle of op(A): that of A, turned with it.
static bool is_lower(const Multiply *task) {
    return (task->matrix.fill == 0) == (task->op == CUSPARSE_N);
}

// op(A) y = alpha x. x is copied first, so y may be the same memory.
static void work_spsv(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    CusparseRows rows;
    StandinComplex alpha = cusparse_scalar_value(run, &task.alpha);
    StandinComplex *x = cusparse_values(run, task.from.values, task.from.type, task.matrix.rows);
    void *y = standin_array(run, task.to.values, task.matrix.rows, standin_type_size(task.to.type),
                            STANDIN_OUT);
    bool there = !run->failed && cusparse_view(run, &task.matrix, STANDIN_IN);
    if (there && cusparse_rows(run, &task.matrix, task.op, &rows)) {
        for (int64_t i = 0; i < rows.n; i++) x[i] *= alpha;
        cusparse_substitute(&rows, is_lower(&task), task.matrix.diag, x);
        for (int64_t i = 0; i < rows.n; i++) standin_store(task.to.type, y, i, x[i]);
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
    Multiply task = {.op = op,
                     .matrix = *a,
                     .from = *x,
                     .to = *y,
                     .alpha = cusparse_scalar(handle, alpha, type)};
    return cusparse_issue(handle, __func__, work_spsv, &task, sizeof task);
}

// op(A) C = alpha op(B), a column at a time.
static void work_spsm(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    CusparseRows rows;
    StandinComplex alpha = cusparse_scalar_value(run, &task.alpha);
    StandinComplex *x = standin_scratch(run, (uint64_t)task.matrix.rows, sizeof *x);
    const void *b = dense_view(run, &task.right, 0, STANDIN_IN);
    void *c = dense_view(run, &task.product, 0, STANDIN_INOUT);
    bool there = !run->failed && cusparse_view(run, &task.matrix, STANDIN_IN);
    if (there && cusparse_rows(run, &task.matrix, task.op, &rows)) {
        for (int64_t j = 0; j < task.product.columns; j++) {
            for (int64_t i = 0; i < rows.n; i++) {
                StandinComplex value =
                    standin_load(task.right.type, b, dense_at(&task.right, task.op_b, i, j));
                x[i] = alpha * (task.op_b == CUSPARSE_C ? conj(value) : value);
            }
            cusparse_substitute(&rows, is_lower(&task), task.matrix.diag, x);
            for (int64_t i = 0; i < rows.n; i++)
                standin_store(task.product.type, c, dense_at(&task.product, CUSPARSE_N, i, j),
                              x[i]);
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
    Multiply task = {.op = op,
                     .op_b = op_b,
                     .matrix = *a,
                     .right = *b,
                     .product = *c,
                     .alpha = cusparse_scalar(handle, alpha, type)};
    return cusparse_issue(handle, __func__, work_spsm, &task, sizeof task);
}

// ---- sparse vectors ----------------------------------------------------------------------------

// In the dense vector; `vectors` checks that it is inside.
static int64_t place(const CusparseVector *v, int64_t i) {
    return (int64_t)((uint64_t)cusparse_index(v->indices, v->index_type, i) - (uint64_t)v->base);
}

// Views of a sparse vector and a dense one; false: not there, or an index is wrong.
static bool vectors(StandinRun *run, Multiply *task, int use_v, int use_y) {
    CusparseVector *v = &task->sparse;
    CusparseDense *dense = &task->to;
    v->indices =
        standin_array(run, v->indices, v->nnz, cusparse_index_size(v->index_type), STANDIN_IN);
    v->values = standin_array(run, v->values, v->nnz, standin_type_size(v->type), use_v);
    dense->values =
        standin_array(run, dense->values, dense->size, standin_type_size(dense->type), use_y);
    for (int64_t i = 0; !run->failed && i < v->nnz; i++) {
        int64_t at = place(v, i);
        if (at < 0 || at >= dense->size) standin_fail(run, "an index is outside of the vector");
    }
    return !run->failed;
}

// x's values from the places of y that x's indices name.
static void work_gather(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    if (!vectors(run, &task, STANDIN_OUT, STANDIN_IN)) return;
    for (int64_t i = 0; i < task.sparse.nnz; i++)
        standin_store(task.sparse.type, task.sparse.values, i,
                      standin_load(task.to.type, task.to.values, place(&task.sparse, i)));
}

// The other way; of an index that comes twice the last value stays.
static void work_scatter(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    // the others stay as they are: no more is said to be written than is
    void *dense = task.to.values;
    size_t size = standin_type_size(task.to.type);
    if (!vectors(run, &task, STANDIN_IN, STANDIN_IN)) return;
    for (int64_t i = 0; i < task.sparse.nnz; i++) {
        int64_t at = place(&task.sparse, i);
        void *to = standin_bytes(run, (char *)dense + at * (int64_t)size, size, STANDIN_OUT);
        if (to)
            standin_store(task.to.type, to, 0,
                          standin_load(task.sparse.type, task.sparse.values, i));
    }
}

// y = alpha x + beta y. All of y is scaled first, then the elements that x has are added: indices
// that come twice add up.
static void work_axpby(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    StandinComplex alpha = cusparse_scalar_value(run, &task.alpha);
    StandinComplex beta = cusparse_scalar_value(run, &task.beta);
    if (!vectors(run, &task, STANDIN_IN, STANDIN_INOUT)) return;
    for (int64_t i = 0; beta != 1 && i < task.to.size; i++)
        standin_store(task.to.type, task.to.values, i,
                      beta * standin_load(task.to.type, task.to.values, i));
    for (int64_t i = 0; i < task.sparse.nnz; i++) {
        int64_t at = place(&task.sparse, i);
        standin_store(task.to.type, task.to.values, at,
                      standin_load(task.to.type, task.to.values, at) +
                          alpha * standin_load(task.sparse.type, task.sparse.values, i));
    }
}

// The result is of the compute type, on the host or the device as the pointer mode says.
static void work_spvv(StandinRun *run, void *arguments) {
    Multiply task = *(Multiply *)arguments;
    StandinComplex sum = 0;
    void *result =
        standin_bytes(run, task.result, standin_type_size(task.result_type), task.result_use);
    if (!vectors(run, &task, STANDIN_IN, STANDIN_IN)) return;
    for (int64_t i = 0; i < task.sparse.nnz; i++) {
        StandinComplex x = standin_load(task.sparse.type, task.sparse.values, i);
        sum += (task.op == CUSPARSE_C ? conj(x) : x) *
               standin_load(task.to.type, task.to.values, place(&task.sparse, i));
    }
    standin_store(task.result_type, result, 0, sum);
}

CUSPARSE_FUNCTION(cusparseGather, Cusparse *handle, const CusparseDense *y, CusparseVector *x) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    Multiply task = {.sparse = *x, .to = *y};
    return cusparse_issue(handle, __func__, work_gather, &task, sizeof task);
}

CUSPARSE_FUNCTION(cusparseScatter, Cusparse *handle, const CusparseVector *x, CusparseDense *y) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    Multiply task = {.sparse = *x, .to = *y};
    return cusparse_issue(handle, __func__, work_scatter, &task, sizeof task);
}

// No compute type is given: it follows from y's.
CUSPARSE_FUNCTION(cusparseAxpby, Cusparse *handle, const void *alpha, const CusparseVector *x,
                  const void *beta, CusparseDense *y) {
    if (!x || !y) return CUSPARSE_INVALID_VALUE;
    // 16-bit vectors have factors of 32 bits
    int type = y->type == CUDA_R_16F || y->type == CUDA_R_16BF ? CUDA_R_32F : y->type;
    if (type == CUDA_C_16F || type == CUDA_C_16BF) type = CUDA_C_32F;
    Multiply task = {.sparse = *x,
                     .to = *y,
                     .alpha = cusparse_scalar(handle, alpha, type),
                     .beta = cusparse_scalar(handle, beta, type)};
    return cusparse_issue(handle, __func__, work_axpby, &task, sizeof task);
}

CUSPARSE_FUNCTION(cusparseSpVV_bufferSize, Cusparse *handle, int op, const CusparseVector *x,
                  const CusparseDense *y, const void *result, int type, size_t *size) {
    return cusparse_no_space(handle, size);
}

// Sizes are not compared: each index of x is checked against y when it runs.
CUSPARSE_FUNCTION(cusparseSpVV, Cusparse *handle, int op, const CusparseVector *x,
                  const CusparseDense *y, void *result, int type, void *buffer) {
    if (!x || !y || !result || !standin_type_size(type)) return CUSPARSE_INVALID_VALUE;
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    Multiply task = {.op = op,
                     .sparse = *x,
                     .to = *y,
                     .result = result,
                     .result_type = type,
                     .result_use = STANDIN_OUT | (handle->pointer_mode == 0 ? STANDIN_HOST : 0)};
    return cusparse_issue(handle, __func__, work_spvv, &task, sizeof task);
}
