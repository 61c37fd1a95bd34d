// SPDX-License-Identifier: Apache-2.0
// Runs functions in native code (src/jit). A split whose program counter is at an entry is run
// eight lanes after the other; where each of them stopped, the scheduler of warp.c goes on. The
// code knows no checkers, profiles or random orders: grids that ask for these do without it.
#include "vm/native.h"

#include <stdatomic.h>

enum { FUEL = 1 << 20, LEAST_FUEL = 1 << 16, RUN_COST = 32 };

// ---- what the code asks for --------------------------------------------------------------------

// What a load or store has touched: the allocation that the warp hit last, or the part of shared
// memory with the first lane's address.
static void note_access(Warp *warp, const VmInst *in, uint32_t mask, JitCache *cache) {
    *cache = (JitCache){0};
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    const uint8_t *row = vm_row(warp, in->a);
    uint64_t address = 0;
    memcpy(&address, row + ((size_t)lane << in->asize), 1u << in->asize);
    address += (uint64_t)in->imm;
    if (in->space == VSP_SHARED) {
        const Grid *grid = warp->grid;
        bool dynamic = address - grid->dynamic_off < grid->dynamic_end - grid->dynamic_off;
        uint64_t begin = dynamic ? grid->dynamic_off : VM_SHARED_OFF;
        uint64_t end = dynamic ? grid->dynamic_end : grid->static_end;
        if (address >= begin && address < end) *cache = (JitCache){begin, end - begin, 0};
        return;
    }
    const VmAlloc *hit = warp->al;
    uint64_t size = atomic_load_explicit(&hit->size, memory_order_relaxed);
    // what a kernel allocates another one may free while this one runs
    if (address - hit->base >= size || hit->kind == VM_ALLOC_HEAP) return;
    *cache = (JitCache){hit->base, size, (uintptr_t)hit->host - hit->base};
}

static void execute(JitState *state, uint32_t pc, uint32_t mask, uint32_t cache) {
    Warp *warp = state->warp;
    const VmInst *in = &warp->fn->code[pc];
    mask <<= state->lane8;
    warp->pc = pc;
    in->fn(warp, in, mask);
    if (cache != UINT32_MAX) note_access(warp, in, mask, &state->cache[cache]);
}

// ---- running -----------------------------------------------------------------------------------

static JitState *state_of(Worker *worker, const VmNative *native, const VmFunc *fn) {
    while (worker->native.n <= native->id) vec_push(&worker->arena, &worker->native, NULL);
    JitState *state = worker->native.at[native->id];
    if (state) return state;
    Arena *arena = &worker->arena;
    state = arena_zalloc(arena, jit_state_size(native->code), 64);
    state->cache = arena_array(arena, JitCache, jit_caches(native->code) + 1);
    state->waiting = arena_array(arena, uint32_t, jit_blocks(native->code) + 1);
    state->resume = jit_resume(native->code);
    state->other = execute;
    vm_native_desk(state, fn, arena);
    worker->native.at[native->id] = state;
    return state;
}

typedef struct {
    uint32_t pc[VM_LANES], mask[VM_LANES], n;
} Stops;

static void stop_at(Stops *stops, uint32_t pc, uint32_t mask) {
    uint32_t i = 0;
    while (i < stops->n && stops->pc[i] != pc) i++;
    if (i == stops->n) {
        stops->pc[i] = pc;
        stops->mask[stops->n++] = 0;
    }
    stops->mask[i] |= mask;
}

// The current split goes on where its first lanes stopped; the others become splits.
static void put_splits(Warp *warp, const Stops *stops) {
    for (uint32_t i = 1; i < stops->n; i++) vm_split_off(warp, stops->mask[i], stops->pc[i]);
    warp->split[warp->cur].pc = stops->pc[0];
}

bool vm_run_native(Warp *warp, int64_t *left) {
    Grid *grid = warp->grid;
    Split *split = &warp->split[warp->cur];
    const VmNative *native = vm_native_of(warp->block->worker, split->frame->fn);
    if (!native->code || native->entry[split->pc] == UINT32_MAX) return false;
    uint32_t entry = native->entry[split->pc];
    JitState *state = state_of(warp->block->worker, native, split->frame->fn);
    state->frame = split->frame->reg;
    state->param = grid->params;
    state->shared = warp->block->shared;
    state->warp = warp;
    Stops stops = {.n = 0};
    bool ran = false;
    int64_t fuel = CU_MAX(CU_MIN(*left, (int64_t)FUEL), (int64_t)LEAST_FUEL), used = 0;
    for (uint32_t lane8 = 0; lane8 < VM_LANES; lane8 += JIT_LANES) {
        uint32_t mask = split->mask >> lane8 & 0xff;
        if (!mask) continue;
        state->lane8 = lane8;
        state->special = warp->sreg + lane8 * 4;
        state->fuel = fuel;
        state->nexit = 0;
        if (warp->parted && !jit_is_regular(native->code, entry, state, mask)) {
            stop_at(&stops, split->pc, mask << lane8);
            continue;
        }
        ran = true;
        jit_run(native->code, entry, state, mask);
        used += RUN_COST + fuel - state->fuel;
        // Those that stop at one place after different ways may be in different rounds of a loop.
        warp->parted |= state->nexit > 1;
        for (uint32_t i = 0; i < state->nexit; i++)
            stop_at(&stops, state->exit[i].pc, state->exit[i].mask << lane8);
    }
    if (!ran) return false;
    put_splits(warp, &stops);
    // a warp instruction is that of four times eight lanes
    warp->count[VM_CLS_INT] += (uint64_t)used * JIT_LANES;
    *left -= used / 4 + 1;
    return true;
}
