// SPDX-License-Identifier: Apache-2.0
// Moves values between registers and memory: the machine's rows at entries and exits, the area
// where lanes wait for others in the middle. What is written to rows is written for the running
// lanes only; the others' values there are their own.
#include "jit/jit_int.h"

static uint32_t size_of(const Emit *emit, uint32_t row) {
    return emit->fn->row.at[row].size;
}

static bool is_vector(const Emit *emit, uint32_t row) { // with different values among the lanes
    return emit->shapes->held[row] == HELD_VECTOR &&
           emit->shapes->value[row].shape != SHAPE_UNIFORM;
}

static bool is_in_register(const Emit *emit, uint32_t row) {
    return emit->shapes->held[row] != HELD_HOME;
}

static uint32_t halves(const Emit *emit, uint32_t row) {
    return halves_of(size_of(emit, row));
}

static JitOperand row_operand(const Emit *emit, uint32_t row) {
    return (JitOperand){.kind = JIT_IS_ROW, .size = (uint8_t)size_of(emit, row), .at = row};
}

static XOperand bits_of_lanes(Emit *emit) {
    uint32_t bits[JIT_PIECE];
    for (uint32_t i = 0; i < JIT_PIECE; i++) bits[i] = 1u << (emit->piece * JIT_PIECE + i);
    return x_constant(&emit->x, bits, sizeof bits);
}

void emit_lane_mask(Emit *emit, uint32_t mask, uint32_t to) {
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        x_mask_take(x, mask, emit->piece * piece_lanes(emit));
        x_mask_spread(x, to);
        return;
    }
    emit_broadcast(emit, mask, false, to);
    x_vec(x, X_VPAND, to, to, bits_of_lanes(emit));
    x_vec(x, X_VPCMPEQD, to, to, bits_of_lanes(emit));
}

// JitState.lane_mask of the piece; of 64-bit lanes those of a half.
static XOperand running_lanes(const Emit *emit, uint32_t half) {
    XOperand mask = STATE(lane_mask);
    mask.disp += (int32_t)(32 * emit->piece + 16 * half);
    return mask;
}

void emit_set_lanes(Emit *emit) {
    EACH_PIECE(emit, is_wide_vector(emit) ? 0 : emit->pieces) {
        emit_lane_mask(emit, R_MASK, V_TMP);
        x_vec(&emit->x, X_VMOVUPS_TO, V_TMP, X_NO_REG, running_lanes(emit, 0));
    }
    x_op(&emit->x, X_MOV_TO, 32, R_MASK, STATE(masked));
}

void emit_running_mask(Emit *emit, bool wide, uint32_t half) {
    XOperand masked = STATE(masked);
    masked.disp += (int32_t)((emit->piece * piece_lanes(emit)) / 8 + half);
    x_mask_load(&emit->x, wide ? 8 : 16, masked);
}

void emit_store_running(Emit *emit, uint32_t from, bool wide, uint32_t half, XOperand to) {
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        emit_running_mask(emit, wide, half);
        x_vec_masked(x, X_VMOVUPS_TO, wide, from, to);
        return;
    }
    x_vec(x, wide ? X_VPMOVSXDQ : X_VMOVUPS, V_TMP2, X_NO_REG, running_lanes(emit, half));
    x_vec(x, wide ? X_VMASKMOVPD_TO : X_VMASKMOVPS_TO, from, V_TMP2, to);
}

uint32_t emit_lane_bits(Emit *emit, const JitOperand *predicate) {
    XCode *x = &emit->x;
    bool vector = predicate->kind == JIT_IS_ROW && emit_held(emit, predicate) == HELD_VECTOR;
    if (!vector) return emit_bits(emit, predicate, R_TMP);
    EACH_PIECE(emit, emit->pieces) {
        uint32_t from = emit_vector(emit, predicate, 0, V_TMP);
        x_vec(x, X_VMOVMSKPS, emit->piece ? R_TMP2 : R_TMP, X_NO_REG, x_reg(from));
    }
    if (emit->pieces == 1) return R_TMP;
    x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP2), (int32_t)piece_lanes(emit));
    x_op(x, X_OR, 32, R_TMP, x_reg(R_TMP2));
    return R_TMP;
}

// ---- from the machine's rows -------------------------------------------------------------------
// R_TMP2 is the frame, R_TMP3 the first of the lanes, then the first that runs.

