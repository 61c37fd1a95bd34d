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
    return p != IR_EQ && p != IR_NE;
}

static bool is_below(IrPred p) { // <, <=
    return p == IR_ULT || p == IR_ULE || p == IR_SLT || p == IR_SLE;
}

static IrIntrin max_of(IrPred p) {
    return ir_pred_is_signed(p) ? IR_I_smax : IR_I_umax;
}

static IrIntrin min_of(IrPred p) {
    return ir_pred_is_signed(p) ? IR_I_smin : IR_I_umin;
}

static IrValue *call2(Rw *rw, IrIntrin id, IrValue *value, IrValue *y) {
    return ir_call_intrin(&rw->b, id, NULL, 2, (IrValue *[]){value, y});
}

// a <= b, both constants of the order that p is of.
static bool at_most(IrPred p, const IrValue *value, const IrValue *b) {
    return ir_pred_is_signed(p) ? rw_s(value) <= rw_s(b) : rw_u(value) <= rw_u(b);
}

// Does x < c, or x > c, come to the same as x <= end (x >= end) but for x == end itself?
static bool ends_at(IrPred pred, const IrValue *value, const IrValue *end) {
    if (value == end) return true;
    bool strict = pred == IR_ULT || pred == IR_SLT || pred == IR_UGT || pred == IR_SGT;
    if (!strict) return false;
    uint64_t step = is_below(pred) ? 1 : rw_mask(end->type->bits);
    uint64_t beyond = (rw_u(end) + step) & rw_mask(end->type->bits);
    bool wraps = !at_most(pred, is_below(pred) ? end : value, is_below(pred) ? value : end);
    return rw_u(value) == beyond && !wraps;
}

// x < L ? L : min(x, H) -> max(min(x, H), L); x > H ? H : max(x, L) -> min(max(x, L), H)
static IrValue *clamp(Rw *rw, Choice choice) {
    if (!is_order(choice.p) || !rw_cint(choice.y) || !rw_cint(choice.yes)) return NULL;
    const IrInst *inner = ir_as_op(choice.no, IR_CALL);
    if (!inner || !ends_at(choice.p, choice.y, choice.yes)) return NULL;
    bool low = is_below(choice.p);
    IrIntrin with = low ? min_of(choice.p) : max_of(choice.p);
    if (ir_intrin_of(inner) != with || ir_op(inner, 0) != choice.x || !rw_arg_c(choice.no, 1))
        return NULL;
    IrValue *end = rw_arg(choice.no, 1);
    if (!(low ? at_most(choice.p, choice.yes, end) : at_most(choice.p, end, choice.yes)))
        return NULL;
    return call2(rw, low ? max_of(choice.p) : min_of(choice.p), choice.no, choice.yes);
}

// x > y ? x - y : 0 -> max(x, y) - y
static IrValue *difference_or_zero(Rw *rw, Choice choice) {
    if (is_below(choice.p)) choice = swapped(choice);
    if (!is_order(choice.p) || !ir_is_zero(choice.no) || !ir_one_use(choice.yes)) return NULL;
    const IrInst *d = ir_as_inst(choice.yes);
    if (d && d->v.op == IR_SUB && ir_op(d, 0) == choice.x && ir_op(d, 1) == choice.y &&
        !rw_cint(choice.x))
        return ir_sub(&rw->b, call2(rw, max_of(choice.p), choice.x, choice.y), choice.y);

    // x + -C, and x > C or x >= C
    const IrConst *k = d && d->v.op == IR_ADD ? rw_cint(ir_op(d, 1)) : NULL;
    if (!k || ir_op(d, 0) != choice.x || !rw_cint(choice.y)) return NULL;
    IrValue *end = rw_int(choice.x->type, 0 - k->bits);
    if (!ends_at(choice.p, choice.y, end)) return NULL;
    return ir_add(&rw->b, call2(rw, max_of(choice.p), choice.x, end),
                  rw_int(choice.x->type, k->bits));
}

// Is d = x - y, computed so that it cannot wrap, with the order that p compares in?
static bool is_difference(const IrValue *value, const Choice *choice) {
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    if (ir_op(sub, 0) == choice->x && ir_op(sub, 1) == choice->y)
        return ir_pred_is_signed(choice->p) && (value->flags & IR_NSW);
    IrOp ext = ir_pred_is_signed(choice->p) ? IR_SEXT : IR_ZEXT;
    const IrInst *a = ir_as_op(ir_op(sub, 0), ext), *b = ir_as_op(ir_op(sub, 1), ext);
    return a && b && ir_op(a, 0) == choice->x && ir_op(b, 0) == choice->y;
}

