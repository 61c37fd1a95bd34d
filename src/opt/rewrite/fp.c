// SPDX-License-Identifier: Apache-2.0
// Rules of floating point (fp.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

static IrValue *fadd_neg(Rw *rw, IrInst *sum, IrValue *other, IrValue *negation) {
    return ir_fsub(&rw->b, other, rw_arg(negation, 0));
}

static IrValue *fadd_neg_left(Rw *rw, IrInst *sum, IrValue *negation, IrValue *other) {
    return ir_fsub(&rw->b, other, rw_arg(negation, 0));
}

static IrValue *fsub_neg(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *negation) {
    return ir_fadd(&rw->b, minuend, rw_arg(negation, 0));
}

// In a function that flushes subnormals a sum or product is flushed, the negation is not.
static bool flushes(const Rw *rw, const IrType *type) {
    return type->kind == IR_TY_FLOAT && rw_flushes(rw);
}

// How code before LLVM 8 writes a negation; which NaN it gives is open [LangRef, NaN values].
static IrValue *fsub_zero(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *subtrahend) {
    if (minuend->kind != IR_C_FP || flushes(rw, minuend->type)) return NULL;
    return (IrConst *)minuend == ir_fp(rw->m, minuend->type, -0.0) ? ir_fneg(&rw->b, subtrahend)
                                                                   : NULL;
}

static IrValue *both_neg(Rw *rw, IrInst *operation, IrValue *left, IrValue *right) {
    return ir_bin(&rw->b, (IrOp)operation->v.op, 0, rw_arg(left, 0), rw_arg(right, 0));
}

// A negated constant, NULL for what is no scalar constant.
static IrValue *negated(Rw *rw, IrValue *positive) {
    if (positive->kind != IR_C_FP) return NULL;
    IrConst *c =
        ir_fold_bin(rw->m, IR_FSUB, 0, ir_fp(rw->m, positive->type, -0.0), (IrConst *)positive);
    return c && c->v.kind == IR_C_FP ? &c->v : NULL;
}

static IrValue *constant_neg(Rw *rw, IrInst *operation, IrValue *negation, IrValue *constant) {
    IrValue *c = negated(rw, constant);
    return c ? ir_bin(&rw->b, (IrOp)operation->v.op, 0, rw_arg(negation, 0), c) : NULL;
}

static IrValue *constant_neg_left(Rw *rw, IrInst *operation, IrValue *constant, IrValue *negation) {
    IrValue *c = negated(rw, constant);
    return c ? ir_bin(&rw->b, (IrOp)operation->v.op, 0, c, rw_arg(negation, 0)) : NULL;
}

// The product may be contracted as it might before.
static IrValue *fneg_of_constant(Rw *rw, IrInst *negation, IrValue *operation, IrValue *none) {
    IrValue *left = rw_arg(operation, 0), *right = rw_arg(operation, 1);
    IrValue *new_right = negated(rw, right), *new_left = new_right ? left : negated(rw, left);
    if (!new_left) return NULL;
    rw->b.fmf = ((IrInst *)operation)->fmf;
    return ir_bin(&rw->b, (IrOp)operation->op, 0, new_left, new_right ? new_right : right);
}

static IrValue *fmul_minus_one(Rw *rw, IrInst *product, IrValue *factor, IrValue *multiplier) {
    if (multiplier->kind != IR_C_FP || flushes(rw, multiplier->type)) return NULL;
    return (IrConst *)multiplier == ir_fp(rw->m, multiplier->type, -1.0) ? ir_fneg(&rw->b, factor)
                                                                         : NULL;
}

// Powers of two whose reciprocal is normal, so that product and quotient round alike.
static bool exact_reciprocal(const IrConst *constant) {
    bool is_double = constant->v.type->kind == IR_TY_DOUBLE;
    if (!is_double && constant->v.type->kind != IR_TY_FLOAT) return false;
    uint32_t digits = is_double ? 52 : 23, bias = is_double ? 1023 : 127;
    uint64_t exponent = constant->bits >> digits & (2 * bias + 1);
    bool is_power = (constant->bits & rw_mask(digits)) == 0;
    // the reciprocal's exponent, 2 * bias - e, in 1 .. 2 * bias - 1
    return is_power && exponent > 0 && exponent < 2 * bias;
}

static IrValue *fdiv_exact(Rw *rw, IrInst *quotient, IrValue *dividend, IrValue *divisor) {
    if (divisor->kind != IR_C_FP || ir_is_const(dividend)) return NULL;
    bool exact = exact_reciprocal((IrConst *)divisor);
    if (!exact && !(quotient->fmf & IR_FMF_ARCP)) return NULL;
    IrConst *inv =
        ir_fold_bin(rw->m, IR_FDIV, 0, ir_fp(rw->m, divisor->type, 1.0), (IrConst *)divisor);
    return inv && inv->v.kind == IR_C_FP ? ir_fmul(&rw->b, dividend, &inv->v) : NULL;
}

