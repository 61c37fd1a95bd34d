// SPDX-License-Identifier: Apache-2.0
// cuSPARSE: handles, descriptors, names of results.
#include "standin/cusparse/cusparse.h"

#include <stdio.h>

enum { MAGIC = 0x63757370, VERSION = 12600 };

bool cusparse_is_handle(const Cusparse *handle) {
    return handle && handle->magic == MAGIC;
}

// A factor on the host is copied now: the program may change it before the work runs.
CusparseScalar cusparse_scalar(const Cusparse *handle, const void *at, int type) {
    CusparseScalar scalar = {.at = at, .type = type};
    if (!cusparse_is_handle(handle) || !at) return scalar;
    scalar.device = handle->pointer_mode == 1;
    if (!scalar.device) memcpy(scalar.value, at, standin_type_size(type));
    return scalar;
}

StandinComplex cusparse_scalar_value(StandinRun *run, const CusparseScalar *scalar) {
    const void *at = scalar->value;
    if (scalar->device)
        at = standin_bytes(run, scalar->at, standin_type_size(scalar->type), STANDIN_IN);
    return at ? standin_load(scalar->type, at, 0) : 0;
}

// Checks the handle first, so that functions whose only error it is need no check of their own.
int cusparse_issue_sharing(const Cusparse *handle, const char *api, StandinWork *work,
                           const void *arguments, size_t size, StandinShared *first,
                           StandinShared *second) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    switch (standin_issue_sharing(handle->stream, api, work, arguments, size, first, second)) {
    case STANDIN_OK: return CUSPARSE_SUCCESS;
    case STANDIN_NO_MEMORY: return CUSPARSE_ALLOC_FAILED;
    default: return CUSPARSE_EXECUTION_FAILED;
    }
}

int cusparse_issue(const Cusparse *handle, const char *api, StandinWork *work,
                   const void *arguments, size_t size) {
    return cusparse_issue_sharing(handle, api, work, arguments, size, NULL, NULL);
}

int cusparse_no_space(const Cusparse *handle, size_t *size) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (!size) return CUSPARSE_INVALID_VALUE;
    *size = CUSPARSE_WORKSPACE;
    return CUSPARSE_SUCCESS;
}

int cusparse_unsupported(const char *api, const char *what) {
    char text[160];
    snprintf(text, sizeof text, "%s: %s", api, what);
    standin_missing(text);
    return CUSPARSE_NOT_SUPPORTED;
}

// A new object of the size, or the error.
static int make(void **to, size_t size, const void *contents) {
    if (!to) return CUSPARSE_INVALID_VALUE;
    *to = malloc(size);
    if (!*to) return CUSPARSE_ALLOC_FAILED;
    memcpy(*to, contents, size);
    return CUSPARSE_SUCCESS;
}

static int destroy(const void *object) {
    free((void *)(uintptr_t)object);
    return CUSPARSE_SUCCESS;
}

// ---- handles -----------------------------------------------------------------------------------

CUSPARSE_FUNCTION(cusparseCreate, Cusparse **handle) {
    return make((void **)handle, sizeof **handle, &(Cusparse){.magic = MAGIC});
}

// The magic number goes first: a handle that is used after its end is likely to be noticed.
CUSPARSE_FUNCTION(cusparseDestroy, Cusparse *handle) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    handle->magic = 0;
    return destroy(handle);
}

CUSPARSE_FUNCTION(cusparseGetVersion, Cusparse *handle, int *version) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (!version) return CUSPARSE_INVALID_VALUE;
    *version = VERSION;
    return CUSPARSE_SUCCESS;
}

// libraryPropertyType: major, minor, patch level.
CUSPARSE_FUNCTION(cusparseGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CUSPARSE_INVALID_VALUE;
    *value = which == 0 ? VERSION / 1000 : which == 1 ? VERSION / 100 % 10 : VERSION % 100;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSetStream, Cusparse *handle, void *stream) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    handle->stream = stream;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseGetStream, Cusparse *handle, void **stream) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (!stream) return CUSPARSE_INVALID_VALUE;
    *stream = handle->stream;
    return CUSPARSE_SUCCESS;
}

// cusparsePointerMode_t: 0 is host, 1 device; it holds for factors and for single results.
CUSPARSE_FUNCTION(cusparseSetPointerMode, Cusparse *handle, int mode) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (mode < 0 || mode > 1) return CUSPARSE_INVALID_VALUE;
    handle->pointer_mode = mode;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseGetPointerMode, Cusparse *handle, int *mode) {
    if (!cusparse_is_handle(handle)) return CUSPARSE_NOT_INITIALIZED;
    if (!mode) return CUSPARSE_INVALID_VALUE;
    *mode = handle->pointer_mode;
    return CUSPARSE_SUCCESS;
}