static XOperand lanes_of(const Emit *emit, uint32_t row, uint32_t half) {
    uint32_t bytes = 1u << size_of(emit, row);
    uint32_t more = piece_lanes(emit) * bytes * emit->piece + emit->vector * half;
    return x_indexed(R_TMP2, R_TMP3, bytes, (int32_t)(emit->fn->row.at[row].offset + more));
}

static void load_frame(Emit *emit) {
    x_op(&emit->x, X_MOV, 64, R_TMP3, STATE(lanes));
    x_op(&emit->x, X_MOV, 64, R_TMP2, LANES(R_TMP3, frame));
    x_op(&emit->x, X_MOV, 32, R_TMP3, LANES(R_TMP3, lane8));
}

static bool has_rows(const Emit *emit, const uint64_t *rows) {
    for (uint32_t w = 0; w < emit->flow->words; w++) {
        if (rows[w]) return true;
    }
    return false;
}

static XOp load_of_bits(const Emit *emit) {
    return emit->lanes == 8 ? X_MOVZX8 : emit->lanes == 16 ? X_MOVZX16 : X_MOV;
}

// A predicate's bits of all pieces.
static void load_bits(Emit *emit, uint32_t row) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 64, R_TMP, STATE(lanes));
    x_op(x, X_MOV, 32, R_TMP, LANES(R_TMP, lane8));
    x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP), 3);
    x_op(x, load_of_bits(emit), 32, R_TMP,
         x_indexed(R_TMP2, R_TMP, 1, (int32_t)emit->fn->row.at[row].offset));
}

static void load_vector(Emit *emit, uint32_t row) {
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t to = emit_vector_to(emit, row, half, V_TMP);
        if (size_of(emit, row)) {
            XOp load = size_of(emit, row) == 1 ? X_VPMOVZXWD : X_VMOVUPS;
            x_vec(&emit->x, load, to, X_NO_REG, lanes_of(emit, row, half));
        } else {
            load_bits(emit, row);
            emit_lane_mask(emit, R_TMP, to);
        }
        emit_vector_done(emit, row, half, to);
    }
}

// The value of the first lane that runs, in all lanes.
static void load_equal(Emit *emit, uint32_t row) {
    bool wide = size_of(emit, row) == 3;
    if (size_of(emit, row) == 1) {
        emit_load_word(emit, row, lanes_of(emit, row, 0));
        return;
    }
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t to = emit_vector_to(emit, row, half, V_TMP);
        x_vec(&emit->x, wide ? X_VBROADCASTSD : X_VBROADCASTSS, to, X_NO_REG,
              lanes_of(emit, row, 0));
        emit_vector_done(emit, row, half, to);
    }
}

// The value of lane 0 as the first lane that runs has it.
static void load_scalar(Emit *emit, uint32_t row) {
    XCode *x = &emit->x;
    uint32_t to = emit_scalar_to(emit, row, R_TMP), size = size_of(emit, row);
    if (!size) { // the lanes that run agree
        load_bits(emit, row);
        x_op(x, X_TEST, 32, R_MASK, x_reg(R_TMP));
        x_setcc(x, XC_NE, R_TMP);
        x_op(x, X_MOVZX8, 32, to, x_reg(R_TMP));
        emit_scalar_done(emit, row, to);
        return;
    }
    uint32_t bits = size == 3 ? 64 : 32;
    int64_t step = emit->shapes->value[row].step;
    if (step) { // lane 0 is as many steps away as the first one
        x_op(x, X_TZCNT, 32, R_TMP, x_reg(R_MASK));
        x_op_imm(x, X_IMUL_I, bits, R_TMP, x_reg(R_TMP), (int32_t)-step);
        x_op(x, X_ADD, bits, R_TMP, lanes_of(emit, row, 0));
        if (to != R_TMP) x_op(x, X_MOV, bits, to, x_reg(R_TMP));
    } else {
        x_op(x, size == 1 ? X_MOVZX16 : X_MOV, bits, to, lanes_of(emit, row, 0));
    }
    emit_scalar_done(emit, row, to);
}

