// SPDX-License-Identifier: Apache-2.0
// Blocks whose warps run together in native code: all from one place to the next barrier, which
// they pass without the scheduler. A block begins so, and has no splits until its warps come to
// something else; then the scheduler has them, and gives them back when they stand at one place.
#include "vm/native.h"

#include <stdatomic.h>

// What a block's memory has for it, as long as that lasts.
typedef struct Together {
    const VmNative *native;
    JitState *state;
    Frame **frame; // the kernel's, by warp
    JitLanes *lanes;
    uint32_t n;    // of `lanes`
    bool narrowed; // some of `lanes` have not the mask of a block's start
} Together;

// ---- made once ---------------------------------------------------------------------------------

static Together *make_together(Block *block, const VmNative *native) {
    Arena *arena = &block->arena;
    Together *together = arena_new(arena, Together);
    together->native = native;
    together->state = vm_native_state(block->worker, native);
    together->n = block->nwarp * LANES_OF_WARP;
    together->narrowed = true;
    together->frame = arena_array(arena, Frame *, block->nwarp);
    together->lanes = arena_array(arena, JitLanes, together->n);
    for (uint32_t i = 0; i < together->n; i++) {
        Warp *warp = block->warp[i / LANES_OF_WARP];
        uint32_t lane8 = i % LANES_OF_WARP * JIT_LANES;
        if (!lane8) together->frame[warp->id] = vm_keep_frame(warp, block->grid->kernel);
        together->lanes[i] = (JitLanes){.frame = together->frame[warp->id]->reg,
                                        .special = warp->sreg + lane8 * 4,
                                        .warp = warp,
                                        .lane8 = lane8};
    }
    return together;
}

static Together *together_of(Block *block) {
    if (block->together) return block->together;
    const VmNative *native = vm_native_of(block->worker, block->grid->kernel);
    if (native->code) block->together = make_together(block, native);
    return block->together;
}

// ---- where the warps stand ---------------------------------------------------------------------

// The block's first lanes at the kernel's start.
static uint32_t begin(Block *block, Together *together) {
    uint32_t entry = together->native->entry[0];
    if (entry == NO_ENTRY) return NO_ENTRY;
    for (uint32_t i = 0; i < together->n && together->narrowed; i++) {
        JitLanes *lanes = &together->lanes[i];
        const Warp *warp = lanes->warp;
        lanes->mask = warp->all >> lanes->lane8 & 0xff;
    }
    together->narrowed = false;
    for (uint32_t i = 0; i < block->nwarp && jit_has_undefined(together->native->code); i++)
        vm_fill_undefined(together->native, together->frame[i], block->grid->vm->opt.fill);
    vm_fill_sregs(block->warp[0]);
    return entry;
}

// A warp with one split of the kernel that may go on.
static bool stands(const Warp *warp, const Frame *frame) {
    return warp->nsplit == 1 && warp->split[0].state == SPLIT_READY &&
           warp->split[0].frame == frame;
}

// The entry at which all warps stand that have not ended; NO_ENTRY: there is none.
static uint32_t standing(Block *block, Together *together) {
    uint32_t pc = UINT32_MAX;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        const Warp *warp = block->warp[i];
        if (!warp->nsplit) continue;
        if (!stands(warp, together->frame[i])) return NO_ENTRY;
        if (pc != UINT32_MAX && warp->split[0].pc != pc) return NO_ENTRY;
        pc = warp->split[0].pc;
    }
    uint32_t entry = pc == UINT32_MAX ? NO_ENTRY : together->native->entry[pc];
    together->narrowed = true;
    for (uint32_t i = 0; i < together->n && entry != NO_ENTRY; i++) {
        JitLanes *lanes = &together->lanes[i];
        const Warp *warp = lanes->warp;
        lanes->mask = warp->nsplit ? warp->split[0].mask >> lanes->lane8 & 0xff : 0;
        bool asks = lanes->mask && warp->parted;
        if (asks && !jit_is_regular(together->native->code, entry, lanes)) return NO_ENTRY;
    }
    return entry;
}

