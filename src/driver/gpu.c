// SPDX-License-Identifier: Apache-2.0
// A GPU through its driver: contexts, modules, buffers, launches and their times. The types are
// our own; gpu_api.def has the functions.
#include "driver/gpu.h"
#include "driver/driver.h"

#include <stdio.h>

#define LAUNCH_BUFFER      ((void *)1)
#define LAUNCH_BUFFER_SIZE ((void *)2)

enum { DEFAULT_SHARED = 48 << 10, LOG_SIZE = 8192 };

struct Gpu {
    Ctx *ctx;
    GpuApi api;
    GpuFind *find;
    void *context;
    int device;
    void *busy_module, *busy; // the kernel that keeps the GPU busy
    void *start, *end;        // events
    const char *error;
};

struct GpuKernel {
    Gpu *gpu;
    void *module, *function;
    const VmFunc *info;
};

const char *driver_gpu_error(const Gpu *gpu) {
    return gpu->error;
}

// Keeps the driver's text of an error. True: there is none.
static bool succeeded(Gpu *gpu, const char *what, int code) {
    if (code == 0) return true;
    const char *name = NULL, *text = NULL;
    gpu->api.error_name(code, &name);
    gpu->api.error_text(code, &text);
    gpu->error = arena_printf(&gpu->ctx->perm, "%s: %s (%s)", what, name ? name : "unknown error",
                              text ? text : "no text");
    return false;
}

static bool find_functions(Gpu *gpu) {
    const char *missing = driver_gpu_functions(&gpu->api, gpu->find);
    if (!missing) return true;
    bool no_driver = strcmp(missing, "cuInit") == 0;
    gpu->error = no_driver ? "libcuda.so.1 of NVIDIA's driver is not there"
                           : arena_printf(&gpu->ctx->perm, "libcuda.so.1 has no %s", missing);
    return false;
}

static bool open_device(Gpu *gpu) {
    const GpuApi *api = &gpu->api;
    return find_functions(gpu) && succeeded(gpu, "cuInit", api->init(0)) &&
           succeeded(gpu, "cuDeviceGet", api->device(&gpu->device, 0)) &&
           succeeded(gpu, "cuCtxCreate", api->context_new(&gpu->context, 0, gpu->device));
}

Gpu *driver_gpu_open(Ctx *ctx, GpuFind *symbols, const char **error) {
    Gpu *g = arena_new(&ctx->perm, Gpu);
    *g = (Gpu){.ctx = ctx, .find = symbols};
    if (open_device(g)) return g;
    *error = g->error;
    return NULL;
}

void driver_gpu_close(Gpu *gpu) {
    if (gpu->start) gpu->api.event_free(gpu->start);
    if (gpu->end) gpu->api.event_free(gpu->end);
    if (gpu->busy_module) gpu->api.unload(gpu->busy_module);
    gpu->api.context_free(gpu->context);
}

const char *driver_gpu_name(Gpu *gpu) {
    char name[256] = "";
    int major = 0, minor = 0, version = 0;
    gpu->api.device_name(name, sizeof name, gpu->device);
    gpu->api.device_attribute(&major, GPU_CAPABILITY_MAJOR, gpu->device);
    gpu->api.device_attribute(&minor, GPU_CAPABILITY_MINOR, gpu->device);
    gpu->api.driver_version(&version);
    return arena_printf(&gpu->ctx->perm, "%s, compute capability %d.%d, driver %d.%d", name, major,
                        minor, version / 1000, version % 1000 / 10);
}

// ---- modules -----------------------------------------------------------------------------------

GpuKernel *driver_gpu_load(Gpu *gpu, const char *ptx, const VmFunc *info) {
    GpuKernel *gpu_kernel = arena_new(&gpu->ctx->perm, GpuKernel);
    *gpu_kernel = (GpuKernel){.gpu = gpu, .info = info};
    char *log = arena_zalloc(&gpu->ctx->perm, LOG_SIZE, 1);
    int options[] = {GPU_JIT_ERROR_LOG, GPU_JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)LOG_SIZE};
    if (!succeeded(gpu, "cuModuleLoadDataEx",
                   gpu->api.load(&gpu_kernel->module, ptx, 2, options, values))) {
        if (*log) gpu->error = arena_printf(&gpu->ctx->perm, "%s\n%s", gpu->error, log);
        return NULL;
    }
    const char *name = vm_kernel_name(info);
    if (succeeded(gpu, "cuModuleGetFunction",
                  gpu->api.function(&gpu_kernel->function, gpu_kernel->module, name)))
        return gpu_kernel;
    gpu->api.unload(gpu_kernel->module);
    return NULL;
}

void driver_gpu_unload(GpuKernel *gpu_kernel) {
    gpu_kernel->gpu->api.unload(gpu_kernel->module);
}

// ---- buffers -----------------------------------------------------------------------------------

