// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons and selects (cmp.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static IrPred pred_of(const IrInst *i) {
    return (IrPred)i->pred;
}

static bool is_equality(IrPred p) {
    return p == IR_EQ || p == IR_NE;
}

static IrPred unsigned_pred(IrPred p) {
    switch (p) {
    case IR_SGT: return IR_UGT;
    case IR_SLE: return IR_ULE;
    case IR_SGE: return IR_UGE;
    case IR_SLT: return IR_ULT;
    default: return p;
    }
}

static IrValue *icmp_add_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    int64_t d;
    if (!rw_arg_c(x, 1)) return NULL;
    IrValue *c = rw_arg(x, 1);
    IrValue *k = rw_int(y->type, rw_u(y) - rw_u(c));
    if (is_equality(p)) return ir_cmp(&r->b, p, rw_arg(x, 0), k);
    if (ir_pred_is_signed(p)) {
        int64_t a = rw_s(y), b = rw_s(c);
        uint32_t n = y->type->bits;
        int64_t min = n >= 64 ? INT64_MIN : -(1ll << (n - 1));
        if (!(x->flags & IR_NSW) || b == min || !opt_rw_adds(n, a, -b, &d)) return NULL;
    } else if (!(x->flags & IR_NUW) || rw_u(y) < rw_u(c)) {
        return NULL;
    }
    return ir_cmp(&r->b, p, rw_arg(x, 0), k);
}

static IrValue *icmp_sub_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    IrValue *a = rw_arg(x, 0), *b = rw_arg(x, 1);
    if (is_equality(p) && rw_cint(a)) {
        return ir_cmp(&r->b, p, b, rw_int(y->type, rw_u(a) - rw_u(y)));
    }
    if (!ir_is_zero(y)) return NULL;
    if (is_equality(p)) return ir_cmp(&r->b, p, a, b);
    return ir_pred_is_signed(p) && (x->flags & IR_NSW) ? ir_cmp(&r->b, p, a, b) : NULL;
}

static IrValue *icmp_xor_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    if (!is_equality(p)) return NULL;
    if (rw_arg_c(x, 1)) {
        return ir_cmp(&r->b, p, rw_arg(x, 0), rw_int(y->type, rw_u(y) ^ rw_u(rw_arg(x, 1))));
    }
    return ir_is_zero(y) ? ir_cmp(&r->b, p, rw_arg(x, 0), rw_arg(x, 1)) : NULL;
}

static IrValue *icmp_zext_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (!ir_ty_is_int(a->type) || rw_u(y) > rw_mask(a->type->bits)) return NULL;
    return ir_cmp(&r->b, unsigned_pred(pred_of(i)), a, rw_int(a->type, rw_u(y)));
}

static IrValue *icmp_sext_c(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (!ir_ty_is_int(a->type)) return NULL;
    IrValue *k = rw_int(a->type, rw_u(y));
    return rw_s(k) == rw_s(y) ? ir_cmp(&r->b, pred_of(i), a, k) : NULL;
}

static IrValue *icmp_exts(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    if (rw_arg(x, 0)->type != rw_arg(y, 0)->type) return NULL;
    return ir_cmp(&r->b, x->op == IR_ZEXT ? unsigned_pred(p) : p, rw_arg(x, 0), rw_arg(y, 0));
}

static IrValue *icmp_and_bit(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    if (!is_equality(p) || rw_arg(x, 1) != y || !rw_is_pow2(rw_u(y))) return NULL;
    return ir_cmp(&r->b, ir_inverse_pred(p), x, rw_int(y->type, 0));
}

static IrValue *icmp_lshr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    if (!is_equality(p) || !ir_is_zero(y) || !rw_arg_c(x, 1)) return NULL;
    if (rw_u(rw_arg(x, 1)) >= y->type->bits) return NULL;
    IrValue *k = rw_int(y->type, 1ull << rw_u(rw_arg(x, 1)));
    return ir_cmp(&r->b, p == IR_EQ ? IR_ULT : IR_UGE, rw_arg(x, 0), k);
}

