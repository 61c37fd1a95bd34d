// SPDX-License-Identifier: Apache-2.0
// Integers: overflow and saturation by compares and selects, funnel shifts of widths that PTX does
// not have, bit counts and minima of wide integers by parts.
#include "ptx/legal.h"

// ---- overflow and saturation --------------------------------------------------------------------

static IrValue *overflow_flag(IrBuilder *b, IrModule *m, uint32_t id, IrValue *x, IrValue *y,
                              IrValue *r) {
    IrType *t = x->type;
    IrValue *zero = &ir_null(m, t)->v;
    switch (id) {
    case IR_I_uadd_with_overflow:
    case IR_I_uadd_sat: return ir_cmp(b, IR_ULT, r, x);
    case IR_I_usub_with_overflow:
    case IR_I_usub_sat: return ir_cmp(b, IR_ULT, x, y);
    case IR_I_sadd_with_overflow:
    case IR_I_sadd_sat: // operands agree in sign, the result does not
        return ir_cmp(b, IR_SLT, ir_and(b, ir_xor(b, x, r), ir_xor(b, y, r)), zero);
    default: return ir_cmp(b, IR_SLT, ir_and(b, ir_xor(b, x, y), ir_xor(b, x, r)), zero);
    }
}

// In a type that holds every product.
static IrValue *multiply_overflow(IrBuilder *b, IrModule *m, bool sign, IrValue *x, IrValue *y,
                                  IrValue **product) {
    uint32_t w = x->type->bits;
    IrType *wide = ir_ty_int(m, w <= 16 ? 32 : w <= 32 ? 64 : (w + 63) / 64 * 128);
    IrValue *p = ir_mul(b, ir_int_resize(b, x, wide, sign), ir_int_resize(b, y, wide, sign));
    *product = ir_trunc(b, p, ir_ty_int(m, w));
    return ir_cmp(b, IR_NE, ir_int_resize(b, *product, wide, sign), p);
}

// One bit, where PTX has no order and a shift by width - 1 is one by 0. Signed, 1 is -1: -1 + -1
// stays at the limit -1, and of 0 - -1 the limit is 0. A shift's only defined amount is 0.
static bool saturate_bit(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_ty_is_i(i->v.type, 1)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1), *r;
    switch (id) {
    case IR_I_sadd_sat:
    case IR_I_uadd_sat: r = ir_or(&b, x, y); break;
    case IR_I_ssub_sat:
    case IR_I_usub_sat: r = ir_and(&b, x, ir_xor(&b, y, &ir_true(l->m)->v)); break;
    case IR_I_sshl_sat:
    case IR_I_ushl_sat: r = x; break;
    default: return false;
    }
    ir_replace_erase(i, r);
    return true;
}

bool legal_overflow(Legal *l, IrInst *i, uint32_t id) {
    if (saturate_bit(l, i, id)) return true;
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
        IrBuilder b = ir_builder_at(i);
        IrValue *x = ir_op(i, 0), *y = ir_op(i, 1), *r, *o;
        IrType *t = x->type;
        bool sat = k >= 6, sign = id == IR_I_sadd_sat || id == IR_I_ssub_sat;
        if (rows[k].op == IR_MUL) {
            o = multiply_overflow(&b, l->m, id == IR_I_smul_with_overflow, x, y, &r);
        } else {
            r = ir_bin(&b, (IrOp)rows[k].op, 0, x, y);
            o = overflow_flag(&b, l->m, id, x, y, r);
        }
        IrValue *res;
        if (sat && sign) { // the limit on x's side: sign of x spread, xor the largest value
            IrValue *s = ir_ashr(&b, x, &ir_int(t, t->bits - 1)->v);
            IrValue *max = ir_lshr(&b, ir_not(&b, &ir_null(l->m, t)->v), &ir_int(t, 1)->v);
            res = ir_select(&b, o, ir_xor(&b, s, max), r);
        } else if (sat) {
            IrValue *limit =
                id == IR_I_uadd_sat ? ir_not(&b, &ir_null(l->m, t)->v) : &ir_null(l->m, t)->v;
            res = ir_select(&b, o, limit, r);
        } else {
            res = ir_insert(&b, ir_insert(&b, &ir_undef(l->m, i->v.type)->v, r, 0), o, 1);
        }
        ir_replace_erase(i, res);
        return true;
    }
    return false;
}

