// SPDX-License-Identifier: Apache-2.0
// Runs a grid: clusters of blocks (a cluster is one block for ordinary kernels) are handed to
// worker threads in order. A worker runs its blocks in slices; when a block does not finish in a
// slice, it may be waiting for a block that has not started, so the worker starts one more.
// A fault of a block stops the blocks after it; blocks before it finish, so that the reported
// fault is that of the lowest block whatever the number of threads.
#include "base/task.h"
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/race.h"
#include "vm/state/tile.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Blocks of a cooperative launch wait for each other: they take turns much faster.
enum { WARP_SLICE_LEN = 1 << 16, BLOCK_SLICE_LEN = 1 << 22, COOP_SLICE_LEN = 1 << 12 };
enum { FIRST_SLICE_LEN = 1 << 16 }; // while it is not known how long the grid will take
enum { LAST_SLICE_LEN = 1 << 17 };  // of a checked grid whose blocks have all been started
enum { MAX_RESIDENT = 512 };
enum { EXAMINE_AFTER = 1 << 17 }; // instructions without the end of a block, see schedule/wait.c

// ---- blocks ------------------------------------------------------------------------------------

static void start_warps(Block *block) {
    block->started = true;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        vm_reset_warp(block->warp[i]);
        vm_start_warp(block->warp[i], block->grid->kernel);
    }
}

// The next cluster of the grid that this worker runs, or NULL.
static Cluster *start_cluster(Worker *wk) {
    Cluster *cluster = vm_start_cluster(wk);
    // The blocks of a cluster ask for each other's threads.
    bool now = cluster && (!wk->grid->vm->native || cluster->n > 1);
    for (uint32_t i = 0; now && i < cluster->n; i++) start_warps(cluster->block[i]);
    return cluster;
}

// Also what was only half made when memory ran out.
static void end_cluster(Worker *wk, Cluster *cluster) {
    for (uint32_t i = 0; i < cluster->n; i++) {
        Block *block = cluster->block[i];
        if (!block) continue;
        if (block->started) vm_leave_together(block);
        if (block->nested.n) vm_nested_collect(block);
    }
    vm_end_cluster(wk, cluster);
}

// Names the first thread that waits, and what for. Does not return.
static CU_NORETURN void deadlock(Block *block) {
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        for (uint32_t k = 0; k < warp->nsplit; k++) {
            Split *s = &warp->split[k];
            const VmInst *in = &s->frame->fn->code[s->pc];
            const char *what = s->state == SPLIT_BAR       ? "barrier"
                               : s->state == SPLIT_CLUSTER ? "cluster barrier"
                               : s->state == SPLIT_WHOLE   ? "matrix instruction of its warp"
                               : s->state == SPLIT_GROUP   ? "wgmma.mma_async of its warpgroup"
                                                           : "warp-synchronous instruction";
            warp->fn = s->frame->fn;
            vm_fault(warp, in, (uint32_t)__builtin_ctz(s->mask), VM_ERR_DEADLOCK, 0,
                     "deadlock: thread waits at a %s that other threads never reach", what);
        }
    }
    abort();
}

// Uniform below n, n < 2^32 (Lemire 2016, without the correction).
static uint32_t random_below(uint64_t *state, uint32_t n) {
    *state = hash_u64(*state + 0x9e3779b97f4a7c15u);
    return (uint32_t)((*state >> 32) * n >> 32);
}

// With a seed the warps run in another order in each round, for slices of random length.
static bool run_shuffled(Block *block, int64_t *budget) {
    bool done = true;
    // Shuffled inside out (Fisher and Yates).
    uint8_t order[32];
    for (uint32_t i = 0; i < block->nwarp; i++) {
        uint32_t k = random_below(&block->random, i + 1);
        order[i] = order[k];
        order[k] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *w = block->warp[order[i]];
        if (!w->nsplit) continue;
        uint64_t before = w->executed;
        // Slices of 1 to 1,024 instructions, short ones as likely as long ones.
        int64_t slice = 1 + random_below(&block->random, 1u << random_below(&block->random, 11));
        if (vm_run_warp(w, slice) != WARP_DONE) done = false;
        block->progress |= w->executed != before;
        *budget -= (int64_t)(w->executed - before) + 1;
        vm_watch_slice(w, w->executed - before);
    }
    return done;
}

