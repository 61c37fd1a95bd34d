// SPDX-License-Identifier: Apache-2.0
// cuDNN, as far as programs ask for it that have no network to run: handles, their streams,
// versions and the texts of errors. Frameworks (JAX) make a handle before they compile anything,
// and NVIDIA's library makes none without NVIDIA's driver. Layers and graphs are in missing.def:
// frameworks that have other ways to compute them take these (cuDNN API reference, 9.28).
#include "standin/standin.h"

enum {
#define STATUS(name, number) CUDNN_##name = number,
#include "standin/cudnn/status.def"
#undef STATUS
};
enum { MAGIC = 0x6375646e, MAJOR = 9, MINOR = 28, PATCH = 1, CUDART = 13000, NEWEST_GPU = 1210 };

typedef struct { // cudnnContext
    unsigned magic;
    void *stream;
} Cudnn;

#define CUDNN_FUNCTION(type, name, ...)                                                            \
    STANDIN_PUBLIC type name(__VA_ARGS__);                                                         \
    type name(__VA_ARGS__)

// ---- handles -----------------------------------------------------------------------------------

CUDNN_FUNCTION(int, cudnnCreate, Cudnn **handle) {
    if (!handle) return CUDNN_BAD_PARAM_NULL_POINTER;
    *handle = malloc(sizeof **handle);
    if (!*handle) return CUDNN_INTERNAL_ERROR_HOST_ALLOCATION_FAILED;
    **handle = (Cudnn){.magic = MAGIC};
    return CUDNN_SUCCESS;
}

CUDNN_FUNCTION(int, cudnnDestroy, Cudnn *handle) {
    if (!handle || handle->magic != MAGIC) return CUDNN_BAD_PARAM;
    handle->magic = 0;
    free(handle);
    return CUDNN_SUCCESS;
}

CUDNN_FUNCTION(int, cudnnSetStream, Cudnn *handle, void *stream) {
    if (!handle || handle->magic != MAGIC) return CUDNN_BAD_PARAM;
    handle->stream = stream;
    return CUDNN_SUCCESS;
}

CUDNN_FUNCTION(int, cudnnGetStream, Cudnn *handle, void **stream) {
    if (!handle || handle->magic != MAGIC || !stream) return CUDNN_BAD_PARAM;
    *stream = handle->stream;
    return CUDNN_SUCCESS;
}

// ---- versions ----------------------------------------------------------------------------------

CUDNN_FUNCTION(size_t, cudnnGetVersion, void) {
    return MAJOR * 10000 + MINOR * 100 + PATCH;
}

CUDNN_FUNCTION(size_t, cudnnGetMaxDeviceVersion, void) {
    return NEWEST_GPU;
}

CUDNN_FUNCTION(size_t, cudnnGetCudartVersion, void) {
    return CUDART;
}

CUDNN_FUNCTION(int, cudnnGetProperty, int property, int *value) { // libraryPropertyType
    static const int properties[] = {MAJOR, MINOR, PATCH};
    if (!value) return CUDNN_BAD_PARAM_NULL_POINTER;
    if (property < 0 || property > 2) return CUDNN_BAD_PARAM;
    *value = properties[property];
    return CUDNN_SUCCESS;
}

// The parts of NVIDIA's library are files of their own, which have to be of one version; ours is
// one.
#define ONE_VERSION(name)                                                                          \
    CUDNN_FUNCTION(int, name, void) {                                                              \
        return CUDNN_SUCCESS;                                                                      \
    }
ONE_VERSION(cudnnAdvVersionCheck)
ONE_VERSION(cudnnCnnVersionCheck)
ONE_VERSION(cudnnGraphVersionCheck)
ONE_VERSION(cudnnOpsVersionCheck)
ONE_VERSION(cudnnSubquadraticOpsVersionCheck)

// ---- errors ------------------------------------------------------------------------------------

CUDNN_FUNCTION(const char *, cudnnGetErrorString, int status) {
    static const struct {
        int number;
        const char *name;
    } names[] = {
#define STATUS(name, number) {number, "CUDNN_STATUS_" #name},
#include "standin/cudnn/status.def"
#undef STATUS
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == status) return names[i].name;
    return "CUDNN_UNKNOWN_STATUS";
}

// What was missing has been said on standard error.
CUDNN_FUNCTION(void, cudnnGetLastErrorString, char *message, size_t size) {
    if (message && size) *message = 0;
}
