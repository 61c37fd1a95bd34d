// SPDX-License-Identifier: Apache-2.0
// A GPU through its driver: contexts, modules, buffers, launches and their times. The types are
// our own; gpu_api.def has the functions.
#include "driver/gpu.h"
#include "driver/driver.h"

#include <stdio.h>

// Numbers of the driver's interface.
enum {
    ATTRIBUTE_MAJOR = 75,
    ATTRIBUTE_MINOR = 76,
    FUNCTION_DYNAMIC_SHARED = 8,
    JIT_ERROR_LOG = 5,
    JIT_ERROR_LOG_SIZE = 6,
};
#define LAUNCH_BUFFER      ((void *)1)
#define LAUNCH_BUFFER_SIZE ((void *)2)

enum { DEFAULT_SHARED = 48 << 10, LOG_SIZE = 8192 };

typedef struct {
#define GPU_API(name, symbol, params) int(*name) params;
#include "driver/gpu_api.def"
#undef GPU_API
} GpuApi;

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

// Counts clock cycles: long enough for the host to queue what comes behind it.
static const char busy_ptx[] = ".version 7.8\n.target sm_75\n.address_size 64\n"
                               ".visible .entry busy(.param .u32 cycles)\n"
                               "{\n.reg .u32 %n, %from, %now;\n.reg .pred %p;\n"
                               "ld.param.u32 %n, [cycles];\nmov.u32 %from, %clock;\n"
                               "again:\nmov.u32 %now, %clock;\nsub.u32 %now, %now, %from;\n"
                               "setp.lt.u32 %p, %now, %n;\n@%p bra again;\nret;\n}\n";
enum { BUSY_CYCLES = 60000 }; // 30 microseconds of a GPU

const char *driver_gpu_error(const Gpu *g) {
    return g->error;
}

// Keeps the driver's text of an error. True: there is none.
static bool succeeded(Gpu *g, const char *what, int code) {
    if (code == 0) return true;
    const char *name = NULL, *text = NULL;
    g->api.error_name(code, &name);
    g->api.error_text(code, &text);
    g->error = arena_printf(&g->ctx->perm, "%s: %s (%s)", what, name ? name : "unknown error",
                            text ? text : "no text");
    return false;
}

static bool find_functions(Gpu *g) {
    static const char *const symbols[] = {
#define GPU_API(name, symbol, params) symbol,
#include "driver/gpu_api.def"
#undef GPU_API
    };
    void *found[CU_COUNT(symbols)];
    for (size_t i = 0; i < CU_COUNT(symbols); i++) {
        found[i] = g->find(symbols[i]);
        if (found[i]) continue;
        g->error = i ? arena_printf(&g->ctx->perm, "libcuda.so.1 has no %s", symbols[i])
                     : "libcuda.so.1 of NVIDIA's driver is not there";
        return false;
    }
    _Static_assert(sizeof found == sizeof g->api, "one pointer for each function");
    memcpy(&g->api, found, sizeof found);
    return true;
}

static bool open_device(Gpu *g) {
    const GpuApi *api = &g->api;
    return find_functions(g) && succeeded(g, "cuInit", api->init(0)) &&
           succeeded(g, "cuDeviceGet", api->device(&g->device, 0)) &&
           succeeded(g, "cuCtxCreate", api->context_new(&g->context, 0, g->device));
}

Gpu *driver_gpu_open(Ctx *ctx, GpuFind *find, const char **error) {
    Gpu *g = arena_new(&ctx->perm, Gpu);
    *g = (Gpu){.ctx = ctx, .find = find};
    if (open_device(g)) return g;
    *error = g->error;
    return NULL;
}

void driver_gpu_close(Gpu *g) {
    if (g->start) g->api.event_free(g->start);
    if (g->end) g->api.event_free(g->end);
    if (g->busy_module) g->api.unload(g->busy_module);
    g->api.context_free(g->context);
}

const char *driver_gpu_name(Gpu *g) {
    char name[256] = "";
    int major = 0, minor = 0, version = 0;
    g->api.device_name(name, sizeof name, g->device);
    g->api.device_attribute(&major, ATTRIBUTE_MAJOR, g->device);
    g->api.device_attribute(&minor, ATTRIBUTE_MINOR, g->device);
    g->api.driver_version(&version);
    return arena_printf(&g->ctx->perm, "%s, compute capability %d.%d, driver %d.%d", name, major,
                        minor, version / 1000, version % 1000 / 10);
}

// ---- modules -----------------------------------------------------------------------------------

GpuKernel *driver_gpu_load(Gpu *g, const char *ptx, const VmFunc *info) {
    GpuKernel *k = arena_new(&g->ctx->perm, GpuKernel);
    *k = (GpuKernel){.gpu = g, .info = info};
    char *log = arena_zalloc(&g->ctx->perm, LOG_SIZE, 1);
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)LOG_SIZE};
    if (!succeeded(g, "cuModuleLoadDataEx", g->api.load(&k->module, ptx, 2, options, values))) {
        if (*log) g->error = arena_printf(&g->ctx->perm, "%s\n%s", g->error, log);
        return NULL;
    }
    const char *name = vm_kernel_name(info);
    if (succeeded(g, "cuModuleGetFunction", g->api.function(&k->function, k->module, name)))
        return k;
    g->api.unload(k->module);
    return NULL;
}