// Programs compare the texts.
// By cusparseStatus_t.
static const struct {
    const char *name, *text;
} results[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "texture memory mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};

STANDIN_PUBLIC const char *cusparseGetErrorName(int status);
STANDIN_PUBLIC const char *cusparseGetErrorString(int status);

const char *cusparseGetErrorName(int status) {
    bool known = status >= 0 && (size_t)status < sizeof results / sizeof *results;
    return known ? results[status].name : "unrecognized error code";
}

const char *cusparseGetErrorString(int status) {
    bool known = status >= 0 && (size_t)status < sizeof results / sizeof *results;
    return known ? results[status].text : "unrecognized error code";
}

// ---- descriptions of matrices for the older functions -------------------------------------------

CUSPARSE_FUNCTION(cusparseCreateMatDescr, StandinSparse **description) {
    return make((void **)description, sizeof **description, &(StandinSparse){0});
}

CUSPARSE_FUNCTION(cusparseDestroyMatDescr, StandinSparse *description) {
    return destroy(description);
}

// These give the value itself, not a status.
STANDIN_PUBLIC int cusparseGetMatType(const StandinSparse *description);
STANDIN_PUBLIC int cusparseGetMatFillMode(const StandinSparse *description);
STANDIN_PUBLIC int cusparseGetMatDiagType(const StandinSparse *description);
STANDIN_PUBLIC int cusparseGetMatIndexBase(const StandinSparse *description);
// cusparseMatDescr_t's fields; a value above the highest of its enumeration is refused.
#define SETTING(name, field, highest)                                                              \
    CUSPARSE_FUNCTION(cusparseSet##name, StandinSparse *description, int value) {                  \
        if (!description || value < 0 || value > (highest)) return CUSPARSE_INVALID_VALUE;         \
        description->field = value;                                                                \
        return CUSPARSE_SUCCESS;                                                                   \
    }                                                                                              \
    int cusparseGet##name(const StandinSparse *description) {                                      \
        return description ? description->field : 0;                                               \
    }
SETTING(MatType, type, 3)
SETTING(MatFillMode, fill, 1)
SETTING(MatDiagType, diag, 1)
SETTING(MatIndexBase, base, 1)

// ---- vectors -----------------------------------------------------------------------------------

// Const descriptors are the same type here: that nothing is written to them is up to programs.
#define UNCONST(pointer) ((void *)(uintptr_t)(pointer))

// No memory has more elements; what is computed of sizes stays far from overflow.
static bool is_size(int64_t n) {
    return n >= 0 && n <= (int64_t)1 << 48;
}

// Numbers of enumerations that a program gives.
static bool is_index(int type, int base) {
    return type >= CUSPARSE_INDEX_16U && type <= CUSPARSE_INDEX_64I && (base == 0 || base == 1);
}

// Descriptors keep the program's pointers and own none of the arrays.
CUSPARSE_FUNCTION(cusparseCreateSpVec, CusparseVector **vector, int64_t size, int64_t nnz,
                  void *indices, void *values, int index_type, int base, int type) {
    CusparseVector v = {size, nnz, indices, values, index_type, base, type};
    if (!is_size(size) || nnz < 0 || nnz > size) return CUSPARSE_INVALID_VALUE;
    if (!is_index(index_type, base)) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(__func__, "the type of values");
    return make((void **)vector, sizeof v, &v);
}

CUSPARSE_FUNCTION(cusparseCreateConstSpVec, CusparseVector **vector, int64_t size, int64_t nnz,
                  const void *indices, const void *values, int index_type, int base, int type) {
    return cusparseCreateSpVec(vector, size, nnz, UNCONST(indices), UNCONST(values), index_type,
                               base, type);
}

CUSPARSE_FUNCTION(cusparseDestroySpVec, const CusparseVector *vector) {
    return destroy(vector);
}

// Whether one of the places for results is NULL.
#define ARE_THERE(...) are_there((const void *[]){__VA_ARGS__, &none})
static const char none;
static bool are_there(const void *const *places) {
    for (; *places != &none; places++)
        if (!*places) return false;
    return true;
}

