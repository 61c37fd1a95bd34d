// SPDX-License-Identifier: Apache-2.0
// Operands in registers: whatever a value is among the lanes and wherever it is held, the code that
// needs it has it as one number or as those of a piece.
#include "jit/jit_int.h"

// ---- places ------------------------------------------------------------------------------------

XOperand emit_slot(const Emit *emit, uint32_t row, uint32_t half) {
    uint32_t at = emit->places->slot[row] + emit->vector * emit_part(emit, row, half);
    return x_at(R_STATE, (int32_t)(offsetof(JitState, area) + at));
}

static bool is_wide(const Emit *emit, uint32_t row) {
    return emit->fn->row.at[row].size == 3;
}

static XOperand place_of(const Emit *emit, uint32_t row, uint32_t half) {
    uint32_t reg = emit->places->reg[emit_part(emit, row, half)][row];
    return reg == NO_REG ? emit_slot(emit, row, half) : x_reg(reg);
}

// ---- constants ---------------------------------------------------------------------------------

XOperand emit_constant_32(Emit *emit, uint32_t value) {
    uint32_t lanes[16];
    for (uint32_t i = 0; i < CU_COUNT(lanes); i++) lanes[i] = value;
    return x_constant(&emit->x, lanes, emit->vector);
}

XOperand emit_constant_64(Emit *emit, uint64_t value) {
    uint64_t lanes[8];
    for (uint32_t i = 0; i < CU_COUNT(lanes); i++) lanes[i] = value;
    return x_constant(&emit->x, lanes, emit->vector);
}

XOperand emit_steps(Emit *emit, int64_t step, uint32_t size, uint32_t half) {
    uint32_t narrow[16];
    uint64_t wide[8];
    uint32_t first = emit->piece * piece_lanes(emit), middle = first + half * piece_lanes(emit) / 2;
    for (uint32_t i = 0; i < CU_COUNT(narrow); i++) narrow[i] = (uint32_t)step * (first + i);
    for (uint32_t i = 0; i < CU_COUNT(wide); i++) wide[i] = (uint64_t)step * (middle + i);
    return x_constant(&emit->x, size == 3 ? (void *)wide : (void *)narrow, emit->vector);
}

// ---- one number --------------------------------------------------------------------------------

// A special register of these lanes: its row's first.
static void load_special(Emit *emit, const JitOperand *operand, uint32_t to) {
    x_op(&emit->x, X_MOV, 64, to, operand->common ? STATE(common) : STATE(special));
    x_op(&emit->x, X_MOV, 32, to, x_at(to, (int32_t)operand->at));
}

static void load_frame(Emit *emit, const JitOperand *operand, uint32_t to) {
    x_op(&emit->x, X_MOV, 64, to, STATE(lanes));
    x_op(&emit->x, X_MOV, 32, to, LANES(to, frame_base));
    if (operand->value) x_op_imm(&emit->x, X_ADD_I, 32, 0, x_reg(to), (int32_t)operand->value);
}

uint32_t emit_scalar(Emit *emit, const JitOperand *operand, uint32_t scratch) {
    XCode *x = &emit->x;
    uint32_t bits = operand->size == 3 ? 64 : 32;
    switch ((JitKind)operand->kind) {
    case JIT_IS_VALUE: // a predicate is 0 or 1
        x_mov_imm(x, scratch,
                  bits == 64      ? operand->value
                  : operand->size ? (uint32_t)operand->value
                                  : operand->value != 0);
        return scratch;
    case JIT_IS_SPECIAL: load_special(emit, operand, scratch); return scratch;
    case JIT_IS_FRAME: load_frame(emit, operand, scratch); return scratch;
    default: break;
    }
    uint32_t reg = emit->places->reg[0][operand->at];
    if (emit->shapes->held[operand->at] == HELD_SCALAR && reg != NO_REG) return reg;
    if (emit_is_raw(emit, operand->at)) reg = emit_vector(emit, operand, 0, V_TMP);
    if (reg == NO_REG) { // lane 0 comes first in a vector's slot
        x_op(x, X_MOV, bits, scratch, emit_slot(emit, operand->at, 0));
        return scratch;
    }
    x_vec(x, bits == 64 ? X_VMOVQ_TO : X_VMOVD_TO, reg, X_NO_REG, x_reg(scratch));
    return scratch;
}

