// SPDX-License-Identifier: Apache-2.0
// order-sums: of a sum of two products the one comes first that was known earlier.
//
//     %l = load float, ptr %p
//     %p = fmul contract float %l, %a
//     %q = fmul contract float %b, %c
//     %s = fadd contract float %p, %q      =>      %s = fadd contract float %q, %p
//
// Selection fuses the first product and rounds the second one, so that the order shows in the last
// bit of the result. NVIDIA's compiler orders the operands by LLVM's ranks (scalar/ranks.c). The
// values are equal either way; only where both are products is anything changed here.
#include "opt/scalar/scalar.h"

static bool is_product(const IrValue *value) {
    const IrInst *i = ir_as_inst(value);
    return i && i->v.op == IR_FMUL;
}

static bool is_sum_of_products(const IrInst *inst) {
    bool sum = inst->v.op == IR_FADD && (inst->fmf & IR_FMF_CONTRACT);
    return sum && is_product(ir_op(inst, 0)) && is_product(ir_op(inst, 1));
}

static bool order(const OptRanks *r, IrInst *sum) {
    IrValue *a = ir_op(sum, 0), *b = ir_op(sum, 1);
    if (opt_rank(r, b) >= opt_rank(r, a)) return false;
    ir_set_op(sum, 0, b);
    ir_set_op(sum, 1, a);
    return true;
}

OPT_FUNC_PASS(order_sums);
bool opt_order_sums(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    OptRanks r = {0}; // made for the first sum: few functions have one
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (!is_sum_of_products(i)) continue;
            if (!r.of) r = opt_ranks(pc, fn);
            changed |= order(&r, i);
        }
    }
    return changed;
}
