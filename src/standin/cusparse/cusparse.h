// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/cusparse: handles, descriptors of matrices and vectors, and how their
// elements are reached when an operation runs.
#ifndef CUPRUM_STANDIN_CUSPARSE_H
#define CUPRUM_STANDIN_CUSPARSE_H

#include "standin/sparse.h"
#include "standin/standin.h"

#include <complex.h>

enum { // cusparseStatus_t
    CUSPARSE_SUCCESS = 0,
    CUSPARSE_NOT_INITIALIZED = 1,
    CUSPARSE_ALLOC_FAILED = 2,
    CUSPARSE_INVALID_VALUE = 3,
    CUSPARSE_EXECUTION_FAILED = 6,
    CUSPARSE_INTERNAL_ERROR = 7,
    CUSPARSE_ZERO_PIVOT = 9,
    CUSPARSE_NOT_SUPPORTED = 10,
};
enum { CUSPARSE_CSR = 1, CUSPARSE_CSC = 2, CUSPARSE_COO = 3 };           // cusparseFormat_t
enum { CUSPARSE_BY_COLUMNS = 1, CUSPARSE_BY_ROWS = 2 };                  // cusparseOrder_t
enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I }; // cusparseIndexType_t
enum { CUSPARSE_N, CUSPARSE_T, CUSPARSE_C };                             // cusparseOperation_t
// No workspace is needed; a size of nothing would be taken for a question by some functions.
enum { CUSPARSE_WORKSPACE = 16 };

typedef struct {
    uint32_t magic;
    void *stream;
    int pointer_mode;
} Cusparse;

// cusparseSpMatDescr_t. CSC: offsets are columns', indices rows. COO: offsets are rows' indices.
typedef struct {
    StandinShared shared; // with work that sets nnz
    int format, offset_type, index_type, base, type, fill, diag;
    int64_t rows, columns, nnz;
    void *offsets, *indices, *values;
    int batch;
    int64_t offset_stride, value_stride;
} CusparseMatrix;
typedef struct { // cusparseSpVecDescr_t
    int64_t size, nnz;
    void *indices, *values;
    int index_type, base, type;
} CusparseVector;
typedef struct { // cusparseDnVecDescr_t
    int64_t size;
    void *values;
    int type;
} CusparseDense;
typedef struct { // cusparseDnMatDescr_t
    int64_t rows, columns, ld, stride;
    void *values;
    int type, order, batch;
} CusparseDenseMatrix;

typedef struct { // a factor: the value, or where it lies on the device
    const void *at;
    int type;
    bool device;
    _Alignas(16) unsigned char value[16];
} CusparseScalar;
// As the handle's pointer mode has it.
CusparseScalar cusparse_scalar(const Cusparse *handle, const void *at, int type);
StandinComplex cusparse_scalar_value(StandinRun *run, const CusparseScalar *scalar);

// Whether a value that the program gives is a live handle of ours.
bool cusparse_is_handle(const Cusparse *handle);
// Gives work to the handle's stream: cusparseStatus_t.
int cusparse_issue(const Cusparse *handle, const char *api, StandinWork *work,
                   const void *arguments, size_t size);
// The same of work that uses state which its arguments point to; one or both may be NULL.
int cusparse_issue_sharing(const Cusparse *handle, const char *api, StandinWork *work,
                           const void *arguments, size_t size, StandinShared *first,
                           StandinShared *second);
// A size of workspace, which is not needed, for all the functions that are asked for one.
int cusparse_no_space(const Cusparse *handle, size_t *size);
// A matrix of the older functions.
CusparseMatrix cusparse_csr(int rows, int columns, int nnz, int base, int type, const void *values,
                            const int *offsets, const int *columns_of);
// Says that a part of a function is not there: CUSPARSE_NOT_SUPPORTED.
int cusparse_unsupported(const char *api, const char *what);

// ---- when an operation runs (view.c) ------------------------------------------------------------

// Element i of an array of indices (cusparseIndexType_t), got and set; the size of one.
int64_t cusparse_index(const void *array, int type, int64_t i);
void cusparse_set_index(void *array, int type, int64_t i, int64_t value);
size_t cusparse_index_size(int type);
// The host's view of a matrix: its pointers are replaced. `use` is of the values. False: not there.
bool cusparse_view(StandinRun *run, CusparseMatrix *matrix, int use);
// Calls `visit` for each element, in the order of the format, with rows and columns from 0 and the
// number of its value; of each at most once. Offsets or an index that are wrong fail the operation,
// and no more elements are visited.
typedef void CusparseVisit(void *data, int64_t row, int64_t column, int64_t at);
void cusparse_visit(StandinRun *run, const CusparseMatrix *view, CusparseVisit *visit, void *data);

// op(A) by rows, sorted by columns in each: the matrix most algorithms work on. free with
// cusparse_rows_free. False: no memory, or wrong indices.
typedef struct {
    int64_t n, nnz;
    int64_t *offset, *column; // of n + 1, of nnz
    StandinComplex *value;
    int64_t *from; // which value of the matrix it is
} CusparseRows;
bool cusparse_rows(StandinRun *run, const CusparseMatrix *view, int op, CusparseRows *rows);
// Gives the rows back.
void cusparse_rows_free(CusparseRows *rows);
// Values of an array as complex doubles; NULL: not there, or no memory.
StandinComplex *cusparse_values(StandinRun *run, const void *at, int type, int64_t n);

// op(A)'s triangle, solved for one right side in place: x = op(A)^-1 x. `lower` is that of op(A).
void cusparse_substitute(const CusparseRows *rows, bool lower, bool unit, StandinComplex *x);

#define CUSPARSE_FUNCTION(name, ...)                                                               \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

#endif