static IrValue *fneg_sub(Rw *rw, IrInst *negation, IrValue *difference, IrValue *none) {
    if (!(negation->fmf & IR_FMF_NSZ)) return NULL;
    return ir_fsub(&rw->b, rw_arg(difference, 1), rw_arg(difference, 0));
}

static IrValue *fcmp_neg(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    return ir_cmp(&rw->b, (IrPred)comparison->pred, rw_arg(right, 0), rw_arg(left, 0));
}

static IrValue *fabs_neg(Rw *rw, IrInst *absolute, IrValue *negation, IrValue *callee) {
    if (ir_intrin_of(absolute) != IR_I_fabs) return NULL;
    return ir_call_intrin(&rw->b, IR_I_fabs, NULL, 1, (IrValue *[]){rw_arg(negation, 0)});
}

static IrValue *fabs_fabs(Rw *rw, IrInst *outer, IrValue *inner, IrValue *callee) {
    bool both = ir_intrin_of(outer) == IR_I_fabs && ir_intrin_of((IrInst *)inner) == IR_I_fabs;
    return both ? inner : NULL;
}

// Constants to the right, as of other operations that commute.
static IrValue *fminmax_order(Rw *rw, IrInst *call, IrValue *first, IrValue *second) {
    uint32_t id = ir_intrin_of(call);
    bool commutes = is_any_of(id, IR_I_minnum, IR_I_maxnum);
    if (!commutes || !ir_is_const(first) || ir_is_const(second)) return NULL;
    ir_set_op(call, 0, second);
    ir_set_op(call, 1, first);
    return &call->v;
}

// What a call is of two floats or doubles, NaN losing.
typedef enum { NO_EXTREMUM, MINIMUM, MAXIMUM } Extremum;

static Extremum extremum(const IrValue *call) {
    static const struct {
        uint32_t id;
        Extremum is;
    } rows[] = {{IR_I_maxnum, MAXIMUM},          {IR_I_nvvm_fmax_f, MAXIMUM},
                {IR_I_nvvm_fmax_ftz_f, MAXIMUM}, {IR_I_nvvm_fmax_d, MAXIMUM},
                {IR_I_minnum, MINIMUM},          {IR_I_nvvm_fmin_f, MINIMUM},
                {IR_I_nvvm_fmin_ftz_f, MINIMUM}, {IR_I_nvvm_fmin_d, MINIMUM}};
    uint32_t id = ir_intrin_of((const IrInst *)call);
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id == id) return rows[k].is;
    }
    return NO_EXTREMUM;
}

static bool is_number(const IrValue *constant, IrType *type, double number) {
    return constant == &ir_fp(type->m, type, number)->v;
}

static bool names_flushing(const IrValue *value) {
    IrIntrin id = (IrIntrin)ir_intrin_of((const IrInst *)value);
    return is_any_of(id, IR_I_nvvm_fmax_ftz_f, IR_I_nvvm_fmin_ftz_f);
}

// NaN becomes 0 in the maximum; the other way round it would become 1. (A maximum with -0 may be
// -0, saturation gives 0.)
static IrValue *fmin_fmax(Rw *rw, IrInst *call, IrValue *first, IrValue *second) {
    IrType *type = call->v.type;
    bool wide = type->kind == IR_TY_DOUBLE;
    if (!wide && type->kind != IR_TY_FLOAT) return NULL;

    // constants stand on either side
    bool one_first = is_number(first, type, 1);
    IrValue *one = one_first ? first : second, *max = one_first ? second : first;
    bool limited = is_number(one, type, 1) && extremum(&call->v) == MINIMUM;
    if (!limited || !ir_as_op(max, IR_CALL) || extremum(max) != MAXIMUM) return NULL;
    uint32_t at = is_number(rw_arg(max, 0), type, 0) ? 0 : 1;
    if (!is_number(rw_arg(max, at), type, 0)) return NULL;

    bool flush = rw_flushes(rw) || names_flushing(&call->v) || names_flushing(max);
    IrIntrin single = flush ? IR_I_nvvm_saturate_ftz_f : IR_I_nvvm_saturate_f;
    IrIntrin id = wide ? IR_I_nvvm_saturate_d : single;
    return ir_call_intrin(&rw->b, id, NULL, 1, (IrValue *[]){rw_arg(max, 1 - at)});
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/fp.def"
};
const RwTable opt_rw_fp = {rows, CU_COUNT(rows)};
