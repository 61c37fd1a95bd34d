// SPDX-License-Identifier: Apache-2.0
// Blocks of a grid and their clusters (a cluster is one block for ordinary kernels): which a worker
// takes next and where they lie, the memory that they have, and what one leaves for the next.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/race.h"

#include <stdatomic.h>
#include <string.h>

// ---- blocks ------------------------------------------------------------------------------------

uint64_t vm_count_up(const Grid *grid, _Atomic uint64_t *number, uint64_t by) {
    if (!grid->alone) return atomic_fetch_add(number, by);
    // a short block would notice a locked instruction
    uint64_t before = atomic_load_explicit(number, memory_order_relaxed);
    atomic_store_explicit(number, before + by, memory_order_relaxed);
    return before;
}

const VmAlloc vm_no_alloc;

// A block of the grid's shape, with its memory, from the free list or new. Everything that has the
// same size for all blocks of the grid is made once.
static Block *make_block(Worker *wk) {
    Block *block = wk->free_blocks;
    Grid *grid = wk->grid;
    if (block) {
        wk->free_blocks = block->next_free;
        return block;
    }
    block = arena_new(&wk->arena, Block);
    block->grid = grid;
    block->worker = wk;
    arena_init(&block->arena, &wk->ctx, "block");
    block->nwarp = grid->warps_per_block;
    // most of what follows, and the frames of its warps
    enum { OF_SREGS = 64 * 256, MORE = 2048 };
    size_t of_warp = sizeof(Warp) + OF_SREGS + grid->kernel->reg_size + MORE;
    arena_reserve(&block->arena, grid->dynamic_off + grid->l->shared + block->nwarp * of_warp);
    block->shared = arena_alloc(&block->arena, grid->dynamic_off + grid->l->shared + 64, 64);
    block->warp = arena_array(&block->arena, Warp *, block->nwarp);
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *w = block->warp[i] = arena_zalloc(&block->arena, sizeof(Warp), 64);
        w->sreg = arena_alloc(&block->arena, OF_SREGS, 64); // state/sregs.c fills what is read
        w->block = block;
        w->grid = grid;
        w->id = i;
        w->al = (VmAlloc *)&vm_no_alloc;
        // The last warp may be partial.
        w->all = grid->threads - i * 32 >= 32 ? VM_FULL : (1u << (grid->threads - i * 32)) - 1;
        vm_fill_sregs_once(w);

        // What only checkers need.
        if (grid->checks & VM_CHECK_MEM) w->sink = arena_zalloc(&block->arena, VM_SINK, 64);
        if (grid->checks & VM_CHECK_SYNC)
            w->exited_at = arena_array(&block->arena, uint32_t, VM_LANES);
        if (grid->checks & VM_CHECK_SYNC)
            w->behind_at = arena_array(&block->arena, uint32_t, VM_LANES);
        if (grid->checks & VM_CHECK_INIT)
            w->local_init = arena_array(&block->arena, uint64_t *, VM_LANES);
    }
    if (grid->checks & VM_CHECK_SYNC)
        block->mbarrier =
            arena_array(&block->arena, uint64_t, (grid->dynamic_off + grid->l->shared) / 512 + 1);
    if (grid->checks & VM_CHECK_INIT)
        block->init = arena_array(&block->arena, uint64_t,
                                  VM_BIT_WORDS((uint64_t)grid->dynamic_off + grid->l->shared));
    return block;
}

// What lies between the kernel's variables and dynamic memory belongs to other kernels.
static void fill_shared(Block *block) {
    const Grid *grid = block->grid;
    uint8_t fill = grid->vm->opt.fill;
    // Variables of the module's other kernels have their places, too: once is enough for those.
    uint32_t low = grid->shared_begin, high = grid->static_end;
    bool reserved = low < VM_SHARED_OFF, functions = grid->kernel->mod->has_functions;
    if (block->filled && !functions && !reserved) {
        low = grid->kernel->used_low;
        high = grid->kernel->used_high;
    }
    if (high > low) memset(block->shared + low, fill, high - low);
    block->filled = true;
    if (grid->l->shared) memset(block->shared + grid->dynamic_off, fill, grid->l->shared);
}

