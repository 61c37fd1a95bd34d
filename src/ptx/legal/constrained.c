// SPDX-License-Identifier: Apache-2.0
// Constrained floating point [LangRef: Constrained Floating-Point Intrinsics]: a GPU has no
// floating point exceptions and no rounding mode to change, so what is left is the way to round,
// which PTX has in its instructions. Results are never contracted. Transcendental functions round
// as they do (src/nvvm/math.c calls the device library for them).
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

typedef enum { TO_NEAREST, TO_ZERO, DOWN, UP, TO_AWAY, NOT_GIVEN } Round;

// The string of an operand that is metadata, or NULL.
static const char *text_of(Legal *legal, const IrValue *operand) {
    const IrMd *md = operand->kind == IR_V_MD ? ((const IrMdValue *)operand)->md : NULL;
    return md && md->kind == IR_MD_STRING ? atom_str(legal->m->ctx, md->text) : NULL;
}

// Round.dynamic is the mode that nobody can change. Which operand says it differs between
// intrinsics.
static Round rounding_of(Legal *legal, const IrInst *call) {
    static const struct {
        const char *text;
        Round r;
    } names[] = {{"round.tonearest", TO_NEAREST},
                 {"round.dynamic", TO_NEAREST},
                 {"round.towardzero", TO_ZERO},
                 {"round.downward", DOWN},
                 {"round.upward", UP},
                 {"round.tonearestaway", TO_AWAY}};
    for (uint32_t k = 0; k < ir_call_nargs(call); k++) {
        const char *s = text_of(legal, ir_op(call, k));
        for (uint32_t j = 0; s && j < CU_COUNT(names); j++) {
            if (strcmp(s, names[j].text) == 0) return names[j].r;
        }
    }
    return NOT_GIVEN;
}

