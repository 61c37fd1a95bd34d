// SPDX-License-Identifier: Apache-2.0
// Rules of comparisons and selects (cmp.def; the contract is in rewrite/rewrite.h).
//
// Above each rule stands an instance of its pattern and what becomes of it. `left` and `right` are
// the operands of the comparison; `cond`, `on_true` and `on_false` those of the select. A `C` in
// the table is a constant of at most 64 bits, so that rw_u() and rw_s() may read it.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

static IrPred pred_of(const IrInst *comparison) {
    return (IrPred)comparison->pred;
}

// The predicate that orders zero-extended values as `pred` orders what they are extended from.
static IrPred unsigned_pred(IrPred pred) {
    static const IrPred unsigned_of[IR_NPREDS] = {
        [IR_EQ] = IR_EQ,   [IR_NE] = IR_NE,   [IR_UGT] = IR_UGT, [IR_ULE] = IR_ULE,
        [IR_UGE] = IR_UGE, [IR_ULT] = IR_ULT, [IR_SGT] = IR_UGT, [IR_SLE] = IR_ULE,
        [IR_SGE] = IR_UGE, [IR_SLT] = IR_ULT};
    return unsigned_of[pred];
}

// ---- comparison of a computed value with a constant ----

// Whether minuend - subtrahend is a signed number of their width.
static bool signed_difference_fits(const IrValue *minuend, const IrValue *subtrahend) {
    uint32_t bits = minuend->type->bits;
    int64_t smallest = (int64_t)(~0ull << (bits - 1)), difference;

    // The difference is made as a sum, and the smallest number has no negation.
    if (rw_s(subtrahend) == smallest) return false;
    return opt_rw_adds(bits, rw_s(minuend), -rw_s(subtrahend), &difference);
}

// Whether X + C1 p C2 asks of X what X p C2 - C1 asks. Equality holds modulo 2^n. An order is kept
// by a sum that does not wrap [LangRef, "add": nsw, nuw], if the difference does not wrap either.
static bool can_take_across(IrPred pred, const IrValue *sum, const IrValue *bound) {
    const IrValue *addend = rw_arg(sum, 1);
    if (ir_pred_is_equality(pred)) return true;
    if (ir_pred_is_signed(pred)) {
        return (sum->flags & IR_NSW) && signed_difference_fits(bound, addend);
    }
    return (sum->flags & IR_NUW) && rw_u(bound) >= rw_u(addend);
}

//     %a = add i32 %x, 7            =>
//     %c = icmp eq i32 %a, 10              %c = icmp eq i32 %x, 3
static IrValue *icmp_add_c(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    if (!can_take_across(pred, left, right)) return NULL;

    uint64_t rest = rw_u(right) - rw_arg_u(left, 1);
    return ir_cmp(&rw->b, pred, rw_arg(left, 0), rw_int(right->type, rest));
}

//     %a = sub i32 10, %x           =>
//     %c = icmp eq i32 %a, 3               %c = icmp eq i32 %x, 7
//
//     %a = sub nsw i32 %x, %y       =>
//     %c = icmp slt i32 %a, 0              %c = icmp slt i32 %x, %y
static IrValue *icmp_sub_c(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    IrValue *minuend = rw_arg(left, 0), *subtrahend = rw_arg(left, 1);
    if (ir_pred_is_equality(pred) && rw_cint(minuend)) {
        uint64_t rest = rw_u(minuend) - rw_u(right);
        return ir_cmp(&rw->b, pred, subtrahend, rw_int(right->type, rest));
    }

    // The sign of a difference tells the order only if it does not wrap [LangRef, "sub": nsw].
    bool sign_is_order = ir_pred_is_signed(pred) && (left->flags & IR_NSW);
    bool compares_operands = ir_pred_is_equality(pred) || sign_is_order;
    if (!ir_is_zero(right) || !compares_operands) return NULL;
    return ir_cmp(&rw->b, pred, minuend, subtrahend);
}

