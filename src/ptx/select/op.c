// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparison, selection. select/rules.def gives the one-instruction forms; here are the
// combined ones (fma, mad) and those of classes that PTX has no instruction for.
#include "ptx/select/select.h"

#include "base/feature.h"
#include "ptx/form/op.h"

#define FMODS_MARK (1ull << 63) // in the rule table: modifiers chosen by fmods

typedef struct SelRule {
    uint16_t op; // PtxOp, 0: none
    uint8_t type;
    uint64_t mods;
} SelRule;

static const SelRule rules[IR_NOPS][SC_COUNT] = {
#define FMODS                    FMODS_MARK
#define RULE(ir, cls, row, t, m) [IR_##ir][SC_##cls] = {PTXI_##row, PTX_##t, m},
#include "ptx/select/rules.def"
};

// Contraction is allowed: no rounding modifier, so that ptxas may fuse; else .rn forbids it
// (PTX ISA, add.f32: "An add instruction with no rounding modifier defaults to
// round-to-nearest-even and may be optimized aggressively").
static uint64_t fmods(Sel *sel, SelClass c, bool contract) {
    uint64_t m = contract && sel->g->o->fp.fmad ? 0 : ptx_mods(RND, RN);
    if (sel->ftz && c == SC_F32) m |= ptx_mods(FTZ, FTZ);
    return m;
}

// An fma is rounded once, always to nearest; only the flush is chosen.
static uint64_t fma_mods(Sel *sel, SelClass c) {
    return ptx_mods(RND, RN) | (sel->ftz && c == SC_F32 ? ptx_mods(FTZ, FTZ) : 0);
}

// The last bit of a result that was cut off stands for all that was lost (select/select.h).
PtxOpnd sel_odd_float(Sel *sel, PtxOpnd opnd, PtxOpnd inexact) {
    PtxOpnd r[3], d = sel_o(sel_tmp(sel, SC_F32));
    for (int k = 0; k < 3; k++) r[k] = sel_o(sel_tmp(sel, SC_I32));
    SEL_EMIT(sel, mov, B32, NOTYPE, 0, r[0], opnd);
    SEL_EMIT(sel, or, B32, NOTYPE, 0, r[1], r[0], ptx_o_int(1));
    SEL_EMIT(sel, selp, B32, NOTYPE, 0, r[2], r[1], r[0], inexact);
    SEL_EMIT(sel, mov, B32, NOTYPE, 0, d, r[2]);
    return d;
}

// Rounded once, though by way of a float.
static PtxOpnd double_to_bf16(Sel *sel, PtxOpnd opnd) {
    PtxOpnd f = sel_o(sel_tmp(sel, SC_F32)), back = sel_o(sel_tmp(sel, SC_F64)),
            inexact = sel_o(sel_tmp(sel, SC_I1));
    opnd = sel_in_reg(sel, opnd, SC_F64);
    SEL_EMIT(sel, cvt, F32, F64, ptx_mods(RND, RZ), f, opnd);
    SEL_EMIT(sel, cvt, F64, F32, 0, back, f);
    SEL_EMIT(sel, setp, F64, NOTYPE, ptx_mods(CMP, NE), inexact, back, opnd);
    return sel_f_to_f(sel, sel_odd_float(sel, f, inexact), SC_F32, SC_BF16);
}

