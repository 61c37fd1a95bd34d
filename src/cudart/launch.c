// SPDX-License-Identifier: Apache-2.0
// Launches: configuration, parameters, running, faults.
//
// A kernel runs when it is launched. Its fault is seen at the next call that would wait for it
// (rt_sync), as on a GPU; from then on every call returns it.
#include "cudart/cudart_int.h"

#include "base/feature.h"

// ---- checks ------------------------------------------------------------------------------------

// Of three numbers below 2^32, of which callers have bounded two.
static uint64_t product(RtDim d) {
    return (uint64_t)d.x * d.y * d.z;
}

// {0, 0, 0} is no cluster. More than 8 blocks are not portable: the kernel must allow them.
static bool good_cluster(const Rt *rt, const RtLaunch *launch, const VmKernelInfo *info) {
    RtDim c = launch->cluster, g = launch->grid;
    // Such a kernel's grid is a multiple of its clusters by definition.
    if (info->counts_clusters) g = c; // of any number
    if (!(c.x | c.y | c.z)) return true;
    uint32_t most =
        launch->kernel->set[RT_FA_NONPORTABLE] && launch->kernel->attr[RT_FA_NONPORTABLE] ? 16 : 8;
    if (!c.x || !c.y || !c.z || c.x > most || c.y > most || c.z > most || product(c) > most)
        return false;
    return target_has(rt->target, SMF_cluster) && g.x % c.x == 0 && g.y % c.y == 0 &&
           g.z % c.z == 0;
}

// The errors that a launch gives at once: sizes beyond what any GPU takes, or this kernel, or the
// multiprocessor. For all of them CUDA 13.0 on a GPU says cudaErrorInvalidValue (driver 580, H200),
// never cudaErrorInvalidConfiguration.
int rt_check_launch(Rt *rt, const RtLaunch *launch) {
    VmKernelInfo info = vm_kernel_info(launch->kernel->fn);
    RtDim grid = launch->grid, block = launch->block;
    // Dimensions beyond what any GPU takes [CUDA: Technical Specifications per Compute Capability].
    if (!grid.x || !grid.y || !grid.z || grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535 ||
        !block.x || !block.y || !block.z || block.x > TARGET_MAX_THREADS ||
        block.y > TARGET_MAX_THREADS || block.z > 64)
        return rt_refuse(rt, RTE_InvalidValue, "grid (%u,%u,%u), block (%u,%u,%u)", grid.x, grid.y,
                         grid.z, block.x, block.y, block.z);
    uint64_t threads = product(block), blocks = product(grid);
    // The grid of such a kernel counts clusters, whose shape it has itself.
    if (info.counts_clusters)
        blocks *= product((RtDim){info.cluster[0], info.cluster[1], info.cluster[2]});
    if (threads == 1 && info.own_block) threads = info.max_threads;
    if (threads > CU_MIN(info.max_threads, (uint32_t)TARGET_MAX_THREADS))
        return rt_refuse(rt, RTE_InvalidValue, "blocks of %llu threads, %u are possible",
                         (unsigned long long)threads,
                         CU_MIN(info.max_threads, (uint32_t)TARGET_MAX_THREADS));
    uint32_t limit = rt_shared_limit(rt, launch->kernel, info.shared_size);
    if (launch->shared > limit)
        return rt_refuse(rt, RTE_InvalidValue,
                         "%u bytes of dynamic shared memory, the kernel may have %u",
                         launch->shared, limit);
    if (!good_cluster(rt, launch, &info)) return RTE_InvalidClusterSize;
    // All blocks of a cooperative launch must be resident together.
    if (launch->cooperative) {
        int n = rt_blocks_per_sm(rt, launch->kernel, (int)threads, launch->shared);
        if (blocks > (uint64_t)n * rt->sms)
            return rt_refuse(rt, RTE_CooperativeLaunchTooLarge, "%llu blocks, %llu are possible",
                             (unsigned long long)blocks, (unsigned long long)n * rt->sms);
    }
    return 0;
}

// The parameter buffer, from pointers to the arguments or from a buffer ("extra").
int rt_fill_params(Rt *rt, RtLaunch *launch, void **params, void **extra) {
    enum { END, BUFFER, SIZE };
    VmKernelInfo info = vm_kernel_info(launch->kernel->fn);
    if (info.size > sizeof rt->params) return RTE_InvalidValue;
    launch->params = rt->params; // a node of a graph takes a copy
    memset(launch->params, 0, info.size);
    if (params) {
        for (uint32_t i = 0, off, n; vm_kernel_param(launch->kernel->fn, i, &off, &n); i++) {
            if (!params[i]) return RTE_InvalidValue;
            // The VM knows the size of each argument; what the program's pointer has is not known.
            memcpy(launch->params + off, params[i], n);
        }
        return 0;
    }
    // Numbers and values alternate, up to a zero (CU_LAUNCH_PARAM_END).
    const void *from = NULL;
    size_t n = 0;
    for (; extra && (uintptr_t)extra[0] != END; extra += 2) {
        if ((uintptr_t)extra[0] > SIZE || !extra[1]) return RTE_InvalidValue;
        if ((uintptr_t)extra[0] == BUFFER) from = extra[1];
        if ((uintptr_t)extra[0] == SIZE) n = *(const size_t *)extra[1];
    }
    if (!from && info.count) return RTE_InvalidValue;
    if (from) memcpy(launch->params, from, CU_MIN(n, (size_t)info.size));
    return 0;
}

