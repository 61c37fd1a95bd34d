// SPDX-License-Identifier: Apache-2.0
// Calls of functions that compute the lanes (JIT_CALL): their operands lie in JitState.operand,
// so nothing goes by way of the machine's rows.
#include "jit/jit_int.h"

// ---- operands ----------------------------------------------------------------------------------

// A function's part: JIT_PIECE lanes. It finds its operands behind those of the part before.
static XOperand part_at(const Emit *emit, uint32_t number, uint32_t half_vector) {
    uint32_t part = is_wide_vector(emit) ? 2 * emit->piece + half_vector : emit->piece;
    XOperand at = STATE(operand);
    at.disp += (int32_t)((part * JIT_OPERANDS + number) * JIT_OPERAND_BYTES);
    return at;
}

// For a function of all lanes the operand has them one behind the other.
static XOperand among_all(const Emit *emit, const JitOperand *operand, uint32_t number,
                          uint32_t half) {
    XOperand at = STATE(operand);
    uint32_t more = (piece_lanes(emit) * emit->piece) << operand->size;
    at.disp += (int32_t)(number * JIT_OPERAND_BYTES + more + emit->vector * half);
    return at;
}

static XOperand further(XOperand at, uint32_t bytes) {
    at.disp += (int32_t)bytes;
    return at;
}

// The piece's 64-bit lanes: their halves are the function's parts, or those of one.
static void put_wide(Emit *emit, const JitOperand *operand, uint32_t number) {
    for (uint32_t half = 0; half < 2; half++) {
        XOperand at = is_wide_vector(emit) ? part_at(emit, number, half)
                                           : further(part_at(emit, number, 0), 32 * half);
        x_vec(&emit->x, X_VMOVUPS_TO, emit_vector(emit, operand, half, V_TMP), X_NO_REG, at);
    }
}

static void put_bits(Emit *emit, const JitOperand *operand, uint32_t number) {
    XCode *x = &emit->x;
    if (!is_wide_vector(emit)) {
        x_vec(x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(emit_vector(emit, operand, 0, V_TMP)));
        x_op(x, X_MOV_TO, 32, R_TMP, part_at(emit, number, 0));
        return;
    }
    uint32_t bits = emit_bits(emit, operand, R_TMP), first = emit->piece * piece_lanes(emit);
    if (bits != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(bits));
    if (first) x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP), (int32_t)first);
    x_op(x, X_MOV_TO, 32, R_TMP, part_at(emit, number, 0));
    x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP), JIT_PIECE);
    x_op(x, X_MOV_TO, 32, R_TMP, part_at(emit, number, 1));
}

// An operand's piece, for the functions of its parts.
static void put_piece(Emit *emit, const JitOperand *operand, uint32_t number) {
    XCode *x = &emit->x;
    XOperand first = part_at(emit, number, 0), second = part_at(emit, number, 1);
    if (operand->size == 0) {
        put_bits(emit, operand, number);
    } else if (operand->size == 1) {
        emit_pack_words(emit, emit_vector(emit, operand, 0, V_TMP), V_TMP);
        x_vec(x, X_VMOVUPS128_TO, V_TMP, X_NO_REG, first);
        if (is_wide_vector(emit)) x_vec_imm(x, X_VEXTRACT128, V_TMP, X_NO_REG, second, 1);
    } else if (operand->size == 2) {
        uint32_t from = emit_vector(emit, operand, 0, V_TMP);
        x_vec(x, is_wide_vector(emit) ? X_VMOVUPS_HALF_TO : X_VMOVUPS_TO, from, X_NO_REG, first);
        if (is_wide_vector(emit)) x_vec_imm(x, X_VEXTRACT, from, X_NO_REG, second, 1);
    } else {
        put_wide(emit, operand, number);
    }
}

static void take_scalar(Emit *emit, const JitOperand *to, XOperand at) {
    XCode *x = &emit->x;
    uint32_t reg = emit_scalar_to(emit, to->at, R_TMP);
    x_op(x, to->size == 1 ? X_MOVZX16 : X_MOV, to->size == 3 ? 64 : 32, reg, at);
    if (to->size == 0) x_op_imm(x, X_AND_I, 32, 0, x_reg(reg), 1);
    emit_scalar_done(emit, to->at, reg);
}

// Lane 0's result in all lanes.
static void take_equal(Emit *emit, const JitOperand *to, XOperand at) {
    XCode *x = &emit->x;
    if (to->size == 1) {
        emit_load_word(emit, to->at, at);
        return;
    }
    for (uint32_t half = 0; half < halves_of(to->size); half++) {
        uint32_t reg = emit_vector_to(emit, to->at, half, V_TMP);
        if (to->size) {
            x_vec(x, to->size == 3 ? X_VBROADCASTSD : X_VBROADCASTSS, reg, X_NO_REG, at);
        } else {
            x_op(x, X_MOV, 32, R_TMP, at);
            x_op_imm(x, X_AND_I, 32, 0, x_reg(R_TMP), 1);
            x_op(x, X_NEG, 32, 0, x_reg(R_TMP));
            emit_lane_mask(emit, R_TMP, reg);
        }
        emit_vector_done(emit, to->at, half, reg);
    }
}

