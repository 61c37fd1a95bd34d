// SPDX-License-Identifier: Apache-2.0
// Runs a PTX text with one kernel `k` whose parameters are 64-bit values, for tests of the virtual
// machine. With `--emit DIR` the texts are written as files instead, for ptxas: NAME.sm_XX.ptx.
#ifndef VM_RUN_H
#define VM_RUN_H
#include "unit.h"
#include "vm/vm.h"

// test_vm_native_*.c run the tests of the interpreter in native code.
#ifndef UNIT_NATIVE
#define UNIT_NATIVE false
#endif

static const char *emit_dir;
static uint32_t emit_count;

typedef struct {
    const char *target; // "sm_90a"
    uint32_t grid, block, cluster;
    uint32_t nparam;
    uint64_t param[8];
} VmRunOptions;

// The whole module around the body of the kernel.
static inline void put_kernel(Buf *b, const VmRunOptions *o, const char *globals,
                              const char *body) {
    buf_printf(b, ".version 9.0\n.target %s\n.address_size 64\n%s\n.visible .entry k(", o->target,
               globals);
    for (uint32_t i = 0; i < o->nparam; i++) buf_printf(b, "%s.param .u64 p%u", i ? ", " : "", i);
    buf_puts(b, ")\n");
    if (o->cluster) buf_printf(b, ".reqnctapercluster %u, 1, 1\n", o->cluster);
    buf_printf(b, "{\n%s\tret;\n}\n", body);
}

// Runs it; false after a message when it did not end well.
static inline bool run_kernel(Vm *vm, Ctx *ctx, const VmRunOptions *o, const char *globals,
                              const char *body) {
    Buf b;
    buf_init(&b, &ctx->perm);
    put_kernel(&b, o, globals, body);
    if (emit_dir) {
        const char *name =
            arena_printf(&ctx->perm, "%s/%04u.%s.ptx", emit_dir, ++emit_count, o->target);
        FILE *f = fopen(name, "w");
        if (!f) return false;
        fwrite(b.at, 1, b.n, f);
        fclose(f);
        return true;
    }
    VmModule *m = vm_load_text(vm, "k", buf_cstr(&b), b.n);
    VmFunc *k = m ? vm_kernel(m, "k") : NULL;
    CHECK(k != NULL);
    if (!k) {
        Buf err;
        buf_init(&err, &ctx->perm);
        diag_render(ctx, &err);
        fprintf(stderr, "%s\n%s\n", buf_cstr(&b), buf_cstr(&err));
        return false;
    }
    VmLaunch l = {.grid = {CU_MAX(o->grid, 1u), 1, 1},
                  .block = {CU_MAX(o->block, 1u), 1, 1},
                  .params = o->param};
    VmResult r;
    VmStatus st = vm_launch(vm, k, &l, &r);
    CHECK(st == VM_OK);
    bool native = UNIT_NATIVE && !vm_why_not_native(&(VmOptions){.native = true});
    CHECK(!native || vm_native_functions(vm) > 0);
    if (native && !vm_native_functions(vm)) fprintf(stderr, "%s\n", body);
    if (st != VM_OK) fprintf(stderr, "%s\n%s\n", buf_cstr(&b), r.error);
    return st == VM_OK;
}

// A machine of its own.
typedef struct {
    Ctx ctx;
    Vm *vm;
} World;
static inline void world_begin(World *w) {
    ctx_init(&w->ctx);
    w->vm = vm_new(&w->ctx, &(VmOptions){.jobs = 1, .native = UNIT_NATIVE});
}
static inline void world_end(World *w) {
    vm_free(w->vm);
    ctx_free(&w->ctx);
}

static inline uint64_t device_copy(Vm *vm, const void *data, size_t n) {
    uint64_t a = vm_alloc(vm, n);
    vm_write(vm, a, data, n);
    return a;
}
#endif
