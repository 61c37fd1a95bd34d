// SPDX-License-Identifier: Apache-2.0
// What a program calls: a function for every row of the tables, which takes the lock, catches
// running out of memory, notes the thread's last error. Names that are not implemented are
// functions too: they return an error and the first call says so.
//
// The API has no handle for the state, so this file keeps the one file-scope pointer of the module,
// written once (pthread_once), and the note that the process is at its end. The state is not freed
// then: threads of the program may still be inside of it.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

static Rt *the_rt;
static _Atomic bool over;

static void on_signal(int signal) {
    rt_interrupted(the_rt, signal);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
    if (rt_guard_fault(the_rt, info->si_addr, context)) return;
    // the process is about to end, or its own handler goes on
    if (pthread_mutex_trylock(&the_rt->lock) == 0) {
        rt_guard_device(the_rt, info->si_addr, context);
        rt_show_news(the_rt);
        pthread_mutex_unlock(&the_rt->lock);
    }
    rt_guard_chain(the_rt, signal, info, context);
}

static void make(void) {
    the_rt = rt_create(getenv(RT_ENVIRONMENT));
    if (the_rt) rt_await_signals(the_rt, on_signal);
    if (the_rt) rt_guard_start(the_rt, on_fault);
}

// The state, made by whichever thread calls first; NULL: it could not be made, or the process ends.
static Rt *state(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (atomic_load(&over)) return NULL;
    pthread_once(&once, make);
    return the_rt;
}

// Waits a little for calls of other threads, then keeps the lock: nothing runs any more. A kernel
// that does not end goes with the process.
__attribute__((destructor)) static void finish(void) {
    struct timespec limit;
    if (!the_rt) return;
    atomic_store(&over, true);
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 2;
    if (pthread_mutex_timedlock(&the_rt->lock, &limit) != 0 || !rt_end(the_rt)) return;
    fflush(NULL); // findings decide the status, whatever the program returned
    _exit(1);
}

// ---- one call ----------------------------------------------------------------------------------

// One call of the API while it runs. Calls nest where a host function that a stream runs calls the
// API again: `outer` is where those before unwind to.
typedef struct {
    Rt *rt;
    const char *name;
    const void *caller;
    uint64_t found; // findings before it
    jmp_buf *outer, unwind;
    int error;
} Call;

// False: there is no state, and `error` says why. Else the lock is held until leave().
static bool enter(Call *call, const char *name) {
    call->rt = state();
    call->name = name;
    call->error = atomic_load(&over) ? RTE_CudartUnloading : RTE_InitializationError;
    if (!call->rt) return false;
    rt_wait_if_interrupted(call->rt);
    pthread_mutex_lock(&call->rt->lock);
    *call->rt->why = 0;
    call->rt->waits = false;
    call->rt->depth++;
    rt_guard_open(call->rt); // also in a host function that calls the API
    rt_guard_report(call->rt);
    call->found = call->rt->checks ? vm_findings_added(call->rt->vm) : 0;
    call->outer = call->rt->ctx.unwind;
    call->rt->ctx.unwind = &call->unwind;
    // What is registered before main may still choose the GPU; who calls anything else sees it.
    if (*name != '_') call->rt->gpu_is_settled = true;
    return true;
}

// On standard error, with the error's name.
static void trace(const Call *call) {
    const char *name = rt_error_name(call->error, false);
    fprintf(stderr, "cuprum exec: %s: %s\n", call->name, name ? name : "error");
}

// The call was left in the middle: memory was out, or there is a mistake of ours.
static int unwound(Call *call) {
    Ctx *ctx = &call->rt->ctx;
    if (!ctx->internal_error) return RTE_MemoryAllocation;
    ctx->internal_error = false;
    rt_message(call->rt, "%s: %s", call->name, ctx->fatal_text);
    return RTE_Unknown;
}

// The driver has no number for some of the run-time library's errors.
static int driver_error(int error) {
    if (rt_error_name(error, true)) return error;
    bool is_handle = error == RTE_InvalidDeviceFunction || error == RTE_InvalidTexture;
    return is_handle ? RTE_InvalidResourceHandle : RTE_InvalidValue;
}