// R_TMP3: the bits of all parts.
static void take_bits(Emit *emit, uint32_t number) {
    XCode *x = &emit->x;
    x_mov_imm(x, R_TMP3, 0);
    EACH_PIECE(emit, emit->pieces) {
        for (uint32_t half = 2; half-- > 0;) {
            x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP3), JIT_PIECE);
            x_op(x, X_MOVZX8, 32, R_TMP, part_at(emit, number, half));
            x_op(x, X_OR, 32, R_TMP3, x_reg(R_TMP));
        }
    }
}

static void take_piece(Emit *emit, const JitOperand *to, uint32_t number) {
    XCode *x = &emit->x;
    bool wide_vector = is_wide_vector(emit);
    XOperand first = part_at(emit, number, 0), second = part_at(emit, number, 1);
    for (uint32_t half = 0; half < halves_of(to->size); half++) {
        uint32_t reg = emit_vector_to(emit, to->at, half, V_TMP);
        if (to->size == 0) {
            x_op(x, X_MOV, 32, R_TMP, first);
            if (emit->piece) x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP), JIT_PIECE);
            emit_lane_mask(emit, R_TMP, reg);
        } else if (to->size == 1) {
            x_vec(x, X_VMOVUPS128, V_TMP, X_NO_REG, first);
            if (wide_vector) x_vec_imm(x, X_VINSERT128, V_TMP, V_TMP, second, 1);
            x_vec(x, X_VPMOVZXWD, reg, X_NO_REG, x_reg(V_TMP));
        } else if (to->size == 2 && wide_vector) {
            x_vec(x, X_VMOVUPS_HALF, reg, X_NO_REG, first);
            x_vec_imm(x, X_VINSERT, reg, reg, second, 1);
        } else {
            XOperand at = wide_vector ? part_at(emit, number, half) : further(first, 32 * half);
            x_vec(x, X_VMOVUPS, reg, X_NO_REG, at);
        }
        emit_vector_done(emit, to->at, half, reg);
    }
}

// ---- calls -------------------------------------------------------------------------------------

static bool is_equal(const Emit *emit, const JitOperand *to) {
    return to->kind != JIT_IS_ROW || emit->shapes->value[to->at].shape == SHAPE_UNIFORM;
}

static void take_result(Emit *emit, const JitOperand *to, uint32_t number) {
    if (to->kind != JIT_IS_ROW) return;
    if (emit->shapes->held[to->at] == HELD_SCALAR) {
        take_scalar(emit, to, part_at(emit, number, 0));
    } else if (is_equal(emit, to)) {
        take_equal(emit, to, part_at(emit, number, 0));
    } else if (emit->shapes->held[to->at] == HELD_BITS) {
        take_bits(emit, number);
        emit_bits_done(emit, to->at, R_TMP3);
    } else {
        EACH_PIECE(emit, emit->pieces) take_piece(emit, to, number);
    }
}

// What lives behind the instruction and is not its result.
static uint64_t *lives_over(const Emit *emit, const JitInst *in) {
    uint64_t *over = arena_array(emit->x.arena, uint64_t, emit->flow->words);
    memcpy(over, emit->live, emit->flow->words * sizeof *over);
    flow_writes(emit->fn, in, flow_remove_row, over);
    return over;
}

// The arguments are in their registers.
static void call(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    x_mov_imm(x, R_TMP, (uintptr_t)emit->fn->call.at[in->call].function);
    x_zero_upper(x);
    x_call(x, x_reg(R_TMP));
}

static void data_argument(Emit *emit, const JitInst *in, uint32_t reg) {
    const JitCall *call = &emit->fn->call.at[in->call];
    x_op(&emit->x, X_LEA, 64, reg, x_constant(&emit->x, call->data, sizeof call->data));
}

// R_TMP3, the third argument: the part's lanes that run.
static void mask_argument(Emit *emit, const JitInst *in, uint32_t part) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 32, R_TMP3, x_reg(R_MASK));
    if (emit->fn->lanes == JIT_PIECE) return;
    uint32_t of_part = (1u << JIT_PIECE) - 1, shift = part * JIT_PIECE;
    if (in->with_state) {
        x_op_imm(x, X_AND_I, 32, 0, x_reg(R_TMP3), (int32_t)(of_part << shift));
        return;
    }
    if (shift) x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP3), (int32_t)shift);
    x_op_imm(x, X_AND_I, 32, 0, x_reg(R_TMP3), (int32_t)of_part);
}