CUSPARSE_FUNCTION(cusparseSpVecGet, CusparseVector *v, int64_t *size, int64_t *nnz, void **indices,
                  void **values, int *index_type, int *base, int *type) {
    if (!ARE_THERE(v, size, nnz, indices, values, index_type, base, type))
        return CUSPARSE_INVALID_VALUE;
    *size = v->size;
    *nnz = v->nnz;
    *indices = v->indices;
    *values = v->values;
    *index_type = v->index_type;
    *base = v->base;
    *type = v->type;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpVecGetIndexBase, const CusparseVector *vector, int *base) {
    if (!vector || !base) return CUSPARSE_INVALID_VALUE;
    *base = vector->base;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseCreateDnVec, CusparseDense **vector, int64_t size, void *values,
                  int type) {
    if (!is_size(size)) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(__func__, "the type of values");
    return make((void **)vector, sizeof **vector, &(CusparseDense){size, values, type});
}

CUSPARSE_FUNCTION(cusparseCreateConstDnVec, CusparseDense **vector, int64_t size,
                  const void *values, int type) {
    return cusparseCreateDnVec(vector, size, UNCONST(values), type);
}

CUSPARSE_FUNCTION(cusparseDestroyDnVec, const CusparseDense *vector) {
    return destroy(vector);
}

CUSPARSE_FUNCTION(cusparseDnVecGet, CusparseDense *vector, int64_t *size, void **values,
                  int *type) {
    if (!ARE_THERE(vector, size, values, type)) return CUSPARSE_INVALID_VALUE;
    *size = vector->size;
    *values = vector->values;
    *type = vector->type;
    return CUSPARSE_SUCCESS;
}

// ---- matrices ----------------------------------------------------------------------------------

static void free_matrix(StandinShared *shared) {
    free(shared);
}

// Offsets and indices are not looked at before an operation runs: they may not be there yet.
static int make_matrix(CusparseMatrix **matrix, const char *api, int format, int64_t rows,
                       int64_t columns, int64_t nnz, void *offsets, void *indices, void *values,
                       int offset_type, int index_type, int base, int type) {
    CusparseMatrix m = {.format = format,
                        .offset_type = offset_type,
                        .index_type = index_type,
                        .base = base,
                        .type = type,
                        .rows = rows,
                        .columns = columns,
                        .nnz = nnz,
                        .offsets = offsets,
                        .indices = indices,
                        .values = values,
                        .batch = 1};
    if (!is_size(rows) || !is_size(columns) || !is_size(nnz)) return CUSPARSE_INVALID_VALUE;
    if (!is_index(offset_type, base) || !is_index(index_type, base)) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(api, "the type of values");
    int error = make((void **)matrix, sizeof m, &m);
    if (!error) standin_share(&(*matrix)->shared, free_matrix);
    return error;
}

// `indices` are columns; offsets have one more element than there are rows.
CUSPARSE_FUNCTION(cusparseCreateCsr, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, void *offsets, void *indices, void *values, int offset_type,
                  int index_type, int base, int type) {
    return make_matrix(matrix, __func__, CUSPARSE_CSR, rows, columns, nnz, offsets, indices, values,
                       offset_type, index_type, base, type);
}

// `indices` are rows; offsets have one more element than there are columns.
CUSPARSE_FUNCTION(cusparseCreateCsc, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, void *offsets, void *indices, void *values, int offset_type,
                  int index_type, int base, int type) {
    return make_matrix(matrix, __func__, CUSPARSE_CSC, rows, columns, nnz, offsets, indices, values,
                       offset_type, index_type, base, type);
}

// Row indices stand where other formats have offsets, and have the type of the column indices.
CUSPARSE_FUNCTION(cusparseCreateCoo, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, void *row_indices, void *column_indices, void *values,
                  int index_type, int base, int type) {
    return make_matrix(matrix, __func__, CUSPARSE_COO, rows, columns, nnz, row_indices,
                       column_indices, values, index_type, index_type, base, type);
}

CUSPARSE_FUNCTION(cusparseCreateConstCsr, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, const void *offsets, const void *indices, const void *values,
                  int offset_type, int index_type, int base, int type) {
    return cusparseCreateCsr(matrix, rows, columns, nnz, UNCONST(offsets), UNCONST(indices),
                             UNCONST(values), offset_type, index_type, base, type);
}

CUSPARSE_FUNCTION(cusparseCreateConstCsc, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, const void *offsets, const void *indices, const void *values,
                  int offset_type, int index_type, int base, int type) {
    return cusparseCreateCsc(matrix, rows, columns, nnz, UNCONST(offsets), UNCONST(indices),
                             UNCONST(values), offset_type, index_type, base, type);
}

CUSPARSE_FUNCTION(cusparseCreateConstCoo, CusparseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t nnz, const void *row_indices, const void *column_indices,
                  const void *values, int index_type, int base, int type) {
    return cusparseCreateCoo(matrix, rows, columns, nnz, UNCONST(row_indices),
                             UNCONST(column_indices), UNCONST(values), index_type, base, type);
}