// ---- funnel shifts, odds and ends of wide integers ----------------------------------------------

static bool expand_funnel(Legal *l, IrInst *i, uint32_t id) {
    IrType *t = i->v.type;
    if ((id != IR_I_fshl && id != IR_I_fshr) || ir_ty_is_i(t, 32) || !ir_ty_is_int(t)) return false;
    IrBuilder b = ir_builder_at(i);
    if (t->bits == 1) { // every amount is a multiple of the width
        ir_replace_erase(i, ir_op(i, id == IR_I_fshl ? 0 : 1));
        return true;
    }
    bool power = !(t->bits & (t->bits - 1));
    IrValue *w = &ir_int(t, t->bits)->v;
    IrValue *n =
        power ? ir_and(&b, ir_op(i, 2), legal_num(t, t->bits - 1)) : ir_urem(&b, ir_op(i, 2), w);
    IrValue *inv = ir_sub(&b, w, n), *hi = ir_op(i, 0), *lo = ir_op(i, 1);
    IrValue *zero = ir_cmp(&b, IR_EQ, n, &ir_null(l->m, t)->v);
    bool left = id == IR_I_fshl;
    IrValue *r = left ? ir_or(&b, ir_shl(&b, hi, n), ir_lshr(&b, lo, inv))
                      : ir_or(&b, ir_lshr(&b, lo, n), ir_shl(&b, hi, inv));
    ir_replace_erase(i, ir_select(&b, zero, left ? hi : lo, r));
    return true;
}

static bool expand_wide_minmax(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_ty_is_int(i->v.type) || (i->v.type->bits <= 64 && i->v.type->bits != 1)) return false;
    IrPred p;
    switch (id) {
    case IR_I_smin: p = IR_SLT; break;
    case IR_I_smax: p = IR_SGT; break;
    case IR_I_umin: p = IR_ULT; break;
    case IR_I_umax: p = IR_UGT; break;
    case IR_I_abs: {
        IrBuilder b = ir_builder_at(i);
        IrValue *x = ir_op(i, 0), *neg = ir_cmp(&b, IR_SLT, x, &ir_null(l->m, x->type)->v);
        ir_replace_erase(i, ir_select(&b, neg, ir_neg(&b, x), x));
        return true;
    }
    default: return false;
    }
    IrBuilder b = ir_builder_at(i);
    ir_replace_erase(
        i, ir_select(&b, ir_cmp(&b, p, ir_op(i, 0), ir_op(i, 1)), ir_op(i, 0), ir_op(i, 1)));
    return true;
}

// Counts and reversals of other widths than PTX's, in the next larger one.
static bool expand_odd_bits(Legal *l, IrInst *i, uint32_t id) {
    uint32_t w = i->v.type->bits;
    bool swap = id == IR_I_bswap;
    if (w > 64 ? w % 64 == 0 : !swap || w == 16 || w == 32 || w == 64) return false;
    uint32_t big = w <= 32 ? 32 : w <= 64 ? 64 : legal_wide_type(l, i->v.type)->bits;
    IrBuilder b = ir_builder_at(i);
    IrType *t = ir_ty_int(l->m, big);
    IrValue *x = ir_zext(&b, ir_op(i, 0), t), *r, *no = &ir_false(l->m)->v;
    switch (id) {
    case IR_I_ctpop: r = IR_CALL(&b, IR_I_ctpop, NULL, x); break;
    case IR_I_ctlz:
        r = ir_sub(&b, IR_CALL(&b, IR_I_ctlz, NULL, x, no), legal_num(t, big - w));
        break;
    case IR_I_cttz: {
        IrValue *stop = ir_shl(&b, legal_num(t, 1), legal_num(t, w));
        r = IR_CALL(&b, IR_I_cttz, NULL, ir_or(&b, x, stop), no);
        break;
    }
    default: r = ir_lshr(&b, IR_CALL(&b, (IrIntrin)id, NULL, x), legal_num(t, big - w));
    }
    ir_replace_erase(i, ir_trunc(&b, r, i->v.type));
    return true;
}

