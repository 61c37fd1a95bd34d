// SPDX-License-Identifier: Apache-2.0
// order-sums: of a sum of two products the one comes first that was known earlier.
//
//     %l = load float, ptr %p
//     %p = fmul contract float %l, %a
//     %q = fmul contract float %b, %c
//     %s = fadd contract float %p, %q      =>      %s = fadd contract float %q, %p
//
// Selection fuses the first product and rounds the second one, so that the order shows in the last
// bit of the result. NVIDIA's compiler orders the operands by LLVM's ranks (Reassociate.cpp):
// constants, then arguments, then what is computed of them alone, then by blocks in reverse
// postorder, in each block by the instructions that cannot move. The values are equal either way;
// only where both are products is anything changed here.
#include "opt/opt.h"

typedef struct {
    const PassCtx *pc;
    uint64_t *rank; // by value id
    uint64_t last;
} Ranks;

// Before sm_100 NVIDIA's compiler has LLVM 7, for which all calls stay but those that read a
// special register, and __int_as_float and its kin are calls; then one for which roots and the like
// stay.
static bool is_movable(const Ranks *r, const IrInst *i) {
    bool old = r->pc->opt->sm < 100;
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

static uint64_t rank_of(const Ranks *r, const IrValue *v) {
    return ir_as_inst(v) || ir_as_arg(v) ? r->rank[v->id] : 0;
}

// One more than the highest of the operands; they were met before, for phis are not looked through.
static uint64_t rank_of_operation(const Ranks *r, const IrInst *i) {
    uint64_t max = 0;
    for (uint32_t k = 0; k < i->nops; k++) {
        uint64_t n = rank_of(r, ir_op(i, k));
        if (n > max) max = n;
    }
    return max + !is_negation(i);
}

static void rank_block(Ranks *r, const IrBlock *bb) {
    r->last++;
    uint64_t fixed = r->last << 16;
    IR_FOREACH_INST(i, bb) r->rank[i->v.id] = is_movable(r, i) ? rank_of_operation(r, i) : ++fixed;
}

static bool is_product(const IrValue *v) {
    const IrInst *i = ir_as_inst(v);
    return i && i->v.op == IR_FMUL;
}

static bool order(const Ranks *r, IrInst *sum) {
    IrValue *a = ir_op(sum, 0), *b = ir_op(sum, 1);
    if (!is_product(a) || !is_product(b) || rank_of(r, b) >= rank_of(r, a)) return false;
    ir_set_op(sum, 0, b);
    ir_set_op(sum, 1, a);
    return true;
}

bool opt_order_sums(PassCtx *pc, IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    Ranks r = {.pc = pc, .rank = arena_array(pc->tmp, uint64_t, f->nvalues), .last = 2};
    for (uint32_t k = 0; k < f->nargs; k++) r.rank[f->arg[k]->v.id] = ++r.last;
    for (uint32_t k = 0; k < cfg->n; k++) rank_block(&r, cfg->rpo[k]);
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (i->v.op == IR_FADD && (i->fmf & IR_FMF_CONTRACT)) changed |= order(&r, i);
        }
    }
    return changed;
}
