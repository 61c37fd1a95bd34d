// SPDX-License-Identifier: Apache-2.0
// simplifycfg: what it costs to run a block always that ran under a condition (of an instruction:
// common/cost.c), and whether it may.
//
// What may not run always: anything with effects, what may trap, convergent operations, and loads -
// but those of objects that are certainly there, that no other thread writes (a load that the
// program does not make might race), or of an address that has just been read.
#include "opt/cfg/cfg.h"

enum { LOOK_BACK = 32 };

// An object that this thread alone sees or nobody writes, read within its bounds.
static bool is_always_readable(IrValue *value, uint64_t size) {
    int64_t off;
    bool shared = ir_as_var(ir_strip_ptr(value, &off)) != NULL;
    return opt_is_dereferenceable(value, size) && (!shared || an_is_constant_memory(value));
}

// The same address was accessed a few instructions before; nothing can have freed it since.
static bool was_just_accessed(const IrInst *load, const IrInst *before) {
    uint32_t left = LOOK_BACK;
    for (const IrInst *i = before->prev; i && left--; i = i->prev) {
        if (i->v.op == IR_CALL && ir_has_effect(i)) return false;
        if (i->v.op != IR_LOAD || ir_op(i, 0) != ir_op(load, 0)) continue;
        if (i->v.type->store_size >= load->v.type->store_size) return true;
    }
    return false;
}

static bool may_run_always(const IrInst *inst, const IrInst *before) {
    if (inst->v.op != IR_LOAD) return ir_is_speculatable(inst) && !ir_is_convergent(inst);
    if (!ir_is_plain(inst)) return false;
    return is_always_readable(ir_op(inst, 0), inst->v.type->store_size) ||
           was_just_accessed(inst, before);
}

uint32_t opt_cfg_speculation_cost(const IrBlock *bb, const IrInst *before, uint32_t limit) {
    uint32_t sum = 0;
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i)) break;
        if (i->v.op == IR_PHI || !may_run_always(i, before)) return OPT_CFG_NEVER;
        sum += opt_always_cost(i);
        if (sum > limit) return OPT_CFG_NEVER;
    }
    return sum;
}

void opt_cfg_speculate(IrBlock *from, IrInst *before) {
    while (!ir_is_term(from->first)) {
        IrInst *i = from->first;

        // promises that held under the condition need not hold always
        ir_md_speculated(i);
        ir_move_before(i, before);
    }
}
