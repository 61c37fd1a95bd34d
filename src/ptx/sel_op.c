// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparison, selection. sel_rules.def gives the one-instruction forms; here are the
// combined ones (fma, mad) and those of classes that PTX has no instruction for.
#include "ptx/sel.h"

#define FMODS_MARK (1ull << 63) // in the rule table: modifiers chosen by fmods

typedef struct SelRule {
    uint16_t op; // PtxOp, 0: none
    uint8_t type;
    uint64_t mods;
} SelRule;

static const SelRule rules[IR_NOPS][SC_COUNT] = {
#define FMODS                    FMODS_MARK
#define RULE(ir, cls, row, t, m) [IR_##ir][SC_##cls] = {PTXI_##row, PTX_##t, m},
#include "ptx/sel_rules.def"
};

// Contraction is allowed: no rounding modifier, so that ptxas may fuse; else .rn forbids it
// (PTX ISA, add.f32: "An add instruction with no rounding modifier defaults to
// round-to-nearest-even and may be optimized aggressively").
static uint64_t fmods(Sel *s, SelClass c, bool contract) {
    uint64_t m = contract && s->g->o->fmad ? 0 : ptx_mods(RND, RN);
    if (s->ftz && c == SC_F32) m |= ptx_mods(FTZ, FTZ);
    return m;
}

static uint64_t fma_mods(Sel *s, SelClass c) {
    return ptx_mods(RND, RN) | (s->ftz && c == SC_F32 ? ptx_mods(FTZ, FTZ) : 0);
}

PtxOpnd sel_odd_float(Sel *s, PtxOpnd f, PtxOpnd inexact) {
    PtxOpnd r[3], d = sel_o(sel_tmp(s, SC_F32));
    for (int k = 0; k < 3; k++) r[k] = sel_o(sel_tmp(s, SC_I32));
    SEL_EMIT(s, mov, B32, NOTYPE, 0, r[0], f);
    SEL_EMIT(s, or, B32, NOTYPE, 0, r[1], r[0], ptx_o_int(1));
    SEL_EMIT(s, selp, B32, NOTYPE, 0, r[2], r[1], r[0], inexact);
    SEL_EMIT(s, mov, B32, NOTYPE, 0, d, r[2]);
    return d;
}

// Rounded once, though by way of a float.
static PtxOpnd double_to_bf16(Sel *s, PtxOpnd v) {
    PtxOpnd f = sel_o(sel_tmp(s, SC_F32)), back = sel_o(sel_tmp(s, SC_F64)),
            inexact = sel_o(sel_tmp(s, SC_I1));
    v = sel_in_reg(s, v, SC_F64);
    SEL_EMIT(s, cvt, F32, F64, ptx_mods(RND, RZ), f, v);
    SEL_EMIT(s, cvt, F64, F32, 0, back, f);
    SEL_EMIT(s, setp, F64, NOTYPE, ptx_mods(CMP, NE), inexact, back, v);
    return sel_f_to_f(s, sel_odd_float(s, f, inexact), SC_F32, SC_BF16);
}