// A conversion between floating-point classes, rounded once to nearest. bf16 goes by way of single
// precision in both directions.
PtxOpnd sel_f_to_f(Sel *sel, PtxOpnd opnd, SelClass from, SelClass to) {
    static const uint8_t type[SC_COUNT] = {
        [SC_F16] = PTX_F16, [SC_BF16] = PTX_BF16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    static const uint8_t size[SC_COUNT] = {[SC_F16] = 2, [SC_BF16] = 2, [SC_F32] = 4, [SC_F64] = 8};
    if (from == to) return opnd;
    if (from == SC_F64 && to == SC_BF16) return double_to_bf16(sel, opnd);
    if ((from == SC_BF16 && to != SC_F32) || (to == SC_BF16 && from != SC_F32)) {
        return sel_f_to_f(sel, sel_f_to_f(sel, opnd, from, SC_F32), SC_F32, to);
    }
    PtxOpnd operand = sel_o(sel_tmp(sel, to));
    if (from == SC_BF16) { // the upper half of a float
        PtxOpnd w = sel_o(sel_tmp(sel, SC_I32)), h = sel_o(sel_tmp(sel, SC_I32));

        // A bf16 is the upper half of a float: no rounding.
        SEL_EMIT(sel, cvt, U32, U16, 0, w, opnd);
        SEL_EMIT(sel, shl, B32, NOTYPE, 0, h, w, ptx_o_int(16));
        SEL_EMIT(sel, mov, B32, NOTYPE, 0, operand, h);
        return operand;
    }
    if (to == SC_BF16 && !sel_has(sel->g, SMF_cvt_bf16)) return sel_f32_to_bf16(sel, opnd);

    // Rounding is only said where bits are lost; the flush only where single precision is.
    uint64_t m = size[to] < size[from] ? ptx_mods(RND, RN) : 0;
    if (sel->ftz && (from == SC_F32 || to == SC_F32) && to != SC_BF16) m |= ptx_mods(FTZ, FTZ);
    ptx_emit_(sel->f, to == SC_BF16 ? PTXI_cvt_bf16 : PTXI_cvt, type[to], type[from], m, operand,
              opnd);
    return operand;
}

// Round to nearest even by hand: x + 0x7fff + the lowest kept bit; NaN stays NaN.
PtxOpnd sel_f32_to_bf16(Sel *sel, PtxOpnd opnd) {
    PtxOpnd operand[6];
    for (int k = 0; k < 6; k++) operand[k] = sel_o(sel_tmp(sel, SC_I32));
    PtxOpnd nan = sel_o(sel_tmp(sel, SC_I1)), d = sel_o(sel_tmp(sel, SC_BF16));
    opnd = sel_in_reg(sel, opnd, SC_F32);
    SEL_EMIT(sel, mov, B32, NOTYPE, 0, operand[0], opnd);
    SEL_EMIT(sel, bfe, U32, NOTYPE, 0, operand[1], operand[0], ptx_o_int(16), ptx_o_int(1));
    SEL_EMIT(sel, add, S32, NOTYPE, 0, operand[2], operand[0], operand[1]);
    SEL_EMIT(sel, add, S32, NOTYPE, 0, operand[3], operand[2], ptx_o_int(0x7fff));
    SEL_EMIT(sel, setp_f32, F32, NOTYPE, ptx_mods(CMP, NAN), nan, opnd, opnd);
    SEL_EMIT(sel, selp, B32, NOTYPE, 0, operand[4], ptx_o_int(0x7fff0000), operand[3], nan);
    SEL_EMIT(sel, shr, U32, NOTYPE, 0, operand[5], operand[4], ptx_o_int(16));
    SEL_EMIT(sel, cvt, U16, U32, 0, d, operand[5]);
    return d;
}

// Whether PTX computes in the 16-bit type itself. Division and remainder it never does.
static bool native_half(Sel *sel, SelClass c, IrOp op) {
    if (is_any_of(op, IR_FDIV, IR_FREM)) return false;
    return (c == SC_F16 && sel_has(sel->g, SMF_f16)) ||
           (c == SC_BF16 && sel_has(sel->g, SMF_bf16_add));
}

// a - trunc(a / b) * b: what LLVM's NVPTX back end emits for frem.
static PtxOpnd frem(Sel *sel, SelClass class, PtxOpnd opnd, PtxOpnd operand) {
    PtxType t = class == SC_F32 ? PTX_F32 : PTX_F64;
    PtxOpnd q = sel_fbinary(sel, IR_FDIV, class, opnd, operand, false),
            n = sel_o(sel_tmp(sel, class)), d = sel_o(sel_tmp(sel, class));
    PtxOpnd neg = sel_o(sel_tmp(sel, class));
    ptx_emit_(sel->f, PTXI_cvt, t, t, ptx_mods(RND, RZI), n, q);
    ptx_emit_(sel->f, class == SC_F32 ? PTXI_neg_f32 : PTXI_neg_f64, t, PTX_NOTYPE, 0, neg, n);
    ptx_emit_(sel->f, class == SC_F32 ? PTXI_fma_f32 : PTXI_fma_f64, t, PTX_NOTYPE,
              fma_mods(sel, class), d, neg, operand, opnd);
    return d;
}

// Without -prec-div the reciprocal is rcp.approx and other quotients are div.full.
static PtxOpnd fdiv_f32(Sel *sel, PtxOpnd opnd, PtxOpnd operand) {
    const PtxOptions *options = sel->g->o;
    uint64_t ftz = sel->ftz ? ptx_mods(FTZ, FTZ) : 0, rn = ptx_mods(RND, RN) | ftz;
    uint64_t approx = ptx_mods(APPROX, APPROX);
    PtxOpnd d = sel_o(sel_tmp(sel, SC_F32));
    // 1 / x: a reciprocal.
    bool one = opnd.kind == PTXO_F32 && opnd.val == 0x3f800000;
    if (one && options->fp.prec_div)
        SEL_EMIT(sel, rcp_f32, F32, NOTYPE, rn, d, operand);
    else if (one)
        SEL_EMIT(sel, rcp_approx, F32, NOTYPE, approx | ftz, d, operand);
    else if (options->fp.div_approx_ftz)
        SEL_EMIT(sel, div_approx, F32, NOTYPE, approx | ptx_mods(FTZ, FTZ), d, opnd, operand);
    else if (options->fp.div_approx)
        SEL_EMIT(sel, div_approx, F32, NOTYPE, approx | ftz, d, opnd, operand);
    else if (options->fp.prec_div)
        SEL_EMIT(sel, div_f32, F32, NOTYPE, rn, d, opnd, operand);
    else
        SEL_EMIT(sel, div_approx, F32, NOTYPE, ptx_mods(APPROX, FULL) | ftz, d, opnd, operand);
    return d;
}

// A floating-point operation of two scalars; `contract`: it may become part of an fma, in ptxas's
// hands.
PtxOpnd sel_fbinary(Sel *sel, IrOp op, SelClass class, PtxOpnd opnd, PtxOpnd operand,
                    bool contract) {
    if (is_any_of(class, SC_F16, SC_BF16) &&
        !native_half(sel, class, op)) { // through f32: one rounding is enough
        PtxOpnd x = sel_f_to_f(sel, opnd, class, SC_F32),
                y = sel_f_to_f(sel, operand, class, SC_F32);
        return sel_f_to_f(sel, sel_fbinary(sel, op, SC_F32, x, y, false), SC_F32, class);
    }
    if (op == IR_FREM) return frem(sel, class, opnd, operand);
    if (op == IR_FDIV && class == SC_F32) return fdiv_f32(sel, opnd, operand);
    PtxOpnd d = sel_o(sel_tmp(sel, class));

    // 1 / x in double precision.
    if (op == IR_FDIV && class == SC_F64 && opnd.kind == PTXO_F64 &&
        opnd.val == 0x3ff0000000000000) {
        SEL_EMIT(sel, rcp_f64, F64, NOTYPE, ptx_mods(RND, RN), d, operand);
        return d;
    }
    if (class == SC_BF16) {
        static const uint16_t row[] = {
            [IR_FADD] = PTXI_add_bh, [IR_FSUB] = PTXI_sub_bh, [IR_FMUL] = PTXI_mul_bh};
        ptx_emit_(sel->f, row[op], PTX_BF16, PTX_NOTYPE, fmods(sel, class, contract), d, opnd,
                  operand);
        return d;
    }
    const SelRule *r = &rules[op][class];
    // Rules say which rows have rounding to choose.
    uint64_t m = r->mods & FMODS_MARK ? fmods(sel, class, contract) : r->mods;
    if (class == SC_F16 && sel->ftz) m |= ptx_mods(FTZ, FTZ);
    ptx_emit_(sel->f, r->op, r->type, PTX_NOTYPE, m, d, opnd, operand);
    return d;
}

// ---- combined forms -----------------------------------------------------------------------------

// Both the option and the instruction allow it.
static bool may_contract(Sel *sel, const IrInst *sum) {
    return sel->g->o->fp.fmad && (sum->fmf & IR_FMF_CONTRACT);
}

// The operation, if its value is part of its users.
static IrInst *folded_op(Sel *sel, IrValue *operand, IrOp op) {
    IrInst *i = ir_as_op(operand, op);
    return i && sel_is_folded(sel, operand) ? i : NULL;
}

// A constant's sign is changed here; 16-bit types have no neg that keeps NaNs as they are.
static PtxOpnd fneg_of(Sel *sel, PtxOpnd opnd, SelClass class) {
    static const struct {
        uint16_t op;
        uint8_t t;
    } row[SC_COUNT] = {[SC_F32] = {PTXI_neg_f32, PTX_F32}, [SC_F64] = {PTXI_neg_f64, PTX_F64}};
    if (opnd.kind == PTXO_F32) return ptx_o_f32((uint32_t)opnd.val ^ 0x80000000u);
    if (opnd.kind == PTXO_F64) return ptx_o_f64((uint64_t)opnd.val ^ (1ull << 63));
    PtxOpnd d = sel_o(sel_tmp(sel, class));
    if (is_any_of(class, SC_F16, SC_BF16)) {
        SEL_EMIT(sel, xor, B16, NOTYPE, 0, d, opnd, ptx_o_int(-32768));
        return d;
    }
    ptx_emit_(sel->f, row[class].op, row[class].t, PTX_NOTYPE,
              sel->ftz && class == SC_F32 ? ptx_mods(FTZ, FTZ) : 0, d, opnd);
    return d;
}

static bool fma_form(Sel *sel, IrInst *sum, SelClass class) { // a sum with a product
    int k = sel_fma_product(sel, sum);
    if (k < 0) return false;
    IrInst *m = ir_as_inst(ir_op(sum, (uint32_t)k));
    PtxOpnd a = sel_use(sel, ir_op(m, 0)), b = sel_use(sel, ir_op(m, 1)), d = sel_def(sel, sum)[0];
    PtxOpnd add = sel_use(sel, ir_op(sum, 1 - (uint32_t)k));
    ptx_emit_(sel->f, class == SC_F32 ? PTXI_fma_f32 : PTXI_fma_f64,
              class == SC_F32 ? PTX_F32 : PTX_F64, PTX_NOTYPE, fma_mods(sel, class), d, a, b, add);
    return true;
}

// add of a folded mul: mad.lo.
static bool mad_form(Sel *sel, IrInst *sum, SelClass class) {
    if (sum->v.op != IR_ADD || !is_any_of(class, SC_I32, SC_I64)) return false;
    for (uint32_t k = 0; k < 2; k++) {
        IrInst *m = folded_op(sel, ir_op(sum, k), IR_MUL);
        if (!m) continue;
        PtxOpnd a = sel_use(sel, ir_op(m, 0)), b = sel_use(sel, ir_op(m, 1)),
                x = sel_use(sel, ir_op(sum, 1 - k));
        ptx_emit_(sel->f, PTXI_mad, class == SC_I32 ? PTX_S32 : PTX_S64, PTX_NOTYPE,
                  ptx_mods(HALF, LO), sel_def(sel, sum)[0], a, b, x);
        return true;
    }
    return false;
}

// mul i64 (sext x), (sext y): mul.wide.s32; likewise unsigned; a constant that fits counts.
static IrInst *extended32(IrValue *value) {
    IrInst *i = ir_as_inst(value);
    bool ext = i && is_any_of(i->v.op, IR_SEXT, IR_ZEXT);
    return ext && ir_ty_is_i(ir_op(i, 0)->type, 32) ? i : NULL;
}

// What the extended operand is multiplied by, if it is a constant: shifts too.
static bool wide_factor(const IrInst *inst, bool sign, int64_t *factor) {
    const IrConst *k = ir_as_cint(ir_op(inst, 1));
    if (!k) return false;
    if (inst->v.op == IR_SHL && ir_uval(k) >= (sign ? 31u : 32u)) return false;
    *factor = inst->v.op == IR_SHL ? 1ll << ir_uval(k) : (int64_t)ir_uval(k);
    return sign ? *factor == (int32_t)*factor : *factor >= 0 && *factor <= UINT32_MAX;
}

// The 32-bit operand of a 64-bit product or shift that is one mul.wide, or NULL. The other must be
// extended the same way, or be a constant of 32 bits.
static IrInst *mul_wide_operand(const IrInst *inst) {
    int64_t factor;
    if (!is_any_of(inst->v.op, IR_MUL, IR_SHL) || !ir_ty_is_i(inst->v.type, 64)) return NULL;
    IrInst *x = extended32(ir_op(inst, 0)), *y = extended32(ir_op(inst, 1));
    if (!x) return NULL;
    bool pair = y && inst->v.op == IR_MUL && y->v.op == x->v.op;
    return pair || wide_factor(inst, x->v.op == IR_SEXT, &factor) ? x : NULL;
}

bool sel_takes_extension(const IrInst *inst) {
    return mul_wide_operand(inst) != NULL;
}

// The product of 32-bit operands whose extensions are folded.
static bool mul_wide_form(Sel *sel, IrInst *multiplication, SelClass class) {
    IrInst *x = mul_wide_operand(multiplication);
    if (!x || class != SC_I64) return false;
    bool sign = x->v.op == IR_SEXT;
    int64_t factor;
    bool constant = wide_factor(multiplication, sign, &factor);
    // addresses may have made the same product
    if (constant && factor > 1 && factor < INT32_MAX) {
        PtxOpnd *product = sel_new(sel, 1);
        *product = sel_product64(sel, ir_op(x, 0), (uint64_t)factor, !sign);
        sel_set(sel, multiplication, product);
        return true;
    }
    PtxOpnd b =
        constant ? ptx_o_int(factor) : sel_use(sel, ir_op(extended32(ir_op(multiplication, 1)), 0));
    ptx_emit_(sel->f, PTXI_mul_wide, sign ? PTX_S32 : PTX_U32, PTX_NOTYPE, 0,
              sel_def(sel, multiplication)[0], sel_use(sel, ir_op(x, 0)), b);
    return true;
}

// ---- integers -----------------------------------------------------------------------------------

static bool is_shift(IrOp op) {
    return is_any_of(op, IR_SHL, IR_LSHR, IR_ASHR);
}

// Operands as the instruction must see them: what divides, compares or shifts right depends on the
// bits above the type's width, and those are filled by zeros or the sign.
static void integer_operands(Sel *sel, IrInst *inst, PtxOpnd *left, PtxOpnd *right) {
    IrOp op = (IrOp)inst->v.op;
    bool u = is_any_of(op, IR_UDIV, IR_UREM, IR_LSHR);
    bool sg = is_any_of(op, IR_SDIV, IR_SREM, IR_ASHR);
    *left = u || sg ? sel_ext(sel, ir_op(inst, 0), sg) : sel_use(sel, ir_op(inst, 0));
    if (is_shift(op)) {
        *right = sel_ext(sel, ir_op(inst, 1), false);
        SelClass c = sel_class(sel, inst->v.type); // the count is a 32-bit operand
        if (right->kind != PTXO_INT)
            *right = sel_resize(sel, *right, c,
                                c == SC_I16   ? 16
                                : c == SC_I32 ? 32
                                              : 64,
                                SC_I32, false);
    } else {
        *right = u || sg ? sel_ext(sel, ir_op(inst, 1), sg) : sel_use(sel, ir_op(inst, 1));
    }
}

static void predicate_arith(Sel *sel, IrInst *inst) { // rare: in 16 bits, then bit 0
    PtxOpnd a = sel_resize(sel, sel_use(sel, ir_op(inst, 0)), SC_I1, 1, SC_I16, false);
    PtxOpnd b = sel_resize(sel, sel_use(sel, ir_op(inst, 1)), SC_I1, 1, SC_I16, false);
    const SelRule *r = &rules[inst->v.op][SC_I16];
    PtxOpnd t = sel_o(sel_tmp(sel, SC_I16));
    if (is_shift((IrOp)inst->v.op)) b = sel_resize(sel, b, SC_I16, 16, SC_I32, false);
    ptx_emit_(sel->f, r->op, r->type, PTX_NOTYPE, r->mods, t, a, b);
    PtxOpnd *d = sel_new(sel, 1);
    d[0] = sel_resize(sel, t, SC_I16, 16, SC_I1, false);
    sel_set(sel, inst, d);
}

static bool not_form(Sel *sel, IrInst *flip, SelClass c) { // xor x, -1
    if (flip->v.op != IR_XOR || !ir_is_all_ones(ir_op(flip, 1))) return false;
    ptx_emit_(sel->f, PTXI_not, sel_bits_type(c), PTX_NOTYPE, 0, sel_def(sel, flip)[0],
              sel_in_reg(sel, sel_use(sel, ir_op(flip, 0)), c));
    return true;
}

// By how much a value is shifted, if that is a constant; else 0.
static uint64_t shift_count(IrValue *shifted, IrOp op) {
    const IrInst *shift = ir_as_op(shifted, op);
    const IrConst *count = shift ? ir_as_cint(ir_op(shift, 1)) : NULL;
    return count ? ir_uval(count) : 0;
}

// (x << n) | (y >> (64 - n)), a rotation for one: as a sum, of which ptxas makes a funnel shift for
// each word. Of an `or` it makes shifts and an `or` of each.
static bool funnel_form(Sel *sel, IrInst *both, SelClass class) {
    if (both->v.op != IR_OR || class != SC_I64) return false;
    IrValue *first = ir_op(both, 0), *second = ir_op(both, 1);
    bool left_first = ir_as_op(first, IR_SHL) != NULL;
    uint64_t left = shift_count(left_first ? first : second, IR_SHL);
    uint64_t right = shift_count(left_first ? second : first, IR_LSHR);
    if (!left || !right || left + right != 64) return false;
    PtxOpnd *sum = sel_def(sel, both);
    SEL_EMIT(sel, add, S64, NOTYPE, 0, sum[0], sel_use(sel, first), sel_use(sel, second));
    return true;
}

// Forms of several IR instructions first, then the rule of the table.
static void integer_arith(Sel *sel, IrInst *inst, SelClass class) {
    if (mad_form(sel, inst, class) || mul_wide_form(sel, inst, class)) return;
    if (not_form(sel, inst, class) || funnel_form(sel, inst, class)) return;
    const SelRule *rule = &rules[inst->v.op][class];
    if (!rule->op) {
        predicate_arith(sel, inst);
        return;
    }
    PtxOpnd opnd, operand;
    // Predicates are no immediates.
    if (class == SC_I1) {
        opnd = sel_o(sel_reg(sel, ir_op(inst, 0)));
        operand = sel_o(sel_reg(sel, ir_op(inst, 1)));
    } else {
        integer_operands(sel, inst, &opnd, &operand);
    }
    // 0 - x.
    if (inst->v.op == IR_SUB && opnd.kind == PTXO_INT && opnd.val == 0 && class != SC_I1) {
        ptx_emit_(sel->f, PTXI_neg, rule->type, PTX_NOTYPE, 0, sel_def(sel, inst)[0], operand);
        return;
    }
    // One operand may be an immediate, not both: constants that nobody folded (-O0).
    if (opnd.kind == PTXO_INT && operand.kind == PTXO_INT) opnd = sel_in_reg(sel, opnd, class);
    ptx_emit_(sel->f, rule->op, rule->type, PTX_NOTYPE, rule->mods, sel_def(sel, inst)[0], opnd,
              operand);
}

// Any arithmetic on scalars and vectors. Integers beyond 64 bits are for select/wide.c.
bool sel_arith(Sel *sel, IrInst *inst) {
    if (ir_ty_is_vec(inst->v.type)) {
        sel_vector_op(sel, inst);
        return true;
    }
    if (inst->v.type->kind == IR_TY_INT && inst->v.type->bits > 64)
        return sel_wide_arith(sel, inst);
    SelClass class = sel_class(sel, inst->v.type);
    if (inst->v.op == IR_FNEG) {
        PtxOpnd *d = sel_new(sel, 1);
        d[0] = fneg_of(sel, sel_use(sel, ir_op(inst, 0)), class);
        sel_set(sel, inst, d);
        return true;
    }
    if (class < SC_F16) {
        integer_arith(sel, inst, class);
        return true;
    }
    if (inst->v.op == IR_FSUB &&
        ir_op(inst, 0) == &ir_fp(sel->g->m, inst->v.type, -0.0)->v) { // how old code writes fneg
        PtxOpnd *d = sel_new(sel, 1);
        d[0] = fneg_of(sel, sel_use(sel, ir_op(inst, 1)), class);
        sel_set(sel, inst, d);
        return true;
    }
    if (fma_form(sel, inst, class)) return true;
    PtxOpnd *d = sel_new(sel, 1);
    PtxOpnd right = sel_use(sel, ir_op(inst, 1)), left = sel_use(sel, ir_op(inst, 0));
    d[0] = sel_fbinary(sel, (IrOp)inst->v.op, class, left, right, may_contract(sel, inst));
    sel_set(sel, inst, d);
    return true;
}

// ---- comparison ---------------------------------------------------------------------------------

// Signs are in the type, so that one word serves both.
static uint64_t int_cmp_mods(IrPred p) {
    static const uint8_t cmp[] = {
        [IR_EQ] = PTX_CMP_EQ,  [IR_NE] = PTX_CMP_NE,  [IR_UGT] = PTX_CMP_GT, [IR_UGE] = PTX_CMP_GE,
        [IR_ULT] = PTX_CMP_LT, [IR_ULE] = PTX_CMP_LE, [IR_SGT] = PTX_CMP_GT, [IR_SGE] = PTX_CMP_GE,
        [IR_SLT] = PTX_CMP_LT, [IR_SLE] = PTX_CMP_LE};
    return ptx_mod_of(CMP, cmp[p]);
}

// Predicates compare by logic. A signed predicate that is true is -1: below the one that is false.
static PtxOpnd compare_i1(Sel *sel, IrInst *comparison) {
    PtxOpnd opnd = sel_o(sel_reg(sel, ir_op(comparison, 0))),
            operand = sel_o(sel_reg(sel, ir_op(comparison, 1)));
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I1)), n = sel_o(sel_tmp(sel, SC_I1));
    switch (comparison->pred) {
    case IR_NE: SEL_EMIT(sel, xor, PRED, NOTYPE, 0, d, opnd, operand); return d;
    case IR_EQ:
        SEL_EMIT(sel, xor, PRED, NOTYPE, 0, n, opnd, operand);
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, d, n);
        return d;
    case IR_UGT:
    case IR_SLT: // a & !b
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, n, operand);
        SEL_EMIT(sel, and, PRED, NOTYPE, 0, d, opnd, n);
        return d;
    case IR_ULT:
    case IR_SGT:
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, n, opnd);
        SEL_EMIT(sel, and, PRED, NOTYPE, 0, d, n, operand);
        return d;
    case IR_UGE:
    case IR_SLE: // a | !b
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, n, operand);
        SEL_EMIT(sel, or, PRED, NOTYPE, 0, d, opnd, n);
        return d;
    default:
        SEL_EMIT(sel, not, PRED, NOTYPE, 0, n, opnd);
        SEL_EMIT(sel, or, PRED, NOTYPE, 0, d, n, operand);
        return d;
    }
}