//     %a = xor i32 %x, 6            =>
//     %c = icmp eq i32 %a, 5               %c = icmp eq i32 %x, 3
//
//     %a = xor i32 %x, %y           =>
//     %c = icmp eq i32 %a, 0               %c = icmp eq i32 %x, %y
static IrValue *icmp_xor_c(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    IrValue *flipped = rw_arg(left, 1);
    if (rw_cint(flipped)) {
        uint64_t bits = rw_u(right) ^ rw_u(flipped);
        return ir_cmp(&rw->b, pred, rw_arg(left, 0), rw_int(right->type, bits));
    }
    if (!ir_is_zero(right)) return NULL;
    return ir_cmp(&rw->b, pred, rw_arg(left, 0), flipped);
}

//     %a = zext i8 %x to i32        =>
//     %c = icmp slt i32 %a, 9              %c = icmp ult i8 %x, 9
//
// What is extended is never negative: signed order is unsigned order.
static IrValue *icmp_zext_c(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrValue *narrow = rw_arg(left, 0);
    bool fits = rw_u(right) <= rw_mask(narrow->type->bits);
    if (!fits) return NULL;
    IrValue *bound = rw_int(narrow->type, rw_u(right));
    return ir_cmp(&rw->b, unsigned_pred(pred_of(comparison)), narrow, bound);
}

//     %a = sext i8 %x to i32        =>
//     %c = icmp ult i32 %a, -9             %c = icmp ult i8 %x, -9
//
// Sign extension keeps both orders.
static IrValue *icmp_sext_c(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrValue *narrow = rw_arg(left, 0);
    IrValue *bound = rw_int(narrow->type, rw_u(right));
    bool fits = rw_s(bound) == rw_s(right);
    return fits ? ir_cmp(&rw->b, pred_of(comparison), narrow, bound) : NULL;
}

//     %a = zext i8 %x to i32
//     %b = zext i8 %y to i32        =>
//     %c = icmp slt i32 %a, %b             %c = icmp ult i8 %x, %y
//
// The same of two sext, which keep the predicate.
static IrValue *icmp_exts(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrValue *narrow = rw_arg(left, 0), *other = rw_arg(right, 0);
    if (narrow->type != other->type) return NULL;

    IrPred pred = pred_of(comparison);
    if (left->op == IR_ZEXT) pred = unsigned_pred(pred);
    return ir_cmp(&rw->b, pred, narrow, other);
}

//     %a = and i32 %x, 8                   %a = and i32 %x, 8
//     %c = icmp eq i32 %a, 8        =>     %c = icmp ne i32 %a, 0
static IrValue *icmp_and_bit(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    bool tests_one_bit = rw_arg(left, 1) == right && rw_is_pow2(rw_u(right));
    if (!tests_one_bit) return NULL;
    return ir_cmp(&rw->b, ir_inverse_pred(pred), left, rw_int(right->type, 0));
}

//     %a = lshr i32 %x, 4           =>
//     %c = icmp eq i32 %a, 0               %c = icmp ult i32 %x, 16
static IrValue *icmp_lshr(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    if (!ir_is_zero(right)) return NULL;
    IrValue *bound = rw_int(right->type, 1ull << rw_arg_u(left, 1));
    IrPred order = pred == IR_EQ ? IR_ULT : IR_UGE;
    return ir_cmp(&rw->b, order, rw_arg(left, 0), bound);
}

// A comparison whose only use is at hand: its inverse costs nothing.
static bool is_own_comparison(const IrValue *value) {
    bool compares = ir_as_op(value, IR_ICMP) || ir_as_op(value, IR_FCMP);
    return compares && ir_one_use(value);
}

//     %a = icmp ult i32 %x, %y             %a = icmp uge i32 %x, %y
//     %c = icmp eq i1 %a, %b        =>     %c = icmp ne i1 %a, %b
//
// Equality of i1 is an exclusive or and a negation. The comparison takes in the negation.
static IrValue *icmp_eq_of_cmp(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    if (pred_of(comparison) != IR_EQ || !ir_ty_is_i(left->type, 1)) return NULL;

    bool is_left = is_own_comparison(left);
    if (!is_left && !is_own_comparison(right)) return NULL;
    const IrInst *test = ir_as_inst(is_left ? left : right);
    IrValue *other = is_left ? right : left;

    IrPred inverse = ir_inverse_pred((IrPred)test->pred);
    IrValue *inverted = ir_cmp(&rw->b, inverse, ir_op(test, 0), ir_op(test, 1));
    return ir_cmp(&rw->b, IR_NE, inverted, other);
}

