// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: handles, and what all dense operations share.
#include "standin/cusolver/cusolver.h"

#include <stdio.h>

enum { MAGIC = 0x63757376, VERSION = 12000 };

bool cusolver_is_handle(const Cusolver *handle) {
    return handle && handle->magic == MAGIC;
}

// A stream that the runtime refuses is CUSOLVER_STATUS_EXECUTION_FAILED.
int cusolver_result(StandinResult result) {
    switch (result) {
    case STANDIN_OK: return CUSOLVER_SUCCESS;
    case STANDIN_NO_MEMORY: return CUSOLVER_ALLOC_FAILED;
    default: return CUSOLVER_EXECUTION_FAILED;
    }
}

// ---- dense operations --------------------------------------------------------------------------

bool cusolver_is_complex(const Dense *o) {
    return o->type == 'c' || o->type == 'z';
}

size_t cusolver_real_size(const Dense *o) {
    return cusolver_is_complex(o) ? o->size / 2 : o->size;
}

// LAPACK has routines for these four types alone.
char cusolver_letter(int type) {
    switch (type) {
    case CUDA_R_32F: return 's';
    case CUDA_R_64F: return 'd';
    case CUDA_C_32F: return 'c';
    case CUDA_C_64F: return 'z';
    default: return 0;
    }
}

int cusolver_type(char letter) {
    return letter == 's'   ? CUDA_R_32F
           : letter == 'd' ? CUDA_R_64F
           : letter == 'c' ? CUDA_C_32F
                           : CUDA_C_64F;
}

bool cusolver_narrow(int64_t value, int *to) {
    *to = (int)value;
    return value >= INT32_MIN && value <= INT32_MAX;
}

char cusolver_choice(const char *letters, int number) {
    return number >= 0 && (size_t)number < strlen(letters) ? letters[number] : 0;
}

// Sizes below 0 are refused here: LAPACK would write about them on the program's output.
int cusolver_issue(const Cusolver *handle, const char *api, Dense *o, const char *routine,
                   const char *second, StandinWork *work) {
    char name[24];
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (o->m < 0 || o->n < 0 || o->k < 0 || o->nrhs < 0 || o->batch < 0)
        return CUSOLVER_INVALID_VALUE;
    snprintf(name, sizeof name, "%c%s", o->type, routine);
    o->function = standin_fortran(name);
    if (second) {
        snprintf(name, sizeof name, "%c%s", o->type, second);
        o->second = standin_fortran(name);
    }
    if (!o->function || (second && !o->second)) return CUSOLVER_NOT_SUPPORTED;
    return cusolver_result(standin_issue(handle->stream, api, work, o, sizeof *o));
}

void *cusolver_matrix(StandinRun *run, const Dense *o, const void *at, int64_t rows,
                      int64_t columns, int64_t ld, int use) {
    // LAPACK writes about it on the program's output, or ends the program
    if (columns > 0 && ld < (rows > 1 ? rows : 1))
        standin_fail(run, "a leading dimension is less than the number of rows");
    return standin_matrix(run, at, o->size, rows, columns, ld, use);
}

bool cusolver_are_pivots_right(StandinRun *run, const void *pivots, size_t width, int64_t n) {
    bool right = true;
    for (int64_t i = 0; right && i < n; i++) {
        int64_t pivot = width == 8 ? ((const int64_t *)pivots)[i] : ((const int *)pivots)[i];
        right = pivot >= 1 && pivot <= n;
    }
    if (!right) standin_fail(run, "a pivot is outside of the matrix");
    return right;
}

int *cusolver_info(StandinRun *run, const Dense *o, int64_t n) {
    return standin_bytes(run, o->info, (uint64_t)n * sizeof(int), STANDIN_OUT);
}

int cusolver_work_length(char type, const void *query) {
    double n = type == 's' || type == 'c' ? *(const float *)query : *(const double *)query;
    // floats of great lengths are rounded
    return (int)(n * 1.0000002) + 1;
}

// 1: cudaMalloc of 0 bytes gives NULL, which programs may take for a failure.
int cusolver_no_wide_space(const Cusolver *handle, size_t *device, size_t *host) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (device) *device = 1;
    if (host) *host = 1;
    return CUSOLVER_SUCCESS;
}

int cusolver_no_space(const Cusolver *handle, int *size) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    if (!size) return CUSOLVER_INVALID_VALUE;
    *size = 1;
    return CUSOLVER_SUCCESS;
}