CUSPARSE_FUNCTION(cusparseDestroySpMat, const CusparseMatrix *matrix) {
    if (matrix) standin_release(&((CusparseMatrix *)(uintptr_t)matrix)->shared);
    return CUSPARSE_SUCCESS;
}

// What a matrix of the format is made of.
static int get(const CusparseMatrix *m, int format, int64_t *rows, int64_t *columns, int64_t *nnz,
               void **offsets, void **indices, void **values) {
    if (!ARE_THERE(m, rows, columns, nnz, offsets, indices, values) || m->format != format)
        return CUSPARSE_INVALID_VALUE;
    *rows = m->rows;
    *columns = m->columns;
    *nnz = m->nnz;
    *offsets = m->offsets;
    *indices = m->indices;
    *values = m->values;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseCsrGet, CusparseMatrix *m, int64_t *rows, int64_t *columns, int64_t *nnz,
                  void **offsets, void **indices, void **values, int *offset_type, int *index_type,
                  int *base, int *type) {
    int error = get(m, CUSPARSE_CSR, rows, columns, nnz, offsets, indices, values);
    if (error) return error;
    if (!ARE_THERE(offset_type, index_type, base, type)) return CUSPARSE_INVALID_VALUE;
    *offset_type = m->offset_type;
    *index_type = m->index_type;
    *base = m->base;
    *type = m->type;
    return CUSPARSE_SUCCESS;
}

// Both kinds of indices have one type.
CUSPARSE_FUNCTION(cusparseCooGet, CusparseMatrix *m, int64_t *rows, int64_t *columns, int64_t *nnz,
                  void **row_indices, void **column_indices, void **values, int *index_type,
                  int *base, int *type) {
    int error = get(m, CUSPARSE_COO, rows, columns, nnz, row_indices, column_indices, values);
    if (error) return error;
    if (!ARE_THERE(index_type, base, type)) return CUSPARSE_INVALID_VALUE;
    *index_type = m->index_type;
    *base = m->base;
    *type = m->type;
    return CUSPARSE_SUCCESS;
}

// For results whose size becomes known on the way (SpGEMM, dense to sparse).
static int set_pointers(CusparseMatrix *m, int format, void *offsets, void *indices, void *values) {
    if (!m || m->format != format) return CUSPARSE_INVALID_VALUE;
    m->offsets = offsets;
    m->indices = indices;
    m->values = values;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseCsrSetPointers, CusparseMatrix *matrix, void *offsets, void *indices,
                  void *values) {
    return set_pointers(matrix, CUSPARSE_CSR, offsets, indices, values);
}

CUSPARSE_FUNCTION(cusparseCscSetPointers, CusparseMatrix *matrix, void *offsets, void *indices,
                  void *values) {
    return set_pointers(matrix, CUSPARSE_CSC, offsets, indices, values);
}

CUSPARSE_FUNCTION(cusparseCooSetPointers, CusparseMatrix *matrix, void *rows, void *columns,
                  void *values) {
    return set_pointers(matrix, CUSPARSE_COO, rows, columns, values);
}

// nnz is that of the last operation which made the matrix, once that has run.
CUSPARSE_FUNCTION(cusparseSpMatGetSize, const CusparseMatrix *m, int64_t *rows, int64_t *columns,
                  int64_t *nnz) {
    if (!ARE_THERE(m, rows, columns, nnz)) return CUSPARSE_INVALID_VALUE;
    *rows = m->rows;
    *columns = m->columns;
    *nnz = m->nnz;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpMatGetFormat, const CusparseMatrix *matrix, int *format) {
    if (!matrix || !format) return CUSPARSE_INVALID_VALUE;
    *format = matrix->format;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpMatGetIndexBase, const CusparseMatrix *matrix, int *base) {
    if (!matrix || !base) return CUSPARSE_INVALID_VALUE;
    *base = matrix->base;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpMatGetStridedBatch, const CusparseMatrix *matrix, int *batch) {
    if (!matrix || !batch) return CUSPARSE_INVALID_VALUE;
    *batch = matrix->batch;
    return CUSPARSE_SUCCESS;
}

// cusparseSpMatAttribute_t: the triangle that SpSV and SpSM use, and whether its diagonal is ones.
enum { ATTRIBUTE_FILL, ATTRIBUTE_DIAG };

