// SPDX-License-Identifier: Apache-2.0
// order-sums: of a sum of two products the one comes first that was known earlier.
//
//     %l = load float, ptr %p
//     %p = fmul contract float %l, %a
//     %q = fmul contract float %b, %c
//     %s = fadd contract float %p, %q      =>      %s = fadd contract float %q, %p
//
// Selection fuses the first product and rounds the second one, so that the order shows in the last
// bit of the result. NVIDIA's compiler orders the operands by LLVM's ranks (ranks.c). The values
// are equal either way; only where both are products is anything changed here.
#include "opt/opt.h"

static bool is_product(const IrValue *value) {
    const IrInst *i = ir_as_inst(value);
    return i && i->v.op == IR_FMUL;
}

static bool order(const OptRanks *r, IrInst *sum) {
    IrValue *a = ir_op(sum, 0), *b = ir_op(sum, 1);
    if (!is_product(a) || !is_product(b) || opt_rank(r, b) >= opt_rank(r, a)) return false;
    ir_set_op(sum, 0, b);
    ir_set_op(sum, 1, a);
    return true;
}

bool opt_order_sums(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    OptRanks r = opt_ranks(pc, fn);
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (i->v.op == IR_FADD && (i->fmf & IR_FMF_CONTRACT)) changed |= order(&r, i);
        }
    }
    return changed;
}
