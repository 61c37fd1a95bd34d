// SPDX-License-Identifier: Apache-2.0
// Integers beyond 64 bits in 64-bit parts, low first; widths that are no multiple of 64 have
// unspecified bits in the highest one (legal/wide.c extends where they matter). Division is a call
// of a function that the module carries with it (legal/wide.c makes it in IR).
#include "ptx/select/select.h"

#include "ptx/form/op.h"

static PtxOpnd t64(Sel *sel) {
    return sel_o(sel_tmp(sel, SC_I64));
}

// One instruction with two operands into a new 64-bit register.
static PtxOpnd op2(Sel *sel, PtxOp op, PtxType t, uint64_t m, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = t64(sel);
    ptx_emit_(sel->f, op, t, PTX_NOTYPE, m, d, a, b);
    return d;
}

// a where p is true, else b.
static PtxOpnd sel64(Sel *sel, PtxOpnd p, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = t64(sel);
    SEL_EMIT(sel, selp, B64, NOTYPE, 0, d, a, b, p);
    return d;
}

static PtxOpnd cmp32(Sel *sel, uint64_t cmp, PtxOpnd a, int64_t b) {
    PtxOpnd p = sel_o(sel_tmp(sel, SC_I1));
    SEL_EMIT(sel, setp, U32, NOTYPE, cmp, p, a, ptx_o_int(b));
    return p;
}

// A shift's count: beyond 32 bits it is too large in any case, which is undefined.
static PtxOpnd count_of(Sel *sel, IrValue *amount) {
    PtxOpnd o = sel_opnds(sel, amount)[0];
    return sel_resize(sel, o, SC_I64, 64, SC_I32, false);
}

// Shifts of two parts by a count that may be 64 or more: PTX shifts clamp, so each half is a
// select.
static void shift2(Sel *sel, IrInst *shifting, PtxOpnd *shifted, PtxOpnd count, PtxOpnd *out) {
    bool left = shifting->v.op == IR_SHL, arith = shifting->v.op == IR_ASHR;
    PtxOpnd near = left ? shifted[0] : shifted[1],
            far = left ? shifted[1] : shifted[0]; // far receives bits from near
    PtxOpnd inv = sel_o(sel_tmp(sel, SC_I32)), over = sel_o(sel_tmp(sel, SC_I32));
    count = sel_in_reg(sel, count, SC_I32);
    // Counts that get negative are large unsigned numbers: the shift gives zero, which the other
    // shift makes up for.
    SEL_EMIT(sel, sub, S32, NOTYPE, 0, inv, ptx_o_int(64), count);
    SEL_EMIT(sel, add, S32, NOTYPE, 0, over, count, ptx_o_int(-64));
    PtxOp fwd = left ? PTXI_shl : PTXI_shr, back = left ? PTXI_shr : PTXI_shl;
    PtxType ft = left ? PTX_B64 : PTX_U64, bt = left ? PTX_U64 : PTX_B64, nt = arith ? PTX_S64 : ft;
    PtxOpnd across = op2(sel, back, bt, 0, near, inv);
    PtxOpnd moved = op2(sel, PTXI_or, PTX_B64, 0, op2(sel, fwd, ft, 0, far, count), across);
    // For counts from 64 on, all of the far part comes from the near one.
    PtxOpnd beyond = op2(sel, fwd, nt, 0, near, over);
    PtxOpnd fill = arith ? op2(sel, PTXI_shr, PTX_S64, 0, near, ptx_o_int(63)) : ptx_o_int(0);
    PtxOpnd big = cmp32(sel, ptx_mods(CMP, GE), count, 64);
    PtxOpnd far2 = sel64(sel, big, beyond, moved);
    PtxOpnd near2 = sel64(sel, big, fill, op2(sel, fwd, nt, 0, near, count));
    out[left ? 1 : 0] = far2;
    out[left ? 0 : 1] = near2;
}

// The part of `a` that is `k` places from the end where bits are shifted in; beyond it the filling.
typedef struct Shift {
    PtxOpnd *a, fill;
    uint32_t n;
    bool left;
} Shift;

// Counted from the end, shifts to both sides are one algorithm.
static PtxOpnd part_from_end(const Shift *h, int64_t k) {
    return k < 0 ? h->fill : h->a[h->left ? (uint32_t)k : h->n - 1 - (uint32_t)k];
}

