// SPDX-License-Identifier: Apache-2.0
// Loops that lanes run one after the other, each by itself up to where it leaves: where lanes go
// apart in places and rounds (rows of a sparse matrix, neighbours in a graph), a processor is
// faster with one number at a time than with vectors that are gathered word by word.
//
// Before the loop the lanes' values go to memory, as those of lanes that wait do. For one lane
// after the other they are loaded, with everything in the loop the same "for all lanes", which is
// that one: the code is what uniform values get, in registers of its own. What a lane leaves with
// goes to where lanes wait at the block behind the loop (rows.c); when all have run, those are
// taken up as others are.
#include "jit/serial.h"

// ---- forms -------------------------------------------------------------------------------------

// One lane runs as eight do that are the same: in all loops alike, but for registers and labels.
static Form form_of_one(Emit *emit) {
    if (emit->one.fn) return emit->one;
    Arena *arena = emit->x.arena;
    JitFunc *fn = arena_new(arena, JitFunc);
    *fn = *emit->fn;
    fn->lanes = JIT_PIECE;
    Shapes *shapes = arena_new(arena, Shapes);
    shape_one_lane(shapes, emit->shapes, emit->flow);
    return emit->one = (Form){.fn = fn, .shapes = shapes, .vector = 32, .pieces = 1};
}

void serial_add(Emit *emit, uint32_t header, const uint64_t *written) {
    const Flow *flow = emit->flow;
    Arena *arena = emit->x.arena;
    Serial *serial = arena_new(arena, Serial);
    serial->first = header;
    serial->last = flow->block[header].last;
    serial->written = arena_array(arena, uint64_t, flow->words);
    serial->touched = arena_array(arena, uint64_t, flow->words);
    serial->parked = arena_array(arena, uint64_t, flow->words);
    serial->parked_at = arena_array(arena, uint32_t, emit->fn->row.n + 1);
    memcpy(serial->written, written, flow->words * sizeof *written);
    for (uint32_t b = header; b <= serial->last; b++) {
        emit->serial_of[b] = serial;
        for (uint32_t i = flow->block[b].first; i < flow->block[b].end; i++) {
            flow_reads(flow->fn, &flow->fn->inst.at[i], flow_add_row, serial->touched);
            flow_writes(flow->fn, &flow->fn->inst.at[i], flow_add_row, serial->touched);
        }
        bool enters = b == header || flow_is_entry(flow, b);
        for (uint32_t w = 0; w < flow->words && enters; w++)
            serial->parked[w] |= flow->block[b].held_in[w];
    }
    serial->form = form_of_one(emit);
    serial->form.places = arena_new(arena, Places);
}

uint32_t serial_lay_out(Emit *emit, uint32_t size) {
    const Flow *flow = emit->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        Serial *serial = emit->serial_of[b];
        if (!serial || serial->first != b) continue;
        EACH_ROW(row, serial->parked, flow) {
            if (emit->shapes->held[row] == HELD_HOME) continue;
            serial->parked_at[row] = size;
            size += emit->vector * emit_parts(emit, row);
        }
        form_use(emit, serial);
        place_find(serial->form.places, flow, emit->shapes, (PlaceWhere){serial, NULL},
                   emit->vector, CU_ALIGN(size, 64u));
        form_use(emit, NULL);
        size = CU_ALIGN(serial->form.places->slots, 64u);
    }
    return size;
}

void serial_make_labels(Emit *emit) {
    uint32_t n = emit->flow->n;
    for (uint32_t b = 0; b < n; b++) {
        Serial *serial = emit->serial_of[b];
        if (!serial || serial->first != b) continue;
        serial->form.dispatch = x_label(&emit->x);
        serial->form.arrive = arena_array(emit->x.arena, uint32_t, n);
        for (uint32_t to = 0; to < n; to++) serial->form.arrive[to] = x_label(&emit->x);
        emit->parts = true; // one lane waits for the others behind the loop
    }
}

// ---- before the loop ---------------------------------------------------------------------------

