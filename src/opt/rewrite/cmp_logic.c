// SPDX-License-Identifier: Apache-2.0
// Rules of two comparisons joined by and, or, && and || (cmp_logic.def; the contract is in
// rewrite/rewrite.h). Where the second comparison reads only what the first one reads, && is and:
// if one of these is poison so is the first comparison.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

typedef struct {
    const IrInst *a, *b; // the comparisons
    bool both;           // and, else or
    bool logical;        // the second one counts only if the first leaves it open
} Pair;

// ---- of one value with constants ----

// x + add p c as a region of x; false for other comparisons.
static bool region_of(const IrInst *inst, IrValue **x, RwRegion *g) {
    const IrConst *c = rw_cint(ir_op(inst, 1));
    if (!c || !ir_ty_is_int(c->v.type)) return false;
    *x = ir_op(inst, 0);
    *g = opt_region_of((IrPred)inst->pred, c->bits, c->v.type->bits);
    return true;
}

static void look_through_add(IrValue **x, RwRegion *g) {
    const IrInst *add = ir_as_op(*x, IR_ADD);
    const IrConst *k = add ? rw_cint(ir_op(add, 1)) : NULL;
    if (!k) return;
    *x = ir_op(add, 0);
    *g = opt_region_moved(*g, 0 - k->bits);
}

static bool both_die(const Pair *pair) {
    return ir_one_use(&pair->a->v) && ir_one_use(&pair->b->v);
}

enum { MIN_GAP = 3 };

// Two ranges of one length that differ in one bit, which no number of one of them has alone: x is
// in either when x without the bit is in the one that lacks it ('a'..'z' and 'A'..'Z').
static IrValue *joined_twins(Rw *rw, const Pair *pair, IrValue *tested, RwRegion first,
                             RwRegion second) {
    if (pair->both) {
        first = opt_region_not(first);
        second = opt_region_not(second);
    }
    uint64_t bit = first.lo ^ second.lo, last = first.lo + first.len - 1;
    bool some = !first.full && first.len && first.len == second.len;
    uint64_t gap = bit - first.len; // numbers between them
    bool twins = some && rw_is_pow2(bit) && gap >= MIN_GAP;
    if (!twins || !both_die(pair)) return NULL;
    // all of the first range agree in that bit and above
    bool leaves_half = (first.lo ^ last) & ~(bit - 1) & rw_mask(first.n);
    if (leaves_half || (last & ~rw_mask(first.n))) return NULL;
    first.lo &= ~bit;
    if (pair->both) first = opt_region_not(first);
    return opt_region_test(rw, ir_and(&rw->b, tested, rw_int(tested->type, ~bit)), first);
}

static IrValue *joined_regions(Rw *rw, const Pair *pair) {
    IrValue *tested, *other;
    RwRegion first, second, joint;
    if (!region_of(pair->a, &tested, &first) || !region_of(pair->b, &other, &second)) return NULL;
    if (tested != other) {
        look_through_add(&tested, &first);
        if (tested != other) look_through_add(&other, &second);
    }
    if (tested != other) return NULL;
    bool one =
        pair->both ? opt_region_and(first, second, &joint) : opt_region_or(first, second, &joint);
    if (!one) return joined_twins(rw, pair, tested, first, second);
    // an addition more only if a comparison goes for it
    bool cheap = opt_region_is_plain(joint) || ir_one_use(&pair->a->v) || ir_one_use(&pair->b->v);
    return cheap ? opt_region_test(rw, tested, joint) : NULL;
}

// ---- of the same two values ----

// Predicates as sets of {greater 1, equal 2, less 4}.
static uint32_t outcomes(IrPred pred) {
    static const uint8_t of[IR_NPREDS] = {
        [IR_EQ] = 2,  [IR_NE] = 5,  [IR_UGT] = 1, [IR_SGT] = 1, [IR_UGE] = 3,
        [IR_SGE] = 3, [IR_ULT] = 4, [IR_SLT] = 4, [IR_ULE] = 6, [IR_SLE] = 6};
    return of[pred];
}