// Pointers are compared as bits for equality; others by their sign, which equality does not need.
static PtxOpnd compare_int(Sel *sel, IrInst *comparison, SelClass class) {
    bool sign = ir_pred_is_signed((IrPred)comparison->pred);
    bool eq = is_any_of(comparison->pred, IR_EQ, IR_NE);
    static const uint8_t type[3][3] = {
        {PTX_S16, PTX_S32, PTX_S64}, {PTX_U16, PTX_U32, PTX_U64}, {PTX_B16, PTX_B32, PTX_B64}};
    PtxOpnd a = sel_ext(sel, ir_op(comparison, 0), sign),
            b = sel_ext(sel, ir_op(comparison, 1), sign), d = sel_o(sel_tmp(sel, SC_I1));
    if (a.kind == PTXO_INT) a = sel_in_reg(sel, a, class);
    PtxType t = type[eq && ir_op(comparison, 0)->type->kind != IR_TY_INT ? 2
                     : sign || eq                                        ? 0
                                                                         : 1][class - SC_I16];
    ptx_emit_(sel->f, PTXI_setp, t, PTX_NOTYPE, int_cmp_mods((IrPred)comparison->pred), d, a, b);
    return d;
}

// Ordered comparisons are false with a NaN, unordered (u) ones true. bf16 compares as the floats
// that it is.
static PtxOpnd compare_float(Sel *sel, IrInst *comparison, SelClass class) {
    static const uint8_t cmp[] = {
        [IR_FCMP_OEQ] = PTX_CMP_EQ,  [IR_FCMP_OGT] = PTX_CMP_GT,  [IR_FCMP_OGE] = PTX_CMP_GE,
        [IR_FCMP_OLT] = PTX_CMP_LT,  [IR_FCMP_OLE] = PTX_CMP_LE,  [IR_FCMP_ONE] = PTX_CMP_NE,
        [IR_FCMP_ORD] = PTX_CMP_NUM, [IR_FCMP_UNO] = PTX_CMP_NAN, [IR_FCMP_UEQ] = PTX_CMP_EQU,
        [IR_FCMP_UGT] = PTX_CMP_GTU, [IR_FCMP_UGE] = PTX_CMP_GEU, [IR_FCMP_ULT] = PTX_CMP_LTU,
        [IR_FCMP_ULE] = PTX_CMP_LEU, [IR_FCMP_UNE] = PTX_CMP_NEU};
    SelPart one = {SC_I1, 1, 0};
    if (is_any_of(comparison->pred, IR_FCMP_FALSE, IR_FCMP_TRUE))
        return sel_const_part(sel, one, comparison->pred == IR_FCMP_TRUE);
    PtxOpnd opnd = sel_use(sel, ir_op(comparison, 0)), operand = sel_use(sel, ir_op(comparison, 1)),
            d = sel_o(sel_tmp(sel, SC_I1));
    uint64_t m = ptx_mod_of(CMP, cmp[comparison->pred]);
    if (class == SC_BF16 || (class == SC_F16 && !sel_has(sel->g, SMF_f16))) {
        opnd = sel_f_to_f(sel, opnd, class, SC_F32);
        operand = sel_f_to_f(sel, operand, class, SC_F32);
        class = SC_F32;
    }
    if (class == SC_F64)
        SEL_EMIT(sel, setp, F64, NOTYPE, m, d, sel_in_reg(sel, opnd, class), operand);
    else if (class == SC_F16)
        SEL_EMIT(sel, setp_h, F16, NOTYPE, m | (sel->ftz ? ptx_mods(FTZ, FTZ) : 0), d, opnd,
                 operand);
    else
        SEL_EMIT(sel, setp_f32, F32, NOTYPE, m | (sel->ftz ? ptx_mods(FTZ, FTZ) : 0), d,
                 sel_in_reg(sel, opnd, class), operand);
    return d;
}

