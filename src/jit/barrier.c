// SPDX-License-Identifier: Apache-2.0
// Barriers of a block that its lanes pass in native code. Lanes that run together and come to one,
// all of those that have not ended, put what registers hold into memory of their own
// (JitLanes.saved), numbers that are the same or in steps as one, and the next ones run. When all
// have come, and JitState.pass allows it, they go on behind it in the same way (jit_run). Where it
// does not, or some have stopped elsewhere, they are taken up once more and exit before the
// barrier.
#include "jit/jit_int.h"

static bool is_saved(const Emit *emit, uint32_t row) {
    return emit->shapes->held[row] != HELD_HOME && !emit->shapes->common[row];
}

static uint32_t bytes_of(const Emit *emit, uint32_t row) {
    return emit->shapes->held[row] != HELD_VECTOR ? 8 : emit->vector * emit_parts(emit, row);
}

// R_TMP3 is JitLanes.saved. Each row that registers hold behind some barrier has a place.
static XOperand place_of(const Emit *emit, uint32_t row, uint32_t half) {
    return x_at(R_TMP3, (int32_t)(emit->saved_at[row] + emit->vector * emit_part(emit, row, half)));
}

static uint32_t block_behind(const Emit *emit, uint32_t inst) {
    return emit->flow->block[emit->barrier.at[emit->barrier_of[inst]].block].succ[0];
}

static void save_vector(Emit *emit, const JitOperand *operand) {
    for (uint32_t half = 0; half < halves_of(operand->size); half++) {
        uint32_t from = emit_float(emit, operand, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS_TO, from, X_NO_REG, place_of(emit, operand->at, half));
    }
}

// Those of the rows that have places, and whose places may have others: not those of `known`.
static void save(Emit *emit, const uint64_t *rows, const uint64_t *known) {
    EACH_ROW(row, rows, emit->flow) {
        if (!row_in(emit->saved_rows, row) || (known && row_in(known, row))) continue;
        JitOperand operand = {.kind = JIT_IS_ROW, .size = emit->fn->row.at[row].size, .at = row};
        if (emit->shapes->held[row] == HELD_VECTOR) {
            EACH_PIECE(emit, emit_pieces(emit, row)) save_vector(emit, &operand);
        } else {
            uint32_t from = emit_number(emit, &operand, R_TMP);
            x_op(&emit->x, X_MOV_TO, 64, from, place_of(emit, row, 0));
        }
    }
}

static void restore_vector(Emit *emit, uint32_t row) {
    for (uint32_t half = 0; half < halves_of(emit->fn->row.at[row].size); half++) {
        uint32_t to = emit_vector_to(emit, row, half, V_TMP);
        x_vec(&emit->x, X_VMOVUPS, to, X_NO_REG, place_of(emit, row, half));
        emit_vector_done(emit, row, half, to);
    }
}

static void restore(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 64, R_TMP3, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP3, LANES(R_TMP3, saved));
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (emit->shapes->common[row]) {
            emit_take_common(emit, row);
        } else if (emit->shapes->held[row] == HELD_VECTOR) {
            EACH_PIECE(emit, emit_pieces(emit, row)) restore_vector(emit, row);
        } else if (is_saved(emit, row)) {
            uint32_t to = emit_scalar_to(emit, row, R_TMP);
            x_op(x, X_MOV, 64, to, place_of(emit, row, 0));
            emit_scalar_done(emit, row, to);
        }
    }
}

// ---- what is known to be saved -----------------------------------------------------------------

static void give_places(Emit *emit, uint32_t behind) {
    EACH_ROW(row, emit->flow->block[behind].held_in, emit->flow) {
        if (!is_saved(emit, row) || row_in(emit->saved_rows, row)) continue;
        flow_add_row(emit->saved_rows, row);
        emit->saved_at[row] = emit->saved;
        emit->saved += bytes_of(emit, row);
    }
}

// The rows whose places have what they hold in the end of the block, before its barrier.
static void known_behind_writes(const Emit *emit, uint32_t b, uint64_t *known) {
    for (uint32_t w = 0; w < emit->flow->words; w++)
        known[w] = emit->known_saved[b][w] & ~emit->flow->block[b].written[w];
}

