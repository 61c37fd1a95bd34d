// SPDX-License-Identifier: Apache-2.0
// CUDA's driver API, of whatever libcuda.so.1 there is: the virtual machine's under `cuprum exec`.
#include "machine.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The calls that are used; the library's names are the macros' values (cuMemAlloc is
// cuMemAlloc_v2).
#define CALLS(CALL)                                                                                \
    CALL(cuInit)                                                                                   \
    CALL(cuDeviceGet)                                                                              \
    CALL(cuDevicePrimaryCtxRetain)                                                                 \
    CALL(cuCtxSetCurrent)                                                                          \
    CALL(cuModuleLoadData)                                                                         \
    CALL(cuModuleGetFunction)                                                                      \
    CALL(cuMemAlloc)                                                                               \
    CALL(cuMemFree)                                                                                \
    CALL(cuMemcpyHtoD)                                                                             \
    CALL(cuMemcpyDtoH)                                                                             \
    CALL(cuLaunchKernel)                                                                           \
    CALL(cuCtxSynchronize)
#define TEXT(x)  TEXT_(x)
#define TEXT_(x) #x

typedef struct Kernel {
    const char *name;
    CUfunction function;
} Kernel;

typedef struct State {
#define CALL(name) __typeof__(&name) name##_call;
    CALLS(CALL)
#undef CALL
    CUmodule module;
    Kernel kernels[MAX_KERNELS];
    int kernel_count;
} State;

static void must(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "machine: %s: CUDA error %d\n", what, (int)result);
    exit(2);
}

static bool find_calls(State *state) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return false;
#define CALL(name)                                                                                 \
    state->name##_call = (__typeof__(state->name##_call))dlsym(library, TEXT(name));               \
    if (!state->name##_call) return false;
    CALLS(CALL)
#undef CALL
    return true;
}

static char *text_of(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) text[0] = 0;
    fclose(file);
    return text;
}

static void *cuda_open(const char *kernels) {
    State *state = calloc(1, sizeof *state);
    char *text = text_of(kernels);
    if (!state || !text || !find_calls(state)) {
        fprintf(stderr, "machine: no %s\n", text ? "libcuda.so.1" : kernels);
        free(state);
        free(text);
        return NULL;
    }
    CUdevice device;
    CUcontext context;
    must(state->cuInit_call(0), "cuInit");
    must(state->cuDeviceGet_call(&device, 0), "cuDeviceGet");
    must(state->cuDevicePrimaryCtxRetain_call(&context, device), "cuDevicePrimaryCtxRetain");
    must(state->cuCtxSetCurrent_call(context), "cuCtxSetCurrent");
    must(state->cuModuleLoadData_call(&state->module, text), "cuModuleLoadData");
    free(text);
    return state;
}

static uint64_t cuda_create(void *opaque, size_t bytes) {
    State *state = opaque;
    CUdeviceptr address;
    must(state->cuMemAlloc_call(&address, bytes), "cuMemAlloc");
    return address;
}

static void cuda_destroy(void *opaque, uint64_t handle) {
    State *state = opaque;
    must(state->cuMemFree_call(handle), "cuMemFree");
}

static void cuda_write(void *opaque, uint64_t handle, const void *from, size_t bytes) {
    State *state = opaque;
    must(state->cuMemcpyHtoD_call(handle, from, bytes), "cuMemcpyHtoD");
}

static void cuda_read(void *opaque, uint64_t handle, void *to, size_t bytes) {
    State *state = opaque;
    must(state->cuMemcpyDtoH_call(to, handle, bytes), "cuMemcpyDtoH");
}

static CUfunction function_of(State *state, const char *name) {
    for (int i = 0; i < state->kernel_count; i++)
        if (!strcmp(state->kernels[i].name, name)) return state->kernels[i].function;
    Kernel *kernel = &state->kernels[state->kernel_count++];
    kernel->name = name;
    must(state->cuModuleGetFunction_call(&kernel->function, state->module, name), name);
    return kernel->function;
}

static void cuda_launch(void *opaque, const char *kernel, Shape grid, Shape block,
                        const Argument *args, int n) {
    State *state = opaque;
    void *values[MAX_ARGUMENTS];
    for (int i = 0; i < n; i++) values[i] = (void *)&args[i].handle;
    must(state->cuLaunchKernel_call(function_of(state, kernel), (unsigned)grid.x, (unsigned)grid.y,
                                    1, (unsigned)block.x, (unsigned)block.y, 1, 0, NULL, values,
                                    NULL),
         kernel);
}

static void cuda_wait(void *opaque) {
    State *state = opaque;
    must(state->cuCtxSynchronize_call(), "cuCtxSynchronize");
}

const Device device_cuda = {"cuda",     cuda_open, cuda_create, cuda_destroy,
                            cuda_write, cuda_read, cuda_launch, cuda_wait};
