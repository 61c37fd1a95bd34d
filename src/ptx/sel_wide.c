// SPDX-License-Identifier: Apache-2.0
// Integers of 65 to 128 bits in two 64-bit parts, low first. Division is a call of a function that
// the module carries with it (legal.c makes it in IR).
#include "ptx/sel.h"

static PtxOpnd t64(Sel *s) {
    return sel_o(sel_tmp(s, SC_I64));
}

static PtxOpnd op2(Sel *s, PtxOp op, PtxType t, uint64_t m, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = t64(s);
    ptx_emit_(s->f, op, t, PTX_NOTYPE, m, d, a, b);
    return d;
}

static PtxOpnd sel64(Sel *s, PtxOpnd p, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = t64(s);
    SEL_EMIT(s, selp, B64, NOTYPE, 0, d, a, b, p);
    return d;
}

static PtxOpnd cmp32(Sel *s, uint64_t cmp, PtxOpnd a, int64_t b) {
    PtxOpnd p = sel_o(sel_tmp(s, SC_I1));
    SEL_EMIT(s, setp, U32, NOTYPE, cmp, p, a, ptx_o_int(b));
    return p;
}

// Shifts by a count that may be 64 or more: PTX shifts clamp, so each half is a select.
static void shift(Sel *s, IrInst *i, PtxOpnd *a, PtxOpnd n, PtxOpnd *d) {
    bool left = i->v.op == IR_SHL, arith = i->v.op == IR_ASHR;
    PtxOpnd near = left ? a[0] : a[1], far = left ? a[1] : a[0]; // far receives bits from near
    PtxOpnd inv = sel_o(sel_tmp(s, SC_I32)), over = sel_o(sel_tmp(s, SC_I32));
    n = sel_in_reg(s, n, SC_I32);
    SEL_EMIT(s, sub, S32, NOTYPE, 0, inv, ptx_o_int(64), n);
    SEL_EMIT(s, add, S32, NOTYPE, 0, over, n, ptx_o_int(-64));
    PtxOp fwd = left ? PTXI_shl : PTXI_shr, back = left ? PTXI_shr : PTXI_shl;
    PtxType ft = left ? PTX_B64 : PTX_U64, bt = left ? PTX_U64 : PTX_B64, nt = arith ? PTX_S64 : ft;
    PtxOpnd moved =
        op2(s, PTXI_or, PTX_B64, 0, op2(s, fwd, ft, 0, far, n), op2(s, back, bt, 0, near, inv));
    PtxOpnd beyond = op2(s, fwd, nt, 0, near, over);
    PtxOpnd fill = arith ? op2(s, PTXI_shr, PTX_S64, 0, near, ptx_o_int(63)) : ptx_o_int(0);
    PtxOpnd big = cmp32(s, ptx_mods(CMP, GE), n, 64);
    PtxOpnd far2 = sel64(s, big, beyond, moved);
    PtxOpnd near2 = sel64(s, big, fill, op2(s, fwd, nt, 0, near, n));
    d[left ? 1 : 0] = far2;
    d[left ? 0 : 1] = near2;
}

static void multiply(Sel *s, PtxOpnd *a, PtxOpnd *b, PtxOpnd *d) {
    uint64_t lo = ptx_mods(HALF, LO), hi = ptx_mods(HALF, HI);
    d[0] = op2(s, PTXI_mul, PTX_S64, lo, a[0], b[0]);
    PtxOpnd h = op2(s, PTXI_mul, PTX_U64, hi, a[0], b[0]), h2 = t64(s);
    SEL_EMIT(s, mad, S64, NOTYPE, lo, h2, a[0], b[1], h);
    d[1] = t64(s);
    SEL_EMIT(s, mad, S64, NOTYPE, lo, d[1], a[1], b[0], h2);
}

static PtxOpnd count_of(Sel *s, IrValue *v) {
    PtxOpnd o = sel_opnds(s, v)[0];
    return sel_resize(s, o, SC_I64, 64, SC_I32, false);
}

