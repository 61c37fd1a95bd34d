// SPDX-License-Identifier: Apache-2.0
// A function of the device library, compiled with it and run on the virtual machine.
#include "check.h"
#include "driver/driver.h"
#include "vm/vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Machine {
    Ctx ctx;
    const char *ptx;
    size_t ptx_size;
    uint64_t executed;
    Vm *vm;
    VmFunc *kernel;
    int nargs;
    size_t size; // of a number
};

static void source(Buf *b, const Function *f) {
    static const char names[] = "xyzw";
    const char *type = f->host_wide ? "double" : "float";
    buf_printf(b, "%sextern \"C\" __global__ void k(%s *o",
               f->host_wide ? prototypes64 : prototypes, type);
    for (int i = 0; i < f->nargs; i++) buf_printf(b, ", const %s *p%c", type, names[i]);
    buf_printf(b, ") {\n int i = blockIdx.x * blockDim.x + threadIdx.x;\n %s r;\n", type);
    for (int i = 0; i < f->nargs; i++)
        buf_printf(b, " %s %c = p%c[i];\n", type, names[i], names[i]);
    buf_printf(b, " %s;\n o[i] = r;\n}\n", f->code);
}

static void complain(Machine *m) {
    Buf b;
    buf_init(&b, &m->ctx.perm);
    diag_render(&m->ctx, &b);
    fprintf(stderr, "%.*s\n", (int)CU_MIN(b.n, 4000), b.at);
}

Machine *machine_new(const Function *f, const char *library, const Options *options) {
    Machine *m = calloc(1, sizeof *m);
    ctx_init(&m->ctx);
    m->nargs = f->nargs;
    m->size = f->host_wide ? sizeof(double) : sizeof(float);
    Buf text, out, log;
    buf_init(&text, &m->ctx.perm);
    buf_init(&out, &m->ctx.perm);
    buf_init(&log, &m->ctx.perm);
    source(&text, f);
    CompileOptions o;
    compile_options_init(&o);
    o.target = target_find(90, 0);
    o.path = "k.cu";
    o.text = text.at;
    o.len = text.n;
    o.cuda_path = options->toolkit;
    o.ftz = options->ftz;
    o.rdc = o.keep_functions = true; // functions without a definition are the library's
    driver_device_library(&o, library);
    VmModule *module = NULL;
    if (compile_run(&m->ctx, &o, &out, &log)) {
        m->ptx = out.at;
        m->ptx_size = out.n;
        m->vm = vm_new(&m->ctx, &(VmOptions){.jobs = 1});
        module = vm_load_text(m->vm, "k.ptx", out.at, out.n);
    }
    m->kernel = module ? vm_kernel(module, "k") : NULL;
    if (m->kernel) return m;
    complain(m);
    machine_free(m);
    return NULL;
}

bool machine_run(Machine *m, const void *const *arg, void *result, size_t n) {
    enum { BLOCK = 128 };
    size_t blocks = (n + BLOCK - 1) / BLOCK, bytes = blocks * BLOCK * m->size;
    uint64_t at[MAX_ARGS + 1];
    for (int i = 0; i <= m->nargs; i++) {
        at[i] = vm_alloc(m->vm, bytes);
        memset(vm_host(m->vm, at[i], bytes), 0, bytes);
        if (i) vm_write(m->vm, at[i], arg[i - 1], n * m->size);
    }
    VmLaunch l = {.grid = {(uint32_t)blocks, 1, 1}, .block = {BLOCK, 1, 1}, .params = at};
    VmResult r;
    bool ok = vm_launch(m->vm, m->kernel, &l, &r) == VM_OK;
    if (!ok) fprintf(stderr, "%s\n", r.error);
    m->executed += r.warp_instructions;
    vm_read(m->vm, at[0], result, n * m->size);
    for (int i = 0; i <= m->nargs; i++) vm_dealloc(m->vm, at[i]);
    return ok;
}

uint64_t machine_executed(const Machine *m) {
    return m->executed;
}

bool machine_write(const Machine *m, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool ok = fwrite(m->ptx, 1, m->ptx_size, f) == m->ptx_size;
    return fclose(f) == 0 && ok;
}

void machine_free(Machine *m) {
    if (m->vm) vm_free(m->vm);
    ctx_free(&m->ctx);
    free(m);
}
