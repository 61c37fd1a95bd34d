// SPDX-License-Identifier: Apache-2.0
// What the handlers of builtin functions stand on: calls of intrinsics by name, of run-time
// functions and of PTX text; the words of a row's detail, and arguments that must be constant.
#include "irgen/irgen_diag.h"
#include "irgen/lower.h"

#include <stdarg.h>

IrConst *lower_i32(Lower *lower, uint32_t v) {
    return ir_int(lower->m->ty_i32, v);
}

// Replaces %z by ".ftz" or nothing, "@" at the beginning by the row's name behind "__nvvm_" with
// dots, and cuts at ':'.
Atom lower_intrinsic_name(Lower *lower, const char *detail, const char **appended) {
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

// A row of builtin.def that names nothing: a defect of ours.
CU_NORETURN void lower_no_lowering(Lower *lower, const char *what) {
    cu_ice(lower->ctx, __FILE__, __LINE__,
           arena_printf(&lower->ctx->perm, "the lowering \"%s\" of a builtin function is unknown",
                        what));
}

// A call of an intrinsic by name and types. A name that is none is a defect of a row.
IrValue *lower_call_named(Lower *lower, Atom name, IrType *ret, uint32_t n, IrValue **arg) {
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
    if (!id) lower_no_lowering(lower, s);
    if (ir_is_family(id))
        return &ir_call_fn(lower->b, ir_intrinsic_family(lower->m, id, name, fty), n, arg)->v;
    return ir_call_intrin(lower->b, id, ret->kind == IR_TY_VOID ? NULL : ret, n, arg);
}

// By a name with the marks that lower_intrinsic_name knows.
IrValue *lower_intr(Lower *lower, const char *name, IrType *ret, uint32_t n, IrValue **arg) {
    const char *spec;
    return lower_call_named(lower, lower_intrinsic_name(lower, name, &spec), ret, n, arg);
}

// By a name that is printed: at most 127 characters.
IrValue *lower_intrf(Lower *lower, IrType *ret, uint32_t n, IrValue **arg, const char *format,
                     ...) {
    va_list ap;
    va_start(ap, format);
    Atom name = atom_vprintf(lower->ctx, format, ap);
    va_end(ap);
    return lower_call_named(lower, name, ret, n, arg);
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
