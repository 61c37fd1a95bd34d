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

// The symbol must not be so.
static void refuse(Verify *verify, const IrGlobal *global, bool so, VRule rule) {
    if (so) ir_v_bad_global(verify, global, rule);
}

// Linkage, comdat and visibility must fit together.
static void symbol(Verify *verify, const IrGlobal *global, bool decl) {
    enum { DLLIMPORT = 1, DLLEXPORT = 2, HIDDEN = 1 };
    bool available = global->linkage == IR_AVAILABLE_EXTERNALLY;
    bool external = is_any_of(global->linkage, IR_EXTERNAL, IR_EXTERN_WEAK);
    bool defined_here = !available && !(decl && external);
    bool array_var = global->v.kind == IR_C_VAR && global->vty->kind == IR_TY_ARRAY;
    bool imported = global->dll == DLLIMPORT, exported = global->dll == DLLEXPORT;

    refuse(verify, global, global->comdat && (decl || available), V_COMDAT_DECL);
    refuse(verify, global, global->comdat && global->linkage == IR_COMMON, V_COMDAT_COMMON);
    refuse(verify, global, exported && global->visibility == HIDDEN, V_DLLEXPORT_HIDDEN);
    refuse(verify, global, imported && global->visibility, V_DLLIMPORT_HIDDEN);
    refuse(verify, global, imported && defined_here, V_DLLIMPORT_DEFINED);
    refuse(verify, global, global->linkage == IR_APPENDING && !array_var, V_APPENDING);
}

// ---- llvm.used, llvm.global_ctors ----

// [n x ptr] of named globals.
static void used_list(Verify *verify, const IrGlobal *global) {
    const IrType *type = global->vty;
    const IrConst *init = global->init;
    if (type->kind != IR_TY_ARRAY || !ir_ty_is_ptr(type->elem)) {
        ir_v_bad_global(verify, global, V_INTRINSIC_VAR_TYPE);
        return;
    }
    if (!init) return;
    if (type->n && init->v.kind != IR_C_AGG) {
        ir_v_bad_global(verify, global, V_USED_INIT);
        return;
    }
    for (uint32_t k = 0; k < init->n; k++) {
        int64_t off = 0;
        const IrValue *x = ir_strip_ptr(&init->elem[k]->v, &off);
        refuse(verify, global, x->kind < IR_C_VAR || !x->name, V_USED_MEMBER);
    }
}

// [n x { i32, ptr, ptr }].
static void ctor_list(Verify *verify, const IrGlobal *global) {
    const IrType *t = global->vty, *s = t->kind == IR_TY_ARRAY ? t->elem : NULL;
    bool rows = s && s->kind == IR_TY_STRUCT && s->n >= 2;
    bool typed = rows && ir_ty_is_i(s->sub[0], 32) && ir_ty_is_ptr(s->sub[1]);
    refuse(verify, global, !typed, V_INTRINSIC_VAR_TYPE);
    if (typed) refuse(verify, global, s->n != 3 || !ir_ty_is_ptr(s->sub[2]), V_CTOR_FIELDS);
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
    const IrConst *init = global->init;
    bool external = is_any_of(global->linkage, IR_EXTERNAL, IR_EXTERN_WEAK);
    bool common = global->linkage == IR_COMMON;
    refuse(verify, global, init && init->v.type != global->vty, V_INITIALISER_ANOTHER_TYPE);
    refuse(verify, global, !init && !external, V_DECLARATION_MUST_BE_EXTERNAL);
    refuse(verify, global, init && refers(verify, init, NULL), V_INTRINSIC_USER);
    refuse(verify, global, contains_scalable(global->vty, 0), V_GLOBAL_SCALABLE);
    refuse(verify, global, common && global->constant, V_COMMON_CONSTANT);
    refuse(verify, global, common && init && !ir_is_zero(&init->v), V_COMMON_ZERO);

    static const struct {
        const char *name;
        void (*check)(Verify *, const IrGlobal *);
    } special[] = {{"llvm.used", used_list},
                   {"llvm.compiler.used", used_list},
                   {"llvm.global_ctors", ctor_list},
                   {"llvm.global_dtors", ctor_list}};
    for (uint32_t k = 0; k < CU_COUNT(special); k++) {
        if (strcmp(name, special[k].name) != 0) continue;
        special[k].check(verify, global);
        special_uses(verify, global);
    }
}

// ---- aliases, ifuncs ----

