// SPDX-License-Identifier: Apache-2.0
// Barriers of a block that its lanes pass in native code. Lanes that run together and come to one,
// all of those that have not ended, put what registers hold into memory of their own
// (JitLanes.saved), numbers that are the same or in steps as one, and the next ones run. When all
// have come, and JitState.pass allows it, they go on behind it in the same way (jit_run). Where it
// does not, or some have stopped elsewhere, they are taken up once more and exit before the
// barrier.
#include "jit/jit_int.h"

static bool is_saved(const Emit *emit, uint32_t row) {
    return emit->shapes->held[row] != HELD_HOME;
}

// Rows that registers hold behind the barrier have places in their order.
static uint32_t bytes_of(const Emit *emit, uint32_t row) {
    if (!is_saved(emit, row)) return 0;
    return emit->shapes->held[row] != HELD_VECTOR ? 8 : emit->vector * emit_parts(emit, row);
}

// R_TMP3 is where they are, `at` the row's first byte.
static XOperand place_of(const Emit *emit, uint32_t at, uint32_t row, uint32_t half) {
    return x_at(R_TMP3, (int32_t)(at + emit->vector * emit_part(emit, row, half)));
}

static uint32_t block_behind(const Emit *emit, uint32_t inst) {
    return emit->flow->block[emit->barrier.at[emit->barrier_of[inst]].block].succ[0];
}

static void save_vector(Emit *emit, const JitOperand *operand, uint32_t at) {
    for (uint32_t half = 0; half < halves_of(operand->size); half++) {
        uint32_t from = emit_float(emit, operand, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS_TO, from, X_NO_REG, place_of(emit, at, operand->at, half));
    }
}

static void save(Emit *emit, uint32_t block) {
    uint32_t at = 0;
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        JitOperand operand = {.kind = JIT_IS_ROW, .size = emit->fn->row.at[row].size, .at = row};
        if (emit->shapes->held[row] == HELD_VECTOR) {
            EACH_PIECE(emit, emit_pieces(emit, row)) save_vector(emit, &operand, at);
        } else if (is_saved(emit, row)) {
            uint32_t from = emit_number(emit, &operand, R_TMP);
            x_op(&emit->x, X_MOV_TO, 64, from, place_of(emit, at, row, 0));
        }
        at += bytes_of(emit, row);
    }
}

static void restore_vector(Emit *emit, uint32_t row, uint32_t at) {
    for (uint32_t half = 0; half < halves_of(emit->fn->row.at[row].size); half++) {
        uint32_t to = emit_vector_to(emit, row, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS, to, X_NO_REG, place_of(emit, at, row, half));
        emit_vector_done(emit, row, half, to);
    }
}

static void restore(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t at = 0;
    x_op(x, X_MOV, 64, R_TMP3, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP3, LANES(R_TMP3, saved));
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (emit->shapes->held[row] == HELD_VECTOR) {
            EACH_PIECE(emit, emit_pieces(emit, row)) restore_vector(emit, row, at);
        } else if (is_saved(emit, row)) {
            uint32_t to = emit_scalar_to(emit, row, R_TMP);
            x_op(x, X_MOV, 64, to, place_of(emit, at, row, 0));
            emit_scalar_done(emit, row, to);
        }
        at += bytes_of(emit, row);
    }
}

static uint32_t saved_bytes(const Emit *emit, uint32_t block) {
    uint32_t bytes = 0;
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) bytes += bytes_of(emit, row);
    return bytes;
}

void emit_find_barriers(Emit *emit) {
    const Flow *flow = emit->flow;
    emit->barrier_of = arena_array(emit->x.arena, uint32_t, emit->fn->inst.n + 1);
    for (uint32_t b = 0; b < flow->n; b++) {
        const JitInst *last = flow_last(flow, &flow->block[b]);
        if (!last || !last->passes) continue;
        uint32_t inst = flow->block[b].end - 1;
        Barrier barrier = {.inst = inst, .block = b, .pc = last->pc, .slow = x_label(&emit->x)};
        emit->barrier_of[inst] = emit->barrier.n;
        vec_push(emit->x.arena, &emit->barrier, barrier);
        emit->saved = CU_MAX(emit->saved, saved_bytes(emit, flow->block[b].succ[0]));
    }
}

void emit_barrier(Emit *emit, uint32_t inst) {
    XCode *x = &emit->x;
    uint32_t number = emit->barrier_of[inst], slow = emit->barrier.at[number].slow;
    x_op_imm(x, X_CMP_I, 64, 0, STATE(pass), 0);
    x_jump(x, XC_E, slow);
    if (emit->parts) { // others of these lanes are not here yet
        x_op_imm(x, X_CMP_I, 32, 0, STATE(first_waiting), (int32_t)emit->flow->n);
        x_jump(x, XC_NE, slow);
    }
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    x_op_imm(x, X_CMP_I, 32, 0, LANES(R_TMP2, nexit), 0);
    x_jump(x, XC_NE, slow);
    x_op(x, X_MOV, 64, R_TMP3, LANES(R_TMP2, saved));
    save(emit, block_behind(emit, inst));
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    x_op(x, X_MOV_TO, 32, R_MASK, LANES(R_TMP2, mask));
    x_op_imm(x, X_MOV_I, 32, 0, LANES(R_TMP2, barrier), (int32_t)number + 1);
    XOperand stand = STATE(stand);
    stand.disp += 4 * (int32_t)(number / 32);
    x_op_imm(x, X_OR_I, 32, 0, stand, (int32_t)(1u << number % 32));
    x_jump(x, XC_ALWAYS, emit->next);
}

static void go_on_at(Emit *emit, uint32_t saved_for, uint32_t block) {
    restore(emit, saved_for);
    x_jump(&emit->x, XC_ALWAYS, emit->begin[block]);
}

void emit_barriers_apart(Emit *emit) {
    XCode *x = &emit->x;
    VEC_FOREACH (Barrier, barrier, &emit->barrier) {
        uint32_t behind = emit->flow->block[barrier->block].succ[0];
        const Block *next = &emit->flow->block[behind];
        bool stores = emit->fn->inst.at[next->first].together;
        if (stores) {
            barrier->during = x->code.n;
            go_on_at(emit, behind, behind);
        }
        barrier->behind = x->code.n;
        go_on_at(emit, behind, stores ? next->succ[0] : behind);
        barrier->before = x->code.n;
        restore(emit, behind);
        x_bind(x, barrier->slow);
        emit_exit(emit, emit->flow->stored[barrier->inst], barrier->pc, false);
    }
}