// One comparison takes in the negation that the other would be followed by.
static IrValue *icmp_eq_of_cmp(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (pred_of(i) != IR_EQ || !ir_ty_is_i(x->type, 1)) return NULL;
    bool left = ir_as_op(x, IR_ICMP) || ir_as_op(x, IR_FCMP);
    if (!left || !ir_one_use(x)) {
        IrValue *t = x;
        x = y;
        y = t;
    }
    bool compares = ir_as_op(x, IR_ICMP) || ir_as_op(x, IR_FCMP);
    if (!compares || !ir_one_use(x)) return NULL;
    IrInst *c = ir_as_inst(x);
    IrPred p = ir_inverse_pred((IrPred)c->pred);
    return ir_cmp(&r->b, IR_NE, ir_cmp(&r->b, p, ir_op(c, 0), ir_op(c, 1)), y);
}

static IrValue *icmp_select(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *b = rw_arg(x, 0);
    if (!ir_ty_is_i(b->type, 1) || !rw_arg_c(x, 1) || !rw_arg_c(x, 2)) return NULL;
    IrConst *t = ir_fold_cmp(r->m, pred_of(i), (IrConst *)rw_arg(x, 1), (IrConst *)y);
    IrConst *f = ir_fold_cmp(r->m, pred_of(i), (IrConst *)rw_arg(x, 2), (IrConst *)y);
    if (!t || !f || t->v.kind != IR_C_INT || f->v.kind != IR_C_INT) return NULL;
    if (t == f) return &t->v;
    return ir_is_zero(&f->v) ? b : ir_not(&r->b, b);
}

// Strict forms, so that equal comparisons meet.
static IrValue *icmp_strict(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrPred p = pred_of(i);
    IrType *t = y->type;
    uint64_t c = rw_u(y), m = rw_mask(t->bits), smax = m >> 1, smin = smax + 1;
    if (t->bits == 1) {
        if (!is_equality(p)) return NULL;
        return (p == IR_EQ) == (c == 1) ? x : ir_not(&r->b, x);
    }
    switch (p) {
    case IR_ULE: return c == m ? NULL : ir_cmp(&r->b, IR_ULT, x, rw_int(t, c + 1));
    case IR_UGE: return c == 0 ? NULL : ir_cmp(&r->b, IR_UGT, x, rw_int(t, c - 1));
    case IR_SLE: return c == smax ? NULL : ir_cmp(&r->b, IR_SLT, x, rw_int(t, c + 1));
    case IR_SGE: return c == smin ? NULL : ir_cmp(&r->b, IR_SGT, x, rw_int(t, c - 1));
    case IR_ULT: return c == 1 ? ir_cmp(&r->b, IR_EQ, x, rw_int(t, 0)) : NULL;
    case IR_UGT: return c == 0 ? ir_cmp(&r->b, IR_NE, x, y) : NULL;
    default: return NULL;
    }
}

// ---- select ----

static IrValue *select_not(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!rw_is_not(x)) return NULL;
    return ir_select(&r->b, rw_arg(x, 0), ir_op(i, 2), y);
}

static IrValue *select_bool(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *f = ir_op(i, 2);
    if (!ir_ty_is_i(x->type, 1) || !rw_cint(f)) return NULL;
    if (ir_ty_is_i(y->type, 1)) {
        return ir_is_zero(y) && !ir_is_zero(f) ? ir_not(&r->b, x) : NULL;
    }
    if (ir_is_zero(f) && rw_u(y) == 1) return ir_zext(&r->b, x, y->type);
    if (ir_is_zero(f) && ir_is_all_ones(y)) return ir_sext(&r->b, x, y->type);
    if (ir_is_zero(y) && rw_u(f) == 1) return ir_zext(&r->b, ir_not(&r->b, x), y->type);
    return NULL;
}

static IrValue *minmax(Rw *r, IrPred p, IrValue *a, IrValue *b) {
    IrIntrin id = p == IR_SLT || p == IR_SLE   ? IR_I_smin
                  : p == IR_SGT || p == IR_SGE ? IR_I_smax
                  : p == IR_ULT || p == IR_ULE ? IR_I_umin
                                               : IR_I_umax;
    return ir_call_intrin(&r->b, id, NULL, 2, (IrValue *[]){a, b});
}

// X < C + 1 ? X : C and the like, as icmp_strict leaves them.
static bool one_off(IrPred p, IrValue *bound, IrValue *c) {
    if (!rw_cint(bound) || !rw_cint(c)) return false;
    uint64_t m = rw_mask(c->type->bits), want;
    if (p == IR_SLT || p == IR_ULT) {
        if (rw_u(c) == (p == IR_ULT ? m : m >> 1)) return false;
        want = rw_u(c) + 1;
    } else if (p == IR_SGT || p == IR_UGT) {
        if (rw_u(c) == (p == IR_UGT ? 0 : (m >> 1) + 1)) return false;
        want = rw_u(c) - 1;
    } else {
        return false;
    }
    return (want & m) == rw_u(bound);
}