static IrPred pred_with(uint32_t set, bool is_signed) {
    static const uint8_t of[2][8] = {{0, IR_UGT, IR_EQ, IR_UGE, IR_ULT, IR_NE, IR_ULE, 0},
                                     {0, IR_SGT, IR_EQ, IR_SGE, IR_SLT, IR_NE, IR_SLE, 0}};
    return (IrPred)of[is_signed][set];
}

static bool same_operands(const Pair *p, bool *swapped) {
    IrValue *x = ir_op(p->a, 0), *y = ir_op(p->a, 1);
    *swapped = ir_op(p->b, 1) == x && ir_op(p->b, 0) == y;
    return rw_same_pair(&p->a->v, &p->b->v);
}

static IrValue *truth(Rw *rw, const IrInst *like, bool v) {
    IrConst *c = ir_int(rw->m->ty_i1, v);
    return like->v.type->kind == IR_TY_VECTOR ? &ir_splat(rw->m, like->v.type, c)->v : &c->v;
}

static IrValue *joined_order(Rw *rw, const Pair *pair) {
    bool swapped;
    if (!same_operands(pair, &swapped)) return NULL;
    IrPred a = (IrPred)pair->a->pred, b = (IrPred)pair->b->pred;
    if (swapped) b = ir_swapped_pred(b);
    bool orders = !ir_pred_is_equality(a) && !ir_pred_is_equality(b);
    if (orders && ir_pred_is_signed(a) != ir_pred_is_signed(b)) return NULL;
    uint32_t set = pair->both ? outcomes(a) & outcomes(b) : outcomes(a) | outcomes(b);
    if (is_any_of(set, 0, 7)) return truth(rw, pair->a, set == 7);
    IrPred q = pred_with(set, ir_pred_is_signed(a) || ir_pred_is_signed(b));
    return ir_cmp(&rw->b, q, ir_op(pair->a, 0), ir_op(pair->a, 1));
}

// ---- zero and sign tests of two values ----

// (x | y) p c says the same as both, or either, of x p c and y p c; or (x & y) p c does.
typedef struct {
    IrPred pred;
    bool ones; // c is all ones, else zero
    bool both;
    IrOp with;
} Joint;

static const Joint joints[] = {
    {IR_EQ, false, true, IR_OR},   {IR_NE, false, false, IR_OR},  // all bits 0
    {IR_EQ, true, true, IR_AND},   {IR_NE, true, false, IR_AND},  // all bits 1
    {IR_SLT, false, true, IR_AND}, {IR_SLT, false, false, IR_OR}, // a sign bit
    {IR_SGT, true, true, IR_OR},   {IR_SGT, true, false, IR_AND},
};

static const Joint *joint_of(IrPred pred, const IrValue *constant, bool both) {
    bool zero = ir_is_zero(constant);
    if (!zero && !ir_is_all_ones(constant)) return NULL;
    for (uint32_t k = 0; k < CU_COUNT(joints); k++) {
        const Joint *joint = &joints[k];
        bool same_test = joint->pred == pred && joint->ones == !zero;
        if (same_test && joint->both == both) return joint;
    }
    return NULL;
}

static IrValue *joined_zero_tests(Rw *rw, const Pair *pair) {
    IrValue *x = ir_op(pair->a, 0), *y = ir_op(pair->b, 0), *c = ir_op(pair->a, 1);
    IrPred pred = (IrPred)pair->a->pred;
    bool alike = pair->b->pred == pred && c == ir_op(pair->b, 1) && x->type == y->type;
    if (!alike || pair->logical || !rw_cint(c)) return NULL;
    const Joint *joint = joint_of(pred, c, pair->both);
    if (!joint || !both_die(pair)) return NULL;
    return ir_cmp(&rw->b, pred, ir_bin(&rw->b, joint->with, 0, x, y), c);
}