static JitOperand row_operand(const Emit *emit, uint32_t row) {
    return (JitOperand){.kind = JIT_IS_ROW, .size = emit->fn->row.at[row].size, .at = row};
}

static bool is_vector(const Shapes *shapes, uint32_t row) { // that differs among the lanes
    return shapes->held[row] == HELD_VECTOR && shapes->value[row].shape != SHAPE_UNIFORM;
}

static XOperand in_area(uint32_t at) {
    return x_at(R_STATE, (int32_t)(offsetof(JitState, area) + at));
}

// What all lanes have, from their registers to a place of the area; with `masked` only that of
// lanes that run.
static void put_row(Emit *emit, uint32_t row, uint32_t at, bool masked) {
    XCode *x = &emit->x;
    JitOperand operand = row_operand(emit, row);
    if (emit->shapes->held[row] != HELD_VECTOR) {
        uint32_t from = emit_number(emit, &operand, R_TMP);
        bool mixes = masked && emit->shapes->held[row] == HELD_BITS;
        if (mixes) emit_mix_bits(emit, from, in_area(at));
        x_op(x, X_MOV_TO, 64, mixes ? R_TMP : from, in_area(at));
        return;
    }
    bool wide = operand.size == 3, differs = is_vector(emit->shapes, row);
    EACH_PIECE(emit, emit_pieces(emit, row)) {
        for (uint32_t half = 0; half < halves_of(operand.size); half++) {
            uint32_t from = emit_vector(emit, &operand, half, V_TMP);
            XOperand to = in_area(at + emit->vector * emit_part(emit, row, half));
            if (masked && differs)
                emit_store_running(emit, from, wide, half, to);
            else
                x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, to);
        }
    }
}

// What the loop does not write is as it is for lanes that will wait behind it, at `block`.
static void put_unwritten(Emit *emit, const Serial *serial, uint32_t block, bool masked) {
    uint32_t at = emit->waiting_at[block];
    EACH_ROW(row, emit->flow->block[block].held_in, emit->flow) {
        if (emit->shapes->held[row] == HELD_HOME) continue;
        if (!row_in(serial->written, row)) put_row(emit, row, at, masked);
        at += emit->vector * emit_parts(emit, row);
    }
}

// Calls see(emit, serial, block) for each block to which the loop is left.
static void each_exit(Emit *emit, const Serial *serial,
                      void (*see)(Emit *, const Serial *, uint32_t)) {
    const Flow *flow = emit->flow;
    bool *seen = arena_array(emit->x.arena, bool, flow->n + 1);
    for (uint32_t b = serial->first; b <= serial->last; b++) {
        for (uint32_t k = 0; k < flow->block[b].nsucc; k++) {
            uint32_t to = flow->block[b].succ[k];
            if (flow_in_loop(flow, to, serial->first) || seen[to]) continue;
            seen[to] = true;
            see(emit, serial, to);
        }
    }
}

// Masked stores take ten times as long as whole ones, and nobody waits there most of the time.
static void prepare_exit(Emit *emit, const Serial *serial, uint32_t block) {
    XCode *x = &emit->x;
    uint32_t some = x_label(x), done = x_label(x);
    x_op(x, X_MOV, 64, R_TMP3, STATE(waiting));
    x_op_imm(x, X_CMP_I, 32, 0, x_at(R_TMP3, (int32_t)block * 4), 0);
    x_jump(x, XC_NE, some);
    put_unwritten(emit, serial, block, false);
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, some);
    put_unwritten(emit, serial, block, true);
    x_bind(x, done);
}

// ---- lane by lane ------------------------------------------------------------------------------

