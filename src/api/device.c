// SPDX-License-Identifier: Apache-2.0
// libcuprum's virtual GPU: a PTX module, its device's memory, launches.
//
// Every call that may allocate runs behind a setjmp of its own (guard), whose function shares no
// locals with what unwinds: the work is a function over the request.
#include "cuprum.h"
#include "vm/vm.h"

#include <stdlib.h>

struct cuprum_device {
    Ctx ctx;
    Vm *vm;
    VmModule *module;
    Buf log, output;
    cuprum_status status; // of loading
};

// What one call is asked and what it answers: it is not the guarded function's own, so it survives
// the unwinding.
typedef struct {
    cuprum_device *d;
    cuprum_status status;
    const char *ptx;
    size_t size;
    uint64_t address, bytes;
    const void *from;
    void *to;
    const char *name;
    const cuprum_launch *launch;
} Call;

static void say(cuprum_device *d, const char *text) {
    buf_puts(&d->log, text);
    buf_cstr(&d->log);
}

// Runs the work; what unwinds it becomes a status and the log.
static cuprum_status guard(Call *call, void (*work)(Call *)) {
    Ctx *ctx = &call->d->ctx;
    jmp_buf out;
    ctx->unwind = &out;
    call->status = CUPRUM_INTERNAL;
    if (setjmp(out) == 0) {
        work(call);
    } else {
        call->status = ctx->internal_error               ? CUPRUM_INTERNAL
                       : ctx->stop == STOP_NO_MEMORY     ? CUPRUM_NO_MEMORY
                       : call->status == CUPRUM_INTERNAL ? CUPRUM_ERROR
                                                         : call->status;
        if (setjmp(out) == 0) say(call->d, ctx->fatal_text ? ctx->fatal_text : "");
    }
    ctx->unwind = NULL;
    return call->status;
}

// A module with mistakes leaves its diagnostics as the log, and a device that only tells them.
static void load(Call *call) {
    cuprum_device *d = call->d;
    buf_init(&d->log, &d->ctx.perm);
    buf_init(&d->output, &d->ctx.perm);
    VmOptions options = {0};
    call->status = CUPRUM_ERROR;
    d->vm = vm_new(&d->ctx, &options);
    const char *text = arena_strndup(&d->ctx.perm, call->ptx, call->size);
    d->module = d->vm ? vm_load_text(d->vm, "<ptx>", text, call->size) : NULL;
    if (d->module && !diag_error_count(&d->ctx)) {
        call->status = CUPRUM_OK;
        return;
    }
    diag_render(&d->ctx, &d->log);
    buf_cstr(&d->log);
}

// NULL only without memory for the handle: all else is in the status and the log.
cuprum_device *cuprum_device_new(const char *ptx, size_t size) {
    cuprum_device *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    ctx_init(&d->ctx);
    Call c = {.d = d, .ptx = ptx, .size = size};
    d->status = guard(&c, load);
    return d;
}

cuprum_status cuprum_device_status(const cuprum_device *d) {
    return d->status;
}

const char *cuprum_device_log(cuprum_device *d) {
    return d->log.n ? d->log.at : "";
}

void cuprum_device_free(cuprum_device *d) {
    if (!d) return;
    if (d->vm) vm_free(d->vm);
    ctx_free(&d->ctx);
    free(d);
}

// ---- memory ------------------------------------------------------------------------------------

static void alloc(Call *call) {
    call->address = vm_alloc(call->d->vm, call->bytes);
    call->status = call->address ? CUPRUM_OK : CUPRUM_NO_MEMORY;
}

uint64_t cuprum_device_alloc(cuprum_device *d, uint64_t size) {
    Call c = {.d = d, .bytes = size};
    if (d->status != CUPRUM_OK) return 0;
    return guard(&c, alloc) == CUPRUM_OK ? c.address : 0;
}

static void release(Call *call) {
    call->status = vm_dealloc(call->d->vm, call->address) ? CUPRUM_OK : CUPRUM_USAGE;
}

cuprum_status cuprum_device_release(cuprum_device *d, uint64_t address) {
    Call c = {.d = d, .address = address};
    return d->status != CUPRUM_OK ? d->status : guard(&c, release);
}

// An address that is not the device's is the client's mistake.
static void copy(Call *call) {
    bool ok = call->from ? vm_write(call->d->vm, call->address, call->from, call->bytes)
                         : vm_read(call->d->vm, call->address, call->to, call->bytes);
    call->status = ok ? CUPRUM_OK : CUPRUM_USAGE;
}

