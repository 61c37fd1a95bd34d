// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on globals: variables, aliases, ifuncs, functions as symbols.
#include "ir/verify_int.h"

// Somewhere inside; depth is limited, since structures of the input may be deep.
static bool contains_scalable(const IrType *type, int depth) {
    if (depth > 100) return false;
    if (type->kind == IR_TY_VECTOR) return type->scalable;
    if (type->kind == IR_TY_ARRAY) return contains_scalable(type->elem, depth + 1);
    if (type->kind != IR_TY_STRUCT) return false;
    for (uint64_t k = 0; k < type->n; k++) {
        if (contains_scalable(type->sub[k], depth + 1)) return true;
    }
    return false;
}

// Linkage, comdat and visibility must fit together.
static void symbol(Verify *verify, const IrGlobal *global, bool decl) {
    if (global->comdat && (decl || global->linkage == IR_AVAILABLE_EXTERNALLY))
        ir_v_bad_global(verify, global, V_COMDAT_DECL);
    if (global->comdat && global->linkage == IR_COMMON)
        ir_v_bad_global(verify, global, V_COMDAT_COMMON);
    if (global->dll == 2 && global->visibility == 1)
        ir_v_bad_global(verify, global, V_DLLEXPORT_HIDDEN);
    if (global->dll == 1 && global->visibility) ir_v_bad_global(verify, global, V_DLLIMPORT_HIDDEN);
    bool import_ok =
        (decl && (global->linkage == IR_EXTERNAL || global->linkage == IR_EXTERN_WEAK)) ||
        global->linkage == IR_AVAILABLE_EXTERNALLY;
    if (global->dll == 1 && !import_ok) ir_v_bad_global(verify, global, V_DLLIMPORT_DEFINED);
    if (global->linkage == IR_APPENDING &&
        (global->v.kind != IR_C_VAR || global->vty->kind != IR_TY_ARRAY)) {
        ir_v_bad_global(verify, global, V_APPENDING);
    }
}

// ---- llvm.used, llvm.global_ctors ----

// [n x ptr] of named globals.
static void used_list(Verify *verify, const IrGlobal *global) {
    const IrType *type = global->vty;
    if (type->kind != IR_TY_ARRAY || type->elem->kind != IR_TY_PTR) {
        ir_v_bad_global(verify, global, V_INTRINSIC_VAR_TYPE);
        return;
    }
    if (global->init && type->n && global->init->v.kind != IR_C_AGG) {
        ir_v_bad_global(verify, global, V_USED_INIT);
        return;
    }
    for (uint32_t k = 0; global->init && k < global->init->n; k++) {
        int64_t off = 0;
        const IrValue *x = ir_strip_ptr(&global->init->elem[k]->v, &off);
        if (x->kind < IR_C_VAR)
            ir_v_bad_global(verify, global, V_USED_MEMBER);
        else if (!x->name)
            ir_v_bad_global(verify, global, V_USED_MEMBER);
    }
}

// [n x { i32, ptr, ptr }].
static void ctor_list(Verify *verify, const IrGlobal *global) {
    const IrType *t = global->vty, *s = t->kind == IR_TY_ARRAY ? t->elem : NULL;
    bool ok = s && s->kind == IR_TY_STRUCT && s->n >= 2 && ir_ty_is_i(s->sub[0], 32) &&
              s->sub[1]->kind == IR_TY_PTR;
    if (!ok) {
        ir_v_bad_global(verify, global, V_INTRINSIC_VAR_TYPE);
    } else if (s->n != 3 || s->sub[2]->kind != IR_TY_PTR) {
        ir_v_bad_global(verify, global, V_CTOR_FIELDS);
    }
}

// Does the constant name `global`, or (NULL) any intrinsic? Constants are shared: each is looked at
// once.
static bool names(Verify *verify, const IrConst *constant, const IrGlobal *global, Map *seen,
                  int depth) {
    if (global && constant == (const IrConst *)global) return true;
    if (constant->v.kind == IR_C_FUNC) {
        return !global && strncmp(atom_str(verify->m->ctx, constant->v.name), "llvm.", 5) == 0;
    }
    if (depth > 200 || constant->v.kind < IR_C_AGG || constant->v.kind >= IR_C_VAR) return false;
    if (constant->v.kind == IR_C_EXPR || depth) { // what can be shared within one initialiser
        void **slot = map_slot(seen, (uintptr_t)constant);
        if (*slot) return false;
        *slot = verify;
    }
    for (uint32_t k = 0; k < constant->n; k++) {
        if (names(verify, constant->elem[k], global, seen, depth + 1)) return true;
    }
    return false;
}

