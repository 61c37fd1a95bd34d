// SPDX-License-Identifier: Apache-2.0
// Rules of two comparisons joined by and, or, && and || (cmp_logic.def; the contract is in
// rewrite.h). Where the second comparison reads only what the first one reads, && is and: if one of
// these is poison so is the first comparison.
#include "opt/rewrite.h"

typedef struct {
    const IrInst *a, *b; // the comparisons
    bool both;           // and, else or
    bool logical;        // the second one counts only if the first leaves it open
} Pair;

// ---- of one value with constants ----

// x + add p c as a region of x; false for other comparisons.
static bool region_of(const IrInst *i, IrValue **x, RwRegion *g) {
    const IrConst *c = rw_cint(ir_op(i, 1));
    if (!c || !ir_ty_is_int(c->v.type)) return false;
    *x = ir_op(i, 0);
    *g = opt_region_of((IrPred)i->pred, c->bits, c->v.type->bits);
    return true;
}

static void look_through_add(IrValue **x, RwRegion *g) {
    const IrInst *add = ir_as_op(*x, IR_ADD);
    const IrConst *k = add ? rw_cint(ir_op(add, 1)) : NULL;
    if (!k) return;
    *x = ir_op(add, 0);
    *g = opt_region_moved(*g, 0 - k->bits);
}

enum { MIN_GAP = 3 };

// Two ranges of one length that differ in one bit, which no number of one of them has alone: x is
// in either when x without the bit is in the one that lacks it ('a'..'z' and 'A'..'Z').
static IrValue *joined_twins(Rw *r, const Pair *p, IrValue *x, RwRegion a, RwRegion b) {
    if (p->both) {
        a = opt_region_not(a);
        b = opt_region_not(b);
    }
    uint64_t bit = a.lo ^ b.lo, last = a.lo + a.len - 1;
    bool alike = !a.full && a.len && a.len == b.len && rw_is_pow2(bit) && bit - a.len >= MIN_GAP;
    if (!alike || !ir_one_use(&p->a->v) || !ir_one_use(&p->b->v)) return NULL;
    if ((a.lo ^ last) & ~(bit - 1) & rw_mask(a.n)) return NULL; // it leaves its half
    if (last & ~rw_mask(a.n)) return NULL;
    a.lo &= ~bit;
    if (p->both) a = opt_region_not(a);
    return opt_region_test(r, ir_and(&r->b, x, rw_int(x->type, ~bit)), a);
}

static IrValue *joined_regions(Rw *r, const Pair *p) {
    IrValue *x, *y;
    RwRegion a, b, g;
    if (!region_of(p->a, &x, &a) || !region_of(p->b, &y, &b)) return NULL;
    if (x != y) {
        look_through_add(&x, &a);
        if (x != y) look_through_add(&y, &b);
    }
    if (x != y) return NULL;
    bool one = p->both ? opt_region_and(a, b, &g) : opt_region_or(a, b, &g);
    if (!one) return joined_twins(r, p, x, a, b);
    // an addition more only if a comparison goes for it
    bool cheap = opt_region_is_plain(g) || ir_one_use(&p->a->v) || ir_one_use(&p->b->v);
    return cheap ? opt_region_test(r, x, g) : NULL;
}

// ---- of the same two values ----

// Predicates as sets of {greater 1, equal 2, less 4}.
static uint32_t outcomes(IrPred p) {
    switch (p) {
    case IR_EQ: return 2;
    case IR_NE: return 5;
    case IR_UGT:
    case IR_SGT: return 1;
    case IR_UGE:
    case IR_SGE: return 3;
    case IR_ULT:
    case IR_SLT: return 4;
    default: return 6;
    }
}

static IrPred pred_with(uint32_t set, bool is_signed) {
    static const uint8_t of[2][8] = {{0, IR_UGT, IR_EQ, IR_UGE, IR_ULT, IR_NE, IR_ULE, 0},
                                     {0, IR_SGT, IR_EQ, IR_SGE, IR_SLT, IR_NE, IR_SLE, 0}};
    return (IrPred)of[is_signed][set];
}

