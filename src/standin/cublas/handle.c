// SPDX-License-Identifier: Apache-2.0
// cuBLAS: handles and their settings, copies of vectors and matrices, names of results.
#include "standin/cublas/cublas.h"

#include <stdio.h>

int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t height, int kind);
int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                      size_t height, int kind, void *stream);
enum { TO_DEVICE = 1, TO_HOST = 2 };

enum { MAGIC = 0x63756273, VERSION = 130002 };

bool cublas_is_handle(const Cublas *handle) {
    return handle && handle->magic == MAGIC;
}

// ---- operations --------------------------------------------------------------------------------

char cublas_letter(Blas *blas, const char *letters, int value) {
    if (value >= 0 && (size_t)value < strlen(letters)) return letters[value];
    blas->wrong = true;
    return *letters;
}

int cublas_narrow(Blas *blas, int64_t value) {
    if (value > INT32_MAX || value < INT32_MIN) blas->large = true;
    return (int)value;
}

int cublas_type_of(char letter) {
    switch (letter) {
    case 's': return CUDA_R_32F;
    case 'd': return CUDA_R_64F;
    case 'c': return CUDA_C_32F;
    default: return CUDA_C_64F;
    }
}

// A handle that is none is told by cublas_issue; here it is only not followed. The host's factor is
// copied, as the program may change it before the work runs.
CublasScalar cublas_scalar(const Cublas *handle, const void *at, size_t size) {
    CublasScalar scalar = {.at = at, .size = size};
    if (!cublas_is_handle(handle)) return scalar;
    scalar.device = handle->pointer_mode == CUBLAS_POINTER_DEVICE;
    if (at && !scalar.device) memcpy(scalar.value, at, size);
    return scalar;
}

void cublas_check_leading(StandinRun *run, int64_t rows, int64_t columns, int64_t ld) {
    if (columns > 0 && ld < (rows > 1 ? rows : 1))
        standin_fail(run, "a leading dimension is less than the number of rows");
}

void cublas_check_step(StandinRun *run, int64_t step) {
    if (!step) standin_fail(run, "the step of a vector is 0");
}

bool cublas_are_pivots_right(StandinRun *run, const int *pivots, int64_t n) {
    bool right = true;
    for (int64_t i = 0; right && i < n; i++) right = pivots[i] >= 1 && pivots[i] <= n;
    if (!right) standin_fail(run, "a pivot is outside of the matrix");
    return right;
}

const void *cublas_scalar_at(StandinRun *run, const CublasScalar *scalar) {
    return scalar->device ? standin_bytes(run, scalar->at, scalar->size, STANDIN_IN)
                          : scalar->value;
}

// A stream that the runtime refuses is CUBLAS_STATUS_EXECUTION_FAILED, as a kernel that cannot be
// launched.
int cublas_status(StandinResult result) {
    switch (result) {
    case STANDIN_OK: return CUBLAS_SUCCESS;
    case STANDIN_NO_MEMORY: return CUBLAS_ALLOC_FAILED;
    default: return CUBLAS_EXECUTION_FAILED;
    }
}

static bool is_missing(const CublasScalar *scalar) {
    return scalar->size && !scalar->at;
}

// What is wrong comes before what is too large, as the program can do something about it.
int cublas_issue(const Cublas *handle, const char *api, Blas *blas, const char *routine, bool own,
                 StandinWork *work) {
    char name[32];
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (blas->m < 0 || blas->n < 0 || blas->k < 0 || blas->batch < 0) blas->wrong = true;
    if (blas->kl < 0 || blas->ku < 0) blas->wrong = true;
    // a factor that the routine has, and the program does not give
    if (is_missing(&blas->alpha) || is_missing(&blas->beta)) blas->wrong = true;
    if (blas->wrong) return CUBLAS_INVALID_VALUE;
    if (blas->large) {
        char text[128];
        snprintf(text, sizeof text, "%s: sizes of more than 32 bits", api);
        standin_missing(text);
        return CUBLAS_NOT_SUPPORTED;
    }
    if (routine) {
        snprintf(name, sizeof name, "%c%s", blas->type, routine);
        // ours does without: standin_fortran would tell the user that a package is missing
        blas->function = own && !standin_has_fortran() ? NULL : standin_fortran(name);
        if (!blas->function && !own) return CUBLAS_NOT_SUPPORTED;
    }
    blas->host = handle->host ? STANDIN_HOST : 0;
    blas->host_results = handle->pointer_mode == CUBLAS_POINTER_HOST;
    return cublas_status(standin_issue(handle->stream, api, work, blas, sizeof *blas));
}

