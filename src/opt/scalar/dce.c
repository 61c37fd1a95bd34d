// SPDX-License-Identifier: Apache-2.0
// Removal of instructions nothing needs.
//  - dce: unused and without effect, then their operands, to the end.
//  - adce: the other way round; everything is dead but what has an effect and what that needs, so
//    that cycles of phis and dead stores to dead local objects go too. Terminators always live
//    here: removing branches is simplifycfg's.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

OPT_FUNC_PASS(dce);
bool opt_dce(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    for (IrBlock *bb = fn->last; bb; bb = bb->prev) {
        for (IrInst *i = bb->last, *prev; i; i = prev) {
            prev = i->prev;
            if (!ir_is_trivially_dead(i)) continue;
            IrInst *anchor = i->next; // erasing may take predecessors of i with it
            opt_erase_dead(i);
            changed = true;
            prev = anchor ? anchor->prev : bb->last;
        }
    }
    return changed;
}

typedef struct {
    BitSet live;
    IrInst **reached; // all that live; those from `done` on have operands to look at
    uint32_t n, done;
} Mark;

static inline void mark(Mark *m, IrInst *inst) {
    if (bitset_has(&m->live, inst->v.id)) return;
    bitset_add(&m->live, inst->v.id);
    m->reached[m->n++] = inst;
}

// Marks what lives; the number of instructions that do not.
static uint32_t mark_all(Mark *m, IrFunc *fn) {
    uint32_t all = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            all++;
            bool promise = ir_intrin_of(i) == IR_I_assume; // nobody asks any more
            if (ir_is_term(i) || (ir_has_effect(i) && !promise)) mark(m, i);
        }
    }
    while (m->done < m->n) {
        const IrInst *inst = m->reached[m->done++];
        for (uint32_t k = 0; k < inst->nops; k++) {
            IrInst *op = ir_as_inst(ir_op(inst, k));
            if (op) mark(m, op);
        }
    }
    return all - m->n;
}

// What is not marked, in the order of blocks.
static IrInst **dead_of(const Mark *m, IrFunc *fn, uint32_t count, Arena *arena) {
    IrInst **dead = arena_alloc(arena, count * sizeof *dead, _Alignof(IrInst *));
    uint32_t n = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (!bitset_has(&m->live, i->v.id)) dead[n++] = i;
        }
    }
    return dead;
}

OPT_FUNC_PASS(adce);
bool opt_adce(PassCtx *pc, IrFunc *fn) {
    Mark m = {.reached = arena_alloc(pc->tmp, fn->nvalues * sizeof(IrInst *), _Alignof(IrInst *))};
    bitset_init(&m.live, pc->tmp, fn->nvalues);
    uint32_t n = mark_all(&m, fn);
    if (!n) return false;

    IrInst **dead = dead_of(&m, fn, n, pc->tmp);
    // Debug records are computed from what dead ones were computed from, users first.
    for (uint32_t k = n; k-- > 0;) {
        if (dead[k]->v.recorded) ir_records_lose(dead[k]);
    }
    // they may use each other: they let go of operands first
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t o = 0; o < dead[k]->nops; o++) ir_set_op(dead[k], o, NULL);
    }
    for (uint32_t k = 0; k < n; k++) {
        if (dead[k]->v.recorded) ir_records_lose(dead[k]); // blocks stand in any order
        ir_unlink(dead[k]);
    }
    return true;
}
