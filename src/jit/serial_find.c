// SPDX-License-Identifier: Apache-2.0
// Which loops lanes run one after the other (serial.c): those in which each lane has what it does
// to itself, and which take longer in vectors.
#include "jit/serial.h"

typedef struct {
    Emit *emit;
    uint32_t first, last; // blocks, from the header on
    uint64_t *written;    // rows
    VEC(uint32_t) access; // instructions
} Loop;

static bool leaves_loop(const Loop *loop, uint32_t b) {
    const Block *block = &loop->emit->flow->block[b];
    for (uint32_t k = 0; k < block->nsucc; k++) {
        if (!flow_in_loop(loop->emit->flow, block->succ[k], loop->first)) return true;
    }
    return false;
}

// ---- what lanes have to themselves -------------------------------------------------------------

// Everything that the instruction does is one lane's own.
static bool is_by_lane(const JitInst *in) {
    bool machines = is_any_of(in->op, JIT_OTHER, JIT_SYNC, JIT_SHUFFLE, JIT_VOTE);
    bool ends = is_any_of(in->op, JIT_STOP, JIT_END);
    return !machines && !ends && !in->with_state && !in->together;
}

static bool is_access(const JitInst *in) {
    return is_any_of(in->op, JIT_LOAD, JIT_STORE, JIT_ATOMIC);
}

typedef struct {
    uint64_t *rows;
    bool found;
} Wanted;

static void look_for(void *data, uint32_t row) {
    Wanted *wanted = data;
    wanted->found |= row_in(wanted->rows, row);
}

// The rows of the loop that decide when it is left: those that its branches out of it ask, and what
// these are computed from there. *reads: memory is asked.
static uint64_t *deciding_rows(const Loop *loop, bool *reads) {
    const Flow *flow = loop->emit->flow;
    const JitInst *inst = flow->fn->inst.at;
    uint64_t *rows = arena_array(flow->arena, uint64_t, flow->words);
    uint64_t *before = arena_array(flow->arena, uint64_t, flow->words);
    for (uint32_t b = loop->first; b <= loop->last; b++) {
        const JitInst *last = flow_last(flow, &flow->block[b]);
        bool asks = last && last->op == JIT_BRANCH && last->guard;
        if (asks && leaves_loop(loop, b)) flow_add_row(rows, last->guard - 1);
    }
    do {
        memcpy(before, rows, flow->words * sizeof *rows);
        for (uint32_t b = loop->last + 1; b-- > loop->first;) {
            for (uint32_t i = flow->block[b].end; i-- > flow->block[b].first;) {
                Wanted wanted = {rows, false};
                flow_writes(flow->fn, &inst[i], look_for, &wanted);
                if (!wanted.found) continue;
                flow_reads(flow->fn, &inst[i], flow_add_row, rows);
                *reads |= is_access(&inst[i]) && inst[i].space != JIT_PARAM;
            }
        }
    } while (memcmp(before, rows, flow->words * sizeof *rows) != 0);
    return rows;
}

// Nothing that the loop carries from round to round decides when it is left, but memory does: it
// waits for others, who are to run meanwhile.
static bool waits(const Loop *loop) {
    const Flow *flow = loop->emit->flow;
    const uint64_t *carried = flow->block[loop->first].live_in;
    bool reads = false, moves = false;
    const uint64_t *rows = deciding_rows(loop, &reads);
    for (uint32_t w = 0; w < flow->words; w++)
        moves |= (rows[w] & loop->written[w] & carried[w]) != 0;
    return reads && !moves;
}

// The lanes of a warp have places of their own for both: no two come to the same bytes.
static bool is_own_place(Emit *emit, const JitInst *one, const JitInst *other) {
    if (one->variables && other->variables && !(one->variables & other->variables)) return true;
    if (!emit->modulo) emit->modulo = modulo_find(emit->flow);
    Modulo a = modulo_of(emit->modulo, &one->a), b = modulo_of(emit->modulo, &other->a);
    uint32_t bits = CU_MIN(CU_MIN(a.bits, b.bits), 32u);
    uint64_t low = (1ull << bits) - 1, bytes = one->bytes * one->nelement;
    bool same_bytes = bytes == other->bytes * other->nelement;
    bool same =
        !(((a.at + (uint64_t)one->displacement) ^ (b.at + (uint64_t)other->displacement)) & low);
    if (!same_bytes || !same || (a.step ^ b.step) & low) return false;
    for (uint64_t lanes = 1; lanes < JIT_LANES; lanes++) {
        uint64_t apart = a.step * lanes & low;
        if (apart < bytes || low + 1 - apart < bytes) return false;
    }
    return true;
}

