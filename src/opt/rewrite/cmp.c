// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons and selects (cmp.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static IrPred pred_of(const IrInst *inst) {
    return (IrPred)inst->pred;
}

static bool is_equality(IrPred p) {
    return p == IR_EQ || p == IR_NE;
}

static IrPred unsigned_pred(IrPred pred) {
    switch (pred) {
    case IR_SGT: return IR_UGT;
    case IR_SLE: return IR_ULE;
    case IR_SGE: return IR_UGE;
    case IR_SLT: return IR_ULT;
    default: return pred;
    }
}

static IrValue *icmp_add_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred pred = pred_of(inst);
    int64_t d;
    if (!rw_arg_c(value, 1)) return NULL;
    IrValue *c = rw_arg(value, 1);
    IrValue *k = rw_int(y->type, rw_u(y) - rw_u(c));
    if (is_equality(pred)) return ir_cmp(&rw->b, pred, rw_arg(value, 0), k);
    if (ir_pred_is_signed(pred)) {
        int64_t a = rw_s(y), b = rw_s(c);
        uint32_t n = y->type->bits;
        int64_t min = n >= 64 ? INT64_MIN : -(1ll << (n - 1));
        if (!(value->flags & IR_NSW) || b == min || !opt_rw_adds(n, a, -b, &d)) return NULL;
    } else if (!(value->flags & IR_NUW) || rw_u(y) < rw_u(c)) {
        return NULL;
    }
    return ir_cmp(&rw->b, pred, rw_arg(value, 0), k);
}

static IrValue *icmp_sub_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    IrValue *a = rw_arg(value, 0), *b = rw_arg(value, 1);
    if (is_equality(p) && rw_cint(a)) {
        return ir_cmp(&rw->b, p, b, rw_int(y->type, rw_u(a) - rw_u(y)));
    }
    if (!ir_is_zero(y)) return NULL;
    if (is_equality(p)) return ir_cmp(&rw->b, p, a, b);
    return ir_pred_is_signed(p) && (value->flags & IR_NSW) ? ir_cmp(&rw->b, p, a, b) : NULL;
}

static IrValue *icmp_xor_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    if (!is_equality(p)) return NULL;
    if (rw_arg_c(value, 1)) {
        return ir_cmp(&rw->b, p, rw_arg(value, 0),
                      rw_int(y->type, rw_u(y) ^ rw_u(rw_arg(value, 1))));
    }
    return ir_is_zero(y) ? ir_cmp(&rw->b, p, rw_arg(value, 0), rw_arg(value, 1)) : NULL;
}

static IrValue *icmp_zext_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    if (!ir_ty_is_int(a->type) || rw_u(y) > rw_mask(a->type->bits)) return NULL;
    return ir_cmp(&rw->b, unsigned_pred(pred_of(inst)), a, rw_int(a->type, rw_u(y)));
}

static IrValue *icmp_sext_c(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *a = rw_arg(value, 0);
    if (!ir_ty_is_int(a->type)) return NULL;
    IrValue *k = rw_int(a->type, rw_u(y));
    return rw_s(k) == rw_s(y) ? ir_cmp(&rw->b, pred_of(inst), a, k) : NULL;
}

static IrValue *icmp_exts(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    if (rw_arg(value, 0)->type != rw_arg(y, 0)->type) return NULL;
    return ir_cmp(&rw->b, value->op == IR_ZEXT ? unsigned_pred(p) : p, rw_arg(value, 0),
                  rw_arg(y, 0));
}

static IrValue *icmp_and_bit(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    if (!is_equality(p) || rw_arg(value, 1) != y || !rw_is_pow2(rw_u(y))) return NULL;
    return ir_cmp(&rw->b, ir_inverse_pred(p), value, rw_int(y->type, 0));
}

static IrValue *icmp_lshr(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred p = pred_of(inst);
    if (!is_equality(p) || !ir_is_zero(y) || !rw_arg_c(value, 1)) return NULL;
    if (rw_u(rw_arg(value, 1)) >= y->type->bits) return NULL;
    IrValue *k = rw_int(y->type, 1ull << rw_u(rw_arg(value, 1)));
    return ir_cmp(&rw->b, p == IR_EQ ? IR_ULT : IR_UGE, rw_arg(value, 0), k);
}