bool sel_wide_arith(Sel *s, IrInst *i) {
    if (i->v.type->bits > 128) { // below, legal_wide.c extends what must be
        sel_error(s, "an integer of more than 128 bits");
        sel_def(s, i);
        return true;
    }
    PtxOpnd a[2], b[2], *d = sel_new(s, 2);
    for (int k = 0; k < 2; k++) {
        a[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 0))[k], SC_I64);
        b[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 1))[k], SC_I64);
    }
    uint64_t cc = ptx_mods(CC, CC);
    switch (i->v.op) {
    case IR_ADD:
        d[0] = op2(s, PTXI_add_cc, PTX_S64, cc, a[0], b[0]);
        d[1] = op2(s, PTXI_addc, PTX_S64, 0, a[1], b[1]);
        break;
    case IR_SUB:
        d[0] = op2(s, PTXI_sub_cc, PTX_S64, cc, a[0], b[0]);
        d[1] = op2(s, PTXI_subc, PTX_S64, 0, a[1], b[1]);
        break;
    case IR_MUL: multiply(s, a, b, d); break;
    case IR_AND:
    case IR_OR:
    case IR_XOR: {
        PtxOp op = i->v.op == IR_AND ? PTXI_and : i->v.op == IR_OR ? PTXI_or : PTXI_xor;
        for (int k = 0; k < 2; k++) d[k] = op2(s, op, PTX_B64, 0, a[k], b[k]);
        break;
    }
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: shift(s, i, a, count_of(s, ir_op(i, 1)), d); break;
    default:
        sel_error(s, "this operation on 128-bit integers");
        sel_def(s, i);
        return true;
    }
    sel_set(s, i, d);
    return true;
}

static PtxOpnd cmp64(Sel *s, PtxType t, uint64_t cmp, PtxOpnd a, PtxOpnd b) {
    PtxOpnd p = sel_o(sel_tmp(s, SC_I1));
    ptx_emit_(s->f, PTXI_setp, t, PTX_NOTYPE, cmp, p, a, b);
    return p;
}

static PtxOpnd pred2(Sel *s, PtxOp op, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = sel_o(sel_tmp(s, SC_I1));
    ptx_emit_(s->f, op, PTX_PRED, PTX_NOTYPE, 0, d, a, b);
    return d;
}

// hi strictly ordered, or hi equal and low parts ordered (unsigned, with equality where asked).
PtxOpnd sel_wide_compare(Sel *s, IrInst *i) {
    PtxOpnd a[2], b[2];
    for (int k = 0; k < 2; k++) {
        a[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 0))[k], SC_I64);
        b[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 1))[k], SC_I64);
    }
    if (i->pred == IR_EQ || i->pred == IR_NE) {
        PtxOpnd x = op2(s, PTXI_xor, PTX_B64, 0, a[0], b[0]),
                y = op2(s, PTXI_xor, PTX_B64, 0, a[1], b[1]);
        PtxOpnd z = op2(s, PTXI_or, PTX_B64, 0, x, y);
        return cmp64(s, PTX_S64, i->pred == IR_EQ ? ptx_mods(CMP, EQ) : ptx_mods(CMP, NE), z,
                     ptx_o_int(0));
    }
    bool sign = ir_pred_is_signed((IrPred)i->pred);
    bool less = i->pred == IR_ULT || i->pred == IR_ULE || i->pred == IR_SLT || i->pred == IR_SLE;
    bool equal = i->pred == IR_ULE || i->pred == IR_UGE || i->pred == IR_SLE || i->pred == IR_SGE;
    uint64_t strict = less ? ptx_mods(CMP, LT) : ptx_mods(CMP, GT);
    uint64_t low = equal ? (less ? ptx_mods(CMP, LE) : ptx_mods(CMP, GE)) : strict;
    PtxOpnd hi = cmp64(s, sign ? PTX_S64 : PTX_U64, strict, a[1], b[1]);
    PtxOpnd eq = cmp64(s, PTX_S64, ptx_mods(CMP, EQ), a[1], b[1]);
    PtxOpnd lo = cmp64(s, PTX_U64, low, a[0], b[0]);
    return pred2(s, PTXI_or, hi, pred2(s, PTXI_and, eq, lo));
}