// As names(), with a fresh table.
static bool refers(Verify *verify, const IrConst *constant, const IrGlobal *global) {
    Map seen;
    map_init(&seen, verify->a);
    return names(verify, constant, global, &seen, 0);
}

// Nothing may refer to these variables.
static void special_uses(Verify *verify, const IrGlobal *global) {
    for (uint32_t k = 0; k < verify->m->vars.n; k++) {
        const IrConst *init = verify->m->vars.at[k]->init;
        if (init && refers(verify, init, global)) {
            ir_v_bad_global(verify, global, V_INTRINSIC_VAR_USES);
            return;
        }
    }
    for (uint32_t k = 0; k < verify->m->aliases.n; k++) {
        if (refers(verify, verify->m->aliases.at[k]->init, global))
            ir_v_bad_global(verify, global, V_INTRINSIC_VAR_USES);
    }
}

// Initialiser and linkage, and the variables that LLVM gives a meaning.
static void variable(Verify *verify, const IrGlobal *global) {
    const char *name = atom_str(verify->m->ctx, global->v.name);
    if (global->init && global->init->v.type != global->vty)
        ir_v_bad_global(verify, global, V_INITIALISER_ANOTHER_TYPE);
    if (!global->init && global->linkage != IR_EXTERNAL && global->linkage != IR_EXTERN_WEAK) {
        ir_v_bad_global(verify, global, V_DECLARATION_MUST_BE_EXTERNAL);
    }
    if (global->init && refers(verify, global->init, NULL))
        ir_v_bad_global(verify, global, V_INTRINSIC_USER);
    if (contains_scalable(global->vty, 0)) ir_v_bad_global(verify, global, V_GLOBAL_SCALABLE);
    if (global->linkage == IR_COMMON) {
        if (global->constant) ir_v_bad_global(verify, global, V_COMMON_CONSTANT);
        if (global->init && !ir_is_zero(&global->init->v))
            ir_v_bad_global(verify, global, V_COMMON_ZERO);
    }
    if (strncmp(name, "llvm.", 5) != 0) return;
    bool used = strcmp(name, "llvm.used") == 0 || strcmp(name, "llvm.compiler.used") == 0;
    bool ctors = strcmp(name, "llvm.global_ctors") == 0 || strcmp(name, "llvm.global_dtors") == 0;
    if (used) used_list(verify, global);
    if (ctors) ctor_list(verify, global);
    if (used || ctors) special_uses(verify, global);
}

// ---- aliases, ifuncs ----

// Whether aliases lead back to `start`, or too far.
static bool alias_cycle(const IrGlobal *start, const IrConst *constant, Map *seen, int depth) {
    if (depth > 200 || constant == (const IrConst *)start) return true;
    if (constant->v.kind != IR_C_ALIAS && constant->v.kind != IR_C_EXPR) return false;
    void **slot = map_slot(seen, (uintptr_t)constant);
    if (*slot) return false;
    *slot = (void *)(uintptr_t)constant;
    if (constant->v.kind == IR_C_ALIAS) {
        return alias_cycle(start, ((const IrGlobal *)constant)->init, seen, depth + 1);
    }
    for (uint32_t k = 0; k < constant->n; k++) {
        if (alias_cycle(start, constant->elem[k], seen, depth + 1)) return true;
    }
    return false;
}

