// SPDX-License-Identifier: Apache-2.0
// Rules of floating point (fp.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static IrValue *fadd_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_fsub(&r->b, x, rw_arg(y, 0));
}

static IrValue *fadd_neg_left(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_fsub(&r->b, y, rw_arg(x, 0));
}

static IrValue *fsub_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_fadd(&r->b, x, rw_arg(y, 0));
}

// In a function that flushes subnormals a sum or product is flushed, the negation is not.
static bool flushes(const Rw *r, const IrType *t) {
    return t->kind == IR_TY_FLOAT && rw_flushes(r);
}

// How code before LLVM 8 writes a negation; which NaN it gives is open [LangRef, NaN values].
static IrValue *fsub_zero(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (x->kind != IR_C_FP || flushes(r, x->type)) return NULL;
    return (IrConst *)x == ir_fp(r->m, x->type, -0.0) ? ir_fneg(&r->b, y) : NULL;
}

static IrValue *both_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_bin(&r->b, (IrOp)i->v.op, 0, rw_arg(x, 0), rw_arg(y, 0));
}

// A negated constant, NULL for what is no scalar constant.
static IrValue *negated(Rw *r, IrValue *v) {
    if (v->kind != IR_C_FP) return NULL;
    IrConst *c = ir_fold_bin(r->m, IR_FSUB, 0, ir_fp(r->m, v->type, -0.0), (IrConst *)v);
    return c && c->v.kind == IR_C_FP ? &c->v : NULL;
}

static IrValue *constant_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *c = negated(r, y);
    return c ? ir_bin(&r->b, (IrOp)i->v.op, 0, rw_arg(x, 0), c) : NULL;
}

static IrValue *constant_neg_left(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *c = negated(r, x);
    return c ? ir_bin(&r->b, (IrOp)i->v.op, 0, c, rw_arg(y, 0)) : NULL;
}

// The product may be contracted as it might before.
static IrValue *fneg_of_constant(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_one_use(x)) return NULL;
    IrValue *left = rw_arg(x, 0), *right = rw_arg(x, 1);
    IrValue *new_right = negated(r, right), *new_left = new_right ? left : negated(r, left);
    if (!new_left) return NULL;
    r->b.fmf = ((IrInst *)x)->fmf;
    return ir_bin(&r->b, (IrOp)x->op, 0, new_left, new_right ? new_right : right);
}

static IrValue *fmul_minus_one(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (y->kind != IR_C_FP || flushes(r, y->type)) return NULL;
    return (IrConst *)y == ir_fp(r->m, y->type, -1.0) ? ir_fneg(&r->b, x) : NULL;
}

// Powers of two whose reciprocal is normal, so that product and quotient round alike.
static bool exact_reciprocal(const IrConst *c) {
    uint64_t b = c->bits;
    uint32_t e, bias;
    switch (c->v.type->kind) {
    case IR_TY_FLOAT:
        if (b & 0x7fffff) return false;
        e = b >> 23 & 0xff, bias = 127;
        break;
    case IR_TY_DOUBLE:
        if (b << 12) return false;
        e = b >> 52 & 0x7ff, bias = 1023;
        break;
    default: return false;
    }
    return e > 0 && e < 2 * bias; // reciprocal's exponent 2 * bias - e in 1 .. 2 * bias - 1
}

static IrValue *fdiv_exact(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (y->kind != IR_C_FP || ir_is_const(x)) return NULL;
    bool exact = exact_reciprocal((IrConst *)y);
    if (!exact && !(i->fmf & IR_FMF_ARCP)) return NULL;
    IrConst *inv = ir_fold_bin(r->m, IR_FDIV, 0, ir_fp(r->m, y->type, 1.0), (IrConst *)y);
    return inv && inv->v.kind == IR_C_FP ? ir_fmul(&r->b, x, &inv->v) : NULL;
}

static IrValue *fneg_sub(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!(i->fmf & IR_FMF_NSZ) || !ir_one_use(x)) return NULL;
    return ir_fsub(&r->b, rw_arg(x, 1), rw_arg(x, 0));
}

static IrValue *fcmp_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_cmp(&r->b, (IrPred)i->pred, rw_arg(y, 0), rw_arg(x, 0));
}

static IrValue *fabs_neg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (ir_intrin_of(i) != IR_I_fabs) return NULL;
    return ir_call_intrin(&r->b, IR_I_fabs, NULL, 1, (IrValue *[]){rw_arg(x, 0)});
}

static IrValue *fabs_fabs(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool both = ir_intrin_of(i) == IR_I_fabs && ir_intrin_of((IrInst *)x) == IR_I_fabs;
    return both ? x : NULL;
}

// Constants to the right, as of other operations that commute.
static IrValue *fminmax_order(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    uint32_t id = ir_intrin_of(i);
    if ((id != IR_I_minnum && id != IR_I_maxnum) || !ir_is_const(x) || ir_is_const(y)) return NULL;
    ir_set_op(i, 0, y);
    ir_set_op(i, 1, x);
    return &i->v;
}

// Which of minimum and maximum a call is, of two floats or doubles, NaN losing.
static bool is_extremum(const IrValue *v, bool max) {
    switch (ir_intrin_of((const IrInst *)v)) {
    case IR_I_maxnum:
    case IR_I_nvvm_fmax_f:
    case IR_I_nvvm_fmax_ftz_f:
    case IR_I_nvvm_fmax_d: return max;
    case IR_I_minnum:
    case IR_I_nvvm_fmin_f:
    case IR_I_nvvm_fmin_ftz_f:
    case IR_I_nvvm_fmin_d: return !max;
    default: return false;
    }
}

static bool is_number(const IrValue *v, IrType *t, double x) {
    return v == &ir_fp(t->m, t, x)->v;
}

static bool names_flushing(const IrValue *v) {
    IrIntrin id = (IrIntrin)ir_intrin_of((const IrInst *)v);
    return id == IR_I_nvvm_fmax_ftz_f || id == IR_I_nvvm_fmin_ftz_f;
}

// NaN becomes 0 in the maximum; the other way round it would become 1. (A maximum with -0 may be
// -0, saturation gives 0.)
static IrValue *fmin_fmax(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrType *t = i->v.type;
    bool wide = t->kind == IR_TY_DOUBLE;
    if (!wide && t->kind != IR_TY_FLOAT) return NULL;
    if (!is_extremum(&i->v, false)) return NULL;
    if (is_number(x, t, 1)) { // constants stand on either side
        IrValue *other = y;
        y = x;
        x = other;
    }
    if (!is_number(y, t, 1) || !ir_as_op(x, IR_CALL) || !is_extremum(x, true)) return NULL;
    uint32_t at = is_number(rw_arg(x, 0), t, 0) ? 0 : 1;
    if (!is_number(rw_arg(x, at), t, 0)) return NULL;
    bool flush = rw_flushes(r) || names_flushing(&i->v) || names_flushing(x);
    IrIntrin id = wide    ? IR_I_nvvm_saturate_d
                  : flush ? IR_I_nvvm_saturate_ftz_f
                          : IR_I_nvvm_saturate_f;
    return ir_call_intrin(&r->b, id, NULL, 1, (IrValue *[]){rw_arg(x, 1 - at)});
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/fp.def"
};
const RwTable opt_rw_fp = {rows, CU_COUNT(rows)};
