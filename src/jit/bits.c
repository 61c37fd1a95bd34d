// SPDX-License-Identifier: Apache-2.0
// Comparisons of vectors, and what combines predicates, where these are a bit for each lane in one
// general register (HELD_BITS): with AVX-512, which compares into its mask registers. (Without it
// they are vectors, all bits of a lane or none: compare.c.)
#include "jit/arith.h"

const uint8_t emit_float_predicates[] = {
    // of vcmpps
    [JIT_EQ] = 0x00,  [JIT_NE] = 0x0c,  [JIT_LT] = 0x11,  [JIT_LE] = 0x12,  [JIT_GT] = 0x1e,
    [JIT_GE] = 0x1d,  [JIT_EQU] = 0x08, [JIT_NEU] = 0x04, [JIT_LTU] = 0x19, [JIT_LEU] = 0x1a,
    [JIT_GTU] = 0x16, [JIT_GEU] = 0x15, [JIT_NUM] = 0x07, [JIT_NAN] = 0x03,
};

// To one destination: R_TMP3 has what holds of all lanes, and keeps it.
static void joined(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
    if (to->kind != JIT_IS_ROW) return;
    if (!opposite && !in->join && emit->shapes->held[to->at] == HELD_BITS) {
        emit_bits_done(emit, to->at, R_TMP3);
        return;
    }
    x_op(x, X_MOV, 32, R_TMP, x_reg(R_TMP3));
    if (opposite) x_op(x, X_NOT, 32, 0, x_reg(R_TMP));
    if (in->join) {
        uint32_t c = emit_bits(emit, &in->c, R_TMP2);
        if (in->c.negated) {
            if (c != R_TMP2) x_op(x, X_MOV, 32, R_TMP2, x_reg(c));
            x_op(x, X_NOT, 32, 0, x_reg(R_TMP2));
            c = R_TMP2;
        }
        XOp op = in->join == JIT_WITH_AND ? X_AND : in->join == JIT_WITH_OR ? X_OR : X_XOR;
        x_op(x, op, 32, R_TMP, x_reg(c));
    }
    emit_bits_done(emit, to->at, R_TMP);
}

static const uint8_t integer_predicates[] = {
    [JIT_EQ] = 0, [JIT_LT] = 1, [JIT_LE] = 2, [JIT_NE] = 4, [JIT_GE] = 5, [JIT_GT] = 6};

// The mask register: what holds of a piece, of 64-bit lanes of a half.
static void compare(Emit *emit, const JitInst *in, uint32_t half) {
    bool wide = shape_is_wide(in->type), sign = shape_is_signed(in->type);
    if (is_any_of(in->type, JIT_F32, JIT_F64)) {
        uint32_t a = emit_float(emit, &in->a, half, V_TMP);
        XOperand b = emit_float_rm(emit, &in->b, half, V_TMP2);
        x_mask_compare(&emit->x, wide ? X_VCMPPD : X_VCMPPS, false, a, b,
                       emit_float_predicates[in->compare]);
        return;
    }
    uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
    XOperand b = emit_vector_rm(emit, &in->b, half, V_TMP2);
    XOp op = wide ? sign ? X_VPCMPQ : X_VPCMPUQ : sign ? X_VPCMPD : X_VPCMPUD;
    x_mask_compare(&emit->x, op, false, a, b, integer_predicates[in->compare]);
}

// From the last lanes to the first, which come lowest.
void emit_compare_bits(Emit *emit, const JitInst *in, uint32_t pieces) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), any = false;
    EACH_PIECE(emit, pieces) {
        for (uint32_t half = wide ? 2 : 1; half-- > 0; any = true) {
            compare(emit, in, half);
            x_mask_give(x, any ? R_TMP2 : R_TMP3);
            if (!any) continue;
            x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP3), (int32_t)piece_lanes(emit) >> wide);
            x_op(x, X_OR, 32, R_TMP3, x_reg(R_TMP2));
        }
    }
    joined(emit, in, false, &in->d);
    joined(emit, in, true, &in->second);
}

bool emit_bits_arith(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool aliased = in->b.kind == JIT_IS_ROW && in->b.at == in->d.at;
    uint32_t place = emit->places->reg[0][in->d.at];
    uint32_t to = aliased || place == NO_REG ? R_TMP : place, a = emit_bits(emit, &in->a, to);
    if (a != to) x_op(x, X_MOV, 32, to, x_reg(a));
    switch ((JitOp)in->op) {
    case JIT_MOVE: break;
    case JIT_NOT: x_op(x, X_NOT, 32, 0, x_reg(to)); break;
    case JIT_AND: x_op(x, X_AND, 32, to, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    case JIT_OR: x_op(x, X_OR, 32, to, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    case JIT_XOR: x_op(x, X_XOR, 32, to, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    default: return false;
    }
    emit_bits_done(emit, in->d.at, to);
    return true;
}
