// SPDX-License-Identifier: Apache-2.0
// What the code between two exits has to do with a row: whether it lives, whether it has changed
// since it was in the machine's rows, and whether a register must hold it. A row that only passes
// through stays where it is: it is neither loaded at the entry nor stored at the exit.
#include "jit/jit_int.h"

static void add_all(uint64_t *set, const uint64_t *more, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) set[w] |= more[w];
}

static bool replace(uint64_t *set, const uint64_t *by, uint32_t words) {
    bool other = memcmp(set, by, words * sizeof *set) != 0;
    memcpy(set, by, words * sizeof *set);
    return other;
}

static bool stops(const Flow *flow, const Block *block) {
    const JitInst *last = flow_last(flow, block);
    return last && last->op == JIT_STOP && !last->passes;
}

// ---- what lives --------------------------------------------------------------------------------

static void live_before(const Flow *flow, const JitInst *in, uint64_t *live) {
    flow_writes(flow->fn, in, flow_remove_row, live);
    flow_reads(flow->fn, in, flow_add_row, live);
}

static void find_live(Flow *flow) {
    uint64_t *live = arena_array(flow->arena, uint64_t, flow->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = flow->n; b-- > 0;) {
            Block *block = &flow->block[b];
            for (uint32_t k = 0; k < block->nsucc; k++)
                add_all(block->live_out, flow->block[block->succ[k]].live_in, flow->words);
            memcpy(live, block->live_out, flow->words * sizeof *live);
            for (uint32_t i = block->end; i-- > block->first;)
                live_before(flow, &flow->fn->inst.at[i], live);
            changed |= replace(block->live_in, live, flow->words);
        }
    }
}

// ---- what has changed --------------------------------------------------------------------------

void live_change(const JitFunc *fn, const JitInst *in, uint64_t *changed) {
    if (!flow_is_machines(in)) {
        flow_writes(fn, in, flow_add_row, changed);
    } else if (!in->guard) { // what the machine reads was stored for it, what it writes is there
        flow_reads(fn, in, flow_remove_row, changed);
        flow_writes(fn, in, flow_remove_row, changed);
    }
}

static void find_changed(Flow *flow) {
    uint64_t *rows = arena_array(flow->arena, uint64_t, flow->words);
    uint64_t *joined = arena_array(flow->arena, uint64_t, flow->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < flow->n; b++) {
            const Block *block = &flow->block[b];
            if (stops(flow, block)) continue; // behind it everything is as in the rows
            memcpy(rows, block->changed, flow->words * sizeof *rows);
            for (uint32_t i = block->first; i < block->end; i++)
                live_change(flow->fn, &flow->fn->inst.at[i], rows);
            for (uint32_t k = 0; k < block->nsucc; k++) {
                Block *to = &flow->block[block->succ[k]];
                memcpy(joined, to->changed, flow->words * sizeof *joined);
                add_all(joined, rows, flow->words);
                changed |= replace(to->changed, joined, flow->words);
            }
        }
    }
}

// ---- what exits store --------------------------------------------------------------------------

// Widening the lanes' 32-bit values may find that they wrap around (scalar.c).
static bool may_exit(const JitInst *in) {
    return in->op == JIT_STOP || jit_may_stop(in);
}

static void find_exits_of(Flow *flow, const Block *block, uint64_t *rows) {
    const JitInst *inst = flow->fn->inst.at;
    memcpy(rows, block->changed, flow->words * sizeof *rows);
    for (uint32_t i = block->first; i < block->end; i++) {
        if (may_exit(&inst[i])) {
            flow->stored[i] = arena_array(flow->arena, uint64_t, flow->words);
            memcpy(flow->stored[i], rows, flow->words * sizeof *rows);
        }
        live_change(flow->fn, &inst[i], rows);
    }
    memcpy(rows, block->live_out, flow->words * sizeof *rows);
    for (uint32_t i = block->end; i-- > block->first;) {
        live_before(flow, &inst[i], rows);
        for (uint32_t w = 0; w < flow->words && flow->stored[i]; w++) flow->stored[i][w] &= rows[w];
    }
}

static void find_exits(Flow *flow) {
    uint64_t *rows = arena_array(flow->arena, uint64_t, flow->words);
    flow->stored = arena_array(flow->arena, uint64_t *, flow->fn->inst.n + 1);
    for (uint32_t b = 0; b < flow->n; b++) {
        Block *block = &flow->block[b];
        find_exits_of(flow, block, rows);
        for (uint32_t w = 0; w < flow->words; w++)
            block->stored_first[w] = block->live_in[w] & block->changed[w];
    }
}

// ---- what registers hold -----------------------------------------------------------------------

void live_held_before(const Flow *flow, uint32_t inst, uint64_t *held) {
    const JitInst *in = &flow->fn->inst.at[inst];
    if (in->op == JIT_STOP && !in->passes)
        memset(held, 0, flow->words * sizeof *held);
    else
        live_before(flow, in, held);
    // the first of a group makes the pointer, which no exit stores
    if (in->pointer && in->leads) flow_remove_row(held, in->pointer - 1);
    if (in->pointer && !in->leads) flow_add_row(held, in->pointer - 1);
    if (flow->stored[inst]) add_all(held, flow->stored[inst], flow->words);
}

static void find_held(Flow *flow) {
    uint64_t *held = arena_array(flow->arena, uint64_t, flow->words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = flow->n; b-- > 0;) {
            Block *block = &flow->block[b];
            for (uint32_t k = 0; k < block->nsucc && !stops(flow, block); k++)
                add_all(block->held_out, flow->block[block->succ[k]].held_in, flow->words);
            memcpy(held, block->held_out, flow->words * sizeof *held);
            for (uint32_t i = block->end; i-- > block->first;) live_held_before(flow, i, held);
            // a loop's header may be an exit, when the fuel is used up
            if (block->last != NO_BLOCK) add_all(held, block->stored_first, flow->words);
            changed |= replace(block->held_in, held, flow->words);
        }
    }
}

void live_find(Flow *flow) {
    flow->words = (flow->fn->row.n + 63) / 64 + 1;
    for (uint32_t b = 0; b < flow->n; b++) {
        Block *block = &flow->block[b];
        uint64_t **sets[] = {&block->live_in,     &block->live_out, &block->held_in,
                             &block->held_out,    &block->written,  &block->changed,
                             &block->stored_first};
        for (uint32_t i = 0; i < CU_COUNT(sets); i++)
            *sets[i] = arena_array(flow->arena, uint64_t, flow->words);
        for (uint32_t i = block->first; i < block->end; i++)
            flow_writes(flow->fn, &flow->fn->inst.at[i], flow_add_row, block->written);
    }
    find_live(flow);
    find_changed(flow);
    find_exits(flow);
    find_held(flow);
}
