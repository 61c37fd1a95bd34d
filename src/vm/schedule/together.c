// SPDX-License-Identifier: Apache-2.0
// Blocks whose warps run together in native code, warps at one place in one call. Barriers of the
// block and what a whole warp executes (shuffles, votes) they pass without the scheduler. A block
// begins so, and has no splits until the lanes of a warp part at something that native code does
// not do; then the scheduler has the block, and gives it back when all lanes of each warp stand
// together again.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/race.h"

// What a block's memory has for it, as long as that lasts.
typedef struct {
    Frame *frame;   // the kernel's
    uint32_t live;  // lanes that have not ended; all stand at `pc`
    uint32_t pc;    //
    uint32_t entry; // there; NO_ENTRY: the warp waits, or has ended
    bool runs, ran; // now, in this round
} Standing;

typedef struct Together {
    const VmNative *native;
    JitState *state;
    Standing *warp;
    JitLanes *lanes; // `of_warp` for each warp
    uint32_t n, of_warp;
    bool narrowed; // some of `lanes` have not the mask of a block's start
    bool renews;   // frames at a block's start
} Together;

// Those that run at a time, a bit each.
static uint32_t lanes_mask(const Together *together) {
    return jit_lane_bits(VM_LANES / together->of_warp);
}

// Of its lanes those that are the block's threads, a bit each.
static uint32_t threads_of(const Together *together, const JitLanes *lanes) {
    const Warp *warp = lanes->warp;
    return warp->all >> lanes->lane8 & lanes_mask(together);
}

// ---- made once ---------------------------------------------------------------------------------

static Together *make_together(Block *block, const VmNative *native) {
    Arena *arena = &block->arena;
    Together *together = arena_new(arena, Together);
    together->native = native;
    together->state = vm_native_state(block->worker, native, block->grid->kernel);
    uint32_t each = jit_lanes(native->code);
    together->of_warp = VM_LANES / each;
    together->n = block->nwarp * together->of_warp;
    together->narrowed = true;
    together->renews = native->undefined || block->grid->checks & VM_CHECK_INIT;
    together->warp = arena_array(arena, Standing, block->nwarp);
    together->lanes = arena_array(arena, JitLanes, together->n);
    uint32_t saved = jit_saved_size(native->code);
    for (uint32_t i = 0; i < together->n; i++) {
        Warp *warp = block->warp[i / together->of_warp];
        uint32_t lane8 = i % together->of_warp * each;
        Standing *standing = &together->warp[warp->id];
        if (!lane8) standing->frame = vm_keep_frame(warp, block->grid->kernel);
        uint32_t mask = warp->all >> lane8 & lanes_mask(together);
        vm_native_lanes(warp, standing->frame, lane8, mask, &together->lanes[i]);
        if (saved) together->lanes[i].saved = arena_alloc(arena, saved, 64);
    }
    return together;
}

static Together *together_of(Block *block) {
    if (block->together) return block->together;
    const VmNative *native = vm_native_of(block->worker, block->grid->kernel);
    if (native->code) block->together = make_together(block, native);
    return block->together;
}

// ---- barriers ----------------------------------------------------------------------------------

// The checkers want to know of threads that have exited, and of what synchronises: a barrier opens
// as one of theirs. False: it is the scheduler's.
static bool tell_barrier(Block *block, bool all_threads) {
    if (!(block->grid->checks & (VM_CHECK_SYNC | VM_CHECK_RACE))) return true;
    if (!all_threads) return false;
    Barrier opens = {.all = true};
    if (block->race) vm_race_barrier(block, 0, &opens);
    return true;
}