// Everything of the block that the one before left behind is set anew, where that one ended in
// native code as well; `fill` shows up reads of memory that nobody wrote.
static void place_block(Block *block, uint64_t index) {
    const Grid *grid = block->grid;
    block->index = index;
    block->done = false;
    block->in_step = true;
    fill_shared(block);
    if (!grid->checks) return;
    vm_shadow_block(block);
    if (grid->race) vm_race_block(block);
    for (uint32_t i = 0; i < block->nwarp && grid->checks & VM_CHECK_SYNC; i++)
        memset(block->warp[i]->behind_at, 0, VM_LANES * sizeof(uint32_t));
    if (block->mbarrier)
        memset(block->mbarrier, 0, ((grid->dynamic_off + grid->l->shared) / 512 + 1) * 8);
}

static void start_block(Block *block, uint64_t index, const uint32_t *id, uint32_t rank,
                        Cluster *cluster) {
    uint64_t seed = block->grid->vm->opt.seed;
    if (seed) block->random = hash_mix(seed, index);
    block->rank = rank;
    block->cluster = cluster; // of one block where the kernel has none (implicit cluster)
    if (block->bars) memset(block->bar, 0, sizeof block->bar);
    block->bars = 0;
    block->waits_whole = false;
    block->started = false;
    buf_init(&block->out, &block->worker->arena);
    memcpy(block->id, id, sizeof block->id);
    place_block(block, index);
}

// What the block counted and printed goes to worker and grid; the block is free for the next.
static void end_block(Block *block) {
    Worker *wk = block->worker;
    for (uint32_t i = 0; i < block->nwarp && block->started; i++) {
        Warp *w = block->warp[i];
        for (uint32_t k = 0; k < VM_CLS_COUNT; k++) wk->count[k] += w->count[k];
        wk->executed += w->executed;
    }
    if (block->tensor) vm_tensor_end(block);
    if (block->out.n) {
        pthread_mutex_lock(&wk->grid->lock);
        Grid *g = wk->grid;
        VmOutput o = {.block = block->index, .text = block->out.at, .n = block->out.n};
        vec_push(&g->arena, &g->out, o);
        pthread_mutex_unlock(&wk->grid->lock);
    }
    block->next_free = wk->free_blocks;
    wk->free_blocks = block;
}

// ---- clusters ----------------------------------------------------------------------------------

// A permutation of 0 .. n-1: a Feistel network over the next power of four, walked until it falls
// inside (Black and Rogaway, 2002).
static uint64_t shuffled(uint64_t i, uint64_t n, uint64_t seed) {
    uint32_t half = 1;
    while (half < 31 && 1ull << 2 * half < n) half++;
    uint64_t mask = (1ull << half) - 1;
    do {
        uint64_t l = i >> half, r = i & mask;
        for (uint32_t k = 0; k < 4; k++) {
            uint64_t t = l ^ (hash_mix(seed + k, r) & mask);
            l = r;
            r = t;
        }
        i = l << half | r;
    } while (i >= n);
    return i;
}

// The next place in a box of n[0] by n[1] by n[2], x first.
static void advance(uint32_t *at, const uint32_t *n) {
    for (uint32_t k = 0; k < 3; k++) {
        if (++at[k] < n[k]) return;
        at[k] = 0;
    }
}

