// SPDX-License-Identifier: Apache-2.0
// The race checker's clocks (check/race.h): what barriers, fences, atomics and mbarriers order.
//
// Release and acquire (PTX ISA chapter 8): a strong write releases what its thread had fenced, or
// all it knows if it says .release. A strong read acquires what the location has released so far.
// Where the model and usual code differ, the checker is lenient: a strong read acquires without a
// fence behind it; a fence by every thread before a barrier counts for the thread that writes the
// flag behind it (the threadFenceReduction pattern); a plain strong store does not end a release
// sequence. What acquires does so for its warp. All of this can hide races, none invents one.
#include "vm/check/race.h"

#include <stdatomic.h>

// Of what one knows of others there is an end: then everything counts as known, and nothing more is
// reported about it.
enum { VC_MAX = 1 << 15, SYNC_MAX = 1 << 20 };

// ---- what is known of others -------------------------------------------------------------------

// What is known of a block or warp; NULL: nothing. Open addressing, keys are kept + 1.
static VcEntry *vc_find(const Vc *v, uint32_t key) {
    if (!v->n) return NULL;
    for (uint32_t i = (uint32_t)hash_u64(key);; i++) {
        VcEntry *e = &v->at[i & (v->cap - 1)];
        if (e->key == key + 1) return e;
        if (!e->key) return NULL;
    }
}

// The entry of a key, made if need be; NULL: the clock is full and knows everything from now on.
static VcEntry *vc_slot(Arena *arena, Vc *clock, uint32_t key) {
    if (clock->n >= VC_MAX) {
        clock->everything = true;
        return NULL;
    }

    // It grows at three quarters.
    if (4 * (clock->n + 1) > 3 * clock->cap) {
        Vc old = *clock;
        clock->cap = CU_MAX(16u, old.cap * 2);
        clock->at = arena_array(arena, VcEntry, clock->cap);
        for (uint32_t i = 0; i < old.cap; i++) {
            if (!old.at[i].key) continue;
            uint32_t h = (uint32_t)hash_u64(old.at[i].key - 1);
            while (clock->at[h & (clock->cap - 1)].key) h++;
            clock->at[h & (clock->cap - 1)] = old.at[i];
        }
    }
    for (uint32_t i = (uint32_t)hash_u64(key);; i++) {
        VcEntry *e = &clock->at[i & (clock->cap - 1)];
        if (e->key == key + 1) return e;
        if (e->key) continue;
        e->key = key + 1;
        clock->n++;
        return e;
    }
}

// `k`: up to which epoch all of the key is known; `klane`: of the lanes in `lanes`.
static void vc_add(Arena *arena, Vc *v, uint32_t key, uint32_t k, uint32_t lanes, uint32_t klane) {
    VcEntry *e = v->everything ? NULL : vc_slot(arena, v, key);
    if (!e) return;
    e->k = CU_MAX(e->k, k);
    e->lanes |= lanes;
    e->klane = CU_MAX(e->klane, klane);
}

// All that `from` knows is known by `to` as well.
static void vc_join(Arena *arena, Vc *to, const Vc *from) {
    if (from->everything) to->everything = true;
    for (uint32_t i = 0; from->n && i < from->cap && !to->everything; i++) {
        const VcEntry *e = &from->at[i];
        if (e->key) vc_add(arena, to, e->key - 1, e->k, e->lanes, e->klane);
    }
}

// Nothing is known; the memory stays.
static void vc_clear(Vc *v) {
    if (v->n) memset(v->at, 0, v->cap * sizeof *v->at);
    v->n = 0;
    v->everything = false;
}

// Blocks have keys that end in zeros, their warps and asynchronous copies the numbers below.
static uint32_t key_of_block(uint32_t who) {
    return (who & RW_BLOCK) >> 10 << 8;
}