void driver_gpu_unload(GpuKernel *k) {
    k->gpu->api.unload(k->module);
}

// ---- buffers -----------------------------------------------------------------------------------

bool driver_gpu_alloc_buffers(Gpu *g, Launch *l) {
    for (uint32_t i = 0; i < l->narg; i++) {
        RunArg *a = &l->arg[i];
        if (!a->type) continue;
        size_t size = CU_MAX(driver_launch_buffer_size(a), (size_t)1);
        if (!succeeded(g, "cuMemAlloc", g->api.alloc(&a->addr, size))) return false;
    }
    return driver_gpu_write_buffers(g, l);
}

bool driver_gpu_write_buffers(Gpu *g, const Launch *l) {
    for (uint32_t i = 0; i < l->narg; i++) {
        const RunArg *a = &l->arg[i];
        if (!a->type || !a->count) continue;
        if (!succeeded(g, "cuMemcpyHtoD",
                       g->api.write(a->addr, a->bytes, driver_launch_buffer_size(a))))
            return false;
    }
    return true;
}

bool driver_gpu_read_buffers(Gpu *g, Launch *l) {
    for (uint32_t i = 0; i < l->narg; i++) {
        RunArg *a = &l->arg[i];
        if (!a->type || !a->count) continue;
        if (!succeeded(g, "cuMemcpyDtoH",
                       g->api.read(a->bytes, a->addr, driver_launch_buffer_size(a))))
            return false;
    }
    return true;
}

void driver_gpu_free_buffers(Gpu *g, Launch *l) {
    for (uint32_t i = 0; i < l->narg; i++) {
        if (l->arg[i].type && l->arg[i].addr) g->api.free(l->arg[i].addr);
        l->arg[i].addr = 0;
    }
}

// ---- launches ----------------------------------------------------------------------------------

// Queues the launch.
static bool start(GpuKernel *k, const Launch *l) {
    Gpu *g = k->gpu;
    size_t size = vm_kernel_info(k->info).size;
    uint8_t *params = arena_zalloc(&g->ctx->perm, size + 8, 64);
    if (!driver_launch_bind(l, k->info, params)) {
        g->error = "the arguments do not fit the kernel";
        return false;
    }
    int shared = (int)l->shared;
    if (l->shared > DEFAULT_SHARED &&
        !succeeded(g, "cuFuncSetAttribute",
                   g->api.set_attribute(k->function, FUNCTION_DYNAMIC_SHARED, shared)))
        return false;
    void *extra[] = {LAUNCH_BUFFER, params, LAUNCH_BUFFER_SIZE, &size, NULL};
    int code = g->api.launch(k->function, l->grid[0], l->grid[1], l->grid[2], l->block[0],
                             l->block[1], l->block[2], l->shared, NULL, NULL, extra);
    return succeeded(g, "cuLaunchKernel", code);
}

bool driver_gpu_launch(GpuKernel *k, const Launch *l) {
    return start(k, l) && succeeded(k->gpu, "the kernel", k->gpu->api.synchronize());
}

// What driver_gpu_time needs, made once.
static bool prepare_clock(Gpu *g) {
    const GpuApi *api = &g->api;
    if (g->busy) return true;
    return succeeded(g, "cuEventCreate", api->event_new(&g->start, 0)) &&
           succeeded(g, "cuEventCreate", api->event_new(&g->end, 0)) &&
           succeeded(g, "cuModuleLoadDataEx",
                     api->load(&g->busy_module, busy_ptx, 0, NULL, NULL)) &&
           succeeded(g, "cuModuleGetFunction", api->function(&g->busy, g->busy_module, "busy"));
}

static bool keep_busy(Gpu *g) {
    uint32_t cycles = BUSY_CYCLES;
    void *params[] = {&cycles};
    return succeeded(g, "cuLaunchKernel",
                     g->api.launch(g->busy, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
}

bool driver_gpu_time(GpuKernel *k, const Launch *l, double *microseconds) {
    Gpu *g = k->gpu;
    const GpuApi *api = &g->api;
    float milliseconds = 0;
    if (!prepare_clock(g) || !keep_busy(g)) return false;
    if (!succeeded(g, "cuEventRecord", api->event_record(g->start, NULL)) || !start(k, l) ||
        !succeeded(g, "cuEventRecord", api->event_record(g->end, NULL)) ||
        !succeeded(g, "the kernel", api->event_wait(g->end)) ||
        !succeeded(g, "cuEventElapsedTime", api->event_elapsed(&milliseconds, g->start, g->end)))
        return false;
    *microseconds = (double)milliseconds * 1000;
    return true;
}
