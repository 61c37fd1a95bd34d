// SPDX-License-Identifier: Apache-2.0
// Launches from kernels (the CUDA programming guide's "dynamic parallelism", its second interface).
// A parent cannot wait for its children, and they need only be complete when the parent's grid is:
// so they are noted, and run when the grid has ended, by block and the order of calls in it; those
// of the children come after them. The parameters lie in device memory until then.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"

#include <stdlib.h>

enum { NESTED_DEPTH = 24 };                                    // of grids in grids
enum { OK = 0, TOO_DEEP = 65, NO_MEMORY = 2, NOT_FOUND = 98 }; // cudaError_t

// A kernel by the address that the program got for it.
static VmFunc *kernel_at(const Vm *vm, uint64_t addr) {
    uint64_t i = (addr - VM_FUNC_BASE) / 16;
    if (VM_WINDOW(addr) != VM_WINDOW(VM_FUNC_BASE) || i >= vm->nfunc) return NULL;
    return vm->func_at[i]->f->entry ? vm->func_at[i] : NULL;
}

static void put(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint64_t v,
                uint32_t n) {
    memcpy(vm_access(warp, in, lane, addr, n, VSP_GENERIC, VM_WRITE), &v, n);
}

// GetParameterBufferV2(function, grid, block, shared): a buffer that the kernel fills, or 0.
static uint64_t parameter_buffer(Warp *warp, const VmInst *in, uint32_t lane) {
    Vm *vm = warp->grid->vm;
    VmNested nested = {.owner = warp->id * VM_LANES + lane};
    uint64_t fn = 0;
    vm_argument(warp, in, lane, 0, &fn, 8);
    vm_argument(warp, in, lane, 1, nested.grid, sizeof nested.grid);
    vm_argument(warp, in, lane, 2, nested.block, sizeof nested.block);
    vm_argument(warp, in, lane, 3, &nested.shared, 4);
    nested.kernel = kernel_at(vm, fn);
    if (!nested.kernel || warp->grid->depth >= NESTED_DEPTH) return 0;
    // As a variable's memory, which is no leak and cannot be freed by the program.
    nested.params = vm_alloc_kind(vm, nested.kernel->param_size + 8u, VM_ALLOC_VARIABLE, NULL);
    if (nested.params) vec_push(&warp->block->worker->arena, &warp->block->nested, nested);
    return nested.params;
}

// The buffer says which launch it is: the last one with it that has not been made.
static uint64_t launch_device(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t buffer = 0;
    vm_argument(warp, in, lane, 0, &buffer, 8);
    if (!buffer) return warp->grid->depth >= NESTED_DEPTH ? TOO_DEEP : NOT_FOUND;
    for (uint32_t i = warp->block->nested.n; i-- > 0;) {
        VmNested *x = &warp->block->nested.at[i];
        if (x->params != buffer || x->launched) continue;
        x->launched = true;
        x->index = warp->block->index;
        return OK;
    }
    return NOT_FOUND;
}

// cudaMalloc in a kernel comes from the heap, with the place of the call for messages.
static uint64_t allocate(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t to = 0, size = 0;
    VmSite by = vm_site(warp, in, lane);
    vm_argument(warp, in, lane, 0, &to, 8);
    vm_argument(warp, in, lane, 1, &size, 8);
    uint64_t addr = vm_alloc_kind(warp->grid->vm, size, VM_ALLOC_HEAP, &by);
    put(warp, in, lane, to, addr, 8);
    return addr ? OK : NO_MEMORY;
}

// Freeing a null pointer is no error.
static uint64_t release(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t addr = 0;
    VmSite by = vm_site(warp, in, lane);
    vm_argument(warp, in, lane, 0, &addr, 8);
    return !addr || vm_dealloc_by(warp->grid->vm, addr, &by) ? OK : 1;
}

// A stream or event: there is nothing behind it.
static uint64_t handle(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t to = 0;
    vm_argument(warp, in, lane, 0, &to, 8);
    put(warp, in, lane, to, 1, 8);
    return OK;
}