static IrValue *join(Rw *rw, Pair p) {
    const IrType *type = ir_op(p.a, 0)->type;
    if (!ir_ty_is_int(type) && !ir_ty_is_ptr(type)) return NULL;
    IrValue *v = joined_order(rw, &p);
    if (!v) v = joined_regions(rw, &p);
    return v ? v : joined_zero_tests(rw, &p);
}

static IrValue *logic_of_icmps(Rw *rw, IrInst *logic, IrValue *left, IrValue *right) {
    return join(rw, (Pair){(IrInst *)left, (IrInst *)right, logic->v.op == IR_AND, false});
}

// ---- two bounds of one value ----

// Its side that is x on the left: the predicate, and the bound.
static IrPred bound_of(const IrInst *compare, const IrValue *x, IrValue **bound) {
    bool left = ir_op(compare, 0) == x;
    *bound = ir_op(compare, left ? 1 : 0);
    return left ? (IrPred)compare->pred : ir_swapped_pred((IrPred)compare->pred);
}

static bool is_compared(const IrInst *compare, const IrValue *tested) {
    return ir_op(compare, 0) == tested || ir_op(compare, 1) == tested;
}

// Known where the comparison's block begins: so that the lesser of two is computed once, in front
// of a loop.
static bool is_from_before(const IrInst *inst, const IrValue *bound) {
    const IrInst *made = ir_as_inst(bound);
    return !made || made->block != inst->block;
}

// x < a & x < b: x < min(a, b), of which a loop has one test that counts.
static IrValue *joined_bounds(Rw *rw, const Pair *pair) {
    static const IrIntrin lesser[IR_NPREDS] = {
        // of bounds that must both hold
        [IR_SLT] = IR_I_smin, [IR_SLE] = IR_I_smin, [IR_SGT] = IR_I_smax, [IR_SGE] = IR_I_smax,
        [IR_ULT] = IR_I_umin, [IR_ULE] = IR_I_umin, [IR_UGT] = IR_I_umax, [IR_UGE] = IR_I_umax};
    IrValue *x = ir_op(pair->a, 0), *y, *z;
    if (!is_compared(pair->b, x)) x = ir_op(pair->a, 1);
    if (!is_compared(pair->b, x) || !both_die(pair)) return NULL;
    IrPred p = bound_of(pair->a, x, &y), q = bound_of(pair->b, x, &z);
    IrIntrin id = lesser[pair->both ? p : ir_swapped_pred(p)];
    if (p != q || !id || !ir_ty_is_int(x->type)) return NULL;
    bool before = is_from_before(pair->a, y) && is_from_before(pair->a, z);
    if (!rw_pays(rw, before && ir_as_op(x, IR_PHI))) return NULL;
    // the second comparison was not looked at where the first one decides
    if (pair->logical) z = ir_freeze(&rw->b, z);
    return ir_cmp(&rw->b, p, x, IR_CALL(&rw->b, id, NULL, y, z));
}

static IrValue *logic_of_bounds(Rw *rw, IrInst *logic, IrValue *left, IrValue *right) {
    Pair pair = {(IrInst *)left, (IrInst *)right, logic->v.op == IR_AND, false};
    return joined_bounds(rw, &pair);
}

// ---- by selections ----

// The comparisons that a select of i1 joins: a && b, a || b. False: it is something else.
static bool joined_by_select(const IrInst *choice, IrOp compares, Pair *pair) {
    const IrInst *a = ir_as_op(ir_op(choice, 0), compares);
    const IrInst *yes = ir_as_op(ir_op(choice, 1), compares),
                 *no = ir_as_op(ir_op(choice, 2), compares);
    bool is_and = yes && ir_is_zero(ir_op(choice, 2)), is_or = no && ir_is_int(ir_op(choice, 1), 1);
    *pair = (Pair){a, is_and ? yes : no, is_and, true};
    return ir_ty_is_i(choice->v.type, 1) && (is_and || is_or);
}