// JitState.pass: a barrier that opens when all the block's threads are there, or a store that a
// warp's lanes do together, of which the checkers need not be told. All lanes stand there, as those
// that have ended have no mask.
static bool pass_in_code(JitState *state, uint32_t pc, const JitLanes *stopped, uint32_t n) {
    const Warp *warp = stopped->warp;
    Block *block = warp->block;
    const VmInst *inst = &block->grid->kernel->code[pc];
    while (inst->ctl == CTL_JOIN) inst++;
    bool all = true;
    for (uint32_t i = 0; i < n && block->grid->checks; i++)
        all &= stopped[i].mask == threads_of(block->together, &stopped[i]);
#ifdef CU_DEBUG // behind it run all that have a mask
    for (uint32_t i = 0; i < n; i++)
        CU_ASSERT(&block->worker->ctx, !stopped[i].mask || stopped[i].barrier);
#endif
    if (!vm_native_refuel(state, n)) return false;
    if (inst->ctl == CTL_BAR && !tell_barrier(block, all)) return false;
    block->in_step |= inst->ctl == CTL_BAR; // a barrier of all threads, who stand at one place
    vm_native_shared(state, block);
    return true;
}

// ---- running -----------------------------------------------------------------------------------

// `all`: no lane of the block has stopped elsewhere, so that barriers are passed.
static void run(Block *block, Together *together, uint32_t entry, bool all, int64_t *budget) {
    together->state->pass = all ? pass_in_code : NULL;
    *budget -= vm_native_run(block, together->native, together->state, entry, together->lanes,
                             together->n, *budget);
}

// What nobody has written has no value.
static void renew_frames(Block *block, const Together *together) {
    for (uint32_t i = 0; i < block->nwarp && together->native->undefined; i++)
        vm_fill_undefined(together->native, together->warp[i].frame, block->grid->vm->opt.fill);
    for (uint32_t i = 0; i < block->nwarp && block->grid->checks & VM_CHECK_INIT; i++)
        vm_renew_frame(block->warp[i], together->warp[i].frame);
}

// All threads from the kernel's start, at which no warp has state of its own.
static void run_first(Block *block, Together *together, int64_t *budget) {
    for (uint32_t i = 0; i < together->n && together->narrowed; i++) {
        JitLanes *lanes = &together->lanes[i];
        const Warp *warp = lanes->warp;
        lanes->mask = threads_of(together, lanes);
        lanes->whole = warp->all;
    }
#ifdef CU_DEBUG
    for (uint32_t i = 0; i < together->n; i++) {
        const JitLanes *lanes = &together->lanes[i];
        CU_ASSERT(&block->worker->ctx, lanes->mask == threads_of(together, lanes));
    }
#endif
    together->narrowed = together->native->saves;
    if (together->renews) renew_frames(block, together);
    vm_fill_sregs(block->warp[0]);
    run(block, together, together->native->entry[0], true, budget);
}

// The place at which all lanes stopped that ran and have not ended; UINT32_MAX: there is none.
static uint32_t one_stop(const Together *together) {
    uint32_t pc = UINT32_MAX;
    for (uint32_t i = 0; i < together->n; i++) {
        const JitLanes *lanes = &together->lanes[i];
        if (!lanes->nexit) continue;
        if (lanes->nexit > 1 || (pc != UINT32_MAX && lanes->exit[0].pc != pc)) return UINT32_MAX;
        pc = lanes->exit[0].pc;
    }
    return pc;
}

// Of lanes that stopped at one place: none of the block's threads has ended.
static bool all_are_there(const Together *together) {
    for (uint32_t i = 0; i < together->n; i++) {
        const JitLanes *lanes = &together->lanes[i];
        uint32_t there = lanes->nexit ? lanes->exit[0].mask : 0;
        if (there != threads_of(together, lanes)) return false;
    }
    return true;
}