// There is one device.
static uint64_t device_zero(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t to = 0;
    vm_argument(warp, in, lane, 0, &to, 8);
    put(warp, in, lane, to, 0, 4);
    return OK;
}

// cudaGraphSetConditional: a handle is the address of a word (src/cudart/graph_cond.c).
static uint64_t set_conditional(Warp *warp, const VmInst *in, uint32_t lane) {
    uint64_t word = 0;
    uint32_t value = 0;
    vm_argument(warp, in, lane, 0, &word, 8);
    vm_argument(warp, in, lane, 1, &value, 4);
    put(warp, in, lane, word, value, 4);
    return OK;
}

// Streams do not order anything: children run one after the other.
static uint64_t nothing(Warp *warp, const VmInst *in, uint32_t lane) {
    return OK;
}

static const struct {
    const char *name;
    uint64_t (*fn)(Warp *w, const VmInst *in, uint32_t lane);
} calls[] = {
    {"__cudaCDP2GetParameterBufferV2", parameter_buffer},
    {"__cudaCDP2LaunchDeviceV2", launch_device},
    {"__cudaCDP2LaunchDeviceV2_ptsz", launch_device},
    {"__cudaCDP2Malloc", allocate},
    {"__cudaCDP2Free", release},
    {"__cudaCDP2StreamCreateWithFlags", handle},
    {"__cudaCDP2StreamDestroy", nothing},
    {"__cudaCDP2StreamWaitEvent", nothing},
    {"__cudaCDP2EventCreateWithFlags", handle},
    {"__cudaCDP2EventRecord", nothing},
    {"__cudaCDP2EventDestroy", nothing},
    {"__cudaCDP2GetLastError", nothing},
    {"__cudaCDP2PeekAtLastError", nothing},
    {"__cudaCDP2GetDevice", device_zero},
    {"cudaGraphSetConditional", set_conditional},
};

int vm_nested_id(const char *name) {
    for (size_t i = 0; i < CU_COUNT(calls); i++) {
        if (strcmp(name, calls[i].name) == 0) return (int)i;
    }
    return -1;
}

void vm_nested_call(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id) {
    vm_set_result(warp, in, lane, calls[id].fn(warp, in, lane));
}

// ---- after the grid ----------------------------------------------------------------------------

// The order does not depend on which worker was faster.
static int by_place(const void *a, const void *b) {
    const VmNested *x = a, *y = b;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    if (x->owner != y->owner) return x->owner < y->owner ? -1 : 1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

// The block is at its end: its launches go to the grid's list.
void vm_nested_collect(Block *block) {
    Grid *g = block->grid;
    for (uint32_t i = 0; i < block->nested.n; i++) {
        VmNested x = block->nested.at[i];
        x.serial = i;
        // A buffer that was asked for and never launched is left.
        if (!x.launched) continue;
        pthread_mutex_lock(&g->lock);
        vec_push(&g->arena, &g->nested, x);
        pthread_mutex_unlock(&g->lock);
    }
    block->nested.n = 0;
}

// Runs what the grid has launched. `outermost`: the launch of the outermost grid.
void vm_nested_run(Vm *vm, VmNestedList *list, const VmLaunch *outermost, uint32_t depth,
                   VmResult *sum) {
    if (list->n > 1) qsort(list->at, list->n, sizeof *list->at, by_place);
    // The first fault ends all.
    for (uint32_t i = 0; i < list->n && sum->status == VM_OK; i++) {
        const VmNested *nested = &list->at[i];
        VmResult result;
        VmLaunch child = {
            .shared = nested->shared, .output = outermost->output, .data = outermost->data};
        memcpy(child.grid, nested->grid, sizeof child.grid);
        memcpy(child.block, nested->block, sizeof child.block);
        child.params = vm_host(vm, nested->params, nested->kernel->param_size);
        vm_launch_at(vm, nested->kernel, &child, depth + 1, &result);
        vm_dealloc(vm, nested->params);
        // Counts are summed up; the result has the last status.
        for (uint32_t k = 0; k < VM_CLS_COUNT; k++) result.count[k] += sum->count[k];
        result.warp_instructions += sum->warp_instructions;
        result.seconds += sum->seconds;
        *sum = result;
    }
}