// One round over the block's warps. True when all have ended.
static bool run_block(Block *block, int64_t *budget) {
    if (CU_UNLIKELY(block->grid->vm->opt.seed)) return run_shuffled(block, budget);
    bool done = true, interrupted = vm_is_interrupted(block->grid);
    if (!interrupted && block->grid->vm->native && vm_run_together(block, budget)) return true;
    if (!block->started) start_warps(block);
    // A grid of short blocks has no warp that comes by after a slice: it ends where a block begins.
    for (uint32_t i = 0; i < block->nwarp && interrupted; i++) {
        if (block->warp[i]->nsplit) vm_stop_interrupted(block->warp[i]);
    }
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *w = block->warp[i];
        if (!w->nsplit) continue;
        uint64_t before = w->executed;
        int64_t slice = block->grid->l->cooperative ? COOP_SLICE_LEN : WARP_SLICE_LEN;
        if (vm_run_warp(w, CU_MIN(slice, block->slice_limit)) != WARP_DONE) done = false;

        // A round counts for something even if no instruction ran, so that the budget ends.
        block->progress |= w->executed != before;
        *budget -= (int64_t)(w->executed - before) + 1;
        vm_watch_slice(w, w->executed - before);
    }
    return done;
}

static int64_t slice_len(const Grid *grid) {
    if (grid->l->cooperative) return COOP_SLICE_LEN;
    // all are there: it can be seen soon whether they wait for each other
    bool last = atomic_load_explicit(&grid->next, memory_order_relaxed) >= grid->ncluster;
    if (last && grid->checks & VM_CHECK_SYNC) return LAST_SLICE_LEN;
    return grid->held ? FIRST_SLICE_LEN : BLOCK_SLICE_LEN;
}

// Runs a cluster for a slice: its blocks in turn, since they may wait for each other. True when it
// has ended.
static bool run_cluster(Cluster *cluster) {
    Grid *grid = cluster->block[0]->grid;
    int64_t budget = slice_len(grid);
    bool done = false;
    // a slice is not much longer than what the limit leaves
    uint64_t limit = grid->vm->opt.max_instructions, before = atomic_load(&grid->executed);
    if (limit) budget = (int64_t)CU_MIN((uint64_t)budget, limit - CU_MIN(before, limit - 1));
    int64_t start = budget;
    Worker *worker = cluster->block[0]->worker;
    worker->gives_way = false;
    while (budget > 0 && !done && !worker->gives_way) {
        bool progress = false;
        done = true;
        for (uint32_t i = 0; i < cluster->n; i++) {
            Block *b = cluster->block[i];
            if (b->done) continue;
            b->progress = false;
            b->slice_limit = start;
            b->done = run_block(b, &budget);
            if (b->done && grid->race && cluster->n > 1) vm_race_block_ends(b);
            done &= b->done;
            progress |= b->progress | b->done;
        }

        // Nobody went on and nobody ended: they wait for each other for ever.
        if (!done && !progress) {
            for (uint32_t i = 0; i < cluster->n && grid->checks & VM_CHECK_SYNC; i++)
                vm_sync_deadlock(cluster->block[i]);
            for (uint32_t i = 0; i < cluster->n; i++) {
                if (!cluster->block[i]->done) deadlock(cluster->block[i]);
            }
        }
    }

    worker->unexamined += (uint64_t)(start - budget);
    // The limit is one for the grid, over all workers.
    uint64_t ran = (uint64_t)(start - budget),
             total = vm_count_up(grid, &grid->executed, ran) + ran;
    if (!done && grid->vm->opt.max_instructions && total > grid->vm->opt.max_instructions) {
        for (uint32_t i = 0; i < cluster->n; i++) {
            Block *b = cluster->block[i];
            for (uint32_t k = 0; k < b->nwarp && !b->done; k++) {
                Warp *w = b->warp[k];
                if (!w->nsplit) continue;
                const Split *s = &w->split[0];
                vm_fault(w, &s->frame->fn->code[s->pc], (uint32_t)__builtin_ctz(s->mask),
                         VM_ERR_LIMIT, 0, "more than %llu warp instructions executed",
                         (unsigned long long)grid->vm->opt.max_instructions);
            }
        }
    }
    return done;
}

