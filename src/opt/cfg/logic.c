// SPDX-License-Identifier: Apache-2.0
// simplifycfg, && and || of conditions: the second one counts only where it was asked.
//
//     a ? b : false, which is `and i1 %a, %b` where %b is poison at most when %a is
#include "opt/cfg/cfg.h"

enum { DEPTH = 4 };

// %c is poison only if some operand of `by` is that makes `by` poison too.
static bool poisons(const IrValue *by, const IrValue *value, int depth) {
    if (by == value) return true;
    const IrInst *i = ir_as_inst(by);
    if (!i || depth >= DEPTH) return false;
    uint8_t class = ir_ops[i->v.op].class;
    bool passes_on = is_any_of(class, IRC_BINARY, IRC_CMP, IRC_CAST);
    for (uint32_t k = 0; passes_on && k < i->nops; k++) {
        if (poisons(ir_op(i, k), value, depth + 1)) return true;
    }
    return i->v.op == IR_SELECT && poisons(ir_op(i, 0), value, depth + 1);
}

static bool makes_no_poison(const IrInst *inst) {
    static const bool plain[IR_NOPS] = {
        [IR_ADD] = true,  [IR_SUB] = true,  [IR_MUL] = true,   [IR_AND] = true,
        [IR_OR] = true,   [IR_XOR] = true,  [IR_TRUNC] = true, [IR_ZEXT] = true,
        [IR_SEXT] = true, [IR_ICMP] = true, [IR_FCMP] = true};
    bool promises = inst->v.flags || inst->fmf;
    return plain[inst->v.op] && !promises && !ir_ty_is_vec(inst->v.type);
}

// If `cause` is poison (or undef), so is `then`.
static bool implies_poison(const IrValue *cause, const IrValue *then, int depth) {
    if (an_not_poison(cause)) return true;
    if (!ir_is_const(cause) && poisons(then, cause, 0)) return true;
    const IrInst *i = ir_as_inst(cause);
    if (!i || depth >= DEPTH || !makes_no_poison(i)) return false;
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!implies_poison(ir_op(i, k), then, depth + 1)) return false;
    }
    return true;
}

IrValue *opt_cfg_and(IrBuilder *builder, IrValue *first, IrValue *second) {
    if (implies_poison(second, first, 0)) return ir_and(builder, first, second);
    return ir_select(builder, first, second, &ir_false(builder->m)->v);
}

IrValue *opt_cfg_or(IrBuilder *builder, IrValue *first, IrValue *second) {
    if (implies_poison(second, first, 0)) return ir_or(builder, first, second);
    return ir_select(builder, first, &ir_true(builder->m)->v, second);
}

IrValue *opt_cfg_choose(IrBuilder *builder, IrValue *condition, IrValue *yes, IrValue *no) {
    bool truth = yes->type == builder->m->ty_i1;
    if (truth && ir_is_int(yes, 1)) return opt_cfg_or(builder, condition, no);
    if (truth && ir_is_int(no, 0)) return opt_cfg_and(builder, condition, yes);
    return ir_select(builder, condition, yes, no);
}

bool opt_cfg_is_logic(const IrInst *inst, bool is_and) {
    if (inst->v.op == (is_and ? IR_AND : IR_OR)) return true;
    if (inst->v.op != IR_SELECT) return false;
    IrValue *arm = ir_op(inst, is_and ? 2 : 1);
    return is_and ? ir_is_zero(arm) : ir_is_all_ones(arm);
}

IrValue *opt_cfg_logic_operand(const IrInst *inst, uint32_t n) {
    bool is_select = inst->v.op == IR_SELECT;
    if (!is_select || n == 0) return ir_op(inst, n);
    return ir_op(inst, ir_is_const(ir_op(inst, 1)) ? 2 : 1);
}