CUSPARSE_FUNCTION(cusparseSpMatSetAttribute, CusparseMatrix *matrix, int attribute,
                  const void *data, size_t size) {
    if (!matrix || !data || size != sizeof(int)) return CUSPARSE_INVALID_VALUE;
    if (attribute != ATTRIBUTE_FILL && attribute != ATTRIBUTE_DIAG) return CUSPARSE_INVALID_VALUE;
    memcpy(attribute == ATTRIBUTE_FILL ? &matrix->fill : &matrix->diag, data, size);
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseSpMatGetAttribute, const CusparseMatrix *matrix, int attribute,
                  void *data, size_t size) {
    if (!matrix || !data || size != sizeof(int)) return CUSPARSE_INVALID_VALUE;
    if (attribute != ATTRIBUTE_FILL && attribute != ATTRIBUTE_DIAG) return CUSPARSE_INVALID_VALUE;
    memcpy(data, attribute == ATTRIBUTE_FILL ? &matrix->fill : &matrix->diag, size);
    return CUSPARSE_SUCCESS;
}

// `ld` is at least a column, or a row where the order is by rows.
CUSPARSE_FUNCTION(cusparseCreateDnMat, CusparseDenseMatrix **matrix, int64_t rows, int64_t columns,
                  int64_t ld, void *values, int type, int order) {
    CusparseDenseMatrix m = {rows, columns, ld, 0, values, type, order, 1};
    if (!is_size(rows) || !is_size(columns) || !is_size(ld)) return CUSPARSE_INVALID_VALUE;
    if (ld < (order == CUSPARSE_BY_ROWS ? columns : rows)) return CUSPARSE_INVALID_VALUE;
    if (order != CUSPARSE_BY_COLUMNS && order != CUSPARSE_BY_ROWS) return CUSPARSE_INVALID_VALUE;
    if (!standin_type_size(type)) return cusparse_unsupported(__func__, "the type of values");
    return make((void **)matrix, sizeof m, &m);
}

CUSPARSE_FUNCTION(cusparseCreateConstDnMat, CusparseDenseMatrix **matrix, int64_t rows,
                  int64_t columns, int64_t ld, const void *values, int type, int order) {
    return cusparseCreateDnMat(matrix, rows, columns, ld, UNCONST(values), type, order);
}

CUSPARSE_FUNCTION(cusparseDestroyDnMat, const CusparseDenseMatrix *matrix) {
    return destroy(matrix);
}

CUSPARSE_FUNCTION(cusparseDnMatGet, CusparseDenseMatrix *m, int64_t *rows, int64_t *columns,
                  int64_t *ld, void **values, int *type, int *order) {
    if (!ARE_THERE(m, rows, columns, ld, values, type, order)) return CUSPARSE_INVALID_VALUE;
    *rows = m->rows;
    *columns = m->columns;
    *ld = m->ld;
    *values = m->values;
    *type = m->type;
    *order = m->order;
    return CUSPARSE_SUCCESS;
}

// The stride is in elements; 0 has all products of a batch read the same matrix.
CUSPARSE_FUNCTION(cusparseDnMatSetStridedBatch, CusparseDenseMatrix *matrix, int batch,
                  int64_t stride) {
    if (!matrix || batch < 1 || !is_size(stride)) return CUSPARSE_INVALID_VALUE;
    matrix->batch = batch;
    matrix->stride = stride;
    return CUSPARSE_SUCCESS;
}

CUSPARSE_FUNCTION(cusparseDnMatGetStridedBatch, const CusparseDenseMatrix *matrix, int *batch,
                  int64_t *stride) {
    if (!ARE_THERE(matrix, batch, stride)) return CUSPARSE_INVALID_VALUE;
    *batch = matrix->batch;
    *stride = matrix->stride;
    return CUSPARSE_SUCCESS;
}

// The values of an object, got and set.
#define VALUES(name, Type)                                                                         \
    CUSPARSE_FUNCTION(cusparse##name##GetValues, Type *object, void **values) {                    \
        if (!object || !values) return CUSPARSE_INVALID_VALUE;                                     \
        *values = object->values;                                                                  \
        return CUSPARSE_SUCCESS;                                                                   \
    }                                                                                              \
    CUSPARSE_FUNCTION(cusparse##name##SetValues, Type *object, void *values) {                     \
        if (!object) return CUSPARSE_INVALID_VALUE;                                                \
        object->values = values;                                                                   \
        return CUSPARSE_SUCCESS;                                                                   \
    }
VALUES(SpVec, CusparseVector)
VALUES(DnVec, CusparseDense)
VALUES(SpMat, CusparseMatrix)
VALUES(DnMat, CusparseDenseMatrix)
