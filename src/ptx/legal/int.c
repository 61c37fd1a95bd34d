// SPDX-License-Identifier: Apache-2.0
// Integers: overflow and saturation by compares and selects, funnel shifts of widths that PTX does
// not have, bit counts and minima of wide integers by parts.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

// ---- overflow and saturation --------------------------------------------------------------------

// Whether the result `wrapped` of left op right is not the true one (Warren, Hacker's Delight,
// 2-13).
static IrValue *overflow_flag(IrBuilder *builder, IrModule *module, uint32_t id, IrValue *left,
                              IrValue *right, IrValue *wrapped) {
    IrType *type = left->type;
    IrValue *zero = &ir_null(module, type)->v, *turned;
    switch (id) {
    case IR_I_uadd_with_overflow:
    case IR_I_uadd_sat: return ir_cmp(builder, IR_ULT, wrapped, left);
    case IR_I_usub_with_overflow:
    case IR_I_usub_sat: return ir_cmp(builder, IR_ULT, left, right);
    case IR_I_sadd_with_overflow:
    case IR_I_sadd_sat: // operands agree in sign, the result does not
        turned = ir_xor(builder, right, wrapped);
        turned = ir_and(builder, ir_xor(builder, left, wrapped), turned);
        return ir_cmp(builder, IR_SLT, turned, zero);
    default: // operands differ in sign, and so does the result from the first
        turned = ir_xor(builder, left, wrapped);
        turned = ir_and(builder, ir_xor(builder, left, right), turned);
        return ir_cmp(builder, IR_SLT, turned, zero);
    }
}

// In a type that holds every product: it overflows if the product cut down and extended again is
// another.
static IrValue *multiply_overflow(IrBuilder *builder, IrModule *module, bool sign, IrValue *left,
                                  IrValue *right, IrValue **product) {
    uint32_t w = left->type->bits;
    IrType *wide = ir_ty_int(module, w <= 16 ? 32 : w <= 32 ? 64 : (w + 63) / 64 * 128);
    right = ir_int_resize(builder, right, wide, sign);
    IrValue *p = ir_mul(builder, ir_int_resize(builder, left, wide, sign), right);
    *product = ir_trunc(builder, p, ir_ty_int(module, w));
    return ir_cmp(builder, IR_NE, ir_int_resize(builder, *product, wide, sign), p);
}

// One bit, where PTX has no order and a shift by width - 1 is one by 0. Signed, 1 is -1: -1 + -1
// stays at the limit -1, and of 0 - -1 the limit is 0. A shift's only defined amount is 0.
static bool saturate_bit(Legal *legal, IrInst *call, uint32_t id) {
    if (!ir_ty_is_i(call->v.type, 1)) return false;
    IrBuilder builder = ir_builder_at(call);
    IrValue *value = ir_op(call, 0), *y = ir_op(call, 1), *r;
    switch (id) {
    case IR_I_sadd_sat:
    case IR_I_uadd_sat: r = ir_or(&builder, value, y); break;
    case IR_I_ssub_sat:
    case IR_I_usub_sat:
        r = ir_and(&builder, value, ir_xor(&builder, y, &ir_true(legal->m)->v));
        break;
    case IR_I_sshl_sat:
    case IR_I_ushl_sat: r = value; break;
    default: return false;
    }
    ir_replace_erase(call, r);
    return true;
}

// Sums, differences, products with their flag or saturated.
bool legal_overflow(Legal *legal, IrInst *call, uint32_t id) {
    if (saturate_bit(legal, call, id)) return true;
    static const struct {
        uint16_t id;
        uint8_t op;
    } rows[] = {{IR_I_sadd_with_overflow, IR_ADD}, {IR_I_uadd_with_overflow, IR_ADD},
                {IR_I_ssub_with_overflow, IR_SUB}, {IR_I_usub_with_overflow, IR_SUB},
                {IR_I_smul_with_overflow, IR_MUL}, {IR_I_umul_with_overflow, IR_MUL},
                {IR_I_sadd_sat, IR_ADD},           {IR_I_uadd_sat, IR_ADD},
                {IR_I_ssub_sat, IR_SUB},           {IR_I_usub_sat, IR_SUB}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrBuilder builder = ir_builder_at(call);
        IrValue *value = ir_op(call, 0), *y = ir_op(call, 1), *r, *o;
        IrType *type = value->type;
        bool sat = k >= 6, sign = is_any_of(id, IR_I_sadd_sat, IR_I_ssub_sat);
        if (rows[k].op == IR_MUL) {
            o = multiply_overflow(&builder, legal->m, id == IR_I_smul_with_overflow, value, y, &r);
        } else {
            r = ir_bin(&builder, (IrOp)rows[k].op, 0, value, y);
            o = overflow_flag(&builder, legal->m, id, value, y, r);
        }
        IrValue *res;
        if (sat && sign) { // the limit on value's side: sign of x spread, xor the largest value
            IrValue *s = ir_ashr(&builder, value, &ir_int(type, type->bits - 1)->v);
            IrValue *max = ir_lshr(&builder, ir_not(&builder, &ir_null(legal->m, type)->v),
                                   &ir_int(type, 1)->v);
            res = ir_select(&builder, o, ir_xor(&builder, s, max), r);
        } else if (sat) {
            IrValue *limit = id == IR_I_uadd_sat ? ir_not(&builder, &ir_null(legal->m, type)->v)
                                                 : &ir_null(legal->m, type)->v;
            res = ir_select(&builder, o, limit, r);
        } else {
            res = ir_insert(&builder,
                            ir_insert(&builder, &ir_undef(legal->m, call->v.type)->v, r, 0), o, 1);
        }
        ir_replace_erase(call, res);
        return true;
    }
    return false;
}