static uint32_t key_of_warp(uint32_t who, uint32_t epoch) {
    uint32_t block = key_of_block(who), number = who & 1023;
    if (!(who & RW_ASYNC)) return block | (number / 32 + 1);
    if (epoch >= RACE_THREAD_EPOCH)
        return block | 128 | (epoch >> RACE_THREAD_KIND & 3) << 5 | number / 32;
    return block | (number < RW_WGMMA ? 64 | number / 32 : 96 | (number - RW_WGMMA));
}

// An access of `who` at `epoch` is known: as one of its block, its warp, or its lane.
static bool vc_knows(const Vc *v, uint32_t epoch, uint32_t who) {
    if (v->everything) return true;
    if (!v->n) return false;
    const VcEntry *e = who & RW_ASYNC ? NULL : vc_find(v, key_of_block(who));
    if (e && epoch < e->k) return true;
    e = vc_find(v, key_of_warp(who, epoch));
    return e && (epoch < e->k || (epoch < e->klane && e->lanes >> (who & 31) & 1));
}

// Whether an access happened before what the lane does now: by the barriers of its block, by those
// of its warp, by what warp or block has acquired.
bool vm_race_known(const Warp *w, uint32_t lane, uint32_t epoch, uint32_t who) {
    const RaceWarp *race_warp = w->race;
    const RaceBlock *race_block = w->block->race;
    if (!((who ^ race_warp->who) & RW_BLOCK) && !(who & RW_ASYNC)) {
        uint32_t warp = who >> 5 & 31;
        if (epoch < race_warp->kblock) return true;
        if (warp == w->id) {
            if (epoch < race_warp->kwarp) return true;
            if (race_warp->kw_used && epoch < race_warp->kw[lane][who & 31]) return true;
        }
        if (race_block->kx_used && epoch < race_block->kx[w->id][warp]) return true;
    }
    return vc_knows(&race_warp->acq, epoch, who) || vc_knows(&race_block->acq, epoch, who) ||
           atomic_load_explicit(&w->grid->race->everything, memory_order_relaxed);
}

// ---- grids, blocks -----------------------------------------------------------------------------

// Locks and memory of its own: workers share it.
void vm_race_start(Grid *grid, RaceGrid *race_grid, Ctx *parent) {
    *race_grid = (RaceGrid){0};
    ctx_init_worker(&race_grid->ctx, parent, 0, parent->unwind);
    arena_init(&race_grid->arena, &race_grid->ctx, "race checker");
    map_init(&race_grid->table, &race_grid->arena);
    map_init(&race_grid->sync, &race_grid->arena);
    pthread_mutex_init(&race_grid->lock, NULL);
    grid->race = race_grid;
    vm_race_start_shadow(grid);
}

void vm_race_end(Grid *grid) {
    vm_race_end_shadow(grid);
    pthread_mutex_destroy(&grid->race->lock);
}

// The lanes begin a new epoch; `uniform`: all live lanes have the same one, so that one cell serves
// for a row.
static void set_epochs(RaceWarp *r, uint32_t lanes, uint32_t live, uint32_t epoch) {
    for (uint32_t i = 0; i < VM_LANES && lanes == VM_FULL; i++) r->epoch[i] = epoch;
    VM_EACH(k, lanes == VM_FULL ? 0 : lanes) r->epoch[k] = epoch;
    r->uniform = !(live & ~lanes);
}

// Lines of the block's shared memory.
static uint64_t lines_of(const Block *block) {
    return ((uint64_t)block->grid->dynamic_off + block->grid->l->shared) / RACE_LINE + 2;
}

// What is open to the block is so no longer.
static void close_lines(Block *block) {
    RaceGrid *race_grid = block->grid->race;
    block->race->stamp = RACE_STAMPS + atomic_fetch_add_explicit(&race_grid->stamps, RACE_STAMPS,
                                                                 memory_order_relaxed);
}

