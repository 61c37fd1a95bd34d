// SPDX-License-Identifier: Apache-2.0
// What values are among eight lanes, and so where they are held.
//
// A row has one shape wherever it is used: the widest of what its instructions give. Two things
// make it a vector beside that. Lanes that come to a block by different ways out of a branch at
// which they parted may have different values in a row that is written on these ways. And lanes
// that leave a loop in different rounds have different values of what the loop writes.
#include "jit/jit_int.h"

typedef struct {
    Shapes *shapes;
    const Flow *flow;
    uint32_t *way;  // of blocks: which way out of a branch leads there, 0: none
    bool *in;       // the blocks on its ways
    uint8_t *marks; // of rows: SEEN, FLOAT, CLEAN
    uint64_t *mixed, *once, *again, *others; // sets of rows
    uint64_t **of_loop;                      // of headers: what their loops write; NULL: not asked
    VEC(uint32_t) meetings;
    bool changed;
} Find;

static const Value uniform = {SHAPE_UNIFORM}, vector = {SHAPE_VECTOR};

// ---- what instructions want of rows ------------------------------------------------------------

bool shape_is_float(const JitInst *in) {
    if (in->op >= JIT_FADD && in->op <= JIT_FABS) return true;
    bool of_float = is_any_of(in->type, JIT_F32, JIT_F64);
    return (in->op == JIT_COMPARE && of_float) ||
           (in->op == JIT_CONVERT && (of_float || is_any_of(in->from, JIT_F32, JIT_F64)));
}

typedef struct {
    uint8_t mark;
    uint8_t *marks;
} Mark;

static void set_mark(void *data, uint32_t row) {
    Mark *mark = data;
    mark->marks[row] |= mark->mark;
}

enum { SEEN = 1, FLOAT = 2, CLEAN = 4 };

static bool is_nan(const JitOperand *operand) {
    return operand->kind == JIT_IS_VALUE && (operand->value & 0x7fffffff) > 0x7f800000;
}

// Of f32, as far as the size tells: bits that the instruction takes from an operand as they are.
static bool passes_on(const JitInst *in) {
    return is_any_of(in->op, JIT_MOVE, JIT_SELECT) && !in->guard && in->d.size == 2;
}

// The instruction's result may be a NaN with any bits, which are cleaned where they matter: it has
// been rounded, or passed on from numbers that are no NaNs and rows, which say themselves whether
// their bits matter.
static bool may_give_raw(const JitInst *in) {
    bool rounds = in->op >= JIT_FADD && in->op <= JIT_FABS;
    if (rounds || in->op == JIT_CONVERT) return in->type == JIT_F32;
    bool from_values = is_any_of(in->a.kind, JIT_IS_ROW, JIT_IS_VALUE) && !is_nan(&in->a);
    if (in->op == JIT_SELECT)
        from_values &= is_any_of(in->b.kind, JIT_IS_ROW, JIT_IS_VALUE) && !is_nan(&in->b);
    return passes_on(in) && from_values;
}

static bool is_clean(const uint8_t *marks, const JitOperand *operand) {
    if (operand->kind != JIT_IS_ROW) return false;
    return !(marks[operand->at] & FLOAT) || marks[operand->at] & CLEAN;
}

// What is passed on matters as it does in the row that it comes from.
static void spread_clean(const Flow *flow, uint8_t *marks) {
    for (bool changed = true; changed;) {
        changed = false;
        VEC_FOREACH (JitInst, in, &flow->fn->inst) {
            if (!passes_on(in) || in->d.kind != JIT_IS_ROW || marks[in->d.at] & CLEAN) continue;
            bool clean = is_clean(marks, &in->a);
            if (in->op == JIT_SELECT) clean |= is_clean(marks, &in->b);
            marks[in->d.at] |= (uint8_t)(CLEAN * clean);
            changed |= clean;
        }
    }
}

// The rows of which some instruction of ours is; those of floating point; those whose bits matter
// as they are, because something else than arithmetic writes them.
static void mark_rows(const Flow *flow, uint8_t *marks) {
    Mark mark = {.marks = marks};
    VEC_FOREACH (JitInst, in, &flow->fn->inst) {
        bool ours = !flow_is_machines(in) && in->op != JIT_STOP;
        bool is_float = shape_is_float(in);
        mark.mark = (uint8_t)(SEEN * ours | FLOAT * (ours && is_float));
        flow_reads(flow->fn, in, set_mark, &mark);
        mark.mark |= (uint8_t)(CLEAN * !may_give_raw(in));
        flow_writes(flow->fn, in, set_mark, &mark);
        if (in->guard) marks[in->guard - 1] |= SEEN; // of whichever instruction
    }
    spread_clean(flow, marks);
}