// ---- barriers ----------------------------------------------------------------------------------

// The place at which all lanes stopped that have not ended, which then are those of `mask`;
// UINT32_MAX: there is none.
static uint32_t stopped(Together *together) {
    uint32_t pc = UINT32_MAX;
    for (uint32_t i = 0; i < together->n; i++) {
        const JitLanes *lanes = &together->lanes[i];
        if (!lanes->mask || !lanes->nexit) continue;
        if (lanes->nexit > 1 || (pc != UINT32_MAX && lanes->exit[0].pc != pc)) return UINT32_MAX;
        pc = lanes->exit[0].pc;
    }
    return pc;
}

// Whether all the block's threads pass it as soon as they are there, with no other effect.
static bool is_plain_barrier(const VmInst *inst) {
    return inst->ctl == CTL_BAR && inst->guard == REF_NONE && inst->b == REF_NONE &&
           inst->d == REF_NONE && !inst->imm;
}

// The entry behind the barrier at which all lanes stand; NO_ENTRY: they stand somewhere else.
static uint32_t pass_barrier(const Block *block, Together *together) {
    uint32_t pc = stopped(together);
    if (pc == UINT32_MAX) return NO_ENTRY;
    const VmInst *code = block->grid->kernel->code;
    while (code[pc].ctl == CTL_JOIN) pc++;
    if (!is_plain_barrier(&code[pc])) return NO_ENTRY;
    uint32_t entry = together->native->entry[pc + 1];
    together->narrowed = true;
    for (uint32_t i = 0; i < together->n && entry != NO_ENTRY; i++) {
        JitLanes *lanes = &together->lanes[i];
        if (lanes->mask) lanes->mask = lanes->nexit ? lanes->exit[0].mask : 0;
    }
    return entry;
}

// ---- to the scheduler --------------------------------------------------------------------------

static void put_warp(Warp *warp, Frame *frame, const Stops *stops) {
    warp->live = frame->live = stops->all;
    warp->parted |= stops->parted;
    warp->nsplit = 0;
    warp->cur = 0;
    if (!stops->n) return;
    warp->nsplit = 1;
    warp->split[0] =
        (Split){.mask = stops->all, .pc = stops->pc[0], .frame = frame, .state = SPLIT_READY};
    for (uint32_t i = 1; i < stops->n; i++) vm_split_off(warp, stops->mask[i], stops->pc[i]);
    vm_use_frame(warp, frame);
}

static void put_warps(Block *block, Together *together) {
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Stops stops = {0};
        for (uint32_t k = 0; k < LANES_OF_WARP; k++) {
            const JitLanes *lanes = &together->lanes[i * LANES_OF_WARP + k];
            if (lanes->mask) vm_add_stops(&stops, lanes);
        }
        if (!block->started) vm_reset_warp(block->warp[i]);
        put_warp(block->warp[i], together->frame[i], &stops);
    }
    block->started = true;
}

// ---- running -----------------------------------------------------------------------------------

static bool is_interrupted(const Block *block) {
    return atomic_load_explicit(&block->grid->vm->interrupted, memory_order_relaxed);
}

bool vm_run_together(Block *block, int64_t *budget) {
    Together *together = together_of(block);
    if (!together || is_interrupted(block)) return false;
    uint32_t entry = block->started ? standing(block, together) : begin(block, together);
    if (entry == NO_ENTRY) return false;
    JitState *state = together->state;
    do {
        int64_t used = vm_native_run(block, together->native, state, entry, together->lanes,
                                     together->n, *budget);
        *budget -= used;
        vm_watch_slice(block->warp[0], (uint64_t)used);
        entry = state->nexit ? pass_barrier(block, together) : NO_ENTRY;
    } while (entry != NO_ENTRY && *budget > 0);
    block->progress = true;
    if (!state->nexit && !block->started) return true;
    put_warps(block, together);
    vm_cluster_check(block->cluster); // threads that have ended are not waited for
    return false;
}