void emit_load_rows(Emit *emit, const uint64_t *rows) {
    XCode *x = &emit->x;
    if (!has_rows(emit, rows)) return;
    load_frame(emit);
    EACH_ROW(row, rows, emit->flow) {
        if (!is_vector(emit, row)) continue;
        EACH_PIECE(emit, emit->pieces) load_vector(emit, row);
    }
    x_op(x, X_TZCNT, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_ADD, 32, R_TMP3, x_reg(R_TMP));
    EACH_ROW(row, rows, emit->flow) {
        if (emit->shapes->held[row] == HELD_SCALAR) {
            load_scalar(emit, row);
        } else if (emit->shapes->held[row] == HELD_BITS) {
            load_bits(emit, row);
            emit_bits_done(emit, row, R_TMP);
        } else if (is_in_register(emit, row) && !is_vector(emit, row)) {
            load_equal(emit, row);
        }
    }
}

// ---- to the machine's rows ---------------------------------------------------------------------

// All lanes of the row.
static void store_whole(Emit *emit, uint32_t row) {
    XCode *x = &emit->x;
    JitOperand operand = row_operand(emit, row);
    if (size_of(emit, row) == 1) {
        emit_pack_words(emit, emit_vector(emit, &operand, 0, V_TMP), V_TMP);
        x_vec(x, X_VMOVUPS_HALF_TO, V_TMP, X_NO_REG, lanes_of(emit, row, 0));
        return;
    }
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t from = emit_vector(emit, &operand, half, V_TMP);
        x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, lanes_of(emit, row, half));
    }
}

// Those that run.
static void store_lanes(Emit *emit, uint32_t row) {
    JitOperand operand = row_operand(emit, row);
    bool wide = size_of(emit, row) == 3;
    if (size_of(emit, row) == 1) {
        emit_store_words(emit, &operand, lanes_of(emit, row, 0));
        return;
    }
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t from = emit_vector(emit, &operand, half, V_TMP);
        emit_store_running(emit, from, wide, half, lanes_of(emit, row, half));
    }
}

// From the byte on that R_TMP3 and the row's offset name, the bits of lanes that run.
static void store_bits(Emit *emit, uint32_t row) {
    XCode *x = &emit->x;
    JitOperand operand = row_operand(emit, row);
    XOperand byte = x_at(R_TMP3, (int32_t)emit->fn->row.at[row].offset);
    uint32_t lanes = emit->lanes;
    uint32_t from = emit_lane_bits(emit, &operand);
    if (from != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(from));
    // old ^ ((old ^ new) & mask)
    x_op(x, load_of_bits(emit), 32, R_TMP2, byte);
    x_op(x, X_XOR, 32, R_TMP, x_reg(R_TMP2));
    x_op(x, X_AND, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_XOR, 32, R_TMP, x_reg(R_TMP2));
    x_op(x, lanes == 16 ? X_MOV16_TO : X_MOV_TO, lanes == 8 ? 8 : 32, R_TMP, byte);
}

// Masked stores take ten times as long as whole ones.
static void store_rows_of_lanes(Emit *emit, const uint64_t *rows) {
    XCode *x = &emit->x;
    uint32_t part = x_label(x), done = x_label(x);
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
    x_jump(x, XC_NE, part);
    EACH_ROW(row, rows, emit->flow) {
        if (!is_in_register(emit, row) || !size_of(emit, row)) continue;
        EACH_PIECE(emit, emit->pieces) store_whole(emit, row);
    }
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, part);
    EACH_ROW(row, rows, emit->flow) {
        if (!is_in_register(emit, row) || !size_of(emit, row)) continue;
        EACH_PIECE(emit, emit->pieces) store_lanes(emit, row);
    }
    x_bind(x, done);
}

// The number of the one lane that runs, where each row has it. R_TMP3 is as by load_frame.
static void store_one_lane(Emit *emit, const uint64_t *rows) {
    XCode *x = &emit->x;
    x_op(x, X_TZCNT, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_ADD, 32, R_TMP3, x_reg(R_TMP));
    EACH_ROW(row, rows, emit->flow) {
        uint32_t size = size_of(emit, row);
        JitOperand operand = row_operand(emit, row);
        XOperand place = lanes_of(emit, row, 0);
        if (!is_in_register(emit, row) || !size) continue;
        if (emit->shapes->held[row] == HELD_VECTOR) {
            static const XOp stores[] = {0, X_VPEXTRW_TO, X_VPEXTRD_TO, X_VPEXTRQ_TO};
            uint32_t from = emit_vector(emit, &operand, 0, V_TMP);
            x_vec_imm(x, stores[size], from, X_NO_REG, place, 0);
        } else {
            uint32_t from = emit_scalar(emit, &operand, R_TMP);
            x_op(x, size == 1 ? X_MOV16_TO : X_MOV_TO, size == 3 ? 64 : 32, from, place);
        }
    }
    load_frame(emit);
}