// ---- handles -----------------------------------------------------------------------------------

static int create(Cusolver **handle) {
    if (!handle) return CUSOLVER_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    if (!*handle) return CUSOLVER_ALLOC_FAILED;
    (*handle)->magic = MAGIC;
    return CUSOLVER_SUCCESS;
}

// Work that is under way has its own copy of what it needs. The magic goes, so that a handle that
// is used afterwards is refused.
static int destroy(Cusolver *handle) {
    if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;
    handle->magic = 0;
    free(handle);
    return CUSOLVER_SUCCESS;
}

// Handles of dense and sparse functions are the same here; nothing tells one from the other.
#define HANDLES(part)                                                                              \
    CUSOLVER_FUNCTION(cusolver##part##Create, Cusolver **handle) {                                 \
        return create(handle);                                                                     \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolver##part##Destroy, Cusolver *handle) {                                 \
        return destroy(handle);                                                                    \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolver##part##SetStream, Cusolver *handle, void *stream) {                 \
        if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;                          \
        handle->stream = stream;                                                                   \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolver##part##GetStream, Cusolver *handle, void **stream) {                \
        if (!cusolver_is_handle(handle)) return CUSOLVER_NOT_INITIALIZED;                          \
        if (!stream) return CUSOLVER_INVALID_VALUE;                                                \
        *stream = handle->stream;                                                                  \
        return CUSOLVER_SUCCESS;                                                                   \
    }
HANDLES(Dn)
HANDLES(Sp)

CUSOLVER_FUNCTION(cusolverGetVersion, int *version) {
    if (!version) return CUSOLVER_INVALID_VALUE;
    *version = VERSION;
    return CUSOLVER_SUCCESS;
}

// libraryPropertyType: 0 the major, 1 the minor version, 2 the patch.
CUSOLVER_FUNCTION(cusolverGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CUSOLVER_INVALID_VALUE;
    *value = which == 0 ? VERSION / 1000 : which == 1 ? VERSION / 100 % 10 : VERSION % 100;
    return CUSOLVER_SUCCESS;
}

// Results are the same in every run, whatever the mode.
CUSOLVER_FUNCTION(cusolverDnSetDeterministicMode, Cusolver *handle, int mode) {
    return cusolver_is_handle(handle) ? CUSOLVER_SUCCESS : CUSOLVER_NOT_INITIALIZED;
}

// Parameters of the newer functions, and of Jacobi's methods: kept, not followed.
static int make(void **object) {
    if (!object) return CUSOLVER_INVALID_VALUE;
    *object = malloc(1);
    return *object ? CUSOLVER_SUCCESS : CUSOLVER_ALLOC_FAILED;
}

CUSOLVER_FUNCTION(cusolverDnCreateParams, void **parameters) {
    return make(parameters);
}

CUSOLVER_FUNCTION(cusolverDnDestroyParams, void *parameters) {
    free(parameters);
    return CUSOLVER_SUCCESS;
}

CUSOLVER_FUNCTION(cusolverDnSetAdvOptions, void *parameters, int function, int algorithm) {
    return CUSOLVER_SUCCESS;
}

// LAPACK's methods have no sweeps: they are always at the end, as after one without a residual.
#define JACOBI(Name, name)                                                                         \
    CUSOLVER_FUNCTION(cusolverDnCreate##Name##Info, void **info) {                                 \
        return make(info);                                                                         \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnDestroy##Name##Info, void *info) {                                 \
        free(info);                                                                                \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnX##name##SetTolerance, void *info, double tolerance) {             \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnX##name##SetMaxSweeps, void *info, int sweeps) {                   \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnX##name##SetSortEig, void *info, int sort) {                       \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnX##name##GetResidual, Cusolver *handle, void *info,                \
                      double *residual) {                                                          \
        if (!residual) return CUSOLVER_INVALID_VALUE;                                              \
        *residual = 0;                                                                             \
        return CUSOLVER_SUCCESS;                                                                   \
    }                                                                                              \
    CUSOLVER_FUNCTION(cusolverDnX##name##GetSweeps, Cusolver *handle, void *info, int *sweeps) {   \
        if (!sweeps) return CUSOLVER_INVALID_VALUE;                                                \
        *sweeps = 1;                                                                               \
        return CUSOLVER_SUCCESS;                                                                   \
    }
JACOBI(Syevj, syevj)
JACOBI(Gesvdj, gesvdj)
