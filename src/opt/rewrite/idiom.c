// SPDX-License-Identifier: Apache-2.0
// Idioms that programs write with comparisons, shifts and masks, for which there are better
// instructions: clamps, differences that stop at zero, distances, rotations, signs, fields that
// move (idiom.def; the contract is in rewrite/rewrite.h). What is new may be poison [LLVM LangRef,
// "Poison Values"] only where the old value was.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

// ---- selects -----------------------------------------------------------------------------------

// A select by a comparison: x pred y ? yes : no.
typedef struct {
    IrPred pred;
    IrValue *x, *y, *yes, *no;
} Choice;

static Choice choice_of(const IrInst *inst) {
    const IrInst *cmp = (const IrInst *)ir_op(inst, 0);
    return (Choice){
        .pred = (IrPred)cmp->pred,
        .x = ir_op(cmp, 0),
        .y = ir_op(cmp, 1),
        .yes = ir_op(inst, 1),
        .no = ir_op(inst, 2),
    };
}

// The same choice by the opposite condition.
static Choice negated(Choice choice) {
    return (Choice){ir_inverse_pred(choice.pred), choice.x, choice.y, choice.no, choice.yes};
}

// The same choice with the comparison written from the other side.
static Choice swapped(Choice choice) {
    return (Choice){ir_swapped_pred(choice.pred), choice.y, choice.x, choice.yes, choice.no};
}

static bool is_order(IrPred pred) {
    return !ir_pred_is_equality(pred);
}

// < and <=
static bool is_below(IrPred pred) {
    return is_any_of(pred, IR_ULT, IR_ULE, IR_SLT, IR_SLE);
}

// < and >
static bool is_strict(IrPred pred) {
    return is_any_of(pred, IR_ULT, IR_SLT, IR_UGT, IR_SGT);
}

// The minimum, or the maximum, of the order that the predicate is of.
static IrIntrin extremum(IrPred pred, bool is_max) {
    static const IrIntrin ids[2][2] = {{IR_I_umin, IR_I_umax}, {IR_I_smin, IR_I_smax}};
    return ids[ir_pred_is_signed(pred)][is_max];
}

static IrValue *call2(Rw *rw, IrIntrin id, IrValue *x, IrValue *y) {
    return ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){x, y});
}

// a <= b, both constants, in the order that the predicate is of.
static bool at_most(IrPred pred, const IrValue *a, const IrValue *b) {
    return ir_pred_is_signed(pred) ? rw_s(a) <= rw_s(b) : rw_u(a) <= rw_u(b);
}

// Does x < c, or x > c, come to the same as x <= end (x >= end) but for x == end itself? c is end
// or, of a strict comparison, the number beyond it, if there is one in that order.
static bool ends_at(IrPred pred, const IrValue *c, const IrValue *end) {
    if (c == end) return true;
    if (!is_strict(pred)) return false;

    bool below = is_below(pred);
    uint64_t mask = rw_mask(end->type->bits);
    uint64_t step = below ? 1 : mask; // one up; one down
    bool in_order = below ? at_most(pred, end, c) : at_most(pred, c, end);
    return in_order && rw_u(c) == ((rw_u(end) + step) & mask);
}

// Whether `cut` is x cut off at a constant by the minimum or maximum `id`.
static bool cuts_off(const IrValue *cut, IrIntrin id, const IrValue *x) {
    const IrInst *call = ir_as_op(cut, IR_CALL);
    bool cuts_x = call && ir_intrin_of(call) == id && ir_op(call, 0) == x;
    return cuts_x && rw_arg_c(cut, 1);
}

// x < L ? L : min(x, H) -> max(min(x, H), L); x > H ? H : max(x, L) -> min(max(x, L), H)
// The ends must be in order: with H < L the first is L for x < L, but H for all others.
static IrValue *clamp(Rw *rw, Choice choice) {
    IrPred pred = choice.pred;
    bool constants = rw_cint(choice.y) && rw_cint(choice.yes);
    if (!is_order(pred) || !constants) return NULL;
    bool low = is_below(pred);
    bool cut_at_other_end = cuts_off(choice.no, extremum(pred, !low), choice.x);
    if (!cut_at_other_end || !ends_at(pred, choice.y, choice.yes)) return NULL;

    IrValue *end = rw_arg(choice.no, 1);
    bool in_order = low ? at_most(pred, choice.yes, end) : at_most(pred, end, choice.yes);
    return in_order ? call2(rw, extremum(pred, low), choice.no, choice.yes) : NULL;
}