// ---- faults -------------------------------------------------------------------------------------

// Of two faults that of the lower block stays. Without a fault of its own the worker ran out of
// memory.
static void record_fault(Worker *wk) {
    Grid *grid = wk->grid;
    if (!wk->faulting) {
        wk->result = (VmResult){.status = VM_ERR_MEMORY};
        snprintf(wk->result.error, sizeof wk->result.error, "kernel %s: %s", grid->kernel->name,
                 wk->ctx.fatal_text ? wk->ctx.fatal_text : "out of memory");
        wk->fault_block = 0;
    }
    wk->faulting = false;
    pthread_mutex_lock(&grid->lock);
    uint64_t fail = atomic_load(&grid->fail);
    if (!fail || wk->fault_block + 1 < fail) {
        // The counts are those of the whole grid.
        uint64_t keep[VM_CLS_COUNT];
        memcpy(keep, grid->result->count, sizeof keep);
        *grid->result = wk->result;
        memcpy(grid->result->count, keep, sizeof keep);
        atomic_store(&grid->fail, wk->fault_block + 1);
    }
    pthread_mutex_unlock(&grid->lock);
}

static bool holds_block(const Cluster *c, uint64_t block) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->block[i] && c->block[i]->index == block) return true;
    }
    return false;
}

// The order of the others stays: runs are the same every time.
static void drop(Worker *wk, uint32_t i) {
    Cluster *c = wk->active.at[i];
    for (uint32_t k = i + 1; k < wk->active.n; k++) wk->active.at[k - 1] = wk->active.at[k];
    wk->active.n--;
    end_cluster(wk, c);
}

// ---- more than one worker ----------------------------------------------------------------------
// A thread takes longer to begin and end than many a grid to run: the first worker begins alone,
// and the others when much is left.

enum { ASK_AFTER = 1 << 14 }; // instructions of the first worker's
#define MUCH 60e-6            // seconds

static void *worker_main(void *p);

// The others, which look for a deadlock, need not ask it any more.
static void end_worker(Worker *wk) {
    pthread_mutex_lock(&wk->grid->lock);
    wk->ended = true;
    pthread_mutex_unlock(&wk->grid->lock);
}

// The first, which runs already, is enough if no other thread can be made.
static void start_others(Grid *grid) {
    Worker *worker = grid->worker;
    grid->held = false;
    grid->alone = grid->nworker == 1;
    if (!grid->alone) vm_native_not_alone(&worker[0]);
    for (uint32_t i = 1; i < grid->nworker; i++) {
        if (!task_thread(&worker[i].thread, worker_main, &worker[i])) break;
        grid->started = i;
    }
    for (uint32_t i = grid->started + 1; i < grid->nworker; i++) end_worker(&worker[i]);
}

// What is left will take so long, in seconds, as far as what has ended tells.
static double time_left(Grid *grid) {
    uint64_t next = atomic_load(&grid->next), ended = atomic_load(&grid->ended) / grid->of_cluster;
    uint64_t left = grid->ncluster - CU_MIN(next, grid->ncluster);
    return (vm_now() - grid->start) * (double)left / (double)CU_MAX(ended, 1u);
}

static void ask_for_others(const Worker *first) {
    Grid *grid = first->grid;
    if (first->unexamined < grid->ask_at) return;
    grid->ask_at = 2 * first->unexamined;
    if (time_left(grid) > MUCH) start_others(grid);
}