// What the comparison says of this arm of a select; NULL: it cannot be computed.
static IrConst *compared_arm(Rw *rw, const IrInst *comparison, const IrValue *arm, IrValue *bound) {
    IrConst *says = ir_fold_cmp(rw->m, pred_of(comparison), rw_cint(arm), (IrConst *)bound);
    return says && says->v.kind == IR_C_INT ? says : NULL;
}

//     %s = select i1 %b, i32 1, i32 5   =>
//     %c = icmp ult i32 %s, 3              %b, or %b ^ true, or a constant
static IrValue *icmp_select(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrValue *cond = rw_arg(left, 0);
    if (!ir_ty_is_i(cond->type, 1) || !rw_arg_c(left, 2)) return NULL;

    IrConst *if_true = compared_arm(rw, comparison, rw_arg(left, 1), right);
    IrConst *if_false = compared_arm(rw, comparison, rw_arg(left, 2), right);
    if (!if_true || !if_false) return NULL;

    if (if_true == if_false) return &if_true->v;
    return ir_is_zero(&if_false->v) ? cond : ir_not(&rw->b, cond);
}

// What the comparison says of an arm that is a constant, or null or none; NULL: only the run knows.
static IrConst *decided_arm(Rw *rw, const IrInst *comparison, IrValue *arm, IrValue *bound) {
    if (rw_cint(arm) && rw_cint(bound)) return compared_arm(rw, comparison, arm, bound);
    if (bound->kind != IR_C_NULL || !ir_pred_is_equality(pred_of(comparison))) return NULL;
    bool null = arm->kind == IR_C_NULL;
    if (!null && !an_is_nonzero(arm)) return NULL;
    return ir_int(rw->m->ty_i1, null == (pred_of(comparison) == IR_EQ));
}

//     %s = select i1 %b, ptr %x, ptr null       %d = icmp ne ptr %x, null
//     %c = icmp ne ptr %s, null            =>   %c = select i1 %b, i1 %d, i1 false
//
// What a function gives back in place of nothing, tested where it was called. Numbers likewise.
static IrValue *icmp_select_arm(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrValue *cond = rw_arg(left, 0), *arm[2] = {rw_arg(left, 1), rw_arg(left, 2)};
    if (!ir_ty_is_i(cond->type, 1) || !(right->kind == IR_C_NULL || rw_cint(right))) return NULL;
    IrValue *says[2];
    for (uint32_t k = 0; k < 2; k++)
        says[k] = (IrValue *)decided_arm(rw, comparison, arm[k], right);
    if (!says[0] && !says[1]) return NULL;
    if ((!says[0] || !says[1]) && !ir_one_use(left)) return NULL;
    for (uint32_t k = 0; k < 2; k++) {
        if (!says[k]) says[k] = ir_cmp(&rw->b, pred_of(comparison), arm[k], right);
    }
    return ir_select(&rw->b, cond, says[0], says[1]);
}

// ---- strict forms ----

// Numbers at which an order begins or ends.
typedef enum { ZERO, UNSIGNED_MAX, SIGNED_MIN, SIGNED_MAX } Edge;

static uint64_t edge_value(Edge edge, uint32_t bits) {
    uint64_t ones = rw_mask(bits), signed_max = ones >> 1;
    const uint64_t values[] = {[ZERO] = 0,
                               [UNSIGNED_MAX] = ones,
                               [SIGNED_MIN] = signed_max + 1,
                               [SIGNED_MAX] = signed_max};
    return values[edge];
}

// X <= C is X < C + 1, unless C is the last number, of which there is no next.
typedef struct {
    IrPred strict;
    int32_t step; // from C to the bound of the strict form; 0: the predicate is strict
    Edge last;
} StrictForm;

