// SPDX-License-Identifier: Apache-2.0
// Waits that never end, for the sync checker: threads that go round and round, asking memory for a
// value that nobody is left to write. When the resident blocks of a worker have gone on for long
// without any of them ending, each of their warps is watched for some rounds of its loop: if it
// comes back to where it was with the same registers, and has not changed any memory, it does so
// until somebody else changes memory. When that holds for all warps that are left, nobody does.
//
// Whoever computes or counts its rounds has other registers each time, and is never taken for one
// that waits. The clock stands still meanwhile; when all wait, it goes far ahead, for those that
// give up after some time. The steps of a watched warp are those of the program: watching changes
// nothing.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_STEPS = 1 << 14, SHARE = 64 }; // of the instructions before: what looking may take
#define FAR_AHEAD (1ull << 40)            // cycles

// Whether what was about to be written has other contents now than it had.
static void compare_memory(VmWatch *watch) {
    for (uint32_t i = 0; i < watch->n; i++) {
        const VmBefore *b = &watch->before[i];
        watch->changed |= memcmp(b->at, b->old, b->n) != 0;
    }
    watch->n = 0;
}

// ---- one warp ----------------------------------------------------------------------------------

// Rows of registers are multiples of 8 bytes.
static uint64_t hash_rows(uint64_t h, const uint8_t *at, uint32_t n) {
    for (uint32_t i = 0; i + 8 <= n; i += 8) {
        uint64_t v;
        memcpy(&v, at + i, 8);
        h = hash_mix(h, v);
    }
    return h;
}

// Where its splits are and what their registers hold, in whatever order the splits stand.
static uint64_t state_of(const Warp *warp) {
    uint64_t sum = hash_mix(warp->nsplit, warp->cc);
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *s = &warp->split[i];
        uint64_t h =
            hash_mix((uint64_t)s->pc << 32 | s->mask, (uint64_t)s->state << 32 | s->syncmask);
        h = hash_mix(h, (uint64_t)(uintptr_t)s->frame);
        sum += hash_rows(h, s->frame->reg, s->frame->fn->reg_size);
    }
    return sum;
}

// Every split that can go on has done so since the warp's time was `tick`.
static bool all_ran(const Warp *warp, uint64_t tick) {
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *s = &warp->split[i];
        if (s->state == SPLIT_READY && s->last <= tick) return false;
    }
    return true;
}

// The warp waits: it is blocked, or comes back to a state that it had. The states that it is
// compared with are those at steps that are powers of two, so that what leads into the loop and how
// long the loop is does not matter.
static bool waits(Warp *warp, VmWatch *watch, VmRunWarp *run) {
    uint64_t state = 0, tick = 0, due = warp->block->worker->examine_after;
    uint32_t steps = (uint32_t)CU_MIN(due / SHARE, (uint64_t)MAX_STEPS);
    bool result = false;
    if (!warp->nsplit) return true;
    memset(watch, 0, sizeof *watch);
    warp->watch = watch;
    warp->watch_time = warp->executed + warp->tick + warp->clock_waited; // the clock stands still
    for (uint32_t step = 0; step < steps; step++) {
        if (vm_pick_split(warp, false) == UINT32_MAX) {
            result = step == 0; // every lane is blocked
            break;
        }
        if (step && all_ran(warp, tick) && state_of(warp) == state) {
            result = true;
            break;
        }
        if (!(step & (step - 1))) {
            state = state_of(warp);
            tick = warp->tick;
        }
        WarpState ran = run(warp, 1);
        compare_memory(watch);
        if (ran == WARP_DONE || watch->changed) break;
    }
    warp->watch = NULL;
    return result;
}

// ---- findings ----------------------------------------------------------------------------------

// (Of memory that the host may write nothing is said: on a GPU it could, while the kernel runs.)
static void report_split(Warp *warp, const Split *waiting, const VmAsked *asked) {
    const VmFunc *fn = warp->fn;
    char what[160];
    VmEvent event = {.checker = VM_CHECK_SYNC, .kind = "deadlock"};
    uint32_t lane = (uint32_t)__builtin_ctz(waiting->mask);
    warp->fn = asked->in ? asked->fn : waiting->frame->fn;
    event.at = vm_site(warp, asked->in ? asked->in : &waiting->frame->fn->code[waiting->pc], lane);
    warp->fn = fn;
    if (asked->in && asked->target.space == VSP_GLOBAL && asked->target.alloc->adopted) return;
    if (!asked->in) {
        snprintf(what, sizeof what, "go round a loop that never ends");
    } else if (!vm_mbarrier_wait(asked->in, asked->target.host, what, sizeof what)) {
        snprintf(
            what, sizeof what, "wait for a value at 0x%llx in %s memory that nobody will write",
            (unsigned long long)asked->addr, vm_space_name((VmSpace)asked->in->space, asked->addr));
    }
    vm_check_add(warp->grid->vm, &event, "lanes %08x of warp %u %s", waiting->mask, warp->id, what);
}

