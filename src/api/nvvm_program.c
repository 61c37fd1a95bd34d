// SPDX-License-Identifier: Apache-2.0
// A libNVVM program: modules as they were added, and what the last compilation or verification
// left. Each run has a context of its own, in which the modules are read anew; nothing of it stays.
//
// Order of the checks, as in NVIDIA's library: a module there at all; options; each module in turn:
// text, versions, triple; linking; data layout; then verification or code. The first failure ends
// it.
#include "api/nvvm_api.h"

#include "driver/driver.h"
#include "ir/ir.h"
#include "nvvm/nvvm.h"
#include "opt/opt.h"

#include <stdlib.h>

void nvvm_program_init(NvProgram *program) {
    *program = (NvProgram){0};
    program->last = &program->first;
}

static void forget_log(NvProgram *program) {
    free(program->log);
    program->log = NULL;
    program->nlog = 0;
}

static void forget_result(NvProgram *program) {
    free(program->result);
    program->result = NULL;
    program->nresult = 0;
    program->binary = false;
}

// A module's bytes and name are in its own block.
void nvvm_program_free(NvProgram *program) {
    forget_log(program);
    forget_result(program);
    for (NvModule *m = program->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
}

// The client's bytes and name may go when the call returns.
NvResult nvvm_program_add(NvProgram *program, const char *bytes, size_t n, const char *name,
                          bool lazy) {
    if (!name) name = "<unnamed>";
    size_t len = strlen(name);
    if (n > SIZE_MAX / 2) return NV_OUT_OF_MEMORY;
    NvModule *m = malloc(sizeof *m + n + len + 2); // one block: the module, its bytes, its name
    if (!m) return NV_OUT_OF_MEMORY;
    *m =
        (NvModule){.bytes = (char *)(m + 1), .name = (char *)(m + 1) + n + 1, .n = n, .lazy = lazy};
    memcpy(m->bytes, bytes, n);
    m->bytes[n] = 0;
    memcpy(m->name, name, len + 1);
    *program->last = m;
    program->last = &m->next;
    return NV_SUCCESS;
}

// Damaged containers, and those of later versions, are refused here.
NvResult nvvm_program_add_container(NvProgram *program, const char *bytes, size_t n,
                                    const char *name) {
    NvvmContainer container;
    NvvmContainerFault fault = nvvm_open_container(bytes, n, &container);
    // one that is scrambled is told of when it is compiled: then there is a log
    bool known = is_any_of(fault, NVVM_CONTAINER_READ, NVVM_CONTAINER_SCRAMBLED);
    if (!known) return fault == NVVM_CONTAINER_LATER ? NV_IR_VERSION_MISMATCH : NV_INVALID_INPUT;
    NvModule **end = program->last;
    NvResult result = nvvm_program_add(program, bytes, n, name, false);
    if (result == NV_SUCCESS) (*end)->container = true;
    return result;
}

// ---- one run -----------------------------------------------------------------------------------

typedef struct {
    Ctx ctx;
    NvProgram *program;
    NvOptions opt;
    int n;
    const char *const *words;
    bool verify;
    Buf out, log;
    uint32_t reported; // diagnostics that are in the log
    NvResult result;
} Run;

// What went wrong in the IR itself has one code when compiling and another when verifying.
static NvResult failure(const Run *run) {
    return run->verify ? NV_INVALID_IR : NV_COMPILATION;
}

// NVIDIA's library puts what its readers say behind "MODULE (LINE, COLUMN): parse ".
static void log_parse(Run *run, const NvModule *m, const DiagView *d) {
    if (d->line)
        buf_printf(&run->log, "%s (%u, %u): parse %s", m->name, d->line,
                   d->column - (d->column > 0), d->text);
    else
        buf_printf(&run->log, "%s: parse %s", m->name, d->text);
}

// Each diagnostic once; `reading`: the module whose reader gave them, or NULL.
static void log_diags(Run *run, const NvModule *reading) {
    uint32_t n = diag_count(&run->ctx);
    for (; run->reported < n; run->reported++) {
        DiagView d;
        diag_get(&run->ctx, run->reported, &d);
        if (reading && d.severity >= SEV_ERROR)
            log_parse(run, reading, &d);
        else if (d.severity >= SEV_ERROR)
            buf_printf(&run->log, "error: %s\n", d.text);
        else if (d.severity == SEV_WARNING && !run->opt.no_warnings)
            buf_printf(&run->log, "warning: %s\n", d.text);
        else if (d.severity == SEV_REMARK)
            buf_printf(&run->log, "remark: %s\n\n", d.text);
    }
}

// ---- modules -----------------------------------------------------------------------------------

// False for what is no integer constant: metadata may hold anything.
static bool read_int(const IrMd *md, uint32_t *v) {
    const IrConst *c = md && md->kind == IR_MD_VALUE ? ir_as_cint(md->value) : NULL;
    if (!c || c->v.type->bits > 64) return false;
    *v = (uint32_t)c->bits;
    return true;
}

// !nvvmir.version = !{!{i32 2, i32 0}} or with the version of debug information behind.
static bool version_fits(Run *run, const IrMd *node) {
    uint32_t v[4] = {0};
    if (!node || node->kind != IR_MD_NODE || (node->n != 2 && node->n != 4)) return false;
    for (uint32_t i = 0; i < node->n; i++) {
        if (!read_int(node->op[i], &v[i])) return false;
    }
    if (v[0] != 2 || v[1] > 0)
        buf_printf(&run->log, "IR version %u.%u incompatible with current version 2.0\n", v[0],
                   v[1]);
    else if (node->n == 4 && (v[2] != 3 || v[3] > 2))
        buf_printf(&run->log, "DBG version %u.%u incompatible with current version 3.2\n", v[2],
                   v[3]);
    else
        return true;
    return false;
}

// Modules must name their version, unless NVVM_IR_VER_CHK=0 turns the check off, as in libNVVM.
static bool check_version(Run *run, const NvModule *from, IrModule *module) {
    const char *off = getenv("NVVM_IR_VER_CHK");
    if (off && strcmp(off, "0") == 0) return true;
    Atom name = atom_cstr(&run->ctx, "nvvmir.version");
    uint32_t n = ir_named_md_n(module, name);
    bool ok = true;
    if (!n) {
        buf_puts(&run->log, "IR version 1.0 incompatible with current version 2.0\n");
        ok = false;
    }
    for (uint32_t i = 0; i < n && ok; i++) ok = version_fits(run, ir_named_md_get(module, name, i));
    if (ok) return true;
    buf_printf(&run->log,
               "%s: error: incompatible IR detected. Possible mix of compiler/IR from different "
               "releases.",
               from->name);
    run->result = NV_IR_VERSION_MISMATCH;
    return false;
}

// NULL after messages. A lazy module's functions are read when something needs them.
static IrModule *read_module(Run *run, const NvModule *from) {
    Ctx *ctx = &run->ctx;
    bool bitcode = ir_is_bitcode(from->bytes, from->n);
    if (!bitcode && run->opt.discard_names) {
        buf_printf(&run->log,
                   "%s (1, 0): parse Can't read textual IR with a Context that discards named "
                   "Values",
                   from->name);
        return NULL;
    }
    size_t n = from->n;
    while (!bitcode && n && !from->bytes[n - 1]) n--; // many callers count the NUL
    IrModule *m = !bitcode     ? ir_parse(ctx, from->name, from->bytes, n)
                  : from->lazy ? ir_read_bitcode_lazy(ctx, from->name, from->bytes, n)
                               : ir_read_bitcode(ctx, from->name, from->bytes, n);
    log_diags(run, from);
    return m;
}

// "@f: text:  instruction" in LLVM's layout: the text, then the instruction on a line of its own.
static void log_invalid(Run *run, const char *s) {
    const char *text = *s == '@' ? strstr(s, ": ") : NULL;
    text = text ? text + 2 : s;
    const char *inst = strstr(text, ":  ");
    size_t n = inst ? (size_t)(inst - text) : strlen(text);
    if (n) buf_putc(&run->log, *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text);
    if (n) buf_write(&run->log, text + 1, n - 1);
    buf_putc(&run->log, '\n');
    if (inst) buf_printf(&run->log, "%s\n", inst + 1);
    if (run->opt.latest) buf_putc(&run->log, '\n');
}

// The next module, checked; NULL: run->result says why.
static IrModule *take(Run *run, const NvModule *from) {
    run->result = failure(run);
    IrModule *module = read_module(run, from);
    if (!module || !check_version(run, from, module)) return NULL;
    const char *triple = atom_str(&run->ctx, module->triple);
    if (!*triple) {
        buf_printf(&run->log, "%s: error: Module does not contain a triple, should be 'nvptx64-'",
                   from->name);
        return NULL;
    }
    IrVerifyResult v = {.arena = &run->ctx.perm};
    if (ir_verify_module(module, &v)) return module;
    for (uint32_t i = 0; i < v.error.n; i++) log_invalid(run, v.error.at[i]);
    return NULL;
}

// (NVIDIA's library does not warn of different triples and layouts.)
static bool link_in(Run *run, IrModule *dst, IrModule *src, const NvModule *from, unsigned flags) {
    bool ok = ir_link(dst, src, flags);
    for (uint32_t n = diag_count(&run->ctx); run->reported < n; run->reported++) {
        DiagView d;
        diag_get(&run->ctx, run->reported, &d);
        if (d.severity < SEV_ERROR) continue;
        buf_printf(&run->log, "%s: link error: error: %s\n\n", from->name, d.text);
    }
    return ok;
}

// All modules in one. Those added lazily give what the others need; they are bitcode.
static IrModule *whole_program(Run *run) {
    IrModule *all = NULL, **m;
    uint32_t n = 0, k = 0;
    for (NvModule *i = run->program->first; i; i = i->next) n++;
    m = arena_array(&run->ctx.perm, IrModule *, n);
    for (NvModule *i = run->program->first; i; i = i->next, k++) {
        if (i->container) return NULL; // only -link-lto takes them
        if (!i->lazy && !(m[k] = take(run, i))) return NULL;
    }
    run->result = failure(run);
    k = 0;
    for (NvModule *i = run->program->first; i; i = i->next, k++) {
        if (i->lazy) continue;
        if (all && !link_in(run, all, m[k], i, 0)) return NULL;
        if (!all) all = m[k];
    }
    for (NvModule *i = run->program->first; i; i = i->next) {
        if (!i->lazy) continue;
        if (!ir_is_bitcode(i->bytes, i->n)) return NULL;
        IrModule *lib = read_module(run, i);
        if (!lib || !link_in(run, all, lib, i, IR_LINK_ONLY_NEEDED | IR_LINK_INTERNALIZE))
            return NULL;
        ir_module_free(lib);
    }
    return all;
}

// ---- code --------------------------------------------------------------------------------------

// -restrict: no two pointers that a kernel is given point at the same.
static void restrict_params(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        if (f->cc != IR_CC_PTX_KERNEL) continue;
        for (uint32_t i = 0; i < f->nargs; i++) {
            if (f->arg[i]->v.type->kind == IR_TY_PTR) ir_fn_attr(f, (int)i, IR_ATTR_NOALIAS);
        }
    }
}