// Of an ifunc the resolver is looked at, of an alias what it stands for.
static void alias(Verify *verify, const IrGlobal *global) {
    int64_t off = 0;
    if (global->v.kind == IR_C_IFUNC) {
        bool ok = global->linkage != IR_AVAILABLE_EXTERNALLY && global->linkage != IR_APPENDING &&
                  global->linkage != IR_COMMON && global->linkage != IR_EXTERN_WEAK;
        if (!ok) ir_v_bad_global(verify, global, V_IFUNC_LINKAGE);
        const IrValue *value = ir_strip_ptr(&global->init->v, &off);
        if (value->kind == IR_C_ALIAS)
            value = ir_strip_ptr(&((const IrGlobal *)value)->init->v, &off);
        const IrFunc *f = ir_as_func(value);
        if (!f) {
            ir_v_bad_global(verify, global, V_IFUNC_RESOLVER);
        } else if (ir_is_decl(f) || f->g.linkage == IR_AVAILABLE_EXTERNALLY) {
            ir_v_bad_global(verify, global, V_IFUNC_DEFINED);
        } else if (ir_func_ret(f)->kind != IR_TY_PTR) {
            ir_v_bad_global(verify, global, V_IFUNC_RESULT);
        }
        return;
    }
    Map seen;
    map_init(&seen, verify->a);
    if (alias_cycle(global, global->init, &seen, 0)) {
        ir_v_bad_global(verify, global, V_ALIAS_CYCLE);
        return;
    }
    const IrValue *to = ir_strip_ptr(&global->init->v, &off);
    const IrGlobal *base = to->kind >= IR_C_VAR ? (const IrGlobal *)to : NULL;
    if (base && base->v.kind == IR_C_ALIAS &&
        (base->linkage == IR_WEAK_ANY || base->linkage == IR_LINKONCE)) {
        ir_v_bad_global(verify, global, V_ALIAS_INTERPOSABLE);
    }
    bool decl = base && ((base->v.kind == IR_C_VAR && !base->init) ||
                         (base->v.kind == IR_C_FUNC && ir_is_decl((const IrFunc *)base)));
    bool available = base && base->linkage == IR_AVAILABLE_EXTERNALLY;
    if (decl || available) ir_v_bad_global(verify, global, V_ALIAS_DECL);
}

// ---- functions ----

static bool token_like(const IrType *type) {
    return type->kind == IR_TY_TOKEN || type->kind == IR_TY_X86_AMX;
}

// A declaration by the name of an intrinsic that we know, of another type than it has. Forms of old
// dialects are no mistake.
static bool wrong_type(Ctx *ctx, const IrFunc *fn) {
    static const char *const strict[] = {"sadd.sat",
                                         "uadd.sat",
                                         "ssub.sat",
                                         "usub.sat",
                                         "sshl.sat",
                                         "ushl.sat",
                                         "smax",
                                         "smin",
                                         "umax",
                                         "umin",
                                         "fshl",
                                         "fshr",
                                         "ctpop",
                                         "bswap",
                                         "bitreverse",
                                         "sqrt",
                                         "fabs",
                                         "fma",
                                         "vector.reduce.add",
                                         "vector.reduce.mul",
                                         "vector.reduce.and",
                                         "vector.reduce.or",
                                         "vector.reduce.xor",
                                         "vector.reduce.smax",
                                         "vector.reduce.smin",
                                         "vector.reduce.umax",
                                         "vector.reduce.umin",
                                         "vector.reduce.fmax",
                                         "vector.reduce.fmin",
                                         "vector.reduce.fadd",
                                         "vector.reduce.fmul",
                                         "donothing"};
    const char *s = atom_str(ctx, fn->g.v.name) + 5;
    const IrType *type = fn->g.vty;
    for (size_t k = 0; k < CU_COUNT(strict); k++) {
        size_t n = strlen(strict[k]);
        if (strncmp(s, strict[k], n) == 0 && (s[n] == '.' || !s[n])) {
            if (strncmp(s, "vector.reduce.f", 15) == 0) { // the start value and one vector
                const IrType *last = type->n ? type->sub[type->n - 1] : NULL;
                return !last || last->kind != IR_TY_VECTOR || last->elem != type->elem ||
                       (type->n == 2 && type->sub[0] != type->elem);
            }
            bool scalable = type->elem->scalable || (type->n && type->sub[0]->scalable);
            if (strncmp(s, "vector.reduce.", 14) == 0) {
                return type->n != 1 || type->sub[0]->kind != IR_TY_VECTOR ||
                       type->sub[0]->elem != type->elem || type->elem->kind != IR_TY_INT;
            }
            return !scalable && ir_ty_scalar(type->elem)->kind != IR_TY_X86_FP80 &&
                   ir_ty_scalar(type->elem)->kind != IR_TY_PPC_FP128;
        }
    }
    bool mask = strncmp(s, "masked.", 7) == 0 || strncmp(s, "get.active.lane.mask", 20) == 0;
    bool step = strncmp(s, "experimental.stepvector", 23) == 0;
    bool vector = false;
    for (uint64_t k = 0; k < type->n; k++) vector = vector || type->sub[k]->kind == IR_TY_VECTOR;
    if (step) return type->elem->kind != IR_TY_VECTOR || type->elem->elem->kind != IR_TY_INT;
    if (!mask) return false;
    if (strncmp(s, "masked.gather.", 14) == 0 || strncmp(s, "masked.load.", 12) == 0) {
        const IrType *m = type->n > 2 ? type->sub[2] : NULL, *r = type->elem;
        return r->kind != IR_TY_VECTOR || !m || m->kind != IR_TY_VECTOR || m->n != r->n ||
               !ir_ty_is_i(m->elem, 1) || type->n != 4 || type->sub[3] != r ||
               (s[7] == 'g' && (type->sub[0]->kind != IR_TY_VECTOR || type->sub[0]->n != r->n));
    }
    if (strncmp(s, "masked.scatter.", 15) == 0) {
        return type->n != 4 || type->sub[0]->kind != IR_TY_VECTOR ||
               type->sub[1]->kind != IR_TY_VECTOR || type->sub[1]->n != type->sub[0]->n ||
               type->sub[3]->kind != IR_TY_VECTOR || type->sub[3]->n != type->sub[0]->n;
    }
    if (s[0] == 'g') return type->elem->kind != IR_TY_VECTOR || !ir_ty_is_i(type->elem->elem, 1);
    return !vector;
}