static bool is_float_row(const Find *find, uint32_t row) {
    return find->marks[row] & FLOAT && find->flow->fn->row.at[row].size;
}

// ---- values ------------------------------------------------------------------------------------

enum { ALL_ZEROS = 64, FULL_WARP_ZEROS = 5 }; // of the number 0; of a multiple of 32

static uint32_t zeros_of(uint64_t number) {
    return number ? (uint32_t)__builtin_ctzll(number) : ALL_ZEROS;
}

// Code has steps, and as many as there are lanes, as immediates.
static Value affine(int64_t step, uint32_t zeros) {
    enum { LARGEST = 1 << 25 };
    if (step > LARGEST || step < -LARGEST) return vector;
    return (Value){step ? SHAPE_AFFINE : SHAPE_UNIFORM, (uint8_t)zeros, step};
}

// The thread's index in a row, and the lane's: of lane 0 a multiple of the lanes.
static Value counted(const Shapes *shapes) {
    return affine(1, zeros_of(shapes->lanes));
}

Value shape_of(const Shapes *shapes, const JitOperand *operand) {
    switch ((JitKind)operand->kind) {
    case JIT_IS_ROW: return shapes->value[operand->at];
    case JIT_IS_VALUE: return affine(0, zeros_of(operand->value));
    case JIT_IS_FRAME: return uniform;
    case JIT_IS_SPECIAL:
        return shapes->one_lane                ? uniform
               : operand->shape == JIT_VECTOR  ? vector
               : operand->shape == JIT_UNIFORM ? uniform
                                               : counted(shapes);
    default: return (Value){.shape = SHAPE_UNKNOWN};
    }
}

static Value join(Value one, Value other) {
    if (one.shape == SHAPE_UNKNOWN) return other;
    if (other.shape == SHAPE_UNKNOWN) return one;
    if (one.shape == SHAPE_VECTOR || other.shape == SHAPE_VECTOR) return vector;
    one.zeros = CU_MIN(one.zeros, other.zeros);
    return one.step == other.step ? one : vector;
}

// Rows that floating point works on are no numbers in steps: they are held as vectors. Words would
// wrap around.
static void widen(Find *find, uint32_t row, Value value) {
    Value *have = &find->shapes->value[row], now = join(*have, value);
    bool steps = !is_float_row(find, row) && find->flow->fn->row.at[row].size >= 2;
    if (now.shape == SHAPE_AFFINE && !steps) now = vector;
    // a number that is halved round by round would have one zero less in each of ours
    bool fewer = have->shape != SHAPE_UNKNOWN && now.zeros < have->zeros;
    if (fewer) now.zeros = now.zeros >= FULL_WARP_ZEROS ? FULL_WARP_ZEROS : 0;
    bool same = now.shape == have->shape && now.step == have->step && now.zeros == have->zeros;
    find->changed |= !same;
    *have = now;
}

static void make_vector(void *data, uint32_t row) {
    widen(data, row, vector);
}

// ---- instructions ------------------------------------------------------------------------------

// Steps wrap around with the type.
static Value stepped(uint32_t type, int64_t step, uint32_t zeros) {
    return affine(shape_is_wide(type) ? step : (int32_t)step, CU_MIN(zeros, ALL_ZEROS));
}

// A product is affine when one factor is and the other is a constant.
static Value product(const Shapes *shapes, const JitInst *in, uint32_t type) {
    Value a = shape_of(shapes, &in->a), b = shape_of(shapes, &in->b);
    uint32_t zeros = CU_MIN((uint32_t)a.zeros + b.zeros, ALL_ZEROS);
    if (a.shape == SHAPE_UNIFORM && b.shape == SHAPE_UNIFORM) return affine(0, zeros);
    bool left = a.shape == SHAPE_AFFINE && in->b.kind == JIT_IS_VALUE;
    bool right = b.shape == SHAPE_AFFINE && in->a.kind == JIT_IS_VALUE;
    if (!left && !right) return vector;
    int64_t factor = (int64_t)(left ? in->b.value : in->a.value);
    if (!shape_is_wide(in->type))
        factor = shape_is_signed(in->type) ? (int32_t)factor : (int64_t)(uint32_t)factor;
    // beyond 64 bits it is no step, but wraps around as the product does
    int64_t step = (int64_t)((uint64_t)(left ? a.step : b.step) * (uint64_t)factor);
    return stepped(type, step, zeros);
}

