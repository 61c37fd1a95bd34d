// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on globals: variables, aliases, ifuncs, functions as symbols.
#include "ir/verify_int.h"

static bool contains_scalable(const IrType *t, int depth) {
    if (depth > 100) return false;
    if (t->kind == IR_TY_VECTOR) return t->scalable;
    if (t->kind == IR_TY_ARRAY) return contains_scalable(t->elem, depth + 1);
    if (t->kind != IR_TY_STRUCT) return false;
    for (uint64_t k = 0; k < t->n; k++) {
        if (contains_scalable(t->sub[k], depth + 1)) return true;
    }
    return false;
}

static void symbol(Verify *v, const IrGlobal *g, bool decl) {
    if (g->comdat && (decl || g->linkage == IR_AVAILABLE_EXTERNALLY))
        ir_v_bad_global(v, g, V_COMDAT_DECL);
    if (g->comdat && g->linkage == IR_COMMON) ir_v_bad_global(v, g, V_COMDAT_COMMON);
    if (g->dll == 2 && g->visibility == 1) ir_v_bad_global(v, g, V_DLLEXPORT_HIDDEN);
    if (g->dll == 1 && g->visibility) ir_v_bad_global(v, g, V_DLLIMPORT_HIDDEN);
    bool import_ok = (decl && (g->linkage == IR_EXTERNAL || g->linkage == IR_EXTERN_WEAK)) ||
                     g->linkage == IR_AVAILABLE_EXTERNALLY;
    if (g->dll == 1 && !import_ok) ir_v_bad_global(v, g, V_DLLIMPORT_DEFINED);
    if (g->linkage == IR_APPENDING && (g->v.kind != IR_C_VAR || g->vty->kind != IR_TY_ARRAY)) {
        ir_v_bad_global(v, g, V_APPENDING);
    }
}

// ---- llvm.used, llvm.global_ctors ----

static void used_list(Verify *v, const IrGlobal *g) {
    const IrType *t = g->vty;
    if (t->kind != IR_TY_ARRAY || t->elem->kind != IR_TY_PTR) {
        ir_v_bad_global(v, g, V_INTRINSIC_VAR_TYPE);
        return;
    }
    if (g->init && t->n && g->init->v.kind != IR_C_AGG) {
        ir_v_bad_global(v, g, V_USED_INIT);
        return;
    }
    for (uint32_t k = 0; g->init && k < g->init->n; k++) {
        int64_t off = 0;
        const IrValue *x = ir_strip_ptr(&g->init->elem[k]->v, &off);
        if (x->kind < IR_C_VAR)
            ir_v_bad_global(v, g, V_USED_MEMBER);
        else if (!x->name)
            ir_v_bad_global(v, g, V_USED_MEMBER);
    }
}

static void ctor_list(Verify *v, const IrGlobal *g) { // [n x { i32, ptr, ptr }]
    const IrType *t = g->vty, *s = t->kind == IR_TY_ARRAY ? t->elem : NULL;
    bool ok = s && s->kind == IR_TY_STRUCT && s->n >= 2 && ir_ty_is_i(s->sub[0], 32) &&
              s->sub[1]->kind == IR_TY_PTR;
    if (!ok) {
        ir_v_bad_global(v, g, V_INTRINSIC_VAR_TYPE);
    } else if (s->n != 3 || s->sub[2]->kind != IR_TY_PTR) {
        ir_v_bad_global(v, g, V_CTOR_FIELDS);
    }
}

// Does c name g, or (g NULL) any intrinsic? Constants are shared: each is looked at once.
static bool names(Verify *v, const IrConst *c, const IrGlobal *g, Map *seen, int depth) {
    if (g && c == (const IrConst *)g) return true;
    if (c->v.kind == IR_C_FUNC) {
        return !g && strncmp(atom_str(v->m->ctx, c->v.name), "llvm.", 5) == 0;
    }
    if (depth > 200 || c->v.kind < IR_C_AGG || c->v.kind >= IR_C_VAR) return false;
    if (c->v.kind == IR_C_EXPR || depth) { // what can be shared within one initialiser
        void **slot = map_slot(seen, (uintptr_t)c);
        if (*slot) return false;
        *slot = v;
    }
    for (uint32_t k = 0; k < c->n; k++) {
        if (names(v, c->elem[k], g, seen, depth + 1)) return true;
    }
    return false;
}

static bool refers(Verify *v, const IrConst *c, const IrGlobal *g) {
    Map seen;
    map_init(&seen, v->a);
    return names(v, c, g, &seen, 0);
}

static void special_uses(Verify *v, const IrGlobal *g) { // nothing may refer to these variables
    for (uint32_t k = 0; k < v->m->vars.n; k++) {
        const IrConst *init = v->m->vars.at[k]->init;
        if (init && refers(v, init, g)) {
            ir_v_bad_global(v, g, V_INTRINSIC_VAR_USES);
            return;
        }
    }
    for (uint32_t k = 0; k < v->m->aliases.n; k++) {
        if (refers(v, v->m->aliases.at[k]->init, g)) ir_v_bad_global(v, g, V_INTRINSIC_VAR_USES);
    }
}