// ---- handles -----------------------------------------------------------------------------------

// All settings begin as 0: the default stream, pointers of the host, no atomics (cuBLAS,
// cublasCreate).
CUBLAS_FUNCTION(cublasCreate_v2, Cublas **handle) {
    if (!handle) return CUBLAS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    if (!*handle) return CUBLAS_ALLOC_FAILED;
    (*handle)->magic = MAGIC;
    return CUBLAS_SUCCESS;
}

// Work that is under way has its own copy of what it needs. The magic goes, so that a handle that
// is used afterwards is refused.
CUBLAS_FUNCTION(cublasDestroy_v2, Cublas *handle) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    handle->magic = 0;
    free(handle);
    return CUBLAS_SUCCESS;
}

// Of the library: programs ask before they have a handle.
CUBLAS_FUNCTION(cublasGetVersion_v2, Cublas *handle, int *version) {
    if (!version) return CUBLAS_INVALID_VALUE;
    *version = VERSION;
    return CUBLAS_SUCCESS;
}

// libraryPropertyType: 0 the major, 1 the minor version, 2 the patch.
CUBLAS_FUNCTION(cublasGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CUBLAS_INVALID_VALUE;
    *value = which == 0 ? VERSION / 10000 : which == 1 ? VERSION / 100 % 100 : VERSION % 100;
    return CUBLAS_SUCCESS;
}

STANDIN_PUBLIC size_t cublasGetCudartVersion(void);
size_t cublasGetCudartVersion(void) {
    return 13000;
}

// The program's workspace is not needed.
CUBLAS_FUNCTION(cublasSetWorkspace_v2, Cublas *handle, void *workspace, size_t size) {
    return cublas_is_handle(handle) ? CUBLAS_SUCCESS : CUBLAS_NOT_INITIALIZED;
}

CUBLAS_FUNCTION(cublasSetStream_v2, Cublas *handle, void *stream) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasGetStream_v2, Cublas *handle, void **stream) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!stream) return CUBLAS_INVALID_VALUE;
    *stream = handle->stream;
    return CUBLAS_SUCCESS;
}

// A setting that is a number: its two functions, and what it may be.
#define SETTING(set, get, field, highest)                                                          \
    CUBLAS_FUNCTION(set, Cublas *handle, int value) {                                              \
        if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;                              \
        if (value < 0 || value > (highest)) return CUBLAS_INVALID_VALUE;                           \
        handle->field = value;                                                                     \
        return CUBLAS_SUCCESS;                                                                     \
    }                                                                                              \
    CUBLAS_FUNCTION(get, Cublas *handle, int *value) {                                             \
        if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;                              \
        if (!value) return CUBLAS_INVALID_VALUE;                                                   \
        *value = handle->field;                                                                    \
        return CUBLAS_SUCCESS;                                                                     \
    }
SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, pointer_mode, 1)
SETTING(cublasSetMathMode, cublasGetMathMode, math_mode, 31)
SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, atomics_mode, 1)
SETTING(cublasSetSmCountTarget, cublasGetSmCountTarget, sm_target, INT32_MAX)

// Programs that turn the log on run without one.
CUBLAS_FUNCTION(cublasLoggerConfigure, int on, int out, int error, const char *file) {
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasSetLoggerCallback, void (*callback)(const char *)) {
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasGetLoggerCallback, void (**callback)(const char *)) {
    if (!callback) return CUBLAS_INVALID_VALUE;
    *callback = NULL;
    return CUBLAS_SUCCESS;
}

