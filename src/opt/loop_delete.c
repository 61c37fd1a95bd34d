// SPDX-License-Identifier: Apache-2.0
// loop-deletion: a loop that only computes goes away when nobody needs what it computes.
//
//     pre: br %h                                 pre: br %exit
//     h:   %i = phi [0,pre], [%j,h]
//          %j = add %i, 1                   =>
//          br (%j < %n), %h, %exit
//     exit: %r = phi [%n,h]                      exit: %r = phi [%n,pre]
//
// The loop must end: its count is known, or the function says mustprogress. Refused: anything with
// an effect, volatile and convergent operations, several exits, a value of the loop used behind it.
#include "analysis/scev.h"
#include "opt/opt.h"

static bool has_effects(const OptLoop *l) {
    for (uint32_t k = 0; k < l->loop->blocks.n; k++) {
        IR_FOREACH_INST(i, l->loop->blocks.at[k]) {
            if (ir_is_term(i) ? i->v.op != IR_BR && i->v.op != IR_SWITCH : ir_has_effect(i))
                return true;
            if (ir_is_convergent(i)) return true;
        }
    }
    return false;
}

// The one block behind the loop, or NULL.
static IrBlock *only_exit(const OptLoop *l, Arena *tmp) {
    AnBlockVec exits = {0};
    an_exits(l->loops, l->loop, tmp, &exits);
    return exits.n == 1 ? exits.at[0] : NULL;
}

static bool needs_values(const OptLoop *l, const IrBlock *exit) {
    for (const IrInst *phi = exit->first; phi->v.op == IR_PHI; phi = phi->next) {
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            if (ir_phi_value(phi, k) != ir_phi_value(phi, 0)) return true;
        }
        if (!an_loop_invariant(l->loops, l->loop, ir_phi_value(phi, 0))) return true;
    }
    return false;
}

static bool ends(PassCtx *pc, const OptLoop *l) {
    if (ir_fn_has(l->fn, IR_ATTR_MUSTPROGRESS)) return true;
    AnScev *s = an_scev_make(l->fn, l->loops, an_dom(pc->an), pc->tmp);
    for (uint32_t k = 0; k < l->loop->blocks.n; k++) {
        // of loops within too
        const AnLoop *own = an_loop_of(l->loops, l->loop->blocks.at[k]);
        if (own->header == l->loop->blocks.at[k] && !an_trip_count(s, own)) return false;
    }
    return true;
}

OptLoopResult opt_loop_deletion(PassCtx *pc, OptLoop *l) {
    IrBlock *exit = only_exit(l, pc->tmp);
    if (!exit || has_effects(l) || needs_values(l, exit) || !ends(pc, l)) return OPT_LOOP_SAME;

    // the exit's phis have one value from all edges
    for (IrInst *phi = exit->first; phi->v.op == IR_PHI; phi = phi->next) {
        IrValue *v = ir_phi_value(phi, 0);
        ir_remove_ops(phi, 0, phi->nops);
        ir_phi_add(phi, v, l->preheader);
    }
    IrInst *enter = ir_term(l->preheader);
    for (IrInst *phi = l->header->first; phi->v.op == IR_PHI; phi = phi->next) {
        int at = ir_phi_find(phi, l->preheader);
        ir_remove_ops(phi, 2 * (uint32_t)at, 2);
    }
    ir_set_succ(enter, 0, exit);
    // the blocks that nobody reaches any more must not name the exit
    for (uint32_t k = 0; k < l->loop->blocks.n; k++) {
        IrInst *term = ir_term(l->loop->blocks.at[k]);
        IrBuilder b = ir_builder_at(term);
        ir_unreachable(&b);
        ir_erase(term);
    }
    for (uint32_t k = 0; k < l->loop->blocks.n; k++) {
        IrBlock *bb = l->loop->blocks.at[k];
        while (bb->first->v.op == IR_PHI) {
            ir_replace_erase(bb->first, &ir_poison(l->fn->g.m, bb->first->v.type)->v);
        }
    }
    return OPT_LOOP_RESHAPED;
}
