// SPDX-License-Identifier: Apache-2.0
// Kernels on the virtual machine; machine.h.
#include "machine.h"

#include "vm/vm.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Ctx *ctx;
    Vm *vm;
    VmFunc *kernel;
    uint64_t executed;
} Virtual;

static void *vm_open(Ctx *ctx) {
    Virtual *v = arena_new(&ctx->perm, Virtual);
    v->ctx = ctx;
    v->vm = vm_new(ctx, &(VmOptions){.jobs = 1});
    return v;
}

static unsigned architecture(void *at) {
    return 90;
}

static bool load(void *at, const char *ptx, size_t n, const char *kernel) {
    Virtual *v = at;
    VmModule *module = vm_load_text(v->vm, "k.ptx", ptx, n);
    v->kernel = module ? vm_kernel(module, kernel) : NULL;
    if (v->kernel) return true;
    Buf b;
    buf_init(&b, &v->ctx->perm);
    diag_render(v->ctx, &b);
    fprintf(stderr, "%.*s\n", (int)CU_MIN(b.n, 4000), b.at);
    return false;
}

static uint64_t allocate(void *at, size_t bytes) {
    Virtual *v = at;
    uint64_t address = vm_alloc(v->vm, bytes);
    if (address) memset(vm_host(v->vm, address, bytes), 0, bytes);
    return address;
}
static void release(void *at, uint64_t address) {
    Virtual *v = at;
    vm_dealloc(v->vm, address);
}
static bool write_to(void *at, uint64_t to, const void *from, size_t n) {
    Virtual *v = at;
    return vm_write(v->vm, to, from, n);
}
static bool read_from(void *at, void *to, uint64_t from, size_t n) {
    Virtual *v = at;
    return vm_read(v->vm, from, to, n);
}

static bool launch(void *at, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n) {
    Virtual *v = at;
    VmLaunch l = {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .params = parameters};
    VmResult r;
    bool ok = vm_launch(v->vm, v->kernel, &l, &r) == VM_OK;
    if (!ok) fprintf(stderr, "%s\n", r.error);
    v->executed += r.warp_instructions;
    return ok;
}

static uint64_t executed(void *at) {
    const Virtual *v = at;
    return v->executed;
}
static void close_vm(void *at) {
    Virtual *v = at;
    vm_free(v->vm);
}

const MachineKind machine_vm = {.open = vm_open,
                                .architecture = architecture,
                                .load = load,
                                .allocate = allocate,
                                .release = release,
                                .write = write_to,
                                .read = read_from,
                                .launch = launch,
                                .executed = executed,
                                .close = close_vm};
