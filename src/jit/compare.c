// SPDX-License-Identifier: Apache-2.0
// Selections and comparisons of a piece's numbers (PTX ISA 9.7.6), and comparisons as a whole.
#include "jit/arith.h"

// ---- selections and comparisons ----------------------------------------------------------------

bool emit_select(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    const JitOperand *yes = in->c.negated ? &in->b : &in->a, *no = in->c.negated ? &in->a : &in->b;
    bool wide = shape_is_wide(in->type);
    for (uint32_t half = 0; half < arith_halves(in); half++) {
        uint32_t mask = V_TMP3;
        if (is_wide_vector(emit)) {
            uint32_t other = emit_vector(emit, no, half, V_TMP);
            XOperand which = emit_vector_rm(emit, yes, half, V_TMP3);
            uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
            emit_bits_mask(emit, &in->c, wide, half);
            x_mask_blend(x, wide, to, other, which);
            emit_vector_done(emit, in->d.at, half, to);
            continue;
        }
        if (wide)
            emit_widened(emit, &in->c, half, true, V_TMP3);
        else
            mask = emit_vector(emit, &in->c, 0, V_TMP3);
        uint32_t other = emit_vector(emit, no, half, V_TMP);
        XOperand which = emit_vector_rm(emit, yes, half, V_TMP2);
        x_vec_imm(x, X_VBLENDVPS, V_TMP, other, which, mask << 4);
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
    return true;
}

// Integers have "equal" and "greater" with a sign; the rest is made of these by exchanging the
// operands and by the opposite, without a sign after turning the top bit.
static void compare_integers(Emit *emit, const JitInst *in, uint32_t half, uint32_t to) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), equal = is_any_of(in->compare, JIT_EQ, JIT_NE);
    bool swap = is_any_of(in->compare, JIT_LT, JIT_GE);
    bool opposite = is_any_of(in->compare, JIT_NE, JIT_LE, JIT_GE);
    uint32_t a = emit_vector(emit, swap ? &in->b : &in->a, half, V_TMP);
    XOperand b = emit_vector_rm(emit, swap ? &in->a : &in->b, half, V_TMP2);
    if (!equal && !shape_is_signed(in->type)) {
        XOperand top = wide ? emit_constant_64(emit, 1ull << 63) : emit_constant_32(emit, 1u << 31);
        if (b.kind != XO_REG) {
            x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, b);
            b = x_reg(V_TMP2);
        }
        x_vec(x, X_VPXOR, V_TMP2, b.reg, top);
        x_vec(x, X_VPXOR, V_TMP, a, top);
        a = V_TMP;
        b = x_reg(V_TMP2);
    }
    XOp op = equal ? wide ? X_VPCMPEQQ : X_VPCMPEQD : wide ? X_VPCMPGTQ : X_VPCMPGTD;
    x_vec(x, op, to, a, b);
    if (opposite) x_vec(x, X_VPXOR, to, to, emit_constant_32(emit, UINT32_MAX));
}

static void compare_half(Emit *emit, const JitInst *in, uint32_t half, uint32_t to) {
    if (!is_any_of(in->type, JIT_F32, JIT_F64)) {
        compare_integers(emit, in, half, to);
        return;
    }
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    x_vec_imm(&emit->x, in->type == JIT_F64 ? X_VCMPPD : X_VCMPPS, to, a,
              emit_float_rm(emit, &in->b, half, V_TMP2), emit_float_predicates[in->compare]);
}

static void vector_joined(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
    uint32_t from = V_TMP3;
    if (opposite) {
        x_vec(x, X_VPXOR, V_TMP, V_TMP3, emit_constant_32(emit, UINT32_MAX));
        from = V_TMP;
    }
    if (in->join) {
        XOp op = in->join == JIT_WITH_AND ? X_VPAND : in->join == JIT_WITH_OR ? X_VPOR : X_VPXOR;
        XOperand c = emit_vector_rm(emit, &in->c, 0, V_TMP2);
        if (in->c.negated) {
            x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, c);
            x_vec(x, X_VPXOR, V_TMP2, V_TMP2, emit_constant_32(emit, UINT32_MAX));
            c = x_reg(V_TMP2);
        }
        x_vec(x, op, V_TMP, from, c);
        from = V_TMP;
    }
    emit_vector_done(emit, to->at, 0, from);
}

static void vector_compare(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    compare_half(emit, in, 0, V_TMP3);
    if (!shape_is_wide(in->type)) return;
    // the second half goes to a place of its own meanwhile
    x_vec(x, X_VMOVUPS_TO, V_TMP3, X_NO_REG, STATE(datum));
    compare_half(emit, in, 1, V_TMP3);
    x_vec(x, X_VMOVUPS, V_TMP, X_NO_REG, STATE(datum));
    emit_join_words(emit, false, V_TMP, x_reg(V_TMP3), V_TMP3);
}

static bool is_scalar(const Emit *emit, const JitOperand *to) {
    return to->kind == JIT_IS_ROW && emit->shapes->held[to->at] == HELD_SCALAR;
}

// To one destination: R_TMP or V_TMP3 has the comparison, that of a piece.
static void joined(Emit *emit, const JitInst *in, bool vector, bool opposite,
                   const JitOperand *to) {
    if (to->kind != JIT_IS_ROW || emit->piece >= emit_pieces(emit, to->at)) return;
    if (!is_scalar(emit, to)) {
        vector_joined(emit, in, opposite, to);
        return;
    }
    if (vector) { // one lane says it for all
        x_vec(&emit->x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(V_TMP3));
        x_op_imm(&emit->x, X_AND_I, 32, 0, x_reg(R_TMP), 1);
    }
    emit_joined_scalar(emit, in, opposite, to);
}

// On one number where all destinations and operands are such.
bool emit_compare(Emit *emit, const JitInst *in) {
    bool vector = !is_scalar(emit, &in->d) || is_any_of(in->type, JIT_F32, JIT_F64);
    vector |= in->second.kind == JIT_IS_ROW && !is_scalar(emit, &in->second);
    uint32_t pieces = emit_pieces(emit, in->d.at);
    if (in->second.kind == JIT_IS_ROW) pieces = CU_MAX(pieces, emit_pieces(emit, in->second.at));
    if (vector && is_wide_vector(emit)) {
        bool d = is_scalar(emit, &in->d), second = in->second.kind != JIT_IS_ROW;
        second |= is_scalar(emit, &in->second);
        emit_compare_bits(emit, in, d && second ? 1 : emit->pieces);
        return true;
    }
    EACH_PIECE(emit, vector ? pieces : 1) {
        if (vector)
            vector_compare(emit, in);
        else
            emit_compare_scalar(emit, in);
        joined(emit, in, vector, false, &in->d);
        joined(emit, in, vector, true, &in->second);
    }
    return true;
}