// Those that have a meaning here; others of the known numbers are taken and do nothing.
int rt_apply_attrs(RtLaunch *launch, const RtAttribute *attrs, uint32_t n) {
    if (n && !attrs) return RTE_InvalidValue;
    for (uint32_t i = 0; i < n; i++) {
        switch (attrs[i].id) {
        case RT_LA_COOPERATIVE: launch->cooperative = attrs[i].val.cooperative; break;
        case RT_LA_CLUSTER: launch->cluster = attrs[i].val.cluster; break;
        case RT_LA_PRIORITY: launch->priority = attrs[i].val.priority; break;
        // A number that no version has is an error.
        default:
            if (attrs[i].id < 0 || attrs[i].id >= RT_LA_COUNT) return RTE_InvalidValue;
        }
    }
    return 0;
}

// ---- running -----------------------------------------------------------------------------------

// printf's text waits until the program synchronizes.
static void take_output(void *data, const char *text, size_t n) {
    Rt *rt = data;
    buf_write(&rt->out, text, n);
}

// What CUDA calls a fault.
static int error_of(VmStatus status) {
    // VM_ERR_LAUNCH: the machine's own check of the launch failed.
    switch (status) {
    case VM_OK: return 0;
    case VM_ERR_LAUNCH: return RTE_InvalidValue;
    case VM_ERR_ADDRESS: return RTE_IllegalAddress;
    case VM_ERR_MISALIGNED: return RTE_MisalignedAddress;
    case VM_ERR_ASSERT: return RTE_Assert;
    case VM_ERR_TRAP: return RTE_LaunchFailure;
    case VM_ERR_DEADLOCK: return RTE_LaunchTimeout;
    case VM_ERR_LIMIT: return RTE_LaunchTimeout;
    case VM_ERR_INTERRUPTED: return RTE_LaunchTimeout;
    case VM_ERR_STACK: return RTE_HardwareStackError;
    case VM_ERR_UNSUPPORTED: return RTE_IllegalInstruction;
    case VM_ERR_ILLEGAL: return RTE_IllegalInstruction;
    case VM_ERR_MEMORY: return RTE_LaunchFailure;
    }
    return RTE_LaunchFailure;
}

// The modelled time: every multiprocessor does 128 thread instructions a cycle.
// Launching costs 4 microseconds.
static void advance(Rt *rt, const VmResult *r) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < VM_CLS_COUNT; i++) n += r->count[i];
    rt->clock += 4e-6 + (double)n / (128.0 * rt->sms * rt->gpu->clock_khz * 1e3);
    if (rt->stats)
        rt_message(rt, "%llu thread instructions, %.3f s", (unsigned long long)n, r->seconds);
}

// Runs a kernel to its end. Bad configurations are the call's error, a fault of the kernel is noted
// as pending: the program learns of it when it waits.
int rt_run_launch(Rt *rt, const RtLaunch *launch) {
    VmLaunch v = {.grid = {launch->grid.x, launch->grid.y, launch->grid.z},
                  .block = {launch->block.x, launch->block.y, launch->block.z},
                  .cluster = {launch->cluster.x, launch->cluster.y, launch->cluster.z},
                  .shared = launch->shared,
                  .cooperative = launch->cooperative,
                  .params = launch->params,
                  .output = take_output,
                  .touched = rt_order_follows(rt) ? rt_order_touched : NULL,
                  .data = rt};
    VmResult result = {0};
    // Nothing after a fault has an effect, as the context is lost.
    if (rt->pending) return 0; // the device has failed: nothing runs any more
    if (rt->stats) rt_message(rt, "%s:", launch->kernel->name);
    uint64_t found = vm_findings_added(rt->vm);
    if (rt->checks) rt->nlaunch = rt_host_stack(rt->launch, RT_HOST_FRAMES);
    VmStatus status = vm_launch(rt->vm, launch->kernel->fn, &v, &result);
    rt_wipe(rt);
    rt_show_differences(rt);
    advance(rt, &result);
    if (status == VM_ERR_LAUNCH) {
        rt_message(rt, "%s", result.error);
        return RTE_InvalidValue;
    }
    if (status) {
        // What was printed before the fault comes out before its message.
        rt_flush(rt);
        rt_message(rt, "%s", result.error);
        rt->pending = error_of(status);
        // the calls that return this error later have nothing to add
        if (vm_findings_added(rt->vm) != found) rt->sticky_told = rt->pending;
    }
    return 0;
}

