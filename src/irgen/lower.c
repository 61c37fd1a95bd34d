// SPDX-License-Identifier: Apache-2.0
// The engine of the lowering of builtin device functions: most rows of src/cuda/builtin.def name an
// intrinsic or a library function; the rest have a handler (lower.def).
#include "irgen/lower.h"
#include "irgen/irgen_diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const DiagRow irgen_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "irgen/irgen_diag.def"
#undef DIAG
};
const uint32_t irgen_ndiag_rows = CU_COUNT(irgen_diag_rows);

IrConst *lower_i32(Lower *c, uint32_t v) {
    return ir_int(c->m->ty_i32, v);
}

// Replaces %z by ".ftz" or nothing, "@" at the beginning by the row's name behind "__nvvm_" with
// dots, and cuts at ':'.
static Atom intrinsic_name(Lower *c, const char *detail, const char **appended) {
    Buf b;
    buf_init(&b, &c->ctx->scratch);
    *appended = NULL;
    if (*detail == '@') {
        buf_puts(&b, "llvm.nvvm.");
        for (const char *s = c->row->name + strlen("__nvvm_"); *s; s++)
            buf_putc(&b, *s == '_' ? '.' : *s);
        detail++;
    }
    for (; *detail; detail++) {
        if (*detail == ':') {
            *appended = detail + 1;
            break;
        }
        if (detail[0] == '%' && detail[1] == 'z') {
            if (c->opt->ftz) buf_puts(&b, ".ftz");
            detail++;
        } else {
            buf_putc(&b, *detail);
        }
    }
    return atom_intern(c->ctx, b.at, b.n);
}

// "i1 0" or "i1 0@2": a constant appended, or inserted before argument 2.
static void append_constants(Lower *c, const char *spec) {
    if (!spec || spec[0] != 'i') return;
    char *end;
    uint32_t bits = (uint32_t)strtoul(spec + 1, &end, 10);
    uint64_t v = strtoull(end, &end, 10);
    uint32_t at = *end == '@' ? (uint32_t)strtoul(end + 1, NULL, 10) : c->n;
    for (uint32_t i = c->n; i > at; i--) c->arg[i] = c->arg[i - 1];
    c->arg[at] = &ir_int(ir_ty_int(c->m, bits), v)->v;
    c->n++;
}

// A row of builtin.def that names nothing: a defect of ours.
static CU_NORETURN void no_lowering(Lower *c, const char *what) {
    cu_ice(
        c->ctx, __FILE__, __LINE__,
        arena_printf(&c->ctx->perm, "the lowering \"%s\" of a builtin function is unknown", what));
}

static IrValue *call_named(Lower *c, Atom name, IrType *ret, uint32_t n, IrValue **arg) {
    IrType *p[LOWER_MAX_ARGS * 2], *over[IR_MAX_OVERLOAD];
    uint32_t nover = 0;
    CU_ASSERT(c->ctx, n <= CU_COUNT(p));
    for (uint32_t i = 0; i < n; i++) p[i] = arg[i]->type;
    IrType *fty = ir_ty_func(c->m, ret, n, p, false);
    const char *s = atom_str(c->ctx, name);
    // finding by name alone goes through all rows: only for the first call
    const IrGlobal *known = ir_find(c->m, name);
    const IrFunc *f = known && known->v.kind == IR_C_FUNC ? (const IrFunc *)known : NULL;
    IrIntrin id = f && f->intrin && f->g.vty == fty
                      ? f->intrin
                      : ir_intrinsic_find(c->m, s, atom_len(c->ctx, name), fty, over, &nover);
    if (!id) no_lowering(c, s);
    if (ir_is_family(id))
        return &ir_call_fn(c->b, ir_intrinsic_family(c->m, id, name, fty), n, arg)->v;
    return ir_call_intrin(c->b, id, ret->kind == IR_TY_VOID ? NULL : ret, n, arg);
}

IrValue *lower_intr(Lower *c, const char *name, IrType *ret, uint32_t n, IrValue **arg) {
    const char *spec;
    return call_named(c, intrinsic_name(c, name, &spec), ret, n, arg);
}

IrValue *lower_intrf(Lower *c, IrType *ret, uint32_t n, IrValue **arg, const char *format, ...) {
    va_list ap;
    char name[128];
    va_start(ap, format);
    int k = vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    CU_ASSERT(c->ctx, k > 0 && (size_t)k < sizeof name);
    return call_named(c, atom_cstr(c->ctx, name), ret, n, arg);
}

IrFunc *lower_runtime(IrModule *m, const char *name, IrType *ret, uint32_t n,
                      IrType *const *param) {
    Atom a = atom_cstr(m->ctx, name);
    IrGlobal *old = ir_find(m, a);
    IrType *fty = ir_ty_func(m, ret, n, param, false);
    if (old && old->v.kind == IR_C_FUNC && old->vty == fty) return (IrFunc *)old;
    if (old) diag(m->ctx, GEN_ROW(gen_runtime_name), old->pos, name);
    IrFunc *f = ir_func_new(m, a, fty, IR_EXTERNAL);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NOUNWIND);
    return f;
}