// One comparison takes in the negation that the other would be followed by.
static IrValue *icmp_eq_of_cmp(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (pred_of(inst) != IR_EQ || !ir_ty_is_i(value->type, 1)) return NULL;
    bool left = ir_as_op(value, IR_ICMP) || ir_as_op(value, IR_FCMP);
    if (!left || !ir_one_use(value)) {
        IrValue *t = value;
        value = y;
        y = t;
    }
    bool compares = ir_as_op(value, IR_ICMP) || ir_as_op(value, IR_FCMP);
    if (!compares || !ir_one_use(value)) return NULL;
    IrInst *c = ir_as_inst(value);
    IrPred p = ir_inverse_pred((IrPred)c->pred);
    return ir_cmp(&rw->b, IR_NE, ir_cmp(&rw->b, p, ir_op(c, 0), ir_op(c, 1)), y);
}

static IrValue *icmp_select(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *b = rw_arg(value, 0);
    if (!ir_ty_is_i(b->type, 1) || !rw_arg_c(value, 1) || !rw_arg_c(value, 2)) return NULL;
    IrConst *t = ir_fold_cmp(rw->m, pred_of(inst), (IrConst *)rw_arg(value, 1), (IrConst *)y);
    IrConst *f = ir_fold_cmp(rw->m, pred_of(inst), (IrConst *)rw_arg(value, 2), (IrConst *)y);
    if (!t || !f || t->v.kind != IR_C_INT || f->v.kind != IR_C_INT) return NULL;
    if (t == f) return &t->v;
    return ir_is_zero(&f->v) ? b : ir_not(&rw->b, b);
}

// Strict forms, so that equal comparisons meet.
static IrValue *icmp_strict(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrPred pred = pred_of(inst);
    IrType *type = y->type;
    uint64_t c = rw_u(y), m = rw_mask(type->bits), smax = m >> 1, smin = smax + 1;
    if (type->bits == 1) {
        if (!is_equality(pred)) return NULL;
        return (pred == IR_EQ) == (c == 1) ? value : ir_not(&rw->b, value);
    }
    switch (pred) {
    case IR_ULE: return c == m ? NULL : ir_cmp(&rw->b, IR_ULT, value, rw_int(type, c + 1));
    case IR_UGE: return c == 0 ? NULL : ir_cmp(&rw->b, IR_UGT, value, rw_int(type, c - 1));
    case IR_SLE: return c == smax ? NULL : ir_cmp(&rw->b, IR_SLT, value, rw_int(type, c + 1));
    case IR_SGE: return c == smin ? NULL : ir_cmp(&rw->b, IR_SGT, value, rw_int(type, c - 1));
    case IR_ULT: return c == 1 ? ir_cmp(&rw->b, IR_EQ, value, rw_int(type, 0)) : NULL;
    case IR_UGT: return c == 0 ? ir_cmp(&rw->b, IR_NE, value, y) : NULL;
    default: return NULL;
    }
}

// ---- select ----

static IrValue *select_not(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!rw_is_not(value)) return NULL;
    return ir_select(&rw->b, rw_arg(value, 0), ir_op(inst, 2), y);
}

static IrValue *select_bool(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *f = ir_op(inst, 2);
    if (!ir_ty_is_i(value->type, 1) || !rw_cint(f)) return NULL;
    if (ir_ty_is_i(y->type, 1)) {
        return ir_is_zero(y) && !ir_is_zero(f) ? ir_not(&rw->b, value) : NULL;
    }
    if (ir_is_zero(f) && rw_u(y) == 1) return ir_zext(&rw->b, value, y->type);
    if (ir_is_zero(f) && ir_is_all_ones(y)) return ir_sext(&rw->b, value, y->type);
    if (ir_is_zero(y) && rw_u(f) == 1) return ir_zext(&rw->b, ir_not(&rw->b, value), y->type);
    return NULL;
}

static IrValue *minmax(Rw *rw, IrPred p, IrValue *value, IrValue *b) {
    IrIntrin id = p == IR_SLT || p == IR_SLE   ? IR_I_smin
                  : p == IR_SGT || p == IR_SGE ? IR_I_smax
                  : p == IR_ULT || p == IR_ULE ? IR_I_umin
                                               : IR_I_umax;
    return ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){value, b});
}

// X < C + 1 ? X : C and the like, as icmp_strict leaves them.
static bool one_off(IrPred pred, IrValue *bound, IrValue *value) {
    if (!rw_cint(bound) || !rw_cint(value)) return false;
    uint64_t m = rw_mask(value->type->bits), want;
    if (pred == IR_SLT || pred == IR_ULT) {
        if (rw_u(value) == (pred == IR_ULT ? m : m >> 1)) return false;
        want = rw_u(value) + 1;
    } else if (pred == IR_SGT || pred == IR_UGT) {
        if (rw_u(value) == (pred == IR_UGT ? 0 : (m >> 1) + 1)) return false;
        want = rw_u(value) - 1;
    } else {
        return false;
    }
    return (want & m) == rw_u(bound);
}

