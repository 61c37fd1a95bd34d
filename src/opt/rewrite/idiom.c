// SPDX-License-Identifier: Apache-2.0
// Idioms that programs write with comparisons, shifts and masks, for which there are better
// instructions: clamps, differences that stop at zero, distances, rotations, signs, fields that
// move (idiom.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

// ---- selects -----------------------------------------------------------------------------------

typedef struct { // c ? yes : no with x p y as the condition
    IrPred p;
    IrValue *x, *y, *yes, *no;
} Choice;

static Choice choice_of(const IrInst *inst) {
    const IrInst *c = (const IrInst *)ir_op(inst, 0);
    return (Choice){(IrPred)c->pred, ir_op(c, 0), ir_op(c, 1), ir_op(inst, 1), ir_op(inst, 2)};
}

static Choice negated(Choice c) {
    return (Choice){ir_inverse_pred(c.p), c.x, c.y, c.no, c.yes};
}

static Choice swapped(Choice c) {
    return (Choice){ir_swapped_pred(c.p), c.y, c.x, c.yes, c.no};
}

static bool is_order(IrPred p) {
    return !ir_pred_is_equality(p);
}

static bool is_below(IrPred p) { // <, <=
    return is_any_of(p, IR_ULT, IR_ULE, IR_SLT, IR_SLE);
}

// The minimum, or the maximum, of the order that p is of.
static IrIntrin extremum(IrPred p, bool is_max) {
    static const IrIntrin ids[2][2] = {{IR_I_umin, IR_I_umax}, {IR_I_smin, IR_I_smax}};
    return ids[ir_pred_is_signed(p)][is_max];
}

static IrValue *call2(Rw *rw, IrIntrin id, IrValue *value, IrValue *y) {
    return ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){value, y});
}

static bool is_strict(IrPred p) { // <, >
    return is_any_of(p, IR_ULT, IR_SLT, IR_UGT, IR_SGT);
}

// a <= b, both constants of the order that p is of.
static bool at_most(IrPred p, const IrValue *value, const IrValue *b) {
    return ir_pred_is_signed(p) ? rw_s(value) <= rw_s(b) : rw_u(value) <= rw_u(b);
}

// Does x < c, or x > c, come to the same as x <= end (x >= end) but for x == end itself?
static bool ends_at(IrPred pred, const IrValue *value, const IrValue *end) {
    if (value == end) return true;
    if (!is_strict(pred)) return false;
    uint64_t step = is_below(pred) ? 1 : rw_mask(end->type->bits);
    uint64_t beyond = (rw_u(end) + step) & rw_mask(end->type->bits);
    bool wraps = !at_most(pred, is_below(pred) ? end : value, is_below(pred) ? value : end);
    return rw_u(value) == beyond && !wraps;
}

// x < L ? L : min(x, H) -> max(min(x, H), L); x > H ? H : max(x, L) -> min(max(x, L), H)
static IrValue *clamp(Rw *rw, Choice choice) {
    bool constants = rw_cint(choice.y) && rw_cint(choice.yes);
    if (!is_order(choice.p) || !constants) return NULL;
    const IrInst *inner = ir_as_op(choice.no, IR_CALL);
    if (!inner || !ends_at(choice.p, choice.y, choice.yes)) return NULL;

    // the other end must be cut off already
    bool low = is_below(choice.p);
    bool cuts_x = ir_intrin_of(inner) == extremum(choice.p, !low) && ir_op(inner, 0) == choice.x;
    if (!cuts_x || !rw_arg_c(choice.no, 1)) return NULL;
    IrValue *end = rw_arg(choice.no, 1);
    bool in_order = low ? at_most(choice.p, choice.yes, end) : at_most(choice.p, end, choice.yes);
    return in_order ? call2(rw, extremum(choice.p, low), choice.no, choice.yes) : NULL;
}

static bool is_of(const IrInst *inst, const IrValue *x, const IrValue *y) { // its two operands
    return ir_op(inst, 0) == x && ir_op(inst, 1) == y;
}

// x > y ? x - y : 0 -> max(x, y) - y
static IrValue *difference_or_zero(Rw *rw, Choice choice) {
    if (is_below(choice.p)) choice = swapped(choice);
    if (!is_order(choice.p) || !ir_is_zero(choice.no) || !ir_one_use(choice.yes)) return NULL;
    const IrInst *sub = ir_as_op(choice.yes, IR_SUB), *add = ir_as_op(choice.yes, IR_ADD);
    IrIntrin max = extremum(choice.p, true);
    if (sub && is_of(sub, choice.x, choice.y) && !rw_cint(choice.x))
        return ir_sub(&rw->b, call2(rw, max, choice.x, choice.y), choice.y);

    // x + -C, and x > C or x >= C
    const IrConst *k = add ? rw_cint(ir_op(add, 1)) : NULL;
    if (!k || ir_op(add, 0) != choice.x || !rw_cint(choice.y)) return NULL;
    IrValue *end = rw_int(choice.x->type, 0 - k->bits);
    if (!ends_at(choice.p, choice.y, end)) return NULL;
    return ir_add(&rw->b, call2(rw, max, choice.x, end), rw_int(choice.x->type, k->bits));
}

// Is d = x - y, computed so that it cannot wrap, with the order that p compares in?
static bool is_difference(const IrValue *value, const Choice *choice) {
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    bool is_signed = ir_pred_is_signed(choice->p);
    if (is_of(sub, choice->x, choice->y)) return is_signed && (value->flags & IR_NSW);
    IrOp ext = is_signed ? IR_SEXT : IR_ZEXT;
    const IrInst *a = ir_as_op(ir_op(sub, 0), ext), *b = ir_as_op(ir_op(sub, 1), ext);
    return a && b && ir_op(a, 0) == choice->x && ir_op(b, 0) == choice->y;
}