IrValue *lower_asm(Lower *c, IrType *ret, const char *text, const char *constraints, uint32_t n,
                   IrValue **arg, bool effect) {
    IrType *p[LOWER_MAX_ARGS];
    for (uint32_t i = 0; i < n; i++) p[i] = arg[i]->type;
    IrType *fty = ir_ty_func(c->m, ret, n, p, false);
    IrAsm *a = ir_asm(c->m, fty, atom_cstr(c->ctx, text), atom_cstr(c->ctx, constraints), effect);
    IrInst *call = ir_call(c->b, fty, &a->v, n, arg);
    if (!effect) ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    return &call->v;
}

const char *lower_word(Lower *c, uint32_t k) {
    const char *s = c->tail;
    while (k-- && s) {
        s = strchr(s, '.');
        if (s) s++;
    }
    if (!s) return "";
    const char *end = strchr(s, '.');
    return end ? atom_str(c->ctx, atom_intern(c->ctx, s, (size_t)(end - s))) : s;
}

uint64_t lower_constant(Lower *c, uint32_t k) {
    const IrConst *v = ir_as_cint(c->arg[k]);
    if (v) return ir_uval(v);
    diag(c->ctx, GEN_ROW(gen_builtin_constant), c->pos, k + 1, c->row->name);
    return 0;
}

IrScope lower_scope(const char *s) {
    return strcmp(s, "cta") == 0   ? IR_SCOPE_BLOCK
           : strcmp(s, "gpu") == 0 ? IR_SCOPE_DEVICE
                                   : IR_SCOPE_SYSTEM;
}

// ---- the kinds of rows --------------------------------------------------------------------------

static IrValue *row_intrinsic(Lower *c) {
    const char *spec;
    Atom name = intrinsic_name(c, c->row->detail, &spec);
    append_constants(c, spec);
    return call_named(c, name, c->ret, c->n, c->arg);
}

static IrValue *row_runtime(Lower *c) {
    const char *d = c->row->detail, *bar = strchr(d, '|');
    if (bar && c->opt->fast_math) {
        const CudaBuiltin *fast = cuda_builtin_find(bar + 1);
        if (!fast) no_lowering(c, d);
        c->row = fast;
        return lower_builtin(c);
    }
    if (bar) d = atom_str(c->ctx, atom_intern(c->ctx, d, (size_t)(bar - d)));
    IrType *p[LOWER_MAX_ARGS];
    for (uint32_t i = 0; i < c->n; i++) p[i] = c->arg[i]->type;
    IrFunc *f = lower_runtime(c->m, d, c->ret, c->n, p);
    f->g.pos = f->g.pos ? f->g.pos : c->pos;
    return &ir_call_fn(c->b, f, c->n, c->arg)->v;
}

// CUDA's atomic functions are relaxed (PTX: .relaxed is the default of atom).
static IrValue *row_atomic(Lower *c) {
    const char *dot = strchr(c->row->detail, '.');
    size_t n = (size_t)(dot - c->row->detail);
    IrRmwOp op = IR_RMW_XCHG;
    for (uint32_t i = 0; i < IR_RMW_NOPS; i++) {
        if (strlen(ir_rmw_names[i]) == n && memcmp(ir_rmw_names[i], c->row->detail, n) == 0) op = i;
    }
    return &ir_atomicrmw(c->b, op, c->arg[0], c->arg[1], IR_MONOTONIC, lower_scope(dot + 1))->v;
}

static IrValue *row_cas(Lower *c) {
    IrInst *x = ir_cmpxchg(c->b, c->arg[0], c->arg[1], c->arg[2], IR_MONOTONIC, IR_MONOTONIC,
                           lower_scope(c->row->detail));
    return ir_extract(c->b, &x->v, 0);
}

static const struct {
    const char *name;
    IrValue *(*fn)(Lower *c);
} handlers[] = {
#define LOWER(name) {#name, lower_##name},
#include "irgen/lower.def"
#undef LOWER
};

static IrValue *row_handler(Lower *c) {
    const char *d = c->row->detail;
    const char *dot = strchr(d, '.');
    size_t n = dot ? (size_t)(dot - d) : strlen(d);
    c->tail = dot ? dot + 1 : "";
    for (uint32_t i = 0; i < CU_COUNT(handlers); i++) {
        if (strlen(handlers[i].name) == n && memcmp(handlers[i].name, d, n) == 0)
            return handlers[i].fn(c);
    }
    no_lowering(c, d);
}

IrValue *lower_builtin(Lower *c) {
    static IrValue *(*const row[])(Lower *) = {
        [BI_INTR] = row_intrinsic, [BI_LIBD] = row_runtime, [BI_RUN] = row_runtime,
        [BI_ATOM] = row_atomic,    [BI_CAS] = row_cas,      [BI_FN] = row_handler};
    IrValue *r = row[c->row->lowering](c);
    return c->ret->kind == IR_TY_VOID ? NULL : r;
}