void emit_store_rows(Emit *emit, const uint64_t *rows) {
    XCode *x = &emit->x;
    bool lanes = false, bits = false;
    EACH_ROW(row, rows, emit->flow) {
        if (!is_in_register(emit, row)) continue;
        lanes |= size_of(emit, row) != 0;
        bits |= size_of(emit, row) == 0;
    }
    if (!lanes && !bits) return;
    load_frame(emit);
    if (lanes && emit->serial)
        store_one_lane(emit, rows);
    else if (lanes)
        store_rows_of_lanes(emit, rows);
    if (!bits) return;
    x_op_imm(x, X_SHR_I, 32, 0, x_reg(R_TMP3), 3);
    x_op(x, X_ADD, 64, R_TMP3, x_reg(R_TMP2));
    EACH_ROW(row, rows, emit->flow) {
        if (is_in_register(emit, row) && !size_of(emit, row)) store_bits(emit, row);
    }
}

// ---- lanes that wait ---------------------------------------------------------------------------

// Each row that registers hold at the block has a place in the block's part of the area, in their
// order, 32 bytes a part. `at` counts the bytes before the row's.
static XOperand waiting_place(const Emit *emit, uint32_t at, uint32_t row, uint32_t half) {
    uint32_t more = at + emit->vector * emit_part(emit, row, half);
    return x_at(R_STATE, (int32_t)(offsetof(JitState, area) + more));
}

static void park_vector(Emit *emit, uint32_t row, uint32_t at) {
    XCode *x = &emit->x;
    JitOperand operand = row_operand(emit, row);
    bool wide = size_of(emit, row) == 3;
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t from = emit_float(emit, &operand, half, V_TMP);
        XOperand to = waiting_place(emit, at, row, half);
        if (!is_vector(emit, row)) {
            x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, to);
            continue;
        }
        emit_store_running(emit, from, wide, half, to);
    }
}

void emit_mix_bits(Emit *emit, uint32_t from, XOperand place) {
    XCode *x = &emit->x;
    // there ^ ((there ^ own) & mask)
    if (from != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(from));
    x_op(x, X_XOR, 32, R_TMP, place);
    x_op(x, X_AND, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_XOR, 32, R_TMP, place);
}

static void park_number(Emit *emit, uint32_t row, XOperand place) {
    XCode *x = &emit->x;
    JitOperand operand = row_operand(emit, row);
    uint32_t from = emit_number(emit, &operand, R_TMP);
    if (emit->shapes->held[row] == HELD_BITS) {
        emit_mix_bits(emit, from, place);
        from = R_TMP;
    }
    x_op(x, X_MOV_TO, 64, from, place);
}

void emit_wait_at(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t known = x_label(x);
    x_op(x, X_MOV, 64, R_TMP3, STATE(waiting));
    x_op(x, X_OR_TO, 32, R_MASK, x_at(R_TMP3, (int32_t)block * 4));
    x_op_imm(x, X_CMP_I, 32, 0, STATE(first_waiting), (int32_t)block);
    x_jump(x, XC_BE, known);
    x_op_imm(x, X_MOV_I, 32, 0, STATE(first_waiting), (int32_t)block);
    x_bind(x, known);
}

void emit_park(Emit *emit, uint32_t block) {
    uint32_t next = emit->waiting_at[block];
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (!is_in_register(emit, row)) continue;
        uint32_t at = next;
        next += emit->vector * emit_parts(emit, row);
        if (emit->shapes->common[row]) continue; // its slot has it
        if (emit->shapes->held[row] == HELD_VECTOR)
            EACH_PIECE(emit, emit_pieces(emit, row)) park_vector(emit, row, at);
        else
            park_number(emit, row, waiting_place(emit, at, row, 0));
    }
    emit_wait_at(emit, block);
}

// The lanes that wait at the block run on; the next ones are looked for. R_TMP3 has their bits.
static void take_mask(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 64, R_TMP2, STATE(waiting));
    x_op(x, X_MOV, 32, R_TMP3, x_at(R_TMP2, (int32_t)block * 4));
    x_op_imm(x, X_MOV_I, 32, 0, x_at(R_TMP2, (int32_t)block * 4), 0);
}