static IrValue *select_minmax(Rw *r, IrInst *i, IrValue *x, IrValue *t) {
    IrValue *f = ir_op(i, 2), *a = rw_arg(x, 0), *b = rw_arg(x, 1);
    IrPred p = (IrPred)((IrInst *)x)->pred;
    if (!ir_ty_is_int(t->type) || t->type->bits > 64 || is_equality(p)) return NULL;
    if (!rw_pays(r, t->type->bits >= 16) || a->type != t->type) return NULL;
    if (a == t && (b == f || one_off(p, b, f))) return minmax(r, p, t, f);
    if (a == f && (b == t || one_off(p, b, t))) {
        return minmax(r, ir_inverse_pred(p), f, t);
    }
    // abs: X < 0 ? -X : X, X > -1 ? X : -X (also X > 0, where both arms of 0 are 0)
    IrValue *neg = p == IR_SLT && ir_is_zero(b)                          ? t
                   : p == IR_SGT && (ir_is_zero(b) || ir_is_all_ones(b)) ? f
                                                                         : NULL;
    IrValue *pos = neg == t ? f : t;
    if (!neg || !rw_is_neg(neg) || rw_arg(neg, 1) != a || pos != a) return NULL;
    if (!rw_pays(r, t->type->bits >= 32)) return NULL;
    IrValue *min_is_poison = &ir_int(r->m->ty_i1, (neg->flags & IR_NSW) != 0)->v;
    return ir_call_intrin(&r->b, IR_I_abs, NULL, 2, (IrValue *[]){a, min_is_poison});
}

static IrValue *select_nested(Rw *r, IrInst *i, IrValue *x, IrValue *t) {
    IrValue *f = ir_op(i, 2);
    IrInst *a = ir_as_op(t, IR_SELECT), *b = ir_as_op(f, IR_SELECT);
    if (a && ir_op(a, 0) == x) return ir_select(&r->b, x, ir_op(a, 1), f);
    if (b && ir_op(b, 0) == x) return ir_select(&r->b, x, t, ir_op(b, 2));
    return NULL;
}

// The value of f, an operation on x and constants, where x is c; NULL: not known.
static IrConst *value_at(const Rw *r, const IrInst *f, const IrValue *x, IrConst *c) {
    IrConst *arg[4];
    uint32_t id = ir_intrin_of(f), n = id ? ir_call_nargs(f) : f->nops;
    if (!n || n > CU_COUNT(arg) || (id && f->call->nbundles)) return NULL;
    bool has_x = false;
    for (uint32_t k = 0; k < n; k++) {
        bool is_x = ir_op(f, k) == x;
        has_x |= is_x;
        arg[k] = is_x ? c : rw_cint(ir_op(f, k));
        // "poison if zero" may fold to a number, which is more than is known
        if (!arg[k] || (arg[k]->v.type->bits == 1 && arg[k]->bits)) return NULL;
    }
    if (!has_x) return NULL;
    if (id) return ir_fold_intrin(r->m, id, f->v.type, n, arg);
    if (n == 2 && f->v.op != IR_ICMP && ir_is_speculatable(f))
        return ir_fold_bin(r->m, f->v.op, f->v.flags, arg[0], arg[1]);
    return NULL;
}

// The constant is what the operation gives in that case too.
static IrValue *select_no_exception(Rw *r, IrInst *i, IrValue *cmp, IrValue *t) {
    const IrInst *test = (IrInst *)cmp;
    if (test->pred != IR_EQ && test->pred != IR_NE) return NULL;
    IrConst *c = rw_cint(ir_op(test, 1));
    bool eq = test->pred == IR_EQ;
    IrValue *at_c = eq ? t : ir_op(i, 2), *else_ = eq ? ir_op(i, 2) : t;
    IrInst *f = ir_as_inst(else_);
    if (!c || !f || !rw_cint(at_c)) return NULL;
    return value_at(r, f, ir_op(test, 0), c) == rw_cint(at_c) ? else_ : NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp.def"
};
const RwTable opt_rw_cmp = {rows, CU_COUNT(rows)};