static const StrictForm strict_forms[IR_NPREDS] = {[IR_ULE] = {IR_ULT, 1, UNSIGNED_MAX},
                                                   [IR_UGE] = {IR_UGT, -1, ZERO},
                                                   [IR_SLE] = {IR_SLT, 1, SIGNED_MAX},
                                                   [IR_SGE] = {IR_SGT, -1, SIGNED_MIN}};

// The bound of the strict form of X p C, `constant`, modulo 2^n; false if there is no such form.
static bool strict_bound(IrPred pred, const IrValue *constant, uint64_t *bound) {
    const StrictForm *form = &strict_forms[pred];
    uint32_t bits = constant->type->bits;
    if (!form->step || rw_u(constant) == edge_value(form->last, bits)) return false;
    *bound = (rw_u(constant) + (uint64_t)(int64_t)form->step) & rw_mask(bits);
    return true;
}

//     %c = icmp sle i32 %x, 9       =>     %c = icmp slt i32 %x, 10
//     %c = icmp ult i32 %x, 1       =>     %c = icmp eq i32 %x, 0
//     %c = icmp ugt i32 %x, 0       =>     %c = icmp ne i32 %x, 0
//     %c = icmp eq i1 %x, false     =>     %c = xor i1 %x, true
//
// Of comparisons that ask the same one form is left, so that they meet.
static IrValue *icmp_strict(Rw *rw, IrInst *comparison, IrValue *left, IrValue *right) {
    IrPred pred = pred_of(comparison);
    uint64_t constant = rw_u(right), bound;

    // An i1 is its own comparison with true.
    if (right->type->bits == 1) {
        if (!ir_pred_is_equality(pred)) return NULL;
        bool asks_true = (pred == IR_EQ) == (constant == 1);
        return asks_true ? left : ir_not(&rw->b, left);
    }

    if (strict_bound(pred, right, &bound)) {
        return ir_cmp(&rw->b, strict_forms[pred].strict, left, rw_int(right->type, bound));
    }
    if (pred == IR_ULT && constant == 1) {
        return ir_cmp(&rw->b, IR_EQ, left, rw_int(right->type, 0));
    }
    if (pred == IR_UGT && constant == 0) return ir_cmp(&rw->b, IR_NE, left, right);
    return NULL;
}

// ---- select ----

//     %n = xor i1 %b, true          =>
//     %s = select i1 %n, i32 %x, i32 %y    %s = select i1 %b, i32 %y, i32 %x
static IrValue *select_not(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    return ir_select(&rw->b, rw_arg(cond, 0), ir_op(choice, 2), on_true);
}

//     %s = select i1 %b, i1 false, i1 true  =>   %s = xor i1 %b, true
//     %s = select i1 %b, i32 1, i32 0       =>   %s = zext i1 %b to i32
//     %s = select i1 %b, i32 -1, i32 0      =>   %s = sext i1 %b to i32
//     %s = select i1 %b, i32 0, i32 1       =>   %n = xor i1 %b, true
//                                                %s = zext i1 %n to i32
static IrValue *select_bool(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    IrValue *on_false = ir_op(choice, 2);
    IrType *type = on_true->type;
    if (!ir_ty_is_i(cond->type, 1) || !rw_cint(on_false)) return NULL;
    bool true_is_zero = ir_is_zero(on_true), false_is_zero = ir_is_zero(on_false);

    // The i1 that is not inverted is the condition itself: opt_simplify's.
    if (ir_ty_is_i(type, 1)) {
        return true_is_zero && !false_is_zero ? ir_not(&rw->b, cond) : NULL;
    }

    if (false_is_zero && rw_u(on_true) == 1) return ir_zext(&rw->b, cond, type);
    if (false_is_zero && ir_is_all_ones(on_true)) return ir_sext(&rw->b, cond, type);
    if (true_is_zero && rw_u(on_false) == 1) {
        return ir_zext(&rw->b, ir_not(&rw->b, cond), type);
    }
    return NULL;
}

// ---- select of what is compared ----

