// SPDX-License-Identifier: Apache-2.0
// Gives rows registers for all of their life, which may have holes, the most used for their length
// first: a register is free for a row where no other that has it lives (Chow and Hennessy's
// priorities, by intervals). The rest live in JitState's area, where each row has a slot.
#include "jit/serial.h"

#include <stdlib.h>

enum { REGS = 32, LOW_REGS = 16 }; // vector registers; of general ones there are LOW_REGS
#define CROWDED 0.05               // of the uses by weight

// Positions: an instruction reads at twice its number and writes after.
typedef struct {
    uint32_t begin, end;
} Span;
typedef VEC(Span) Times; // in order

typedef struct {
    Times times; // when the row has a value that is still needed
    uint32_t row;
    uint32_t hint; // a row whose register would save a move, or UINT32_MAX
    double weight;
} Life;

typedef struct {
    Places *places;
    const Flow *flow;
    const Shapes *shapes;
    Life *life; // of rows
    uint32_t at;
    double uses; // what one use counts here
    uint32_t pieces;
    uint32_t nvector;   // registers
    double all, missed; // weights of vectors, and of those that got no registers
    Times scalar[LOW_REGS], vector[REGS];
} Find;

// Registers without a fixed role; those that calls keep come first.
static const uint8_t scalars[] = {X_RBX, X_R12, X_R13, X_R14, X_RSI,
                                  X_RDI, X_R8,  X_R9,  X_R10, X_R11};

// A value begins to live.
static void begins(Find *find, uint32_t row, uint32_t at) {
    Times *times = &find->life[row].times;
    Span span = {at, at};
    if (times->n && vec_last(times).end >= at)
        vec_last(times).end = CU_MAX(vec_last(times).end, at);
    else
        vec_push(find->flow->arena, times, span);
}

// ---- lives -------------------------------------------------------------------------------------

// The value that the row has lives up to there; one that begins at a block does so from there on.
static void lives_to(Find *find, uint32_t row, uint32_t at) {
    Times *times = &find->life[row].times;
    if (!times->n) begins(find, row, at);
    vec_last(times).end = CU_MAX(vec_last(times).end, at);
}

static void read_row(void *data, uint32_t row) {
    Find *find = data;
    lives_to(find, row, find->at);
    find->life[row].weight += find->uses;
}

static void write_row(void *data, uint32_t row) {
    Find *find = data;
    begins(find, row, find->at);
    find->life[row].weight += find->uses;
}

static void reach(void *data, uint32_t row) {
    Find *find = data;
    lives_to(find, row, find->at);
}

// One instruction of vectors for a piece: its destination may be a source's register.
static bool may_share(const Find *find, const JitInst *in) {
    bool simple = is_any_of(in->op, JIT_ADD, JIT_SUB, JIT_AND, JIT_OR, JIT_XOR) ||
                  (in->op >= JIT_FADD && in->op <= JIT_FDIV);
    return simple && in->d.size == 2 && find->shapes->held[in->d.at] == HELD_VECTOR;
}

static void reach_all(Find *find, const uint64_t *rows) {
    EACH_ROW(row, rows, find->flow) lives_to(find, row, find->at);
}

// What is computed in place, or moved, is best where it comes from.
static void hint(Find *find, const JitInst *in) {
    const JitOperand *from = in->op == JIT_FMA ? &in->c : &in->a;
    bool in_place = in->op == JIT_MOVE || (in->op >= JIT_FADD && in->op <= JIT_FDIV);
    if (!in_place || in->d.kind != JIT_IS_ROW || from->kind != JIT_IS_ROW) return;
    find->life[in->d.at].hint = from->at;
    find->life[from->at].hint = in->d.at;
}

// A loop whose lanes run one after the other: all that is there is what entries load.
static void measure_entry(Find *find, const Serial *serial, uint32_t b, uint32_t position) {
    if (serial->first != b && !flow_is_entry(find->flow, b)) return;
    EACH_ROW(row, find->flow->block[b].held_in, find->flow) {
        begins(find, row, position);
        lives_to(find, row, position + 1);
    }
}

static void measure(Find *find, PlaceWhere where) {
    const Flow *flow = find->flow;
    uint32_t position = 0;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        if (where.only && (b < where.only->first || b > where.only->last)) continue;
        if (where.but && where.but[b]) {
            measure_entry(find, where.but[b], b, position);
            position += 2;
            continue;
        }
        find->uses = 1;
        for (uint32_t k = 0; k < CU_MIN(block->depth, 6u); k++) find->uses *= 8;
        EACH_ROW(row, block->held_in, flow) begins(find, row, position);
        position += 2;
        for (uint32_t i = block->first; i < block->end; i++, position += 2) {
            const JitInst *in = &flow->fn->inst.at[i];
            find->at = position;
            if (in->op != JIT_STOP) flow_reads(flow->fn, in, read_row, find);
            if (flow->stored[i]) reach_all(find, flow->stored[i]);
            if (in->pointer && in->leads) write_row(find, in->pointer - 1);
            if (in->pointer && !in->leads) read_row(find, in->pointer - 1);
            find->at = position + may_share(find, in);
            flow_writes(flow->fn, in, write_row, find);
            hint(find, in);
            // What nobody reads takes its place all the same, up to behind the instruction.
            find->at = position + 1;
            flow_writes(flow->fn, in, reach, find);
            if (in->pointer) reach(find, in->pointer - 1);
        }
        EACH_ROW(row, block->held_out, flow) lives_to(find, row, position);
        position += 2;
    }
}