// A block starts: it knows nothing of others, and shared memory has no accesses. The clock goes on,
// so that old cells are not taken for new ones.
void vm_race_block(Block *block) {
    Arena *arena = &block->arena;
    if (!block->race) {
        block->race = arena_new(arena, RaceBlock);
        block->race->line = arena_array(arena, RaceLine, lines_of(block));
        block->race->open = arena_array(arena, uint32_t, lines_of(block));
        for (uint32_t i = 0; i < block->nwarp; i++)
            block->warp[i]->race = arena_new(arena, RaceWarp);
    }
    block->race->serial++; // which makes all lines empty
    close_lines(block);
    uint32_t now = ++block->race->clock;
    block->race->kx_used = false;
    block->race->proxy_fence = 0;
    vc_clear(&block->race->acq);
    for (uint32_t i = 0; i < block->nwarp; i++) {
        RaceWarp *race_warp = block->warp[i]->race;
        race_warp->who = (uint32_t)(block->index % RW_BLOCK_N) << 10 | i << 5;
        race_warp->kblock = race_warp->kwarp = now;
        race_warp->kw_used = false;
        if (race_warp->has_fence) memset(race_warp->fence, 0, sizeof race_warp->fence);
        race_warp->has_fence = false;
        memset(race_warp->unfenced, 0, sizeof race_warp->unfenced);
        memset(race_warp->fence_kblock, 0, sizeof race_warp->fence_kblock);
        vc_clear(&race_warp->acq);
        race_warp->seen_key = 0;
        race_warp->async_who = race_warp->reader_who = 0;
        race_warp->wgmma_epoch = race_warp->ncommitted = 0;
        if (race_warp->copies) memset(race_warp->copies, 0, sizeof *race_warp->copies);
        if (race_warp->bulks) memset(race_warp->bulks, 0, sizeof *race_warp->bulks);
        set_epochs(race_warp, VM_FULL, VM_FULL, now);
    }
}

// ---- warps -------------------------------------------------------------------------------------

// The lanes of a member mask have met: each knows what any of them knew.
void vm_race_syncwarp(Warp *warp, uint32_t members) {
    RaceWarp *race_warp = warp->race;
    uint32_t now = ++warp->block->race->clock;
    // All of the warp: one number says so.
    if (!(warp->live & ~members)) {
        race_warp->kwarp = now;
        race_warp->kw_used = false;
        set_epochs(race_warp, warp->live, warp->live, now);
        return;
    }
    if (!race_warp->kw)
        race_warp->kw = arena_alloc(&warp->block->arena, 32 * sizeof *race_warp->kw, 64);
    if (!race_warp->kw_used) memset(race_warp->kw, 0, 32 * sizeof *race_warp->kw);
    race_warp->kw_used = true;
    // Some of it: what each lane knows of each other one.
    uint32_t joint[VM_LANES] = {0};
    VM_EACH(i, members) {
        for (uint32_t k = 0; k < VM_LANES; k++) joint[k] = CU_MAX(joint[k], race_warp->kw[i][k]);
    }
    VM_EACH(k, members) joint[k] = now;
    VM_EACH(j, members) memcpy(race_warp->kw[j], joint, sizeof joint);
    set_epochs(race_warp, members, warp->live, now);
}

// ---- barriers ----------------------------------------------------------------------------------

// Every thread of the block has met at a barrier.
// All of the block know of each other; what a warp has acquired is the block's now.
static void whole_barrier(Block *block) {
    RaceBlock *rb = block->race;
    uint32_t now = ++rb->clock, wrote[FENCE_LEVELS] = {0};
    close_lines(block);
    rb->kx_used = false;
    for (uint32_t i = 0; i < block->nwarp; i++) {
        RaceWarp *r = block->warp[i]->race;
        for (uint32_t k = 0; k < FENCE_LEVELS; k++) wrote[k] |= r->unfenced[k];
        r->kblock = r->kwarp = now;
        r->kw_used = false;
        set_epochs(r, block->warp[i]->all, block->warp[i]->all, now);
        if (!r->acq.n && !r->acq.everything) continue;
        vc_join(&block->arena, &rb->acq, &r->acq);
        vc_clear(&r->acq);
    }
    for (uint32_t k = 0; k < FENCE_LEVELS; k++) { // all that was written has been fenced as well
        for (uint32_t i = 0; !wrote[k] && i < block->nwarp; i++)
            block->warp[i]->race->fence_kblock[k] = now;
    }
}