static IrValue *select_of_icmps(Rw *rw, IrInst *choice, IrValue *condition, IrValue *yes) {
    Pair pair;
    return joined_by_select(choice, IR_ICMP, &pair) ? join(rw, pair) : NULL;
}

static IrValue *select_of_bounds(Rw *rw, IrInst *choice, IrValue *condition, IrValue *yes) {
    Pair pair;
    return joined_by_select(choice, IR_ICMP, &pair) ? joined_bounds(rw, &pair) : NULL;
}

// ---- in a chain of ands, of ors ----

enum { MAX_CHAIN = 8 };

// c & (a & (b & ...)): the comparison c joins one of the chain's, which is made again around them.
static IrValue *join_chain(Rw *rw, IrOp op, IrInst *comparison, IrValue *chain) {
    IrValue *rest[MAX_CHAIN], *value = NULL;
    uint32_t n = 0;
    while (!value && n < MAX_CHAIN) {
        const IrInst *in = ir_as_op(chain, op);
        if (!in || !ir_one_use(chain)) return NULL;
        uint32_t next = ir_as_op(ir_op(in, 1), op) != NULL;
        for (uint32_t k = 0; k < 2 && !value; k++) {
            IrInst *a = ir_as_op(ir_op(in, k), IR_ICMP);
            value = a ? join(rw, (Pair){a, comparison, op == IR_AND, false}) : NULL;
            if (value) next = k;
        }
        rest[n++] = ir_op(in, 1 - next);
        chain = ir_op(in, next);
    }
    while (value && n) value = ir_bin(&rw->b, op, 0, value, rest[--n]);
    return value;
}

static IrValue *chain_with_icmp(Rw *rw, IrInst *logic, IrValue *first, IrValue *second) {
    bool left = ir_as_op(first, IR_ICMP) != NULL;
    return join_chain(rw, (IrOp)logic->v.op, (IrInst *)(left ? first : second),
                      left ? second : first);
}

static IrValue *chain_with_chain(Rw *rw, IrInst *logic, IrValue *first, IrValue *second) {
    IrOp op = (IrOp)logic->v.op;
    for (uint32_t k = 0; k < 2; k++) {
        IrInst *c = ir_as_op(rw_arg(first, k), IR_ICMP);
        IrValue *v = c ? join_chain(rw, op, c, second) : NULL;
        if (v) return ir_bin(&rw->b, op, 0, v, rw_arg(first, 1 - k));
    }
    return NULL;
}

// ---- floating point: predicates are sets of outcomes ----

static IrValue *join_fcmps(Rw *rw, Pair pair) {
    bool swapped;
    if (!same_operands(&pair, &swapped)) return NULL;
    uint32_t a = pair.a->pred, b = swapped ? ir_swapped_pred((IrPred)pair.b->pred) : pair.b->pred;
    uint32_t set = pair.both ? a & b : a | b;
    if (is_any_of(set, IR_FCMP_FALSE, IR_FCMP_TRUE)) return truth(rw, pair.a, set == IR_FCMP_TRUE);
    rw->b.fmf = 0;
    return ir_cmp(&rw->b, (IrPred)set, ir_op(pair.a, 0), ir_op(pair.a, 1));
}

static IrValue *logic_of_fcmps(Rw *rw, IrInst *logic, IrValue *left, IrValue *right) {
    return join_fcmps(rw, (Pair){(IrInst *)left, (IrInst *)right, logic->v.op == IR_AND, false});
}

static IrValue *select_of_fcmps(Rw *rw, IrInst *choice, IrValue *condition, IrValue *yes) {
    Pair pair;
    return joined_by_select(choice, IR_FCMP, &pair) ? join_fcmps(rw, pair) : NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp_logic.def"
};
const RwTable opt_rw_cmp_logic = {rows, CU_COUNT(rows)};