// A comparison of scalars or vectors, by class.
void sel_compare(Sel *sel, IrInst *comparison) {
    IrType *type = ir_op(comparison, 0)->type;
    if (ir_ty_is_vec(type)) {
        sel_vector_op(sel, comparison);
        return;
    }
    PtxOpnd *opnd = sel_new(sel, 1);
    SelClass class = sel_class(sel, type);
    if (type->kind == IR_TY_INT && type->bits > 64)
        opnd[0] = sel_wide_compare(sel, comparison);
    else if (class == SC_I1)
        opnd[0] = compare_i1(sel, comparison);
    else if (class < SC_F16)
        opnd[0] = compare_int(sel, comparison, class);
    else
        opnd[0] = compare_float(sel, comparison, class);
    // After an error: a register, so that selection goes on.
    if (opnd[0].kind == PTXO_NONE) opnd[0] = sel_o(sel_tmp(sel, SC_I1));
    sel_set(sel, comparison, opnd);
}

// ---- select -------------------------------------------------------------------------------------

// Logic on predicates into a new register.
static PtxOpnd predicate_op(Sel *sel, PtxOp op, PtxOpnd x, PtxOpnd y) {
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I1));
    if (op == PTXI_not)
        ptx_emit_(sel->f, op, PTX_PRED, PTX_NOTYPE, 0, d, x);
    else
        ptx_emit_(sel->f, op, PTX_PRED, PTX_NOTYPE, 0, d, x, y);
    return d;
}