// bar.arrive: what the warp has done up to here counts for those that wait at the barrier.
void vm_race_arrive(Warp *warp, uint32_t bar, uint32_t mask) {
    RaceBlock *b = warp->block->race;
    uint32_t now = ++b->clock;
    if (!b->arrived) b->arrived = arena_zalloc(&warp->block->arena, 16 * sizeof *b->arrived, 64);
    b->arrived[bar][warp->id] = now;
    set_epochs(warp->race, mask, warp->live, now);
}

// The barrier opens for those that are at it; of partial ones, warps and their clocks are joined
// pair by pair.
void vm_race_barrier(Block *block, uint32_t bar, const Barrier *state) {
    if (state->all) {
        whole_barrier(block);
        return;
    }
    RaceBlock *rb = block->race;
    uint32_t now = ++rb->clock, joint[32] = {0}, kblock = 0, waits = 0;
    close_lines(block);
    if (!rb->kx) rb->kx = arena_alloc(&block->arena, 32 * sizeof *rb->kx, 64);
    if (!rb->kx_used) memset(rb->kx, 0, 32 * sizeof *rb->kx);
    rb->kx_used = true;
    // What any of them has acquired all that wait know now.
    Vc both = {0};
    for (uint32_t i = 0; i < block->nwarp; i++) {
        Warp *warp = block->warp[i];
        if (!warp->bar_mask[bar]) continue;
        uint32_t waiting = 0;
        for (uint32_t k = 0; k < warp->nsplit; k++) {
            if (warp->split[k].state == SPLIT_BAR && warp->split[k].bar == bar)
                waiting |= warp->split[k].mask;
        }
        for (uint32_t k = 0; k < 32; k++) joint[k] = CU_MAX(joint[k], rb->kx[i][k]);
        joint[i] = waiting ? now : rb->arrived ? rb->arrived[bar][i] : now;
        kblock = CU_MAX(kblock, warp->race->kblock);
        vc_join(&block->arena, &both, &warp->race->acq);
        if (!waiting) continue;
        waits |= 1u << i;
        set_epochs(warp->race, waiting, warp->live, now);
        if (!(warp->live & ~waiting)) warp->race->kwarp = now;
    }
    VM_EACH(i, waits) {
        RaceWarp *r = block->warp[i]->race;
        memcpy(rb->kx[i], joint, sizeof joint);
        r->kblock = CU_MAX(r->kblock, kblock);
        if (both.n || both.everything) vc_join(&block->arena, &r->acq, &both);
    }
}

// ---- clusters ----------------------------------------------------------------------------------

// Arriving and waiting begin new epochs: what lies between is not ordered by the barrier.
void vm_race_cluster_arrive(Warp *warp, uint32_t mask) {
    set_epochs(warp->race, mask, warp->live, ++warp->block->race->clock);
}

void vm_race_cluster_wait(Warp *warp, uint32_t mask) {
    set_epochs(warp->race, mask, warp->live, ++warp->block->race->clock);
}

// The cluster's barrier opens: each block knows all others.
void vm_race_cluster(Cluster *cluster) {
    uint32_t k[16] = {0};
    for (uint32_t i = 0; i < cluster->n; i++) {
        if (!cluster->block[i]) continue;
        k[i] = ++cluster->block[i]->race->clock;
        close_lines(cluster->block[i]);
    }
    for (uint32_t i = 0; i < cluster->n; i++) {
        Block *block = cluster->block[i];
        if (!block) continue;
        for (uint32_t j = 0; j < block->nwarp; j++) {
            RaceWarp *r = block->warp[j]->race;
            r->kblock = r->kwarp = k[i];
            vc_join(&block->arena, &block->race->acq, &r->acq);
            vc_clear(&r->acq);
        }
        for (uint32_t o = 0; o < cluster->n; o++) {
            if (o == i || !cluster->block[o]) continue;
            uint32_t key = key_of_block((uint32_t)(cluster->block[o]->index % RW_BLOCK_N) << 10);
            vc_add(&block->arena, &block->race->acq, key, k[o], 0, 0);
        }
    }
}