PtxOpnd sel_f_to_f(Sel *s, PtxOpnd v, SelClass from, SelClass to) {
    static const uint8_t type[SC_COUNT] = {
        [SC_F16] = PTX_F16, [SC_BF16] = PTX_BF16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    static const uint8_t size[SC_COUNT] = {[SC_F16] = 2, [SC_BF16] = 2, [SC_F32] = 4, [SC_F64] = 8};
    if (from == to) return v;
    if (from == SC_F64 && to == SC_BF16) return double_to_bf16(s, v);
    if ((from == SC_BF16 && to != SC_F32) || (to == SC_BF16 && from != SC_F32)) {
        return sel_f_to_f(s, sel_f_to_f(s, v, from, SC_F32), SC_F32, to);
    }
    PtxOpnd d = sel_o(sel_tmp(s, to));
    if (from == SC_BF16) { // the upper half of a float
        PtxOpnd w = sel_o(sel_tmp(s, SC_I32)), h = sel_o(sel_tmp(s, SC_I32));
        SEL_EMIT(s, cvt, U32, U16, 0, w, v);
        SEL_EMIT(s, shl, B32, NOTYPE, 0, h, w, ptx_o_int(16));
        SEL_EMIT(s, mov, B32, NOTYPE, 0, d, h);
        return d;
    }
    if (to == SC_BF16 && s->g->sm < 80) return sel_f32_to_bf16(s, v);
    uint64_t m = size[to] < size[from] ? ptx_mods(RND, RN) : 0;
    if (s->ftz && (from == SC_F32 || to == SC_F32) && to != SC_BF16) m |= ptx_mods(FTZ, FTZ);
    ptx_emit_(s->f, to == SC_BF16 ? PTXI_cvt_bf16 : PTXI_cvt, type[to], type[from], m, d, v);
    return d;
}

// Round to nearest even by hand: x + 0x7fff + the lowest kept bit; NaN stays NaN.
PtxOpnd sel_f32_to_bf16(Sel *s, PtxOpnd v) {
    PtxOpnd r[6];
    for (int k = 0; k < 6; k++) r[k] = sel_o(sel_tmp(s, SC_I32));
    PtxOpnd nan = sel_o(sel_tmp(s, SC_I1)), d = sel_o(sel_tmp(s, SC_BF16));
    v = sel_in_reg(s, v, SC_F32);
    SEL_EMIT(s, mov, B32, NOTYPE, 0, r[0], v);
    SEL_EMIT(s, bfe, U32, NOTYPE, 0, r[1], r[0], ptx_o_int(16), ptx_o_int(1));
    SEL_EMIT(s, add, S32, NOTYPE, 0, r[2], r[0], r[1]);
    SEL_EMIT(s, add, S32, NOTYPE, 0, r[3], r[2], ptx_o_int(0x7fff));
    SEL_EMIT(s, setp_f32, F32, NOTYPE, ptx_mods(CMP, NAN), nan, v, v);
    SEL_EMIT(s, selp, B32, NOTYPE, 0, r[4], ptx_o_int(0x7fff0000), r[3], nan);
    SEL_EMIT(s, shr, U32, NOTYPE, 0, r[5], r[4], ptx_o_int(16));
    SEL_EMIT(s, cvt, U16, U32, 0, d, r[5]);
    return d;
}

static bool native_half(Sel *s, SelClass c, IrOp op) {
    if (op == IR_FDIV || op == IR_FREM) return false;
    return c == SC_F16 || (c == SC_BF16 && s->g->sm >= 90);
}

// a - trunc(a / b) * b: what LLVM's NVPTX back end emits for frem.
static PtxOpnd frem(Sel *s, SelClass c, PtxOpnd a, PtxOpnd b) {
    PtxType t = c == SC_F32 ? PTX_F32 : PTX_F64;
    PtxOpnd q = sel_fbinary(s, IR_FDIV, c, a, b, false), n = sel_o(sel_tmp(s, c)),
            d = sel_o(sel_tmp(s, c));
    PtxOpnd neg = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_cvt, t, t, ptx_mods(RND, RZI), n, q);
    ptx_emit_(s->f, c == SC_F32 ? PTXI_neg_f32 : PTXI_neg_f64, t, PTX_NOTYPE, 0, neg, n);
    ptx_emit_(s->f, c == SC_F32 ? PTXI_fma_f32 : PTXI_fma_f64, t, PTX_NOTYPE, fma_mods(s, c), d,
              neg, b, a);
    return d;
}

// Without -prec-div the reciprocal is rcp.approx and other quotients are div.full.
static PtxOpnd fdiv_f32(Sel *s, PtxOpnd a, PtxOpnd b) {
    const PtxOptions *o = s->g->o;
    uint64_t ftz = s->ftz ? ptx_mods(FTZ, FTZ) : 0, rn = ptx_mods(RND, RN) | ftz;
    uint64_t approx = ptx_mods(APPROX, APPROX);
    PtxOpnd d = sel_o(sel_tmp(s, SC_F32));
    bool one = a.kind == PTXO_F32 && a.val == 0x3f800000;
    if (one && o->prec_div)
        SEL_EMIT(s, rcp_f32, F32, NOTYPE, rn, d, b);
    else if (one)
        SEL_EMIT(s, rcp_approx, F32, NOTYPE, approx | ftz, d, b);
    else if (o->div_approx_ftz)
        SEL_EMIT(s, div_approx, F32, NOTYPE, approx | ptx_mods(FTZ, FTZ), d, a, b);
    else if (o->div_approx)
        SEL_EMIT(s, div_approx, F32, NOTYPE, approx | ftz, d, a, b);
    else if (o->prec_div)
        SEL_EMIT(s, div_f32, F32, NOTYPE, rn, d, a, b);
    else
        SEL_EMIT(s, div_approx, F32, NOTYPE, ptx_mods(APPROX, FULL) | ftz, d, a, b);
    return d;
}