// To PTX, or to a container of optimized IR.
static void compile(Run *run, IrModule *module, EmitKind emit) {
    const NvOptions *nv_options = &run->opt;
    CompileOptions options;
    compile_options_init(&options);
    options.emit = (uint8_t)emit;
    options.lto_optimized = true;
    options.input = INPUT_IR;
    options.optimizer.level = nv_options->level;
    options.target = nv_options->target;
    options.fp = nv_options->fp;
    options.fp.fmad = true; // of what is marked, whatever -fma says
    options.only_marked_contract = !nv_options->fp.fmad;
    options.debug = options.line_info =
        true; // by the input's debug information, whatever the options say
    options.optimizer.no_inlining = nv_options->no_inlining;
    if (nv_options->inline_info) options.optimizer.remarks = &opt_inline_remarks;
    options.show_source = nv_options->show_source;
    options.table_density = nv_options->table_density;
    options.ptx_version = nv_options->ptx_version;
    options.optimizer.jobs = driver_jobs(nv_options->threads);
    driver_set_knobs(&run->ctx, &options, nv_options->knobs.at, nv_options->knobs.n);
    diag_options(&run->ctx)->werror = nv_options->werror;
    options.no_device_library = true;
    options.plain_names = true; // as NVIDIA's
    const char *layout = atom_str(&run->ctx, module->datalayout);
    if (!nvvm_check_layout(layout, nv_options->latest, false, &run->log)) return;
    if (nv_options->restrict_params) restrict_params(module);
    bool ok = compile_ir(&run->ctx, &options, module, &run->out, &run->log);
    log_diags(run, NULL);
    if (ok) run->result = NV_SUCCESS;
}

