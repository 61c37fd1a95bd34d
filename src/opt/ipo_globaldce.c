// SPDX-License-Identifier: Apache-2.0
// globaldce: removes local symbols, and declarations, that nothing reachable from outside uses.
// Roots are what the outside sees: definitions without local or discardable linkage, appending
// variables (llvm.used), aliases, and what named metadata mentions.
#include "opt/opt.h"

typedef struct {
    IrModule *m;
    Arena *a;
    Map live; // IrGlobal or aggregate constant -> itself
    VEC(IrGlobal *) work;
} Gdce;

static void use_const(Gdce *g, IrConst *c) {
    if (c->v.kind < IR_C_AGG) return;
    if (map_get(&g->live, (uintptr_t)c)) return;
    map_put(&g->live, (uintptr_t)c, c);
    if (c->v.kind >= IR_C_VAR) {
        vec_push(g->a, &g->work, (IrGlobal *)c);
        return;
    }
    for (uint32_t i = 0; i < c->n; i++) use_const(g, c->elem[i]);
}

static bool is_root(const IrGlobal *x) {
    if (ir_is_discardable(x->linkage)) return false;
    if (x->linkage == IR_APPENDING) return true;
    return x->v.kind == IR_C_FUNC ? !ir_is_decl((const IrFunc *)x) : x->init != NULL;
}

static void use_md(Gdce *g, IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value)) use_const(g, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE || map_get(&g->live, (uintptr_t)md)) return;
    map_put(&g->live, (uintptr_t)md, md);
    for (uint32_t i = 0; i < md->n; i++) use_md(g, md->op[i], depth + 1);
}

static void use_body(Gdce *g, IrFunc *f) {
    IrConst *own[] = {f->prefix, f->prologue, f->personality};
    for (uint32_t k = 0; k < CU_COUNT(own); k++) {
        if (own[k]) use_const(g, own[k]);
    }
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                IrValue *v = ir_op(i, k);
                if (v->kind >= IR_C_AGG) use_const(g, (IrConst *)v);
                if (v->kind == IR_V_MD) use_md(g, ((IrMdValue *)v)->md, 0);
            }
        }
    }
}

static bool sweep(Gdce *g) {
    IrModule *m = g->m;
    bool changed = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->vars.n; i++) n += !map_get(&g->live, (uintptr_t)m->vars.at[i]);
    IrGlobal **dead = arena_array(g->a, IrGlobal *, n + m->funcs.n);
    n = 0;
    for (uint32_t i = 0; i < m->vars.n; i++) {
        if (!map_get(&g->live, (uintptr_t)m->vars.at[i])) dead[n++] = m->vars.at[i];
    }
    IR_FOREACH_FUNC(f, m) {
        if (!map_get(&g->live, (uintptr_t)f)) dead[n++] = &f->g;
    }
    if (n) ir_globals_remove(m, n, dead);
    changed = n > 0;
    return changed;
}

bool opt_globaldce(PassCtx *pc, IrModule *m) {
    Gdce g = {.m = m, .a = pc->tmp};
    map_init(&g.live, pc->tmp);
    for (uint32_t i = 0; i < m->vars.n; i++) {
        if (is_root(m->vars.at[i])) use_const(&g, (IrConst *)m->vars.at[i]);
    }
    IR_FOREACH_FUNC(f, m) {
        if (is_root(&f->g)) use_const(&g, (IrConst *)f);
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) use_const(&g, (IrConst *)m->aliases.at[i]);
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            use_md(&g, m->named_md_[i].ops.at[k], 0);
        }
    }
    while (g.work.n) {
        IrGlobal *x = vec_pop(&g.work);
        if (x->v.kind == IR_C_FUNC) {
            use_body(&g, (IrFunc *)x);
        } else if (x->init) {
            use_const(&g, x->init);
        }
    }
    return sweep(&g);
}