PtxOpnd sel_fbinary(Sel *s, IrOp op, SelClass c, PtxOpnd a, PtxOpnd b, bool contract) {
    if ((c == SC_F16 || c == SC_BF16) &&
        !native_half(s, c, op)) { // through f32: one rounding is enough
        PtxOpnd x = sel_f_to_f(s, a, c, SC_F32), y = sel_f_to_f(s, b, c, SC_F32);
        return sel_f_to_f(s, sel_fbinary(s, op, SC_F32, x, y, false), SC_F32, c);
    }
    if (op == IR_FREM) return frem(s, c, a, b);
    if (op == IR_FDIV && c == SC_F32) return fdiv_f32(s, a, b);
    PtxOpnd d = sel_o(sel_tmp(s, c));
    if (op == IR_FDIV && c == SC_F64 && a.kind == PTXO_F64 && a.val == 0x3ff0000000000000) {
        SEL_EMIT(s, rcp_f64, F64, NOTYPE, ptx_mods(RND, RN), d, b);
        return d;
    }
    if (c == SC_BF16) {
        static const uint16_t row[] = {
            [IR_FADD] = PTXI_add_bh, [IR_FSUB] = PTXI_sub_bh, [IR_FMUL] = PTXI_mul_bh};
        ptx_emit_(s->f, row[op], PTX_BF16, PTX_NOTYPE, fmods(s, c, contract), d, a, b);
        return d;
    }
    const SelRule *r = &rules[op][c];
    uint64_t m = r->mods & FMODS_MARK ? fmods(s, c, contract) : r->mods;
    if (c == SC_F16 && s->ftz) m |= ptx_mods(FTZ, FTZ);
    ptx_emit_(s->f, r->op, r->type, PTX_NOTYPE, m, d, a, b);
    return d;
}

// ---- combined forms -----------------------------------------------------------------------------

static bool may_contract(Sel *s, const IrInst *i) {
    return s->g->o->fmad && (i->fmf & IR_FMF_CONTRACT);
}

static IrInst *folded_op(Sel *s, IrValue *v, IrOp op) {
    IrInst *i = ir_as_op(v, op);
    return i && sel_is_folded(s, v) ? i : NULL;
}

static PtxOpnd fneg_of(Sel *s, PtxOpnd a, SelClass c) {
    static const struct {
        uint16_t op;
        uint8_t t;
    } row[SC_COUNT] = {[SC_F32] = {PTXI_neg_f32, PTX_F32}, [SC_F64] = {PTXI_neg_f64, PTX_F64}};
    if (a.kind == PTXO_F32) return ptx_o_f32((uint32_t)a.val ^ 0x80000000u);
    if (a.kind == PTXO_F64) return ptx_o_f64((uint64_t)a.val ^ (1ull << 63));
    PtxOpnd d = sel_o(sel_tmp(s, c));
    if (c == SC_F16 || c == SC_BF16) {
        SEL_EMIT(s, xor, B16, NOTYPE, 0, d, a, ptx_o_int(-32768));
        return d;
    }
    ptx_emit_(s->f, row[c].op, row[c].t, PTX_NOTYPE, s->ftz && c == SC_F32 ? ptx_mods(FTZ, FTZ) : 0,
              d, a);
    return d;
}