// What the splits of a warp wait for; those that stand at barriers are check/sync.c's.
static void report_warp(Warp *warp, VmWatch *watch, VmRunWarp *run) {
    if (!waits(warp, watch, run)) return;
    for (uint32_t i = 0; i < warp->nsplit; i++) {
        const Split *split = &warp->split[i];
        if (split->state != SPLIT_READY) continue;
        const VmAsked *asked = &watch->asked[__builtin_ctz(split->mask)];
        report_split(warp, split, asked->mask & split->mask ? asked : &(VmAsked){0});
    }
}

// First what goes round, then what is blocked because of it.
static void report_cluster(Cluster *cluster, VmWatch *watch, VmRunWarp *run) {
    for (uint32_t i = 0; i < cluster->n; i++) {
        Block *block = cluster->block[i];
        for (uint32_t k = 0; k < block->nwarp && !block->done; k++)
            report_warp(block->warp[k], watch, run);
        if (!block->done) vm_sync_deadlock(block);
    }
}

// One of the blocks that wait ends as by a fault, and with it the grid.
static CU_NORETURN void stop(Cluster *cluster) {
    for (uint32_t i = 0; i < cluster->n; i++) {
        Block *block = cluster->block[i];
        for (uint32_t k = 0; k < block->nwarp && !block->done; k++) {
            Warp *warp = block->warp[k];
            if (!warp->nsplit) continue;
            const Split *s = &warp->split[0];
            const VmInst *in = &s->frame->fn->code[s->pc];
            while (in->ctl == CTL_JOIN) in++; // a label has no line
            warp->fn = s->frame->fn;
            vm_fault(
                warp, in, (uint32_t)__builtin_ctz(s->mask), VM_ERR_DEADLOCK, 0,
                "deadlock: the threads that are left wait for each other, or for what nobody does");
        }
    }
    abort();
}

// ---- workers -----------------------------------------------------------------------------------

// All warps of the worker's blocks, one after the other: none of them changes what the others see.
static bool all_wait(Worker *wk, VmWatch *watch, VmRunWarp *run, bool late) {
    for (uint32_t i = 0; i < wk->active.n; i++) {
        Cluster *cluster = wk->active.at[i];
        for (uint32_t b = 0; b < cluster->n; b++) {
            Block *block = cluster->block[b];
            if (block->done) continue;
            if (!block->started) return false;
            for (uint32_t k = 0; k < block->nwarp; k++) {
                if (late) block->warp[k]->clock_waited += FAR_AHEAD;
                if (!waits(block->warp[k], watch, run)) return false;
            }
        }
    }
    return true;
}

// A worker has seen all its warps wait, with the clock standing still or (`late`) far ahead. True
// when all workers have, since one of them last ran its blocks: another one may change memory
// meanwhile, so that each must have seen it twice.
static bool all_workers_wait(Worker *wk, bool late) {
    Grid *grid = wk->grid;
    uint32_t waiting = 0;
    pthread_mutex_lock(&grid->lock);
    uint64_t now = atomic_load(&grid->busy_time);
    if (wk->quiet_time != now) wk->quiet = wk->late = 0;
    wk->quiet_time = now;
    *(late ? &wk->late : &wk->quiet) += 1;
    for (uint32_t i = 0; i < grid->nworker; i++) {
        const Worker *other = &grid->worker[i];
        uint32_t seen = late ? other->late + 1 : other->quiet;
        waiting += other->ended || (other->quiet_time == now && seen > 1);
    }
    pthread_mutex_unlock(&grid->lock);
    return waiting == grid->nworker;
}

void vm_busy(Worker *wk) {
    if (wk->grid->checks & VM_CHECK_SYNC)
        atomic_fetch_add_explicit(&wk->grid->busy_time, 1, memory_order_relaxed);
}

// Whether none of the grid's blocks will ever go on. Loops may end by themselves when it is late
// enough, but that is only tried when nothing else is left.
static bool is_deadlock(Worker *wk, VmWatch *watch, VmRunWarp *run) {
    Grid *grid = wk->grid;
    while (all_wait(wk, watch, run, false)) {
        if (grid->deadlocked) return true;
        if (all_workers_wait(wk, false)) {
            if (!all_wait(wk, watch, run, true)) return false;
            if (all_workers_wait(wk, true)) return grid->deadlocked = true;
        }
        if (vm_is_interrupted(grid)) return false;
        sched_yield();
    }
    return false;
}

void vm_look_for_deadlock(Worker *wk, VmRunWarp *run) {
    if (!(wk->grid->checks & VM_CHECK_SYNC) || wk->unexamined < wk->examine_after) return;
    VmWatch *watch = arena_alloc(&wk->ctx.scratch, sizeof *watch, 8);
    wk->unexamined = 0;
    vm_busy(wk);
    if (is_deadlock(wk, watch, run)) {
        for (uint32_t i = 0; i < wk->active.n; i++) report_cluster(wk->active.at[i], watch, run);
        stop(wk->active.at[0]);
    }
    vm_busy(wk);
    wk->examine_after *= 2; // it computes
}