// A load from shared memory may find what another lane of the warp puts there in the loop: programs
// written for lockstep count on it.
static bool lanes_exchange(const Loop *loop) {
    enum { MOST = 512 }; // accesses; each is looked at beside each
    const JitInst *inst = loop->emit->fn->inst.at;
    if (loop->access.n > MOST) return true;
    for (uint32_t i = 0; i < loop->access.n; i++) {
        const JitInst *put = &inst[loop->access.at[i]];
        if (put->op == JIT_LOAD || put->space != JIT_SHARED) continue;
        for (uint32_t k = 0; k < loop->access.n; k++) {
            const JitInst *take = &inst[loop->access.at[k]];
            if (take->op != JIT_LOAD || take->space != JIT_SHARED) continue;
            if (!is_own_place(loop->emit, put, take)) return true;
        }
    }
    return false;
}

// The same in global memory, which only lanes of a block that is one warp may count on
// (jit_lanes_apart).
static bool touches_both(const Loop *loop) {
    bool load = false, store = false;
    for (uint32_t i = 0; i < loop->access.n; i++) {
        const JitInst *in = &loop->emit->fn->inst.at[loop->access.at[i]];
        if (in->space != JIT_GLOBAL) continue;
        load |= in->op != JIT_STORE;
        store |= in->op != JIT_LOAD;
    }
    return load && store;
}

static bool is_block_by_lane(const Flow *flow, uint32_t b) {
    for (uint32_t i = flow->block[b].first; i < flow->block[b].end; i++) {
        if (!is_by_lane(&flow->fn->inst.at[i])) return false;
    }
    return true;
}

static bool may_run_by_lane(const Loop *loop) {
    for (uint32_t b = loop->first; b <= loop->last; b++) {
        if (!is_block_by_lane(loop->emit->flow, b)) return false;
    }
    return !waits(loop) && !lanes_exchange(loop);
}

// ---- what is faster ----------------------------------------------------------------------------
// Costs are tenths of a processor's clock, for a round of all lanes. A gather of sixteen words
// takes as long as twenty other instructions; a branch at which lanes part stores and loads their
// values; one lane's branch is foretold wrongly now and then.

typedef struct {
    double together, alone; // of all lanes in vectors, of one by itself
} Cost;

static bool is_division(const JitInst *in) {
    return is_any_of(in->op, JIT_DIV, JIT_REM);
}
static bool is_slow_float(const JitInst *in) {
    return is_any_of(in->op, JIT_FDIV, JIT_FSQRT, JIT_FRSQRT);
}

static bool is_local(const Emit *emit, const JitInst *in) {
    bool of_frame = in->a.kind == JIT_IS_ROW && emit->shapes->of_frame[in->a.at];
    return is_any_of(in->space, JIT_LOCAL, JIT_FRAME) || of_frame;
}

static Cost cost_of_access(const Emit *emit, const JitInst *in) {
    double lanes = emit->fn->lanes, pieces = emit->pieces, elements = in->nelement;
    double alone = 10 + 4 * elements;
    if (in->space == JIT_PARAM) return (Cost){10, 5};
    if (is_local(emit, in)) return (Cost){50 * lanes * elements, 25};
    if (in->op == JIT_ATOMIC) {
        bool adds = in->adds && in->d.kind != JIT_IS_ROW;
        return adds ? (Cost){20 * lanes, 25} : (Cost){400 + 40 * lanes, 300};
    }
    if (!access_span(emit, in)) {
        double each = in->bytes < 4 ? 35 : 20;
        return (Cost){60 + each * lanes * elements, alone};
    }
    uint64_t step = (uint64_t)shape_of(emit->shapes, &in->a).step;
    bool in_row = !step || step == in->bytes;
    return (Cost){in_row ? 30 + 10 * pieces : 30 + 70 * elements * pieces, alone};
}