static Value sum(Value a, Value b, int64_t sign, uint32_t type) {
    if (a.shape == SHAPE_VECTOR || b.shape == SHAPE_VECTOR) return vector;
    uint64_t more = sign < 0 ? 0 - (uint64_t)b.step : (uint64_t)b.step;
    return stepped(type, (int64_t)((uint64_t)a.step + more), CU_MIN(a.zeros, b.zeros));
}

static uint32_t wide_type(uint32_t type) {
    return type == JIT_S32 ? JIT_S64 : JIT_U64;
}

static bool is_known_shift(const JitInst *in) {
    return in->b.kind == JIT_IS_VALUE && in->b.value < (shape_is_wide(in->type) ? 64 : 32);
}

static Value shifted_left(const JitInst *in, Value a) {
    if (a.shape == SHAPE_VECTOR || !is_known_shift(in)) return vector;
    uint32_t zeros = CU_MIN(a.zeros + (uint32_t)in->b.value, ALL_ZEROS);
    return stepped(in->type, (int64_t)((uint64_t)a.step << in->b.value), zeros);
}

// How many low bits the lanes' distances from lane 0 have; those are all that differs among the
// lanes where as many of lane 0's are 0. ALL_ZEROS: other bits differ.
static uint32_t differing_bits(const Shapes *shapes, Value a) {
    if (a.shape == SHAPE_VECTOR || a.step < 0) return ALL_ZEROS;
    uint64_t furthest = (uint64_t)a.step * (shapes->lanes - 1);
    uint32_t bits = furthest ? 64 - (uint32_t)__builtin_clzll(furthest) : 0;
    return bits <= a.zeros ? bits : ALL_ZEROS;
}

// Index / 32, by which warps of a block are counted.
static Value shifted_right(const Shapes *shapes, const JitInst *in, Value a) {
    if (!is_known_shift(in)) return vector;
    uint32_t count = (uint32_t)in->b.value, differing = differing_bits(shapes, a);
    if (differing == ALL_ZEROS) return vector;
    if (differing <= count) return uniform;
    bool whole_steps = !(a.step & ((1ll << count) - 1));
    return whole_steps ? affine(a.step >> count, a.zeros - count) : vector;
}

// Index % 32: a mask that has all bits in which lanes differ, or none of them.
static Value masked(const Shapes *shapes, const JitInst *in, Value a) {
    uint32_t differing = differing_bits(shapes, a);
    if (in->b.kind != JIT_IS_VALUE || differing == ALL_ZEROS) return vector;
    uint64_t those = (1ull << differing) - 1, kept = in->b.value & those;
    uint32_t zeros = CU_MAX(a.zeros, zeros_of(in->b.value & ~those));
    if (!kept) return affine(0, zeros);
    return kept == those ? affine(a.step, zeros) : vector;
}

static Value converted(const JitInst *in, Value a) {
    if (a.shape == SHAPE_VECTOR || shape_is_float(in)) return vector;
    return stepped(in->type, a.step, a.zeros);
}

// Of the destination; `uniform` where all operands are and it does not matter how.
static Value result(const Shapes *shapes, const JitInst *in) {
    Value a = shape_of(shapes, &in->a), b = shape_of(shapes, &in->b);
    switch ((JitOp)in->op) {
    case JIT_MOVE: return a;
    case JIT_ADD: return sum(a, b, 1, in->type);
    case JIT_SUB: return sum(a, b, -1, in->type);
    case JIT_NEG: return sum(affine(0, ALL_ZEROS), a, -1, in->type);
    case JIT_MUL: return product(shapes, in, in->type);
    case JIT_MUL_WIDE: return product(shapes, in, wide_type(in->type));
    case JIT_MAD: return sum(product(shapes, in, in->type), shape_of(shapes, &in->c), 1, in->type);
    case JIT_MAD_WIDE: {
        uint32_t type = wide_type(in->type);
        return sum(product(shapes, in, type), shape_of(shapes, &in->c), 1, type);
    }
    case JIT_SHL: return shifted_left(in, a);
    case JIT_SHR: return shifted_right(shapes, in, a);
    case JIT_AND: return masked(shapes, in, a);
    case JIT_CONVERT: return converted(in, a);
    default: return vector;
    }
}