static void variable(Verify *v, const IrGlobal *g) {
    const char *name = atom_str(v->m->ctx, g->v.name);
    if (g->init && g->init->v.type != g->vty) ir_v_bad_global(v, g, V_INITIALISER_ANOTHER_TYPE);
    if (!g->init && g->linkage != IR_EXTERNAL && g->linkage != IR_EXTERN_WEAK) {
        ir_v_bad_global(v, g, V_DECLARATION_MUST_BE_EXTERNAL);
    }
    if (g->init && refers(v, g->init, NULL)) ir_v_bad_global(v, g, V_INTRINSIC_USER);
    if (contains_scalable(g->vty, 0)) ir_v_bad_global(v, g, V_GLOBAL_SCALABLE);
    if (g->linkage == IR_COMMON) {
        if (g->constant) ir_v_bad_global(v, g, V_COMMON_CONSTANT);
        if (g->init && !ir_is_zero(&g->init->v)) ir_v_bad_global(v, g, V_COMMON_ZERO);
    }
    if (strncmp(name, "llvm.", 5) != 0) return;
    bool used = strcmp(name, "llvm.used") == 0 || strcmp(name, "llvm.compiler.used") == 0;
    bool ctors = strcmp(name, "llvm.global_ctors") == 0 || strcmp(name, "llvm.global_dtors") == 0;
    if (used) used_list(v, g);
    if (ctors) ctor_list(v, g);
    if (used || ctors) special_uses(v, g);
}

// ---- aliases, ifuncs ----

static bool alias_cycle(const IrGlobal *start, const IrConst *c, Map *seen, int depth) {
    if (depth > 200 || c == (const IrConst *)start) return true;
    if (c->v.kind != IR_C_ALIAS && c->v.kind != IR_C_EXPR) return false;
    void **slot = map_slot(seen, (uintptr_t)c);
    if (*slot) return false;
    *slot = (void *)(uintptr_t)c;
    if (c->v.kind == IR_C_ALIAS) {
        return alias_cycle(start, ((const IrGlobal *)c)->init, seen, depth + 1);
    }
    for (uint32_t k = 0; k < c->n; k++) {
        if (alias_cycle(start, c->elem[k], seen, depth + 1)) return true;
    }
    return false;
}

static void alias(Verify *v, const IrGlobal *g) {
    int64_t off = 0;
    if (g->v.kind == IR_C_IFUNC) {
        bool ok = g->linkage != IR_AVAILABLE_EXTERNALLY && g->linkage != IR_APPENDING &&
                  g->linkage != IR_COMMON && g->linkage != IR_EXTERN_WEAK;
        if (!ok) ir_v_bad_global(v, g, V_IFUNC_LINKAGE);
        const IrValue *r = ir_strip_ptr(&g->init->v, &off);
        if (r->kind == IR_C_ALIAS) r = ir_strip_ptr(&((const IrGlobal *)r)->init->v, &off);
        const IrFunc *f = ir_as_func(r);
        if (!f) {
            ir_v_bad_global(v, g, V_IFUNC_RESOLVER);
        } else if (ir_is_decl(f) || f->g.linkage == IR_AVAILABLE_EXTERNALLY) {
            ir_v_bad_global(v, g, V_IFUNC_DEFINED);
        } else if (ir_func_ret(f)->kind != IR_TY_PTR) {
            ir_v_bad_global(v, g, V_IFUNC_RESULT);
        }
        return;
    }
    Map seen;
    map_init(&seen, v->a);
    if (alias_cycle(g, g->init, &seen, 0)) {
        ir_v_bad_global(v, g, V_ALIAS_CYCLE);
        return;
    }
    const IrValue *to = ir_strip_ptr(&g->init->v, &off);
    const IrGlobal *base = to->kind >= IR_C_VAR ? (const IrGlobal *)to : NULL;
    if (base && base->v.kind == IR_C_ALIAS &&
        (base->linkage == IR_WEAK_ANY || base->linkage == IR_LINKONCE)) {
        ir_v_bad_global(v, g, V_ALIAS_INTERPOSABLE);
    }
    bool decl = base && ((base->v.kind == IR_C_VAR && !base->init) ||
                         (base->v.kind == IR_C_FUNC && ir_is_decl((const IrFunc *)base)));
    bool available = base && base->linkage == IR_AVAILABLE_EXTERNALLY;
    if (decl || available) ir_v_bad_global(v, g, V_ALIAS_DECL);
}

// ---- functions ----

static bool token_like(const IrType *t) {
    return t->kind == IR_TY_TOKEN || t->kind == IR_TY_X86_AMX;
}