// Bits first, within neighbouring parts; `bits` and `rest` (64 - bits) are counts of PTX, which
// clamp at 64.
static void shift_bits(Sel *sel, Shift *of, bool arith, PtxOpnd bits, PtxOpnd rest) {
    PtxOpnd *opnd = sel_new(sel, of->n);
    PtxOp fwd = of->left ? PTXI_shl : PTXI_shr, back = of->left ? PTXI_shr : PTXI_shl;
    PtxType ft = of->left ? PTX_B64 : PTX_U64, bt = of->left ? PTX_U64 : PTX_B64;
    for (uint32_t k = 0; k < of->n; k++) {
        PtxOpnd x = part_from_end(of, k), r;
        // The highest part of an arithmetic shift right brings its sign along.
        r = op2(sel, fwd, k == 0 && arith ? PTX_S64 : ft, 0, sel_in_reg(sel, x, SC_I64), bits);
        if (k > 0) {
            PtxOpnd y = sel_in_reg(sel, part_from_end(of, (int64_t)k - 1), SC_I64);
            r = op2(sel, PTXI_or, PTX_B64, 0, r, op2(sel, back, bt, 0, y, rest));
        }
        opnd[of->left ? k : of->n - 1 - k] = r;
    }
    of->a = opnd;
}

// Moves whole parts by `by`; with `when` only if that is true.
static void shift_parts(Sel *sel, Shift *h, uint32_t by, const PtxOpnd *when) {
    PtxOpnd *d = sel_new(sel, h->n);
    for (uint32_t k = 0; k < h->n; k++) {
        PtxOpnd from = part_from_end(h, (int64_t)k - by), *to = &d[h->left ? k : h->n - 1 - k];
        *to = when ? sel64(sel, *when, from, part_from_end(h, k)) : from;
    }
    h->a = d;
}

// Any number of parts: a known count moves whole parts and then bits; an unknown one shifts bits by
// its low six bits and then parts by powers of two, each a select (a barrel shifter).
static void shift(Sel *sel, IrInst *shifting, PtxOpnd *shifted, uint32_t n, PtxOpnd *out) {
    bool arith = shifting->v.op == IR_ASHR;
    Shift h = {shifted, ptx_o_int(0), n, shifting->v.op == IR_SHL};
    IrConst *constant = ir_as_cint(ir_op(shifting, 1));
    // The sign in all bits.
    if (arith)
        h.fill =
            op2(sel, PTXI_shr, PTX_S64, 0, sel_in_reg(sel, shifted[n - 1], SC_I64), ptx_o_int(63));
    if (constant) {
        // Larger counts are undefined; these give the largest one's result.
        uint64_t count = CU_MIN(ir_uval(constant), (uint64_t)n * 64 - 1), bits = count % 64;
        if (bits)
            shift_bits(sel, &h, arith, ptx_o_int((int64_t)bits), ptx_o_int(64 - (int64_t)bits));
        shift_parts(sel, &h, (uint32_t)(count / 64), NULL);
    } else {
        PtxOpnd count = sel_in_reg(sel, count_of(sel, ir_op(shifting, 1)), SC_I32);
        PtxOpnd bits = sel_o(sel_tmp(sel, SC_I32)), rest = sel_o(sel_tmp(sel, SC_I32));
        SEL_EMIT(sel, and, B32, NOTYPE, 0, bits, count, ptx_o_int(63));
        SEL_EMIT(sel, sub, S32, NOTYPE, 0, rest, ptx_o_int(64), bits);
        shift_bits(sel, &h, arith, bits, rest);
        for (uint32_t by = 1; by < n; by *= 2) {
            PtxOpnd bit = sel_o(sel_tmp(sel, SC_I32));
            SEL_EMIT(sel, and, B32, NOTYPE, 0, bit, count, ptx_o_int((int64_t)by * 64));
            PtxOpnd p = cmp32(sel, ptx_mods(CMP, NE), bit, 0);
            shift_parts(sel, &h, by, &p);
        }
    }
    memcpy(out, h.a, n * sizeof *out);
}

// A part that is known to be zero, as in constants and after extensions.
static bool is_zero(PtxOpnd o) {
    return o.kind == PTXO_INT && o.val == 0;
}

