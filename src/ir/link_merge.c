// SPDX-License-Identifier: Apache-2.0
// Constant variables with the same contents become one.
#include "ir/ir.h"

// No other module names it, and no metadata tells it from others.
static bool can_merge(const IrGlobal *g) {
    bool local = g->linkage == IR_INTERNAL || g->linkage == IR_PRIVATE;
    bool plain = g->v.kind == IR_C_VAR && g->constant && g->init && !g->externally_initialized;
    return local && plain && !g->section && !g->comdat && !g->md;
}

void ir_merge_constants(IrModule *m) {
    Arena a;
    arena_init(&a, m->ctx, "ir-merge");
    Map first; // by the initialiser, of which there is one for each type and value
    map_init(&first, &a);
    VEC(IrGlobal *) old = {0};
    VEC(IrConst *) by = {0};

    for (uint32_t i = 0; i < m->vars.n; i++) {
        IrGlobal *g = m->vars.at[i];
        if (g->dead || !can_merge(g)) continue;
        void **slot = map_slot(&first, (uintptr_t)g->init);
        IrGlobal *other = *slot;
        if (!other) *slot = g;
        if (!other || other->v.type != g->v.type) continue;
        other->align = CU_MAX(other->align, g->align);
        vec_push(&a, &old, g);
        vec_push(&a, &by, (IrConst *)other);
    }

    ir_globals_replace(m, old.n, old.at, by.at);
    ir_globals_remove(m, old.n, old.at);
    arena_free(&a);
}