static bool is_opposite(const IrValue *value, const IrValue *d) { // n = -d; d is a difference
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    if (ir_is_zero(ir_op(sub, 0)) && ir_op(sub, 1) == d) return true;
    // where d wraps, this one must not say anything either
    bool promises = (value->flags & IR_NSW) || !(d->flags & IR_NSW);
    return promises && is_of(sub, rw_arg(d, 1), rw_arg(d, 0));
}

// x > y ? d : -d with d = x - y -> abs d
static IrValue *distance(Rw *rw, Choice choice) {
    if (is_below(choice.p)) choice = negated(choice);
    if (!is_order(choice.p) || choice.yes->type->kind != IR_TY_INT) return NULL;
    if (!is_difference(choice.yes, &choice) || !is_opposite(choice.no, choice.yes)) return NULL;
    IrValue *d = choice.yes; // which may wrap below zero now, where it was not chosen before
    if (d->flags & IR_NUW) {
        d = ir_bin(&rw->b, IR_SUB, d->flags & IR_NSW, rw_arg(d, 0), rw_arg(d, 1));
    }
    IrValue *arg[] = {d, rw_int(rw->m->ty_i1, 0)};
    return ir_call_intrin(&rw->b, IR_I_abs, NULL, 2, arg);
}

static IrValue *select_idiom(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    if (!ir_ty_is_word(inst->v.type)) return NULL;
    typedef IrValue *Idiom(Rw *, Choice);
    static Idiom *const of_one_type[] = {clamp, difference_or_zero};
    Choice c = choice_of(inst);
    IrValue *v = NULL;
    uint32_t n = c.x->type == inst->v.type ? CU_COUNT(of_one_type) : 0;
    for (uint32_t k = 0; !v && k < n; k++) {
        v = of_one_type[k](rw, c);
        if (!v) v = of_one_type[k](rw, negated(c));
    }
    if (!v) v = distance(rw, c);
    return v ? v : distance(rw, swapped(c));
}

// ---- rotations by a variable -------------------------------------------------------------------

// k if v is k & (n - 1), else v itself.
static IrValue *without_mask(IrValue *value) {
    const IrInst *i = ir_as_op(value, IR_AND);
    const IrConst *m = i ? rw_cint(ir_op(i, 1)) : NULL;
    return m && m->bits == value->type->bits - 1 ? ir_op(i, 0) : value;
}

// n - k: exactly, or modulo n as well.
static bool is_rest(const IrValue *value, const IrValue *k, bool exact) {
    const IrInst *i = ir_as_op(value, IR_SUB);
    const IrConst *c = i ? rw_cint(ir_op(i, 0)) : NULL;
    uint32_t n = value->type->bits;
    if (!c || ir_op(i, 1) != k) return false;
    return exact ? c->bits == n : c->bits % n == 0;
}

// Whether `rest` is the width less `k`; of a rotation of one value it need be that but for masks.
static IrValue *rotates_by(IrValue *k, IrValue *rest, bool one_value) {
    if (is_rest(rest, k, true)) return k;
    IrValue *plain = without_mask(k), *other = without_mask(rest);
    bool masked = one_value && other != rest;
    return masked && is_rest(other, plain, false) ? plain : NULL;
}

static bool has_rotation(const Rw *rw, const IrType *type) {
    return ir_ty_is_word(type) && rw_is_pow2(type->bits) && rw_pays(rw, type->bits == 32);
}

// (x << k) | (y >> (n - k)): where k is 0 or n the second shift is poison, so fshl may be anything.
// With masked counts, which then shift by 0, that is a rotation only if x is y.
static IrValue *or_rotate_by(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *left = value->op == IR_SHL ? value : y, *right = left == value ? y : value;
    IrValue *a = rw_arg(left, 0), *b = rw_arg(right, 0);
    IrValue *k = rw_arg(left, 1), *l = rw_arg(right, 1);
    if (!has_rotation(rw, inst->v.type) || ir_is_const(k) || ir_is_const(l)) return NULL;

    IrValue *up = rotates_by(k, l, a == b);
    IrValue *by = up ? up : rotates_by(l, k, a == b);
    if (!by) return NULL;
    IrIntrin id = up ? IR_I_fshl : IR_I_fshr;
    return ir_call_intrin(&rw->b, id, NULL, 3, (IrValue *[]){a, b, by});
}

// ---- signs -------------------------------------------------------------------------------------

static IrValue *minus_sign(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    uint32_t last = y->type->bits - 1;
    if (rw_arg_u(y, 1) != last || ir_is_zero(value)) return NULL;
    return ir_add(&rw->b, value, ir_ashr(&rw->b, rw_arg(y, 0), rw_int(y->type, last)));
}

// ---- fields that move --------------------------------------------------------------------------

static IrValue *shl_of_field(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    const IrInst *down = ir_as_op(rw_arg(value, 0), IR_LSHR);
    if (!down || !ir_one_use(&down->v) || !rw_is_count(ir_op(down, 1))) return NULL;
    uint64_t left = rw_u(y), right = rw_u(ir_op(down, 1));
    uint64_t mask = rw_arg_u(value, 1) << left;
    IrValue *v = ir_op(down, 0);
    if (left > right) v = ir_shl(&rw->b, v, rw_int(y->type, left - right));
    if (left < right) v = ir_lshr(&rw->b, v, rw_int(y->type, right - left));
    // what the shift to the right made zero
    mask &= rw_mask(y->type->bits) >> right << left;
    return ir_and(&rw->b, v, rw_int(y->type, mask));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/idiom.def"
};
const RwTable opt_rw_idiom = {rows, CU_COUNT(rows)};