uint32_t emit_number(Emit *emit, const JitOperand *row, uint32_t scratch) {
    bool bits = emit->shapes->held[row->at] == HELD_BITS;
    return bits ? emit_bits(emit, row, scratch) : emit_scalar(emit, row, scratch);
}

// The same where an instruction may take it from memory.
XOperand emit_scalar_rm(Emit *emit, const JitOperand *operand, uint32_t scratch) {
    bool row = operand->kind == JIT_IS_ROW;
    if (row && emit->places->reg[0][operand->at] == NO_REG) return emit_slot(emit, operand->at, 0);
    return x_reg(emit_scalar(emit, operand, scratch));
}

uint32_t emit_scalar_to(const Emit *emit, uint32_t row, uint32_t scratch) {
    uint32_t reg = emit->places->reg[0][row];
    return reg == NO_REG ? scratch : reg;
}

void emit_scalar_done(Emit *emit, uint32_t row, uint32_t reg) {
    if (emit->places->reg[0][row] != NO_REG) return;
    x_op(&emit->x, X_MOV_TO, is_wide(emit, row) ? 64 : 32, reg, emit_slot(emit, row, 0));
}

// ---- a vector's numbers ------------------------------------------------------------------------

void emit_broadcast(Emit *emit, uint32_t reg, bool wide, uint32_t to) {
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        x_vec(x, wide ? X_VPBROADCASTQ : X_VPBROADCASTD, to, X_NO_REG, x_reg(reg));
        return;
    }
    x_vec(x, wide ? X_VMOVQ : X_VMOVD, to, X_NO_REG, x_reg(reg));
    x_vec(x, wide ? X_VBROADCASTSD : X_VBROADCASTSS, to, X_NO_REG, x_reg(to));
}

// First those of each 128 bits come together, two of each vector, then those of the vectors.
void emit_join_words(Emit *emit, bool odd, uint32_t low, XOperand high, uint32_t to) {
    static const uint64_t order[] = {0, 2, 4, 6, 1, 3, 5, 7};
    XCode *x = &emit->x;
    x_vec_imm(x, X_VSHUFPS, to, low, high, odd ? 0xdd : 0x88);
    if (!is_wide_vector(emit)) {
        x_vec_imm(x, X_VPERMQ, to, X_NO_REG, x_reg(to), 0xd8);
        return;
    }
    x_vec(x, X_VMOVUPS, V_ORDER, X_NO_REG, x_constant(x, order, sizeof order));
    x_vec(x, X_VPERMQ_BY, to, V_ORDER, x_reg(to));
}

// Lane 0's number in all lanes, with steps between them if it has any.
static void spread(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t to) {
    XCode *x = &emit->x;
    bool wide = operand->size == 3;
    XOp broadcast = wide ? X_VBROADCASTSD : X_VBROADCASTSS;
    if (operand->size == 0) { // a predicate: 0 or 1, all bits of a lane
        uint32_t reg = emit_scalar(emit, operand, R_TMP);
        if (reg != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(reg));
        x_op(x, X_NEG, 32, 0, x_reg(R_TMP));
        emit_broadcast(emit, R_TMP, false, to);
        return;
    }
    bool row = operand->kind == JIT_IS_ROW;
    if (row && emit->places->reg[0][operand->at] == NO_REG) {
        x_vec(x, broadcast, to, X_NO_REG, emit_slot(emit, operand->at, 0));
    } else {
        emit_broadcast(emit, emit_scalar(emit, operand, R_TMP), wide, to);
    }
    int64_t step = shape_of(emit->shapes, operand).step;
    if (!step) return;
    x_vec(x, wide ? X_VPADDQ : X_VPADDD, to, to, emit_steps(emit, step, operand->size, half));
}

