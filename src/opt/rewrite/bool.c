// SPDX-License-Identifier: Apache-2.0
// Rules of truth values and of choices (bool.def; the contract is in rewrite.h). A choice between
// constants is one instruction, and so is every operation on it whose other operand is constant.
#include "opt/rewrite.h"

static IrValue *bool_of(const IrValue *value, IrOp op) { // b in zext b, sext b of a scalar
    const IrInst *i = ir_as_op(value, op);
    return i && ir_ty_is_i(ir_op(i, 0)->type, 1) ? ir_op(i, 0) : NULL;
}

static IrValue *zero(Rw *rw, const IrValue *like) {
    return &ir_null(rw->m, like->type)->v;
}

static IrValue *mul_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(value, IR_ZEXT);
    if (b) return ir_select(&rw->b, b, y, zero(rw, y));
    b = bool_of(y, IR_ZEXT);
    return b ? ir_select(&rw->b, b, value, zero(rw, value)) : NULL;
}

static IrValue *and_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(value, IR_SEXT);
    if (b) return ir_select(&rw->b, b, y, zero(rw, y));
    b = bool_of(y, IR_SEXT);
    return b ? ir_select(&rw->b, b, value, zero(rw, value)) : NULL;
}

static IrValue *or_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(value, IR_SEXT);
    IrValue *other = b ? y : value;
    if (!b) b = bool_of(y, IR_SEXT);
    return b ? ir_select(&rw->b, b, &ir_sint(other->type, -1)->v, other) : NULL;
}

static IrValue *shl_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(value, IR_ZEXT);
    if (!b || rw_u(y) >= y->type->bits) return NULL;
    return ir_select(&rw->b, b, rw_int(y->type, 1ull << rw_u(y)), rw_int(y->type, 0));
}

static IrValue *neg_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(y, (IrOp)y->op);
    if (!b || !ir_is_zero(value)) return NULL;
    return ir_cast(&rw->b, y->op == IR_ZEXT ? IR_SEXT : IR_ZEXT, 0, b, y->type);
}

// ---- choices between constants ----

static bool is_choice(const IrValue *value) { // of two constants by one bit, that nothing else uses
    return ir_ty_is_i(rw_arg(value, 0)->type, 1) && rw_arg_c(value, 1) && rw_arg_c(value, 2) &&
           ir_one_use(value);
}

static IrValue *chosen(Rw *rw, const IrValue *value, IrConst *constant, IrConst *f) {
    bool known = constant && f && constant->v.kind <= IR_C_FP && f->v.kind <= IR_C_FP; // no poison
    return known ? ir_select(&rw->b, rw_arg(value, 0), &constant->v, &f->v) : NULL;
}

static IrValue *op_of_select(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_choice(value)) return NULL;
    IrOp op = (IrOp)inst->v.op;
    return chosen(rw, value, ir_fold_bin(rw->m, op, 0, (IrConst *)rw_arg(value, 1), (IrConst *)y),
                  ir_fold_bin(rw->m, op, 0, (IrConst *)rw_arg(value, 2), (IrConst *)y));
}

static IrValue *op_of_select_right(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_choice(y)) return NULL;
    IrOp op = (IrOp)inst->v.op;
    return chosen(rw, y, ir_fold_bin(rw->m, op, 0, (IrConst *)value, (IrConst *)rw_arg(y, 1)),
                  ir_fold_bin(rw->m, op, 0, (IrConst *)value, (IrConst *)rw_arg(y, 2)));
}

static IrValue *cast_of_select(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!is_choice(value)) return NULL;
    IrOp op = (IrOp)inst->v.op;
    return chosen(rw, value, ir_fold_cast(rw->m, op, (IrConst *)rw_arg(value, 1), inst->v.type),
                  ir_fold_cast(rw->m, op, (IrConst *)rw_arg(value, 2), inst->v.type));
}

static IrValue *bool_to_fp(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = bool_of(value, IR_ZEXT);
    bool scalar = ir_ty_is_fp(inst->v.type);
    if (!b || !scalar || value->type->bits < 2) return NULL;
    return ir_select(&rw->b, b, &ir_fp(rw->m, inst->v.type, 1.0)->v, zero(rw, &inst->v));
}

// ---- a choice of a narrow copy ----

static IrValue *select_trunc_minmax(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *wide = rw_arg(y, 0), *f = ir_op(inst, 2), *c = rw_arg(value, 1);
    IrPred pred = (IrPred)((IrInst *)value)->pred;
    if (!rw_cint(f) || !rw_cint(c) || rw_arg(value, 0) != wide || !ir_one_use(y)) return NULL;
    // strict comparisons with C; X < C ? X : C - 1 has its own bound
    uint64_t bound = rw_u(c);
    bool fits = (bound & rw_mask(f->type->bits)) == rw_u(f);
    IrIntrin id = pred == IR_ULT   ? IR_I_umin
                  : pred == IR_UGT ? IR_I_umax
                  : pred == IR_SLT ? IR_I_smin
                                   : IR_I_smax;
    bool strict = pred == IR_ULT || pred == IR_UGT || pred == IR_SLT || pred == IR_SGT;
    if (!fits || !strict || !rw_pays(rw, wide->type->bits >= 16)) return NULL;
    IrValue *m = ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){wide, c});
    return ir_trunc(&rw->b, m, f->type);
}

// ---- a choice of two like operations ----

static bool is_like(const IrInst *inst, const IrInst *insn) {
    bool plain = ir_ops[inst->v.op].class == IRC_BINARY || ir_ops[inst->v.op].class == IRC_CAST;
    bool traps = ir_ops[inst->v.op].props & (IRP_TRAPS | IRP_FP);
    bool same = inst->v.op == insn->v.op && inst->nops == insn->nops &&
                ir_op(inst, 0)->type == ir_op(insn, 0)->type;
    return plain && same && !traps && ir_one_use(&inst->v) && ir_one_use(&insn->v);
}

static IrValue *select_of_ops(Rw *rw, IrInst *inst, IrValue *value, IrValue *t) {
    IrInst *insn = ir_as_inst(t), *b = ir_as_inst(ir_op(inst, 2));
    if (!insn || !b || insn == b || !ir_ty_is_i(value->type, 1) || !ir_ty_is_int(t->type) ||
        !is_like(insn, b))
        return NULL;
    if (!ir_ty_is_int(ir_op(insn, 0)->type)) return NULL;
    uint16_t flags = insn->v.flags & b->v.flags;
    if (insn->nops == 1) {
        IrValue *s = ir_select(&rw->b, value, ir_op(insn, 0), ir_op(b, 0));
        return ir_cast(&rw->b, (IrOp)insn->v.op, flags, s, t->type);
    }
    bool swaps = ir_ops[insn->v.op].props & IRP_COMM;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t l = 0; l < 2; l++) {
            if (ir_op(insn, k) != ir_op(b, l) || (k != l && !swaps)) continue;
            IrValue *s = ir_select(&rw->b, value, ir_op(insn, 1 - k), ir_op(b, 1 - l));
            if (k) return ir_bin(&rw->b, (IrOp)insn->v.op, flags, s, ir_op(insn, k));
            return ir_bin(&rw->b, (IrOp)insn->v.op, flags, ir_op(insn, k), s);
        }
    }
    return NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bool.def"
};
const RwTable opt_rw_bool = {rows, CU_COUNT(rows)};