// X p Y ? X : Y as a call [LangRef, "llvm.smin" and the like]; `pred` is an order.
static IrValue *call_minmax(Rw *rw, IrPred pred, IrValue *left, IrValue *right) {
    static const IrIntrin picks[IR_NPREDS] = {
        [IR_SLT] = IR_I_smin, [IR_SLE] = IR_I_smin, [IR_SGT] = IR_I_smax, [IR_SGE] = IR_I_smax,
        [IR_ULT] = IR_I_umin, [IR_ULE] = IR_I_umin, [IR_UGT] = IR_I_umax, [IR_UGE] = IR_I_umax};
    return ir_call_intrin(&rw->b, picks[pred], NULL, 2, (IrValue *[]){left, right});
}

// Whether X p bound ? X : arm picks as X p arm ? X : arm does. X < C + 1 ? X : C, as icmp_strict
// leaves it, is X <= C ? X : C: of X == C both arms are the same.
static bool bounds_by(IrPred pred, const IrValue *bound, const IrValue *arm) {
    if (bound == arm) return true;
    if (!rw_cint(bound) || !rw_cint(arm)) return false;

    // the other predicate of the same direction: ult and ule, sgt and sge
    IrPred loose = ir_swapped_pred(ir_inverse_pred(pred));
    uint64_t strict;
    return strict_bound(loose, arm, &strict) && strict == rw_u(bound);
}

// The arm that is taken for negative X, if the condition X p bound asks for the sign; else NULL. It
// may leave 0 to either arm: there X and -X are the same.
static IrValue *arm_of_negatives(const IrInst *test, IrValue *on_true, IrValue *on_false) {
    IrPred pred = pred_of(test);
    const IrValue *bound = ir_op(test, 1);
    bool zero = ir_is_zero(bound), minus_one = ir_is_all_ones(bound);
    if (pred == IR_SLT && zero) return on_true;
    if (pred == IR_SGT && (zero || minus_one)) return on_false;
    return NULL;
}

//     %n = sub nsw i32 0, %x
//     %c = icmp slt i32 %x, 0       =>
//     %s = select i1 %c, i32 %n, i32 %x    %s = call i32 @llvm.abs.i32(i32 %x, i1 true)
//
// The flag says that the smallest number gives poison [LangRef, "llvm.abs"], as the subtraction's
// nsw does.
static IrValue *select_abs(Rw *rw, const IrInst *test, IrValue *on_true, IrValue *on_false) {
    IrValue *of = ir_op(test, 0);
    IrValue *negated = arm_of_negatives(test, on_true, on_false);
    if (!negated) return NULL;

    IrValue *kept = negated == on_true ? on_false : on_true;
    bool is_negation = rw_is_neg(negated) && rw_arg(negated, 1) == of;
    if (!is_negation || kept != of) return NULL;
    if (!rw_pays(rw, of->type->bits >= 32)) return NULL;

    bool wraps_to_poison = (negated->flags & IR_NSW) != 0;
    IrValue *flag = &ir_int(rw->m->ty_i1, wraps_to_poison)->v;
    return ir_call_intrin(&rw->b, IR_I_abs, NULL, 2, (IrValue *[]){of, flag});
}

//     %c = icmp slt i32 %x, %y      =>
//     %s = select i1 %c, i32 %x, i32 %y    %s = call i32 @llvm.smin.i32(i32 %x, i32 %y)
//
// With the arms exchanged it is the maximum. Else the absolute value, if the arms are X and -X.
static IrValue *select_minmax(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    const IrInst *test = (const IrInst *)cond;
    IrPred pred = pred_of(test);
    IrValue *on_false = ir_op(choice, 2), *left = ir_op(test, 0), *right = ir_op(test, 1);
    IrType *type = on_true->type;
    if (!ir_ty_is_word(type) || ir_pred_is_equality(pred)) return NULL;

    // The machine has no minimum of bytes. The arms must be what is compared.
    if (!rw_pays(rw, type->bits >= 16) || left->type != type) return NULL;

    if (left == on_true && bounds_by(pred, right, on_false)) {
        return call_minmax(rw, pred, on_true, on_false);
    }
    if (left == on_false && bounds_by(pred, right, on_true)) {
        return call_minmax(rw, ir_inverse_pred(pred), on_false, on_true);
    }
    return select_abs(rw, test, on_true, on_false);
}

