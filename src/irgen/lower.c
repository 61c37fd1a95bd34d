// SPDX-License-Identifier: Apache-2.0
// The engine of the lowering of builtin device functions: most rows of src/cuda/builtin.def name an
// intrinsic or a library function; the rest have a handler (lower.def).
#include "irgen/lower.h"
#include "irgen/irgen_diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DIAG_MODULE irgen
#define DIAG_FILE   "irgen/irgen_diag.def"
#include "base/diag_rows.h"

IrConst *lower_i32(Lower *lower, uint32_t v) {
    return ir_int(lower->m->ty_i32, v);
}

// Replaces %z by ".ftz" or nothing, "@" at the beginning by the row's name behind "__nvvm_" with
// dots, and cuts at ':'.
static Atom intrinsic_name(Lower *lower, const char *detail, const char **appended) {
    Buf out;
    buf_init(&out, &lower->ctx->scratch);
    *appended = NULL;
    if (*detail == '@') {
        buf_puts(&out, "llvm.nvvm.");
        for (const char *s = lower->row->name + strlen("__nvvm_"); *s; s++)
            buf_putc(&out, *s == '_' ? '.' : *s);
        detail++;
    }
    for (; *detail; detail++) {
        if (*detail == ':') {
            *appended = detail + 1;
            break;
        }
        if (detail[0] == '%' && detail[1] == 'z') {
            if (lower->opt->fp.ftz) buf_puts(&out, ".ftz");
            detail++;
        } else {
            buf_putc(&out, *detail);
        }
    }
    return atom_intern(lower->ctx, out.at, out.n);
}

// "i1 0" or "i1 0@2": a constant appended, or inserted before argument 2.
static void append_constants(Lower *lower, const char *spec) {
    if (!spec || spec[0] != 'i') return;
    char *end;
    uint32_t bits = (uint32_t)strtoul(spec + 1, &end, 10);
    uint64_t v = strtoull(end, &end, 10);
    uint32_t at = *end == '@' ? (uint32_t)strtoul(end + 1, NULL, 10) : lower->n;
    for (uint32_t i = lower->n; i > at; i--) lower->arg[i] = lower->arg[i - 1];
    lower->arg[at] = &ir_int(ir_ty_int(lower->m, bits), v)->v;
    lower->n++;
}

// A row of builtin.def that names nothing: a defect of ours.
static CU_NORETURN void no_lowering(Lower *lower, const char *what) {
    cu_ice(lower->ctx, __FILE__, __LINE__,
           arena_printf(&lower->ctx->perm, "the lowering \"%s\" of a builtin function is unknown",
                        what));
}

// A call of an intrinsic by name and types. A name that is none is a defect of a row.
static IrValue *call_named(Lower *lower, Atom name, IrType *ret, uint32_t n, IrValue **arg) {
    IrType *type[LOWER_MAX_ARGS * 2], *over[IR_MAX_OVERLOAD];
    uint32_t nover = 0;
    CU_ASSERT(lower->ctx, n <= CU_COUNT(type));
    for (uint32_t i = 0; i < n; i++) type[i] = arg[i]->type;
    IrType *fty = ir_ty_func(lower->m, ret, n, type, false);
    const char *s = atom_str(lower->ctx, name);
    // finding by name alone goes through all rows: only for the first call
    const IrGlobal *known = ir_find(lower->m, name);
    const IrFunc *f = known && known->v.kind == IR_C_FUNC ? (const IrFunc *)known : NULL;
    IrIntrin id =
        f && f->intrin && f->g.vty == fty
            ? f->intrin
            : ir_intrinsic_find(lower->m, s, atom_len(lower->ctx, name), fty, over, &nover);
    if (!id) no_lowering(lower, s);
    if (ir_is_family(id))
        return &ir_call_fn(lower->b, ir_intrinsic_family(lower->m, id, name, fty), n, arg)->v;
    return ir_call_intrin(lower->b, id, ret->kind == IR_TY_VOID ? NULL : ret, n, arg);
}

// By a name with the marks that intrinsic_name knows.
IrValue *lower_intr(Lower *lower, const char *name, IrType *ret, uint32_t n, IrValue **arg) {
    const char *spec;
    return call_named(lower, intrinsic_name(lower, name, &spec), ret, n, arg);
}

// By a name that is printed: at most 127 characters.
IrValue *lower_intrf(Lower *lower, IrType *ret, uint32_t n, IrValue **arg, const char *format,
                     ...) {
    va_list ap;
    va_start(ap, format);
    Atom name = atom_vprintf(lower->ctx, format, ap);
    va_end(ap);
    return call_named(lower, name, ret, n, arg);
}

// A function of the run-time system or the device library, declared if need be. Something else of
// that name is an error, and stands beside it.
IrFunc *lower_runtime(IrModule *module, const char *name, IrType *ret, uint32_t n,
                      IrType *const *param) {
    Atom a = atom_cstr(module->ctx, name);
    IrGlobal *old = ir_find(module, a);
    IrType *fty = ir_ty_func(module, ret, n, param, false);
    if (old && old->v.kind == IR_C_FUNC && old->vty == fty) return (IrFunc *)old;
    if (old) diag(module->ctx, GEN_ROW(gen_runtime_name), old->pos, name);
    IrFunc *f = ir_func_new(module, a, fty, IR_EXTERNAL);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NOUNWIND);
    return f;
}