static IrValue *select_minmax(Rw *rw, IrInst *inst, IrValue *value, IrValue *t) {
    IrValue *f = ir_op(inst, 2), *a = rw_arg(value, 0), *b = rw_arg(value, 1);
    IrPred pred = (IrPred)((IrInst *)value)->pred;
    if (!ir_ty_is_int(t->type) || t->type->bits > 64 || is_equality(pred)) return NULL;
    if (!rw_pays(rw, t->type->bits >= 16) || a->type != t->type) return NULL;
    if (a == t && (b == f || one_off(pred, b, f))) return minmax(rw, pred, t, f);
    if (a == f && (b == t || one_off(pred, b, t))) {
        return minmax(rw, ir_inverse_pred(pred), f, t);
    }
    // abs: X < 0 ? -X : X, X > -1 ? X : -X (also X > 0, where both arms of 0 are 0)
    IrValue *neg = pred == IR_SLT && ir_is_zero(b)                          ? t
                   : pred == IR_SGT && (ir_is_zero(b) || ir_is_all_ones(b)) ? f
                                                                            : NULL;
    IrValue *pos = neg == t ? f : t;
    if (!neg || !rw_is_neg(neg) || rw_arg(neg, 1) != a || pos != a) return NULL;
    if (!rw_pays(rw, t->type->bits >= 32)) return NULL;
    IrValue *min_is_poison = &ir_int(rw->m->ty_i1, (neg->flags & IR_NSW) != 0)->v;
    return ir_call_intrin(&rw->b, IR_I_abs, NULL, 2, (IrValue *[]){a, min_is_poison});
}

static IrValue *select_nested(Rw *rw, IrInst *inst, IrValue *value, IrValue *t) {
    IrValue *f = ir_op(inst, 2);
    IrInst *a = ir_as_op(t, IR_SELECT), *b = ir_as_op(f, IR_SELECT);
    if (a && ir_op(a, 0) == value) return ir_select(&rw->b, value, ir_op(a, 1), f);
    if (b && ir_op(b, 0) == value) return ir_select(&rw->b, value, t, ir_op(b, 2));
    return NULL;
}

// The value of f, an operation on x and constants, where x is c; NULL: not known.
static IrConst *value_at(const Rw *rw, const IrInst *inst, const IrValue *value,
                         IrConst *constant) {
    IrConst *arg[4];
    uint32_t id = ir_intrin_of(inst), n = id ? ir_call_nargs(inst) : inst->nops;
    if (!n || n > CU_COUNT(arg) || (id && inst->call->nbundles)) return NULL;
    bool has_x = false;
    for (uint32_t k = 0; k < n; k++) {
        bool is_x = ir_op(inst, k) == value;
        has_x |= is_x;
        arg[k] = is_x ? constant : rw_cint(ir_op(inst, k));
        // "poison if zero" may fold to a number, which is more than is known
        if (!arg[k] || (arg[k]->v.type->bits == 1 && arg[k]->bits)) return NULL;
    }
    if (!has_x) return NULL;
    if (id) return ir_fold_intrin(rw->m, id, inst->v.type, n, arg);
    if (n == 2 && inst->v.op != IR_ICMP && ir_is_speculatable(inst))
        return ir_fold_bin(rw->m, inst->v.op, inst->v.flags, arg[0], arg[1]);
    return NULL;
}

// The constant is what the operation gives in that case too.
static IrValue *select_no_exception(Rw *rw, IrInst *inst, IrValue *cmp, IrValue *value) {
    const IrInst *test = (IrInst *)cmp;
    if (test->pred != IR_EQ && test->pred != IR_NE) return NULL;
    IrConst *c = rw_cint(ir_op(test, 1));
    bool eq = test->pred == IR_EQ;
    IrValue *at_c = eq ? value : ir_op(inst, 2), *else_ = eq ? ir_op(inst, 2) : value;
    IrInst *f = ir_as_inst(else_);
    if (!c || !f || !rw_cint(at_c)) return NULL;
    return value_at(rw, f, ir_op(test, 0), c) == rw_cint(at_c) ? else_ : NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp.def"
};
const RwTable opt_rw_cmp = {rows, CU_COUNT(rows)};