// All the block's lanes have run: as long as they stop at one barrier they run on behind it.
static void run_over_barriers(Block *block, Together *together, int64_t *budget) {
    const VmInst *code = block->grid->kernel->code;
    while (together->state->nexit && *budget > 0) {
        uint32_t pc = one_stop(together);
        while (pc != UINT32_MAX && code[pc].ctl == CTL_JOIN) pc++;
        if (pc == UINT32_MAX || !vm_is_plain_barrier(&code[pc])) return;
        uint32_t entry = together->native->entry[pc + 1];
        if (entry == NO_ENTRY) return;
        if (!tell_barrier(block, all_are_there(together))) return;
        block->in_step = true;
        together->narrowed = true;
        for (uint32_t i = 0; i < together->n; i++) {
            JitLanes *lanes = &together->lanes[i];
            lanes->mask = lanes->nexit ? lanes->exit[0].mask : 0;
        }
        run(block, together, entry, true, budget);
    }
}

// ---- where warps stand -------------------------------------------------------------------------

// `wrapped`: numbers have, so that rows may not be as entries expect them.
static bool stand_together(Standing *out, const JitLanes *ran, uint32_t n, bool *wrapped) {
    uint32_t live = 0, pc = UINT32_MAX;
    for (uint32_t k = 0; k < n; k++) {
        if (!ran[k].nexit) continue;
        const JitExit *exit = &ran[k].exit[0];
        *wrapped |= exit->wrapped;
        if (ran[k].nexit > 1 || (live && exit->pc != pc)) return false;
        live |= (uint32_t)exit->mask << ran[k].lane8;
        pc = exit->pc;
    }
    out->live = live;
    out->pc = pc;
    return true;
}

// What lanes of a warp did that ran: those that stopped at one place stand there. False: they have
// parted; the warp is the scheduler's now, for which it has state.
static bool find_standing(Warp *warp, Standing *out, const JitLanes *ran, uint32_t n) {
    bool wrapped = false, together = stand_together(out, ran, n, &wrapped);
    warp->parted |= wrapped;
    if (together) return true;
    Stops stops = {0};
    for (uint32_t k = 0; k < n; k++) vm_add_stops(&stops, &ran[k]);
    out->live = stops.all;
    out->pc = stops.pc[0];
    warp->parted |= stops.parted;
    warp->live = stops.all;
    warp->split[0] =
        (Split){.mask = stops.all, .pc = stops.pc[0], .frame = out->frame, .state = SPLIT_READY};
    warp->nsplit = 1;
    warp->cur = 0;
    for (uint32_t i = 1; i < stops.n; i++) vm_split_off(warp, stops.mask[i], stops.pc[i]);
    return false;
}

// Of warps that ran. False: lanes of some have parted.
static bool find_all_standing(Block *block, Together *together) {
    bool all = true;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        Standing *standing = &together->warp[i];
        if (!block->started) vm_reset_warp(warp);
        if (!standing->runs) continue;
        warp->nsplit = 0;
        all &= find_standing(warp, standing, &together->lanes[i * together->of_warp],
                             together->of_warp);
        warp->live = standing->live;
    }
    block->started = true;
    return all;
}

// The scheduler's warps as they stand; false: not all lanes of one stand together, or some wait.
static bool take_warps(Block *block, Together *together) {
    for (uint32_t i = 0; i < block->nwarp; i++) {
        const Warp *warp = block->warp[i];
        const Split *split = &warp->split[0];
        Standing *standing = &together->warp[i];
        standing->live = standing->pc = 0;
        if (!warp->nsplit) continue;
        bool together_here = warp->nsplit == 1 && split->state == SPLIT_READY;
        if (!together_here || split->frame != standing->frame) return false;
        standing->live = split->mask;
        standing->pc = split->pc;
    }
    return true;
}

// To the scheduler, those that it does not have yet.
static void give_warps(Block *block, Together *together) {
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        const Standing *standing = &together->warp[i];
        standing->frame->live = warp->live;
        if (!warp->live) warp->nsplit = 0;
        if (warp->nsplit > 1 || !warp->live) continue;
        warp->nsplit = 1;
        warp->cur = 0;
        warp->split[0] = (Split){.mask = standing->live,
                                 .pc = standing->pc,
                                 .frame = standing->frame,
                                 .state = SPLIT_READY};
    }
    vm_cluster_check(block->cluster); // threads that have ended are not waited for
}