// From `block` on.
static void find_next(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t again = x_label(x);
    x_op(x, X_MOV, 64, R_TMP2, STATE(waiting));
    x_mov_imm(x, R_TMP, block);
    x_bind(x, again);
    x_op_imm(x, X_ADD_I, 32, 0, x_reg(R_TMP), 1);
    // behind the last block is one at which lanes always wait
    x_op_imm(x, X_CMP_I, 32, 0, x_indexed(R_TMP2, R_TMP, 4, 0), 0);
    x_jump(x, XC_E, again);
    x_op(x, X_MOV_TO, 32, R_TMP, STATE(first_waiting));
}

static void take_up_vector(Emit *emit, uint32_t row, uint32_t at) {
    for (uint32_t half = 0; half < halves(emit, row); half++) {
        uint32_t to = emit_vector_to(emit, row, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS, to, X_NO_REG, waiting_place(emit, at, row, half));
        emit_vector_done(emit, row, half, to);
    }
}

void emit_take_up(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    take_mask(emit, block);
    x_op(x, X_MOV, 32, R_MASK, x_reg(R_TMP3));
    uint32_t at = emit->waiting_at[block];
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (!is_in_register(emit, row)) continue;
        if (emit->shapes->common[row]) {
            emit_take_common(emit, row);
        } else if (emit->shapes->held[row] == HELD_VECTOR) {
            EACH_PIECE(emit, emit_pieces(emit, row)) take_up_vector(emit, row, at);
        } else {
            uint32_t to = emit_scalar_to(emit, row, R_TMP);
            x_op(x, X_MOV, 64, to, waiting_place(emit, at, row, 0));
            emit_scalar_done(emit, row, to);
        }
        at += emit->vector * emit_parts(emit, row);
    }
    find_next(emit, block);
    emit_set_lanes(emit);
}

// V_TMP2: the mask of a half's lanes, from that of all in V_TMP3.
static void half_mask(Emit *emit, uint32_t half) {
    uint32_t from = V_TMP3;
    if (half) {
        x_vec_imm(&emit->x, X_VEXTRACT, V_TMP3, X_NO_REG, x_reg(V_TMP2), 1);
        from = V_TMP2;
    }
    x_vec(&emit->x, X_VPMOVSXDQ, V_TMP2, X_NO_REG, x_reg(from));
}

// The piece's lanes of R_TMP3, of rows that differ among lanes.
static void join_piece(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t at = emit->waiting_at[block];
    emit_lane_mask(emit, R_TMP3, V_TMP3);
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (!is_in_register(emit, row)) continue;
        JitOperand operand = row_operand(emit, row);
        for (uint32_t half = 0; half < halves(emit, row) && is_vector(emit, row); half++) {
            bool wide = size_of(emit, row) == 3;
            if (wide) half_mask(emit, half);
            uint32_t own = emit_float(emit, &operand, half, V_TMP);
            x_vec_imm(x, X_VBLENDVPS, own, own, waiting_place(emit, at, row, half),
                      (wide ? V_TMP2 : V_TMP3) << 4);
            emit_vector_done(emit, row, half, own);
        }
        at += emit->vector * emit_parts(emit, row);
    }
}

// Of predicates, the bits of R_TMP3's lanes.
static void join_bits(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t at = emit->waiting_at[block];
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (!is_in_register(emit, row)) continue;
        XOperand waiting = waiting_place(emit, at, row, 0);
        at += emit->vector * emit_parts(emit, row);
        if (emit->shapes->held[row] != HELD_BITS || emit->shapes->common[row]) continue;
        // own ^ ((own ^ waiting) & mask)
        JitOperand operand = row_operand(emit, row);
        uint32_t own = emit_bits(emit, &operand, R_TMP2);
        x_op(x, X_MOV, 32, R_TMP, x_reg(own));
        x_op(x, X_XOR, 32, R_TMP, waiting);
        x_op(x, X_AND, 32, R_TMP, x_reg(R_TMP3));
        x_op(x, X_XOR, 32, R_TMP, x_reg(own));
        emit_bits_done(emit, row, R_TMP);
    }
}

void emit_join(Emit *emit, uint32_t block) {
    take_mask(emit, block);
    x_op(&emit->x, X_OR, 32, R_MASK, x_reg(R_TMP3));
    EACH_PIECE(emit, emit->pieces) join_piece(emit, block);
    join_bits(emit, block);
    find_next(emit, block);
    emit_set_lanes(emit);
}