bool driver_gpu_alloc_buffers(Gpu *gpu, Launch *owner) {
    for (uint32_t i = 0; i < owner->narg; i++) {
        RunArg *a = &owner->arg[i];
        if (!a->type) continue;
        size_t size = CU_MAX(driver_launch_buffer_size(a), (size_t)1);
        if (!succeeded(gpu, "cuMemAlloc", gpu->api.alloc(&a->addr, size))) return false;
    }
    return driver_gpu_write_buffers(gpu, owner);
}

bool driver_gpu_write_buffers(Gpu *gpu, const Launch *owner) {
    for (uint32_t i = 0; i < owner->narg; i++) {
        const RunArg *a = &owner->arg[i];
        if (!a->type || !a->count) continue;
        if (!succeeded(gpu, "cuMemcpyHtoD",
                       gpu->api.write(a->addr, a->bytes, driver_launch_buffer_size(a))))
            return false;
    }
    return true;
}

bool driver_gpu_read_buffers(Gpu *gpu, Launch *owner) {
    for (uint32_t i = 0; i < owner->narg; i++) {
        RunArg *a = &owner->arg[i];
        if (!a->type || !a->count) continue;
        if (!succeeded(gpu, "cuMemcpyDtoH",
                       gpu->api.read(a->bytes, a->addr, driver_launch_buffer_size(a))))
            return false;
    }
    return true;
}

void driver_gpu_free_buffers(Gpu *gpu, Launch *owner) {
    for (uint32_t i = 0; i < owner->narg; i++) {
        if (owner->arg[i].type && owner->arg[i].addr) gpu->api.free(owner->arg[i].addr);
        owner->arg[i].addr = 0;
    }
}

// ---- launches ----------------------------------------------------------------------------------

// Queues the launch.
static bool start(GpuKernel *gpu_kernel, const Launch *wanted) {
    Gpu *gpu = gpu_kernel->gpu;
    size_t size = vm_kernel_info(gpu_kernel->info).size;
    uint8_t *params = arena_zalloc(&gpu->ctx->perm, size + 8, 64);
    if (!driver_launch_bind(wanted, gpu_kernel->info, params)) {
        gpu->error = "the arguments do not fit the kernel";
        return false;
    }
    int shared = (int)wanted->shared;
    if (wanted->shared > DEFAULT_SHARED &&
        !succeeded(
            gpu, "cuFuncSetAttribute",
            gpu->api.set_attribute(gpu_kernel->function, GPU_FUNCTION_DYNAMIC_SHARED, shared)))
        return false;
    void *extra[] = {LAUNCH_BUFFER, params, LAUNCH_BUFFER_SIZE, &size, NULL};
    int code = gpu->api.launch(gpu_kernel->function, wanted->grid[0], wanted->grid[1],
                               wanted->grid[2], wanted->block[0], wanted->block[1],
                               wanted->block[2], wanted->shared, NULL, NULL, extra);
    return succeeded(gpu, "cuLaunchKernel", code);
}

bool driver_gpu_launch(GpuKernel *gpu_kernel, const Launch *wanted) {
    return start(gpu_kernel, wanted) &&
           succeeded(gpu_kernel->gpu, "the kernel", gpu_kernel->gpu->api.synchronize());
}

// What driver_gpu_time needs, made once.
static bool prepare_clock(Gpu *gpu) {
    const GpuApi *api = &gpu->api;
    if (gpu->busy) return true;
    return succeeded(gpu, "cuEventCreate", api->event_new(&gpu->start, 0)) &&
           succeeded(gpu, "cuEventCreate", api->event_new(&gpu->end, 0)) &&
           succeeded(gpu, "cuModuleLoadDataEx",
                     api->load(&gpu->busy_module, GPU_BUSY_PTX, 0, NULL, NULL)) &&
           succeeded(gpu, "cuModuleGetFunction",
                     api->function(&gpu->busy, gpu->busy_module, "busy"));
}

static bool keep_busy(Gpu *gpu) {
    uint32_t cycles = GPU_BUSY_CYCLES;
    void *params[] = {&cycles};
    return succeeded(gpu, "cuLaunchKernel",
                     gpu->api.launch(gpu->busy, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
}

bool driver_gpu_time(GpuKernel *gpu_kernel, const Launch *wanted, double *microseconds) {
    Gpu *gpu = gpu_kernel->gpu;
    const GpuApi *api = &gpu->api;
    float milliseconds = 0;
    if (!prepare_clock(gpu) || !keep_busy(gpu)) return false;
    if (!succeeded(gpu, "cuEventRecord", api->event_record(gpu->start, NULL)) ||
        !start(gpu_kernel, wanted) ||
        !succeeded(gpu, "cuEventRecord", api->event_record(gpu->end, NULL)) ||
        !succeeded(gpu, "the kernel", api->event_wait(gpu->end)) ||
        !succeeded(gpu, "cuEventElapsedTime",
                   api->event_elapsed(&milliseconds, gpu->start, gpu->end)))
        return false;
    *microseconds = (double)milliseconds * 1000;
    return true;
}