// ---- funnel shifts, odds and ends of wide integers ----------------------------------------------

// fshl and fshr of the widths without an instruction: two shifts. A shift by 0 would need one by
// the whole width, which is poison: chosen apart.
static bool expand_funnel(Legal *legal, IrInst *call, uint32_t id) {
    IrType *type = call->v.type;
    if (!is_any_of(id, IR_I_fshl, IR_I_fshr) || ir_ty_is_i(type, 32) || !ir_ty_is_int(type))
        return false;
    IrBuilder builder = ir_builder_at(call);
    if (type->bits == 1) { // every amount is a multiple of the width
        ir_replace_erase(call, ir_op(call, id == IR_I_fshl ? 0 : 1));
        return true;
    }
    bool power = !(type->bits & (type->bits - 1));
    IrValue *w = &ir_int(type, type->bits)->v;
    // Amounts count modulo the width.
    IrValue *n = power ? ir_and(&builder, ir_op(call, 2), legal_num(type, type->bits - 1))
                       : ir_urem(&builder, ir_op(call, 2), w);
    IrValue *inv = ir_sub(&builder, w, n), *hi = ir_op(call, 0), *lo = ir_op(call, 1);
    IrValue *zero = ir_cmp(&builder, IR_EQ, n, &ir_null(legal->m, type)->v);
    bool left = id == IR_I_fshl;
    IrValue *far = left ? ir_lshr(&builder, lo, inv) : ir_shl(&builder, hi, inv);
    IrValue *near = left ? ir_shl(&builder, hi, n) : ir_lshr(&builder, lo, n);
    IrValue *r = ir_or(&builder, near, far);
    ir_replace_erase(call, ir_select(&builder, zero, left ? hi : lo, r));
    return true;
}

// By a comparison: wide integers and predicates have no min, max or abs.
static bool expand_wide_minmax(Legal *legal, IrInst *call, uint32_t id) {
    if (!ir_ty_is_int(call->v.type) || (call->v.type->bits <= 64 && call->v.type->bits != 1))
        return false;
    IrPred pred;
    switch (id) {
    case IR_I_smin: pred = IR_SLT; break;
    case IR_I_smax: pred = IR_SGT; break;
    case IR_I_umin: pred = IR_ULT; break;
    case IR_I_umax: pred = IR_UGT; break;
    case IR_I_abs: {
        IrBuilder b = ir_builder_at(call);
        IrValue *x = ir_op(call, 0), *neg = ir_cmp(&b, IR_SLT, x, &ir_null(legal->m, x->type)->v);
        ir_replace_erase(call, ir_select(&b, neg, ir_neg(&b, x), x));
        return true;
    }
    default: return false;
    }
    IrBuilder b = ir_builder_at(call);
    ir_replace_erase(call, ir_select(&b, ir_cmp(&b, pred, ir_op(call, 0), ir_op(call, 1)),
                                     ir_op(call, 0), ir_op(call, 1)));
    return true;
}

