// SPDX-License-Identifier: Apache-2.0
// cuBLAS XT: handles and settings; gemm.c has the products. One device does all the work, on the
// host's memory.
#include "standin/cublas/cublas.h"

int cublasCreate_v2(Cublas **handle);
int cublasDestroy_v2(Cublas *handle);
enum { BLOCK_DIM = 2048 };

// A handle of cuBLAS whose operands may be of the host.
CUBLAS_FUNCTION(cublasXtCreate, Cublas **handle) {
    int error = cublasCreate_v2(handle);
    if (error) return error;
    (*handle)->host = true;
    (*handle)->block_dim = BLOCK_DIM;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtDestroy, Cublas *handle) {
    return cublasDestroy_v2(handle);
}

// Devices are numbers of the CUDA runtime; the virtual machine has number 0 alone.
CUBLAS_FUNCTION(cublasXtDeviceSelect, Cublas *handle, int n, const int *devices) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (n < 1 || !devices) return CUBLAS_INVALID_VALUE;
    for (int i = 0; i < n; i++)
        if (devices[i] != 0) return CUBLAS_INVALID_VALUE; // there is one
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtMaxBoards, int *n) {
    if (!n) return CUBLAS_INVALID_VALUE;
    *n = 1;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtGetNumBoards, int n, const int *devices, int *boards) {
    return cublasXtMaxBoards(boards);
}

// The size of the tiles that devices share: kept and given back, as nothing is shared.
CUBLAS_FUNCTION(cublasXtSetBlockDim, Cublas *handle, int dimension) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (dimension < 1) return CUBLAS_INVALID_VALUE;
    handle->block_dim = dimension;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtGetBlockDim, Cublas *handle, int *dimension) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!dimension) return CUBLAS_INVALID_VALUE;
    *dimension = handle->block_dim;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtSetPinningMemMode, Cublas *handle, int mode) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (mode < 0 || mode > 1) return CUBLAS_INVALID_VALUE;
    handle->pinning_mode = mode;
    return CUBLAS_SUCCESS;
}

CUBLAS_FUNCTION(cublasXtGetPinningMemMode, Cublas *handle, int *mode) {
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    if (!mode) return CUBLAS_INVALID_VALUE;
    *mode = handle->pinning_mode;
    return CUBLAS_SUCCESS;
}

// How work is shared with the host: all of it is done here.
CUBLAS_FUNCTION(cublasXtSetCpuRatio, Cublas *handle, int operation, int type, float ratio) {
    return cublas_is_handle(handle) ? CUBLAS_SUCCESS : CUBLAS_NOT_INITIALIZED;
}

CUBLAS_FUNCTION(cublasXtSetCpuRoutine, Cublas *handle, int operation, int type, void *routine) {
    return cublas_is_handle(handle) ? CUBLAS_SUCCESS : CUBLAS_NOT_INITIALIZED;
}
