// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/cusolver: handles, operations of dense matrices as data, and direct
// methods for sparse ones.
#ifndef CUPRUM_STANDIN_CUSOLVER_H
#define CUPRUM_STANDIN_CUSOLVER_H

#include "standin/sparse.h"
#include "standin/standin.h"

enum { // cusolverStatus_t
    CUSOLVER_SUCCESS = 0,
    CUSOLVER_NOT_INITIALIZED = 1,
    CUSOLVER_ALLOC_FAILED = 2,
    CUSOLVER_INVALID_VALUE = 3,
    CUSOLVER_EXECUTION_FAILED = 6,
    CUSOLVER_INTERNAL_ERROR = 7,
    CUSOLVER_NOT_SUPPORTED = 9,
    CUSOLVER_ZERO_PIVOT = 10,
};

typedef struct { // cusolverDnHandle_t, cusolverSpHandle_t
    uint32_t magic;
    void *stream;
} Cusolver;
// Whether a value that the program gives is a live handle of ours.
bool cusolver_is_handle(const Cusolver *handle);
// cusolverStatus_t of how a call ended.
int cusolver_result(StandinResult result);

// ---- dense matrices: LAPACK's routines ----------------------------------------------------------

typedef struct {
    char type;   // 's' 'd' 'c' 'z'
    size_t size; // of an element
    char uplo, trans, side, job, job_v;
    int m, n, k, nrhs, lda, ldb, ldc, batch;
    int64_t stride_a, stride_s, stride_u, stride_v;
    void *a, *b, *c, *tau;
    void *s, *e, *tau2; // of real numbers, but for tau2
    void *pivots;       // of 32 or 64 bits; NULL: no exchanges
    bool wide_pivots, pointers, econ;
    int *info;
    double *residual;                  // of the host
    StandinFortran *function, *second; // LAPACK's
} Dense;

// The size of a real number of its type.
size_t cusolver_real_size(const Dense *dense);
bool cusolver_is_complex(const Dense *dense);
char cusolver_letter(int type); // of a cudaDataType; 0: none
// A letter of a list by its number; 0 when there is none, which makes the call wrong.
char cusolver_choice(const char *letters, int number);
// Gives the work to the handle's stream; the names are LAPACK's without their first letter,
// `second` may be NULL.
int cusolver_issue(const Cusolver *handle, const char *api, Dense *dense, const char *routine,
                   const char *second, StandinWork *work);
// The view of a matrix of the operation's type, and of its n infos.
void *cusolver_matrix(StandinRun *run, const Dense *dense, const void *at, int64_t rows,
                      int64_t columns, int64_t ld, int use);
int *cusolver_info(StandinRun *run, const Dense *dense, int64_t n);
// How long LAPACK says its workspace must be.
int cusolver_work_length(char type, const void *query);
// Whether pivots that the program gives, of `width` bytes, are rows of 1 to n; false: told.
bool cusolver_are_pivots_right(StandinRun *run, const void *pivots, size_t width, int64_t n);
// The number as LAPACK's 32 bits hold it; false: they do not.
bool cusolver_narrow(int64_t value, int *to);
// cudaDataType of LAPACK's letter.
int cusolver_type(char letter);
// The newer functions' workspaces, which are not needed.
int cusolver_no_wide_space(const Cusolver *handle, size_t *device, size_t *host);
// A workspace is not needed; `*size` may be one of 32 bits.
int cusolver_no_space(const Cusolver *handle, int *size);

// Calls a routine of LAPACK twice: for its workspace's length, and with it. `work` and `lwork` are
// names in the call.
#define CUSOLVER_TWICE(dense, ...)                                                                 \
    do {                                                                                           \
        _Alignas(16) char query[16] = {0};                                                         \
        void *work = query;                                                                        \
        int lwork = -1;                                                                            \
        __VA_ARGS__;                                                                               \
        lwork = cusolver_work_length((dense)->type, query);                                        \
        work = standin_scratch(run, (uint64_t)lwork, (dense)->size);                               \
        if (work) __VA_ARGS__;                                                                     \
        free(work);                                                                                \
    } while (0)

// ---- sparse matrices ---------------------------------------------------------------------------

// By rows, with indices from 0, in double.
typedef struct {
    int64_t m, n, nnz;
    int64_t *offset, *column;
    StandinComplex *value;
} CusolverRows;
// A copy of a matrix in CSR; NULL when there is no memory. `upper` are ends of rows, or NULL.
bool cusolver_rows(CusolverRows *rows, const StandinSparse *description, int64_t m, int64_t n,
                   int64_t nnz, int type, const void *values, const int *offsets,
                   const int *columns);
// Gives the rows back.
void cusolver_rows_free(CusolverRows *rows);

// P A = L U (Q is the order of the columns): of Cholesky's method the pivots are those of the
// diagonal.
typedef struct {
    int64_t n;
    int64_t *pivot_row;        // the row of each pivot
    int64_t *order;            // the column of each pivot
    int64_t *l_offset, *l_row; // by columns; rows are those of A
    StandinComplex *l_value;
    int64_t *u_offset, *u_pivot; // by columns; the diagonal is last
    StandinComplex *u_value;
    int64_t l_room, u_room;
} CusolverLu;
// `order` is of columns, or NULL. With `diagonal` no other row is taken as pivot. False: no memory.
// A pivot that is 0 stays as it is.
bool cusolver_lu(CusolverLu *lu, const CusolverRows *a, const int64_t *order, double threshold,
                 bool diagonal);
// Gives the factors back.
void cusolver_lu_free(CusolverLu *lu);
// x of A x = b; b is lost.
void cusolver_lu_solve(const CusolverLu *lu, StandinComplex *b, StandinComplex *x);
// The number of the first pivot not larger than the tolerance, or -1.
int64_t cusolver_lu_zero(const CusolverLu *lu, double tolerance, bool positive);

// A = Q R by rotations, which are kept: a rotation of row `row` and R's row `pivot`.
typedef struct {
    int64_t row, pivot;
    StandinComplex s;
    double c;
} CusolverRotation;
typedef struct {
    int64_t m, n, rotations, room;
    CusolverRotation *rotation;
    int64_t *length, *from; // of R's rows; which row of A each began with
    int64_t **column;       // the first is the diagonal's
    StandinComplex **value;
} CusolverQr;
// False: no memory.
bool cusolver_qr(CusolverQr *qr, const CusolverRows *a);
// Gives the factors back.
void cusolver_qr_free(CusolverQr *qr);
// The least squares of A x - b; false: no memory.
bool cusolver_qr_solve(const CusolverQr *qr, const StandinComplex *b, StandinComplex *x);
// The first column without a diagonal element larger than the tolerance, or -1.
int64_t cusolver_qr_zero(const CusolverQr *qr, double tolerance);

// The reverse order of E. Cuthill and J. McKee, of A + A'; NULL: no memory.
int64_t *cusolver_order(const CusolverRows *a);

#define CUSOLVER_FUNCTION(name, ...)                                                               \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

#endif