// ---- what native code does not do --------------------------------------------------------------

// All lanes of the warp execute one plain instruction.
static void step_plain(Warp *warp, const VmInst *executed, uint32_t live) {
    uint32_t mask = live;
    if (executed->guard != REF_NONE) {
        uint32_t guard = *(uint32_t *)vm_row(warp, executed->guard);
        mask &= executed->flags & VF_GUARD_NOT ? ~guard : guard;
    }
    if (mask) executed->fn(warp, executed, mask);
}

// A shuffle or vote for which nobody else is waited. False: it is the scheduler's.
static bool step_sync(Warp *warp, const VmInst *exchange, uint32_t live) {
    if (exchange->guard != REF_NONE) return false;
    const uint32_t *row = vm_row(warp, exchange->e);
    uint32_t members = row[__builtin_ctz(live)];
    bool constant = exchange->e >> 30 == REF_CONST;
    VM_EACH(i, constant ? 0 : live) if (row[i] != members) return false;
    if (live & ~members) return false;
    // the checkers want to know of lanes that have exited
    if (warp->grid->checks & VM_CHECK_SYNC && members & warp->all & ~live) return false;
    warp->sync_all = members & live;
    exchange->fn(warp, exchange, live);
    exchange->finish(warp, exchange, live);
    return true;
}

// Goes on to the next entry, or to something that only the scheduler does.
static void step(const Together *together, Warp *warp, Standing *standing) {
    const VmInst *code = standing->frame->fn->code;
    standing->entry = NO_ENTRY;
    vm_use_frame(warp, standing->frame);
    for (bool goes_on = true; goes_on;) {
        standing->entry = together->native->entry[standing->pc];
        if (standing->entry != NO_ENTRY) return;
        const VmInst *inst = &code[standing->pc];
        warp->pc = standing->pc;
        switch ((VmCtl)inst->ctl) {
        case CTL_JOIN: break;
        case CTL_PLAIN: step_plain(warp, inst, standing->live); break;
        case CTL_SYNC: goes_on = step_sync(warp, inst, standing->live); break;
        default: goes_on = false; break;
        }
        standing->pc += goes_on;
        goes_on &= !warp->yield; // others go first
        warp->yield = false;
    }
}

// All warps stand at one barrier, or have ended: they go on behind it.
static bool pass_barrier(Block *block, Together *together) {
    const VmInst *code = block->grid->kernel->code;
    uint32_t pc = UINT32_MAX;
    bool all = true;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        const Standing *standing = &together->warp[i];
        all &= standing->live == block->warp[i]->all;
        if (!standing->live) continue;
        if (pc != UINT32_MAX && standing->pc != pc) return false;
        pc = standing->pc;
    }
    if (pc == UINT32_MAX || !vm_is_plain_barrier(&code[pc])) return false;
    if (!tell_barrier(block, all)) return false;
    block->in_step = true;
    for (uint32_t i = 0; i < block->nwarp; i++) together->warp[i].pc = pc + 1;
    return true;
}

// ---- rounds ------------------------------------------------------------------------------------

// Entries of warps whose lanes have parted before may not find rows as they expect them.
static bool is_regular(const Together *together, Warp *warp, uint32_t entry) {
    const Frame *frame = together->warp[warp->id].frame;
    if (warp->parted && vm_is_together(warp, frame, together->native, entry)) return true;
    const JitLanes *lanes = &together->lanes[warp->id * together->of_warp];
    for (uint32_t k = 0; k < together->of_warp && warp->parted; k++) {
        if (lanes[k].mask && !jit_is_regular(together->native->code, entry, &lanes[k], false))
            return false;
    }
    return true;
}

