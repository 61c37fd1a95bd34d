// SPDX-License-Identifier: Apache-2.0
// Integers beyond 64 bits in 64-bit parts, low first; widths that are no multiple of 64 have
// unspecified bits in the highest one (legal_wide.c extends where they matter). Division is a call
// of a function that the module carries with it (legal_wide.c makes it in IR).
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

static PtxOpnd count_of(Sel *s, IrValue *v) {
    PtxOpnd o = sel_opnds(s, v)[0];
    return sel_resize(s, o, SC_I64, 64, SC_I32, false);
}

// Shifts of two parts by a count that may be 64 or more: PTX shifts clamp, so each half is a
// select.
static void shift2(Sel *s, IrInst *i, PtxOpnd *a, PtxOpnd n, PtxOpnd *d) {
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

// The part of `a` that is `k` places from the end where bits are shifted in; beyond it the filling.
typedef struct Shift {
    PtxOpnd *a, fill;
    uint32_t n;
    bool left;
} Shift;

static PtxOpnd part_from_end(const Shift *h, int64_t k) {
    return k < 0 ? h->fill : h->a[h->left ? (uint32_t)k : h->n - 1 - (uint32_t)k];
}

// Bits first, within neighbouring parts; `bits` and `rest` (64 - bits) are counts of PTX, which
// clamp at 64.
static void shift_bits(Sel *s, Shift *h, bool arith, PtxOpnd bits, PtxOpnd rest) {
    PtxOpnd *d = sel_new(s, h->n);
    PtxOp fwd = h->left ? PTXI_shl : PTXI_shr, back = h->left ? PTXI_shr : PTXI_shl;
    PtxType ft = h->left ? PTX_B64 : PTX_U64, bt = h->left ? PTX_U64 : PTX_B64;
    for (uint32_t k = 0; k < h->n; k++) {
        PtxOpnd x = part_from_end(h, k), r;
        r = op2(s, fwd, k == 0 && arith ? PTX_S64 : ft, 0, sel_in_reg(s, x, SC_I64), bits);
        if (k > 0) {
            PtxOpnd y = sel_in_reg(s, part_from_end(h, (int64_t)k - 1), SC_I64);
            r = op2(s, PTXI_or, PTX_B64, 0, r, op2(s, back, bt, 0, y, rest));
        }
        d[h->left ? k : h->n - 1 - k] = r;
    }
    h->a = d;
}

static void shift_parts(Sel *s, Shift *h, uint32_t by, const PtxOpnd *when) {
    PtxOpnd *d = sel_new(s, h->n);
    for (uint32_t k = 0; k < h->n; k++) {
        PtxOpnd from = part_from_end(h, (int64_t)k - by), *to = &d[h->left ? k : h->n - 1 - k];
        *to = when ? sel64(s, *when, from, part_from_end(h, k)) : from;
    }
    h->a = d;
}

// Any number of parts: a known count moves whole parts and then bits; an unknown one shifts bits by
// its low six bits and then parts by powers of two, each a select (a barrel shifter).
static void shift(Sel *s, IrInst *i, PtxOpnd *a, uint32_t n, PtxOpnd *d) {
    bool arith = i->v.op == IR_ASHR;
    Shift h = {a, ptx_o_int(0), n, i->v.op == IR_SHL};
    IrConst *c = ir_as_cint(ir_op(i, 1));
    if (arith)
        h.fill = op2(s, PTXI_shr, PTX_S64, 0, sel_in_reg(s, a[n - 1], SC_I64), ptx_o_int(63));
    if (c) {
        uint64_t count = CU_MIN(ir_uval(c), (uint64_t)n * 64 - 1), bits = count % 64;
        if (bits) shift_bits(s, &h, arith, ptx_o_int((int64_t)bits), ptx_o_int(64 - (int64_t)bits));
        shift_parts(s, &h, (uint32_t)(count / 64), NULL);
    } else {
        PtxOpnd count = sel_in_reg(s, count_of(s, ir_op(i, 1)), SC_I32);
        PtxOpnd bits = sel_o(sel_tmp(s, SC_I32)), rest = sel_o(sel_tmp(s, SC_I32));
        SEL_EMIT(s, and, B32, NOTYPE, 0, bits, count, ptx_o_int(63));
        SEL_EMIT(s, sub, S32, NOTYPE, 0, rest, ptx_o_int(64), bits);
        shift_bits(s, &h, arith, bits, rest);
        for (uint32_t by = 1; by < n; by *= 2) {
            PtxOpnd bit = sel_o(sel_tmp(s, SC_I32));
            SEL_EMIT(s, and, B32, NOTYPE, 0, bit, count, ptx_o_int((int64_t)by * 64));
            PtxOpnd p = cmp32(s, ptx_mods(CMP, NE), bit, 0);
            shift_parts(s, &h, by, &p);
        }
    }
    memcpy(d, h.a, n * sizeof *d);
}

static bool is_zero(PtxOpnd o) {
    return o.kind == PTXO_INT && o.val == 0;
}

// d[at + k] += the low or high half of a[k] * b, with the carry through the parts up to the last.
static void multiply_row(Sel *s, PtxOpnd *a, PtxOpnd b, bool high, PtxOpnd *d, uint32_t at,
                         uint32_t n) {
    uint64_t half = high ? ptx_mods(HALF, HI) : ptx_mods(HALF, LO), cc = ptx_mods(CC, CC);
    for (uint32_t k = 0; at + k < n; k++) {
        bool last = at + k + 1 == n;
        uint64_t m = half | (last ? 0 : cc);
        PtxOpnd r = t64(s), x = sel_in_reg(s, a[k], SC_I64), sum = d[at + k];
        PtxOp op = k ? PTXI_madc : last ? PTXI_mad : PTXI_mad_cc;
        ptx_emit_(s->f, op, high ? PTX_U64 : PTX_S64, PTX_NOTYPE, m, r, x, b, sum);
        d[at + k] = r;
    }
}

// By rows, as on paper; what would lie beyond the last part is not computed.
static void multiply(Sel *s, PtxOpnd *a, PtxOpnd *b, uint32_t n, PtxOpnd *d) {
    for (uint32_t k = 0; k < n; k++) a[k] = sel_in_reg(s, a[k], SC_I64);
    PtxOpnd y = sel_in_reg(s, b[0], SC_I64);
    d[0] = op2(s, PTXI_mul, PTX_S64, ptx_mods(HALF, LO), a[0], y);
    for (uint32_t k = 1; k < n; k++)
        d[k] = op2(s, PTXI_mul, PTX_U64, ptx_mods(HALF, HI), a[k - 1], y);
    multiply_row(s, a + 1, y, false, d, 1, n);
    for (uint32_t j = 1; j < n; j++) {
        if (is_zero(b[j])) continue;
        y = sel_in_reg(s, b[j], SC_I64);
        multiply_row(s, a, y, false, d, j, n);
        multiply_row(s, a, y, true, d, j + 1, n);
    }
}

// Sums and differences: the carry goes from part to part.
static void add_parts(Sel *s, bool add, PtxOpnd *a, PtxOpnd *b, uint32_t n, PtxOpnd *d) {
    uint64_t cc = ptx_mods(CC, CC);
    for (uint32_t k = 0; k < n; k++) { // nothing may come between: registers first
        a[k] = sel_in_reg(s, a[k], SC_I64);
        b[k] = sel_in_reg(s, b[k], SC_I64);
    }
    for (uint32_t k = 0; k < n; k++) {
        PtxOp op = k ? (add ? PTXI_addc : PTXI_subc) : add ? PTXI_add_cc : PTXI_sub_cc;
        d[k] = op2(s, op, PTX_S64, k + 1 < n ? cc : 0, a[k], b[k]);
    }
}

bool sel_wide_arith(Sel *s, IrInst *i) {
    uint32_t n = sel_parts(s->g, i->v.type)->n;
    PtxOpnd *a = sel_new(s, n), *b = sel_new(s, n), *d = sel_new(s, n);
    memcpy(a, sel_opnds(s, ir_op(i, 0)), n * sizeof *a);
    memcpy(b, sel_opnds(s, ir_op(i, 1)), n * sizeof *b);
    switch (i->v.op) {
    case IR_ADD:
    case IR_SUB: add_parts(s, i->v.op == IR_ADD, a, b, n, d); break;
    case IR_MUL:
        if (ir_is_const(ir_op(i, 0)))
            multiply(s, b, a, n, d);
        else
            multiply(s, a, b, n, d);
        break;
    case IR_AND:
    case IR_OR:
    case IR_XOR: {
        PtxOp op = i->v.op == IR_AND ? PTXI_and : i->v.op == IR_OR ? PTXI_or : PTXI_xor;
        for (uint32_t k = 0; k < n; k++) {
            if (is_zero(b[k]))
                d[k] = op == PTXI_and ? b[k] : a[k];
            else if (is_zero(a[k]))
                d[k] = op == PTXI_and ? a[k] : b[k];
            else
                d[k] = op2(s, op, PTX_B64, 0, sel_in_reg(s, a[k], SC_I64), b[k]);
        }
        break;
    }
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        if (n == 2 && !ir_is_const(ir_op(i, 1))) {
            for (uint32_t k = 0; k < n; k++) a[k] = sel_in_reg(s, a[k], SC_I64);
            shift2(s, i, a, count_of(s, ir_op(i, 1)), d);
        } else {
            shift(s, i, a, n, d);
        }
        break;
    default: // division: legal_wide.c
        sel_error(s, "this operation on integers beyond 64 bits");
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

// From the lowest part up: a part strictly ordered, or equal and those below it ordered (unsigned,
// the lowest with equality where asked).
PtxOpnd sel_wide_compare(Sel *s, IrInst *i) {
    uint32_t n = sel_parts(s->g, ir_op(i, 0)->type)->n;
    PtxOpnd *a = sel_new(s, n), *b = sel_new(s, n);
    for (uint32_t k = 0; k < n; k++) {
        a[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 0))[k], SC_I64);
        b[k] = sel_in_reg(s, sel_opnds(s, ir_op(i, 1))[k], SC_I64);
    }
    if (i->pred == IR_EQ || i->pred == IR_NE) {
        PtxOpnd z = op2(s, PTXI_xor, PTX_B64, 0, a[0], b[0]);
        for (uint32_t k = 1; k < n; k++)
            z = op2(s, PTXI_or, PTX_B64, 0, z, op2(s, PTXI_xor, PTX_B64, 0, a[k], b[k]));
        return cmp64(s, PTX_S64, i->pred == IR_EQ ? ptx_mods(CMP, EQ) : ptx_mods(CMP, NE), z,
                     ptx_o_int(0));
    }
    bool sign = ir_pred_is_signed((IrPred)i->pred);
    bool less = i->pred == IR_ULT || i->pred == IR_ULE || i->pred == IR_SLT || i->pred == IR_SLE;
    bool equal = i->pred == IR_ULE || i->pred == IR_UGE || i->pred == IR_SLE || i->pred == IR_SGE;
    uint64_t strict = less ? ptx_mods(CMP, LT) : ptx_mods(CMP, GT);
    uint64_t low = equal ? (less ? ptx_mods(CMP, LE) : ptx_mods(CMP, GE)) : strict;
    PtxOpnd r = cmp64(s, PTX_U64, low, a[0], b[0]);
    for (uint32_t k = 1; k < n; k++) {
        PtxOpnd hi = cmp64(s, sign && k + 1 == n ? PTX_S64 : PTX_U64, strict, a[k], b[k]);
        PtxOpnd eq = cmp64(s, PTX_S64, ptx_mods(CMP, EQ), a[k], b[k]);
        r = pred2(s, PTXI_or, hi, pred2(s, PTXI_and, eq, r));
    }
    return r;
}