// Of predicates: p && a || !p && b, shorter where an arm is constant (p ? a : false is p && a).
static PtxOpnd select_predicate(Sel *sel, PtxOpnd opnd, PtxOpnd operand, PtxOpnd b) {
    bool same = b.kind == PTXO_INT && operand.kind == PTXO_INT && !operand.val == !b.val;
    if (same) return operand;
    if (b.kind == PTXO_INT && operand.kind == PTXO_INT) {
        return operand.val ? opnd : predicate_op(sel, PTXI_not, opnd, opnd);
    }
    if (b.kind == PTXO_INT) {
        if (!b.val) return predicate_op(sel, PTXI_and, opnd, operand);
        return predicate_op(sel, PTXI_or, predicate_op(sel, PTXI_not, opnd, opnd), operand);
    }
    if (operand.kind == PTXO_INT) {
        if (operand.val) return predicate_op(sel, PTXI_or, opnd, b);
        return predicate_op(sel, PTXI_and, predicate_op(sel, PTXI_not, opnd, opnd), b);
    }
    PtxOpnd x = predicate_op(sel, PTXI_and, opnd, operand);
    PtxOpnd y = predicate_op(sel, PTXI_and, predicate_op(sel, PTXI_not, opnd, opnd), b);
    return predicate_op(sel, PTXI_or, x, y);
}