static bool is_equality(IrPred p) {
    return p == IR_EQ || p == IR_NE;
}

static bool same_operands(const Pair *p, bool *swapped) {
    *swapped = ir_op(p->a, 0) == ir_op(p->b, 1) && ir_op(p->a, 1) == ir_op(p->b, 0);
    return *swapped || (ir_op(p->a, 0) == ir_op(p->b, 0) && ir_op(p->a, 1) == ir_op(p->b, 1));
}

static IrValue *truth(Rw *r, const IrInst *like, bool v) {
    IrConst *c = ir_int(r->m->ty_i1, v);
    return like->v.type->kind == IR_TY_VECTOR ? &ir_splat(r->m, like->v.type, c)->v : &c->v;
}

static IrValue *joined_order(Rw *r, const Pair *p) {
    bool swapped;
    if (!same_operands(p, &swapped)) return NULL;
    IrPred a = (IrPred)p->a->pred, b = (IrPred)p->b->pred;
    if (swapped) b = ir_swapped_pred(b);
    bool mixed = !is_equality(a) && !is_equality(b) && ir_pred_is_signed(a) != ir_pred_is_signed(b);
    if (mixed) return NULL;
    uint32_t set = p->both ? outcomes(a) & outcomes(b) : outcomes(a) | outcomes(b);
    if (set == 0 || set == 7) return truth(r, p->a, set == 7);
    IrPred q = pred_with(set, ir_pred_is_signed(a) || ir_pred_is_signed(b));
    return ir_cmp(&r->b, q, ir_op(p->a, 0), ir_op(p->a, 1));
}

// ---- zero and sign tests of two values ----

// (x | y) p c says the same as both, or either, of x p c and y p c; or (x & y) p c does.
static bool joins(IrPred p, const IrValue *c, bool both, IrOp *with) {
    bool zero = ir_is_zero(c), ones = ir_is_all_ones(c);
    if ((p == IR_EQ && both) || (p == IR_NE && !both)) {
        *with = zero ? IR_OR : IR_AND; // all bits 0; all bits 1
        return zero || ones;
    }
    if (p == IR_SLT && zero)
        *with = both ? IR_AND : IR_OR; // a sign bit
    else if (p == IR_SGT && ones)
        *with = both ? IR_OR : IR_AND;
    else
        return false;
    return true;
}

static IrValue *joined_zero_tests(Rw *r, const Pair *p) {
    IrValue *x = ir_op(p->a, 0), *y = ir_op(p->b, 0), *c = ir_op(p->a, 1);
    IrOp with;
    bool alike =
        p->a->pred == p->b->pred && c == ir_op(p->b, 1) && rw_cint(c) && x->type == y->type;
    if (p->logical || !alike || !joins((IrPred)p->a->pred, c, p->both, &with)) return NULL;
    if (!ir_one_use(&p->a->v) || !ir_one_use(&p->b->v)) return NULL;
    return ir_cmp(&r->b, (IrPred)p->a->pred, ir_bin(&r->b, with, 0, x, y), c);
}

static IrValue *join(Rw *r, Pair p) {
    if (!ir_ty_is_int(ir_op(p.a, 0)->type) && ir_op(p.a, 0)->type->kind != IR_TY_PTR) return NULL;
    IrValue *v = joined_order(r, &p);
    if (!v) v = joined_regions(r, &p);
    return v ? v : joined_zero_tests(r, &p);
}

static IrValue *and_icmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return join(r, (Pair){(IrInst *)x, (IrInst *)y, true, false});
}

static IrValue *or_icmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return join(r, (Pair){(IrInst *)x, (IrInst *)y, false, false});
}