// A declaration by the name of an intrinsic that we know, of another type than it has. Forms of old
// dialects are no mistake.
static bool wrong_type(Ctx *ctx, const IrFunc *f) {
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
    const char *s = atom_str(ctx, f->g.v.name) + 5;
    const IrType *t = f->g.vty;
    for (size_t k = 0; k < CU_COUNT(strict); k++) {
        size_t n = strlen(strict[k]);
        if (strncmp(s, strict[k], n) == 0 && (s[n] == '.' || !s[n])) {
            if (strncmp(s, "vector.reduce.f", 15) == 0) { // the start value and one vector
                const IrType *last = t->n ? t->sub[t->n - 1] : NULL;
                return !last || last->kind != IR_TY_VECTOR || last->elem != t->elem ||
                       (t->n == 2 && t->sub[0] != t->elem);
            }
            bool scalable = t->elem->scalable || (t->n && t->sub[0]->scalable);
            if (strncmp(s, "vector.reduce.", 14) == 0) {
                return t->n != 1 || t->sub[0]->kind != IR_TY_VECTOR || t->sub[0]->elem != t->elem ||
                       t->elem->kind != IR_TY_INT;
            }
            return !scalable && ir_ty_scalar(t->elem)->kind != IR_TY_X86_FP80 &&
                   ir_ty_scalar(t->elem)->kind != IR_TY_PPC_FP128;
        }
    }
    bool mask = strncmp(s, "masked.", 7) == 0 || strncmp(s, "get.active.lane.mask", 20) == 0;
    bool step = strncmp(s, "experimental.stepvector", 23) == 0;
    bool vector = false;
    for (uint64_t k = 0; k < t->n; k++) vector = vector || t->sub[k]->kind == IR_TY_VECTOR;
    if (step) return t->elem->kind != IR_TY_VECTOR || t->elem->elem->kind != IR_TY_INT;
    if (!mask) return false;
    if (strncmp(s, "masked.gather.", 14) == 0 || strncmp(s, "masked.load.", 12) == 0) {
        const IrType *m = t->n > 2 ? t->sub[2] : NULL, *r = t->elem;
        return r->kind != IR_TY_VECTOR || !m || m->kind != IR_TY_VECTOR || m->n != r->n ||
               !ir_ty_is_i(m->elem, 1) || t->n != 4 || t->sub[3] != r ||
               (s[7] == 'g' && (t->sub[0]->kind != IR_TY_VECTOR || t->sub[0]->n != r->n));
    }
    if (strncmp(s, "masked.scatter.", 15) == 0) {
        return t->n != 4 || t->sub[0]->kind != IR_TY_VECTOR || t->sub[1]->kind != IR_TY_VECTOR ||
               t->sub[1]->n != t->sub[0]->n || t->sub[3]->kind != IR_TY_VECTOR ||
               t->sub[3]->n != t->sub[0]->n;
    }
    if (s[0] == 'g') return t->elem->kind != IR_TY_VECTOR || !ir_ty_is_i(t->elem->elem, 1);
    return !vector;
}

static void function(Verify *v, const IrFunc *f) {
    bool intrinsic = strncmp(atom_str(v->m->ctx, f->g.v.name), "llvm.", 5) == 0;
    const IrType *t = f->g.vty;
    if (intrinsic && !ir_is_decl(f)) ir_v_bad_global(v, &f->g, V_INTRINSIC_DEFINED);
    if (intrinsic && !f->intrin && wrong_type(v->m->ctx, f))
        ir_v_bad_global(v, &f->g, V_INTRINSIC_TYPE);
    if (!intrinsic && token_like(t->elem)) ir_v_bad_global(v, &f->g, V_TOKEN_RESULT);
    for (uint64_t k = 0; k < t->n; k++) {
        if (!intrinsic && token_like(t->sub[k])) ir_v_bad_global(v, &f->g, V_TOKEN_PARAM);
        if (!intrinsic && t->sub[k]->kind == IR_TY_METADATA)
            ir_v_bad_global(v, &f->g, V_METADATA_PARAM);
    }
    bool kernel = f->cc == IR_CC_PTX_KERNEL || f->cc == 76 || f->cc == 91;
    if (kernel && f->cc != IR_CC_PTX_KERNEL && t->elem->kind != IR_TY_VOID)
        ir_v_bad_global(v, &f->g, V_KERNEL_RESULT);
    if (kernel && t->vararg) ir_v_bad_global(v, &f->g, V_KERNEL_VARARG);
    if (f->cc == 83) { // x86_intrcc
        bool ok = t->n >= 1 && t->sub[0]->kind == IR_TY_PTR &&
                  ir_attr_has(ir_attrs_get(&f->attrs, 0), IR_ATTR_BYVAL);
        if (t->n && !ok) ir_v_bad_global(v, &f->g, V_X86_INTR);
    }
    if (!f->intrin) ir_v_attrs(v, NULL, f, &f->attrs, t);
}

void ir_v_global(Verify *v, IrGlobal *g) {
    switch (g->v.kind) {
    case IR_C_VAR:
        symbol(v, g, !g->init);
        variable(v, g);
        break;
    case IR_C_FUNC:
        symbol(v, g, ir_is_decl((IrFunc *)g) && !((IrFunc *)g)->body_at);
        function(v, (IrFunc *)g);
        break;
    default: symbol(v, g, false); alias(v, g);
    }
    ir_v_global_attachments(v, g);
}