// sums[at + k] += the low or high half of multiplicand[k] * multiplier, with the carry through the
// parts up to the last.
static void multiply_row(Sel *sel, PtxOpnd *multiplicand, PtxOpnd multiplier, bool high,
                         PtxOpnd *sums, uint32_t at, uint32_t n) {
    uint64_t half = high ? ptx_mods(HALF, HI) : ptx_mods(HALF, LO), cc = ptx_mods(CC, CC);
    for (uint32_t k = 0; at + k < n; k++) {
        bool last = at + k + 1 == n;
        uint64_t m = half | (last ? 0 : cc);
        // The first instruction of a chain has no carry to take, the last none to give.
        PtxOpnd r = t64(sel), x = sel_in_reg(sel, multiplicand[k], SC_I64), sum = sums[at + k];
        PtxOp op = k ? PTXI_madc : last ? PTXI_mad : PTXI_mad_cc;
        ptx_emit_(sel->f, op, high ? PTX_U64 : PTX_S64, PTX_NOTYPE, m, r, x, multiplier, sum);
        sums[at + k] = r;
    }
}

// By rows, as on paper; what would lie beyond the last part is not computed.
static void multiply(Sel *sel, PtxOpnd *multiplicand, PtxOpnd *multiplier, uint32_t n,
                     PtxOpnd *out) {
    for (uint32_t k = 0; k < n; k++) multiplicand[k] = sel_in_reg(sel, multiplicand[k], SC_I64);
    PtxOpnd y = sel_in_reg(sel, multiplier[0], SC_I64);
    out[0] = op2(sel, PTXI_mul, PTX_S64, ptx_mods(HALF, LO), multiplicand[0], y);
    // High halves of the first row go one part up, and are where the low halves are added.
    for (uint32_t k = 1; k < n; k++)
        out[k] = op2(sel, PTXI_mul, PTX_U64, ptx_mods(HALF, HI), multiplicand[k - 1], y);
    multiply_row(sel, multiplicand + 1, y, false, out, 1, n);
    for (uint32_t j = 1; j < n; j++) {
        // A zero part of a constant adds nothing.
        if (is_zero(multiplier[j])) continue;
        y = sel_in_reg(sel, multiplier[j], SC_I64);
        multiply_row(sel, multiplicand, y, false, out, j, n);
        multiply_row(sel, multiplicand, y, true, out, j + 1, n);
    }
}

// Sums and differences: the carry goes from part to part.
static void add_parts(Sel *sel, bool add, PtxOpnd *left, PtxOpnd *right, uint32_t n, PtxOpnd *out) {
    uint64_t cc = ptx_mods(CC, CC);
    for (uint32_t k = 0; k < n; k++) { // nothing may come between: registers first
        left[k] = sel_in_reg(sel, left[k], SC_I64);
        right[k] = sel_in_reg(sel, right[k], SC_I64);
    }
    for (uint32_t k = 0; k < n; k++) {
        PtxOp op = k ? (add ? PTXI_addc : PTXI_subc) : add ? PTXI_add_cc : PTXI_sub_cc;
        out[k] = op2(sel, op, PTX_S64, k + 1 < n ? cc : 0, left[k], right[k]);
    }
}