// ---- link-time optimization ---------------------------------------------------------------------

// The containers as one module, of which only what others may name is external.
static IrModule *whole_of_containers(Run *run) {
    NvOptions *options = &run->opt;
    VEC(NvvmLtoInput) in = {0};
    for (const NvModule *m = run->program->first; m; m = m->next) {
        if (m->container) vec_push(&run->ctx.perm, &in, ((NvvmLtoInput){m->name, m->bytes, m->n}));
    }
    IrModule *all = nvvm_link_lto(&run->ctx, in.at, in.n, &options->target, &options->fp);
    log_diags(run, NULL);
    if (!all || options->force_device_c) return all;
    NvvmHostNames names = {.unused_variables = options->unused_variables};
    memcpy(names.external, options->host[0], sizeof names.external);
    memcpy(names.internal, options->host[1], sizeof names.internal);
    nvvm_internalize(all, &names);
    return all;
}

// Modules that are no containers are passed over.
static void link_lto(Run *run) {
    bool any = false;
    for (const NvModule *m = run->program->first; m; m = m->next) any |= m->container;
    run->result = NV_LINK_LTO; // no containers to link
    if (!any) return;
    run->result = NV_COMPILATION;
    IrModule *module = whole_of_containers(run);
    if (!module) return;
    bool whole = nvvm_is_complete(module);
    run->opt.fp.fmad = false; // what may contract is marked
    compile(run, module, EMIT_PTX);
    // so the linker learns that the code is complete: it links nothing more to it
    bool complete = !run->opt.device_c || whole;
    if (run->result == NV_SUCCESS && complete) run->result = NV_LINK_LTO;
}