// Counts and reversals of other widths than PTX's, in the next larger one, corrected by what that
// has more.
static bool expand_odd_bits(Legal *legal, IrInst *call, uint32_t id) {
    uint32_t w = call->v.type->bits;
    bool swap = id == IR_I_bswap;
    if (w > 64 ? w % 64 == 0 : !swap || w == 16 || w == 32 || w == 64) return false;
    uint32_t big = w <= 32 ? 32 : w <= 64 ? 64 : legal_wide_type(legal, call->v.type)->bits;
    IrBuilder builder = ir_builder_at(call);
    IrType *type = ir_ty_int(legal->m, big);
    IrValue *value = ir_zext(&builder, ir_op(call, 0), type), *r, *no = &ir_false(legal->m)->v;
    switch (id) {
    case IR_I_ctpop: r = IR_CALL(&builder, IR_I_ctpop, NULL, value); break;
    case IR_I_ctlz:
        r = ir_sub(&builder, IR_CALL(&builder, IR_I_ctlz, NULL, value, no),
                   legal_num(type, big - w));
        break;
    // A bit above the width bounds the count.
    case IR_I_cttz: {
        IrValue *stop = ir_shl(&builder, legal_num(type, 1), legal_num(type, w));
        r = IR_CALL(&builder, IR_I_cttz, NULL, ir_or(&builder, value, stop), no);
        break;
    }
    default:
        r = ir_lshr(&builder, IR_CALL(&builder, (IrIntrin)id, NULL, value),
                    legal_num(type, big - w));
    }
    ir_replace_erase(call, ir_trunc(&builder, r, call->v.type));
    return true;
}

// Counts of zeros start at the far end: a part that is not zero overrides those behind it. Counts
// of ones are sums, reversals reverse the parts and their order.
static bool expand_wide_bits(Legal *legal, IrInst *call, uint32_t id) {
    IrType *type = call->v.type;
    if (type->bits <= 64) return false;
    if (!is_any_of(id, IR_I_ctpop, IR_I_ctlz, IR_I_cttz, IR_I_bswap, IR_I_bitreverse)) return false;
    IrBuilder builder = ir_builder_at(call);
    IrValue *no = &ir_false(legal->m)->v, *value = NULL;
    uint32_t n = type->bits / 64;
    IrValue **out = arena_array(&legal->g->ctx->scratch, IrValue *, n);
    for (uint32_t k = 0; k < n; k++) {
        bool zeros = is_any_of(id, IR_I_ctlz, IR_I_cttz);
        IrValue *part =
            legal_part(legal, &builder, ir_op(call, 0), id == IR_I_cttz ? n - 1 - k : k);
        IrValue *c = zeros ? IR_CALL(&builder, (IrIntrin)id, NULL, part, no)
                           : IR_CALL(&builder, (IrIntrin)id, NULL, part);
        out[n - 1 - k] = c; // of a reversal: the parts change places
        if (zeros) {
            uint64_t before = 64ull * (n - 1 - k);
            if (before) c = ir_add(&builder, c, legal_i64(legal, before));
            IrValue *none = ir_cmp(&builder, IR_EQ, part, legal_i64(legal, 0));
            value = value ? ir_select(&builder, none, value, c) : c;
        } else {
            value = id != IR_I_ctpop ? NULL : value ? ir_add(&builder, value, c) : c;
        }
    }
    if (is_any_of(id, IR_I_bswap, IR_I_bitreverse))
        ir_replace_erase(call, legal_join(legal, &builder, type, n, out));
    else
        ir_replace_erase(call, ir_zext(&builder, value, type));
    return true;
}

// ---- shifts that saturate, fixed point ----------------------------------------------------------

static IrValue *limit_of(Legal *legal, IrBuilder *builder,
                         IrValue *shifted) { // the limit on shifted's side
    IrType *t = shifted->type;
    IrValue *sign = ir_ashr(builder, shifted, legal_num(t, t->bits - 1));
    IrValue *max = ir_lshr(builder, ir_not(builder, legal_zero(legal, t)), legal_num(t, 1));
    return ir_xor(builder, sign, max);
}

// Saturated where the shift back does not give the value.
static bool expand_shift_sat(Legal *legal, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_sshl_sat, IR_I_ushl_sat)) return false;
    IrBuilder b = ir_builder_at(call);
    IrValue *x = ir_op(call, 0), *n = ir_op(call, 1), *r = ir_shl(&b, x, n);
    bool sign = id == IR_I_sshl_sat;
    IrValue *back = sign ? ir_ashr(&b, r, n) : ir_lshr(&b, r, n);
    IrValue *limit = sign ? limit_of(legal, &b, x) : ir_not(&b, legal_zero(legal, x->type));
    ir_replace_erase(call, ir_select(&b, ir_cmp(&b, IR_NE, back, x), limit, r));
    return true;
}