static bool fma_form(Sel *s, IrInst *i, SelClass c) { // a sum with a product
    int k = sel_fma_product(s, i);
    if (k < 0) return false;
    IrInst *m = ir_as_inst(ir_op(i, (uint32_t)k));
    PtxOpnd a = sel_use(s, ir_op(m, 0)), b = sel_use(s, ir_op(m, 1)), d = sel_def(s, i)[0];
    PtxOpnd add = sel_use(s, ir_op(i, 1 - (uint32_t)k));
    ptx_emit_(s->f, c == SC_F32 ? PTXI_fma_f32 : PTXI_fma_f64, c == SC_F32 ? PTX_F32 : PTX_F64,
              PTX_NOTYPE, fma_mods(s, c), d, a, b, add);
    return true;
}

// add of a folded mul: mad.lo.
static bool mad_form(Sel *s, IrInst *i, SelClass c) {
    if (i->v.op != IR_ADD || (c != SC_I32 && c != SC_I64)) return false;
    for (uint32_t k = 0; k < 2; k++) {
        IrInst *m = folded_op(s, ir_op(i, k), IR_MUL);
        if (!m) continue;
        PtxOpnd a = sel_use(s, ir_op(m, 0)), b = sel_use(s, ir_op(m, 1)),
                x = sel_use(s, ir_op(i, 1 - k));
        ptx_emit_(s->f, PTXI_mad, c == SC_I32 ? PTX_S32 : PTX_S64, PTX_NOTYPE, ptx_mods(HALF, LO),
                  sel_def(s, i)[0], a, b, x);
        return true;
    }
    return false;
}

// mul i64 (sext x), (sext y): mul.wide.s32; likewise unsigned; a constant that fits counts.
static IrInst *extended32(IrValue *v) {
    IrInst *i = ir_as_inst(v);
    bool ext = i && (i->v.op == IR_SEXT || i->v.op == IR_ZEXT);
    return ext && ir_ty_is_i(ir_op(i, 0)->type, 32) ? i : NULL;
}

// What the extended operand is multiplied by, if it is a constant: shifts too.
static bool wide_factor(const IrInst *i, bool sign, int64_t *factor) {
    const IrConst *k = ir_as_cint(ir_op(i, 1));
    if (!k) return false;
    if (i->v.op == IR_SHL && ir_uval(k) >= (sign ? 31u : 32u)) return false;
    *factor = i->v.op == IR_SHL ? 1ll << ir_uval(k) : (int64_t)ir_uval(k);
    return sign ? *factor == (int32_t)*factor : *factor >= 0 && *factor <= UINT32_MAX;
}

// The 32-bit operand of a 64-bit product or shift that is one mul.wide, or NULL.
static IrInst *mul_wide_operand(const IrInst *i) {
    int64_t factor;
    if ((i->v.op != IR_MUL && i->v.op != IR_SHL) || !ir_ty_is_i(i->v.type, 64)) return NULL;
    IrInst *x = extended32(ir_op(i, 0)), *y = extended32(ir_op(i, 1));
    if (!x) return NULL;
    bool pair = y && i->v.op == IR_MUL && y->v.op == x->v.op;
    return pair || wide_factor(i, x->v.op == IR_SEXT, &factor) ? x : NULL;
}

bool sel_takes_extension(const IrInst *i) {
    return mul_wide_operand(i) != NULL;
}

static bool mul_wide_form(Sel *s, IrInst *i, SelClass c) {
    IrInst *x = mul_wide_operand(i);
    if (!x || c != SC_I64) return false;
    bool sign = x->v.op == IR_SEXT;
    int64_t factor;
    PtxOpnd b = wide_factor(i, sign, &factor) ? ptx_o_int(factor)
                                              : sel_use(s, ir_op(extended32(ir_op(i, 1)), 0));
    ptx_emit_(s->f, PTXI_mul_wide, sign ? PTX_S32 : PTX_U32, PTX_NOTYPE, 0, sel_def(s, i)[0],
              sel_use(s, ir_op(x, 0)), b);
    return true;
}

// ---- integers -----------------------------------------------------------------------------------

static bool is_shift(IrOp op) {
    return op == IR_SHL || op == IR_LSHR || op == IR_ASHR;
}