static Cost cost_of(const Emit *emit, const JitInst *in) {
    if (is_access(in)) return cost_of_access(emit, in);
    if (in->op == JIT_CALL) return (Cost){75.0 * emit->fn->lanes, 500};
    if (in->d.kind != JIT_IS_ROW) return (Cost){5, 5};
    bool differs = emit->shapes->value[in->d.at].shape == SHAPE_VECTOR;
    double once = is_division(in) ? 250 : is_slow_float(in) ? 100 : 8;
    double alone = is_division(in) ? 80 : is_slow_float(in) ? 50 : 3.0 * halves_of(in->d.size);
    return (Cost){differs ? once * emit_parts(emit, in->d.at) : 5, alone};
}

// Lanes leave the loop at the block's branch in rounds of their own.
static bool leaves_apart(const Loop *loop, uint32_t b) {
    const Emit *emit = loop->emit;
    return leaves_loop(loop, b) && emit->shapes->parts[b] &&
           !shape_decides_in_steps(emit->flow, emit->shapes, b);
}

// Lanes part at the block's branch: what it costs them all and, foretold wrongly, one of them.
static Cost cost_of_parting(const Loop *loop, uint32_t b) {
    if (!loop->emit->shapes->parts[b]) return (Cost){0, 0};
    return (Cost){300, leaves_apart(loop, b) ? 10 : 30};
}

static Cost cost_of_block(const Loop *loop, uint32_t b) {
    const Emit *emit = loop->emit;
    const Block *block = &emit->flow->block[b];
    Cost all = cost_of_parting(loop, b);
    for (uint32_t i = block->first; i < block->end; i++) {
        Cost cost = cost_of(emit, &emit->fn->inst.at[i]);
        all.together += cost.together;
        all.alone += cost.alone;
    }
    return all;
}

enum { ROUNDS = 8, BEGIN = 300 }; // of a loop; to begin with a lane and to leave

static bool is_faster_by_lane(const Loop *loop) {
    const Emit *emit = loop->emit;
    const Flow *flow = emit->flow;
    double together = 0, alone = BEGIN / ROUNDS, apart = 1;
    for (uint32_t b = loop->first; b <= loop->last; b++) {
        uint32_t depth = flow->block[b].depth, own = flow->block[loop->first].depth;
        double often = 1;
        for (uint32_t i = own; i < CU_MIN(depth, own + 6); i++) often *= ROUNDS;
        Cost cost = cost_of_block(loop, b);
        together += often * cost.together;
        alone += often * cost.alone;
        if (leaves_apart(loop, b)) apart = 2; // half of them run in the mean
    }
    return together * apart > alone * emit->fn->lanes;
}

// ---- all of them -------------------------------------------------------------------------------

static Loop look_at(Emit *emit, uint32_t header) {
    const Flow *flow = emit->flow;
    Loop loop = {.emit = emit, .first = header, .last = flow->block[header].last};
    loop.written = arena_array(emit->x.arena, uint64_t, flow->words);
    for (uint32_t b = loop.first; b <= loop.last; b++) {
        const Block *block = &flow->block[b];
        for (uint32_t w = 0; w < flow->words; w++) loop.written[w] |= block->written[w];
        for (uint32_t i = block->first; i < block->end; i++) {
            if (is_access(&flow->fn->inst.at[i])) vec_push(emit->x.arena, &loop.access, i);
        }
    }
    return loop;
}

static bool add_loop(Emit *emit, uint32_t header) {
    Loop loop = look_at(emit, header);
    if (!is_faster_by_lane(&loop) || !may_run_by_lane(&loop)) return false;
    emit->apart |= touches_both(&loop);
    emit->nserial++;
    serial_add(emit, header, loop.written);
    return true;
}

// Outer loops before those that they hold.
void serial_find(Emit *emit) {
    enum { MOST = 32 }; // each has places for all rows of the function
    const Flow *flow = emit->flow;
    emit->serial_of = arena_array(emit->x.arena, Serial *, flow->n + 1);
    if (emit->fn->watched) return;
    for (uint32_t b = 0; b < flow->n && emit->nserial < MOST; b++) {
        if (flow->block[b].last != NO_BLOCK && add_loop(emit, b)) b = flow->block[b].last;
    }
}