XOperand emit_float_rm(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch) {
    if (operand->kind == JIT_IS_VALUE) {
        if (operand->size == 0) return emit_constant_32(emit, operand->value ? UINT32_MAX : 0);
        return operand->size == 3 ? emit_constant_64(emit, operand->value)
                                  : emit_constant_32(emit, (uint32_t)operand->value);
    }
    if (emit_held(emit, operand) == HELD_VECTOR) {
        if (operand->kind == JIT_IS_ROW) return place_of(emit, operand->at, half);
        x_op(&emit->x, X_MOV, 64, R_TMP, STATE(special));
        return x_at(R_TMP, (int32_t)(operand->at + emit->vector * emit->piece));
    }
    if (emit_held(emit, operand) == HELD_BITS) {
        emit_bits_mask(emit, operand, false, 0);
        x_mask_spread(&emit->x, scratch);
    } else {
        spread(emit, operand, half, scratch);
    }
    return x_reg(scratch);
}

static uint32_t in_register(Emit *emit, XOperand rm, uint32_t scratch) {
    if (rm.kind == XO_REG) return rm.reg;
    x_vec(&emit->x, X_VMOVUPS, scratch, X_NO_REG, rm);
    return scratch;
}

uint32_t emit_float(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch) {
    return in_register(emit, emit_float_rm(emit, operand, half, scratch), scratch);
}

// `scratch` may be `to`, if that is not `from`.
void emit_clean_nan(Emit *emit, uint32_t from, uint32_t scratch, uint32_t to) {
    enum { UNORDERED = 3 };
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        x_mask_compare(x, X_VCMPPS, false, from, x_reg(from), UNORDERED);
        x_mask_blend(x, false, to, from, emit_constant_32(emit, 0x7fffffff));
        return;
    }
    x_vec_imm(x, X_VCMPPS, scratch, from, x_reg(from), UNORDERED);
    x_vec_imm(x, X_VBLENDVPS, to, from, emit_constant_32(emit, 0x7fffffff), scratch << 4);
}

bool emit_is_raw(const Emit *emit, uint32_t row) {
    return emit->shapes->raw_nan[row] && emit->places->reg[0][row] != NO_REG;
}

XOperand emit_vector_rm(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch) {
    XOperand rm = emit_float_rm(emit, operand, half, scratch);
    bool asks = operand->kind == JIT_IS_ROW && !emit->any_nan;
    if (!asks || !emit_is_raw(emit, operand->at)) return rm;
    emit_clean_nan(emit, rm.reg, scratch, scratch);
    return x_reg(scratch);
}

uint32_t emit_vector(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch) {
    return in_register(emit, emit_vector_rm(emit, operand, half, scratch), scratch);
}

uint32_t emit_vector_to(const Emit *emit, uint32_t row, uint32_t half, uint32_t scratch) {
    if (emit->shapes->held[row] == HELD_SCALAR) return scratch;
    uint32_t reg = emit->places->reg[emit_part(emit, row, half)][row];
    return reg == NO_REG ? scratch : reg;
}

void emit_vector_done(Emit *emit, uint32_t row, uint32_t half, uint32_t reg) {
    if (emit->shapes->held[row] == HELD_SCALAR) { // all lanes are equal
        bool wide = is_wide(emit, row);
        uint32_t to = emit_scalar_to(emit, row, R_TMP);
        if (half || emit->piece) return;
        x_vec(&emit->x, wide ? X_VMOVQ_TO : X_VMOVD_TO, reg, X_NO_REG, x_reg(to));
        if (!emit->fn->row.at[row].size) x_op_imm(&emit->x, X_AND_I, 32, 0, x_reg(to), 1);
        emit_scalar_done(emit, row, to);
        return;
    }
    uint32_t have = emit->places->reg[emit_part(emit, row, half)][row];
    if (have == NO_REG)
        x_vec(&emit->x, X_VMOVUPS_TO, reg, X_NO_REG, emit_slot(emit, row, half));
    else if (have != reg)
        x_vec(&emit->x, X_VMOVUPS, have, X_NO_REG, x_reg(reg));
}

// ---- bits of predicates -------------------------------------------------------------------------

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