cuprum_status cuprum_device_write(cuprum_device *d, uint64_t address, const void *from,
                                  uint64_t size) {
    Call c = {.d = d, .address = address, .bytes = size, .from = from};
    if (d->status != CUPRUM_OK) return d->status;
    return from ? guard(&c, copy) : CUPRUM_USAGE;
}

cuprum_status cuprum_device_read(cuprum_device *d, uint64_t address, void *to, uint64_t size) {
    Call c = {.d = d, .address = address, .bytes = size, .to = to};
    if (d->status != CUPRUM_OK) return d->status;
    return to ? guard(&c, copy) : CUPRUM_USAGE;
}

static void symbol(Call *call) {
    call->status = vm_symbol(call->d->module, call->name, &call->address, &call->bytes)
                       ? CUPRUM_OK
                       : CUPRUM_USAGE;
}

uint64_t cuprum_device_symbol(cuprum_device *d, const char *name, uint64_t *size) {
    Call c = {.d = d, .name = name};
    if (d->status != CUPRUM_OK || guard(&c, symbol) != CUPRUM_OK) return 0;
    if (size) *size = c.bytes;
    return c.address;
}

// ---- launches ----------------------------------------------------------------------------------

static void collect(void *data, const char *text, size_t n) {
    buf_write(data, text, n);
}

static const char *const wrong[] = {"no such kernel", "the module has not exactly one kernel",
                                    "wrong number of arguments"};

// Without a name it is the only kernel. NULL after a line in the log.
static VmFunc *find_kernel(Call *call) {
    VmModule *m = call->d->module;
    if (call->launch->kernel) {
        VmFunc *k = vm_kernel(m, call->launch->kernel);
        if (!k) say(call->d, wrong[0]);
        return k;
    }
    if (vm_kernel_count(m) == 1) return vm_kernel_at(m, 0);
    say(call->d, wrong[1]);
    return NULL;
}

// A launch that the device refuses is the client's mistake; a fault while it runs is the kernel's.
static cuprum_status status_of(VmStatus status) {
    switch (status) {
    case VM_OK: return CUPRUM_OK;
    case VM_ERR_LAUNCH: return CUPRUM_USAGE;
    case VM_ERR_LIMIT: return CUPRUM_STOPPED;
    case VM_ERR_INTERRUPTED: return CUPRUM_STOPPED;
    case VM_ERR_MEMORY: return CUPRUM_NO_MEMORY;
    default: return CUPRUM_ERROR;
    }
}

// The log is that of this launch alone. Arguments are copied to where the kernel's layout has them.
static void launch(Call *call) {
    cuprum_device *d = call->d;
    const cuprum_launch *l = call->launch;
    d->log.n = 0;
    call->status = CUPRUM_USAGE;
    VmFunc *func = find_kernel(call);
    if (!func) return;
    VmKernelInfo info = vm_kernel_info(func);
    if (info.count != l->nargs || (l->nargs && !l->args)) {
        say(d, wrong[2]);
        return;
    }
    char *params = arena_zalloc(&d->ctx.perm, info.size + 1, 16);
    for (uint32_t i = 0; i < info.count; i++) {
        uint32_t offset, size;
        if (!vm_kernel_param(func, i, &offset, &size) || !l->args[i]) {
            say(d, wrong[2]);
            return;
        }
        memcpy(params + offset, l->args[i], size);
    }
    VmLaunch v = {.shared = l->shared, .params = params, .output = collect, .data = &d->output};
    for (int i = 0; i < 3; i++) {
        v.grid[i] = l->grid[i] ? l->grid[i] : 1;
        v.block[i] = l->block[i] ? l->block[i] : 1;
    }
    VmResult *result = arena_new(&d->ctx.perm, VmResult);
    vm_limit_instructions(d->vm, l->max_instructions);
    call->status = status_of(vm_launch(d->vm, func, &v, result));
    if (call->status != CUPRUM_OK) say(d, result->error);
}

// A client built against an older header gives a shorter structure: what it lacks is zero.
cuprum_status cuprum_device_launch(cuprum_device *d, const cuprum_launch *request) {
    cuprum_launch l = {0};
    memcpy(&l, request, CU_MIN(request->struct_size, sizeof l));
    Call c = {.d = d, .launch = &l};
    return d->status != CUPRUM_OK ? d->status : guard(&c, launch);
}

static void terminate(Call *call) {
    buf_cstr(&call->d->output);
    call->status = CUPRUM_OK;
}

// All that was printed since the device was made. The text is the device's, until the next launch.
const char *cuprum_device_output(cuprum_device *d, size_t *size) {
    Call c = {.d = d};
    bool ok = d->status == CUPRUM_OK && d->output.n && guard(&c, terminate) == CUPRUM_OK;
    if (size) *size = ok ? d->output.n : 0;
    return ok ? d->output.at : "";
}