// Whether x and y are the instruction's two operands, in this order.
static bool is_of(const IrInst *inst, const IrValue *x, const IrValue *y) {
    return ir_op(inst, 0) == x && ir_op(inst, 1) == y;
}

// The end C of x > C ? x + -C : 0 (or with >=), or NULL: it is none.
static IrValue *end_of_added(const Choice *choice) {
    const IrInst *add = ir_as_op(choice->yes, IR_ADD);
    const IrConst *added = add ? rw_cint(ir_op(add, 1)) : NULL;
    if (!added || ir_op(add, 0) != choice->x || !rw_cint(choice->y)) return NULL;
    IrValue *end = rw_int(choice->x->type, 0 - added->bits);
    return ends_at(choice->pred, choice->y, end) ? end : NULL;
}

// x > y ? x - y : 0 -> max(x, y) - y
static IrValue *difference_or_zero(Rw *rw, Choice choice) {
    if (is_below(choice.pred)) choice = swapped(choice);
    if (!is_order(choice.pred) || !ir_is_zero(choice.no) || !ir_one_use(choice.yes)) return NULL;
    const IrInst *sub = ir_as_op(choice.yes, IR_SUB);
    IrIntrin max = extremum(choice.pred, true);
    if (sub && is_of(sub, choice.x, choice.y) && !rw_cint(choice.x))
        return ir_sub(&rw->b, call2(rw, max, choice.x, choice.y), choice.y);

    // of a constant y the difference is written as a sum
    IrValue *end = end_of_added(&choice);
    if (!end) return NULL;
    IrValue *larger = call2(rw, max, choice.x, end);
    return ir_add(&rw->b, larger, rw_int(choice.x->type, rw_arg_u(choice.yes, 1)));
}

// Is the value x - y, computed so that it cannot wrap, with the order of the comparison: with nsw,
// or in a wider type?
static bool is_difference(const IrValue *value, const Choice *choice) {
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    bool is_signed = ir_pred_is_signed(choice->pred);
    if (is_of(sub, choice->x, choice->y)) return is_signed && (value->flags & IR_NSW);

    IrOp ext = is_signed ? IR_SEXT : IR_ZEXT;
    const IrInst *a = ir_as_op(ir_op(sub, 0), ext), *b = ir_as_op(ir_op(sub, 1), ext);
    return a && b && ir_op(a, 0) == choice->x && ir_op(b, 0) == choice->y;
}

// Is the value the difference's negation: 0 - difference, or with its operands exchanged?
static bool is_opposite(const IrValue *value, const IrValue *difference) {
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    if (ir_is_zero(ir_op(sub, 0)) && ir_op(sub, 1) == difference) return true;

    // where the difference wraps, this one must not say anything either
    bool promises = (value->flags & IR_NSW) || !(difference->flags & IR_NSW);
    return promises && is_of(sub, rw_arg(difference, 1), rw_arg(difference, 0));
}

// x > y ? d : -d with d = x - y -> abs d
static IrValue *distance(Rw *rw, Choice choice) {
    if (is_below(choice.pred)) choice = negated(choice);
    if (!is_order(choice.pred) || choice.yes->type->kind != IR_TY_INT) return NULL;
    if (!is_difference(choice.yes, &choice) || !is_opposite(choice.no, choice.yes)) return NULL;

    // it may wrap below zero now, where it was not chosen before
    IrValue *difference = choice.yes;
    if (difference->flags & IR_NUW) {
        IrValue *x = rw_arg(difference, 0), *y = rw_arg(difference, 1);
        difference = ir_bin(&rw->b, IR_SUB, difference->flags & IR_NSW, x, y);
    }
    IrValue *smallest_is_poison = rw_int(rw->m->ty_i1, 0);
    return call2(rw, IR_I_abs, difference, smallest_is_poison);
}

// The first idiom that the choice is, as it is written or by the opposite condition. Clamps and
// differences are of the type that is compared; a distance may be of a wider one.
static IrValue *select_idiom(Rw *rw, IrInst *select, IrValue *condition, IrValue *yes) {
    typedef IrValue *Idiom(Rw *, Choice);
    static Idiom *const of_one_type[] = {clamp, difference_or_zero};
    if (!ir_ty_is_word(select->v.type)) return NULL;
    Choice choice = choice_of(select);
    IrValue *better = NULL;
    uint32_t n = choice.x->type == select->v.type ? CU_COUNT(of_one_type) : 0;
    for (uint32_t k = 0; !better && k < n; k++) {
        better = of_one_type[k](rw, choice);
        if (!better) better = of_one_type[k](rw, negated(choice));
    }

    if (!better) better = distance(rw, choice);
    return better ? better : distance(rw, swapped(choice));
}