// Whose errors a call gives: the thread's last error is the runtime API's, the driver has none.
typedef enum { RUNTIME, DRIVER, NEITHER } Api;

static int leave(Call *call, Api api) {
    call->rt->ctx.unwind = call->outer;
    if (call->error && api == DRIVER) call->error = driver_error(call->error);
    if (call->rt->trace) trace(call);
    // questions do not make the device's context
    if (api == RUNTIME && !call->rt->runtime_used)
        call->rt->runtime_used = *call->name != '_' && !strstr(call->name, "Get");
    // "not ready" is an answer, not an error
    if (call->error && api == RUNTIME && call->error != RTE_NotReady)
        rt_thread(call->rt)->last = call->error;
    if (call->error && api != NEITHER && call->rt->checks)
        rt_call_failed(call->rt, call->name, call->caller, call->error, call->found);
    if (call->rt->checks) rt_show_news(call->rt);
    if (!--call->rt->depth) rt_order_guard(call->rt);
    pthread_mutex_unlock(&call->rt->lock);
    rt_wait_if_interrupted(call->rt);
    return call->error;
}

#define CALL(name, api, ...)                                                                       \
    Call c;                                                                                        \
    if (!enter(&c, name)) return c.error;                                                          \
    c.rt->caller = c.caller = __builtin_return_address(0);                                         \
    if (!setjmp(c.unwind))                                                                         \
        c.error = __VA_ARGS__;                                                                     \
    else                                                                                           \
        c.error = unwound(&c);                                                                     \
    return leave(&c, api);

