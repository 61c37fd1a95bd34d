// SPDX-License-Identifier: Apache-2.0
// Element by element: integers, pointers, comparisons, choices.
#include "tile/lower/lower_int.h"

#include "ir/intrin_id.h"

// What `overflow` promises (TILE_E_OVERFLOW: a bit for signed, one for unsigned).
static uint16_t wraps(const TlElement *e) {
    uint64_t promise = tl_attr(e->op, "overflow", 0);
    return (uint16_t)((promise & 1 ? IR_NSW : 0) | (promise & 2 ? IR_NUW : 0));
}

IrValue *tl_el_addi(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_bin(&lower->b, IR_ADD, wraps(e), x[0], x[1]);
}
IrValue *tl_el_subi(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_bin(&lower->b, IR_SUB, wraps(e), x[0], x[1]);
}
IrValue *tl_el_muli(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_bin(&lower->b, IR_MUL, wraps(e), x[0], x[1]);
}
IrValue *tl_el_andi(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_and(&lower->b, x[0], x[1]);
}
IrValue *tl_el_ori(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_or(&lower->b, x[0], x[1]);
}
IrValue *tl_el_xori(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_xor(&lower->b, x[0], x[1]);
}
IrValue *tl_el_negi(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_neg(&lower->b, x[0]);
}

// Of the least number it is that number again.
IrValue *tl_el_absi(TileLower *lower, const TlElement *e, IrValue **x) {
    return IR_CALL(&lower->b, IR_I_abs, NULL, x[0], &ir_false(lower->m)->v);
}

// Shifts by the width or more are undefined in both.
IrValue *tl_el_shli(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_shl(&lower->b, x[0], x[1]);
}
IrValue *tl_el_shri(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_bin(&lower->b, e->is_signed ? IR_ASHR : IR_LSHR, 0, x[0], x[1]);
}
IrValue *tl_el_maxi(TileLower *lower, const TlElement *e, IrValue **x) {
    return IR_CALL(&lower->b, e->is_signed ? IR_I_smax : IR_I_umax, NULL, x[0], x[1]);
}
IrValue *tl_el_mini(TileLower *lower, const TlElement *e, IrValue **x) {
    return IR_CALL(&lower->b, e->is_signed ? IR_I_smin : IR_I_umin, NULL, x[0], x[1]);
}

// The upper half of the product of unsigned integers.
IrValue *tl_el_mulhii(TileLower *lower, const TlElement *e, IrValue **x) {
    IrType *type = x[0]->type, *wide = ir_ty_int(lower->m, 2 * type->bits);
    if (type->bits == 64) return IR_CALL(&lower->b, IR_I_nvvm_mulhi_ull, NULL, x[0], x[1]);
    if (type->bits == 32) return IR_CALL(&lower->b, IR_I_nvvm_mulhi_ui, NULL, x[0], x[1]);
    IrValue *one = ir_zext(&lower->b, x[0], wide), *other = ir_zext(&lower->b, x[1], wide);
    IrValue *product = ir_mul(&lower->b, one, other);
    product = ir_lshr(&lower->b, product, &ir_int(wide, type->bits)->v);
    return ir_trunc(&lower->b, product, type);
}

// Toward zero; other roundings correct a quotient that is not exact by one.
IrValue *tl_el_divi(TileLower *lower, const TlElement *e, IrValue **x) {
    IrType *type = x[0]->type;
    IrValue *zero = &ir_int(type, 0)->v, *one = &ir_int(type, 1)->v;
    IrValue *q = ir_bin(&lower->b, e->is_signed ? IR_SDIV : IR_UDIV, 0, x[0], x[1]);
    bool up = e->rounding == TILE_ROUND_UP, down = e->rounding == TILE_ROUND_DOWN;
    if (!up && !(down && e->is_signed)) return q;
    IrValue *rest = ir_sub(&lower->b, x[0], ir_mul(&lower->b, q, x[1]));
    IrValue *inexact = ir_cmp(&lower->b, IR_NE, rest, zero), *fix = inexact;
    if (e->is_signed) {
        IrValue *differ = ir_cmp(&lower->b, IR_SLT, ir_xor(&lower->b, rest, x[1]), zero);
        if (up) differ = ir_not(&lower->b, differ);
        fix = ir_and(&lower->b, inexact, differ);
    }
    IrValue *other = up ? ir_add(&lower->b, q, one) : ir_sub(&lower->b, q, one);
    return ir_select(&lower->b, fix, other, q);
}