// ---- fences, release, acquire ------------------------------------------------------------------

// What the lanes have done up to here can be released by a strong write from here on. A wider fence
// is one of the narrower levels, too.
void vm_race_fence(Warp *warp, uint32_t mask, uint32_t level) {
    RaceWarp *r = warp->race;
    for (uint32_t k = 0; k <= level; k++) {
        r->has_fence = true;
        VM_EACH(i, mask) r->fence[k][i] = r->epoch[i] + 1;
        r->fence_kblock[k] = r->kblock;
        r->unfenced[k] &= ~mask;
    }
    set_epochs(r, mask, r->uniform ? warp->live : VM_FULL, ++warp->block->race->clock);
}

// Locations: device addresses, or offsets in the shared memory of a block. A release at block scope
// counts for its block only: those keys have the block in them.
static uint64_t key_of(const VmTarget *t) {
    if (t->space == VSP_GLOBAL) return t->alloc->base + t->off;
    return 1ull << 63 | t->block->index << 24 | t->off;
}
static uint64_t key_in_block(const VmTarget *location, const Warp *warp) {
    return hash_mix(key_of(location), warp->block->index + 1) | 3ull << 62;
}

// Whoever acquires the location from here on knows this. Where there is no room for it, everybody
// knows everything.
static void publish(RaceGrid *race_grid, uint64_t key, const Vc *what) {
    jmp_buf unwind, *outer;
    pthread_mutex_lock(&race_grid->lock);
    outer = race_grid->arena.ctx->unwind;
    if (setjmp(unwind) == 0) {
        race_grid->arena.ctx->unwind = &unwind;
        void **slot = race_grid->nsync < SYNC_MAX ? map_slot(&race_grid->sync, key) : NULL;
        if (slot && !*slot) {
            *slot = arena_new(&race_grid->arena, RaceSync);
            race_grid->nsync++;
        }
        RaceSync *s = slot ? *slot : NULL;
        if (s) vc_join(&race_grid->arena, &s->vc, what);
        if (s) s->version++;
        if (!s) atomic_store(&race_grid->everything, true);
    } else {
        atomic_store(&race_grid->everything, true); // out of memory: nothing more is reported
    }
    race_grid->arena.ctx->unwind = outer;
    pthread_mutex_unlock(&race_grid->lock);
    atomic_store(&race_grid->any_release, true);
}

// Blocks that wait for the whole grid see a release before those that have passed it go on to the
// next one: a barrier that is missing behind it would not show if all that they do until then were
// released before anybody looks.
static void give_way(Warp *warp) {
    if (!warp->grid->l->cooperative) return;
    warp->yield = true;
    warp->block->worker->gives_way = true;
}

