// SPDX-License-Identifier: Apache-2.0
// Rules of truth values and of choices (bool.def; the contract is in rewrite/rewrite.h). A choice
// between constants is one instruction, and so is every operation on it whose other operand is
// constant.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

static IrValue *bool_of(const IrValue *value, IrOp op) { // b in zext b, sext b of a scalar
    const IrInst *i = ir_as_op(value, op);
    return i && ir_ty_is_i(ir_op(i, 0)->type, 1) ? ir_op(i, 0) : NULL;
}

static IrValue *zero(Rw *rw, const IrValue *like) {
    return &ir_null(rw->m, like->type)->v;
}

// What stands beside a truth value that was extended by `ext`, and *truth that value; else NULL.
static IrValue *beside_bool(IrOp ext, IrValue *left, IrValue *right, IrValue **truth) {
    *truth = bool_of(left, ext);
    if (*truth) return right;
    *truth = bool_of(right, ext);
    return *truth ? left : NULL;
}

static IrValue *mul_bool(Rw *rw, IrInst *product, IrValue *left, IrValue *right) {
    IrValue *b, *other = beside_bool(IR_ZEXT, left, right, &b);
    return other ? ir_select(&rw->b, b, other, zero(rw, other)) : NULL;
}

static IrValue *and_bool(Rw *rw, IrInst *conjunction, IrValue *left, IrValue *right) {
    IrValue *b, *other = beside_bool(IR_SEXT, left, right, &b);
    return other ? ir_select(&rw->b, b, other, zero(rw, other)) : NULL;
}

static IrValue *or_bool(Rw *rw, IrInst *disjunction, IrValue *left, IrValue *right) {
    IrValue *b, *other = beside_bool(IR_SEXT, left, right, &b);
    return other ? ir_select(&rw->b, b, &ir_sint(other->type, -1)->v, other) : NULL;
}

static IrValue *shl_bool(Rw *rw, IrInst *shift, IrValue *extension, IrValue *count) {
    IrValue *b = bool_of(extension, IR_ZEXT);
    if (!b) return NULL;
    return ir_select(&rw->b, b, rw_int(count->type, 1ull << rw_u(count)), rw_int(count->type, 0));
}

static IrValue *neg_bool(Rw *rw, IrInst *negation, IrValue *minuend, IrValue *extension) {
    IrValue *b = bool_of(extension, (IrOp)extension->op);
    if (!b || !ir_is_zero(minuend)) return NULL;
    return ir_cast(&rw->b, extension->op == IR_ZEXT ? IR_SEXT : IR_ZEXT, 0, b, extension->type);
}

// ---- choices between constants ----

static bool is_choice(const IrValue *value) { // of two constants by one bit, that nothing else uses
    bool by_bit = ir_ty_is_i(rw_arg(value, 0)->type, 1);
    return by_bit && rw_arg_c(value, 1) && rw_arg_c(value, 2) && ir_one_use(value);
}

// What `operation`, of `choice` and perhaps a constant, makes of arm k; NULL: it is not known, or
// poison.
static IrConst *of_arm(Rw *rw, const IrInst *operation, const IrValue *choice, uint32_t k) {
    IrConst *operand[2] = {NULL, NULL}, *made;
    for (uint32_t i = 0; i < operation->nops; i++) {
        IrValue *value = ir_op(operation, i);
        operand[i] = (IrConst *)(value == choice ? rw_arg(choice, k) : value);
    }
    IrOp op = (IrOp)operation->v.op;
    if (operation->nops == 1)
        made = ir_fold_cast(rw->m, op, operand[0], operation->v.type);
    else
        made = ir_fold_bin(rw->m, op, 0, operand[0], operand[1]);
    return made && made->v.kind <= IR_C_FP ? made : NULL;
}

static IrValue *op_of_choice(Rw *rw, const IrInst *operation, const IrValue *choice) {
    if (!is_choice(choice)) return NULL;
    IrConst *yes = of_arm(rw, operation, choice, 1), *no = of_arm(rw, operation, choice, 2);
    return yes && no ? ir_select(&rw->b, rw_arg(choice, 0), &yes->v, &no->v) : NULL;
}