// Whether aliases lead back to `start`, or too far.
static bool alias_cycle(const IrGlobal *start, const IrConst *constant, Map *seen, int depth) {
    if (depth > 200 || constant == (const IrConst *)start) return true;
    if (!is_any_of(constant->v.kind, IR_C_ALIAS, IR_C_EXPR)) return false;
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

// What is wrong with an ifunc's resolver; V_COUNT: nothing.
static VRule resolver_fault(const IrGlobal *global) {
    int64_t off = 0;
    const IrValue *value = ir_strip_ptr(&global->init->v, &off);
    if (value->kind == IR_C_ALIAS) value = ir_strip_ptr(&((const IrGlobal *)value)->init->v, &off);
    const IrFunc *f = ir_as_func(value);
    if (!f) return V_IFUNC_RESOLVER;
    if (ir_is_decl(f) || f->g.linkage == IR_AVAILABLE_EXTERNALLY) return V_IFUNC_DEFINED;
    return ir_ty_is_ptr(ir_func_ret(f)) ? V_COUNT : V_IFUNC_RESULT;
}

static void ifunc(Verify *verify, const IrGlobal *global) {
    static const bool refused[IR_NLINKAGES] = {[IR_AVAILABLE_EXTERNALLY] = true,
                                               [IR_APPENDING] = true,
                                               [IR_COMMON] = true,
                                               [IR_EXTERN_WEAK] = true};
    VRule fault = resolver_fault(global);
    refuse(verify, global, refused[global->linkage], V_IFUNC_LINKAGE);
    refuse(verify, global, fault != V_COUNT, fault);
}

static bool is_declared_only(const IrGlobal *global) {
    if (global->v.kind == IR_C_VAR) return !global->init;
    return global->v.kind == IR_C_FUNC && ir_is_decl((const IrFunc *)global);
}

// What an alias stands for is looked at.
static void alias(Verify *verify, const IrGlobal *global) {
    int64_t off = 0;
    Map seen;
    map_init(&seen, verify->a);
    if (alias_cycle(global, global->init, &seen, 0)) {
        ir_v_bad_global(verify, global, V_ALIAS_CYCLE);
        return;
    }
    const IrGlobal *base = ir_as_global(ir_strip_ptr(&global->init->v, &off));
    if (!base) return;
    bool replaceable = is_any_of(base->linkage, IR_WEAK_ANY, IR_LINKONCE);
    bool elsewhere = is_declared_only(base) || base->linkage == IR_AVAILABLE_EXTERNALLY;
    refuse(verify, global, base->v.kind == IR_C_ALIAS && replaceable, V_ALIAS_INTERPOSABLE);
    refuse(verify, global, elsewhere, V_ALIAS_DECL);
}

// ---- functions ----

static bool token_like(const IrType *type) {
    return is_any_of(type->kind, IR_TY_TOKEN, IR_TY_X86_AMX);
}

static bool begins(const char *s, const char *with) {
    return strncmp(s, with, strlen(with)) == 0;
}

static bool is_int_vector(const IrType *type) {
    return ir_ty_is_vec(type) && ir_ty_is_int(type->elem);
}

static bool is_mask(const IrType *type) { // vector of i1
    return ir_ty_is_vec(type) && ir_ty_is_i(type->elem, 1);
}

static bool same_length(const IrType *a, const IrType *b) { // of two vectors
    return ir_ty_is_vec(a) && ir_ty_is_vec(b) && a->n == b->n;
}

// elem (elem, vector of it), or without the start value
static bool is_fp_reduction(const IrType *type) {
    const IrType *last = type->n ? type->sub[type->n - 1] : NULL;
    bool reduces = last && ir_ty_is_vec(last) && last->elem == type->elem;
    return reduces && (type->n != 2 || type->sub[0] == type->elem);
}

static bool is_int_reduction(const IrType *type) {
    bool reduces = type->n == 1 && is_int_vector(type->sub[0]);
    return reduces && type->sub[0]->elem == type->elem;
}

// Nothing is known of types that only other targets have.
static bool is_of_other_target(const IrType *type) {
    bool scalable = type->elem->scalable || (type->n && type->sub[0]->scalable);
    uint32_t of = ir_ty_scalar(type->elem)->kind;
    return scalable || is_any_of(of, IR_TY_X86_FP80, IR_TY_PPC_FP128);
}

// vector (ptr, i32, mask, vector)
static bool is_masked_load(const IrType *type) {
    return type->n == 4 && same_length(type->sub[2], type->elem) && is_mask(type->sub[2]) &&
           type->sub[3] == type->elem;
}

static bool is_gather(const IrType *type) { // the same of a vector of pointers
    return is_masked_load(type) && same_length(type->sub[0], type->elem);
}

static bool is_scatter(const IrType *type) { // (vector, vector of pointers, i32, mask)
    return type->n == 4 && same_length(type->sub[1], type->sub[0]) &&
           same_length(type->sub[3], type->sub[0]);
}

static bool has_vector(const IrType *type) {
    for (uint64_t k = 0; k < type->n; k++) {
        if (ir_ty_is_vec(type->sub[k])) return true;
    }
    return false;
}

static bool gives_int_vector(const IrType *type) {
    return is_int_vector(type->elem);
}

static bool gives_mask(const IrType *type) {
    return is_mask(type->elem);
}

// Intrinsics by the beginnings of their names, and the types they may have; `whole`: only a type
// may follow. Names that are not here may have any type.
static const struct {
    const char *name;
    bool whole;
    bool (*suits)(const IrType *);
} intrinsic_types[] = {
#define INTRINSIC(name, whole, suits) {name, whole, suits},
#include "ir/verify_intrinsic.def"
#undef INTRINSIC
};

// A declaration by the name of an intrinsic that we know, of another type than it has. Forms of old
// dialects are no mistake.
static bool wrong_type(Ctx *ctx, const IrFunc *fn) {
    const char *s = atom_str(ctx, fn->g.v.name) + 5;
    for (size_t k = 0; k < CU_COUNT(intrinsic_types); k++) {
        const char *name = intrinsic_types[k].name;
        if (!begins(s, name)) continue;
        char behind = s[strlen(name)];
        bool is_it = !intrinsic_types[k].whole || behind == '.' || !behind;
        if (is_it) return !intrinsic_types[k].suits(fn->g.vty);
    }
    return false;
}

// Tokens and metadata are for intrinsics alone.
static void plain_signature(Verify *verify, const IrGlobal *global, const IrType *type) {
    refuse(verify, global, token_like(type->elem), V_TOKEN_RESULT);
    for (uint64_t k = 0; k < type->n; k++) {
        refuse(verify, global, token_like(type->sub[k]), V_TOKEN_PARAM);
        refuse(verify, global, type->sub[k]->kind == IR_TY_METADATA, V_METADATA_PARAM);
    }
}

// Calling conventions of kernels (of other targets' too) and of interrupt handlers.
static void kernel_signature(Verify *verify, const IrFunc *fn) {
    enum { SPIR_KERNEL = 76, AMDGPU_KERNEL = 91, X86_INTR = 83 };
    const IrType *type = fn->g.vty;
    bool other = is_any_of(fn->cc, SPIR_KERNEL, AMDGPU_KERNEL);
    bool kernel = other || fn->cc == IR_CC_PTX_KERNEL;
    refuse(verify, &fn->g, other && type->elem->kind != IR_TY_VOID, V_KERNEL_RESULT);
    refuse(verify, &fn->g, kernel && type->vararg, V_KERNEL_VARARG);
    if (fn->cc != X86_INTR || !type->n) return;
    bool byval = ir_attr_has(ir_attrs_get(&fn->attrs, 0), IR_ATTR_BYVAL);
    refuse(verify, &fn->g, !byval || !ir_ty_is_ptr(type->sub[0]), V_X86_INTR);
}

// A function as a symbol: names and types that only intrinsics have, kernels.
static void function(Verify *verify, const IrFunc *fn) {
    bool intrinsic = begins(atom_str(verify->m->ctx, fn->g.v.name), "llvm.");
    const IrType *type = fn->g.vty;
    const IrGlobal *global = &fn->g;
    if (intrinsic) {
        refuse(verify, global, !ir_is_decl(fn), V_INTRINSIC_DEFINED);
        bool known = fn->intrin || !wrong_type(verify->m->ctx, fn);
        refuse(verify, global, !known, V_INTRINSIC_TYPE);
    } else {
        plain_signature(verify, global, type);
    }
    kernel_signature(verify, fn);
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
    case IR_C_IFUNC:
        symbol(verify, global, false);
        ifunc(verify, global);
        break;
    default: symbol(verify, global, false); alias(verify, global);
    }
    ir_v_global_attachments(verify, global);
}