// A strong write by the lane: the location gets what the lane had fenced. A wide scope without a
// wide fence is worth no more than the block's.
void vm_race_release(Warp *warp, uint32_t lane, const VmTarget *location, bool fenced,
                     uint32_t level) {
    RaceWarp *race_warp = warp->race;
    Block *b = warp->block;
    RaceGrid *race_grid = warp->grid->race;
    if (!is_any_of(location->space, VSP_GLOBAL, VSP_SHARED)) return;
    if (fenced) vm_race_fence(warp, 1u << lane, level);
    if (level == FENCE_WIDE && !race_warp->fence[FENCE_WIDE][lane] &&
        !race_warp->fence_kblock[FENCE_WIDE])
        level = FENCE_BLOCK;
    if (!race_warp->fence[level][lane] && !race_warp->fence_kblock[level]) return;

    // The lane's own block, its warp, itself, other warps that it has met, and what it has
    // acquired.
    Vc mine = {0};
    Arena *arena = &b->worker->arena;
    ArenaMark mark = arena_mark(arena);
    uint32_t block = key_of_block(race_warp->who);
    vc_add(arena, &mine, block, race_warp->fence_kblock[level], 0, 0);
    uint32_t kwarp = race_warp->kwarp;
    for (uint32_t i = 0; race_warp->kw_used && i < VM_LANES; i++)
        kwarp = CU_MAX(kwarp, race_warp->kw[lane][i]);
    vc_add(arena, &mine, block | (warp->id + 1), kwarp, 1u << lane, race_warp->fence[level][lane]);
    for (uint32_t i = 0; b->race->kx_used && i < b->nwarp; i++)
        vc_add(arena, &mine, block | (i + 1), b->race->kx[warp->id][i], 0, 0);
    vc_join(arena, &mine, &race_warp->acq);
    vc_join(arena, &mine, &b->race->acq);
    uint64_t key = level == FENCE_WIDE ? key_of(location) : key_in_block(location, warp);
    publish(race_grid, key, &mine);
    arena_reset(arena, mark);
    if (level == FENCE_WIDE && location->space == VSP_GLOBAL) give_way(warp);
}

// What the location has been given, into the warp's clock; looked at again only when it has
// changed.
static void acquire_key(Warp *warp, uint64_t key) {
    RaceWarp *race_warp = warp->race;
    RaceGrid *race_grid = warp->grid->race;
    Arena *arena = &warp->block->arena;
    jmp_buf unwind, *outer = arena->ctx->unwind;
    volatile bool failed = false, is_new = false;
    pthread_mutex_lock(&race_grid->lock);
    if (setjmp(unwind) == 0) {
        arena->ctx->unwind = &unwind;
        const RaceSync *s = map_get(&race_grid->sync, key);
        if (s && !(race_warp->seen_key == key && race_warp->seen_version == s->version)) {
            vc_join(arena, &race_warp->acq, &s->vc);
            race_warp->seen_key = key;
            race_warp->seen_version = s->version;
            is_new = true;
        }
    } else {
        failed = true;
    }
    arena->ctx->unwind = outer;
    pthread_mutex_unlock(&race_grid->lock);
    // The lock is free again before memory's end leaves the block.
    if (failed) longjmp(*outer, 1);
    if (is_new) give_way(warp);
}

// A strong read: what was released at either scope.
void vm_race_acquire(Warp *warp, uint32_t lane, const VmTarget *t) {
    if (!atomic_load(&warp->grid->race->any_release)) return;
    if (!is_any_of(t->space, VSP_GLOBAL, VSP_SHARED)) return;
    acquire_key(warp, key_of(t));
    acquire_key(warp, key_in_block(t, warp));
}

// The level of a scope.
static uint32_t level_of(const VmInst *in) {
    return in->flags & VF_BLOCK_SCOPE ? FENCE_BLOCK : FENCE_WIDE;
}

// For atomics and ordered accesses, by address.
void vm_race_release_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp) {
    VmTarget t;
    if (vm_locate(warp, lane, addr, 1, sp, &t))
        vm_race_release(warp, lane, &t, in->flags & VF_RELEASE, level_of(in));
}

// A number for the mbarrier, which stands for the copies that it counts. Neighbouring mbarriers
// differ in the higher half, so that they have entries of their own.
static uint32_t mbarrier_number(uint64_t addr) {
    uint32_t n = (uint32_t)(addr >> 3), number = (n & 31) << 5 | (n >> 5 & 31);
    return number < RW_WGMMA ? number : number - RW_WGMMA; // the last ones stand for warpgroups
}