// Does the result depend on operand bits above the width, and how must they be filled?
static void integer_operands(Sel *s, IrInst *i, PtxOpnd *a, PtxOpnd *b) {
    IrOp op = (IrOp)i->v.op;
    bool u = op == IR_UDIV || op == IR_UREM || op == IR_LSHR;
    bool sg = op == IR_SDIV || op == IR_SREM || op == IR_ASHR;
    *a = u || sg ? sel_ext(s, ir_op(i, 0), sg) : sel_use(s, ir_op(i, 0));
    if (is_shift(op)) {
        *b = sel_ext(s, ir_op(i, 1), false);
        SelClass c = sel_class(s, i->v.type); // the count is a 32-bit operand
        if (b->kind != PTXO_INT)
            *b = sel_resize(s, *b, c, c == SC_I16 ? 16 : c == SC_I32 ? 32 : 64, SC_I32, false);
    } else {
        *b = u || sg ? sel_ext(s, ir_op(i, 1), sg) : sel_use(s, ir_op(i, 1));
    }
}

static void predicate_arith(Sel *s, IrInst *i) { // rare: in 16 bits, then bit 0
    PtxOpnd a = sel_resize(s, sel_use(s, ir_op(i, 0)), SC_I1, 1, SC_I16, false);
    PtxOpnd b = sel_resize(s, sel_use(s, ir_op(i, 1)), SC_I1, 1, SC_I16, false);
    const SelRule *r = &rules[i->v.op][SC_I16];
    PtxOpnd t = sel_o(sel_tmp(s, SC_I16));
    if (is_shift((IrOp)i->v.op)) b = sel_resize(s, b, SC_I16, 16, SC_I32, false);
    ptx_emit_(s->f, r->op, r->type, PTX_NOTYPE, r->mods, t, a, b);
    PtxOpnd *d = sel_new(s, 1);
    d[0] = sel_resize(s, t, SC_I16, 16, SC_I1, false);
    sel_set(s, i, d);
}

static bool not_form(Sel *s, IrInst *i, SelClass c) { // xor x, -1
    if (i->v.op != IR_XOR || !ir_is_all_ones(ir_op(i, 1))) return false;
    ptx_emit_(s->f, PTXI_not, sel_bits_type(c), PTX_NOTYPE, 0, sel_def(s, i)[0],
              sel_in_reg(s, sel_use(s, ir_op(i, 0)), c));
    return true;
}

static void integer_arith(Sel *s, IrInst *i, SelClass c) {
    if (mad_form(s, i, c) || mul_wide_form(s, i, c) || not_form(s, i, c)) return;
    const SelRule *r = &rules[i->v.op][c];
    if (!r->op) {
        predicate_arith(s, i);
        return;
    }
    PtxOpnd a, b;
    if (c == SC_I1) {
        a = sel_o(sel_reg(s, ir_op(i, 0)));
        b = sel_o(sel_reg(s, ir_op(i, 1)));
    } else {
        integer_operands(s, i, &a, &b);
    }
    if (i->v.op == IR_SUB && a.kind == PTXO_INT && a.val == 0 && c != SC_I1) {
        ptx_emit_(s->f, PTXI_neg, r->type, PTX_NOTYPE, 0, sel_def(s, i)[0], b);
        return;
    }
    if (a.kind == PTXO_INT && b.kind == PTXO_INT) a = sel_in_reg(s, a, c);
    ptx_emit_(s->f, r->op, r->type, PTX_NOTYPE, r->mods, sel_def(s, i)[0], a, b);
}

bool sel_arith(Sel *s, IrInst *i) {
    if (ir_ty_is_vec(i->v.type)) {
        sel_vector_op(s, i);
        return true;
    }
    if (i->v.type->kind == IR_TY_INT && i->v.type->bits > 64) return sel_wide_arith(s, i);
    SelClass c = sel_class(s, i->v.type);
    if (i->v.op == IR_FNEG) {
        PtxOpnd *d = sel_new(s, 1);
        d[0] = fneg_of(s, sel_use(s, ir_op(i, 0)), c);
        sel_set(s, i, d);
        return true;
    }
    if (c < SC_F16) {
        integer_arith(s, i, c);
        return true;
    }
    if (i->v.op == IR_FSUB &&
        ir_op(i, 0) == &ir_fp(s->g->m, i->v.type, -0.0)->v) { // how old code writes fneg
        PtxOpnd *d = sel_new(s, 1);
        d[0] = fneg_of(s, sel_use(s, ir_op(i, 1)), c);
        sel_set(s, i, d);
        return true;
    }
    if (fma_form(s, i, c)) return true;
    PtxOpnd *d = sel_new(s, 1);
    d[0] = sel_fbinary(s, (IrOp)i->v.op, c, sel_use(s, ir_op(i, 0)), sel_use(s, ir_op(i, 1)),
                       may_contract(s, i));
    sel_set(s, i, d);
    return true;
}