//     %t = select i1 %b, i32 %x, i32 %y    =>
//     %s = select i1 %b, i32 %t, i32 %z           %s = select i1 %b, i32 %x, i32 %z
static IrValue *select_nested(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    IrValue *on_false = ir_op(choice, 2);
    const IrInst *inner = ir_as_op(on_true, IR_SELECT);
    if (inner && ir_op(inner, 0) == cond) {
        return ir_select(&rw->b, cond, ir_op(inner, 1), on_false);
    }

    inner = ir_as_op(on_false, IR_SELECT);
    if (inner && ir_op(inner, 0) == cond) {
        return ir_select(&rw->b, cond, on_true, ir_op(inner, 2));
    }
    return NULL;
}

// Of predicates: what a condition turns round, or not.
static IrValue *select_flip(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    IrValue *on_false = ir_op(choice, 2);
    if (!ir_ty_is_i(choice->v.type, 1)) return NULL;
    const IrInst *turned = ir_as_op(on_true, IR_XOR);
    if (turned && ir_op(turned, 0) == on_false && ir_is_int(ir_op(turned, 1), 1))
        return ir_xor(&rw->b, cond, on_false);
    turned = ir_as_op(on_false, IR_XOR);
    if (turned && ir_op(turned, 0) == on_true && ir_is_int(ir_op(turned, 1), 1))
        return ir_xor(&rw->b, cond, on_false);
    return NULL;
}

// ---- select of a case that is no exception ----

// Whether folding with this argument may say more than is known: a flag "poison if zero" that is
// set may still fold to a number.
static bool is_set_flag(const IrConst *argument) {
    return argument->v.type->bits == 1 && argument->bits;
}

// The operand of `operation`, an operation on `operand` and constants, where `operand` is
// `constant`. NULL: it is no such operation, or not known there.
static IrConst *value_at(const Rw *rw, const IrInst *operation, const IrValue *operand,
                         IrConst *constant) {
    enum { MOST = 4 };
    IrConst *argument[MOST];
    uint32_t intrinsic = ir_intrin_of(operation);
    uint32_t n = intrinsic ? ir_call_nargs(operation) : operation->nops;
    if (!n || n > MOST) return NULL;
    if (intrinsic && operation->call->nbundles) return NULL;

    bool reads_value = false;
    for (uint32_t k = 0; k < n; k++) {
        bool is_value = ir_op(operation, k) == operand;
        reads_value |= is_value;
        argument[k] = is_value ? constant : rw_cint(ir_op(operation, k));
        if (!argument[k] || is_set_flag(argument[k])) return NULL;
    }
    if (!reads_value) return NULL;

    if (intrinsic) return ir_fold_intrin(rw->m, intrinsic, operation->v.type, n, argument);
    // what may not be speculated, a division, may have no value there
    bool computes = n == 2 && operation->v.op != IR_ICMP && ir_is_speculatable(operation);
    if (!computes) return NULL;
    return ir_fold_bin(rw->m, operation->v.op, operation->v.flags, argument[0], argument[1]);
}

//     %f = shl i32 %x, 1                   %f = shl i32 %x, 1
//     %c = icmp eq i32 %x, 3        =>
//     %s = select i1 %c, i32 6, i32 %f     %f
//
// The constant is what the operation gives in that case too.
static IrValue *select_no_exception(Rw *rw, IrInst *choice, IrValue *cond, IrValue *on_true) {
    const IrInst *test = (const IrInst *)cond;
    IrPred pred = pred_of(test);
    if (!ir_pred_is_equality(pred)) return NULL;

    IrValue *on_false = ir_op(choice, 2);
    IrValue *special = pred == IR_EQ ? on_true : on_false;
    IrValue *general = pred == IR_EQ ? on_false : on_true;
    IrConst *case_of = rw_cint(ir_op(test, 1)), *given = rw_cint(special);
    const IrInst *operation = ir_as_inst(general);
    if (!case_of || !given || !operation) return NULL;

    return value_at(rw, operation, ir_op(test, 0), case_of) == given ? general : NULL;
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cmp.def"
};
const RwTable opt_rw_cmp = {rows, CU_COUNT(rows)};