// Programs compare the texts.
static const struct {
    int number;
    const char *name, *text;
} results[] = {
    {CUBLAS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {CUBLAS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the device"},
    {CUBLAS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED",
     "the function failed to launch on the GPU"},
    {CUBLAS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED",
     "the requested functionality is not supported"},
    {CUBLAS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the license check failed"},
};

STANDIN_PUBLIC const char *cublasGetStatusName(int status);
STANDIN_PUBLIC const char *cublasGetStatusString(int status);

const char *cublasGetStatusName(int status) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].number == status) return results[i].name;
    return "unrecognized status";
}

const char *cublasGetStatusString(int status) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].number == status) return results[i].text;
    return "unrecognized status";
}

// ---- copies ------------------------------------------------------------------------------------

// A copy between host and device, in elements of `size` bytes; ld is from column to column.
typedef struct {
    int64_t rows, columns, size, from_ld, to_ld;
    const void *from;
    void *to;
    int kind;
} Copy;

// cuBLAS, cublasSetMatrix: what is CUBLAS_STATUS_INVALID_VALUE.
static bool is_wrong(const Copy *copy) {
    return copy->rows < 0 || copy->columns < 0 || copy->size <= 0 || copy->from_ld <= 0 ||
           copy->to_ld <= 0;
}

// Nothing to copy needs no addresses. What the runtime refuses is a mapping error, as in cuBLAS.
static int copy_now(Copy copy, bool wait, void *stream) {
    if (is_wrong(&copy)) return CUBLAS_INVALID_VALUE;
    if (!copy.rows || !copy.columns) return CUBLAS_SUCCESS;
    size_t to, from, width;
    if (__builtin_mul_overflow(copy.to_ld, copy.size, &to) ||
        __builtin_mul_overflow(copy.from_ld, copy.size, &from) ||
        __builtin_mul_overflow(copy.rows, copy.size, &width))
        return CUBLAS_INVALID_VALUE;
    int error =
        wait ? cudaMemcpy2D(copy.to, to, copy.from, from, width, (size_t)copy.columns, copy.kind)
             : cudaMemcpy2DAsync(copy.to, to, copy.from, from, width, (size_t)copy.columns,
                                 copy.kind, stream);
    return error ? CUBLAS_MAPPING_ERROR : CUBLAS_SUCCESS;
}

// Vectors are matrices of one row; both directions, both widths of numbers, waiting or not.
#define COPIES(direction, INT, SUFFIX, KIND)                                                       \
    CUBLAS_FUNCTION(cublas##direction##Vector##SUFFIX, INT n, INT size, const void *x, INT incx,   \
                    void *y, INT incy) {                                                           \
        return copy_now((Copy){1, n, size, incx, incy, x, y, KIND}, true, NULL);                   \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##direction##VectorAsync##SUFFIX, INT n, INT size, const void *x,        \
                    INT incx, void *y, INT incy, void *stream) {                                   \
        return copy_now((Copy){1, n, size, incx, incy, x, y, KIND}, false, stream);                \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##direction##Matrix##SUFFIX, INT rows, INT columns, INT size,            \
                    const void *a, INT lda, void *b, INT ldb) {                                    \
        return copy_now((Copy){rows, columns, size, lda, ldb, a, b, KIND}, true, NULL);            \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##direction##MatrixAsync##SUFFIX, INT rows, INT columns, INT size,       \
                    const void *a, INT lda, void *b, INT ldb, void *stream) {                      \
        return copy_now((Copy){rows, columns, size, lda, ldb, a, b, KIND}, false, stream);         \
    }
COPIES(Set, int, , TO_DEVICE)
COPIES(Set, int64_t, _64, TO_DEVICE)
COPIES(Get, int, , TO_HOST)
COPIES(Get, int64_t, _64, TO_HOST)
