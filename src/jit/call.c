// SPDX-License-Identifier: Apache-2.0
// Calls of functions that compute the lanes (JIT_CALL): their operands lie in JitState.operand,
// so nothing goes by way of the machine's rows.
#include "jit/jit_int.h"

// ---- operands ----------------------------------------------------------------------------------

// Where functions of pieces find an operand of the piece, or one of all lanes its piece.
typedef enum { BY_PIECE, OF_ALL } Layout;

static XOperand operand_at(const Emit *emit, const JitOperand *operand, uint32_t number,
                           uint32_t half, Layout layout) {
    XOperand at = STATE(operand);
    uint32_t of_piece = layout == BY_PIECE ? JIT_OPERANDS * JIT_OPERAND_BYTES
                                           : (uint32_t)JIT_PIECE << operand->size;
    at.disp += (int32_t)(emit->piece * of_piece + number * JIT_OPERAND_BYTES + 32 * half);
    return at;
}

static void put_piece(Emit *emit, const JitOperand *operand, uint32_t number, Layout layout) {
    XCode *x = &emit->x;
    XOperand at = operand_at(emit, operand, number, 0, layout);
    if (operand->size == 0) {
        uint32_t from = emit_vector(emit, operand, 0, V_TMP);
        x_vec(x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(from));
        x_op(x, X_MOV_TO, 32, R_TMP, at);
    } else if (operand->size == 1) {
        emit_pack_words(emit, X_VPACKUSDW, emit_vector(emit, operand, 0, V_TMP), V_TMP);
        x_vec(x, X_VMOVUPS128_TO, V_TMP, X_NO_REG, at);
    } else {
        for (uint32_t half = 0; half < halves_of(operand->size); half++) {
            uint32_t from = emit_vector(emit, operand, half, V_TMP);
            x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, operand_at(emit, operand, number, half, layout));
        }
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

static void take_piece(Emit *emit, const JitOperand *to, uint32_t number, Layout layout) {
    XCode *x = &emit->x;
    for (uint32_t half = 0; half < halves_of(to->size); half++) {
        XOperand at = operand_at(emit, to, number, half, layout);
        uint32_t reg = emit_vector_to(emit, to->at, half, V_TMP);
        if (to->size) {
            x_vec(x, to->size == 1 ? X_VPMOVZXWD : X_VMOVUPS, reg, X_NO_REG, at);
        } else {
            x_op(x, X_MOV, 32, R_TMP, at);
            if (emit->piece) x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP), JIT_PIECE);
            emit_lane_mask(emit, R_TMP, reg);
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
    if (emit->shapes->held[to->at] == HELD_SCALAR)
        take_scalar(emit, to, operand_at(emit, to, number, 0, BY_PIECE));
    else if (is_equal(emit, to))
        take_equal(emit, to, operand_at(emit, to, number, 0, BY_PIECE));
    else
        EACH_PIECE(emit, emit->pieces) take_piece(emit, to, number, BY_PIECE);
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

// R_TMP3, the third argument: the piece's lanes that run.
static void mask_argument(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 32, R_TMP3, x_reg(R_MASK));
    if (emit->pieces == 1) return;
    int32_t of_piece = (1 << JIT_PIECE) - 1, shift = (int32_t)emit->piece * JIT_PIECE;
    if (in->with_state) {
        x_op_imm(x, X_AND_I, 32, 0, x_reg(R_TMP3), of_piece << shift);
        return;
    }
    if (shift) x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP3), shift);
    x_op_imm(x, X_AND_I, 32, 0, x_reg(R_TMP3), of_piece);
}

static void call_for_piece(Emit *emit, const JitInst *in, bool d, bool second) {
    XCode *x = &emit->x;
    XOperand called = STATE(called);
    called.disp += (int32_t)(emit->piece * sizeof(void *));
    if (in->with_state)
        x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    else
        x_op(x, X_MOV, 64, X_RDI, called);
    data_argument(emit, in, X_RSI);
    if (in->with_state || (!d && !second)) // state is that of lanes that run
        mask_argument(emit, in);
    else
        x_mov_imm(x, R_TMP3, d && second ? 1 : (1u << JIT_PIECE) - 1);
    call(emit, in);
}

// Results that are the same for all lanes are those of lane 0, whether or not it runs.
void emit_call(Emit *emit, const JitInst *in) {
    const uint64_t *over = lives_over(emit, in);
    bool d = is_equal(emit, &in->d), second = is_equal(emit, &in->second);
    uint32_t pieces = d && second ? 1 : emit->pieces;
    EACH_PIECE(emit, pieces) {
        for (uint32_t i = 0; i < in->nelement; i++)
            put_piece(emit, &emit->fn->element.at[in->element + i], 2 + i, BY_PIECE);
    }
    emit_keep(emit, over, false);
    EACH_PIECE(emit, pieces) call_for_piece(emit, in, d, second);
    emit_keep(emit, over, true);
    take_result(emit, &in->d, 0);
    take_result(emit, &in->second, 1);
}

// ---- memory ------------------------------------------------------------------------------------

// Making an operand and keeping registers may take R_TMP; the stack has a place for it.
void emit_atomic(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    const uint64_t *over = lives_over(emit, in);
    const JitOperand *by = &emit->fn->element.at[in->element];
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0));
    EACH_PIECE(emit, emit->pieces) put_piece(emit, by, 2, OF_ALL);
    emit_keep(emit, over, false);
    x_op(x, X_MOV, 64, X_RDI, x_at(X_RSP, 0));
    x_op(x, X_MOV, 64, X_RSI, x_reg(R_STATE));
    x_op(x, X_MOV, 32, X_RDX, x_reg(R_MASK));
    call(emit, in);
    emit_keep(emit, over, true);
    if (in->d.kind == JIT_IS_ROW)
        EACH_PIECE(emit, emit->pieces) take_piece(emit, &in->d, 0, OF_ALL);
}