// Clamps a value of a wider type to what the narrow one holds.
static IrValue *clamp(IrBuilder *builder, IrValue *wide, IrType *narrow, bool sign) {
    IrType *t = wide->type;
    uint32_t w = narrow->bits;
    IrValue *one = legal_num(t, 1);
    IrValue *max = ir_sub(builder, ir_shl(builder, one, legal_num(t, sign ? w - 1 : w)), one);
    if (!sign) return ir_select(builder, ir_cmp(builder, IR_UGT, wide, max), max, wide);
    IrValue *min = ir_not(builder, max);
    wide = ir_select(builder, ir_cmp(builder, IR_SGT, wide, max), max, wide);
    return ir_select(builder, ir_cmp(builder, IR_SLT, wide, min), min, wide);
}

// a * b >> scale and (a << scale) / b in twice the width; signed division rounds down, so a
// remainder of the other sign takes one off (LLVM leaves the rounding open).
static bool expand_fixed(Legal *legal, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        bool sign, div, sat;
    } rows[] = {{IR_I_smul_fix, 1, 0, 0},     {IR_I_umul_fix, 0, 0, 0},
                {IR_I_smul_fix_sat, 1, 0, 1}, {IR_I_umul_fix_sat, 0, 0, 1},
                {IR_I_sdiv_fix, 1, 1, 0},     {IR_I_udiv_fix, 0, 1, 0},
                {IR_I_sdiv_fix_sat, 1, 1, 1}, {IR_I_udiv_fix_sat, 0, 1, 1}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrType *type = call->v.type;
        uint32_t w = type->bits;
        bool sign = rows[k].sign;
        IrBuilder builder = ir_builder_at(call);
        IrType *wide = ir_ty_int(legal->m, w <= 16 ? 32 : w <= 32 ? 64 : (w + 63) / 64 * 128);
        IrValue *value = ir_int_resize(&builder, ir_op(call, 0), wide, sign),
                *y = ir_int_resize(&builder, ir_op(call, 1), wide, sign), *r;
        IrValue *scale = ir_int_resize(&builder, ir_op(call, 2), wide, false);
        if (!rows[k].div) {
            r = ir_mul(&builder, value, y);
            r = sign ? ir_ashr(&builder, r, scale) : ir_lshr(&builder, r, scale);
        } else if (!sign) {
            r = ir_udiv(&builder, ir_shl(&builder, value, scale), y);
        } else {
            IrValue *n = ir_shl(&builder, value, scale), *q = ir_sdiv(&builder, n, y);
            IrValue *rest = ir_sub(&builder, n, ir_mul(&builder, q, y)),
                    *zero = legal_zero(legal, wide);
            IrValue *down = ir_cmp(&builder, IR_SLT, ir_xor(&builder, n, y), zero);
            down = ir_and(&builder, ir_cmp(&builder, IR_NE, rest, zero), down);
            r = ir_sub(&builder, q, ir_zext(&builder, down, wide));
        }
        if (rows[k].sat) r = clamp(&builder, r, type, sign);
        ir_replace_erase(call, ir_trunc(&builder, r, type));
        return true;
    }
    return false;
}

// scmp, ucmp: (x > y) - (x < y).
static bool expand_compare3(Legal *legal, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_scmp, IR_I_ucmp)) return false;
    IrBuilder b = ir_builder_at(call);
    IrType *t = call->v.type;
    IrValue *x = ir_op(call, 0), *y = ir_op(call, 1);
    bool sign = id == IR_I_scmp;
    IrValue *gt = ir_zext(&b, ir_cmp(&b, sign ? IR_SGT : IR_UGT, x, y), t);
    IrValue *lt = ir_zext(&b, ir_cmp(&b, sign ? IR_SLT : IR_ULT, x, y), t);
    (void)legal;
    ir_replace_erase(call, ir_sub(&b, gt, lt));
    return true;
}

// Intrinsics on integers. Those with an instruction of their width stay.
bool legal_integer(Legal *legal, IrInst *call, uint32_t id) {
    if (!ir_ty_is_int(call->v.type)) return false;
    switch (id) {
    case IR_I_ctpop:
    case IR_I_ctlz:
    case IR_I_cttz:
    case IR_I_bswap:
    case IR_I_bitreverse:
        return expand_odd_bits(legal, call, id) || expand_wide_bits(legal, call, id);
    case IR_I_smin:
    case IR_I_smax:
    case IR_I_umin:
    case IR_I_umax:
    case IR_I_abs: return expand_wide_minmax(legal, call, id);
    case IR_I_fshl:
    case IR_I_fshr: return expand_funnel(legal, call, id);
    default:
        return expand_shift_sat(legal, call, id) || expand_fixed(legal, call, id) ||
               expand_compare3(legal, call, id);
    }
}