bool sel_wide_arith(Sel *sel, IrInst *inst) {
    uint32_t n = sel_parts(sel->g, inst->v.type)->n;
    PtxOpnd *opnd = sel_new(sel, n), *operand = sel_new(sel, n), *d = sel_new(sel, n);
    memcpy(opnd, sel_opnds(sel, ir_op(inst, 0)), n * sizeof *opnd);
    memcpy(operand, sel_opnds(sel, ir_op(inst, 1)), n * sizeof *operand);
    switch (inst->v.op) {
    case IR_ADD:
    case IR_SUB: add_parts(sel, inst->v.op == IR_ADD, opnd, operand, n, d); break;
    case IR_MUL:
        // A constant goes to the right, where zero parts save rows.
        if (ir_is_const(ir_op(inst, 0)))
            multiply(sel, operand, opnd, n, d);
        else
            multiply(sel, opnd, operand, n, d);
        break;
    case IR_AND:
    case IR_OR:
    case IR_XOR: {
        PtxOp op = inst->v.op == IR_AND ? PTXI_and : inst->v.op == IR_OR ? PTXI_or : PTXI_xor;
        for (uint32_t k = 0; k < n; k++) {
            if (is_zero(operand[k]))
                d[k] = op == PTXI_and ? operand[k] : opnd[k];
            else if (is_zero(opnd[k]))
                d[k] = op == PTXI_and ? opnd[k] : operand[k];
            else
                d[k] = op2(sel, op, PTX_B64, 0, sel_in_reg(sel, opnd[k], SC_I64), operand[k]);
        }
        break;
    }
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        if (n == 2 && !ir_is_const(ir_op(inst, 1))) {
            for (uint32_t k = 0; k < n; k++) opnd[k] = sel_in_reg(sel, opnd[k], SC_I64);
            shift2(sel, inst, opnd, count_of(sel, ir_op(inst, 1)), d);
        } else {
            shift(sel, inst, opnd, n, d);
        }
        break;
    default: // division: legal/wide.c
        sel_error(sel, "this operation on integers beyond 64 bits");
        sel_def(sel, inst);
        return true;
    }
    sel_set(sel, inst, d);
    return true;
}

static PtxOpnd cmp64(Sel *sel, PtxType t, uint64_t cmp, PtxOpnd a, PtxOpnd b) {
    PtxOpnd p = sel_o(sel_tmp(sel, SC_I1));
    ptx_emit_(sel->f, PTXI_setp, t, PTX_NOTYPE, cmp, p, a, b);
    return p;
}

static PtxOpnd pred2(Sel *sel, PtxOp op, PtxOpnd a, PtxOpnd b) {
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I1));
    ptx_emit_(sel->f, op, PTX_PRED, PTX_NOTYPE, 0, d, a, b);
    return d;
}

// From the lowest part up: a part strictly ordered, or equal and those below it ordered (unsigned,
// the lowest with equality where asked).
PtxOpnd sel_wide_compare(Sel *sel, IrInst *comparison) {
    uint32_t n = sel_parts(sel->g, ir_op(comparison, 0)->type)->n;
    PtxOpnd *opnd = sel_new(sel, n), *operand = sel_new(sel, n);
    for (uint32_t k = 0; k < n; k++) {
        opnd[k] = sel_in_reg(sel, sel_opnds(sel, ir_op(comparison, 0))[k], SC_I64);
        operand[k] = sel_in_reg(sel, sel_opnds(sel, ir_op(comparison, 1))[k], SC_I64);
    }
    if (is_any_of(comparison->pred, IR_EQ, IR_NE)) {
        PtxOpnd z = op2(sel, PTXI_xor, PTX_B64, 0, opnd[0], operand[0]);
        for (uint32_t k = 1; k < n; k++)
            z = op2(sel, PTXI_or, PTX_B64, 0, z,
                    op2(sel, PTXI_xor, PTX_B64, 0, opnd[k], operand[k]));
        return cmp64(sel, PTX_S64,
                     comparison->pred == IR_EQ ? ptx_mods(CMP, EQ) : ptx_mods(CMP, NE), z,
                     ptx_o_int(0));
    }
    bool sign = ir_pred_is_signed((IrPred)comparison->pred);
    bool less = is_any_of(comparison->pred, IR_ULT, IR_ULE, IR_SLT, IR_SLE);
    bool equal = is_any_of(comparison->pred, IR_ULE, IR_UGE, IR_SLE, IR_SGE);
    uint64_t strict = less ? ptx_mods(CMP, LT) : ptx_mods(CMP, GT);
    uint64_t low = equal ? (less ? ptx_mods(CMP, LE) : ptx_mods(CMP, GE)) : strict;
    PtxOpnd r = cmp64(sel, PTX_U64, low, opnd[0], operand[0]);
    for (uint32_t k = 1; k < n; k++) {
        PtxOpnd hi =
            cmp64(sel, sign && k + 1 == n ? PTX_S64 : PTX_U64, strict, opnd[k], operand[k]);
        PtxOpnd eq = cmp64(sel, PTX_S64, ptx_mods(CMP, EQ), opnd[k], operand[k]);
        r = pred2(sel, PTXI_or, hi, pred2(sel, PTXI_and, eq, r));
    }
    return r;
}
