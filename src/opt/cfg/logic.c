// SPDX-License-Identifier: Apache-2.0
// simplifycfg, && and || of conditions: the second one counts only where it was asked.
//
//     a ? b : false, which is `and i1 %a, %b` where %b is poison at most when %a is
#include "opt/cfg/cfg.h"

enum { DEPTH = 4 };

// %c is poison only if some operand of `by` is that makes `by` poison too.
static bool poisons(const IrValue *by, const IrValue *c, int depth) {
    if (by == c) return true;
    const IrInst *i = ir_as_inst(by);
    if (!i || depth >= DEPTH) return false;
    uint8_t class = ir_ops[i->v.op].class;
    bool passes_on = class == IRC_BINARY || class == IRC_CMP || class == IRC_CAST;
    for (uint32_t k = 0; passes_on && k < i->nops; k++) {
        if (poisons(ir_op(i, k), c, depth + 1)) return true;
    }
    return i->v.op == IR_SELECT && poisons(ir_op(i, 0), c, depth + 1);
}

static bool makes_no_poison(const IrInst *i) {
    if (i->v.flags || i->fmf || ir_ty_is_vec(i->v.type)) return false;
    switch (i->v.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_SEXT:
    case IR_ICMP:
    case IR_FCMP: return true;
    default: return false;
    }
}

// If c is poison (or undef), so is `then`.
static bool implies_poison(const IrValue *c, const IrValue *then, int depth) {
    if (an_not_poison(c)) return true;
    if (!ir_is_const(c) && poisons(then, c, 0)) return true;
    const IrInst *i = ir_as_inst(c);
    if (!i || depth >= DEPTH || !makes_no_poison(i)) return false;
    for (uint32_t k = 0; k < i->nops; k++) {
        if (!implies_poison(ir_op(i, k), then, depth + 1)) return false;
    }
    return true;
}

IrValue *opt_cfg_and(IrBuilder *b, IrValue *x, IrValue *y) {
    if (implies_poison(y, x, 0)) return ir_and(b, x, y);
    return ir_select(b, x, y, &ir_false(b->m)->v);
}

IrValue *opt_cfg_or(IrBuilder *b, IrValue *x, IrValue *y) {
    if (implies_poison(y, x, 0)) return ir_or(b, x, y);
    return ir_select(b, x, &ir_true(b->m)->v, y);
}

IrValue *opt_cfg_choose(IrBuilder *b, IrValue *c, IrValue *x, IrValue *y) {
    const IrConst *t = ir_as_cint(x), *f = ir_as_cint(y);
    if (x->type == b->m->ty_i1 && t && ir_is_all_ones(x)) return opt_cfg_or(b, c, y);
    if (x->type == b->m->ty_i1 && f && ir_is_zero(y)) return opt_cfg_and(b, c, x);
    return ir_select(b, c, x, y);
}

bool opt_cfg_is_logic(const IrInst *i, bool is_and) {
    if (i->v.op == (is_and ? IR_AND : IR_OR)) return true;
    if (i->v.op != IR_SELECT) return false;
    IrValue *arm = ir_op(i, is_and ? 2 : 1);
    return is_and ? ir_is_zero(arm) : ir_is_all_ones(arm);
}

IrValue *opt_cfg_logic_operand(const IrInst *i, uint32_t n) {
    bool is_select = i->v.op == IR_SELECT;
    if (!is_select || n == 0) return ir_op(i, n);
    return ir_op(i, ir_is_const(ir_op(i, 1)) ? 2 : 1);
}
