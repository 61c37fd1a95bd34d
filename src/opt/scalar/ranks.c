// SPDX-License-Identifier: Apache-2.0
// Ranks of values as in LLVM's Reassociate.cpp: constants, then arguments, then what is computed of
// them alone, then by blocks in reverse postorder, in each block by the instructions that cannot
// move. What has a low rank is known early: it varies in fewer loops and is shared by more code.
#include "opt/scalar/scalar.h"

// Before sm_100 NVIDIA's compiler has LLVM 7, for which all calls stay but those that read a
// special register, and __int_as_float and its kin are calls; then one for which roots and the like
// stay.
static bool is_movable(const IrInst *inst, bool old) {
    if (!ir_is_speculatable(inst) || ir_may_read(inst)) return false;
    if (inst->v.op == IR_BITCAST) return !old;
    if (inst->v.op != IR_CALL || ir_call_nargs(inst) == 0) return true;
    return !old && !(ir_intrins[ir_intrin_of(inst)].props & IRI_SLOW);
}

static bool is_negation(const IrInst *inst) {
    if (inst->v.op == IR_FNEG) return true;
    if (inst->v.op == IR_XOR) return ir_is_all_ones(ir_op(inst, 1));
    return inst->v.op == IR_SUB && ir_is_zero(ir_op(inst, 0));
}

// One more than the highest of the operands; they were met before, for phis are not looked through.
static uint64_t rank_of_operation(const OptRanks *r, const IrInst *inst) {
    uint64_t max = 0;
    for (uint32_t k = 0; k < inst->nops; k++) {
        uint64_t n = opt_rank(r, ir_op(inst, k));
        if (n > max) max = n;
    }
    return max + !is_negation(inst);
}

OptRanks opt_ranks(PassCtx *pc, const IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    OptRanks r = {arena_array(pc->tmp, uint64_t, fn->nvalues), fn->nvalues};
    bool old = !target_newer_nvvm(pc->opt->target);
    uint64_t last = 2;
    for (uint32_t k = 0; k < fn->nargs; k++) r.of[fn->arg[k]->v.id] = ++last;
    for (uint32_t k = 0; k < cfg->n; k++) {
        uint64_t fixed = ++last << 16;
        IR_FOREACH_INST(i, cfg->rpo[k])
        r.of[i->v.id] = is_movable(i, old) ? rank_of_operation(&r, i) : ++fixed;
    }
    return r;
}