IrValue *tl_el_remi(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_bin(&lower->b, e->is_signed ? IR_SREM : IR_UREM, 0, x[0], x[1]);
}

IrValue *tl_el_cmpi(TileLower *lower, const TlElement *e, IrValue **x) {
    static const IrPred preds[][2] = {// in the order of TILE_E_PREDICATE
                                      {IR_EQ, IR_EQ},   {IR_NE, IR_NE},   {IR_ULT, IR_SLT},
                                      {IR_ULE, IR_SLE}, {IR_UGT, IR_SGT}, {IR_UGE, IR_SGE}};
    return ir_cmp(&lower->b, preds[e->predicate][e->is_signed], x[0], x[1]);
}

// Some comparison holds with a NaN exactly when it is unordered.
IrValue *tl_el_cmpf(TileLower *lower, const TlElement *e, IrValue **x) {
    static const IrPred preds[][2] = {{IR_FCMP_UEQ, IR_FCMP_OEQ}, {IR_FCMP_UNE, IR_FCMP_ONE},
                                      {IR_FCMP_ULT, IR_FCMP_OLT}, {IR_FCMP_ULE, IR_FCMP_OLE},
                                      {IR_FCMP_UGT, IR_FCMP_OGT}, {IR_FCMP_UGE, IR_FCMP_OGE}};
    return ir_cmp(&lower->b, preds[e->predicate][e->ordering != 0], x[0], x[1]);
}

IrValue *tl_el_select(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_select(&lower->b, x[0], x[1], x[2]);
}

// ---- widths ------------------------------------------------------------------------------------

// An i4 lies in the low half of a byte, zeros above.
IrValue *tl_el_exti(TileLower *lower, const TlElement *e, IrValue **x) {
    IrValue *value = x[0];
    IrType *to = tl_type(lower, e->to);
    if (e->from == TILE_T_I4 && e->is_signed) {
        IrValue *four = &ir_int(value->type, 4)->v;
        value = ir_ashr(&lower->b, ir_shl(&lower->b, value, four), four);
    }
    if (e->to == TILE_T_I4) {
        value = ir_int_resize(&lower->b, value, to, e->is_signed);
        return ir_and(&lower->b, value, &ir_int(to, 15)->v);
    }
    return ir_int_resize(&lower->b, value, to, e->is_signed);
}
IrValue *tl_el_trunci(TileLower *lower, const TlElement *e, IrValue **x) {
    IrValue *value = ir_int_resize(&lower->b, x[0], tl_type(lower, e->to), false);
    return e->to == TILE_T_I4 ? ir_and(&lower->b, value, &ir_int(value->type, 15)->v) : value;
}

// ---- pointers and bits -------------------------------------------------------------------------

IrValue *tl_el_same(TileLower *lower, const TlElement *e, IrValue **x) {
    return x[0];
}
IrValue *tl_el_int_to_ptr(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_inttoptr(&lower->b, x[0], tl_type(lower, TILE_T_PTR));
}
IrValue *tl_el_ptr_to_int(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_ptrtoint(&lower->b, x[0], lower->m->ty_i64);
}
IrValue *tl_el_bitcast(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->from == TILE_T_I1 || e->to == TILE_T_I1) return x[0];
    return tl_from_bits(lower, e->to, tl_to_bits(lower, e->from, x[0]));
}

// In elements of the pointee, not in bytes.
IrValue *tl_el_offset(TileLower *lower, const TlElement *e, IrValue **x) {
    const TileType *pointer = e->op->operand[0]->type->sub;
    uint32_t size = tl_width((TileTypeKind)pointer->sub->kind);
    IrValue *by = ir_int_resize(&lower->b, x[1], lower->m->ty_i64, true);
    by = ir_mul(&lower->b, by, tl_i64(lower, size));
    return ir_ptradd(&lower->b, x[0], by, 0);
}