// The reason why a launch is refused, with the kernel.
static int name_kernel(Rt *rt, const RtLaunch *launch, int error) {
    char why[sizeof rt->why];
    memcpy(why, rt->why, sizeof why);
    const char *reason = *why ? why : rt_error_text(error);
    const char *name = launch->kernel->name;
    if (rt->checks) name = rt_demangle(&rt->ctx.perm, name);
    return rt_refuse(rt, error, "%.70s did not run: %.80s", name, reason ? reason : "");
}

// `params`: pointers to the arguments; or `extra`.
int rt_launch(Rt *rt, RtLaunch *launch, void **params, void **extra, void *stream) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (rt->sticky) return rt->sticky;
    int refused = rt_check_launch(rt, launch);
    if (refused) return name_kernel(rt, launch, refused);
    // Parameters are copied now: the caller's variables may go.
    RT_TRY(rt_fill_params(rt, launch, params, extra));
    RtOp op = {.kind = OP_KERNEL};
    op.u.launch = *launch;
    return rt_issue(rt, stream, &op);
}

// By the runtime API: the kernel is its stub's address, arguments are pointers.
static int launch(Rt *rt, const void *func, RtDim grid, RtDim block, void **args, size_t shared,
                  void *stream, bool cooperative) {
    int e;
    RtLaunch l = {.grid = grid, .block = block, .cooperative = cooperative};
    l.kernel = rt_kernel(rt, func, &e);
    if (!l.kernel) return e;
    // Sizes are 64 bits in this form.
    if (shared > UINT32_MAX) return RTE_InvalidValue;
    l.shared = (uint32_t)shared;
    return rt_launch(rt, &l, args, NULL, stream);
}

// (CUDA runtime API, "Execution Control", with the state in front.)
int rt_cudaLaunchKernel(Rt *rt, const void *func, RtDim grid, RtDim block, void **args,
                        size_t shared, void *stream) {
    return launch(rt, func, grid, block, args, shared, stream, false);
}

// The name that stubs of newer headers call.
int rt___cudaLaunchKernel(Rt *rt, const void *func, RtDim grid, RtDim block, void **args,
                          size_t shared, void *stream) {
    return launch(rt, func, grid, block, args, shared, stream, false);
}

int rt_cudaLaunchCooperativeKernel(Rt *rt, const void *func, RtDim grid, RtDim block, void **args,
                                   size_t shared, void *stream) {
    return launch(rt, func, grid, block, args, shared, stream, true);
}

int rt_cudaLaunchKernelExC(Rt *rt, const RtLaunchConfig *launch_config, const void *func,
                           void **args) {
    int e;
    if (!launch_config || launch_config->shared > UINT32_MAX) return RTE_InvalidValue;
    RtLaunch l = {.grid = launch_config->grid,
                  .block = launch_config->block,
                  .shared = (uint32_t)launch_config->shared};
    l.kernel = rt_kernel(rt, func, &e);
    if (!l.kernel) return e;
    RT_TRY(rt_apply_attrs(&l, launch_config->attrs, launch_config->nattr));
    return rt_launch(rt, &l, args, NULL, launch_config->stream);
}

// The driver's form of the configuration has 32-bit sizes.
int rt_cuLaunchKernelEx(Rt *rt, const RtCuLaunchConfig *cu_launch_config, void *func, void **params,
                        void **extra) {
    int e;
    if (!cu_launch_config) return RTE_InvalidValue;
    RtLaunch l = {.grid = cu_launch_config->grid,
                  .block = cu_launch_config->block,
                  .shared = cu_launch_config->shared};
    l.kernel = rt_kernel(rt, func, &e);
    if (!l.kernel) return RTE_InvalidResourceHandle;
    RT_TRY(rt_apply_attrs(&l, cu_launch_config->attrs, cu_launch_config->nattr));
    return rt_launch(rt, &l, params, extra, cu_launch_config->stream);
}

// The driver's form has sizes as numbers and `extra` for packed arguments.
static int cu_launch(Rt *rt, void *func, RtDim grid, RtDim block, unsigned shared, void *stream,
                     void **params, void **extra, bool cooperative) {
    int e;
    RtLaunch l = {.grid = grid, .block = block, .shared = shared, .cooperative = cooperative};
    l.kernel = rt_kernel(rt, func, &e);
    if (!l.kernel) return RTE_InvalidResourceHandle;
    return rt_launch(rt, &l, params, extra, stream);
}

