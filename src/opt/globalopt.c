// SPDX-License-Identifier: Apache-2.0
// globalopt: shared variables that are only written lose their stores.
//
//     @s = internal addrspace(3) global [64 x i32] undef
//     store i32 %a, ptr addrspace(3) @s          =>   (nothing)
//
// globaldce removes the variable when nothing else names it.
//
// Refused: global memory, which the host reads and writes by name even where C++ says `static`;
// variables that others see (linkage, alias, llvm.used, metadata, initialisers of others), and
// those whose address goes anywhere but through constant expressions, getelementptr and casts to
// stores; volatile and atomic accesses.
#include "opt/opt.h"

typedef VEC(IrInst *) Insts;
typedef struct {
    bool lost; // read, or its address gets out of sight
    Insts stores;
} Var;
typedef struct {
    Arena *a;
    Map of; // IrGlobal -> Var
    VEC(Var *) all;
    Map lost; // aggregates and expressions whose variables are lost already
    VEC(IrValue *) work;
} Globals;

static bool is_candidate(const IrGlobal *g) {
    return ir_is_local_linkage(g->linkage) && g->v.type->as == IR_AS_SHARED && g->init;
}

// ---- who uses them -----------------------------------------------------------------------------

// Everything that a constant names gets out of sight.
static void lose(Globals *g, const IrConst *c) {
    if (c->v.kind == IR_C_VAR) {
        Var *v = map_get(&g->of, (uintptr_t)c);
        if (v) v->lost = true;
    }
    if (c->v.kind != IR_C_AGG && c->v.kind != IR_C_EXPR) return;
    if (map_get(&g->lost, (uintptr_t)c)) return;
    map_put(&g->lost, (uintptr_t)c, (void *)(uintptr_t)c);
    for (uint32_t k = 0; k < c->n; k++) lose(g, c->elem[k]);
}

// The variable that a constant address is in, or NULL; what else it names is lost.
static Var *variable_of(Globals *g, IrConst *c) {
    const IrConst *at = c;
    while (at->v.kind == IR_C_EXPR) {
        bool passes = at->v.op == IR_GEP || at->v.op == IR_BITCAST || at->v.op == IR_ADDRSPACECAST;
        if (!passes) {
            lose(g, at);
            return NULL;
        }
        for (uint32_t k = 1; k < at->n; k++) lose(g, at->elem[k]);
        at = at->elem[0];
    }
    if (at->v.kind == IR_C_VAR) return map_get(&g->of, (uintptr_t)at);
    lose(g, at);
    return NULL;
}

static bool is_plain_write(const IrInst *i, uint32_t operand) {
    if (i->v.op == IR_STORE) return operand == 1 && ir_is_plain(i);
    return ir_intrin_of(i) == IR_I_memset && operand == 0 && ir_is_zero(ir_op(i, 3));
}

// Operand k of i is an address in v. Values that carry it on go to the list.
static void use_address(Globals *g, Var *v, IrInst *i, uint32_t k) {
    bool carries = i->v.op == IR_GEP || i->v.op == IR_BITCAST || i->v.op == IR_ADDRSPACECAST;
    if (carries && k == 0) {
        vec_push(g->a, &g->work, &i->v);
    } else if (is_plain_write(i, k)) {
        vec_push(g->a, &v->stores, i);
    } else {
        v->lost = true;
    }
}

static void use_operand(Globals *g, IrInst *i, uint32_t k) {
    Var *v = variable_of(g, (IrConst *)ir_op(i, k));
    if (!v) return;
    g->work.n = 0;
    use_address(g, v, i, k);
    while (g->work.n && !v->lost) {
        IrValue *address = vec_pop(&g->work);
        IR_FOREACH_USE(u, address) use_address(g, v, u->user, ir_use_index(u));
    }
}

static void use_md(Globals *g, const IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value)) lose(g, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE) return;
    if (map_get(&g->lost, (uintptr_t)md)) return;
    map_put(&g->lost, (uintptr_t)md, (void *)(uintptr_t)md);
    for (uint32_t k = 0; k < md->n; k++) use_md(g, md->op[k], depth + 1);
}

static void use_body(Globals *g, IrFunc *f) {
    IrConst *own[] = {f->prefix, f->prologue, f->personality};
    for (uint32_t k = 0; k < CU_COUNT(own); k++) {
        if (own[k]) lose(g, own[k]);
    }
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                const IrValue *v = ir_op(i, k);
                bool names = v->kind == IR_C_VAR || v->kind == IR_C_EXPR;
                if (names) use_operand(g, i, k);
                if (v->kind == IR_C_AGG) lose(g, (const IrConst *)v);
                if (v->kind == IR_V_MD) use_md(g, ((const IrMdValue *)v)->md, 0);
            }
        }
    }
}

static void use_module(Globals *g, IrModule *m) {
    for (uint32_t k = 0; k < m->vars.n; k++) {
        if (m->vars.at[k]->init) lose(g, m->vars.at[k]->init);
    }
    for (uint32_t k = 0; k < m->aliases.n; k++) {
        if (m->aliases.at[k]->init) lose(g, m->aliases.at[k]->init);
    }
    for (uint32_t k = 0; k < m->nnamed_md; k++) {
        for (uint32_t j = 0; j < m->named_md_[k].ops.n; j++) {
            use_md(g, m->named_md_[k].ops.at[j], 0);
        }
    }
    IR_FOREACH_FUNC(f, m) use_body(g, f);
}

// ---- the pass ----------------------------------------------------------------------------------

bool opt_globalopt(PassCtx *pc, IrModule *m) {
    Globals g = {.a = pc->tmp};
    map_init(&g.of, g.a);
    map_init(&g.lost, g.a);
    for (uint32_t k = 0; k < m->vars.n; k++) {
        if (!is_candidate(m->vars.at[k])) continue;
        Var *v = arena_new(g.a, Var);
        map_put(&g.of, (uintptr_t)m->vars.at[k], v);
        vec_push(g.a, &g.all, v);
    }
    if (!g.all.n) return false;

    use_module(&g, m);
    bool changed = false;
    for (uint32_t k = 0; k < g.all.n; k++) {
        const Var *v = g.all.at[k];
        for (uint32_t j = 0; j < v->stores.n && !v->lost; j++) {
            ir_erase(v->stores.at[j]);
            changed = true;
        }
    }
    return changed;
}