// Counts of zeros start at the far end: a part that is not zero overrides those behind it.
static bool expand_wide_bits(Legal *l, IrInst *i, uint32_t id) {
    IrType *t = i->v.type;
    if (t->bits <= 64) return false;
    if (id != IR_I_ctpop && id != IR_I_ctlz && id != IR_I_cttz && id != IR_I_bswap &&
        id != IR_I_bitreverse)
        return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *no = &ir_false(l->m)->v, *r = NULL;
    uint32_t n = t->bits / 64;
    IrValue **out = arena_array(&l->g->ctx->scratch, IrValue *, n);
    for (uint32_t k = 0; k < n; k++) {
        bool zeros = id == IR_I_ctlz || id == IR_I_cttz;
        IrValue *part = legal_part(l, &b, ir_op(i, 0), id == IR_I_cttz ? n - 1 - k : k);
        IrValue *c = zeros ? IR_CALL(&b, (IrIntrin)id, NULL, part, no)
                           : IR_CALL(&b, (IrIntrin)id, NULL, part);
        out[n - 1 - k] = c; // of a reversal: the parts change places
        if (zeros) {
            uint64_t before = 64ull * (n - 1 - k);
            if (before) c = ir_add(&b, c, legal_i64(l, before));
            IrValue *none = ir_cmp(&b, IR_EQ, part, legal_i64(l, 0));
            r = r ? ir_select(&b, none, r, c) : c;
        } else {
            r = id != IR_I_ctpop ? NULL : r ? ir_add(&b, r, c) : c;
        }
    }
    if (id == IR_I_bswap || id == IR_I_bitreverse)
        ir_replace_erase(i, legal_join(l, &b, t, n, out));
    else
        ir_replace_erase(i, ir_zext(&b, r, t));
    return true;
}

// ---- shifts that saturate, fixed point ----------------------------------------------------------

static IrValue *limit_of(Legal *l, IrBuilder *b, IrValue *x) { // the limit on x's side
    IrType *t = x->type;
    IrValue *sign = ir_ashr(b, x, legal_num(t, t->bits - 1));
    IrValue *max = ir_lshr(b, ir_not(b, legal_zero(l, t)), legal_num(t, 1));
    return ir_xor(b, sign, max);
}

static bool expand_shift_sat(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_sshl_sat && id != IR_I_ushl_sat) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *x = ir_op(i, 0), *n = ir_op(i, 1), *r = ir_shl(&b, x, n);
    bool sign = id == IR_I_sshl_sat;
    IrValue *back = sign ? ir_ashr(&b, r, n) : ir_lshr(&b, r, n);
    IrValue *limit = sign ? limit_of(l, &b, x) : ir_not(&b, legal_zero(l, x->type));
    ir_replace_erase(i, ir_select(&b, ir_cmp(&b, IR_NE, back, x), limit, r));
    return true;
}

// Clamps a value of a wider type to what the narrow one holds.
static IrValue *clamp(IrBuilder *b, IrValue *v, IrType *narrow, bool sign) {
    IrType *t = v->type;
    uint32_t w = narrow->bits;
    IrValue *one = legal_num(t, 1);
    IrValue *max = ir_sub(b, ir_shl(b, one, legal_num(t, sign ? w - 1 : w)), one);
    if (!sign) return ir_select(b, ir_cmp(b, IR_UGT, v, max), max, v);
    IrValue *min = ir_not(b, max);
    v = ir_select(b, ir_cmp(b, IR_SGT, v, max), max, v);
    return ir_select(b, ir_cmp(b, IR_SLT, v, min), min, v);
}