// The intrinsics of a function with the roundings of `Round` after TO_NEAREST.
#define RND1(name, r)                                                                              \
    { IR_I_nvvm_##name##_##r##_f, IR_I_nvvm_##name##_##r##_ftz_f, IR_I_nvvm_##name##_##r##_d }
#define RNDS(name)                                                                                 \
    { RND1(name, rz), RND1(name, rm), RND1(name, rp) }

// The same without constraints: an operation or an intrinsic; and what rounds otherwise.
static const struct {
    uint16_t id, intrin;
    uint8_t op;
    bool exact;              // however it is to be rounded
    uint16_t directed[3][3]; // by rounding; float, float that flushes, double
} rows[] = {{IR_I_constrained_fadd, 0, IR_FADD, false, RNDS(add)},
            {IR_I_constrained_fsub, 0, IR_FSUB, false, RNDS(sub)},
            {IR_I_constrained_fmul, 0, IR_FMUL, false, RNDS(mul)},
            {IR_I_constrained_fdiv, 0, IR_FDIV, false, RNDS(div)},
            {IR_I_constrained_frem, 0, IR_FREM, true, {{0}}},
            {IR_I_constrained_sqrt, IR_I_sqrt, 0, false, RNDS(sqrt)},
            {IR_I_constrained_fma, IR_I_fma, 0, false, RNDS(fma)},
            {IR_I_constrained_fmuladd, IR_I_fmuladd, 0, false, RNDS(fma)},
            {IR_I_constrained_fptosi, 0, IR_FPTOSI, true, {{0}}},
            {IR_I_constrained_fptoui, 0, IR_FPTOUI, true, {{0}}},
            {IR_I_constrained_fpext, 0, IR_FPEXT, true, {{0}}},
            {IR_I_constrained_fptrunc, 0, IR_FPTRUNC, false, {{0}}},
            {IR_I_constrained_sitofp, 0, IR_SITOFP, false, {{0}}},
            {IR_I_constrained_uitofp, 0, IR_UITOFP, false, {{0}}},
            {IR_I_constrained_floor, IR_I_floor, 0, true, {{0}}},
            {IR_I_constrained_ceil, IR_I_ceil, 0, true, {{0}}},
            {IR_I_constrained_trunc, IR_I_trunc, 0, true, {{0}}},
            {IR_I_constrained_round, IR_I_round, 0, true, {{0}}},
            {IR_I_constrained_roundeven, IR_I_roundeven, 0, true, {{0}}},
            {IR_I_constrained_rint, IR_I_rint, 0, false, {{0}}},
            {IR_I_constrained_nearbyint, IR_I_nearbyint, 0, false, {{0}}},
            {IR_I_constrained_lrint, IR_I_lrint, 0, false, {{0}}},
            {IR_I_constrained_llrint, IR_I_llrint, 0, false, {{0}}},
            {IR_I_constrained_lround, IR_I_lround, 0, true, {{0}}},
            {IR_I_constrained_llround, IR_I_llround, 0, true, {{0}}},
            {IR_I_constrained_minnum, IR_I_minnum, 0, true, {{0}}},
            {IR_I_constrained_maxnum, IR_I_maxnum, 0, true, {{0}}},
            {IR_I_constrained_minimum, IR_I_minimum, 0, true, {{0}}},
            {IR_I_constrained_maximum, IR_I_maximum, 0, true, {{0}}},
            {IR_I_constrained_ldexp, IR_I_ldexp, 0, false, {{0}}},
            {IR_I_constrained_powi, IR_I_powi, 0, true, {{0}}},
            {IR_I_constrained_pow, IR_I_pow, 0, true, {{0}}},
            {IR_I_constrained_sin, IR_I_sin, 0, true, {{0}}},
            {IR_I_constrained_cos, IR_I_cos, 0, true, {{0}}},
            {IR_I_constrained_tan, IR_I_tan, 0, true, {{0}}},
            {IR_I_constrained_asin, IR_I_asin, 0, true, {{0}}},
            {IR_I_constrained_acos, IR_I_acos, 0, true, {{0}}},
            {IR_I_constrained_atan, IR_I_atan, 0, true, {{0}}},
            {IR_I_constrained_sinh, IR_I_sinh, 0, true, {{0}}},
            {IR_I_constrained_cosh, IR_I_cosh, 0, true, {{0}}},
            {IR_I_constrained_tanh, IR_I_tanh, 0, true, {{0}}},
            {IR_I_constrained_exp, IR_I_exp, 0, true, {{0}}},
            {IR_I_constrained_exp2, IR_I_exp2, 0, true, {{0}}},
            {IR_I_constrained_log, IR_I_log, 0, true, {{0}}},
            {IR_I_constrained_log2, IR_I_log2, 0, true, {{0}}},
            {IR_I_constrained_log10, IR_I_log10, 0, true, {{0}}}};

// ---- roundings that PTX has ---------------------------------------------------------------------

// PTX converts with any rounding, but by way of 32 or 64 bits only. NULL: there is no instruction.
static IrValue *directed_conversion(Legal *legal, IrBuilder *builder, IrInst *conversion, IrOp op,
                                    Round round) {
#define CVT(name)                                                                                  \
    { IR_I_nvvm_##name##_rz, IR_I_nvvm_##name##_rm, IR_I_nvvm_##name##_rp }
    static const uint16_t ints[2][4][3] = {{CVT(ui2f), CVT(ull2f), CVT(ui2d), CVT(ull2d)},
                                           {CVT(i2f), CVT(ll2f), CVT(i2d), CVT(ll2d)}};
    // Indexed by whether subnormals are flushed.
    static const uint16_t narrow[2][3] = {
        CVT(d2f), {IR_I_nvvm_d2f_rz_ftz, IR_I_nvvm_d2f_rm_ftz, IR_I_nvvm_d2f_rp_ftz}};
    IrValue *value = ir_op(conversion, 0);
    IrType *t = conversion->v.type, *from = value->type;
    bool f = t->kind == IR_TY_FLOAT, d = t->kind == IR_TY_DOUBLE;
    // Only from double to float does rounding to other sides exist.
    if (op == IR_FPTRUNC) {
        if (!f || from->kind != IR_TY_DOUBLE) return NULL;
        return IR_CALL(builder, (IrIntrin)narrow[legal->ftz][round - 1], NULL, value);
    }
    if (from->bits > 64 || (!f && !d)) return NULL;
    bool sign = op == IR_SITOFP;
    value =
        ir_int_resize(builder, value, from->bits <= 32 ? legal->m->ty_i32 : legal->m->ty_i64, sign);
    return IR_CALL(builder, (IrIntrin)ints[sign][2 * d + (from->bits > 32)][round - 1], NULL,
                   value);
}

// The operation rounded toward zero, down or up. NULL: there is none for the type.
static IrValue *directed(Legal *legal, IrBuilder *builder, IrInst *call, uint32_t k, Round round,
                         uint32_t n) {
    // To integers each rounding is a function of its own.
    static const uint16_t integral[] = {IR_I_trunc, IR_I_floor, IR_I_ceil};
    IrType *ft = ir_op(call, 0)->type;
    IrValue *arg[3];
    for (uint32_t j = 0; j < n && j < 3; j++) arg[j] = ir_op(call, j);
    switch (rows[k].id) {
    case IR_I_constrained_rint:
    case IR_I_constrained_nearbyint:
        return IR_CALL(builder, (IrIntrin)integral[round - 1], NULL, arg[0]);
    case IR_I_constrained_lrint:
    // A rounded number converts exactly.
    case IR_I_constrained_llrint:
        return ir_fptosi(builder, IR_CALL(builder, (IrIntrin)integral[round - 1], NULL, arg[0]),
                         call->v.type);
    case IR_I_constrained_fptrunc:
    case IR_I_constrained_sitofp:
    case IR_I_constrained_uitofp:
        return directed_conversion(legal, builder, call, (IrOp)rows[k].op, round);
    default: break;
    }
    if (!rows[k].directed[0][0] || !is_any_of(ft->kind, IR_TY_FLOAT, IR_TY_DOUBLE)) return NULL;
    int form = ft->kind == IR_TY_DOUBLE ? 2 : legal->ftz;
    return ir_call_intrin(builder, (IrIntrin)rows[k].directed[round - 1][form], NULL, n, arg);
}

// ---- the others ---------------------------------------------------------------------------------

// What rounds to nearest, or needs no rounding, is the usual operation.
static IrValue *plain(IrBuilder *builder, IrInst *call, uint32_t k, uint32_t n) {
    IrValue *arg[3];
    IrOp op = (IrOp)rows[k].op;
    for (uint32_t j = 0; j < n && j < 3; j++) arg[j] = ir_op(call, j);
    if (op && ir_ops[op].class == IRC_CAST) return ir_cast(builder, op, 0, arg[0], call->v.type);
    if (op) return ir_bin(builder, op, 0, arg[0], arg[1]);
    bool ret = ir_ty_is_int(call->v.type); // lrint: the result is overloaded too
    return ir_call_intrin(builder, (IrIntrin)rows[k].intrin, ret ? call->v.type : NULL, n, arg);
}

// Quiet and signalling comparisons are one without exceptions.
static IrValue *compare(Legal *legal, IrBuilder *builder, IrInst *call) {
    const char *s = text_of(legal, ir_op(call, 2)); // the verifier has seen that it is one
    IrPred p = IR_FCMP_FALSE;
    while (p < IR_FCMP_TRUE && s && strcmp(ir_pred_names[p], s) != 0) p++;
    return ir_cmp(builder, p, ir_op(call, 0), ir_op(call, 1));
}

bool legal_constrained(Legal *legal, IrInst *call, uint32_t id) {
    if (id < IR_I_constrained_fadd || id > IR_I_constrained_fcmps) return false;
    if (ir_ty_is_vec(call->v.type)) return false; // legal/vec.c: element by element
    IrBuilder builder = ir_builder_at(call);
    IrValue *value = NULL;
    if (is_any_of(id, IR_I_constrained_fcmp, IR_I_constrained_fcmps)) {
        ir_replace_erase(call, compare(legal, &builder, call));
        return true;
    }
    uint32_t n = 0, k = 0;
    // Operands end where the metadata begins.
    while (ir_op(call, n)->kind != IR_V_MD) n++;
    while (rows[k].id != id) k++;
    Round round = rounding_of(legal, call);
    bool nearest = rows[k].exact || round == TO_NEAREST;
    if (nearest)
        value = plain(&builder, call, k, n);
    else if (is_any_of(round, TO_ZERO, DOWN, UP))
        value = directed(legal, &builder, call, k, round, n);
    if (!value) {
        diag(legal->m->ctx, DIAG_OF(ptx, constrained), legal->f->g.pos,
             atom_str(legal->m->ctx, ir_called(call)->g.v.name));
        value = &ir_poison(legal->m, call->v.type)->v;
    }
    ir_replace_erase(call, value);
    return true;
}
