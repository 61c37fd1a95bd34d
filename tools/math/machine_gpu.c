// SPDX-License-Identifier: Apache-2.0
// Kernels on a GPU, by the CUDA driver API (CUDA Driver API reference: libcuda.so.1, which is
// opened at run time, so that nothing else needs it). `cuprum exec` puts the virtual machine's
// there.
#include "machine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef int Result;         // CUresult; 0: success
typedef void *DriverObject; // CUcontext, CUmodule, CUfunction, CUstream

// name, parameters
#define ENTRIES(X)                                                                                 \
    X(cuInit, (unsigned flags))                                                                    \
    X(cuDriverGetVersion, (int *version))                                                          \
    X(cuDeviceGet, (int *device, int ordinal))                                                     \
    X(cuDeviceGetName, (char *name, int n, int device))                                            \
    X(cuDeviceGetAttribute, (int *value, int attribute, int device))                               \
    X(cuDeviceTotalMem_v2, (size_t * bytes, int device))                                           \
    X(cuDevicePrimaryCtxRetain, (DriverObject * context, int device))                              \
    X(cuCtxSetCurrent, (DriverObject context))                                                     \
    X(cuCtxSynchronize, (void))                                                                    \
    X(cuModuleLoadDataEx,                                                                          \
      (DriverObject * module, const void *image, unsigned n, int *options, void **values))         \
    X(cuModuleUnload, (DriverObject module))                                                       \
    X(cuModuleGetFunction, (DriverObject * function, DriverObject module, const char *name))       \
    X(cuMemAlloc_v2, (uint64_t * address, size_t n))                                               \
    X(cuMemFree_v2, (uint64_t address))                                                            \
    X(cuMemsetD8_v2, (uint64_t address, unsigned char value, size_t n))                            \
    X(cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t n))                                  \
    X(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t n))                                        \
    X(cuLaunchKernel, (DriverObject function, unsigned grid_x, unsigned grid_y, unsigned grid_z,   \
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,      \
                       DriverObject stream, void **parameters, void **extra))                      \
    X(cuGetErrorString, (Result error, const char **text))

enum { // CUdevice_attribute, CUjit_option
    MULTIPROCESSORS = 16,
    CAPABILITY_MAJOR = 75,
    CAPABILITY_MINOR = 76,
    JIT_ERROR_LOG = 5,
    JIT_ERROR_LOG_SIZE = 6
};

typedef struct {
#define X(name, parameters) Result(*name) parameters;
    ENTRIES(X)
#undef X
    int device;
    DriverObject module, kernel;
} Gpu;

static bool succeeded(const Gpu *g, Result r, const char *what) {
    const char *text = NULL;
    if (r == 0) return true;
    if (g->cuGetErrorString) g->cuGetErrorString(r, &text);
    fprintf(stderr, "%s: %s (error %d)\n", what, text ? text : "no success", r);
    return false;
}

static bool find_entries(Gpu *g) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "there is no GPU's driver here: %s\n", dlerror());
        return false;
    }
#define X(name, parameters)                                                                        \
    *(void **)&g->name = dlsym(library, #name);                                                    \
    if (!g->name) {                                                                                \
        fprintf(stderr, "the driver has no %s\n", #name);                                          \
        return false;                                                                              \
    }
    ENTRIES(X)
#undef X
    return true;
}

static void *gpu_open(Ctx *ctx) {
    Gpu *g = arena_new(&ctx->perm, Gpu);
    DriverObject context;
    bool ok = find_entries(g) && succeeded(g, g->cuInit(0), "cuInit") &&
              succeeded(g, g->cuDeviceGet(&g->device, 0), "cuDeviceGet") &&
              succeeded(g, g->cuDevicePrimaryCtxRetain(&context, g->device),
                        "cuDevicePrimaryCtxRetain") &&
              succeeded(g, g->cuCtxSetCurrent(context), "cuCtxSetCurrent");
    return ok ? g : NULL;
}

static int attribute(const Gpu *g, int which) {
    int value = 0;
    succeeded(g, g->cuDeviceGetAttribute(&value, which, g->device), "cuDeviceGetAttribute");
    return value;
}

static unsigned architecture(void *at) {
    return (unsigned)(attribute(at, CAPABILITY_MAJOR) * 10 + attribute(at, CAPABILITY_MINOR));
}

// The driver compiles the PTX, which has no 0 behind it.
static bool load(void *at, const char *ptx, size_t n, const char *kernel) {
    Gpu *g = at;
    char *text = malloc(n + 1), log[4096] = "";
    for (size_t i = 0; i < n; i++) text[i] = ptx[i];
    text[n] = 0;
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    Result r = g->cuModuleLoadDataEx(&g->module, text, 2, options, values);
    free(text);
    if (r) fprintf(stderr, "%s\n", log);
    return succeeded(g, r, "cuModuleLoadDataEx") &&
           succeeded(g, g->cuModuleGetFunction(&g->kernel, g->module, kernel),
                     "cuModuleGetFunction");
}

static uint64_t allocate(void *at, size_t bytes) {
    Gpu *g = at;
    uint64_t address = 0;
    bool ok = succeeded(g, g->cuMemAlloc_v2(&address, bytes), "cuMemAlloc") &&
              succeeded(g, g->cuMemsetD8_v2(address, 0, bytes), "cuMemsetD8");
    return ok ? address : 0;
}
static void release(void *at, uint64_t address) {
    Gpu *g = at;
    if (address) g->cuMemFree_v2(address);
}
static bool write_to(void *at, uint64_t to, const void *from, size_t n) {
    Gpu *g = at;
    return succeeded(g, g->cuMemcpyHtoD_v2(to, from, n), "cuMemcpyHtoD");
}
static bool read_from(void *at, void *to, uint64_t from, size_t n) {
    Gpu *g = at;
    return succeeded(g, g->cuMemcpyDtoH_v2(to, from, n), "cuMemcpyDtoH");
}

static bool launch(void *at, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n) {
    Gpu *g = at;
    void *each[16];
    for (size_t i = 0; i < n; i++) each[i] = &parameters[i];
    return succeeded(g,
                     g->cuLaunchKernel(g->kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, each, NULL),
                     "cuLaunchKernel") &&
           succeeded(g, g->cuCtxSynchronize(), "cuCtxSynchronize");
}

static uint64_t executed(void *at) {
    return 0;
}
static void close_gpu(void *at) { // the context ends with the process
    Gpu *g = at;
    if (g->module) g->cuModuleUnload(g->module);
}

const MachineKind machine_gpu = {.open = gpu_open,
                                 .architecture = architecture,
                                 .load = load,
                                 .allocate = allocate,
                                 .release = release,
                                 .write = write_to,
                                 .read = read_from,
                                 .launch = launch,
                                 .executed = executed,
                                 .close = close_gpu};

bool gpu_print_facts(void) {
    Ctx ctx;
    ctx_init(&ctx);
    Gpu *g = gpu_open(&ctx);
    char name[256] = "";
    int version = 0;
    size_t bytes = 0;
    if (g) {
        g->cuDriverGetVersion(&version);
        g->cuDeviceGetName(name, sizeof name - 1, g->device);
        g->cuDeviceTotalMem_v2(&bytes, g->device);
        printf("driver for CUDA %d.%d, %s, compute capability %u, %d multiprocessors, %zu MiB\n",
               version / 1000, version % 1000 / 10, name, architecture(g),
               attribute(g, MULTIPROCESSORS), bytes >> 20);
    }
    ctx_free(&ctx);
    return g;
}