// a * b >> scale and (a << scale) / b in twice the width; signed division rounds down.
static bool expand_fixed(Legal *l, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id;
        bool sign, div, sat;
    } rows[] = {{IR_I_smul_fix, 1, 0, 0},     {IR_I_umul_fix, 0, 0, 0},
                {IR_I_smul_fix_sat, 1, 0, 1}, {IR_I_umul_fix_sat, 0, 0, 1},
                {IR_I_sdiv_fix, 1, 1, 0},     {IR_I_udiv_fix, 0, 1, 0},
                {IR_I_sdiv_fix_sat, 1, 1, 1}, {IR_I_udiv_fix_sat, 0, 1, 1}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrType *t = i->v.type;
        uint32_t w = t->bits;
        bool sign = rows[k].sign;
        IrBuilder b = ir_builder_at(i);
        IrType *wide = ir_ty_int(l->m, w <= 16 ? 32 : w <= 32 ? 64 : (w + 63) / 64 * 128);
        IrValue *x = ir_int_resize(&b, ir_op(i, 0), wide, sign),
                *y = ir_int_resize(&b, ir_op(i, 1), wide, sign), *r;
        IrValue *scale = ir_int_resize(&b, ir_op(i, 2), wide, false);
        if (!rows[k].div) {
            r = ir_mul(&b, x, y);
            r = sign ? ir_ashr(&b, r, scale) : ir_lshr(&b, r, scale);
        } else if (!sign) {
            r = ir_udiv(&b, ir_shl(&b, x, scale), y);
        } else {
            IrValue *n = ir_shl(&b, x, scale), *q = ir_sdiv(&b, n, y);
            IrValue *rest = ir_sub(&b, n, ir_mul(&b, q, y)), *zero = legal_zero(l, wide);
            IrValue *down = ir_and(&b, ir_cmp(&b, IR_NE, rest, zero),
                                   ir_cmp(&b, IR_SLT, ir_xor(&b, n, y), zero));
            r = ir_sub(&b, q, ir_zext(&b, down, wide));
        }
        if (rows[k].sat) r = clamp(&b, r, t, sign);
        ir_replace_erase(i, ir_trunc(&b, r, t));
        return true;
    }
    return false;
}

static bool expand_compare3(Legal *l, IrInst *i, uint32_t id) {
    if (id != IR_I_scmp && id != IR_I_ucmp) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *t = i->v.type;
    IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    bool sign = id == IR_I_scmp;
    IrValue *gt = ir_zext(&b, ir_cmp(&b, sign ? IR_SGT : IR_UGT, x, y), t);
    IrValue *lt = ir_zext(&b, ir_cmp(&b, sign ? IR_SLT : IR_ULT, x, y), t);
    (void)l;
    ir_replace_erase(i, ir_sub(&b, gt, lt));
    return true;
}

bool legal_integer(Legal *l, IrInst *i, uint32_t id) {
    if (!ir_ty_is_int(i->v.type)) return false;
    switch (id) {
    case IR_I_ctpop:
    case IR_I_ctlz:
    case IR_I_cttz:
    case IR_I_bswap:
    case IR_I_bitreverse: return expand_odd_bits(l, i, id) || expand_wide_bits(l, i, id);
    case IR_I_smin:
    case IR_I_smax:
    case IR_I_umin:
    case IR_I_umax:
    case IR_I_abs: return expand_wide_minmax(l, i, id);
    case IR_I_fshl:
    case IR_I_fshr: return expand_funnel(l, i, id);
    default:
        return expand_shift_sat(l, i, id) || expand_fixed(l, i, id) || expand_compare3(l, i, id);
    }
}