// The parked value of lane R_TMP2, which keeps its number, to the lane's own register or slot.
static void take_row(Emit *emit, const Serial *serial, uint32_t row) {
    XCode *x = &emit->x;
    const Shapes *all = emit->all.shapes;
    uint32_t size = emit->fn->row.at[row].size, bits = size == 3 ? 64 : 32;
    int32_t at = (int32_t)(offsetof(JitState, area) + serial->parked_at[row]);
    XOperand one = x_at(R_STATE, at), its = x_indexed(R_STATE, R_TMP2, size == 3 ? 8 : 4, at);
    XOperand place = is_vector(all, row) ? its : one;
    if (emit->shapes->held[row] == HELD_VECTOR) {
        for (uint32_t half = 0; half < halves_of(size); half++) {
            uint32_t to = emit_vector_to(emit, row, half, V_TMP);
            x_vec(x, size == 3 ? X_VBROADCASTSD : X_VBROADCASTSS, to, X_NO_REG, place);
            emit_vector_done(emit, row, half, to);
        }
        return;
    }
    uint32_t to = emit_scalar_to(emit, row, R_TMP);
    int64_t step = all->value[row].step;
    if (all->held[row] == HELD_BITS) {
        x_op(x, X_TEST, 32, R_MASK, place);
        x_setcc(x, XC_NE, R_TMP);
        x_op(x, X_MOVZX8, 32, to, x_reg(R_TMP));
    } else if (all->held[row] == HELD_SCALAR && step) {
        x_op_imm(x, X_IMUL_I, bits, R_TMP, x_reg(R_TMP2), (int32_t)step);
        x_op(x, X_ADD, bits, R_TMP, place);
        if (to != R_TMP) x_op(x, X_MOV, bits, to, x_reg(R_TMP));
    } else {
        x_op(x, X_MOV, bits, to, place);
        if (!size) x_op_imm(x, X_AND_I, 32, 0, x_reg(to), 1);
    }
    emit_scalar_done(emit, row, to);
}

// An exit stores rows that the loop has nothing to do with as well. Takes R_TMP2.
void serial_fetch(Emit *emit, const uint64_t *rows) {
    const Serial *serial = emit->serial;
    x_op(&emit->x, X_MOV, 32, R_TMP2, STATE(lane));
    EACH_ROW(row, rows, emit->flow) {
        bool has = row_in(serial->touched, row) || emit->shapes->held[row] == HELD_HOME;
        if (!has) take_row(emit, serial, row);
    }
}

// The next of the lanes that are left, which R_TMP has: to R_MASK its bit, to R_TMP2 its number.
static void next_lane(Emit *emit) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 32, R_MASK, x_reg(R_TMP));
    x_op(x, X_NEG, 32, 0, x_reg(R_MASK));
    x_op(x, X_AND, 32, R_MASK, x_reg(R_TMP)); // the lowest
    x_op(x, X_XOR, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_MOV_TO, 32, R_TMP, STATE(left));
    x_op(x, X_TZCNT, 32, R_TMP2, x_reg(R_MASK));
    x_op(x, X_MOV_TO, 32, R_TMP2, STATE(lane));
    // special registers are rows of 32 bits
    x_op(x, X_MOV, 64, R_TMP, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP, LANES(R_TMP, special));
    x_op(x, X_LEA, 64, R_TMP, x_indexed(R_TMP, R_TMP2, 4, 0));
    x_op(x, X_MOV_TO, 64, R_TMP, STATE(special));
}

void serial_enter(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    const Flow *flow = emit->flow;
    const Serial *serial = emit->serial_of[block];
    uint32_t again = x_label(x), done = x_label(x);
    EACH_ROW(row, flow->block[block].held_in, flow) {
        if (emit->shapes->held[row] != HELD_HOME) put_row(emit, row, serial->parked_at[row], false);
    }
    each_exit(emit, serial, prepare_exit);
    x_address(x, R_TMP, again);
    x_op(x, X_MOV_TO, 64, R_TMP, STATE(next_lane));
    x_op(x, X_MOV_TO, 32, R_MASK, STATE(left));
    x_bind(x, again);
    x_op(x, X_MOV, 32, R_TMP, STATE(left));
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(x, XC_E, done);
    next_lane(emit);
    form_use(emit, serial);
    EACH_ROW(row, flow->block[block].held_in, flow) {
        if (row_in(serial->touched, row) && emit->shapes->held[row] != HELD_HOME)
            take_row(emit, serial, row);
    }
    x_jump(x, XC_ALWAYS, emit->arrive[block]);
    form_use(emit, NULL);
    x_bind(x, done);
    x_op(x, X_MOV, 64, R_TMP, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP, LANES(R_TMP, special));
    x_op(x, X_MOV_TO, 64, R_TMP, STATE(special));
    x_jump(x, XC_ALWAYS, emit->dispatch);
}