// The lane starts an asynchronous copy: its accesses are those of the copy, at an epoch that nobody
// knows yet.
void vm_race_copy(Warp *warp, uint32_t lane, uint64_t mbarrier) {
    RaceWarp *r = warp->race;
    uint32_t number = mbarrier_number(mbarrier);
    r->async_who = (r->who & RW_BLOCK) | RW_ASYNC | number;
    r->async_epoch = RACE_ASYNC_EPOCH | (++warp->block->race->clock & ~RACE_THREAD_EPOCH);
    atomic_store_explicit(&warp->grid->race->copier[number], (uint16_t)(warp->id * 32 + lane),
                          memory_order_relaxed);
}

// The copy is done: whoever waits for the mbarrier knows it.
void vm_race_copied(Warp *warp, uint32_t lane, uint64_t mbarrier, VmSpace sp) {
    RaceWarp *race_warp = warp->race;
    VmTarget target;
    if (race_warp->async_who && vm_locate(warp, lane, mbarrier, 1, sp, &target)) {
        Vc mine = {0};
        Arena *arena = &warp->block->worker->arena;
        ArenaMark mark = arena_mark(arena);
        vc_add(arena, &mine, key_of_warp(race_warp->async_who, race_warp->async_epoch), 0,
               1u << (race_warp->async_who & 31), race_warp->async_epoch + 1);
        publish(warp->grid->race, key_of(&target), &mine);
        arena_reset(arena, mark);
    }
    race_warp->async_who = 0;
}

// wgmma reads shared memory later, for the warpgroup that begins at warp `first`: these accesses
// are the group's.
void vm_race_wgmma(Block *block, uint32_t first) {
    uint32_t number = RW_WGMMA | first / 4,
             epoch = RACE_ASYNC_EPOCH | (++block->race->clock & ~RACE_THREAD_EPOCH);
    atomic_store_explicit(&block->grid->race->copier[number], (uint16_t)(first * 32),
                          memory_order_relaxed);
    for (uint32_t i = first; i < first + 4; i++) {
        RaceWarp *r = block->warp[i]->race;
        r->reader_who = (r->who & RW_BLOCK) | RW_ASYNC | number;
        r->reader_epoch = r->wgmma_epoch = epoch;
        r->reader_is_proxy = true;
    }
}

void vm_race_wgmma_end(Block *block, uint32_t first) {
    for (uint32_t i = first; i < first + 4; i++) block->warp[i]->race->reader_who = 0;
}

// The group committed so far ends here; waits count groups.
void vm_race_wgmma_commit(Warp *warp) {
    RaceWarp *r = warp->race;
    r->committed[r->ncommitted++ % CU_COUNT(r->committed)] = r->wgmma_epoch;
}

// Groups but for the last `pending` ones are done: the warp knows what they read.
void vm_race_wgmma_wait(Warp *warp, uint32_t pending) {
    RaceWarp *r = warp->race;
    if (!r->wgmma_epoch || pending >= r->ncommitted) return;
    // of more groups than are remembered the youngest one is taken: that invents nothing
    uint32_t age = pending < CU_COUNT(r->committed) ? pending + 1 : 1;
    uint32_t epoch = r->committed[(r->ncommitted - age) % CU_COUNT(r->committed)];
    uint32_t who = (r->who & RW_BLOCK) | RW_ASYNC | RW_WGMMA | warp->id / 4;
    if (epoch)
        vc_add(&warp->block->arena, &r->acq, key_of_warp(who, epoch), 0, 1u << (who & 31),
               epoch + 1);
}

// ---- copies that end with a group of their thread ----------------------------------------------

// Made when a warp copies first.
static RaceGroups *groups_of(Warp *warp, bool bulk) {
    RaceGroups **groups = bulk ? &warp->race->bulks : &warp->race->copies;
    if (!*groups) *groups = arena_new(&warp->block->arena, RaceGroups);
    return *groups;
}