int rt_cuLaunchKernel(Rt *rt, void *func, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                      unsigned by, unsigned bz, unsigned shared, void *stream, void **params,
                      void **extra) {
    return cu_launch(rt, func, (RtDim){gx, gy, gz}, (RtDim){bx, by, bz}, shared, stream, params,
                     extra, false);
}

int rt_cuLaunchCooperativeKernel(Rt *rt, void *func, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 void *stream, void **params) {
    return cu_launch(rt, func, (RtDim){gx, gy, gz}, (RtDim){bx, by, bz}, shared, stream, params,
                     NULL, true);
}

// Every launch of the program's <<<>>> leaves its configuration here for the stub, which takes it
// off again; they nest where arguments launch kernels.
int rt___cudaPushCallConfiguration(Rt *rt, RtDim grid, RtDim block, size_t shared, void *stream) {
    RtThread *t = rt_thread(rt);
    // Deeper than any program's arguments go.
    if (t->nconfig == CU_COUNT(t->config)) return RTE_LaunchMaxDepthExceeded;
    t->config[t->nconfig].grid = grid;
    t->config[t->nconfig].block = block;
    t->config[t->nconfig].shared = shared;
    t->config[t->nconfig++].stream = stream;
    return 0;
}

int rt___cudaPopCallConfiguration(Rt *rt, RtDim *grid, RtDim *block, size_t *shared,
                                  void **stream) {
    RtThread *t = rt_thread(rt);
    if (!grid || !block || !shared || !stream) return RTE_InvalidValue;
    if (!t->nconfig) return RTE_MissingConfiguration;
    t->nconfig--;
    *grid = t->config[t->nconfig].grid;
    *block = t->config[t->nconfig].block;
    *shared = t->config[t->nconfig].shared;
    *stream = t->config[t->nconfig].stream;
    return 0;
}

// ---- the oldest form of launches ---------------------------------------------------------------

// The size that parameters of a kernel may have.
enum { OLD_PARAMS = 4096 };

// Kernels for the oldest form keep shape and parameters until they are launched.
static RtKernel *old_kernel(Rt *rt, void *func) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (k && !k->old_params) k->old_params = arena_zalloc(&rt->ctx.perm, OLD_PARAMS, 16);
    return k;
}

int rt_cuFuncSetBlockShape(Rt *rt, void *func, int x, int y, int z) {
    RtKernel *k = old_kernel(rt, func);
    if (!k) return RTE_InvalidResourceHandle;
    k->old_block = (RtDim){(uint32_t)x, (uint32_t)y, (uint32_t)z};
    return 0;
}

int rt_cuFuncSetSharedSize(Rt *rt, void *func, unsigned n) {
    RtKernel *k = old_kernel(rt, func);
    if (!k) return RTE_InvalidResourceHandle;
    k->old_shared = n;
    return 0;
}

// The buffer has room for all sizes.
int rt_cuParamSetSize(Rt *rt, void *func, unsigned n) {
    return old_kernel(rt, func) ? 0 : RTE_InvalidResourceHandle;
}

int rt_cuParamSetv(Rt *rt, void *func, int offset, void *p, unsigned n) {
    RtKernel *k = old_kernel(rt, func);
    if (!k) return RTE_InvalidResourceHandle;
    if (offset < 0 || offset > OLD_PARAMS || n > OLD_PARAMS - (unsigned)offset)
        return RTE_InvalidValue;
    if (!p && n) return RTE_InvalidValue;
    if (n) memcpy(k->old_params + offset, p, n);
    return 0;
}

int rt_cuParamSeti(Rt *rt, void *func, int offset, unsigned v) {
    return rt_cuParamSetv(rt, func, offset, &v, sizeof v);
}

int rt_cuParamSetf(Rt *rt, void *func, int offset, float v) {
    return rt_cuParamSetv(rt, func, offset, &v, sizeof v);
}

int rt_cuLaunchGridAsync(Rt *rt, void *func, int w, int h, void *stream) {
    RtKernel *k = old_kernel(rt, func);
    if (!k) return RTE_InvalidResourceHandle;
    size_t n = OLD_PARAMS;
    void *extra[] = {(void *)1, k->old_params, (void *)2, &n, NULL};
    return cu_launch(rt, func, (RtDim){(uint32_t)w, (uint32_t)h, 1}, k->old_block, k->old_shared,
                     stream, NULL, extra, false);
}

int rt_cuLaunchGrid(Rt *rt, void *func, int w, int h) {
    return rt_cuLaunchGridAsync(rt, func, w, h, NULL);
}

int rt_cuLaunch(Rt *rt, void *func) {
    return rt_cuLaunchGridAsync(rt, func, 1, 1, NULL);
}