// Blocks may wait for each other; what checkers and orders see does not depend on time.
static bool begins_alone(const Grid *grid) {
    const VmOptions *opt = &grid->vm->opt;
    return opt->late && !grid->checks && !opt->seed && !grid->l->cooperative;
}

// ---- workers -----------------------------------------------------------------------------------

// Whether the next block may take the place of one that has ended in native code.
static bool may_follow(const Grid *grid) {
    const VmOptions *opt = &grid->vm->opt;
    bool ordered = opt->seed || opt->max_instructions || grid->l->cooperative || grid->clusters;
    return grid->vm->native && !ordered;
}

// The cluster's only block has ended: the grid's next ones run in its memory, as long as each ends
// in native code and no other block of the worker's waits for its turn. True: one has begun, and
// goes on as any other.
static bool run_following(Worker *wk, Cluster *cluster) {
    Block *block = cluster->block[0];
    Grid *grid = wk->grid;
    while (wk->active.n == 1 && vm_follow_block(wk, cluster)) {
        vm_count_up(grid, &grid->ended, 1); // the one before
        int64_t slice = slice_len(grid), budget = slice;
        if (vm_is_interrupted(grid)) return true;
        bool ended = vm_run_together(block, &budget) && vm_run_row(wk, cluster, &budget);
        uint64_t ran = (uint64_t)(slice - budget);
        vm_count_up(grid, &grid->executed, ran);
        wk->unexamined += ran;
        if (CU_UNLIKELY(grid->held)) ask_for_others(wk);
        if (!ended) return true;
    }
    return false;
}

// Rounds over the resident clusters until the grid has none left for this worker.
// (`more`: the grid may still have clusters that nobody has taken.) Cooperative grids have all
// blocks resident.
static void work(Worker *wk) {
    Grid *grid = wk->grid;
    bool more = true, follow = may_follow(grid);
    if (!wk->profile) vm_profile_start(wk);
    for (;;) {
        if (!wk->active.n || (more && grid->l->cooperative)) {
            Cluster *c;
            do {
                c = more ? start_cluster(wk) : NULL;
                if (c) vec_push(&wk->arena, &wk->active, c);
                more = c != NULL;
            } while (c && grid->l->cooperative);
            if (!wk->active.n) return;
        }
        bool stuck = false;
        vm_busy(wk);
        for (uint32_t i = 0; i < wk->active.n;) {
            Cluster *c = wk->active.at[i];
            uint64_t fail = atomic_load(&grid->fail);
            // After a fault the blocks above it end at once; those below get time to find a fault
            // of their own, but not for ever: they may wait for one above.
            bool abandon =
                grid->deadlocked || (fail && (c->block[0]->index >= fail || c->slices++ > 64));
            bool ended = abandon || run_cluster(c);
            if (CU_UNLIKELY(grid->held)) ask_for_others(wk);
            if (ended && follow && !abandon) ended = !run_following(wk, c);
            if (ended) {
                vm_count_up(grid, &grid->ended, c->n);
                drop(wk, i);
            } else {
                stuck = true;
                i++;
            }
        }
        // What is stuck may wait for a block that has not started: one more, while there is room.
        if (stuck && !more) vm_look_for_deadlock(wk, vm_run_warp);
        if (stuck && more && wk->active.n < MAX_RESIDENT) {
            Cluster *c = start_cluster(wk);
            more = c != NULL;
            if (c) vec_push(&wk->arena, &wk->active, c);
        }
    }
}

// Faults land here: the block's cluster goes, the others go on. A worker without memory ends.
static void guarded_work(Worker *wk) {
    // the fault leaves with longjmp; nothing here changes after setjmp but what `wk` points to
    while (setjmp(wk->fault)) {
        record_fault(wk);
        for (uint32_t i = 0; i < wk->active.n; i++) {
            if (!holds_block(wk->active.at[i], wk->fault_block)) continue;
            drop(wk, i);
            break;
        }
        if (wk->result.status == VM_ERR_MEMORY) return;
    }
    work(wk);
}

