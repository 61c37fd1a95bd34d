// SPDX-License-Identifier: Apache-2.0
// Runs functions in native code (src/jit). A split whose program counter is at an entry is run
// some lanes after the others; where each of them stopped, the scheduler of schedule/warp.c goes
// on. The code knows no checkers, profiles or random orders: grids that ask for these do without
// it.
#include "vm/native/native.h"
#include "vm/check/race.h"

#include <stdatomic.h>

enum { FUEL = 1 << 20, LEAST_FUEL = 1 << 16, RUN_COST = 32 };
#define WINDOW (UINT64_C(1) << 31) // of JitCache

// ---- what the code asks for --------------------------------------------------------------------

// The code tells what is aligned by how far it is from the base: what lies in front of the first
// aligned place is no place.
static void align_base(JitCache *cache, uint32_t aligned) {
    uint64_t more = -cache->base & (aligned - 1);
    if (more >= cache->size) {
        *cache = (JitCache){0};
        return;
    }
    cache->base += more;
    cache->size -= more;
}

// Of static shared memory the valid bytes around the address: variables are valid, not what is
// between them.
static void note_shared(const Grid *grid, uint64_t address, JitCache *cache) {
    const uint64_t *valid = grid->kernel->shared_valid;
    if (address - cache->base < cache->size) return; // a long variable is not measured each time
    bool dynamic = address - grid->dynamic_off < grid->dynamic_end - grid->dynamic_off;
    uint64_t begin = dynamic ? grid->dynamic_off : VM_SHARED_OFF;
    uint64_t end = dynamic ? grid->dynamic_end : grid->static_end, first = address, last = address;
    *cache = (JitCache){0};
    if (address < begin || address >= end) return;
    bool part = !dynamic && valid;
    while (part && first > begin && vm_bits_all(valid, first - 1, 1)) first--;
    while (part && last < end && vm_bits_all(valid, last, 1)) last++;
    *cache = (JitCache){.base = part ? first : begin, .size = part ? last - first : end - begin};
}

// The allocation that the warp hit last; of a large one what is around the address.
static void note_global(Warp *warp, uint64_t address, JitCache *cache) {
    const VmAlloc *hit = warp->al;
    uint64_t size = atomic_load_explicit(&hit->size, memory_order_relaxed);
    *cache = (JitCache){0};
    // what a kernel allocates another one may free while this one runs
    if (address - hit->base >= size || hit->kind == VM_ALLOC_HEAP) return;
    uint64_t base = hit->base, host = (uintptr_t)hit->host - base;
    if (size > WINDOW) {
        uint64_t before = (address - base) / (WINDOW / 2) * (WINDOW / 2);
        base += before;
        size = CU_MIN(size - before, (uint64_t)WINDOW);
    }
    *cache = (JitCache){.base = base, .size = size, .host = host, .owner = hit};
    cache->origin = (uintptr_t)hit->host;
    cache->unwatched = vm_is_only_read(warp->grid, (VmAlloc *)hit);
    if (!warp->race || cache->unwatched) return;
    const RaceShadow *shadow = vm_race_shadow(warp, hit);
    cache->shadow = shadow;
    cache->open = shadow->open;
}

// What a load or store has touched, by the first lane's address.
static void note_access(Warp *warp, const VmInst *in, uint32_t mask, JitCache *cache,
                        uint32_t aligned) {
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    const uint8_t *row = vm_row(warp, in->a);
    uint64_t address = 0;
    memcpy(&address, row + ((size_t)lane << in->asize), 1u << in->asize);
    address += (uint64_t)in->access.offset;
    if (in->space == VSP_SHARED)
        note_shared(warp->grid, address, cache);
    else
        note_global(warp, address, cache);
    align_base(cache, aligned);
}