static IrValue *select_and_icmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_ty_is_i(i->v.type, 1) || !ir_is_zero(ir_op(i, 2))) return NULL;
    return join(r, (Pair){(IrInst *)x, (IrInst *)y, true, true});
}

static IrValue *select_or_icmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrInst *b = ir_as_op(ir_op(i, 2), IR_ICMP);
    if (!b || !ir_ty_is_i(i->v.type, 1) || !ir_is_int(y, 1)) return NULL;
    return join(r, (Pair){(IrInst *)x, b, false, true});
}

// ---- in a chain of ands, of ors ----

enum { MAX_CHAIN = 8 };

// c & (a & (b & ...)): the comparison c joins one of the chain's, which is made again around them.
static IrValue *join_chain(Rw *r, IrOp op, IrInst *c, IrValue *chain) {
    IrValue *rest[MAX_CHAIN], *v = NULL;
    uint32_t n = 0;
    while (!v && n < MAX_CHAIN) {
        const IrInst *in = ir_as_op(chain, op);
        if (!in || !ir_one_use(chain)) return NULL;
        uint32_t next = ir_as_op(ir_op(in, 1), op) != NULL;
        for (uint32_t k = 0; k < 2 && !v; k++) {
            IrInst *a = ir_as_op(ir_op(in, k), IR_ICMP);
            v = a ? join(r, (Pair){a, c, op == IR_AND, false}) : NULL;
            if (v) next = k;
        }
        rest[n++] = ir_op(in, 1 - next);
        chain = ir_op(in, next);
    }
    while (v && n) v = ir_bin(&r->b, op, 0, v, rest[--n]);
    return v;
}

static IrValue *chain_with_icmp(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    bool left = ir_as_op(x, IR_ICMP) != NULL;
    return join_chain(r, (IrOp)i->v.op, (IrInst *)(left ? x : y), left ? y : x);
}

static IrValue *chain_with_chain(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrOp op = (IrOp)i->v.op;
    if (!ir_one_use(x)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        IrInst *c = ir_as_op(rw_arg(x, k), IR_ICMP);
        IrValue *v = c ? join_chain(r, op, c, y) : NULL;
        if (v) return ir_bin(&r->b, op, 0, v, rw_arg(x, 1 - k));
    }
    return NULL;
}

// ---- floating point: predicates are sets of outcomes ----

static IrValue *join_fcmps(Rw *r, Pair p) {
    bool swapped;
    if (!same_operands(&p, &swapped)) return NULL;
    uint32_t a = p.a->pred, b = swapped ? ir_swapped_pred((IrPred)p.b->pred) : p.b->pred;
    uint32_t set = p.both ? a & b : a | b;
    if (set == IR_FCMP_FALSE || set == IR_FCMP_TRUE) return truth(r, p.a, set == IR_FCMP_TRUE);
    r->b.fmf = 0;
    return ir_cmp(&r->b, (IrPred)set, ir_op(p.a, 0), ir_op(p.a, 1));
}

static IrValue *and_fcmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return join_fcmps(r, (Pair){(IrInst *)x, (IrInst *)y, true, false});
}

static IrValue *or_fcmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return join_fcmps(r, (Pair){(IrInst *)x, (IrInst *)y, false, false});
}

static IrValue *select_and_fcmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_ty_is_i(i->v.type, 1) || !ir_is_zero(ir_op(i, 2))) return NULL;
    return join_fcmps(r, (Pair){(IrInst *)x, (IrInst *)y, true, true});
}

static IrValue *select_or_fcmps(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrInst *b = ir_as_op(ir_op(i, 2), IR_FCMP);
    if (!b || !ir_ty_is_i(i->v.type, 1) || !ir_is_int(y, 1)) return NULL;
    return join_fcmps(r, (Pair){(IrInst *)x, b, false, true});
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp_logic.def"
};
const RwTable opt_rw_cmp_logic = {rows, CU_COUNT(rows)};
