// SPDX-License-Identifier: Apache-2.0
// Ranks of values as in LLVM's Reassociate.cpp: constants, then arguments, then what is computed of
// them alone, then by blocks in reverse postorder, in each block by the instructions that cannot
// move. What has a low rank is known early: it varies in fewer loops and is shared by more code.
#include "opt/opt.h"

// Before sm_100 NVIDIA's compiler has LLVM 7, for which all calls stay but those that read a
// special register, and __int_as_float and its kin are calls; then one for which roots and the like
// stay.
static bool is_movable(const PassCtx *pc, const IrInst *i) {
    bool old = pc->opt->sm < 100;
    if (!ir_is_speculatable(i) || ir_may_read(i)) return false;
    if (i->v.op == IR_BITCAST) return !old;
    if (i->v.op != IR_CALL || ir_call_nargs(i) == 0) return true;
    return !old && !(ir_intrins[ir_intrin_of(i)].props & IRI_SLOW);
}

static bool is_negation(const IrInst *i) {
    if (i->v.op == IR_FNEG) return true;
    if (i->v.op == IR_XOR) return ir_is_all_ones(ir_op(i, 1));
    return i->v.op == IR_SUB && ir_is_zero(ir_op(i, 0));
}

// One more than the highest of the operands; they were met before, for phis are not looked through.
static uint64_t rank_of_operation(const OptRanks *r, const IrInst *i) {
    uint64_t max = 0;
    for (uint32_t k = 0; k < i->nops; k++) {
        uint64_t n = opt_rank(r, ir_op(i, k));
        if (n > max) max = n;
    }
    return max + !is_negation(i);
}

OptRanks opt_ranks(PassCtx *pc, const IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    OptRanks r = {arena_array(pc->tmp, uint64_t, f->nvalues), f->nvalues};
    uint64_t last = 2;
    for (uint32_t k = 0; k < f->nargs; k++) r.of[f->arg[k]->v.id] = ++last;
    for (uint32_t k = 0; k < cfg->n; k++) {
        uint64_t fixed = ++last << 16;
        IR_FOREACH_INST(i, cfg->rpo[k])
        r.of[i->v.id] = is_movable(pc, i) ? rank_of_operation(&r, i) : ++fixed;
    }
    return r;
}
