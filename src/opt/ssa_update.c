// SPDX-License-Identifier: Apache-2.0
// One variable with several definitions becomes SSA again: a use gets the definition that reaches
// it, and where several meet, a phi. Phis stand in the iterated dominance frontier of the
// definitions, but only those that some use asks for are made.
#include "opt/opt.h"

struct OptSsa {
    IrFunc *fn;
    const AnDom *dom;
    Arena *arena;
    AnIdf *idf;
    IrType *type;
    Map at_end;       // block -> value at its end
    Map joins;        // blocks where definitions meet -> the phi, or the block itself: not made yet
    bool found_joins; // joins is filled
    AnBlockVec defs;
    VEC(IrInst *) unfilled; // phis without operands
};

OptSsa *opt_ssa_new(IrFunc *f, const AnDom *dom, Arena *a) {
    OptSsa *s = arena_new(a, OptSsa);
    *s = (OptSsa){.fn = f, .dom = dom, .arena = a};
    return s;
}

void opt_ssa_begin(OptSsa *s, IrType *type) {
    s->type = type;
    s->found_joins = false;
    s->defs.n = 0;
    map_init(&s->at_end, s->arena);
    map_init(&s->joins, s->arena);
}

void opt_ssa_def(OptSsa *s, IrBlock *bb, IrValue *value) {
    void **slot = map_slot(&s->at_end, (uintptr_t)bb);
    if (!*slot) vec_push(s->arena, &s->defs, bb);
    *slot = value;
}

static void find_joins(OptSsa *s) {
    s->found_joins = true;
    if (s->defs.n < 2) return; // one definition dominates all uses
    if (!s->idf) s->idf = an_idf_new(s->dom, s->arena);
    const AnBlockVec *joins = an_idf(s->idf, s->defs.n, s->defs.at, NULL);
    for (uint32_t k = 0; k < joins->n; k++) {
        map_put(&s->joins, (uintptr_t)joins->at[k], joins->at[k]);
    }
}

// The phi at the start of bb, or NULL when no definitions meet there.
static IrValue *join(OptSsa *s, IrBlock *bb) {
    void **slot = map_slot(&s->joins, (uintptr_t)bb);
    if (!*slot) return NULL;
    if (*slot == bb) {
        IrBuilder b = bb->first ? ir_builder_at(bb->first) : ir_builder(s->fn, bb);
        IrInst *phi = ir_phi(&b, s->type, ir_npreds(bb));
        *slot = phi;
        vec_push(s->arena, &s->unfilled, phi);
    }
    return &((IrInst *)*slot)->v;
}

// Without filling the phis that it makes.
static IrValue *at_end(OptSsa *s, IrBlock *bb) {
    IrValue *v = NULL;
    IrBlock *top = bb;

    // up the tree to a definition or a join
    while (top) {
        v = map_get(&s->at_end, (uintptr_t)top);
        if (!v) v = join(s, top);
        if (v) break;
        top = s->dom->idom[top->v.id];
    }
    if (!v) v = &ir_poison(s->fn->g.m, s->type)->v;

    // the next question stops earlier
    for (IrBlock *at = bb; at != top; at = s->dom->idom[at->v.id]) {
        map_put(&s->at_end, (uintptr_t)at, v);
    }
    if (top && !map_get(&s->at_end, (uintptr_t)top)) map_put(&s->at_end, (uintptr_t)top, v);
    return v;
}

static void fill_phis(OptSsa *s) {
    while (s->unfilled.n) {
        IrInst *phi = vec_pop(&s->unfilled);
        IR_FOREACH_PRED(edge, phi->block) {
            ir_phi_add(phi, at_end(s, edge->user->block), edge->user->block);
        }
    }
}

static void begin_questions(OptSsa *s) {
    if (!s->found_joins) find_joins(s);
}

IrValue *opt_ssa_at_end(OptSsa *s, IrBlock *bb) {
    begin_questions(s);
    IrValue *v = at_end(s, bb);
    fill_phis(s);
    return v;
}

IrValue *opt_ssa_at_start(OptSsa *s, IrBlock *bb) {
    begin_questions(s);
    IrValue *v = join(s, bb);
    if (!v && s->dom->idom[bb->v.id]) v = at_end(s, s->dom->idom[bb->v.id]);
    fill_phis(s);
    return v ? v : &ir_poison(s->fn->g.m, s->type)->v;
}

void opt_ssa_use(OptSsa *s, IrUse *use) {
    IrInst *user = use->user;
    uint32_t index = ir_use_index(use);
    bool phi = user->v.op == IR_PHI;
    IrValue *v =
        phi ? opt_ssa_at_end(s, ir_phi_block(user, index / 2)) : opt_ssa_at_start(s, user->block);
    ir_set_op(user, index, v);
}