// The IR is kept as it is, for linking to optimize, unless -gen-opt-lto wants that done before.
static void gen_lto(Run *run, IrModule *module) {
    const Target *t = run->opt.target;
    bool latest = run->opt.latest;
    if (run->opt.gen_opt_lto) {
        compile(run, module, EMIT_LTO);
        return;
    }
    if (nvvm_write_container(module, t->number, t->suffix == 'a', latest, &run->out))
        run->result = NV_SUCCESS;
    log_diags(run, NULL);
}

// run->result is set before each step to what its failure means.
static void work(Run *run) {
    buf_init(&run->out, &run->ctx.perm);
    buf_init(&run->log, &run->ctx.perm);
    run->result = NV_INVALID_OPTION;
    if (!nvvm_options(&run->opt, run->n, run->words, &run->log)) return;
    if (run->opt.link_lto && !run->verify) {
        link_lto(run);
        return;
    }
    run->result = failure(run);
    IrModule *module = whole_program(run);
    if (!module) return;
    run->result = failure(run);
    if (run->verify) {
        if (nvvm_verify(module, run->opt.latest, &run->log)) run->result = NV_SUCCESS;
    } else if (run->opt.lto && !run->opt.gen_lto && !run->opt.latest) {
        run->result = NV_LINK_LTO; // no containers to link
    } else if (run->opt.lto || run->opt.gen_lto) {
        gen_lto(run, module);
    } else {
        compile(run, module, EMIT_PTX);
    }
}

// A copy outside of the context; NULL for the empty text.
static char *keep(const Buf *out, size_t *n) {
    *n = out->at ? out->n : 0;
    char *s = *n ? malloc(*n) : NULL;
    if (s) memcpy(s, out->at, *n);
    return s;
}

// The setjmp must not share locals with what changes.
static void guarded(void *arg) {
    Run *run = arg;
    jmp_buf out;
    run->ctx.unwind = &out;
    if (setjmp(out) == 0) {
        work(run);
        return;
    }
    if (setjmp(out) == 0) {
        log_diags(run, NULL);
        run->result = failure(run);
    } else {
        run->result = NV_OUT_OF_MEMORY;
    }
}

// Lazy modules alone are no program. What was made outlives the run's context.
NvResult nvvm_program_run(NvProgram *program, int n, const char *const *options, bool verify) {
    bool any = false;
    for (const NvModule *m = program->first; m; m = m->next) any |= !m->lazy;
    forget_log(program);
    if (!verify) forget_result(program); // verifying leaves the code of an earlier compilation
    if (!any) return NV_NO_MODULE;
    Run *run = calloc(1, sizeof *run);
    if (!run) return NV_OUT_OF_MEMORY;
    run->program = program;
    run->n = n;
    run->words = options;
    run->verify = verify;
    ctx_init(&run->ctx);
    cu_on_stack(&run->ctx, guarded, run);
    NvResult result = run->result;
    bool made = result == NV_SUCCESS || (result == NV_LINK_LTO && run->out.n);
    if (made && !verify) {
        program->result = keep(&run->out, &program->nresult);
        program->binary = run->opt.gen_lto || run->opt.lto;
    }
    if (made && !program->result && program->nresult) result = NV_OUT_OF_MEMORY;
    program->log = keep(&run->log, &program->nlog);
    ctx_free(&run->ctx);
    free(run);
    return result;
}