static void execute(JitState *state, uint32_t pc, uint32_t mask, uint32_t cache, uint32_t aligned) {
    Warp *warp = state->lanes->warp;
    const VmInst *in = &warp->fn->code[pc];
    mask <<= state->lanes->lane8;
    warp->pc = pc;
    if (in->ctl == CTL_SYNC) { // all lanes are here
        warp->sync_all = mask;
        in->fn(warp, in, mask);
        in->finish(warp, in, mask);
        return;
    }
    in->fn(warp, in, mask);
    if (cache != UINT32_MAX) note_access(warp, in, mask, jit_cache(state, cache), aligned);
}

// ---- running -----------------------------------------------------------------------------------

JitState *vm_native_state(Worker *worker, const VmNative *native, const VmFunc *fn) {
    while (worker->native.n <= native->id) vec_push(&worker->arena, &worker->native, NULL);
    JitState *state = worker->native.at[native->id];
    if (state) return state;
    Arena *arena = &worker->arena;
    // behind the caches is what the code writes before it reads it, for lanes that run
    size_t size = jit_state_size(native->code), begun = jit_state_begun(native->code);
    state = arena_alloc(arena, size, 64);
    memset(state, 0, begun);
    state->waiting = arena_array(arena, uint32_t, jit_blocks(native->code) + 1);
    state->resume = jit_resume(native->code);
    state->other = execute;
    state->watch = vm_native_watch;
    vm_native_set_quick(state);
    state->alone = worker->grid->alone;
    uint32_t bytes;
    uint8_t *params = jit_params(native->code, state, &bytes);
    uint32_t have =
        worker->grid->kernel->param_end + VM_PARAM_MORE; // what the code reads is inside
    memcpy(params, worker->grid->params, CU_MIN(bytes, have));
    vm_native_desk(state, fn, arena);
    worker->native.at[native->id] = state;
    return state;
}

void vm_native_not_alone(const Worker *worker) {
    for (uint32_t i = 0; i < worker->native.n; i++)
        if (worker->native.at[i]) worker->native.at[i]->alone = false;
}

void vm_native_shared(JitState *state, const Block *block) {
    state->shared = block->shared;
    state->settled = block->in_step && !block->grid->clusters;
    if (!block->grid->checks) return;
    state->open = block->race ? block->race->open : NULL;
    state->stamp = block->race ? block->race->stamp : 0;
    state->init = (const uint8_t *)block->init;
}

bool vm_native_refuel(JitState *state, uint32_t n) {
    state->fuel -= (int64_t)n * RUN_COST;
    return state->fuel > 0;
}

int64_t vm_native_run(Block *block, const VmNative *native, JitState *state, uint32_t entry,
                      JitLanes *lanes, uint32_t n, int64_t fuel) {
    fuel = CU_MAX(CU_MIN(fuel, (int64_t)FUEL), (int64_t)LEAST_FUEL);
    state->common = block->warp[0]->sreg;
    vm_native_shared(state, block);
    state->fuel = fuel;
    state->nexit = 0;
    jit_run(native->code, entry, state, lanes, n);
    int64_t used = (int64_t)n * RUN_COST + fuel - state->fuel;
    // a warp instruction is that of all its lanes
    block->worker->count[VM_CLS_INT] += (uint64_t)used * native->lanes;
    return used * native->lanes / VM_LANES + 1;
}

void vm_stop_at(Stops *stops, uint32_t pc, uint32_t mask) {
    uint32_t i = 0;
    while (i < stops->n && stops->pc[i] != pc) i++;
    if (i == stops->n) {
        stops->pc[i] = pc;
        stops->mask[stops->n++] = 0;
    }
    stops->mask[i] |= mask;
    stops->all |= mask;
}

void vm_add_stops(Stops *stops, const JitLanes *lanes) {
    // Those that stop at one place after different ways may be in different rounds of a loop.
    stops->parted |= lanes->nexit > 1;
    for (uint32_t i = 0; i < lanes->nexit; i++) {
        stops->parted |= lanes->exit[i].wrapped;
        vm_stop_at(stops, lanes->exit[i].pc, lanes->exit[i].mask << lanes->lane8);
    }
}

