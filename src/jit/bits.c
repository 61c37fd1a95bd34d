// SPDX-License-Identifier: Apache-2.0
// Predicates as a bit for each lane in one general register (HELD_BITS), as the code has them with
// AVX-512: what combines them is one instruction for all lanes, and the mask register takes them
// from there. (Without it they are vectors, all bits of a lane or none.)
#include "jit/arith.h"

// ---- operands ----------------------------------------------------------------------------------

static bool is_bits(const Emit *emit, const JitOperand *operand) {
    return emit_held(emit, operand) == HELD_BITS;
}

uint32_t emit_bits(Emit *emit, const JitOperand *predicate, uint32_t scratch) {
    XCode *x = &emit->x;
    if (predicate->kind == JIT_IS_VALUE) {
        x_mov_imm(x, scratch, predicate->value ? UINT32_MAX : 0);
        return scratch;
    }
    if (is_bits(emit, predicate)) {
        uint32_t reg = emit->places->reg[0][predicate->at];
        if (reg != NO_REG) return reg;
        x_op(x, X_MOV, 32, scratch, emit_slot(emit, predicate->at, 0));
        return scratch;
    }
    uint32_t reg = emit_scalar(emit, predicate, scratch); // 0 or 1 for all
    if (reg != scratch) x_op(x, X_MOV, 32, scratch, x_reg(reg));
    x_op(x, X_NEG, 32, 0, x_reg(scratch));
    return scratch;
}

void emit_bits_done(Emit *emit, uint32_t row, uint32_t reg) {
    XCode *x = &emit->x;
    uint32_t to = emit->places->reg[0][row];
    if (emit->shapes->held[row] == HELD_SCALAR) {
        to = emit_scalar_to(emit, row, R_TMP);
        if (to != reg) x_op(x, X_MOV, 32, to, x_reg(reg));
        x_op_imm(x, X_AND_I, 32, 0, x_reg(to), 1);
        emit_scalar_done(emit, row, to);
    } else if (to == NO_REG) {
        x_op(x, X_MOV_TO, 32, reg, emit_slot(emit, row, 0));
    } else if (to != reg) {
        x_op(x, X_MOV, 32, to, x_reg(reg));
    }
}

void emit_bits_mask(Emit *emit, const JitOperand *predicate, bool wide, uint32_t half) {
    uint32_t first = emit->piece * piece_lanes(emit) + half * piece_lanes(emit) / 2;
    bool row = predicate->kind == JIT_IS_ROW;
    if (row && is_bits(emit, predicate) && emit->places->reg[0][predicate->at] == NO_REG) {
        XOperand place = emit_slot(emit, predicate->at, 0);
        place.disp += (int32_t)first / 8;
        x_mask_load(&emit->x, wide ? 8 : 16, place);
        return;
    }
    x_mask_take(&emit->x, emit_bits(emit, predicate, R_TMP2), first);
}

// ---- instructions ------------------------------------------------------------------------------

// To one destination: the stack has what holds of all lanes.
static void joined(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
    if (to->kind != JIT_IS_ROW) return;
    x_op(x, X_MOV, 32, R_TMP, x_at(X_RSP, 0));
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
    x_op(x, X_MOV_TO, 32, R_TMP3, x_at(X_RSP, 0));
    joined(emit, in, false, &in->d);
    joined(emit, in, true, &in->second);
}

bool emit_bits_arith(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t a = emit_bits(emit, &in->a, R_TMP);
    if (a != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(a));
    switch ((JitOp)in->op) {
    case JIT_MOVE: break;
    case JIT_NOT: x_op(x, X_NOT, 32, 0, x_reg(R_TMP)); break;
    case JIT_AND: x_op(x, X_AND, 32, R_TMP, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    case JIT_OR: x_op(x, X_OR, 32, R_TMP, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    case JIT_XOR: x_op(x, X_XOR, 32, R_TMP, x_reg(emit_bits(emit, &in->b, R_TMP2))); break;
    default: return false;
    }
    emit_bits_done(emit, in->d.at, R_TMP);
    return true;
}