// PTX text as a call; `effect`: it must stay even if nobody needs the result. Without one it
// touches no memory.
IrValue *lower_asm(Lower *lower, IrType *ret, const char *text, const char *constraints, uint32_t n,
                   IrValue **arg, bool effect) {
    IrType *p[LOWER_MAX_ARGS];
    for (uint32_t i = 0; i < n; i++) p[i] = arg[i]->type;
    IrType *fty = ir_ty_func(lower->m, ret, n, p, false);
    IrAsm *a = ir_asm(lower->m, fty, atom_cstr(lower->ctx, text),
                      atom_cstr(lower->ctx, constraints), effect);
    IrInst *call = ir_call(lower->b, fty, &a->v, n, arg);
    if (effect) return &call->v;
    ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    const IrAttrSet *attrs = ir_attrs_get(&call->call->attrs, IR_AT_FN);
    attrs = ir_attr_add_int(lower->m, attrs, IR_ATTR_MEMORY, IR_MEM_NONE);
    ir_attrs_set(lower->m, &call->call->attrs, IR_AT_FN, attrs);
    return &call->v;
}

// The k-th word of the row's detail behind the handler's name, words being split at dots; "" where
// there is none.
const char *lower_word(Lower *lower, uint32_t k) {
    const char *s = lower->tail;
    while (k-- && s) {
        s = strchr(s, '.');
        if (s) s++;
    }
    if (!s) return "";
    const char *end = strchr(s, '.');
    return end ? atom_str(lower->ctx, atom_intern(lower->ctx, s, (size_t)(end - s))) : s;
}

// An argument that must be a constant, since it is part of the instruction.
uint64_t lower_constant(Lower *lower, uint32_t k) {
    const IrConst *v = ir_as_cint(lower->arg[k]);
    if (v) return ir_uval(v);
    diag(lower->ctx, GEN_ROW(gen_builtin_constant), lower->pos, k + 1, lower->row->name);
    return 0;
}

// As PTX abbreviates: cta, gpu; all else is the system.
IrScope lower_scope(const char *s) {
    return strcmp(s, "cta") == 0   ? IR_SCOPE_BLOCK
           : strcmp(s, "gpu") == 0 ? IR_SCOPE_DEVICE
                                   : IR_SCOPE_SYSTEM;
}

// ---- the kinds of rows --------------------------------------------------------------------------

static IrValue *row_intrinsic(Lower *lower) {
    const char *spec;
    Atom name = intrinsic_name(lower, lower->row->detail, &spec);
    append_constants(lower, spec);
    return call_named(lower, name, lower->ret, lower->n, lower->arg);
}

// "name" or "name|fast": the second with -use_fast_math.
static IrValue *row_runtime(Lower *lower) {
    const char *d = lower->row->detail, *bar = strchr(d, '|');
    if (bar && lower->opt->fp.fast_math) {
        const CudaBuiltin *fast = cuda_builtin_find(bar + 1);
        if (!fast) no_lowering(lower, d);
        lower->row = fast;
        return lower_builtin(lower);
    }
    if (bar) d = atom_str(lower->ctx, atom_intern(lower->ctx, d, (size_t)(bar - d)));
    IrType *p[LOWER_MAX_ARGS];
    for (uint32_t i = 0; i < lower->n; i++) p[i] = lower->arg[i]->type;
    IrFunc *f = lower_runtime(lower->m, d, lower->ret, lower->n, p);
    f->g.pos = f->g.pos ? f->g.pos : lower->pos;
    return &ir_call_fn(lower->b, f, lower->n, lower->arg)->v;
}

// CUDA's atomic functions are relaxed (PTX: .relaxed is the default of atom).
static IrValue *row_atomic(Lower *lower) {
    const char *dot = strchr(lower->row->detail, '.');
    size_t n = (size_t)(dot - lower->row->detail);
    IrRmwOp op = IR_RMW_XCHG;
    for (uint32_t i = 0; i < IR_RMW_NOPS; i++) {
        if (strlen(ir_rmw_names[i]) == n && memcmp(ir_rmw_names[i], lower->row->detail, n) == 0)
            op = i;
    }
    return &ir_atomicrmw(lower->b, op, lower->arg[0], lower->arg[1], IR_MONOTONIC,
                         lower_scope(dot + 1))
                ->v;
}

// The old value alone: CUDA's functions do not say whether they stored.
static IrValue *row_cas(Lower *lower) {
    IrInst *x = ir_cmpxchg(lower->b, lower->arg[0], lower->arg[1], lower->arg[2], IR_MONOTONIC,
                           IR_MONOTONIC, lower_scope(lower->row->detail));
    return ir_extract(lower->b, &x->v, 0);
}

static const struct {
    const char *name;
    IrValue *(*fn)(Lower *c);
} handlers[] = {
#define LOWER(name) {#name, lower_##name},
#include "irgen/lower.def"
#undef LOWER
};

// By the first word of the detail.
static IrValue *row_handler(Lower *lower) {
    const char *d = lower->row->detail;
    const char *dot = strchr(d, '.');
    size_t n = dot ? (size_t)(dot - d) : strlen(d);
    lower->tail = dot ? dot + 1 : "";
    for (uint32_t i = 0; i < CU_COUNT(handlers); i++) {
        if (strlen(handlers[i].name) == n && memcmp(handlers[i].name, d, n) == 0)
            return handlers[i].fn(lower);
    }
    no_lowering(lower, d);
}

// The value of a call of a builtin function, by its row; NULL for void.
IrValue *lower_builtin(Lower *lower) {
    static IrValue *(*const row[])(Lower *) = {
        [BI_INTR] = row_intrinsic, [BI_LIBD] = row_runtime, [BI_RUN] = row_runtime,
        [BI_ATOM] = row_atomic,    [BI_CAS] = row_cas,      [BI_FN] = row_handler};
    IrValue *r = row[lower->row->lowering](lower);
    return lower->ret->kind == IR_TY_VOID ? NULL : r;
}