// ---- comparison ---------------------------------------------------------------------------------

static uint64_t int_cmp_mods(IrPred p) {
    static const uint8_t cmp[] = {
        [IR_EQ] = PTX_CMP_EQ,  [IR_NE] = PTX_CMP_NE,  [IR_UGT] = PTX_CMP_GT, [IR_UGE] = PTX_CMP_GE,
        [IR_ULT] = PTX_CMP_LT, [IR_ULE] = PTX_CMP_LE, [IR_SGT] = PTX_CMP_GT, [IR_SGE] = PTX_CMP_GE,
        [IR_SLT] = PTX_CMP_LT, [IR_SLE] = PTX_CMP_LE};
    return ptx_mod_of(CMP, cmp[p]);
}

static PtxOpnd compare_i1(Sel *s, IrInst *i) {
    PtxOpnd a = sel_o(sel_reg(s, ir_op(i, 0))), b = sel_o(sel_reg(s, ir_op(i, 1)));
    PtxOpnd d = sel_o(sel_tmp(s, SC_I1)), n = sel_o(sel_tmp(s, SC_I1));
    switch (i->pred) {
    case IR_NE: SEL_EMIT(s, xor, PRED, NOTYPE, 0, d, a, b); return d;
    case IR_EQ:
        SEL_EMIT(s, xor, PRED, NOTYPE, 0, n, a, b);
        SEL_EMIT(s, not, PRED, NOTYPE, 0, d, n);
        return d;
    case IR_UGT:
    case IR_SLT: // a & !b
        SEL_EMIT(s, not, PRED, NOTYPE, 0, n, b);
        SEL_EMIT(s, and, PRED, NOTYPE, 0, d, a, n);
        return d;
    case IR_ULT:
    case IR_SGT:
        SEL_EMIT(s, not, PRED, NOTYPE, 0, n, a);
        SEL_EMIT(s, and, PRED, NOTYPE, 0, d, n, b);
        return d;
    case IR_UGE:
    case IR_SLE: // a | !b
        SEL_EMIT(s, not, PRED, NOTYPE, 0, n, b);
        SEL_EMIT(s, or, PRED, NOTYPE, 0, d, a, n);
        return d;
    default:
        SEL_EMIT(s, not, PRED, NOTYPE, 0, n, a);
        SEL_EMIT(s, or, PRED, NOTYPE, 0, d, n, b);
        return d;
    }
}

static PtxOpnd compare_int(Sel *s, IrInst *i, SelClass c) {
    bool sign = ir_pred_is_signed((IrPred)i->pred);
    bool eq = i->pred == IR_EQ || i->pred == IR_NE;
    static const uint8_t type[3][3] = {
        {PTX_S16, PTX_S32, PTX_S64}, {PTX_U16, PTX_U32, PTX_U64}, {PTX_B16, PTX_B32, PTX_B64}};
    PtxOpnd a = sel_ext(s, ir_op(i, 0), sign), b = sel_ext(s, ir_op(i, 1), sign),
            d = sel_o(sel_tmp(s, SC_I1));
    if (a.kind == PTXO_INT) a = sel_in_reg(s, a, c);
    PtxType t = type[eq && ir_op(i, 0)->type->kind != IR_TY_INT ? 2
                     : sign || eq                               ? 0
                                                                : 1][c - SC_I16];
    ptx_emit_(s->f, PTXI_setp, t, PTX_NOTYPE, int_cmp_mods((IrPred)i->pred), d, a, b);
    return d;
}