// ---- behind the loop ---------------------------------------------------------------------------

// The lane's value to where lanes wait. R_TMP2: its number.
static void leave_row(Emit *emit, uint32_t row, uint32_t at) {
    XCode *x = &emit->x;
    const Shapes *all = emit->all.shapes;
    JitOperand operand = row_operand(emit, row);
    uint32_t bits = operand.size == 3 ? 64 : 32;
    at += (uint32_t)offsetof(JitState, area);
    XOperand place = is_vector(all, row)
                         ? x_indexed(R_STATE, R_TMP2, operand.size == 3 ? 8 : 4, (int32_t)at)
                         : x_at(R_STATE, (int32_t)at);
    if (all->held[row] == HELD_BITS) {
        emit_mix_bits(emit, emit_bits(emit, &operand, R_TMP), place);
        x_op(x, X_MOV_TO, 32, R_TMP, place);
    } else if (all->held[row] == HELD_VECTOR && !is_vector(all, row)) { // one for all
        for (uint32_t half = 0; half < halves_of(operand.size); half++) {
            uint32_t from = emit_vector(emit, &operand, half, V_TMP);
            for (uint32_t part = 0; part < emit->all.vector / emit->vector; part++) {
                XOperand to = place;
                to.disp += (int32_t)(half * emit->all.vector + part * emit->vector);
                x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, to);
            }
        }
    } else if (emit->shapes->held[row] == HELD_VECTOR) {
        uint32_t from = emit_vector(emit, &operand, 0, V_TMP);
        x_vec_imm(x, bits == 64 ? X_VPEXTRQ_TO : X_VPEXTRD_TO, from, X_NO_REG, place, 0);
    } else {
        uint32_t from = emit_scalar(emit, &operand, R_TMP);
        int64_t step = all->held[row] == HELD_SCALAR ? all->value[row].step : 0;
        bool all_bits = !operand.size && all->held[row] == HELD_VECTOR; // of a predicate's lane
        if ((step || all_bits) && from != R_TMP) x_op(x, X_MOV, bits, R_TMP, x_reg(from));
        if (step) { // lane 0's
            x_op_imm(x, X_IMUL_I, bits, R_TMP3, x_reg(R_TMP2), (int32_t)step);
            x_op(x, X_SUB, bits, R_TMP, x_reg(R_TMP3));
        }
        if (all_bits) x_op(x, X_NEG, 32, 0, x_reg(R_TMP));
        x_op(x, X_MOV_TO, bits, step || all_bits ? R_TMP : from, place);
    }
}

static void leave_to(Emit *emit, const Serial *serial, uint32_t block) {
    XCode *x = &emit->x;
    const Flow *flow = emit->flow;
    uint32_t at = emit->waiting_at[block];
    x_bind(x, emit->arrive[block]);
    x_op(x, X_MOV, 32, R_TMP2, STATE(lane));
    EACH_ROW(row, flow->block[block].held_in, flow) {
        if (emit->all.shapes->held[row] == HELD_HOME) continue;
        if (row_in(serial->written, row)) leave_row(emit, row, at);
        form_use(emit, NULL);
        at += emit->vector * emit_parts(emit, row);
        form_use(emit, serial);
    }
    emit_wait_at(emit, block);
    x_jump(x, XC_ALWAYS, emit->dispatch);
}

void serial_leave(Emit *emit) {
    each_exit(emit, emit->serial, leave_to);
    x_bind(&emit->x, emit->dispatch);
    x_jump_to(&emit->x, STATE(next_lane));
}
