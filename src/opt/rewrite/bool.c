// SPDX-License-Identifier: Apache-2.0
// Rules of truth values and of choices (bool.def; the contract is in rewrite.h). A choice between
// constants is one instruction, and so is every operation on it whose other operand is constant.
#include "opt/rewrite.h"

static IrValue *bool_of(const IrValue *v, IrOp op) { // b in zext b, sext b of a scalar
    const IrInst *i = ir_as_op(v, op);
    return i && ir_ty_is_i(ir_op(i, 0)->type, 1) ? ir_op(i, 0) : NULL;
}

static IrValue *zero(Rw *r, const IrValue *like) {
    return &ir_null(r->m, like->type)->v;
}

static IrValue *mul_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(x, IR_ZEXT);
    if (b) return ir_select(&r->b, b, y, zero(r, y));
    b = bool_of(y, IR_ZEXT);
    return b ? ir_select(&r->b, b, x, zero(r, x)) : NULL;
}

static IrValue *and_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(x, IR_SEXT);
    if (b) return ir_select(&r->b, b, y, zero(r, y));
    b = bool_of(y, IR_SEXT);
    return b ? ir_select(&r->b, b, x, zero(r, x)) : NULL;
}

static IrValue *or_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(x, IR_SEXT);
    IrValue *other = b ? y : x;
    if (!b) b = bool_of(y, IR_SEXT);
    return b ? ir_select(&r->b, b, &ir_sint(other->type, -1)->v, other) : NULL;
}

static IrValue *shl_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(x, IR_ZEXT);
    if (!b || rw_u(y) >= y->type->bits) return NULL;
    return ir_select(&r->b, b, rw_int(y->type, 1ull << rw_u(y)), rw_int(y->type, 0));
}

static IrValue *neg_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(y, (IrOp)y->op);
    if (!b || !ir_is_zero(x)) return NULL;
    return ir_cast(&r->b, y->op == IR_ZEXT ? IR_SEXT : IR_ZEXT, 0, b, y->type);
}

// ---- choices between constants ----

static bool is_choice(const IrValue *s) { // of two constants by one bit, that nothing else uses
    return ir_ty_is_i(rw_arg(s, 0)->type, 1) && rw_arg_c(s, 1) && rw_arg_c(s, 2) && ir_one_use(s);
}

static IrValue *chosen(Rw *r, const IrValue *s, IrConst *t, IrConst *f) {
    bool known = t && f && t->v.kind <= IR_C_FP && f->v.kind <= IR_C_FP; // no poison
    return known ? ir_select(&r->b, rw_arg(s, 0), &t->v, &f->v) : NULL;
}

static IrValue *op_of_select(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!is_choice(x)) return NULL;
    IrOp op = (IrOp)i->v.op;
    return chosen(r, x, ir_fold_bin(r->m, op, 0, (IrConst *)rw_arg(x, 1), (IrConst *)y),
                  ir_fold_bin(r->m, op, 0, (IrConst *)rw_arg(x, 2), (IrConst *)y));
}

static IrValue *op_of_select_right(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!is_choice(y)) return NULL;
    IrOp op = (IrOp)i->v.op;
    return chosen(r, y, ir_fold_bin(r->m, op, 0, (IrConst *)x, (IrConst *)rw_arg(y, 1)),
                  ir_fold_bin(r->m, op, 0, (IrConst *)x, (IrConst *)rw_arg(y, 2)));
}

static IrValue *cast_of_select(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!is_choice(x)) return NULL;
    IrOp op = (IrOp)i->v.op;
    return chosen(r, x, ir_fold_cast(r->m, op, (IrConst *)rw_arg(x, 1), i->v.type),
                  ir_fold_cast(r->m, op, (IrConst *)rw_arg(x, 2), i->v.type));
}

static IrValue *bool_to_fp(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = bool_of(x, IR_ZEXT);
    bool scalar = ir_ty_is_fp(i->v.type);
    if (!b || !scalar || x->type->bits < 2) return NULL;
    return ir_select(&r->b, b, &ir_fp(r->m, i->v.type, 1.0)->v, zero(r, &i->v));
}

// ---- a choice of a narrow copy ----

static IrValue *select_trunc_minmax(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *wide = rw_arg(y, 0), *f = ir_op(i, 2), *c = rw_arg(x, 1);
    IrPred p = (IrPred)((IrInst *)x)->pred;
    if (!rw_cint(f) || !rw_cint(c) || rw_arg(x, 0) != wide || !ir_one_use(y)) return NULL;
    // strict comparisons with C; X < C ? X : C - 1 has its own bound
    uint64_t bound = rw_u(c);
    bool fits = (bound & rw_mask(f->type->bits)) == rw_u(f);
    IrIntrin id = p == IR_ULT   ? IR_I_umin
                  : p == IR_UGT ? IR_I_umax
                  : p == IR_SLT ? IR_I_smin
                                : IR_I_smax;
    bool strict = p == IR_ULT || p == IR_UGT || p == IR_SLT || p == IR_SGT;
    if (!fits || !strict || !rw_pays(r, wide->type->bits >= 16)) return NULL;
    IrValue *m = ir_call_intrin(&r->b, id, NULL, 2, (IrValue *[]){wide, c});
    return ir_trunc(&r->b, m, f->type);
}

// ---- a choice of two like operations ----

static bool is_like(const IrInst *a, const IrInst *b) {
    bool plain = ir_ops[a->v.op].class == IRC_BINARY || ir_ops[a->v.op].class == IRC_CAST;
    bool traps = ir_ops[a->v.op].props & (IRP_TRAPS | IRP_FP);
    bool same = a->v.op == b->v.op && a->nops == b->nops && ir_op(a, 0)->type == ir_op(b, 0)->type;
    return plain && same && !traps && ir_one_use(&a->v) && ir_one_use(&b->v);
}

static IrValue *select_of_ops(Rw *r, IrInst *i, IrValue *c, IrValue *t) {
    IrInst *a = ir_as_inst(t), *b = ir_as_inst(ir_op(i, 2));
    if (!a || !b || a == b || !ir_ty_is_i(c->type, 1) || !ir_ty_is_int(t->type) || !is_like(a, b))
        return NULL;
    if (!ir_ty_is_int(ir_op(a, 0)->type)) return NULL;
    uint16_t flags = a->v.flags & b->v.flags;
    if (a->nops == 1) {
        IrValue *s = ir_select(&r->b, c, ir_op(a, 0), ir_op(b, 0));
        return ir_cast(&r->b, (IrOp)a->v.op, flags, s, t->type);
    }
    bool swaps = ir_ops[a->v.op].props & IRP_COMM;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t l = 0; l < 2; l++) {
            if (ir_op(a, k) != ir_op(b, l) || (k != l && !swaps)) continue;
            IrValue *s = ir_select(&r->b, c, ir_op(a, 1 - k), ir_op(b, 1 - l));
            if (k) return ir_bin(&r->b, (IrOp)a->v.op, flags, s, ir_op(a, k));
            return ir_bin(&r->b, (IrOp)a->v.op, flags, ir_op(a, k), s);
        }
    }
    return NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/bool.def"
};
const RwTable opt_rw_bool = {rows, CU_COUNT(rows)};