#define RT_API(name, params, args)                                                                 \
    PUBLIC int name(RT_UNPAREN params);                                                            \
    int name(RT_UNPAREN params) {                                                                  \
        CALL(#name, RUNTIME, rt_##name(c.rt, RT_UNPAREN args))                                     \
    }
#define RT_API0(name)                                                                              \
    PUBLIC int name(void);                                                                         \
    int name(void) {                                                                               \
        CALL(#name, RUNTIME, rt_##name(c.rt))                                                      \
    }
#include "cudart/runtime.def"

// CUDA 12's, for programs with that library inside: under names of their own, since what a library
// of version 13 has by these names takes other parameters.
#define RT_OLD(name, params, of, args)                                                             \
    PUBLIC int __cuda12_##name params;                                                             \
    int __cuda12_##name params {                                                                   \
        CALL(#name, RUNTIME, old_call(c.rt, of, args))                                             \
    }
#define old_call(state, of, args)                                                                  \
    ({                                                                                             \
        Rt *rt = state;                                                                            \
        rt_##of args;                                                                              \
    })
#include "cudart/runtime12.def"
#undef old_call

#define CU_SAME(name, since, same, params, args)                                                   \
    PUBLIC int name(RT_UNPAREN params);                                                            \
    int name(RT_UNPAREN params) {                                                                  \
        CALL(#name, DRIVER, rt_##same(c.rt, RT_UNPAREN args))                                      \
    }
#define CU_SAME0(name, since, same)                                                                \
    PUBLIC int name(void);                                                                         \
    int name(void) {                                                                               \
        CALL(#name, DRIVER, rt_##same(c.rt))                                                       \
    }
#define CU_API(name, since, params, args) CU_SAME(name, since, name, params, args)
#define CU_API0(name, since)              CU_SAME0(name, since, name)
#include "cudart/driver.def"

// NVML's functions have errors of their own, and no last error.
static int leave_nvml(Call *call) {
    call->rt->ctx.unwind = call->outer;
    if (call->rt->trace)
        fprintf(stderr, "cuprum exec: %s: %s\n", call->name, rt_nvml_error(call->error));
    if (!--call->rt->depth) rt_order_guard(call->rt);
    pthread_mutex_unlock(&call->rt->lock);
    return call->error;
}

// Whether the library has been opened, or is by this call.
static bool is_nvml_open(const Call *call) {
    return call->rt->nvml_users || strncmp(call->name, "nvmlInit", strlen("nvmlInit")) == 0;
}

#define NVML_CALL(name, ...)                                                                       \
    Call c;                                                                                        \
    if (!enter(&c, name)) return NVML_UNINITIALIZED;                                               \
    if (!setjmp(c.unwind))                                                                         \
        c.error = is_nvml_open(&c) ? __VA_ARGS__ : NVML_UNINITIALIZED;                             \
    else                                                                                           \
        c.error = NVML_UNKNOWN;                                                                    \
    return leave_nvml(&c);

#define NVML(name, params, args)                                                                   \
    PUBLIC int name(RT_UNPAREN params);                                                            \
    int name(RT_UNPAREN params) {                                                                  \
        NVML_CALL(#name, rt_##name(c.rt, RT_UNPAREN args))                                         \
    }
#define NVML0(name)                                                                                \
    PUBLIC int name(void);                                                                         \
    int name(void) {                                                                               \
        NVML_CALL(#name, rt_##name(c.rt))                                                          \
    }
#define NVML_ANSWER(name, error)                                                                   \
    PUBLIC int name(void);                                                                         \
    int name(void) {                                                                               \
        NVML_CALL(#name, error)                                                                    \
    }
#define NVML_NONE(name)  NVML_ANSWER(name, NVML_NOT_SUPPORTED)
#define NVML_FIXED(name) NVML_ANSWER(name, NVML_NO_PERMISSION)
#include "cudart/nvml.def"

PUBLIC const char *nvmlErrorString(int error);
const char *nvmlErrorString(int error) {
    return rt_nvml_error(error);
}

// The variants of the per-thread default stream. Nothing overlaps: they are the same functions.
#define ALIAS(name, of) PUBLIC extern __typeof__(of) name __attribute__((alias(#of)));
#include "cudart/alias.def"
#undef ALIAS

#define STUB(name)                                                                                 \
    PUBLIC int name(void);                                                                         \
    int name(void) {                                                                               \
        CALL(#name, #name[2] == 'd' ? RUNTIME : DRIVER,                                            \
             (rt_missing(c.rt, #name), RTE_NotSupported))                                          \
    }
#include "cudart/stub.def"
#undef STUB

// Whether kernels of the object that holds the address were registered with us: then it is not its
// run-time library that asks for private tables, but another of NVIDIA's inside of it, as NVRTC.
static bool is_redirected(Rt *rt, const void *address) {
    Dl_info asks, registers;
    if (!dladdr(address, &asks)) return false;
    for (uint32_t i = 0; i < rt->library.n; i++) {
        const void *by = rt->library.at[i]->registered_by;
        if (by && dladdr(by, &registers) && registers.dli_fbase == asks.dli_fbase) return true;
    }
    return false;
}

// Says once that the program cannot work, and how it could: it is linked with NVIDIA's static
// run-time library, whose functions were not found because nothing names them any more (else
// redirect/redirect.c had put ours in their place).
void rt_static_runtime(Rt *rt) {
    Dl_info info = {0};
    struct link_map *map = NULL;
    if (rt->static_runtime || is_redirected(rt, rt->caller)) return;
    rt->static_runtime = true;
    bool known = dladdr1(rt->caller, &info, (void **)&map, RTLD_DL_LINKMAP) && map;
    if (known && *map->l_name) {
        rt_message(rt,
                   "%s has NVIDIA's static run-time library inside and no symbol table: that "
                   "library works with NVIDIA's driver alone (cuGetExportTable), all its CUDA "
                   "calls will fail. A library of your own: link it with nvcc -cudart shared, or "
                   "do not strip it. NVIDIA's libraries need a GPU.",
                   map->l_name);
        return;
    }
    rt_message(rt, "this program has NVIDIA's static run-time library inside (nvcc's default) and "
                   "no symbol table: that library works with NVIDIA's driver alone "
                   "(cuGetExportTable), all its CUDA calls will fail, whatever error they give.");
    rt_message(rt, "Link it with the shared one, everything else can stay as it is: nvcc -cudart "
                   "shared ... (CMake: -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared; with a host linker: "
                   "-lcudart in the place of -lcudart_static), or do not strip it.");
}

// Tables of functions that are not public. NVIDIA's static run-time library is nothing without
// them; NVRTC asks too and does as well when there are none.
static bool asked_by_nvrtc(const void *where) {
    Dl_info info;
    return dladdr(where, &info) && info.dli_fname && strstr(info.dli_fname, "/libnvrtc.so");
}

PUBLIC int cuGetExportTable(const void **table, const void *id);
int cuGetExportTable(const void **table, const void *id) {
    const void *where = __builtin_return_address(0);
    if (asked_by_nvrtc(where)) return RTE_NotSupported;
    CALL("cuGetExportTable", DRIVER, (rt_static_runtime(c.rt), RTE_NotSupported))
}

// ---- calls that return something else, or nothing ----------------------------------------------

PUBLIC int cudaGetLastError(void);
PUBLIC int cudaPeekAtLastError(void);
PUBLIC const char *cudaGetErrorName(int error);
PUBLIC const char *cudaGetErrorString(int error);
PUBLIC RtChannels cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
PUBLIC void **__cudaRegisterFatBinary(void *wrapper);
PUBLIC void __cudaRegisterFatBinaryEnd(void **handle);
PUBLIC void __cudaUnregisterFatBinary(void **handle);
PUBLIC char __cudaInitModule(void **handle);
PUBLIC void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                                   int limit, void *tid, void *bid, RtDim *block, RtDim *grid,
                                   int *warp);
PUBLIC void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                              size_t size, int constant, int global);
PUBLIC void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                     int ext, size_t size, int constant, int global);

// cudaGetLastError forgets, cudaPeekAtLastError does not.
static int last_error(Rt *rt, bool forget) {
    RtThread *t = rt_thread(rt);
    int e = t->last;
    if (forget) t->last = rt->sticky; // a fault of the device stays
    return e;
}

int cudaPeekAtLastError(void) {
    CALL("cudaPeekAtLastError", NEITHER, last_error(c.rt, false))
}

int cudaGetLastError(void) {
    CALL("cudaGetLastError", NEITHER, last_error(c.rt, true))
}

const char *cudaGetErrorName(int error) {
    const char *s = rt_error_name(error, false);
    return s ? s : "unrecognized error code";
}

const char *cudaGetErrorString(int error) {
    const char *s = rt_error_text(error);
    return s ? s : "unrecognized error code";
}

RtChannels cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    return (RtChannels){x, y, z, w, kind};
}

// The handle is the library: nothing is loaded before main.
static int register_binary(Rt *rt, const RtFatWrapper *w, RtLibrary **lib) {
    *lib = rt_library_new(rt, NULL, "program");
    (*lib)->ours = true;
    if (w->magic != RT_FAT_WRAPPER_MAGIC) return RTE_InvalidKernelImage;
    (*lib)->image = w->data;
    if (w->version == 2) (*lib)->prelinked = w->prelinked;
    // Of a program of several parts the PTX is in these; the first is the program's own.
    const void *image = (*lib)->prelinked ? (*lib)->prelinked[0] : w->data;
    if (image) rt_suit_gpu(rt, image, rt_image_limit(image));
    return RTE_Success;
}

static int register_library(void *wrapper, RtLibrary **lib) {
    CALL("__cudaRegisterFatBinary", NEITHER, register_binary(c.rt, wrapper, lib))
}

void **__cudaRegisterFatBinary(void *wrapper) {
    RtLibrary *lib = NULL;
    if (register_library(wrapper, &lib) == 0) lib->registered_by = __builtin_return_address(0);
    return (void **)lib;
}

void __cudaRegisterFatBinaryEnd(void **handle) {}

static int flush(void) {
    CALL("__cudaUnregisterFatBinary", NEITHER, (rt_flush(c.rt), 0))
}

// The program's end: its library goes with the process.
void __cudaUnregisterFatBinary(void **handle) {
    flush();
}

static int init_module(RtLibrary *lib) {
    CALL("__cudaInitModule", NEITHER, lib ? rt_library_load(c.rt, lib) : RTE_InvalidValue)
}

char __cudaInitModule(void **handle) {
    return init_module((RtLibrary *)handle) == 0;
}

// A kernel is known by its stub's address from now on.
static int register_kernel(Rt *rt, RtLibrary *lib, const void *host, const char *name) {
    RtKernel *k = rt_new(rt, OBJ_KERNEL, sizeof *k);
    k->lib = lib;
    k->host = host;
    k->name = name;
    vec_push(&rt->ctx.perm, &lib->kernel, k);
    map_put(&rt->kernel, (uint64_t)(uintptr_t)host, k);
    return RTE_Success;
}

static int register_function(RtLibrary *lib, const void *host, const char *name) {
    CALL("__cudaRegisterFunction", NEITHER, register_kernel(c.rt, lib, host, name))
}

void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                            int limit, void *tid, void *bid, RtDim *block, RtDim *grid, int *warp) {
    if (handle) register_function((RtLibrary *)handle, host, name);
}

// And a variable by its shadow's.
static int add_var(Rt *rt, RtLibrary *lib, RtVar v) {
    vec_push(&rt->ctx.perm, &lib->var, v);
    map_put(&rt->var, (uint64_t)(uintptr_t)v.host, lib);
    return RTE_Success;
}

static int register_var(RtLibrary *lib, RtVar v) {
    CALL("__cudaRegisterVar", NEITHER, add_var(c.rt, lib, v))
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                       size_t size, int constant, int global) {
    RtVar v = {.host = host, .name = name, .size = size, .constant = constant};
    if (handle) register_var((RtLibrary *)handle, v);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
                              size_t size, int constant, int global) {
    RtVar v = {.host = host, .name = name, .size = size, .managed = true};
    if (handle) register_var((RtLibrary *)handle, v);
}

// ---- entry points by name ----------------------------------------------------------------------

typedef struct {
    const char *name;
    int since;
    void *fn;
} Named;

#define ROW(name, since) {#name, since, (void *)(uintptr_t)name},
static const Named named[] = {
#define RT_API(name, ...)         ROW(name, 0)
#define RT_API0(name)             ROW(name, 0)
#define CU_API(name, since, ...)  ROW(name, since)
#define CU_API0(name, since)      ROW(name, since)
#define CU_SAME(name, since, ...) ROW(name, since)
#define CU_SAME0(name, since, x)  ROW(name, since)
#include "cudart/driver.def"
#include "cudart/runtime.def"
#define STUB(name)
#define STUB_FOUND(name, since) ROW(name, since)
#include "cudart/stub.def"
#undef STUB
    ROW(cuGetExportTable, 3000) // calling it says what is wrong; asking for its address is harmless
};

// What is not implemented is not found, so that programs can do without. "cuMemAlloc" is
// cuMemAlloc_v2 for programs of CUDA 3.2 and later: of the names NAME and NAME_vN the one with the
// highest `since` that is not above the program's version.
void *rt_entry(const char *name, int version, bool *too_old) {
    const Named *best = NULL;
    size_t n = strlen(name);
    *too_old = false;
    for (size_t i = 0; i < CU_COUNT(named); i++) {
        const Named *e = &named[i];
        if (strncmp(e->name, name, n) != 0) continue;
        const char *rest = e->name + n;
        bool suffix =
            rest[0] == '_' && rest[1] == 'v' && rest[2] >= '0' && rest[2] <= '9' && !rest[3];
        if (*rest && !suffix) continue;
        if (e->since > version)
            *too_old = true;
        else if (!best || e->since > best->since)
            best = e;
    }
    if (best) *too_old = false;
    return best ? best->fn : NULL;
}

// ---- for the stand-ins of libraries ------------------------------------------------------------

static int view_of(const RtStandinView *view, void **at) {
    CALL(view->api, NEITHER, rt_standin_view(c.rt, view, at))
}

void *cuprum_standin_view(const RtStandinView *view) {
    void *at = NULL;
    return view_of(view, &at) == 0 ? at : NULL;
}

static int is_known(const void *at, bool *known) {
    CALL("pointer", NEITHER, (*known = rt_mem_at(c.rt, (uint64_t)(uintptr_t)at) != NULL, 0))
}

bool cuprum_standin_is_known(const void *at) {
    bool known = false;
    return is_known(at, &known) == 0 && known;
}

static int missing(const char *name) {
    CALL(name, NEITHER, (rt_missing(c.rt, name), RTE_NotSupported))
}

void cuprum_standin_missing(const char *name) {
    missing(name);
}

void cuprum_standin_say(bool always, const char *text) {
    Rt *rt = state();
    if (rt && (always || rt->trace)) rt_message(rt, "%s", text);
}