static void *worker_main(void *p) {
    guarded_work(p);
    end_worker(p);
    return NULL;
}

// ---- launches ----------------------------------------------------------------------------------

// A launch that no GPU would take, with its reason.
static VmStatus config_error(Grid *grid, const char *text) {
    grid->result->status = VM_ERR_LAUNCH;
    snprintf(grid->result->error, sizeof grid->result->error, "kernel %s: %s", grid->kernel->name,
             text);
    return VM_ERR_LAUNCH;
}

// The launch gives the size that .reqntid says, or 1.
static void take_own_block(Grid *grid, const PtxDirectives *said) {
    bool one = grid->bdim[0] == 1 && grid->bdim[1] == 1 && grid->bdim[2] == 1;
    if (!one || !said->reqntid[0]) return;
    for (uint32_t k = 0; k < 3; k++) grid->bdim[k] = CU_MAX(said->reqntid[k], 1u);
}

// .blocksareclusters (PTX ISA 11.4): the launch counts clusters. %nctaid counts blocks as ever.
static bool count_clusters(Grid *grid, const PtxDirectives *said) {
    take_own_block(grid, said);
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t n = (uint64_t)grid->dim[k] * CU_MAX(said->reqnctapercluster[k], 1u);
        if (n > INT32_MAX) return false;
        grid->dim[k] = (uint32_t)n;
    }
    return true;
}

static VmRows rows_in(const Grid *grid) {
    bool line = grid->threads == grid->bdim[0];
    bool of_32 = grid->bdim[0] % 32 == 0 || (line && grid->threads > 16);
    bool watched = grid->checks & (VM_CHECK_INIT | VM_CHECK_RACE); // for which 16 are the most
    if (of_32 && grid->vm->has_avx512 && !watched) return VM_ROWS_OF_32;
    if (grid->bdim[0] % 16 == 0 || (line && grid->threads > 8)) return VM_ROWS_OF_16;
    return grid->bdim[0] % 8 == 0 || line ? VM_ROWS_OF_8 : VM_ROWS_NONE;
}

static VmRows rows_of(const Grid *grid) {
    VmRows rows = rows_in(grid);
    return vm_row_lanes[rows] == grid->bdim[0] ? rows + VM_ROWS_WHOLE : rows;
}