// ---- registers ---------------------------------------------------------------------------------

static int by_weight(const void *a, const void *b) {
    const Life *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

// The first time that ends at or behind `begin`.
static uint32_t first_from(const Times *times, uint32_t begin) {
    uint32_t low = 0, high = times->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (times->at[middle].end < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_free(const Times *taken, const Life *life) {
    VEC_FOREACH (Span, span, &life->times) {
        uint32_t i = first_from(taken, span->begin);
        if (i < taken->n && taken->at[i].begin <= span->end) return false;
    }
    return true;
}

static void take(Find *find, Times *taken, const Life *life) {
    VEC_FOREACH (Span, span, &life->times) {
        uint32_t i = first_from(taken, span->begin);
        vec_push(find->flow->arena, taken, *span);
        memmove(taken->at + i + 1, taken->at + i, (taken->n - 1 - i) * sizeof *span);
        taken->at[i] = *span;
    }
}

static void give_scalar(Find *find, const Life *life) {
    for (uint32_t i = 0; i < CU_COUNT(scalars); i++) {
        uint32_t reg = scalars[i];
        if (!is_free(&find->scalar[reg], life)) continue;
        take(find, &find->scalar[reg], life);
        find->places->reg[0][life->row] = (uint8_t)reg;
        return;
    }
}

// Rows that differ among the lanes of two pieces have pairs of registers, the first for the first
// piece, so that of two rows that follow each other in one register either piece does (EACH_PIECE).
// What is the same for all lanes has the first of a pair, or the one that is in none.
static bool may_take(const Find *find, const Life *life, uint32_t reg, uint32_t pieces) {
    if (!is_free(&find->vector[reg], life)) return false;
    if (find->pieces == 1) return true;
    bool first = reg > FIRST_VECTOR && reg % 2 == 0;
    if (pieces == 1) return first || reg == FIRST_VECTOR;
    return first && reg + 1 < find->nvector && is_free(&find->vector[reg + 1], life);
}

static void give_part(Find *find, const Life *life, uint32_t part, uint32_t reg) {
    take(find, &find->vector[reg], life);
    find->places->reg[part][life->row] = (uint8_t)reg;
}

// All parts of a row, or none.
static void give_vector(Find *find, const Life *life) {
    uint32_t got[2], n = 0, halves = halves_of(find->flow->fn->row.at[life->row].size);
    bool equal = find->shapes->value[life->row].shape == SHAPE_UNIFORM;
    uint32_t pieces = equal ? 1 : find->pieces;
    uint32_t hinted = life->hint == UINT32_MAX ? NO_REG : find->places->reg[0][life->hint];
    bool fits = hinted != NO_REG && halves == 1 && find->shapes->held[life->hint] == HELD_VECTOR &&
                may_take(find, life, hinted, pieces);
    if (fits) got[n++] = hinted;
    for (uint32_t reg = FIRST_VECTOR; reg < find->nvector && n < halves; reg++) {
        if (may_take(find, life, reg, pieces)) got[n++] = reg;
    }
    find->all += life->weight;
    if (n < halves) {
        find->missed += life->weight;
        return;
    }
    for (uint32_t half = 0; half < halves; half++) {
        for (uint32_t piece = 0; piece < pieces; piece++)
            give_part(find, life, piece * halves + half, got[half] + piece);
    }
}

void place_find(Places *places, const Flow *flow, const Shapes *shapes, PlaceWhere where,
                uint32_t vector, uint32_t area) {
    const JitFunc *fn = flow->fn;
    Arena *arena = flow->arena;
    uint32_t n = fn->row.n;
    Find find = {.places = places, .flow = flow, .shapes = shapes};
    find.pieces = fn->lanes / (vector / 4);
    find.nvector = fn->avx512 ? V_ORDER : LOW_REGS;
    find.life = arena_array(arena, Life, n + 1);
    *places = (Places){.slot = arena_array(arena, uint32_t, n + 1), .slots = area};
    for (uint32_t k = 0; k < MAX_PARTS; k++) {
        places->reg[k] = arena_array(arena, uint8_t, n + 1);
        memset(places->reg[k], NO_REG, n + 1);
    }
    for (uint32_t row = 0; row < n; row++) find.life[row] = (Life){.row = row, .hint = UINT32_MAX};
    measure(&find, where);
    for (uint32_t row = 0; row < n; row++) {
        Life *life = &find.life[row];
        places->slot[row] = places->slots;
        // where a loop is by itself only its own rows have one
        bool needs = shapes->held[row] != HELD_HOME && (!where.only || life->times.n);
        if (needs) places->slots += vector * find.pieces * halves_of(fn->row.at[row].size);
        uint32_t length = 0;
        VEC_FOREACH (Span, span, &life->times) length += span->end - span->begin;
        life->weight /= length + 8.0;
    }
    qsort(find.life, n, sizeof *find.life, by_weight);
    for (uint32_t i = 0; i < n; i++) {
        const Life *life = &find.life[i];
        bool passed_on = shapes->common[life->row] && !shapes->common_used[life->row];
        if (!life->times.n || passed_on) continue;
        if (shapes->held[life->row] == HELD_VECTOR)
            give_vector(&find, life);
        else if (shapes->held[life->row] != HELD_HOME)
            give_scalar(&find, life);
    }
    places->crowded = find.missed > CROWDED * find.all;
}