// And behind that.
static void known_behind(const Emit *emit, uint32_t b, uint64_t *known) {
    const Block *block = &emit->flow->block[b];
    const JitInst *last = flow_last(emit->flow, block);
    known_behind_writes(emit, b, known);
    if (!last || !last->passes) return;
    for (uint32_t w = 0; w < emit->flow->words; w++)
        known[w] |= emit->flow->block[block->succ[0]].held_in[w];
}

// Meets what comes into the block; true: it knows less than before.
static bool meet_known(Emit *emit, uint32_t b, uint64_t *behind) {
    const Flow *flow = emit->flow;
    uint64_t *known = emit->known_saved[b];
    bool changed = false;
    for (uint32_t e = flow->pred_first[b]; e < flow->pred_first[b + 1]; e++) {
        known_behind(emit, flow->pred[e], behind);
        for (uint32_t w = 0; w < flow->words; w++) {
            changed |= (known[w] & ~behind[w]) != 0;
            known[w] &= behind[w];
        }
    }
    return changed;
}

// Rows that have not been written since their places got what they have, on any way there: most of
// those that live over a loop with barriers. An entry saves what it loads.
static void find_known(Emit *emit) {
    const Flow *flow = emit->flow;
    emit->known_saved = arena_array(emit->x.arena, uint64_t *, flow->n + 1);
    uint64_t *behind = arena_array(emit->x.arena, uint64_t, flow->words);
    for (uint32_t b = 0; b < flow->n; b++) {
        emit->known_saved[b] = arena_array(emit->x.arena, uint64_t, flow->words);
        bool entry = flow_is_entry(flow, b);
        for (uint32_t w = 0; w < flow->words; w++)
            emit->known_saved[b][w] = entry || !b ? flow->block[b].held_in[w] : UINT64_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < flow->n; b++) changed |= meet_known(emit, b, behind);
    }
}

void emit_save_entry(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    if (!emit->barrier.n) return;
    uint32_t none = x_label(x);
    x_op_imm(x, X_CMP_I, 64, 0, STATE(pass), 0); // then no barrier is passed
    x_jump(x, XC_E, none);
    x_op(x, X_MOV, 64, R_TMP3, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP3, LANES(R_TMP3, saved));
    save(emit, emit->flow->block[block].held_in, NULL);
    x_bind(x, none);
}

// ---- barriers ----------------------------------------------------------------------------------

void emit_find_barriers(Emit *emit) {
    const Flow *flow = emit->flow;
    emit->barrier_of = arena_array(emit->x.arena, uint32_t, emit->fn->inst.n + 1);
    emit->saved_rows = arena_array(emit->x.arena, uint64_t, flow->words);
    emit->saved_at = arena_array(emit->x.arena, uint32_t, emit->fn->row.n + 1);
    for (uint32_t b = 0; b < flow->n; b++) {
        const JitInst *last = flow_last(flow, &flow->block[b]);
        if (!last || !last->passes) continue;
        uint32_t inst = flow->block[b].end - 1;
        Barrier barrier = {.inst = inst, .block = b, .pc = last->pc, .slow = x_label(&emit->x)};
        emit->barrier_of[inst] = emit->barrier.n;
        vec_push(emit->x.arena, &emit->barrier, barrier);
        give_places(emit, flow->block[b].succ[0]);
    }
    if (!emit->barrier.n) return;
    emit->saved = CU_ALIGN(CU_MAX(emit->saved, 1u), 64u); // none means that there is no barrier
    find_known(emit);
}

void emit_barrier(Emit *emit, uint32_t inst) {
    XCode *x = &emit->x;
    uint32_t number = emit->barrier_of[inst], slow = emit->barrier.at[number].slow;
    uint64_t *known = arena_array(x->arena, uint64_t, emit->flow->words);
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
    known_behind_writes(emit, emit->barrier.at[number].block, known);
    save(emit, emit->flow->block[block_behind(emit, inst)].held_in, known);
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
