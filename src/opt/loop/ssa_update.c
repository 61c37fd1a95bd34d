// SPDX-License-Identifier: Apache-2.0
// One variable with several definitions becomes SSA again: a use gets the definition that reaches
// it, and where several meet, a phi. Phis stand in the iterated dominance frontier of the
// definitions, but only those that some use asks for are made.
#include "opt/loop/loop.h"

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

OptSsa *opt_ssa_new(IrFunc *fn, const AnDom *dom, Arena *arena) {
    OptSsa *s = arena_new(arena, OptSsa);
    *s = (OptSsa){.fn = fn, .dom = dom, .arena = arena};
    return s;
}

void opt_ssa_begin(OptSsa *ssa, IrType *type) {
    ssa->type = type;
    ssa->found_joins = false;
    ssa->defs.n = 0;
    map_init(&ssa->at_end, ssa->arena);
    map_init(&ssa->joins, ssa->arena);
}

void opt_ssa_def(OptSsa *ssa, IrBlock *bb, IrValue *value) {
    void **slot = map_slot(&ssa->at_end, (uintptr_t)bb);
    if (!*slot) vec_push(ssa->arena, &ssa->defs, bb);
    *slot = value;
}

static void find_joins(OptSsa *ssa) {
    ssa->found_joins = true;
    if (ssa->defs.n < 2) return; // one definition dominates all uses
    if (!ssa->idf) ssa->idf = an_idf_new(ssa->dom, ssa->arena);
    const AnBlockVec *joins = an_idf(ssa->idf, ssa->defs.n, ssa->defs.at, NULL);
    for (uint32_t k = 0; k < joins->n; k++) {
        map_put(&ssa->joins, (uintptr_t)joins->at[k], joins->at[k]);
    }
}

// The phi at the start of bb, or NULL when no definitions meet there.
static IrValue *join(OptSsa *ssa, IrBlock *bb) {
    void **slot = map_slot(&ssa->joins, (uintptr_t)bb);
    if (!*slot) return NULL;
    if (*slot == bb) {
        IrBuilder b = bb->first ? ir_builder_at(bb->first) : ir_builder(ssa->fn, bb);
        IrInst *phi = ir_phi(&b, ssa->type, ir_npreds(bb));
        *slot = phi;
        vec_push(ssa->arena, &ssa->unfilled, phi);
    }
    return &((IrInst *)*slot)->v;
}

// Without filling the phis that it makes.
static IrValue *at_end(OptSsa *ssa, IrBlock *bb) {
    IrValue *value = NULL;
    IrBlock *top = bb;

    // up the tree to a definition or a join
    while (top) {
        value = map_get(&ssa->at_end, (uintptr_t)top);
        if (!value) value = join(ssa, top);
        if (value) break;
        top = ssa->dom->idom[top->v.id];
    }
    if (!value) value = &ir_poison(ssa->fn->g.m, ssa->type)->v;

    // the next question stops earlier
    for (IrBlock *at = bb; at != top; at = ssa->dom->idom[at->v.id]) {
        map_put(&ssa->at_end, (uintptr_t)at, value);
    }
    if (top && !map_get(&ssa->at_end, (uintptr_t)top)) map_put(&ssa->at_end, (uintptr_t)top, value);
    return value;
}

static void fill_phis(OptSsa *ssa) {
    while (ssa->unfilled.n) {
        IrInst *phi = vec_pop(&ssa->unfilled);
        IR_FOREACH_PRED(edge, phi->block) {
            ir_phi_add(phi, at_end(ssa, edge->user->block), edge->user->block);
        }
    }
}

static void begin_questions(OptSsa *ssa) {
    if (!ssa->found_joins) find_joins(ssa);
}

IrValue *opt_ssa_at_end(OptSsa *ssa, IrBlock *bb) {
    begin_questions(ssa);
    IrValue *v = at_end(ssa, bb);
    fill_phis(ssa);
    return v;
}

IrValue *opt_ssa_at_start(OptSsa *ssa, IrBlock *bb) {
    begin_questions(ssa);
    IrValue *v = join(ssa, bb);
    if (!v && ssa->dom->idom[bb->v.id]) v = at_end(ssa, ssa->dom->idom[bb->v.id]);
    fill_phis(ssa);
    return v ? v : &ir_poison(ssa->fn->g.m, ssa->type)->v;
}

void opt_ssa_use(OptSsa *ssa, IrUse *use) {
    IrInst *user = use->user;
    uint32_t index = ir_use_index(use);
    bool phi = user->v.op == IR_PHI;
    IrValue *v = phi ? opt_ssa_at_end(ssa, ir_phi_block(user, index / 2))
                     : opt_ssa_at_start(ssa, user->block);
    ir_set_op(user, index, v);
}