// A function as a symbol: names and types that only intrinsics have, kernels.
static void function(Verify *verify, const IrFunc *fn) {
    bool intrinsic = strncmp(atom_str(verify->m->ctx, fn->g.v.name), "llvm.", 5) == 0;
    const IrType *type = fn->g.vty;
    if (intrinsic && !ir_is_decl(fn)) ir_v_bad_global(verify, &fn->g, V_INTRINSIC_DEFINED);
    if (intrinsic && !fn->intrin && wrong_type(verify->m->ctx, fn))
        ir_v_bad_global(verify, &fn->g, V_INTRINSIC_TYPE);
    if (!intrinsic && token_like(type->elem)) ir_v_bad_global(verify, &fn->g, V_TOKEN_RESULT);
    for (uint64_t k = 0; k < type->n; k++) {
        if (!intrinsic && token_like(type->sub[k])) ir_v_bad_global(verify, &fn->g, V_TOKEN_PARAM);
        if (!intrinsic && type->sub[k]->kind == IR_TY_METADATA)
            ir_v_bad_global(verify, &fn->g, V_METADATA_PARAM);
    }
    bool kernel = fn->cc == IR_CC_PTX_KERNEL || fn->cc == 76 || fn->cc == 91;
    if (kernel && fn->cc != IR_CC_PTX_KERNEL && type->elem->kind != IR_TY_VOID)
        ir_v_bad_global(verify, &fn->g, V_KERNEL_RESULT);
    if (kernel && type->vararg) ir_v_bad_global(verify, &fn->g, V_KERNEL_VARARG);
    if (fn->cc == 83) { // x86_intrcc
        bool ok = type->n >= 1 && type->sub[0]->kind == IR_TY_PTR &&
                  ir_attr_has(ir_attrs_get(&fn->attrs, 0), IR_ATTR_BYVAL);
        if (type->n && !ok) ir_v_bad_global(verify, &fn->g, V_X86_INTR);
    }
    if (!fn->intrin) ir_v_attrs(verify, NULL, fn, &fn->attrs, type);
}

// By kind.
void ir_v_global(Verify *verify, IrGlobal *global) {
    switch (global->v.kind) {
    case IR_C_VAR:
        symbol(verify, global, !global->init);
        variable(verify, global);
        break;
    case IR_C_FUNC:
        symbol(verify, global, ir_is_decl((IrFunc *)global) && !((IrFunc *)global)->body_at);
        function(verify, (IrFunc *)global);
        break;
    default: symbol(verify, global, false); alias(verify, global);
    }
    ir_v_global_attachments(verify, global);
}