// Above those of all threads and of copies that end at mbarriers.
static uint32_t agent_epoch(RaceAgent agent, uint32_t time) {
    uint32_t low = (1u << RACE_THREAD_KIND) - 1;
    return RACE_THREAD_EPOCH | (uint32_t)agent << RACE_THREAD_KIND | (time & low);
}

void vm_race_group_copy(Warp *warp, uint32_t lane, bool bulk) {
    RaceWarp *r = warp->race;
    uint32_t time = ++warp->block->race->clock;
    groups_of(warp, bulk)->last[lane] = time;
    r->async_who = r->reader_who = r->who | lane | RW_ASYNC;
    r->async_epoch = agent_epoch(bulk ? RACE_BULK_WRITE : RACE_COPY, time);
    r->reader_epoch = agent_epoch(bulk ? RACE_BULK_READ : RACE_COPY, time);
    r->reader_is_proxy = bulk;
}

void vm_race_group_copied(Warp *warp) {
    warp->race->async_who = warp->race->reader_who = 0;
}

void vm_race_group_commit(Warp *warp, uint32_t mask, bool bulk) {
    RaceGroups *groups = groups_of(warp, bulk);
    VM_EACH(i, mask) groups->committed[i][groups->n[i]++ % RACE_GROUPS] = groups->last[i];
}

// The warp knows of what these lanes' agent has done up to the time.
static void know_agent(Warp *warp, uint32_t lanes, RaceAgent agent, uint32_t time) {
    uint32_t epoch = agent_epoch(agent, time);
    uint32_t key = key_of_warp(warp->race->who | RW_ASYNC, epoch);
    vc_add(&warp->block->arena, &warp->race->acq, key, 0, lanes, epoch + 1);
}

void vm_race_group_wait(Warp *warp, uint32_t mask, bool bulk, uint32_t pending, bool reads) {
    const RaceGroups *groups = bulk ? warp->race->bulks : warp->race->copies;
    if (!groups) return;
    // of more groups than are remembered the youngest one is taken: that invents nothing
    uint32_t age = pending < RACE_GROUPS ? pending + 1 : 1;
    VM_EACH(i, mask) {
        if (pending >= groups->n[i]) continue;
        uint32_t time = groups->committed[i][(groups->n[i] - age) % RACE_GROUPS];
        if (!time) continue;
        if (!bulk) know_agent(warp, 1u << i, RACE_COPY, time);
        if (bulk) know_agent(warp, 1u << i, RACE_BULK_READ, time);
        if (bulk && !reads) know_agent(warp, 1u << i, RACE_BULK_WRITE, time);
    }
}

void vm_race_group_arrive(Warp *warp, uint32_t lane, uint64_t mbarrier, VmSpace sp) {
    const RaceGroups *groups = warp->race->copies;
    VmTarget target;
    if (!groups || !groups->last[lane] || !vm_locate(warp, lane, mbarrier, 1, sp, &target)) return;
    Vc mine = {0};
    Arena *arena = &warp->block->worker->arena;
    ArenaMark mark = arena_mark(arena);
    uint32_t epoch = agent_epoch(RACE_COPY, groups->last[lane]);
    vc_add(arena, &mine, key_of_warp(warp->race->who | RW_ASYNC, epoch), 0, 1u << lane, epoch + 1);
    publish(warp->grid->race, key_of(&target), &mine);
    arena_reset(arena, mark);
}

void vm_race_proxy_fence(Warp *warp, uint32_t mask) {
    RaceWarp *r = warp->race;
    uint32_t now = ++warp->block->race->clock;
    warp->block->race->proxy_fence = now;
    set_epochs(r, mask, r->uniform ? warp->live : VM_FULL, now);
}

// As vm_race_release_at, for what is read.
void vm_race_acquire_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp) {
    VmTarget t;
    if (!atomic_load(&warp->grid->race->any_release)) return;
    if (vm_locate(warp, lane, addr, 1, sp, &t)) vm_race_acquire(warp, lane, &t);
}
