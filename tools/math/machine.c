// SPDX-License-Identifier: Apache-2.0
// From CUDA C++ to a kernel on a machine; machine.h.
#include "machine.h"

#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Machine {
    Ctx ctx;
    const MachineKind *kind;
    void *at;
    const char *ptx;
    size_t ptx_size;
    int nargs;   // of machine_of's function
    size_t size; // of its numbers
};

static void complain(Machine *m) {
    Buf b;
    buf_init(&b, &m->ctx.perm);
    diag_render(&m->ctx, &b);
    fprintf(stderr, "%.*s\n", (int)CU_MIN(b.n, 4000), b.at);
}

// The newest target that code for this architecture may have.
static const Target *target_for(unsigned architecture) {
    uint32_t n;
    const Target *all = target_all(&n), *best = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (!all[i].suffix && all[i].number <= architecture) best = &all[i];
    }
    return best;
}

static bool compile(Machine *m, const char *text, size_t n, const char *library,
                    const Options *options) {
    Buf out, log;
    buf_init(&out, &m->ctx.perm);
    buf_init(&log, &m->ctx.perm);
    CompileOptions o;
    compile_options_init(&o);
    o.target = target_for(m->kind->architecture(m->at));
    o.path = "k.cu";
    o.text = text;
    o.len = n;
    o.cuda_path = options->toolkit;
    o.fp.ftz = options->ftz;
    o.language.rdc = o.language.keep_functions =
        true; // functions without a definition are the library's
    o.language.float128 = true;
    driver_device_library(&o, library);
    if (!o.target || !compile_run(&m->ctx, &o, &out, &log)) {
        complain(m);
        return false;
    }
    m->ptx = out.at;
    m->ptx_size = out.n;
    return true;
}

Machine *machine_new(const char *text, size_t n, const char *library, const Options *options) {
    Machine *m = calloc(1, sizeof *m);
    ctx_init(&m->ctx);
    m->kind = options->gpu ? &machine_gpu : &machine_vm;
    m->at = m->kind->open(&m->ctx);
    if (m->at && compile(m, text, n, library, options) &&
        m->kind->load(m->at, m->ptx, m->ptx_size, "k"))
        return m;
    machine_free(m);
    return NULL;
}

void machine_free(Machine *m) {
    if (m->at) m->kind->close(m->at);
    ctx_free(&m->ctx);
    free(m);
}

uint64_t machine_allocate(Machine *m, size_t bytes) {
    return m->kind->allocate(m->at, bytes);
}
void machine_release(Machine *m, uint64_t address) {
    m->kind->release(m->at, address);
}
bool machine_write(Machine *m, uint64_t to, const void *from, size_t n) {
    return m->kind->write(m->at, to, from, n);
}
bool machine_read(Machine *m, void *to, uint64_t from, size_t n) {
    return m->kind->read(m->at, to, from, n);
}
bool machine_launch(Machine *m, unsigned blocks, unsigned threads, uint64_t *parameters, size_t n) {
    return m->kind->launch(m->at, blocks, threads, parameters, n);
}
uint64_t machine_executed(const Machine *m) {
    return m->kind->executed(m->at);
}

bool machine_save(const Machine *m, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool ok = fwrite(m->ptx, 1, m->ptx_size, f) == m->ptx_size;
    return fclose(f) == 0 && ok;
}

// ---- a function for arrays ----------------------------------------------------------------------

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

Machine *machine_of(const Function *f, const char *library, const Options *options) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf text;
    buf_init(&text, &ctx.perm);
    source(&text, f);
    Machine *m = machine_new(text.at, text.n, library, options);
    ctx_free(&ctx);
    if (!m) return NULL;
    m->nargs = f->nargs;
    m->size = f->host_wide ? sizeof(double) : sizeof(float);
    return m;
}

bool machine_call(Machine *m, const void *const *arg, void *result, size_t n) {
    enum { BLOCK = 128 };
    size_t blocks = (n + BLOCK - 1) / BLOCK, bytes = blocks * BLOCK * m->size;
    uint64_t at[MAX_ARGS + 1];
    bool ok = true;
    // the last block's other threads read what is there and write what nobody reads
    for (int i = 0; i <= m->nargs; i++) {
        at[i] = machine_allocate(m, bytes);
        ok = ok && at[i];
        if (i && ok) ok = machine_write(m, at[i], arg[i - 1], n * m->size);
    }
    ok = ok && machine_launch(m, (unsigned)blocks, BLOCK, at, (size_t)m->nargs + 1) &&
         machine_read(m, result, at[0], n * m->size);
    for (int i = 0; i <= m->nargs; i++) machine_release(m, at[i]);
    return ok;
}