// The warps at that entry that have not run in this round run. False: one cannot.
static bool run_at(Block *block, Together *together, uint32_t entry, int64_t *budget) {
    bool all = true;
    together->narrowed = true;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Standing *standing = &together->warp[i];
        standing->runs = standing->live && standing->entry == entry && !standing->ran;
        standing->ran |= standing->runs;
        all &= standing->runs || !standing->live;
        for (uint32_t k = 0; k < together->of_warp; k++) {
            JitLanes *lanes = &together->lanes[i * together->of_warp + k];
            uint32_t live = standing->live >> lanes->lane8 & lanes_mask(together);
            lanes->mask = standing->runs ? live : 0;
            lanes->whole = vm_native_whole(block->warp[i], standing->live);
        }
        if (standing->runs && !is_regular(together, block->warp[i], entry)) return false;
    }
    run(block, together, entry, all, budget);
    if (all) run_over_barriers(block, together, budget);
    return find_all_standing(block, together);
}

// Each warp goes on once, as far as native code takes it. False: the scheduler goes on.
static bool run_round(Block *block, Together *together, int64_t *budget) {
    bool any = false;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Standing *standing = &together->warp[i];
        standing->ran = false;
        standing->entry = NO_ENTRY;
        if (standing->live) step(together, block->warp[i], standing);
    }
    for (uint32_t i = 0; i < block->nwarp; i++) {
        const Standing *standing = &together->warp[i];
        if (!standing->live || standing->ran || standing->entry == NO_ENTRY) continue;
        any = true;
        if (!run_at(block, together, standing->entry, budget)) return false;
    }
    return any || pass_barrier(block, together);
}

// A block that has not started. True: it has ended; else its warps have begun to be the scheduler's
// and stand as *goes_on says.
static bool run_whole(Block *block, Together *together, int64_t *budget, bool *goes_on) {
    run_first(block, together, budget);
    if (!together->state->nexit) return true;
    run_over_barriers(block, together, budget);
    if (!together->state->nexit) return true;
    for (uint32_t i = 0; i < block->nwarp; i++) together->warp[i].runs = true;
    *goes_on = find_all_standing(block, together);
    return false;
}

// Rounds of warps that have started, as long as all go on.
static void run_rounds(Block *block, Together *together, bool goes_on, int64_t *budget) {
    block->progress = true;
    while (goes_on && *budget > 0 && !block->worker->gives_way)
        goes_on = run_round(block, together, budget);
    give_warps(block, together);
}

bool vm_run_together(Block *block, int64_t *budget) {
    Together *together = together_of(block);
    if (!together) return false;
    int64_t begun = *budget;
    bool goes_on = true, ended = false;
    if (!block->started) {
        if (together->native->entry[0] == NO_ENTRY) return false;
        ended = run_whole(block, together, budget, &goes_on);
    } else if (!take_warps(block, together)) {
        return false;
    }
    if (!ended) run_rounds(block, together, goes_on, budget);
    vm_watch_slice(block->warp[0], (uint64_t)(begun - *budget));
    return ended;
}

bool vm_run_row(Worker *worker, Cluster *cluster, int64_t *budget) {
    Block *block = cluster->block[0];
    Together *together = block->together;
    int64_t begun = *budget;
    uint64_t blocks = 0;
    bool ended = true, goes_on = true;
    while (ended && *budget > 0 && vm_next_in_row(worker, cluster)) {
        blocks++;
        ended = run_whole(block, together, budget, &goes_on);
    }
    if (!ended) run_rounds(block, together, goes_on, budget);
    vm_count_up(worker->grid, &worker->grid->ended,
                blocks); // each one's turn was that of one before
    vm_watch_slice(block->warp[0], (uint64_t)(begun - *budget));
    return ended;
}

void vm_leave_together(Block *block) {
    for (uint32_t i = 0; i < block->nwarp && block->together; i++)
        vm_use_frame(block->warp[i], block->together->warp[i].frame);
}
