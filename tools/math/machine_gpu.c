// SPDX-License-Identifier: Apache-2.0
// Kernels on a GPU, by the CUDA driver API (CUDA Driver API reference: libcuda.so.1, which is
// opened at run time, so that nothing else needs it). `cuprum exec` puts the virtual machine's
// there.
#include "machine.h"

#include "driver/gpu_api.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    GpuApi api;
    int device;
    void *module, *kernel;
} Gpu;

static bool succeeded(const Gpu *g, int result, const char *what) {
    const char *text = NULL;
    if (result == 0) return true;
    g->api.error_text(result, &text);
    fprintf(stderr, "%s: %s (error %d)\n", what, text ? text : "no success", result);
    return false;
}

static bool find_functions(Gpu *g) {
    const char *missing = driver_gpu_functions(&g->api, driver_gpu_find);
    if (missing) fprintf(stderr, "there is no GPU's driver here: no %s\n", missing);
    return !missing;
}

static void *gpu_open(Ctx *ctx) {
    Gpu *g = arena_new(&ctx->perm, Gpu);
    void *context;
    bool ok = find_functions(g) && succeeded(g, g->api.init(0), "cuInit") &&
              succeeded(g, g->api.device(&g->device, 0), "cuDeviceGet") &&
              succeeded(g, g->api.context_new(&context, 0, g->device), "cuCtxCreate");
    return ok ? g : NULL;
}

static int attribute(const Gpu *g, int which) {
    int value = 0;
    succeeded(g, g->api.device_attribute(&value, which, g->device), "cuDeviceGetAttribute");
    return value;
}

static unsigned architecture(void *at) {
    return (unsigned)(attribute(at, GPU_CAPABILITY_MAJOR) * 10 +
                      attribute(at, GPU_CAPABILITY_MINOR));
}

// The driver compiles the PTX, which has no 0 behind it.
static bool load(void *at, const char *ptx, size_t n, const char *kernel) {
    Gpu *g = at;
    char *text = malloc(n + 1), log[4096] = "";
    for (size_t i = 0; i < n; i++) text[i] = ptx[i];
    text[n] = 0;
    int options[] = {GPU_JIT_ERROR_LOG, GPU_JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    int r = g->api.load(&g->module, text, 2, options, values);
    free(text);
    if (r) fprintf(stderr, "%s\n", log);
    return succeeded(g, r, "cuModuleLoadDataEx") &&
           succeeded(g, g->api.function(&g->kernel, g->module, kernel), "cuModuleGetFunction");
}

static uint64_t allocate(void *at, size_t bytes) {
    Gpu *g = at;
    uint64_t address = 0;
    bool ok = succeeded(g, g->api.alloc(&address, bytes), "cuMemAlloc") &&
              succeeded(g, g->api.fill(address, 0, bytes), "cuMemsetD8");
    return ok ? address : 0;
}
static void release(void *at, uint64_t address) {
    Gpu *g = at;
    if (address) g->api.free(address);
}
static bool write_to(void *at, uint64_t to, const void *from, size_t n) {
    Gpu *g = at;
    return succeeded(g, g->api.write(to, from, n), "cuMemcpyHtoD");
}
static bool read_from(void *at, void *to, uint64_t from, size_t n) {
    Gpu *g = at;
    return succeeded(g, g->api.read(to, from, n), "cuMemcpyDtoH");
}

static bool launch(void *at, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n) {
    Gpu *g = at;
    void *each[16];
    for (size_t i = 0; i < n; i++) each[i] = &parameters[i];
    return succeeded(g, g->api.launch(g->kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, each, NULL),
                     "cuLaunchKernel") &&
           succeeded(g, g->api.synchronize(), "cuCtxSynchronize");
}

static uint64_t executed(void *at) {
    return 0;
}
static void close_gpu(void *at) { // the context ends with the process
    Gpu *g = at;
    if (g->module) g->api.unload(g->module);
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
        g->api.driver_version(&version);
        g->api.device_name(name, sizeof name - 1, g->device);
        g->api.total_memory(&bytes, g->device);
        printf("driver for CUDA %d.%d, %s, compute capability %u, %d multiprocessors, %zu MiB\n",
               version / 1000, version % 1000 / 10, name, architecture(g),
               attribute(g, GPU_MULTIPROCESSORS), bytes >> 20);
    }
    ctx_free(&ctx);
    return g;
}