static bool is_opposite(const IrValue *value, const IrValue *d) { // n = -d; d is a difference
    const IrInst *sub = ir_as_op(value, IR_SUB);
    if (!sub) return false;
    if (ir_is_zero(ir_op(sub, 0)) && ir_op(sub, 1) == d) return true;
    bool reversed = ir_op(sub, 0) == rw_arg(d, 1) && ir_op(sub, 1) == rw_arg(d, 0);
    // where d wraps, this one must not say anything either
    return reversed && ((value->flags & IR_NSW) || !(d->flags & IR_NSW));
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
    if (!ir_ty_is_int(inst->v.type) || inst->v.type->bits > 64) return NULL;
    Choice c = choice_of(inst), n = negated(c);
    bool same = c.x->type == inst->v.type;
    IrValue *v = same ? clamp(rw, c) : NULL;
    if (!v && same) v = clamp(rw, n);
    if (!v && same) v = difference_or_zero(rw, c);
    if (!v && same) v = difference_or_zero(rw, n);
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

// (x << k) | (y >> (n - k)): where k is 0 or n the second shift is poison, so fshl may be anything.
// With masked counts, which then shift by 0, that is a rotation only if x is y.
static IrValue *or_rotate_by(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrValue *left = value->op == IR_SHL ? value : y, *right = left == value ? y : value;
    if (!rw_pays(rw, ir_ty_is_i(inst->v.type, 32)) || !ir_ty_is_int(inst->v.type)) return NULL;
    if (!rw_is_pow2(inst->v.type->bits) || inst->v.type->bits > 64) return NULL;
    if (!ir_one_use(value) && !ir_one_use(y)) return NULL;
    IrValue *a = rw_arg(left, 0), *b = rw_arg(right, 0);
    IrValue *k = rw_arg(left, 1), *l = rw_arg(right, 1);
    if (ir_is_const(k) || ir_is_const(l)) return NULL;
    IrValue *by = NULL;
    IrIntrin id = IR_I_fshl;
    if (is_rest(l, k, true)) {
        by = k;
    } else if (is_rest(k, l, true)) {
        by = l;
        id = IR_I_fshr;
    } else if (a == b && l != without_mask(l) && is_rest(without_mask(l), without_mask(k), false)) {
        by = without_mask(k);
    } else if (a == b && k != without_mask(k) && is_rest(without_mask(k), without_mask(l), false)) {
        by = without_mask(l);
        id = IR_I_fshr;
    }
    if (!by) return NULL;
    return ir_call_intrin(&rw->b, id, NULL, 3, (IrValue *[]){a, b, by});
}

// ---- signs -------------------------------------------------------------------------------------

static IrValue *minus_sign(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    bool constant = rw_arg_c(y, 1);
    uint32_t last = y->type->bits - 1;
    if (!constant || rw_u(rw_arg(y, 1)) != last || !ir_one_use(y) || ir_is_zero(value)) return NULL;
    return ir_add(&rw->b, value, ir_ashr(&rw->b, rw_arg(y, 0), rw_int(y->type, last)));
}

// ---- fields that move --------------------------------------------------------------------------

static IrValue *shl_of_field(Rw *rw, IrInst *inst, IrValue *value, IrValue *y) {
    IrInst *insn = ir_as_op(rw_arg(value, 0), IR_LSHR);
    uint32_t n = y->type->bits;
    bool plain = insn && rw_arg_c(value, 1) && ir_one_use(value) && ir_one_use(&insn->v);
    if (!plain || !rw_arg_c(&insn->v, 1)) return NULL;
    uint64_t left = rw_u(y), right = rw_u(ir_op(insn, 1));
    if (left >= n || right >= n) return NULL;
    uint64_t mask = rw_u(rw_arg(value, 1)) << left;
    IrValue *v = ir_op(insn, 0);
    if (left > right) v = ir_shl(&rw->b, v, rw_int(y->type, left - right));
    if (left < right) v = ir_lshr(&rw->b, v, rw_int(y->type, right - left));
    // what the shift to the right made zero
    mask &= rw_mask(n) >> right << left;
    return ir_and(&rw->b, v, rw_int(y->type, mask));
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/idiom.def"
};
const RwTable opt_rw_idiom = {rows, CU_COUNT(rows)};
