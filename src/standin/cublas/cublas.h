// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/cublas: handles, and one operation of BLAS as data.
#ifndef CUPRUM_STANDIN_CUBLAS_H
#define CUPRUM_STANDIN_CUBLAS_H

#include "standin/standin.h"

#include <complex.h>

enum { // cublasStatus_t
    CUBLAS_SUCCESS = 0,
    CUBLAS_NOT_INITIALIZED = 1,
    CUBLAS_ALLOC_FAILED = 3,
    CUBLAS_INVALID_VALUE = 7,
    CUBLAS_ARCH_MISMATCH = 8,
    CUBLAS_MAPPING_ERROR = 11,
    CUBLAS_EXECUTION_FAILED = 13,
    CUBLAS_INTERNAL_ERROR = 14,
    CUBLAS_NOT_SUPPORTED = 15,
    CUBLAS_LICENSE_ERROR = 16,
};
enum { CUBLAS_POINTER_HOST, CUBLAS_POINTER_DEVICE }; // cublasPointerMode_t
enum { CUBLAS_N, CUBLAS_T, CUBLAS_C };               // cublasOperation_t

// A cublasHandle_t points to it; one of the Xt functions too, which take memory of the host.
typedef struct {
    uint32_t magic;
    bool host; // of cublasXtCreate
    void *stream;
    int pointer_mode, math_mode, atomics_mode, sm_target;
    int block_dim, pinning_mode; // Xt
} Cublas;

// alpha and beta: read at the call, or, in the mode of device pointers, when the operation runs.
typedef struct {
    const void *at;
    size_t size;
    bool device;
    _Alignas(16) unsigned char value[16];
} CublasScalar;

// One operation: what its routine needs of these.
typedef struct {
    char type;                             // 's' 'd' 'c' 'z'
    size_t size;                           // of an element
    char trans, trans_b, uplo, side, diag; // as Fortran's letters
    int m, n, k, kl, ku, lda, ldb, ldc;    // increments of vectors are ldb, ldc
    const void *a, *b;
    void *c;
    CublasScalar alpha, beta;
    int64_t stride_a, stride_b, stride_c;
    int batch;
    bool pointers;                                    // a, b, c are arrays of pointers
    int type_a, type_b, type_c, type_scalar, compute; // cudaDataType
    int host;                                         // STANDIN_HOST: memory of the host will do
    bool host_results;        // c is a result that goes to where the pointer mode says
    bool wrong, large;        // an argument is out of its range; does not fit BLAS's 32 bits
    StandinFortran *function; // or NULL: ours
} Blas;

// Entry points: the prototype, which nothing else declares, and the function.
#define CUBLAS_FUNCTION(name, ...)                                                                 \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

// Whether a value that the program gives is a live handle of ours.
bool cublas_is_handle(const Cublas *handle);
// A letter of "NTC" and the like for a number of an enumeration.
char cublas_letter(Blas *blas, const char *letters, int value);
// A size for BLAS; one of more than 32 bits makes the operation "not supported".
int cublas_narrow(Blas *blas, int64_t value);
// BLAS ends the program, or writes on its output, where a leading dimension is less than the number
// of rows, or the step of a vector is 0. Here the operation fails, which is told.
void cublas_check_leading(StandinRun *run, int64_t rows, int64_t columns, int64_t ld);
void cublas_check_step(StandinRun *run, int64_t step);
// Whether pivots that the program gives are rows of 1 to n; false: told.
bool cublas_are_pivots_right(StandinRun *run, const int *pivots, int64_t n);
// A factor of `size` bytes as the handle's pointer mode has it, and its view when the work runs.
CublasScalar cublas_scalar(const Cublas *handle, const void *at, size_t size);
const void *cublas_scalar_at(StandinRun *run, const CublasScalar *scalar);
// Checks and gives it to the handle's stream. `routine` is the Fortran name without its first
// letter, or NULL; with `own` the work does without where the computer has no BLAS.
int cublas_issue(const Cublas *handle, const char *api, Blas *blas, const char *routine, bool own,
                 StandinWork *work);
// cublasStatus_t of how a call ended.
int cublas_status(StandinResult result);

int cublas_type_of(char letter); // 's' -> CUDA_R_32F
// One product of an operation (gemm) on views of its operands.
void cublas_gemm_once(StandinRun *run, const Blas *blas, const void *alpha, const void *beta,
                      void *a, void *b, void *c);

#endif
