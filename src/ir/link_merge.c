// SPDX-License-Identifier: Apache-2.0
// Constant variables with the same contents become one.
#include "ir/ir.h"

// No other module names it, and no metadata tells it from others.
static bool can_merge(const IrGlobal *global) {
    bool local = is_any_of(global->linkage, IR_INTERNAL, IR_PRIVATE);
    bool plain = global->v.kind == IR_C_VAR && global->constant && global->init &&
                 !global->externally_initialized;
    return local && plain && !global->section && !global->comdat && !global->md;
}

// The first of each stays, with the strictest alignment. Initialisers are interned, so that equal
// ones are the same pointer.
void ir_merge_constants(IrModule *module) {
    Arena arena;
    arena_init(&arena, module->ctx, "ir-merge");
    Map first; // by the initialiser, of which there is one for each type and value
    map_init(&first, &arena);
    VEC(IrGlobal *) old = {0};
    VEC(IrConst *) by = {0};

    for (uint32_t i = 0; i < module->vars.n; i++) {
        IrGlobal *g = module->vars.at[i];
        if (g->dead || !can_merge(g)) continue;
        void **slot = map_slot(&first, (uintptr_t)g->init);
        IrGlobal *other = *slot;
        if (!other) *slot = g;
        if (!other || other->v.type != g->v.type) continue;
        other->align = CU_MAX(other->align, g->align);
        vec_push(&arena, &old, g);
        vec_push(&arena, &by, (IrConst *)other);
    }

    ir_globals_replace(module, old.n, old.at, by.at);
    ir_globals_remove(module, old.n, old.at);
    arena_free(&arena);
}