typedef struct {
    const Find *find;
    bool all_uniform, known;
    bool of_frame; // one is computed from the address of a place in local memory
} Sources;

static void see_source(void *data, uint32_t row) {
    Sources *sources = data;
    Value value = sources->find->shapes->value[row];
    sources->of_frame |= sources->find->shapes->of_frame[row];
    sources->known &= value.shape != SHAPE_UNKNOWN;
    sources->all_uniform &= value.shape == SHAPE_UNIFORM;
}

static void see_special(Sources *sources, const JitOperand *operand) {
    if (operand->kind == JIT_IS_SPECIAL) sources->all_uniform &= operand->shape == JIT_UNIFORM;
    sources->of_frame |= operand->kind == JIT_IS_FRAME;
}

typedef struct {
    Find *find;
    Value value;
} Result;

static void give(void *data, uint32_t row) {
    Result *result = data;
    widen(result->find, row, result->value);
}

static void mark_of_frame(void *data, uint32_t row) {
    Find *find = data;
    find->changed |= !find->shapes->of_frame[row];
    find->shapes->of_frame[row] = true;
}

static bool is_local_load(const JitInst *in) {
    return in->op == JIT_LOAD && is_any_of(in->space, JIT_LOCAL, JIT_FRAME);
}

static void transfer(Find *find, const JitInst *in) {
    const JitFunc *fn = find->flow->fn;
    bool by_lane =
        is_any_of(in->op, JIT_ATOMIC, JIT_SHUFFLE) || in->with_state || is_local_load(in);
    if (flow_is_machines(in) || in->op == JIT_STOP || by_lane) {
        flow_writes(fn, in, make_vector, find);
        return;
    }
    // What an instruction keeps of its destination under a guard is a source, but does not wait
    // for itself.
    Sources sources = {find, true, true, false};
    JitInst plain = *in;
    plain.guard = 0;
    flow_reads(fn, &plain, see_source, &sources);
    see_special(&sources, &in->a);
    see_special(&sources, &in->b);
    see_special(&sources, &in->c);
    for (uint32_t i = 0; in->op == JIT_CALL && i < in->nelement; i++)
        see_special(&sources, &fn->element.at[in->element + i]);
    if (!sources.known) return;
    bool agreed = sources.all_uniform || in->op == JIT_VOTE;
    Result given = {find, result(find->shapes, in)};
    if (agreed && given.value.shape != SHAPE_UNIFORM) given.value = uniform;
    // Behind one generic address of local memory each lane has a place of its own.
    if (in->op == JIT_LOAD && sources.of_frame) given.value = vector;
    if (in->op != JIT_LOAD && sources.of_frame) flow_writes(fn, &plain, mark_of_frame, find);
    if (in->guard) {
        Value guard = find->shapes->value[in->guard - 1];
        if (guard.shape == SHAPE_UNKNOWN) return;
        if (guard.shape != SHAPE_UNIFORM) given.value = vector;
    }
    flow_writes(fn, &plain, give, &given);
}

// ---- lanes that part ---------------------------------------------------------------------------

// Rows that live in block `at` and are among those that are written.
static void mix_rows(Find *find, uint32_t at, const uint64_t *written) {
    const Flow *flow = find->flow;
    for (uint32_t w = 0; w < flow->words; w++)
        find->mixed[w] = written[w] & flow->block[at].live_in[w];
    EACH_ROW(row, find->mixed, flow) widen(find, row, vector);
}

// What a loop's blocks write.
static const uint64_t *written_in_loop(Find *find, uint32_t header) {
    const Flow *flow = find->flow;
    uint64_t **written = &find->of_loop[header];
    if (*written) return *written;
    *written = arena_array(flow->arena, uint64_t, flow->words);
    for (uint32_t b = header; b <= flow->block[header].last; b++) {
        if (!flow_in_loop(flow, b, header)) continue;
        for (uint32_t w = 0; w < flow->words; w++) (*written)[w] |= flow->block[b].written[w];
    }
    return *written;
}

