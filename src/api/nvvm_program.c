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

void nvvm_program_init(NvProgram *p) {
    *p = (NvProgram){0};
    p->last = &p->first;
}

static void forget_log(NvProgram *p) {
    free(p->log);
    p->log = NULL;
    p->nlog = 0;
}

static void forget_result(NvProgram *p) {
    free(p->result);
    p->result = NULL;
    p->nresult = 0;
    p->binary = false;
}

void nvvm_program_free(NvProgram *p) {
    forget_log(p);
    forget_result(p);
    for (NvModule *m = p->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
}

NvResult nvvm_program_add(NvProgram *p, const char *bytes, size_t n, const char *name, bool lazy) {
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
    *p->last = m;
    p->last = &m->next;
    return NV_SUCCESS;
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
static NvResult failure(const Run *r) {
    return r->verify ? NV_INVALID_IR : NV_COMPILATION;
}

// NVIDIA's library puts what its readers say behind "MODULE (LINE, COLUMN): parse ".
static void log_parse(Run *r, const NvModule *m, const DiagView *d) {
    if (d->line)
        buf_printf(&r->log, "%s (%u, %u): parse %s", m->name, d->line, d->column - (d->column > 0),
                   d->text);
    else
        buf_printf(&r->log, "%s: parse %s", m->name, d->text);
}

static void log_diags(Run *r, const NvModule *reading) {
    uint32_t n = diag_count(&r->ctx);
    for (; r->reported < n; r->reported++) {
        DiagView d;
        diag_get(&r->ctx, r->reported, &d);
        if (reading && d.severity >= SEV_ERROR)
            log_parse(r, reading, &d);
        else if (d.severity >= SEV_ERROR)
            buf_printf(&r->log, "error: %s\n", d.text);
        else if (d.severity == SEV_WARNING && !r->opt.no_warnings)
            buf_printf(&r->log, "warning: %s\n", d.text);
        else if (d.severity == SEV_REMARK)
            buf_printf(&r->log, "remark: %s\n\n", d.text);
    }
}

// ---- modules -----------------------------------------------------------------------------------

static bool read_int(const IrMd *md, uint32_t *v) {
    const IrConst *c = md && md->kind == IR_MD_VALUE ? ir_as_cint(md->value) : NULL;
    if (!c || c->v.type->bits > 64) return false;
    *v = (uint32_t)c->bits;
    return true;
}

// !nvvmir.version = !{!{i32 2, i32 0}} or with the version of debug information behind.
static bool version_fits(Run *r, const IrMd *node) {
    uint32_t v[4] = {0};
    if (!node || node->kind != IR_MD_NODE || (node->n != 2 && node->n != 4)) return false;
    for (uint32_t i = 0; i < node->n; i++) {
        if (!read_int(node->op[i], &v[i])) return false;
    }
    if (v[0] != 2 || v[1] > 0)
        buf_printf(&r->log, "IR version %u.%u incompatible with current version 2.0\n", v[0], v[1]);
    else if (node->n == 4 && (v[2] != 3 || v[3] > 2))
        buf_printf(&r->log, "DBG version %u.%u incompatible with current version 3.2\n", v[2],
                   v[3]);
    else
        return true;
    return false;
}

static bool check_version(Run *r, const NvModule *from, IrModule *m) {
    const char *off = getenv("NVVM_IR_VER_CHK");
    if (off && strcmp(off, "0") == 0) return true;
    Atom name = atom_cstr(&r->ctx, "nvvmir.version");
    uint32_t n = ir_named_md_n(m, name);
    bool ok = true;
    if (!n) {
        buf_puts(&r->log, "IR version 1.0 incompatible with current version 2.0\n");
        ok = false;
    }
    for (uint32_t i = 0; i < n && ok; i++) ok = version_fits(r, ir_named_md_get(m, name, i));
    if (ok) return true;
    buf_printf(&r->log,
               "%s: error: incompatible IR detected. Possible mix of compiler/IR from different "
               "releases.",
               from->name);
    r->result = NV_IR_VERSION_MISMATCH;
    return false;
}

static IrModule *read_module(Run *r, const NvModule *from) {
    Ctx *ctx = &r->ctx;
    bool bitcode = ir_is_bitcode(from->bytes, from->n);
    if (!bitcode && r->opt.discard_names) {
        buf_printf(&r->log,
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
    log_diags(r, from);
    return m;
}

// "@f: text:  instruction" in LLVM's layout: the text, then the instruction on a line of its own.
static void log_invalid(Run *r, const char *s) {
    const char *text = *s == '@' ? strstr(s, ": ") : NULL;
    text = text ? text + 2 : s;
    const char *inst = strstr(text, ":  ");
    size_t n = inst ? (size_t)(inst - text) : strlen(text);
    if (n) buf_putc(&r->log, *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text);
    if (n) buf_write(&r->log, text + 1, n - 1);
    buf_putc(&r->log, '\n');
    if (inst) buf_printf(&r->log, "%s\n", inst + 1);
    if (r->opt.latest) buf_putc(&r->log, '\n');
}

// The next module, checked; NULL: r->result says why.
static IrModule *take(Run *r, const NvModule *from) {
    r->result = failure(r);
    IrModule *m = read_module(r, from);
    if (!m || !check_version(r, from, m)) return NULL;
    const char *triple = atom_str(&r->ctx, m->triple);
    if (!*triple) {
        buf_printf(&r->log, "%s: error: Module does not contain a triple, should be 'nvptx64-'",
                   from->name);
        return NULL;
    }
    IrVerifyResult v = {.arena = &r->ctx.perm};
    if (ir_verify_module(m, &v)) return m;
    for (uint32_t i = 0; i < v.error.n; i++) log_invalid(r, v.error.at[i]);
    return NULL;
}

// (NVIDIA's library does not warn of different triples and layouts.)
static bool link_in(Run *r, IrModule *dst, IrModule *src, const NvModule *from, unsigned flags) {
    bool ok = ir_link(dst, src, flags);
    for (uint32_t n = diag_count(&r->ctx); r->reported < n; r->reported++) {
        DiagView d;
        diag_get(&r->ctx, r->reported, &d);
        if (d.severity < SEV_ERROR) continue;
        buf_printf(&r->log, "%s: link error: error: %s\n\n", from->name, d.text);
    }
    return ok;
}

// All modules in one. Those added lazily give what the others need; they are bitcode.
static IrModule *whole_program(Run *r) {
    IrModule *all = NULL, **m;
    uint32_t n = 0, k = 0;
    for (NvModule *i = r->program->first; i; i = i->next) n++;
    m = arena_array(&r->ctx.perm, IrModule *, n);
    for (NvModule *i = r->program->first; i; i = i->next, k++) {
        if (!i->lazy && !(m[k] = take(r, i))) return NULL;
    }
    r->result = failure(r);
    k = 0;
    for (NvModule *i = r->program->first; i; i = i->next, k++) {
        if (i->lazy) continue;
        if (all && !link_in(r, all, m[k], i, 0)) return NULL;
        if (!all) all = m[k];
    }
    for (NvModule *i = r->program->first; i; i = i->next) {
        if (!i->lazy) continue;
        if (!ir_is_bitcode(i->bytes, i->n)) return NULL;
        IrModule *lib = read_module(r, i);
        if (!lib || !link_in(r, all, lib, i, IR_LINK_ONLY_NEEDED | IR_LINK_INTERNALIZE))
            return NULL;
        ir_module_free(lib);
    }
    return all;
}

// ---- code --------------------------------------------------------------------------------------

// -restrict: no two pointers that a kernel is given point at the same.
static void restrict_params(IrModule *m) {
    IR_FOREACH_FUNC(f, m) {
        if (f->cc != IR_CC_PTX_KERNEL) continue;
        for (uint32_t i = 0; i < f->nargs; i++) {
            if (f->arg[i]->v.type->kind == IR_TY_PTR) ir_fn_attr(f, (int)i, IR_ATTR_NOALIAS);
        }
    }
}

static void compile(Run *r, IrModule *m) {
    const NvOptions *o = &r->opt;
    CompileOptions c;
    compile_options_init(&c);
    c.input = INPUT_IR;
    c.opt_level = o->level;
    c.target = o->target;
    c.ftz = o->ftz;
    c.prec_div = o->prec_div;
    c.prec_sqrt = o->prec_sqrt;
    c.only_marked_contract = !o->fma;
    c.debug = c.line_info = true; // by the input's debug information, whatever the options say
    c.no_inlining = o->no_inlining;
    if (o->inline_info) c.remarks = &opt_inline_remarks;
    c.show_source = o->show_source;
    c.table_density = o->table_density;
    c.jobs = driver_jobs(o->threads);
    c.knobs = o->knobs.at;
    c.nknobs = o->knobs.n;
    c.lenient_knobs = true; // NVIDIA's goes on after a word in the log
    diag_options(&r->ctx)->werror = o->werror;
    c.no_device_library = true;
    c.plain_names = true; // as NVIDIA's
    const char *layout = atom_str(&r->ctx, m->datalayout);
    if (!nvvm_check_layout(layout, o->latest, false, &r->log)) return;
    if (o->restrict_params) restrict_params(m);
    bool ok = compile_ir(&r->ctx, &c, m, &r->out, &r->log);
    log_diags(r, NULL);
    if (ok) r->result = NV_SUCCESS;
}

static void work(Run *r) {
    buf_init(&r->out, &r->ctx.perm);
    buf_init(&r->log, &r->ctx.perm);
    r->result = NV_INVALID_OPTION;
    if (!nvvm_options(&r->opt, r->n, r->words, &r->log)) return;
    IrModule *m = whole_program(r);
    if (!m) return;
    r->result = failure(r);
    if (r->verify) {
        if (nvvm_verify(m, r->opt.latest, &r->log)) r->result = NV_SUCCESS;
    } else if (r->opt.link_lto || (r->opt.lto && !r->opt.gen_lto && !r->opt.latest)) {
        r->result = NV_LINK_LTO; // no containers to link
    } else if (r->opt.lto || r->opt.gen_lto) {
        const Target *t = r->opt.target;
        bool latest = r->opt.latest;
        if (nvvm_write_container(m, t->number, t->suffix == 'a', latest, &r->out))
            r->result = NV_SUCCESS;
        log_diags(r, NULL);
    } else {
        compile(r, m);
    }
}

// A copy outside of the context; NULL for the empty text.
static char *keep(const Buf *b, size_t *n) {
    *n = b->at ? b->n : 0;
    char *s = *n ? malloc(*n) : NULL;
    if (s) memcpy(s, b->at, *n);
    return s;
}

// The setjmp must not share locals with what changes.
static void guarded(void *arg) {
    Run *r = arg;
    jmp_buf out;
    r->ctx.unwind = &out;
    if (setjmp(out) == 0) {
        work(r);
        return;
    }
    if (setjmp(out) == 0) {
        log_diags(r, NULL);
        r->result = failure(r);
    } else {
        r->result = NV_OUT_OF_MEMORY;
    }
}

NvResult nvvm_program_run(NvProgram *p, int n, const char *const *options, bool verify) {
    bool any = false;
    for (const NvModule *m = p->first; m; m = m->next) any |= !m->lazy;
    forget_log(p);
    if (!verify) forget_result(p); // verifying leaves the code of an earlier compilation
    if (!any) return NV_NO_MODULE;
    Run *r = calloc(1, sizeof *r);
    if (!r) return NV_OUT_OF_MEMORY;
    r->program = p;
    r->n = n;
    r->words = options;
    r->verify = verify;
    ctx_init(&r->ctx);
    cu_on_stack(&r->ctx, guarded, r);
    NvResult result = r->result;
    if (result == NV_SUCCESS && !verify) {
        p->result = keep(&r->out, &p->nresult);
        p->binary = r->opt.gen_lto || r->opt.lto;
    }
    if (result == NV_SUCCESS && !p->result && p->nresult) result = NV_OUT_OF_MEMORY;
    p->log = keep(&r->log, &p->nlog);
    ctx_free(&r->ctx);
    free(r);
    return result;
}