static void call_for_part(Emit *emit, const JitInst *in, uint32_t part, bool d, bool second) {
    XCode *x = &emit->x;
    XOperand called = STATE(called);
    called.disp += (int32_t)(part * sizeof(void *));
    if (in->with_state)
        x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    else
        x_op(x, X_MOV, 64, X_RDI, called);
    data_argument(emit, in, X_RSI);
    if (in->with_state || (!d && !second)) // state is that of lanes that run
        mask_argument(emit, in, part);
    else
        x_mov_imm(x, R_TMP3, d && second ? 1 : (1u << JIT_PIECE) - 1);
    call(emit, in);
}

// Results that are the same for all lanes are those of lane 0, whether or not it runs.
void emit_call(Emit *emit, const JitInst *in) {
    const uint64_t *over = lives_over(emit, in);
    bool d = is_equal(emit, &in->d), second = is_equal(emit, &in->second);
    uint32_t pieces = d && second ? 1 : emit->pieces;
    uint32_t parts = d && second ? 1 : emit->fn->lanes / JIT_PIECE, none = x_label(&emit->x);
    emit_skip_unguarded(emit, in, none);
    EACH_PIECE(emit, pieces) {
        for (uint32_t i = 0; i < in->nelement; i++)
            put_piece(emit, &emit->fn->element.at[in->element + i], 2 + i);
    }
    emit_keep(emit, over, false);
    for (uint32_t part = parts; part-- > 0;) call_for_part(emit, in, part, d, second);
    emit_keep(emit, over, true);
    take_result(emit, &in->d, 0);
    take_result(emit, &in->second, 1);
    x_bind(&emit->x, none);
}

// ---- memory ------------------------------------------------------------------------------------

// An operand's piece among those of all lanes: of 32 or 64 bits, as atomic operations have them.
static void put_among_all(Emit *emit, const JitOperand *operand, uint32_t number) {
    for (uint32_t half = 0; half < halves_of(operand->size); half++) {
        uint32_t from = emit_vector(emit, operand, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS_TO, from, X_NO_REG, among_all(emit, operand, number, half));
    }
}

static void take_among_all(Emit *emit, const JitOperand *to, uint32_t number) {
    for (uint32_t half = 0; half < halves_of(to->size); half++) {
        uint32_t reg = emit_vector_to(emit, to->at, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS, reg, X_NO_REG, among_all(emit, to, number, half));
        emit_vector_done(emit, to->at, half, reg);
    }
}

// The operands lie in JitState, the host's address on the stack: making them and keeping registers
// may take R_TMP.
static void call_atomic(Emit *emit, const JitInst *in, const uint64_t *over) {
    XCode *x = &emit->x;
    emit_keep(emit, over, false);
    x_op(x, X_MOV, 64, X_RDI, x_at(X_RSP, 0));
    x_op(x, X_MOV, 64, X_RSI, x_reg(R_STATE));
    x_op(x, X_MOV, 32, X_RDX, x_reg(R_MASK));
    call(emit, in);
    emit_keep(emit, over, true);
}

void emit_atomic(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    const uint64_t *over = lives_over(emit, in);
    const JitOperand *by = &emit->fn->element.at[in->element];
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0));
    EACH_PIECE(emit, emit->pieces) put_among_all(emit, by, 2);
    call_atomic(emit, in, over);
    if (in->d.kind == JIT_IS_ROW) EACH_PIECE(emit, emit->pieces) take_among_all(emit, &in->d, 0);
}

// Of one lane (serial.c), at the place that R_TMP points to.
void emit_atomic_of_one(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    const uint64_t *over = lives_over(emit, in);
    const JitOperand *by = &emit->fn->element.at[in->element];
    uint32_t bytes = 1u << by->size;
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0));
    x_op(x, X_MOV, 32, R_TMP3, STATE(lane));
    XOperand offset = STATE(offset), operand = STATE(operand), result = STATE(operand);
    operand.disp += 2 * JIT_OPERAND_BYTES;
    offset.index = operand.index = result.index = R_TMP3;
    offset.scale = 4;
    operand.scale = (uint8_t)bytes;
    x_op_imm(x, X_MOV_I, 32, 0, offset, 0);
    if (emit_held(emit, by) == HELD_VECTOR) {
        uint32_t from = emit_vector(emit, by, 0, V_TMP);
        x_vec_imm(x, bytes == 8 ? X_VPEXTRQ_TO : X_VPEXTRD_TO, from, X_NO_REG, operand, 0);
    } else {
        x_op(x, X_MOV_TO, bytes == 8 ? 64 : 32, emit_scalar(emit, by, R_TMP2), operand);
    }
    call_atomic(emit, in, over);
    if (in->d.kind != JIT_IS_ROW) return;
    x_op(x, X_MOV, 32, R_TMP3, STATE(lane));
    result.scale = (uint8_t)(1u << in->d.size);
    if (emit->shapes->held[in->d.at] == HELD_SCALAR)
        take_scalar(emit, &in->d, result);
    else
        take_equal(emit, &in->d, result);
}