static PtxOpnd compare_float(Sel *s, IrInst *i, SelClass c) {
    static const uint8_t cmp[] = {
        [IR_FCMP_OEQ] = PTX_CMP_EQ,  [IR_FCMP_OGT] = PTX_CMP_GT,  [IR_FCMP_OGE] = PTX_CMP_GE,
        [IR_FCMP_OLT] = PTX_CMP_LT,  [IR_FCMP_OLE] = PTX_CMP_LE,  [IR_FCMP_ONE] = PTX_CMP_NE,
        [IR_FCMP_ORD] = PTX_CMP_NUM, [IR_FCMP_UNO] = PTX_CMP_NAN, [IR_FCMP_UEQ] = PTX_CMP_EQU,
        [IR_FCMP_UGT] = PTX_CMP_GTU, [IR_FCMP_UGE] = PTX_CMP_GEU, [IR_FCMP_ULT] = PTX_CMP_LTU,
        [IR_FCMP_ULE] = PTX_CMP_LEU, [IR_FCMP_UNE] = PTX_CMP_NEU};
    SelPart one = {SC_I1, 1, 0};
    if (i->pred == IR_FCMP_FALSE || i->pred == IR_FCMP_TRUE)
        return sel_const_part(s, one, i->pred == IR_FCMP_TRUE);
    PtxOpnd a = sel_use(s, ir_op(i, 0)), b = sel_use(s, ir_op(i, 1)), d = sel_o(sel_tmp(s, SC_I1));
    uint64_t m = ptx_mod_of(CMP, cmp[i->pred]);
    if (c == SC_BF16) {
        a = sel_f_to_f(s, a, c, SC_F32);
        b = sel_f_to_f(s, b, c, SC_F32);
        c = SC_F32;
    }
    if (c == SC_F64)
        SEL_EMIT(s, setp, F64, NOTYPE, m, d, sel_in_reg(s, a, c), b);
    else if (c == SC_F16)
        SEL_EMIT(s, setp_h, F16, NOTYPE, m | (s->ftz ? ptx_mods(FTZ, FTZ) : 0), d, a, b);
    else
        SEL_EMIT(s, setp_f32, F32, NOTYPE, m | (s->ftz ? ptx_mods(FTZ, FTZ) : 0), d,
                 sel_in_reg(s, a, c), b);
    return d;
}

void sel_compare(Sel *s, IrInst *i) {
    IrType *t = ir_op(i, 0)->type;
    if (ir_ty_is_vec(t)) {
        sel_vector_op(s, i);
        return;
    }
    PtxOpnd *d = sel_new(s, 1);
    SelClass c = sel_class(s, t);
    if (t->kind == IR_TY_INT && t->bits > 64)
        d[0] = sel_wide_compare(s, i);
    else if (c == SC_I1)
        d[0] = compare_i1(s, i);
    else if (c < SC_F16)
        d[0] = compare_int(s, i, c);
    else
        d[0] = compare_float(s, i, c);
    if (d[0].kind == PTXO_NONE) d[0] = sel_o(sel_tmp(s, SC_I1));
    sel_set(s, i, d);
}

// ---- select -------------------------------------------------------------------------------------

static PtxOpnd predicate_op(Sel *s, PtxOp op, PtxOpnd x, PtxOpnd y) {
    PtxOpnd d = sel_o(sel_tmp(s, SC_I1));
    if (op == PTXI_not)
        ptx_emit_(s->f, op, PTX_PRED, PTX_NOTYPE, 0, d, x);
    else
        ptx_emit_(s->f, op, PTX_PRED, PTX_NOTYPE, 0, d, x, y);
    return d;
}

// Of predicates: p && a || !p && b, shorter where an arm is constant (p ? a : false is p && a).
static PtxOpnd select_predicate(Sel *s, PtxOpnd p, PtxOpnd a, PtxOpnd b) {
    bool same = b.kind == PTXO_INT && a.kind == PTXO_INT && !a.val == !b.val;
    if (same) return a;
    if (b.kind == PTXO_INT && a.kind == PTXO_INT) {
        return a.val ? p : predicate_op(s, PTXI_not, p, p);
    }
    if (b.kind == PTXO_INT) {
        if (!b.val) return predicate_op(s, PTXI_and, p, a);
        return predicate_op(s, PTXI_or, predicate_op(s, PTXI_not, p, p), a);
    }
    if (a.kind == PTXO_INT) {
        if (a.val) return predicate_op(s, PTXI_or, p, b);
        return predicate_op(s, PTXI_and, predicate_op(s, PTXI_not, p, p), b);
    }
    PtxOpnd x = predicate_op(s, PTXI_and, p, a);
    PtxOpnd y = predicate_op(s, PTXI_and, predicate_op(s, PTXI_not, p, p), b);
    return predicate_op(s, PTXI_or, x, y);
}

