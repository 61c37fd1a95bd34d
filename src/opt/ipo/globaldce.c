// SPDX-License-Identifier: Apache-2.0
// globaldce: removes local symbols, and declarations, that nothing reachable from outside uses.
// Roots are what the outside sees: definitions without local or discardable linkage, appending
// variables (llvm.used), aliases, and what named metadata mentions.
#include "opt/common/common.h"

typedef struct {
    IrModule *m;
    Arena *a;
    Map live; // IrGlobal or aggregate constant -> itself
    VEC(IrGlobal *) work;
} Gdce;

static void use_const(Gdce *gdce, IrConst *constant) {
    if (constant->v.kind < IR_C_AGG) return;
    if (map_get(&gdce->live, (uintptr_t)constant)) return;
    map_put(&gdce->live, (uintptr_t)constant, constant);
    if (constant->v.kind >= IR_C_VAR) {
        vec_push(gdce->a, &gdce->work, (IrGlobal *)constant);
        return;
    }
    for (uint32_t i = 0; i < constant->n; i++) use_const(gdce, constant->elem[i]);
}

static bool is_root(const IrGlobal *global) {
    if (ir_is_discardable(global->linkage)) return false;
    if (global->linkage == IR_APPENDING) return true;
    return global->v.kind == IR_C_FUNC ? !ir_is_decl((const IrFunc *)global) : global->init != NULL;
}

static void use_md(Gdce *g, IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value)) use_const(g, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE || map_get(&g->live, (uintptr_t)md)) return;
    map_put(&g->live, (uintptr_t)md, md);
    for (uint32_t i = 0; i < md->n; i++) use_md(g, md->op[i], depth + 1);
}

static void use_body(Gdce *gdce, IrFunc *fn) {
    IrConst *own[] = {fn->prefix, fn->prologue, fn->personality};
    for (uint32_t k = 0; k < CU_COUNT(own); k++) {
        if (own[k]) use_const(gdce, own[k]);
    }
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                IrValue *v = ir_op(i, k);
                if (v->kind >= IR_C_AGG) use_const(gdce, (IrConst *)v);
                if (v->kind == IR_V_MD) use_md(gdce, ((IrMdValue *)v)->md, 0);
            }
        }
    }
}

static bool sweep(Gdce *gdce) {
    IrModule *module = gdce->m;
    bool changed = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < module->vars.n; i++)
        n += !map_get(&gdce->live, (uintptr_t)module->vars.at[i]);
    IrGlobal **dead = arena_array(gdce->a, IrGlobal *, n + module->funcs.n);
    n = 0;
    for (uint32_t i = 0; i < module->vars.n; i++) {
        if (!map_get(&gdce->live, (uintptr_t)module->vars.at[i])) dead[n++] = module->vars.at[i];
    }
    IR_FOREACH_FUNC(f, module) {
        if (!map_get(&gdce->live, (uintptr_t)f)) dead[n++] = &f->g;
    }
    if (n) ir_globals_remove(module, n, dead);
    changed = n > 0;
    return changed;
}

OPT_MODULE_PASS(globaldce);
bool opt_globaldce(PassCtx *pc, IrModule *module) {
    Gdce gdce = {.m = module, .a = pc->tmp};
    map_init(&gdce.live, pc->tmp);
    for (uint32_t i = 0; i < module->vars.n; i++) {
        if (is_root(module->vars.at[i])) use_const(&gdce, (IrConst *)module->vars.at[i]);
    }
    IR_FOREACH_FUNC(f, module) {
        if (is_root(&f->g)) use_const(&gdce, (IrConst *)f);
    }
    for (uint32_t i = 0; i < module->aliases.n; i++)
        use_const(&gdce, (IrConst *)module->aliases.at[i]);
    for (uint32_t i = 0; i < module->nnamed_md; i++) {
        for (uint32_t k = 0; k < module->named_md_[i].ops.n; k++) {
            use_md(&gdce, module->named_md_[i].ops.at[k], 0);
        }
    }
    while (gdce.work.n) {
        IrGlobal *x = vec_pop(&gdce.work);
        if (x->v.kind == IR_C_FUNC) {
            use_body(&gdce, (IrFunc *)x);
        } else if (x->init) {
            use_const(&gdce, x->init);
        }
    }
    return sweep(&gdce);
}