// The current split goes on where its first lanes stopped, others become splits, those that have
// not stopped have ended.
static NativeRun put_splits(Warp *warp, const Stops *stops, uint32_t *ended) {
    Split *split = &warp->split[warp->cur];
    *ended = split->mask & ~stops->all;
    warp->parted |= stops->parted;
    for (uint32_t i = 1; i < stops->n; i++) vm_split_off(warp, stops->mask[i], stops->pc[i]);
    split->pc = stops->pc[0];
    return warp->nsplit > 1 ? NATIVE_PARTED : NATIVE_TOGETHER;
}

_Static_assert(JIT_LOCAL_BEGIN == VM_LOCAL_OFF && JIT_LOCAL_WINDOW == VM_LOCAL_BASE,
               "where local memory is");

bool vm_native_lanes(Warp *warp, Frame *frame, uint32_t lane8, uint32_t mask, JitLanes *lanes) {
    *lanes = (JitLanes){.frame = frame->reg,
                        .special = warp->sreg + lane8 * 4,
                        .warp = warp,
                        .local = warp->local + lane8,
                        .lane8 = lane8,
                        .number = warp->id + 1};
    if (!mask) return true;
    uint32_t base = frame->lbase[lane8 + (uint32_t)__builtin_ctz(mask)];
    VM_EACH(i, mask) {
        if (frame->lbase[lane8 + i] != base) return false;
    }
    lanes->frame_base = base;
    // The machine tells what is aligned by the offset in the frame.
    lanes->local_end = base % 32 ? 0 : base + frame->fn->local_size;
    return true;
}

uint32_t vm_native_whole(const Warp *warp, uint32_t live) {
    bool ask = warp->grid->checks & VM_CHECK_SYNC && live != warp->all;
    return ask ? 0 : live;
}

bool vm_is_together(Warp *warp, const Frame *frame, const VmNative *native, uint32_t entry) {
    if (frame->parent) return false; // whose rows would have to be asked, too
    uint32_t each = jit_lanes(native->code);
    for (uint32_t lane8 = 0; lane8 < VM_LANES; lane8 += each) {
        uint32_t mask = warp->live >> lane8 & jit_lane_bits(each);
        JitLanes lanes = {.frame = frame->reg, .lane8 = lane8, .mask = mask};
        if (mask && !jit_is_regular(native->code, entry, &lanes, true)) return false;
    }
    warp->parted = false;
    return true;
}

NativeRun vm_run_native(Warp *warp, int64_t *left, uint32_t *ended) {
    Split *split = &warp->split[warp->cur];
    Worker *worker = warp->block->worker;
    const VmNative *native = vm_native_of(worker, split->frame->fn);
    if (!native->code || native->entry[split->pc] == NO_ENTRY) return NATIVE_NOT;
    uint32_t entry = native->entry[split->pc], n = 0;
    Stops stops = {0};
    JitLanes lanes[VM_LANES / JIT_PIECE];
    bool whole = warp->nsplit == 1 && split->mask == warp->live, parted = warp->parted;
    if (parted && whole) parted = !vm_is_together(warp, split->frame, native, entry);
    uint32_t each = jit_lanes(native->code);
    for (uint32_t lane8 = 0; lane8 < VM_LANES; lane8 += each) {
        uint32_t mask = split->mask >> lane8 & jit_lane_bits(each);
        if (!mask) continue;
        bool regular = vm_native_lanes(warp, split->frame, lane8, mask, &lanes[n]);
        lanes[n].mask = mask;
        lanes[n].whole = vm_native_whole(warp, warp->live);
        if (parted) regular &= jit_is_regular(native->code, entry, &lanes[n], false);
        if (!regular)
            vm_stop_at(&stops, split->pc, mask << lane8);
        else
            n++;
    }
    if (!n) return NATIVE_NOT;
    JitState *state = vm_native_state(worker, native, split->frame->fn);
    state->pass = NULL; // of the block's other lanes nobody knows here
    *left -= vm_native_run(warp->block, native, state, entry, lanes, n, *left);
    for (uint32_t i = 0; i < n; i++) vm_add_stops(&stops, &lanes[i]);
    return put_splits(warp, &stops, ended);
}