// At a meeting rows are mixed that one of the other blocks on the ways writes.
static void mix_at_meetings(Find *find) {
    const Flow *flow = find->flow;
    if (!find->meetings.n) return;
    memset(find->once, 0, flow->words * sizeof *find->once);
    memset(find->again, 0, flow->words * sizeof *find->again);
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t w = 0; w < flow->words && find->in[b]; w++) {
            uint64_t written = flow->block[b].written[w];
            find->again[w] |= find->once[w] & written;
            find->once[w] |= written;
        }
    }
    for (uint32_t i = 0; i < find->meetings.n; i++) {
        uint32_t at = find->meetings.at[i];
        for (uint32_t w = 0; w < flow->words; w++) {
            uint64_t own = find->in[at] ? flow->block[at].written[w] : 0;
            find->others[w] = (find->once[w] & ~own) | (find->again[w] & own);
        }
        mix_rows(find, at, find->others);
    }
}

// Follows the two ways out of a branch up to the block where all its lanes are together again, or
// to the end. Ways are 1 and 2, and 3 + the block of a meeting: one that several ways reach.
static void follow(Find *find, uint32_t branch) {
    const Flow *flow = find->flow;
    const Block *from = &flow->block[branch];
    memset(find->way, 0, flow->n * sizeof *find->way);
    memset(find->in, 0, flow->n * sizeof *find->in);
    bool back = false; // a way leads back to a block before the branch
    uint32_t reach = branch;
    for (uint32_t k = 0; k < 2; k++) {
        back |= from->succ[k] <= branch;
        reach = CU_MAX(reach, from->succ[k]);
        if (from->succ[k] > branch) find->way[from->succ[k]] = k + 1;
    }
    find->meetings.n = 0;
    for (uint32_t b = branch + 1; b < flow->n && b <= reach; b++) {
        uint32_t way = find->way[b];
        bool meets = false;
        for (uint32_t e = flow->pred_first[b]; e < flow->pred_first[b + 1]; e++) {
            uint32_t pred = flow->pred[e];
            if (pred >= b || pred <= branch || !find->way[pred]) continue;
            meets |= way && way != find->way[pred];
            if (!way) way = find->way[pred];
        }
        if (meets) vec_push(flow->arena, &find->meetings, b);
        if (b == reach && !back) break; // all are here
        find->way[b] = meets ? b + 3 : way;
        find->in[b] = find->way[b] != 0;
        for (uint32_t k = 0; find->in[b] && k < flow->block[b].nsucc; k++) {
            back |= flow->block[b].succ[k] <= branch;
            reach = CU_MAX(reach, flow->block[b].succ[k]);
        }
    }
}

// The header of a loop around the branch is a meeting, too, where different ways lead back to it.
static void meet_at_header(Find *find, uint32_t branch, uint32_t header) {
    const Flow *flow = find->flow;
    uint32_t way = 0;
    bool meets = false;
    for (uint32_t e = flow->pred_first[header]; e < flow->pred_first[header + 1]; e++) {
        uint32_t pred = flow->pred[e], its = find->way[pred];
        if (pred < header) continue;
        if (pred == branch) its = flow->block[branch].succ[0] == header ? 1 : 2;
        if (!its) continue;
        meets |= way && way != its;
        way = its;
    }
    if (meets) vec_push(flow->arena, &find->meetings, header);
}

// Lanes leave a loop around the branch by one way in different rounds: they differ in what the
// loop writes and lives outside.
static void leave_loop(Find *find, uint32_t branch, uint32_t header) {
    const Flow *flow = find->flow;
    for (uint32_t b = header; b <= flow->block[header].last; b++) {
        const Block *block = &flow->block[b];
        if (!find->in[b] && b != branch) continue;
        for (uint32_t k = 0; k < block->nsucc; k++) {
            if (flow_in_loop(flow, block->succ[k], header)) continue;
            mix_rows(find, block->succ[k], written_in_loop(find, header));
        }
    }
}

static void part_at(Find *find, uint32_t branch) {
    const Flow *flow = find->flow;
    const Block *block = &flow->block[branch];
    if (block->succ[0] == block->succ[1]) return;
    follow(find, branch);
    for (uint32_t h = 0; h <= branch; h++) {
        if (flow->block[h].last == NO_BLOCK || !flow_in_loop(flow, branch, h)) continue;
        meet_at_header(find, branch, h);
        leave_loop(find, branch, h);
    }
    mix_at_meetings(find);
}

// Branches whose guards have come to differ among the lanes.
static void part(Find *find) {
    const Flow *flow = find->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        const JitInst *last = flow_last(flow, block);
        if (find->shapes->parts[b] || !last || last->op != JIT_BRANCH) continue;
        if (!last->guard || block->nsucc < 2) continue;
        if (find->shapes->value[last->guard - 1].shape < SHAPE_AFFINE) continue;
        find->shapes->parts[b] = true;
        find->changed = true;
        part_at(find, b); // what it mixes depends on nothing that changes
    }
}