// ---- rotations by a variable -------------------------------------------------------------------

// A value that is a count below the width by a mask: what is masked; else itself.
static IrValue *without_mask(IrValue *value) {
    const IrInst *and = ir_as_op(value, IR_AND);
    const IrConst *mask = and? rw_cint(ir_op(and, 1)) : NULL;
    return mask && mask->bits == value->type->bits - 1 ? ir_op(and, 0) : value;
}

// Is the value the width less `count`: exactly, or modulo the width as well?
static bool is_rest(const IrValue *value, const IrValue *count, bool exact) {
    const IrInst *sub = ir_as_op(value, IR_SUB);
    const IrConst *from = sub ? rw_cint(ir_op(sub, 0)) : NULL;
    if (!from || ir_op(sub, 1) != count) return false;
    uint32_t width = value->type->bits;
    return exact ? from->bits == width : from->bits % width == 0;
}

// The count that a rotation by `count` one way and by `rest` the other is by, or NULL: `rest` must
// be the width less `count`; of a rotation of one value it need be that but for masks.
static IrValue *rotates_by(IrValue *count, IrValue *rest, bool one_value) {
    if (is_rest(rest, count, true)) return count;
    IrValue *plain = without_mask(count), *other = without_mask(rest);
    bool masked = one_value && other != rest;
    return masked && is_rest(other, plain, false) ? plain : NULL;
}

// Rotations of 32 bits are one instruction; of other widths only the checker makes them.
static bool has_rotation(const Rw *rw, const IrType *type) {
    return ir_ty_is_word(type) && rw_is_pow2(type->bits) && rw_pays(rw, type->bits == 32);
}

// (x << k) | (y >> (n - k)): where k is 0 or n the second shift is poison, so fshl may be anything.
// With masked counts, which then shift by 0, that is a rotation only if x is y.
static IrValue *or_rotate_by(Rw *rw, IrInst *rotation, IrValue *first, IrValue *second) {
    IrValue *left = first->op == IR_SHL ? first : second, *right = left == first ? second : first;
    IrValue *high = rw_arg(left, 0), *low = rw_arg(right, 0);
    IrValue *up = rw_arg(left, 1), *down = rw_arg(right, 1);
    bool by_variables = !ir_is_const(up) && !ir_is_const(down);
    if (!has_rotation(rw, rotation->v.type) || !by_variables) return NULL;

    // either count may be the one that is written, the other what is left of the width
    bool one_value = high == low;
    IrValue *left_by = rotates_by(up, down, one_value);
    IrValue *by = left_by ? left_by : rotates_by(down, up, one_value);
    if (!by) return NULL;
    IrIntrin id = left_by ? IR_I_fshl : IR_I_fshr;
    return ir_call_intrin(&rw->b, id, NULL, 3, (IrValue *[]){high, low, by});
}

// ---- signs -------------------------------------------------------------------------------------

// Less the sign bit of x is more by -1 or 0, which the arithmetic shift makes of it.
static IrValue *minus_sign(Rw *rw, IrInst *difference, IrValue *minuend, IrValue *sign) {
    uint32_t last = sign->type->bits - 1;
    if (rw_arg_u(sign, 1) != last || ir_is_zero(minuend)) return NULL;
    return ir_add(&rw->b, minuend, ir_ashr(&rw->b, rw_arg(sign, 0), rw_int(sign->type, last)));
}

// ---- fields that move --------------------------------------------------------------------------

// ((x >> right) & mask) << left: one shift by the difference, and the mask where the field goes.
static IrValue *shl_of_field(Rw *rw, IrInst *shift, IrValue *masked, IrValue *count) {
    const IrInst *down = ir_as_op(rw_arg(masked, 0), IR_LSHR);
    if (!down || !ir_one_use(&down->v) || !rw_is_count(ir_op(down, 1))) return NULL;
    uint64_t left = rw_u(count), right = rw_u(ir_op(down, 1));
    IrValue *moved = ir_op(down, 0);
    if (left > right) moved = ir_shl(&rw->b, moved, rw_int(count->type, left - right));
    if (left < right) moved = ir_lshr(&rw->b, moved, rw_int(count->type, right - left));

    // without what the shift to the right made zero
    uint64_t mask = rw_arg_u(masked, 1) << left;
    mask &= rw_mask(count->type->bits) >> right << left;
    return ir_and(&rw->b, moved, rw_int(count->type, mask));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/idiom.def"
};
const RwTable opt_rw_idiom = {rows, CU_COUNT(rows)};
