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
#include "opt/common/common.h"

static bool has_effects(const OptLoop *loop) {
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IR_FOREACH_INST(i, loop->loop->blocks.at[k]) {
            if (ir_is_term(i) ? !is_any_of(i->v.op, IR_BR, IR_SWITCH) : ir_has_effect(i))
                return true;
            if (ir_is_convergent(i)) return true;
        }
    }
    return false;
}

// The one block behind the loop, or NULL.
static IrBlock *only_exit(const OptLoop *loop, Arena *tmp) {
    AnBlockVec exits = {0};
    an_exits(loop->loops, loop->loop, tmp, &exits);
    return exits.n == 1 ? exits.at[0] : NULL;
}

static bool needs_values(const OptLoop *loop, const IrBlock *exit) {
    IR_FOREACH_PHI(phi, exit) {
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            if (ir_phi_value(phi, k) != ir_phi_value(phi, 0)) return true;
        }
        if (!an_loop_invariant(loop->loops, loop->loop, ir_phi_value(phi, 0))) return true;
    }
    return false;
}

static bool ends(PassCtx *pc, const OptLoop *loop) {
    if (ir_fn_has(loop->fn, IR_ATTR_MUSTPROGRESS)) return true;
    AnScev *s = an_scev_make(loop->fn, loop->loops, an_dom(pc->an), pc->tmp);
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        // of loops within too
        const AnLoop *own = an_loop_of(loop->loops, loop->loop->blocks.at[k]);
        if (own->header == loop->loop->blocks.at[k] && !an_trip_count(s, own)) return false;
    }
    return true;
}

OPT_LOOP_PASS(loop_deletion);
OptLoopResult opt_loop_deletion(PassCtx *pc, OptLoop *loop) {
    IrBlock *exit = only_exit(loop, pc->tmp);
    if (!exit || has_effects(loop) || needs_values(loop, exit) || !ends(pc, loop))
        return OPT_LOOP_SAME;

    // the exit's phis have one value from all edges
    IR_FOREACH_PHI(phi, exit) {
        IrValue *v = ir_phi_value(phi, 0);
        ir_remove_ops(phi, 0, phi->nops);
        ir_phi_add(phi, v, loop->preheader);
    }
    IrInst *enter = ir_term(loop->preheader);
    IR_FOREACH_PHI(phi, loop->header) {
        int at = ir_phi_find(phi, loop->preheader);
        ir_remove_ops(phi, 2 * (uint32_t)at, 2);
    }
    ir_set_succ(enter, 0, exit);
    // the blocks that nobody reaches any more must not name the exit
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IrInst *term = ir_term(loop->loop->blocks.at[k]);
        IrBuilder b = ir_builder_at(term);
        ir_unreachable(&b);
        ir_erase(term);
    }
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IrBlock *bb = loop->loop->blocks.at[k];
        while (bb->first->v.op == IR_PHI) {
            ir_replace_erase(bb->first, &ir_poison(loop->fn->g.m, bb->first->v.type)->v);
        }
    }
    return OPT_LOOP_RESHAPED;
}