// ---- where they are held -----------------------------------------------------------------------

static void hold(Find *find) {
    Shapes *shapes = find->shapes;
    const JitFunc *fn = find->flow->fn;
    for (uint32_t r = 0; r < fn->row.n; r++) {
        Value *value = &shapes->value[r];
        bool known_size = fn->row.at[r].size <= 3;
        if (value->shape == SHAPE_UNKNOWN) *value = vector; // nothing writes it
        if (!(find->marks[r] & SEEN) || !known_size)
            shapes->held[r] = HELD_HOME;
        else if (value->shape == SHAPE_VECTOR && !fn->row.at[r].size && shape_has_bits(fn))
            shapes->held[r] = HELD_BITS;
        else if (value->shape == SHAPE_VECTOR || is_float_row(find, r))
            shapes->held[r] = HELD_VECTOR;
        else
            shapes->held[r] = HELD_SCALAR;
        bool raw = shapes->held[r] == HELD_VECTOR && !(find->marks[r] & CLEAN);
        shapes->is_float[r] = is_float_row(find, r);
        shapes->raw_nan[r] = raw && is_float_row(find, r);
    }
}

void shape_find(Shapes *shapes, const Flow *flow) {
    Arena *arena = flow->arena;
    uint32_t rows = flow->fn->row.n + 1;
    *shapes = (Shapes){.value = arena_array(arena, Value, rows),
                       .held = arena_array(arena, uint8_t, rows),
                       .raw_nan = arena_array(arena, uint8_t, rows),
                       .is_float = arena_array(arena, uint8_t, rows),
                       .parts = arena_array(arena, bool, flow->n + 1),
                       .of_frame = arena_array(arena, bool, rows),
                       .lanes = flow->fn->lanes};
    Find find = {.shapes = shapes, .flow = flow};
    find.way = arena_array(arena, uint32_t, flow->n + 1);
    find.in = arena_array(arena, bool, flow->n + 1);
    find.mixed = arena_array(arena, uint64_t, flow->words);
    find.once = arena_array(arena, uint64_t, flow->words);
    find.again = arena_array(arena, uint64_t, flow->words);
    find.others = arena_array(arena, uint64_t, flow->words);
    find.of_loop = arena_array(arena, uint64_t *, flow->n + 1);
    find.marks = arena_array(arena, uint8_t, rows);
    mark_rows(flow, find.marks);
    do {
        find.changed = false;
        VEC_FOREACH (JitInst, in, &flow->fn->inst) transfer(&find, in);
        part(&find);
    } while (find.changed);
    hold(&find);
}

void shape_one_lane(Shapes *one, const Shapes *all, const Flow *flow) {
    Arena *arena = flow->arena;
    uint32_t rows = flow->fn->row.n + 1;
    *one = (Shapes){.value = arena_array(arena, Value, rows),
                    .held = arena_array(arena, uint8_t, rows),
                    .raw_nan = all->raw_nan,
                    .is_float = all->is_float,
                    .parts = arena_array(arena, bool, flow->n + 1),
                    .of_frame = all->of_frame,
                    .common = arena_array(arena, bool, rows),
                    .common_used = arena_array(arena, bool, rows),
                    .lanes = 1,
                    .one_lane = true};
    for (uint32_t r = 0; r < flow->fn->row.n; r++) {
        one->value[r] = uniform;
        one->held[r] = all->held[r] == HELD_HOME ? HELD_HOME
                       : all->is_float[r]        ? HELD_VECTOR
                                                 : HELD_SCALAR;
    }
}

bool shape_decides_in_steps(const Flow *flow, const Shapes *shapes, uint32_t b) {
    const Block *block = &flow->block[b];
    uint32_t guard = flow->fn->inst.at[block->end - 1].guard - 1;
    for (uint32_t i = block->end - 1; i-- > block->first;) {
        const JitInst *in = &flow->fn->inst.at[i];
        bool writes = in->d.kind == JIT_IS_ROW && in->d.at == guard;
        if (!writes) continue;
        bool compares = in->op == JIT_COMPARE && !in->join && !in->guard;
        return compares && shape_of(shapes, &in->a).shape != SHAPE_VECTOR &&
               shape_of(shapes, &in->b).shape != SHAPE_VECTOR;
    }
    return false;
}