// The grid's shape from launch and directives, checked against the machine's limits (CUDA
// programming guide, "Compute Capabilities"), and the layout of shared memory.
static VmStatus configure(Grid *grid) {
    const VmLaunch *launch = grid->l;
    const PtxDirectives *directives = &grid->kernel->f->dir;
    uint64_t threads = 1, blocks = 1;
    if (!grid->kernel->code) return config_error(grid, "the kernel has no body");
    memcpy(grid->dim, launch->grid, sizeof grid->dim);
    memcpy(grid->bdim, launch->block, sizeof grid->bdim);
    if (grid->kernel->mod->of_tiles) take_own_block(grid, directives);
    // A cluster's shape comes from the launch or the kernel, and they must agree.
    if (directives->blocksareclusters && directives->reqnctapercluster[0] &&
        !count_clusters(grid, directives))
        return config_error(grid, "the grid is too large");
    for (uint32_t k = 0; k < 3; k++) {
        if (launch->cluster[k] && directives->reqnctapercluster[k] &&
            launch->cluster[k] != directives->reqnctapercluster[k])
            return config_error(grid, "the cluster size differs from .reqnctapercluster");
        grid->cdim[k] = launch->cluster[k]                 ? launch->cluster[k]
                        : directives->reqnctapercluster[k] ? directives->reqnctapercluster[k]
                                                           : 1;
        grid->clusters |= launch->cluster[k] || directives->reqnctapercluster[k];
        if (!grid->dim[k] || !grid->bdim[k] || grid->bdim[k] > 1024)
            return config_error(grid, "bad grid or block size");
        if (grid->dim[k] % grid->cdim[k])
            return config_error(grid, "the grid is no multiple of the cluster");
        if (directives->reqntid[0] && grid->bdim[k] != CU_MAX(directives->reqntid[k], 1u))
            return config_error(grid, "the block size differs from .reqntid");
        threads *= grid->bdim[k];
        blocks *= grid->dim[k];
        grid->in_clusters[k] = grid->dim[k] / grid->cdim[k];
    }
    if (threads > 1024) return config_error(grid, "more than 1024 threads per block");
    if (directives->maxntid[0] && threads > (uint64_t)directives->maxntid[0] *
                                                CU_MAX(directives->maxntid[1], 1u) *
                                                CU_MAX(directives->maxntid[2], 1u)) {
        return config_error(grid, "more threads per block than .maxntid allows");
    }
    // Sizes that the numbers of the machine could not hold.
    if (blocks > 1ull << 40) return config_error(grid, "the grid is too large");
    uint64_t of_cluster = (uint64_t)grid->cdim[0] * grid->cdim[1] * grid->cdim[2];
    if (of_cluster > 16) return config_error(grid, "more than 16 blocks per cluster");
    if (launch->shared > 1u << 22) return config_error(grid, "too much dynamic shared memory");
    grid->threads = (uint32_t)threads;
    grid->nblock = blocks;
    grid->of_cluster = (uint32_t)of_cluster;
    grid->ncluster = blocks / of_cluster;
    grid->warps_per_block = (uint32_t)(threads + 31) / 32;
    // the reserved part is there for kernels that ask where it is (cooperative groups keep things
    // in it)
    bool reserved = grid->kernel->mod->used_sregs >> PTXR_RESERVED_SMEM_BEGIN & 31;
    grid->shared_begin = reserved ? VM_RESERVED_OFF : VM_SHARED_OFF;
    grid->static_end = grid->kernel->shared_end;
    grid->dynamic_off = grid->kernel->mod->dynamic_off;
    grid->dynamic_end = grid->dynamic_off + launch->shared;
    grid->rows = rows_of(grid);
    return VM_OK;
}

// Output appears in the order of blocks, whatever the order in which they ended.
static int by_block(const void *a, const void *b) {
    uint64_t x = ((const VmOutput *)a)->block, y = ((const VmOutput *)b)->block;
    return (x > y) - (x < y);
}

// Hands the program's printf text on, when all has run.
static void deliver(Grid *grid) {
    if (!grid->out.n || !grid->l->output) return;
    qsort(grid->out.at, grid->out.n, sizeof *grid->out.at, by_block);
    for (uint32_t i = 0; i < grid->out.n; i++)
        grid->l->output(grid->l->data, grid->out.at[i].text, grid->out.at[i].n);
}

// Cooperative groups keep the state of a grid's barrier in memory whose address is in %envreg1
// (high) and %envreg2: its size, then the counter.
static bool make_workspace(Grid *grid) {
    static const uint32_t fresh[2] = {8, 0};
    Vm *vm = grid->vm;
    if (!grid->l->cooperative || !(grid->kernel->mod->used_sregs >> PTXR_ENVREG1 & 1)) return true;
    if (!vm->workspace) vm->workspace = vm_alloc_kind(vm, sizeof fresh, VM_ALLOC_VARIABLE, NULL);
    grid->workspace = vm->workspace;
    return grid->workspace && vm_write(vm, grid->workspace, fresh, sizeof fresh);
}

// From the launch's buffer, each to its place.
static void take_parameters(Grid *grid, const uint8_t *given) {
    const VmFunc *kernel = grid->kernel;
    grid->params = arena_zalloc(&grid->arena, kernel->param_end + VM_PARAM_MORE, 64);
    for (uint32_t i = 0; given && i < kernel->arg.n; i++) {
        const VmVar *place = &kernel->var[kernel->arg.at[i]];
        if (place->size)
            memcpy(grid->params + place->off, given + kernel->param_from[i], place->size);
    }
}