static IrValue *op_of_select(Rw *rw, IrInst *operation, IrValue *choice, IrValue *other) {
    return op_of_choice(rw, operation, choice);
}

static IrValue *op_of_select_right(Rw *rw, IrInst *operation, IrValue *other, IrValue *choice) {
    return op_of_choice(rw, operation, choice);
}

static IrValue *bool_to_fp(Rw *rw, IrInst *conversion, IrValue *extension, IrValue *none) {
    IrValue *b = bool_of(extension, IR_ZEXT);
    bool scalar = ir_ty_is_fp(conversion->v.type);
    if (!b || !scalar || extension->type->bits < 2) return NULL;
    return ir_select(&rw->b, b, &ir_fp(rw->m, conversion->v.type, 1.0)->v,
                     zero(rw, &conversion->v));
}

// ---- a choice of a narrow copy ----

static IrValue *select_trunc_minmax(Rw *rw, IrInst *choice, IrValue *comparison, IrValue *narrow) {
    static const IrIntrin of_strict[IR_NPREDS] = {
        [IR_ULT] = IR_I_umin, [IR_UGT] = IR_I_umax, [IR_SLT] = IR_I_smin, [IR_SGT] = IR_I_smax};
    IrValue *wide = rw_arg(narrow, 0), *f = ir_op(choice, 2), *c = rw_arg(comparison, 1);
    IrIntrin id = of_strict[((IrInst *)comparison)->pred];
    if (!id || rw_arg(comparison, 0) != wide || !rw_cint(f)) return NULL;
    // strict comparisons with C; X < C ? X : C - 1 has its own bound
    bool fits = (rw_u(c) & rw_mask(f->type->bits)) == rw_u(f);
    if (!fits || !rw_pays(rw, wide->type->bits >= 16)) return NULL;
    IrValue *m = ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){wide, c});
    return ir_trunc(&rw->b, m, f->type);
}

// ---- a choice of two like operations ----

// Scalar integer arithmetic or casts of nothing that traps; others are kept apart.
static bool is_simple(const IrInst *inst) {
    uint32_t class = ir_ops[inst->v.op].class;
    bool traps = ir_ops[inst->v.op].props & (IRP_TRAPS | IRP_FP);
    bool computes = is_any_of(class, IRC_BINARY, IRC_CAST);
    return computes && !traps && ir_ty_is_int(ir_op(inst, 0)->type) && ir_one_use(&inst->v);
}

static bool is_like(const IrInst *one, const IrInst *other) {
    bool same_op = one->v.op == other->v.op && one->nops == other->nops;
    return same_op && ir_op(one, 0)->type == ir_op(other, 0)->type;
}

static IrValue *select_of_ops(Rw *rw, IrInst *choice, IrValue *condition, IrValue *yes) {
    IrInst *first = ir_as_inst(yes), *second = ir_as_inst(ir_op(choice, 2));
    bool by_bit = ir_ty_is_i(condition->type, 1) && ir_ty_is_int(yes->type);
    if (!by_bit || !first || !second || first == second) return NULL;
    if (!is_simple(first) || !is_simple(second) || !is_like(first, second)) return NULL;
    uint16_t flags = first->v.flags & second->v.flags;
    if (first->nops == 1) {
        IrValue *s = ir_select(&rw->b, condition, ir_op(first, 0), ir_op(second, 0));
        return ir_cast(&rw->b, (IrOp)first->v.op, flags, s, yes->type);
    }
    bool swaps = ir_ops[first->v.op].props & IRP_COMM;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t l = 0; l < 2; l++) {
            if (ir_op(first, k) != ir_op(second, l) || (k != l && !swaps)) continue;
            IrValue *s = ir_select(&rw->b, condition, ir_op(first, 1 - k), ir_op(second, 1 - l));
            if (k) return ir_bin(&rw->b, (IrOp)first->v.op, flags, s, ir_op(first, k));
            return ir_bin(&rw->b, (IrOp)first->v.op, flags, ir_op(first, k), s);
        }
    }
    return NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bool.def"
};
const RwTable opt_rw_bool = {rows, CU_COUNT(rows)};