static PtxOpnd select_part(Sel *s, SelClass c, PtxOpnd p, PtxOpnd a, PtxOpnd b) {
    static const uint8_t type[SC_COUNT] = {
        [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64, [SC_F16] = PTX_B16,
        [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    if (c == SC_I1) return select_predicate(s, p, a, b);
    PtxOpnd d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_selp, type[c], PTX_NOTYPE, 0, d, a, b, p);
    return d;
}

// An arm of a select of predicates: a constant stays one.
static PtxOpnd predicate_arm(Sel *s, IrValue *v) {
    const IrConst *c = ir_as_cint(v);
    if (c) return ptx_o_int((int64_t)ir_uval(c));
    return ir_is_undef(v) ? ptx_o_int(0) : sel_in_reg(s, sel_opnds(s, v)[0], SC_I1);
}

void sel_select(Sel *s, IrInst *i) {
    if (ir_ty_is_i(i->v.type, 1)) {
        PtxOpnd *r = sel_new(s, 1), p = sel_in_reg(s, sel_opnds(s, ir_op(i, 0))[0], SC_I1);
        PtxOpnd t = predicate_arm(s, ir_op(i, 1)), f = predicate_arm(s, ir_op(i, 2));
        r[0] = select_predicate(s, p, t, f);
        if (r[0].kind == PTXO_INT) r[0] = sel_in_reg(s, r[0], SC_I1);
        sel_set(s, i, r);
        return;
    }
    SelParts *p = sel_parts(s->g, i->v.type);
    PtxOpnd *c = sel_opnds(s, ir_op(i, 0)), *a = sel_opnds(s, ir_op(i, 1)),
            *b = sel_opnds(s, ir_op(i, 2));
    bool each = ir_ty_is_vec(ir_op(i, 0)->type);
    PtxOpnd *d = sel_new(s, p->n);
    uint32_t per = each && i->v.type->n ? p->n / (uint32_t)i->v.type->n : 1;
    for (uint32_t k = 0; k < p->n; k++) {
        PtxOpnd q = sel_in_reg(s, c[each ? k / CU_MAX(per, 1u) : 0], SC_I1);
        d[k] = select_part(s, p->at[k].cls, q, a[k], b[k]);
    }
    sel_set(s, i, d);
}

// ---- vectors: element by element ----------------------------------------------------------------

void sel_vector_op(Sel *s, IrInst *i) {
    uint32_t n = (uint32_t)i->v.type->n;
    SelParts *rp = sel_parts(s->g, i->v.type);
    PtxOpnd *out = sel_new(s, rp->n);
    uint32_t per = n ? rp->n / n : 0, nops = i->nops;
    IrInst *e = ir_inst_new(s->fn, (IrOp)i->v.op, i->v.type->elem, nops);
    e->pred = i->pred;
    e->fmf = i->fmf;
    e->v.flags = i->v.flags;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t j = 0; j < nops; j++) {
            IrType *et = ir_op(i, j)->type->elem;
            SelParts *ep = sel_parts(s->g, et);
            IrInst *x = ir_inst_new(s->fn, IR_FREEZE, et, 0); // stands for the element
            PtxOpnd *o = sel_new(s, ep->n), *all = sel_opnds(s, ir_op(i, j));
            for (uint32_t q = 0; q < ep->n; q++) o[q] = all[k * ep->n + q];
            sel_set(s, x, o);
            ir_set_op(e, j, &x->v);
        }
        sel_set(s, e, NULL);
        PtxOpnd *r = sel_inst_value(s, e);
        for (uint32_t q = 0; q < per; q++) out[k * per + q] = r[q];
    }
    sel_set(s, i, out);
}