// One part of a value.
static PtxOpnd select_part(Sel *sel, SelClass class, PtxOpnd opnd, PtxOpnd operand, PtxOpnd b) {
    static const uint8_t type[SC_COUNT] = {
        [SC_I16] = PTX_B16,  [SC_I32] = PTX_B32, [SC_I64] = PTX_B64, [SC_F16] = PTX_B16,
        [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    if (class == SC_I1) return select_predicate(sel, opnd, operand, b);
    PtxOpnd d = sel_o(sel_tmp(sel, class));
    ptx_emit_(sel->f, PTXI_selp, type[class], PTX_NOTYPE, 0, d, operand, b, opnd);
    return d;
}

// An arm of a select of predicates: a constant stays one.
static PtxOpnd predicate_arm(Sel *sel, IrValue *arm) {
    const IrConst *c = ir_as_cint(arm);
    if (c) return ptx_o_int((int64_t)ir_uval(c));
    return ir_is_undef(arm) ? ptx_o_int(0) : sel_in_reg(sel, sel_opnds(sel, arm)[0], SC_I1);
}

// Predicates have no selp. Of a vector each element has its own condition, or one serves all; an
// element may have several parts.
void sel_select(Sel *sel, IrInst *choice) {
    if (ir_ty_is_i(choice->v.type, 1)) {
        PtxOpnd *r = sel_new(sel, 1),
                p = sel_in_reg(sel, sel_opnds(sel, ir_op(choice, 0))[0], SC_I1);
        PtxOpnd t = predicate_arm(sel, ir_op(choice, 1)), f = predicate_arm(sel, ir_op(choice, 2));
        r[0] = select_predicate(sel, p, t, f);
        if (r[0].kind == PTXO_INT) r[0] = sel_in_reg(sel, r[0], SC_I1);
        sel_set(sel, choice, r);
        return;
    }
    SelParts *parts = sel_parts(sel->g, choice->v.type);
    PtxOpnd *c = sel_opnds(sel, ir_op(choice, 0)), *a = sel_opnds(sel, ir_op(choice, 1)),
            *b = sel_opnds(sel, ir_op(choice, 2));
    bool each = ir_ty_is_vec(ir_op(choice, 0)->type);
    PtxOpnd *d = sel_new(sel, parts->n);
    uint32_t per = each && choice->v.type->n ? parts->n / (uint32_t)choice->v.type->n : 1;
    for (uint32_t k = 0; k < parts->n; k++) {
        PtxOpnd q = sel_in_reg(sel, c[each ? k / CU_MAX(per, 1u) : 0], SC_I1);
        d[k] = select_part(sel, parts->at[k].cls, q, a[k], b[k]);
    }
    sel_set(sel, choice, d);
}

// ---- vectors: element by element ----------------------------------------------------------------

// An operation on vectors is one on each element: an instruction that stands in no block, with
// placeholders that have the element's registers as operands.
void sel_vector_op(Sel *sel, IrInst *inst) {
    uint32_t n = (uint32_t)inst->v.type->n;
    SelParts *rp = sel_parts(sel->g, inst->v.type);
    PtxOpnd *out = sel_new(sel, rp->n);
    uint32_t per = n ? rp->n / n : 0, nops = inst->nops;
    IrInst *insn = ir_inst_new(sel->fn, (IrOp)inst->v.op, inst->v.type->elem, nops);
    insn->pred = inst->pred;
    insn->fmf = inst->fmf;
    insn->v.flags = inst->v.flags;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t j = 0; j < nops; j++) {
            IrType *et = ir_op(inst, j)->type->elem;
            SelParts *ep = sel_parts(sel->g, et);
            IrInst *x = ir_inst_new(sel->fn, IR_FREEZE, et, 0); // stands for the element
            PtxOpnd *o = sel_new(sel, ep->n), *all = sel_opnds(sel, ir_op(inst, j));
            for (uint32_t q = 0; q < ep->n; q++) o[q] = all[k * ep->n + q];
            sel_set(sel, x, o);
            ir_set_op(insn, j, &x->v);
        }
        sel_set(sel, insn, NULL);
        PtxOpnd *r = sel_inst_value(sel, insn);
        for (uint32_t q = 0; q < per; q++) out[k * per + q] = r[q];
    }
    sel_set(sel, inst, out);
}
