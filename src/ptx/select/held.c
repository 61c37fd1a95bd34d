// SPDX-License-Identifier: Apache-2.0
// Frames that had better stay memory. Where every address in a frame is %SPL and a displacement, or
// an array's start and an index, ptxas may hold the whole frame in registers: an access by an index
// becomes a comparison and a selection for each word of the array. That is what small arrays want;
// the stack of a traversal, pushed and popped in its loop, costs several times what its loads and
// stores cost. Then the arrays' addresses are taken into registers, as nvcc always does, and ptxas
// leaves the frame alone (measured with ptxas 13.0: sm_90, sm_100).
#include "analysis/analysis.h"
#include "ptx/select/select.h"

enum {
    WORD = 4,
    FEW = 8,        // words that may well be chosen among
    FOR_A_WORD = 2, // instructions for each word that an index may mean
    PER_LOOP = 8,   // rounds of a loop
    DEEPEST = 4     // loops that count
};

typedef struct {
    const Sel *sel;
    const AnLoops *loops;
    uint64_t words;             // of the array at hand
    uint64_t registers, memory; // instructions of the frame's accesses, the one way and the other
    bool escapes;               // ptxas does not see all accesses
} Costs;

static uint64_t rounds(const Costs *costs, const IrBlock *bb) {
    const AnLoop *loop = an_loop_of(costs->loops, bb);
    uint64_t n = 1;
    for (uint32_t k = loop ? CU_MIN(loop->depth, DEEPEST) : 0; k; k--) n *= PER_LOOP;
    return n;
}

// All accesses through `address`, which an index is part of already or not.
static void count_accesses(Costs *costs, IrValue *address, bool indexed) {
    IR_FOREACH_USE(use, address) {
        IrInst *user = use->user;
        int64_t distance;
        switch (user->v.op) {
        case IR_GEP:
            count_accesses(costs, &user->v, indexed || !ir_gep_const_offset(user, &distance));
            break;
        case IR_BITCAST:
        case IR_ADDRSPACECAST: count_accesses(costs, &user->v, indexed); break;
        case IR_LOAD:
        case IR_STORE:
            costs->escapes |= user->v.op == IR_STORE && use != &user->op[1];
            costs->memory += rounds(costs, user->block);
            if (indexed && costs->words > FEW)
                costs->registers += FOR_A_WORD * costs->words * rounds(costs, user->block);
            break;
        default: costs->escapes = true;
        }
    }
}

bool sel_frame_is_held(Sel *sel) {
    if (!sel->g->o->opt_level || sel->g->o->debug) return false;
    AnCfg *cfg = an_cfg_make(sel->fn, sel->a);
    if (!cfg->cyclic) return false;
    AnDom *dom = an_dom_make(sel->fn, cfg, sel->a);
    Costs costs = {.sel = sel, .loops = an_loops_make(sel->fn, cfg, dom, sel->a)};
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(allocation, bb) {
            IrConst *count =
                allocation->v.op == IR_ALLOCA ? ir_as_cint(ir_op(allocation, 0)) : NULL;
            if (!count) continue;
            costs.words = allocation->aty->size * ir_uval(count) / WORD;
            count_accesses(&costs, &allocation->v, false);
        }
    }
    return !costs.escapes && costs.registers > costs.memory;
}