// Where cluster i lies, counted in clusters. A worker's mostly follow one another.
static void place_cluster(Worker *wk, uint64_t i, uint32_t *at) {
    const Grid *grid = wk->grid;
    const uint32_t *n = grid->in_clusters;
    if (i && i == wk->placed + 1) {
        advance(wk->place, n);
    } else {
        wk->place[0] = (uint32_t)(i % n[0]);
        wk->place[1] = (uint32_t)(i / n[0] % n[1]);
        wk->place[2] = (uint32_t)(i / n[0] / n[1]);
    }
    wk->placed = i;
    memcpy(at, wk->place, sizeof wk->place);
}

// The number of the next cluster of the grid that the worker runs. False: there is none, or a lower
// block has failed.
static bool take_cluster(Worker *wk, uint64_t *number) {
    Grid *grid = wk->grid;
    uint64_t seed = grid->vm->opt.seed, i, fail;
    do {
        fail = atomic_load(&grid->fail);
        if (wk->taken == wk->taken_end) {
            if (fail && !seed) return false;
            wk->taken = vm_count_up(grid, &grid->next, grid->batch);
            wk->taken_end = wk->taken + grid->batch;
        }
        i = wk->taken++;
        if (i >= grid->ncluster) {
            wk->taken = wk->taken_end;
            return false;
        }
        if (seed) i = shuffled(i, grid->ncluster, seed);
    } while (fail && i * grid->of_cluster >= fail);
    *number = i;
    return true;
}

Cluster *vm_start_cluster(Worker *wk) {
    Grid *grid = wk->grid;
    uint64_t i;
    if (!take_cluster(wk, &i)) return NULL;
    Cluster *cluster = wk->free_clusters;
    if (cluster) {
        wk->free_clusters = cluster->next_free;
    } else {
        cluster = arena_new(&wk->arena, Cluster);
    }
    // Clusters are numbered like blocks, x first, and their blocks within them.
    cluster->n = grid->of_cluster;
    cluster->index = i;
    cluster->arrived = cluster->phase = cluster->slices = 0;
    memset(cluster->block, 0, cluster->n * sizeof *cluster->block);
    uint32_t place[3], within[3] = {0};
    place_cluster(wk, i, place);
    for (uint32_t r = 0; r < cluster->n; r++, advance(within, grid->cdim)) {
        uint32_t id[3];
        for (uint32_t k = 0; k < 3; k++) id[k] = place[k] * grid->cdim[k] + within[k];
        uint64_t index = id[0] + (uint64_t)grid->dim[0] * (id[1] + (uint64_t)grid->dim[1] * id[2]);
        cluster->block[r] = make_block(wk);
        start_block(cluster->block[r], index, id, r, cluster);
    }
    return cluster;
}

// Also what was only half made when memory ran out.
void vm_end_cluster(Worker *wk, Cluster *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->block[i]) end_block(c->block[i]);
    }
    c->next_free = wk->free_clusters;
    wk->free_clusters = c;
}

// A block that native code ran to its end has left nothing behind but its number.
static bool left_nothing(const Block *block) {
    bool waits = block->bars || block->waits_whole;
    return !block->started && !waits && !block->out.n && !block->nested.n && !block->tensor;
}

bool vm_next_in_row(Worker *wk, Cluster *cluster) {
    const Grid *grid = wk->grid;
    Block *block = cluster->block[0];
    uint64_t next = wk->taken, end = CU_MIN(wk->taken_end, grid->ncluster);
    bool in_row = next < end && next == block->index + 1;
    bool stops = vm_is_interrupted(grid) || atomic_load_explicit(&grid->fail, memory_order_relaxed);
    if (!in_row || stops || !left_nothing(block)) return false;
    wk->taken++;
    cluster->index = next;
    advance(block->id, grid->dim);
    place_block(block, next);
    return true;
}

bool vm_follow_block(Worker *wk, Cluster *cluster) {
    Block *block = cluster->block[0];
    uint64_t i;
    if (!left_nothing(block) || !take_cluster(wk, &i)) return false;
    place_cluster(wk, i, block->id);
    cluster->index = i;
    cluster->slices = 0;
    place_block(block, i);
    return true;
}
