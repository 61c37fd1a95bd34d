// SPDX-License-Identifier: Apache-2.0
// Rows that all lanes that run at a time have alike, the others of a block too: computed in the
// function's first block from parameters, constants and special registers that are so (those of
// the block; the thread's index in a row where such lanes are a whole one), as one number, or of
// such numbers as bits of a predicate. When the first lanes begin they are computed once for all
// and put into their slots; where lanes would compute them they take them from there, and so they
// do behind barriers, at which they are not saved, and where they have waited. What only others of
// these use has no register.
#include "jit/jit_int.h"

// What is computed has no effect and needs nothing of the lanes.
static const bool computes[] = {
    [JIT_MOVE] = true,     [JIT_ADD] = true,    [JIT_SUB] = true,      [JIT_MUL] = true,
    [JIT_MUL_WIDE] = true, [JIT_MAD] = true,    [JIT_MAD_WIDE] = true, [JIT_MIN] = true,
    [JIT_MAX] = true,      [JIT_NEG] = true,    [JIT_AND] = true,      [JIT_OR] = true,
    [JIT_XOR] = true,      [JIT_NOT] = true,    [JIT_SHL] = true,      [JIT_SHR] = true,
    [JIT_COMPARE] = true,  [JIT_SELECT] = true, [JIT_CONVERT] = true,  [JIT_FADD] = true,
    [JIT_FSUB] = true,     [JIT_FMUL] = true,   [JIT_FMA] = true,      [JIT_FDIV] = true,
    [JIT_FNEG] = true,     [JIT_FABS] = true,   [JIT_LOAD] = true,
};

static void count_writer(void *data, uint32_t row) {
    uint8_t *writers = data;
    writers[row] = (uint8_t)CU_MIN(writers[row] + 1, 2);
}

static bool is_common_operand(const Shapes *shapes, const JitOperand *operand) {
    switch ((JitKind)operand->kind) {
    case JIT_IS_NONE:
    case JIT_IS_VALUE: return true;
    case JIT_IS_ROW: return shapes->common[operand->at];
    case JIT_IS_SPECIAL: return operand->alike;
    default: return false;
    }
}

static const JitOperand *result_of(const JitFunc *fn, const JitInst *in) {
    bool loads = in->op == JIT_LOAD && in->nelement == 1;
    return loads ? &fn->element.at[in->element] : &in->d;
}

// Computed for lanes that do not run as well. (A vector that differs by lane needs more
// registers than it saves work.)
static bool is_one_number(const Shapes *shapes, uint32_t row) {
    bool is_equal = shapes->value[row].shape == SHAPE_UNIFORM;
    return is_any_of(shapes->held[row], HELD_SCALAR, HELD_BITS) ||
           (shapes->held[row] == HELD_VECTOR && is_equal);
}

// The code may end before what widens numbers in steps: before that nothing else is computed.
static bool may_end(const Shapes *shapes, const JitInst *in) {
    bool steps = shape_of(shapes, &in->a).shape != SHAPE_UNIFORM ||
                 (in->b.kind && shape_of(shapes, &in->b).shape != SHAPE_UNIFORM);
    return steps && jit_may_stop(in);
}

static bool is_common(const Shapes *shapes, const Flow *flow, const JitInst *in,
                      const uint8_t *writers) {
    const JitOperand *to = result_of(flow->fn, in);
    bool known = in->op < CU_COUNT(computes) && computes[in->op] && !in->may_call && !in->guard;
    if (!known || to->kind != JIT_IS_ROW || in->second.kind || may_end(shapes, in)) return false;
    if (in->op == JIT_LOAD && in->space != JIT_PARAM) return false;
    bool one_writer = writers[to->at] == 1 && !row_in(flow->block[0].live_in, to->at);
    return one_writer && is_one_number(shapes, to->at) && is_common_operand(shapes, &in->a) &&
           is_common_operand(shapes, &in->b) && is_common_operand(shapes, &in->c);
}

static void mark_used(void *data, uint32_t row) {
    Shapes *shapes = data;
    shapes->common_used[row] = true;
}

void common_find(Shapes *shapes, const Flow *flow) {
    const JitFunc *fn = flow->fn;
    const Block *first = &flow->block[0];
    uint8_t *writers = arena_array(flow->arena, uint8_t, fn->row.n + 1);
    shapes->common = arena_array(flow->arena, bool, fn->row.n + 1);
    shapes->common_used = arena_array(flow->arena, bool, fn->row.n + 1);
    VEC_FOREACH (JitInst, in, &fn->inst) flow_writes(fn, in, count_writer, writers);
    for (uint32_t i = first->first; i < first->end; i++) {
        const JitInst *in = &fn->inst.at[i];
        if (!is_common(shapes, flow, in, writers)) continue;
        shapes->common[result_of(fn, in)->at] = shapes->any_common = true;
    }
    VEC_FOREACH (JitInst, in, &fn->inst) {
        const JitOperand *to = result_of(fn, in);
        bool common = to->kind == JIT_IS_ROW && shapes->common[to->at];
        if (!common) flow_reads(fn, in, mark_used, shapes);
    }
}

uint32_t emit_common_of(const Emit *emit, const JitInst *in) {
    const JitOperand *to = result_of(emit->fn, in);
    return to->kind == JIT_IS_ROW && emit->shapes->common[to->at] ? to->at : UINT32_MAX;
}

// Between the row's registers, if it has any, and its slot.
static void move_common(Emit *emit, uint32_t row, bool to_slot) {
    XCode *x = &emit->x;
    if (emit->places->reg[0][row] == NO_REG) return;
    uint32_t size = emit->fn->row.at[row].size;
    if (emit->shapes->held[row] != HELD_VECTOR) {
        x_op(x, to_slot ? X_MOV_TO : X_MOV, size == 3 ? 64 : 32, emit->places->reg[0][row],
             emit_slot(emit, row, 0));
        return;
    }
    for (uint32_t half = 0; half < halves_of(size); half++)
        x_vec(x, to_slot ? X_VMOVUPS_TO : X_VMOVUPS, emit->places->reg[half][row], X_NO_REG,
              emit_slot(emit, row, half));
}

// The machine's rows have the bits of lanes that run: of the others they are computed.
static bool has_bits(const Emit *emit, const Block *entry) {
    EACH_ROW(row, entry->live_in, emit->flow) {
        if (emit->shapes->common[row] && emit->shapes->held[row] == HELD_BITS) return true;
    }
    return false;
}

bool emit_computes_common(const Emit *emit, uint32_t entry) {
    const Flow *flow = emit->flow;
    return emit->shapes->any_common && (!entry || has_bits(emit, &flow->block[entry]));
}

void emit_take_common(Emit *emit, uint32_t row) {
    move_common(emit, row, false);
}

void emit_put_common(Emit *emit, uint32_t row) {
    move_common(emit, row, true);
}