// `depth`: of a launch by a kernel, 0 for the host's. The result is complete, grids that the kernel
// launched among it (schedule/nested.c).
VmStatus vm_launch_at(Vm *vm, VmFunc *func, const VmLaunch *launch, uint32_t depth, VmResult *out) {
    memset(out, 0, sizeof *out);
    Grid grid = {.depth = depth,
                 .vm = vm,
                 .kernel = func,
                 .l = launch,
                 .result = out,
                 .checks = vm->opt.checks};
    Grid *g = &grid;
    if (vm->check) vm_check_launch(vm);
    // One that a kernel launches may not have been used before.
    if (!func->mod->prepare(vm, func)) return out->status = VM_ERR_UNSUPPORTED;
    if (func->tile) return func->tile->launch(vm, func, launch, out);
    if (configure(g) != VM_OK) return out->status;
    if (atomic_load(&vm->interrupted)) return out->status = VM_ERR_INTERRUPTED;
    if (!make_workspace(g)) return out->status = VM_ERR_MEMORY;
    vm_watch_begin(g);
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    // Out of memory outside of any worker.
    if (setjmp(unwind)) {
        ctx_free(&ctx);
        vm_watch_end(g);
        out->status = VM_ERR_MEMORY;
        snprintf(out->error, sizeof out->error, "kernel %s: out of memory", func->name);
        return out->status;
    }
    ctx.unwind = &unwind;
    pthread_mutex_init(&g->lock, NULL);
    arena_init(&g->arena, &ctx, "grid");
    RaceGrid race;
    if (g->checks & VM_CHECK_RACE) vm_race_start(g, &race, &ctx);
    take_parameters(g, launch->params);
    vm_find_written(g, &ctx);
    g->lockstep = vm_is_lockstep(g, &ctx);

    // A worker a job; this thread is the first of them, and enough if no other can be made.
    uint32_t n = (uint32_t)CU_MIN((uint64_t)CU_MAX(vm->opt.jobs, 1u), g->ncluster);
    g->held = n > 1 && begins_alone(g);
    g->alone = n == 1 || g->held;
    g->ask_at = ASK_AFTER;
    // Several clusters at a time, where there are many: the workers share their counter.
    g->batch = vm->opt.seed ? 1 : CU_MAX(CU_MIN(g->ncluster / (64 * n), 16u), 1u);
    Worker *wk = g->worker = arena_array(&ctx.perm, Worker, n);
    g->nworker = n;
    for (uint32_t i = 0; i < n; i++) {
        wk[i].grid = g;
        wk[i].examine_after = EXAMINE_AFTER;
        ctx_init_worker(&wk[i].ctx, &ctx, i + 1, &wk[i].fault);
        arena_init(&wk[i].arena, &wk[i].ctx, "worker"); // used from guarded_work on
    }
    if (!g->held) start_others(g);
    worker_main(&wk[0]);
    for (uint32_t i = 1; i <= g->started; i++) pthread_join(wk[i].thread, NULL);

    // Sums are the same for any number of workers.
    deliver(g);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t c = 0; c < VM_CLS_COUNT; c++) out->count[c] += wk[i].count[c];
        out->warp_instructions += wk[i].executed;
        vm_profile_add(vm, &wk[i]);
    }
    if (g->race) vm_race_ranges(g);
    for (uint32_t i = 0; g->race && i < n; i++) vm_race_end_worker(&wk[i]);
    if (g->race) vm_race_end(g);
    pthread_mutex_destroy(&g->lock);
    vm_watch_end(g);
    out->seconds = vm_now() - g->start;
    // Children run when the parent has ended.
    if (g->nested.n) vm_nested_run(vm, &g->nested, launch, depth, out);
    ctx_free(&ctx); // everything of the workers hangs off it
    return out->status;
}
