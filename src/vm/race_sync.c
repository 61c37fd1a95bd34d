// SPDX-License-Identifier: Apache-2.0
// The race checker's clocks (race.h): what barriers, fences, atomics and mbarriers order.
//
// Release and acquire (PTX ISA chapter 8): a strong write releases what its thread had fenced, or
// all it knows if it says .release. A strong read acquires what the location has released so far.
// Where the model and usual code differ, the checker is lenient: a strong read acquires without a
// fence behind it; a fence by every thread before a barrier counts for the thread that writes the
// flag behind it (the threadFenceReduction pattern); a plain strong store does not end a release
// sequence. What acquires does so for its warp. All of this can hide races, none invents one.
#include "vm/race.h"

#include <stdatomic.h>

enum { VC_MAX = 1 << 15, SYNC_MAX = 1 << 20 };

// ---- what is known of others -------------------------------------------------------------------

static VcEntry *vc_find(const Vc *v, uint32_t key) {
    if (!v->n) return NULL;
    for (uint32_t i = (uint32_t)hash_u64(key);; i++) {
        VcEntry *e = &v->at[i & (v->cap - 1)];
        if (e->key == key + 1) return e;
        if (!e->key) return NULL;
    }
}

static VcEntry *vc_slot(Arena *arena, Vc *v, uint32_t key) {
    if (v->n >= VC_MAX) {
        v->everything = true;
        return NULL;
    }
    if (4 * (v->n + 1) > 3 * v->cap) {
        Vc old = *v;
        v->cap = CU_MAX(16u, old.cap * 2);
        v->at = arena_array(arena, VcEntry, v->cap);
        for (uint32_t i = 0; i < old.cap; i++) {
            if (!old.at[i].key) continue;
            uint32_t h = (uint32_t)hash_u64(old.at[i].key - 1);
            while (v->at[h & (v->cap - 1)].key) h++;
            v->at[h & (v->cap - 1)] = old.at[i];
        }
    }
    for (uint32_t i = (uint32_t)hash_u64(key);; i++) {
        VcEntry *e = &v->at[i & (v->cap - 1)];
        if (e->key == key + 1) return e;
        if (e->key) continue;
        e->key = key + 1;
        v->n++;
        return e;
    }
}

static void vc_add(Arena *arena, Vc *v, uint32_t key, uint32_t k, uint32_t lanes, uint32_t klane) {
    VcEntry *e = v->everything ? NULL : vc_slot(arena, v, key);
    if (!e) return;
    e->k = CU_MAX(e->k, k);
    e->lanes |= lanes;
    e->klane = CU_MAX(e->klane, klane);
}

static void vc_join(Arena *arena, Vc *to, const Vc *from) {
    if (from->everything) to->everything = true;
    for (uint32_t i = 0; from->n && i < from->cap && !to->everything; i++) {
        const VcEntry *e = &from->at[i];
        if (e->key) vc_add(arena, to, e->key - 1, e->k, e->lanes, e->klane);
    }
}

static void vc_clear(Vc *v) {
    if (v->n) memset(v->at, 0, v->cap * sizeof *v->at);
    v->n = 0;
    v->everything = false;
}

static uint32_t key_of_block(uint32_t who) {
    return (who & RW_BLOCK) >> 10 << 7;
}

static uint32_t key_of_warp(uint32_t who) {
    uint32_t block = key_of_block(who), number = who & 1023;
    if (!(who & RW_ASYNC)) return block | (number / 32 + 1);
    return block | (number < RW_WGMMA ? 64 | number / 32 : 96 | (number - RW_WGMMA));
}

static bool vc_knows(const Vc *v, uint32_t epoch, uint32_t who) {
    if (v->everything) return true;
    if (!v->n) return false;
    const VcEntry *e = who & RW_ASYNC ? NULL : vc_find(v, key_of_block(who));
    if (e && epoch < e->k) return true;
    e = vc_find(v, key_of_warp(who));
    return e && (epoch < e->k || (epoch < e->klane && e->lanes >> (who & 31) & 1));
}

bool vm_race_known(const Warp *w, uint32_t lane, uint32_t epoch, uint32_t who) {
    const RaceWarp *r = w->race;
    const RaceBlock *b = w->block->race;
    if (!((who ^ r->who) & RW_BLOCK) && !(who & RW_ASYNC)) {
        uint32_t warp = who >> 5 & 31;
        if (epoch < r->kblock) return true;
        if (warp == w->id) {
            if (epoch < r->kwarp) return true;
            if (r->kw_used && epoch < r->kw[lane][who & 31]) return true;
        }
        if (b->kx_used && epoch < b->kx[w->id][warp]) return true;
    }
    return vc_knows(&r->acq, epoch, who) || vc_knows(&b->acq, epoch, who) ||
           atomic_load_explicit(&w->grid->race->everything, memory_order_relaxed);
}

// ---- grids, blocks -----------------------------------------------------------------------------

void vm_race_start(Grid *g, RaceGrid *r, Ctx *ctx) {
    *r = (RaceGrid){0};
    ctx_init_worker(&r->ctx, ctx, 0, ctx->unwind);
    arena_init(&r->arena, &r->ctx, "race checker");
    map_init(&r->table, &r->arena);
    map_init(&r->sync, &r->arena);
    pthread_mutex_init(&r->lock, NULL);
    g->race = r;
}

void vm_race_end(Grid *g) {
    pthread_mutex_destroy(&g->race->lock);
}

static void set_epochs(RaceWarp *r, uint32_t lanes, uint32_t live, uint32_t epoch) {
    VM_EACH(i, lanes) r->epoch[i] = epoch;
    r->uniform = !(live & ~lanes);
}

static uint64_t lines_of(const Block *b) {
    return ((uint64_t)b->grid->dynamic_off + b->grid->l->shared) / 128 + 2;
}

void vm_race_block(Block *b) {
    Arena *a = &b->arena;
    if (!b->race) {
        b->race = arena_new(a, RaceBlock);
        b->race->line = arena_array(a, RaceLine, lines_of(b));
        for (uint32_t i = 0; i < b->nwarp; i++) b->warp[i]->race = arena_new(a, RaceWarp);
    }
    for (uint64_t i = 0, n = lines_of(b); i < n; i++) {
        b->race->line[i].all = (RaceCell){0};
        b->race->line[i].split = false;
    }
    uint32_t now = ++b->race->clock;
    b->race->kx_used = false;
    vc_clear(&b->race->acq);
    for (uint32_t i = 0; i < b->nwarp; i++) {
        RaceWarp *r = b->warp[i]->race;
        r->who = (uint32_t)(b->index % RW_BLOCK_N) << 10 | i << 5;
        r->kblock = r->kwarp = now;
        r->kw_used = false;
        memset(r->fence, 0, sizeof r->fence);
        memset(r->unfenced, 0, sizeof r->unfenced);
        memset(r->fence_kblock, 0, sizeof r->fence_kblock);
        vc_clear(&r->acq);
        r->seen_key = 0;
        r->async_who = r->reader_who = 0;
        r->wgmma_epoch = r->ncommitted = 0;
        set_epochs(r, VM_FULL, VM_FULL, now);
    }
}

// ---- warps -------------------------------------------------------------------------------------

void vm_race_syncwarp(Warp *w, uint32_t members) {
    RaceWarp *r = w->race;
    uint32_t now = ++w->block->race->clock;
    if (!(w->live & ~members)) {
        r->kwarp = now;
        r->kw_used = false;
        set_epochs(r, w->live, w->live, now);
        return;
    }
    if (!r->kw) r->kw = arena_alloc(&w->block->arena, 32 * sizeof *r->kw, 64);
    if (!r->kw_used) memset(r->kw, 0, 32 * sizeof *r->kw);
    r->kw_used = true;
    uint32_t joint[VM_LANES] = {0};
    VM_EACH(i, members) {
        for (uint32_t k = 0; k < VM_LANES; k++) joint[k] = CU_MAX(joint[k], r->kw[i][k]);
    }
    VM_EACH(k, members) joint[k] = now;
    VM_EACH(j, members) memcpy(r->kw[j], joint, sizeof joint);
    set_epochs(r, members, w->live, now);
}

// ---- barriers ----------------------------------------------------------------------------------

// Every thread of the block has met at a barrier.
static void whole_barrier(Block *b) {
    RaceBlock *rb = b->race;
    uint32_t now = ++rb->clock, wrote[FENCE_LEVELS] = {0};
    rb->kx_used = false;
    for (uint32_t i = 0; i < b->nwarp; i++) {
        RaceWarp *r = b->warp[i]->race;
        for (uint32_t k = 0; k < FENCE_LEVELS; k++) wrote[k] |= r->unfenced[k];
        r->kblock = r->kwarp = now;
        r->kw_used = false;
        set_epochs(r, b->warp[i]->live, b->warp[i]->live, now);
        if (!r->acq.n && !r->acq.everything) continue;
        vc_join(&b->arena, &rb->acq, &r->acq);
        vc_clear(&r->acq);
    }
    for (uint32_t k = 0; k < FENCE_LEVELS; k++) { // all that was written has been fenced as well
        for (uint32_t i = 0; !wrote[k] && i < b->nwarp; i++)
            b->warp[i]->race->fence_kblock[k] = now;
    }
}

void vm_race_arrive(Warp *w, uint32_t bar, uint32_t mask) {
    RaceBlock *b = w->block->race;
    uint32_t now = ++b->clock;
    if (!b->arrived) b->arrived = arena_zalloc(&w->block->arena, 16 * sizeof *b->arrived, 64);
    b->arrived[bar][w->id] = now;
    set_epochs(w->race, mask, w->live, now);
}

void vm_race_barrier(Block *b, uint32_t bar, const Barrier *state) {
    if (state->all) {
        whole_barrier(b);
        return;
    }
    RaceBlock *rb = b->race;
    uint32_t now = ++rb->clock, joint[32] = {0}, kblock = 0, waits = 0;
    if (!rb->kx) rb->kx = arena_alloc(&b->arena, 32 * sizeof *rb->kx, 64);
    if (!rb->kx_used) memset(rb->kx, 0, 32 * sizeof *rb->kx);
    rb->kx_used = true;
    Vc both = {0};
    for (uint32_t i = 0; i < b->nwarp; i++) {
        Warp *w = b->warp[i];
        if (!w->bar_mask[bar]) continue;
        uint32_t waiting = 0;
        for (uint32_t k = 0; k < w->nsplit; k++) {
            if (w->split[k].state == SPLIT_BAR && w->split[k].bar == bar)
                waiting |= w->split[k].mask;
        }
        for (uint32_t k = 0; k < 32; k++) joint[k] = CU_MAX(joint[k], rb->kx[i][k]);
        joint[i] = waiting ? now : rb->arrived ? rb->arrived[bar][i] : now;
        kblock = CU_MAX(kblock, w->race->kblock);
        vc_join(&b->arena, &both, &w->race->acq);
        if (!waiting) continue;
        waits |= 1u << i;
        set_epochs(w->race, waiting, w->live, now);
        if (!(w->live & ~waiting)) w->race->kwarp = now;
    }
    VM_EACH(i, waits) {
        RaceWarp *r = b->warp[i]->race;
        memcpy(rb->kx[i], joint, sizeof joint);
        r->kblock = CU_MAX(r->kblock, kblock);
        if (both.n || both.everything) vc_join(&b->arena, &r->acq, &both);
    }
}

// ---- clusters ----------------------------------------------------------------------------------

void vm_race_cluster_arrive(Warp *w, uint32_t mask) {
    set_epochs(w->race, mask, w->live, ++w->block->race->clock);
}

void vm_race_cluster_wait(Warp *w, uint32_t mask) {
    set_epochs(w->race, mask, w->live, ++w->block->race->clock);
}

void vm_race_cluster(Cluster *c) {
    uint32_t k[16] = {0};
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->block[i]) k[i] = ++c->block[i]->race->clock;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        Block *b = c->block[i];
        if (!b) continue;
        for (uint32_t j = 0; j < b->nwarp; j++) {
            RaceWarp *r = b->warp[j]->race;
            r->kblock = r->kwarp = k[i];
            vc_join(&b->arena, &b->race->acq, &r->acq);
            vc_clear(&r->acq);
        }
        for (uint32_t o = 0; o < c->n; o++) {
            if (o == i || !c->block[o]) continue;
            uint32_t key = key_of_block((uint32_t)(c->block[o]->index % RW_BLOCK_N) << 10);
            vc_add(&b->arena, &b->race->acq, key, k[o], 0, 0);
        }
    }
}

// ---- fences, release, acquire ------------------------------------------------------------------

void vm_race_fence(Warp *w, uint32_t mask, uint32_t level) {
    RaceWarp *r = w->race;
    for (uint32_t k = 0; k <= level; k++) {
        VM_EACH(i, mask) r->fence[k][i] = r->epoch[i] + 1;
        r->fence_kblock[k] = r->kblock;
        r->unfenced[k] &= ~mask;
    }
    set_epochs(r, mask, r->uniform ? w->live : VM_FULL, ++w->block->race->clock);
}

// Locations: device addresses, or offsets in the shared memory of a block.
static uint64_t key_of(const VmTarget *t) {
    if (t->space == VSP_GLOBAL) return t->alloc->base + t->off;
    return 1ull << 63 | t->block->index << 24 | t->off;
}
static uint64_t key_in_block(const VmTarget *t, const Warp *w) {
    return hash_mix(key_of(t), w->block->index + 1) | 3ull << 62;
}

// Whoever acquires the location from here on knows this.
static void publish(RaceGrid *g, uint64_t key, const Vc *what) {
    jmp_buf unwind, *outer;
    pthread_mutex_lock(&g->lock);
    outer = g->arena.ctx->unwind;
    if (setjmp(unwind) == 0) {
        g->arena.ctx->unwind = &unwind;
        void **slot = g->nsync < SYNC_MAX ? map_slot(&g->sync, key) : NULL;
        if (slot && !*slot) {
            *slot = arena_new(&g->arena, RaceSync);
            g->nsync++;
        }
        RaceSync *s = slot ? *slot : NULL;
        if (s) vc_join(&g->arena, &s->vc, what);
        if (s) s->version++;
        if (!s) atomic_store(&g->everything, true);
    } else {
        atomic_store(&g->everything, true); // out of memory: nothing more is reported
    }
    g->arena.ctx->unwind = outer;
    pthread_mutex_unlock(&g->lock);
    atomic_store(&g->any_release, true);
}

void vm_race_release(Warp *w, uint32_t lane, const VmTarget *t, bool fenced, uint32_t level) {
    RaceWarp *r = w->race;
    Block *b = w->block;
    RaceGrid *g = w->grid->race;
    if (t->space != VSP_GLOBAL && t->space != VSP_SHARED) return;
    if (fenced) vm_race_fence(w, 1u << lane, level);
    if (level == FENCE_WIDE && !r->fence[FENCE_WIDE][lane] && !r->fence_kblock[FENCE_WIDE])
        level = FENCE_BLOCK;
    if (!r->fence[level][lane] && !r->fence_kblock[level]) return;
    Vc mine = {0};
    Arena *arena = &b->worker->arena;
    ArenaMark mark = arena_mark(arena);
    uint32_t block = key_of_block(r->who);
    vc_add(arena, &mine, block, r->fence_kblock[level], 0, 0);
    uint32_t kwarp = r->kwarp;
    for (uint32_t i = 0; r->kw_used && i < VM_LANES; i++) kwarp = CU_MAX(kwarp, r->kw[lane][i]);
    vc_add(arena, &mine, block | (w->id + 1), kwarp, 1u << lane, r->fence[level][lane]);
    for (uint32_t i = 0; b->race->kx_used && i < b->nwarp; i++)
        vc_add(arena, &mine, block | (i + 1), b->race->kx[w->id][i], 0, 0);
    vc_join(arena, &mine, &r->acq);
    vc_join(arena, &mine, &b->race->acq);
    uint64_t key = level == FENCE_WIDE ? key_of(t) : key_in_block(t, w);
    publish(g, key, &mine);
    arena_reset(arena, mark);
}

static void acquire_key(Warp *w, uint64_t key) {
    RaceWarp *r = w->race;
    RaceGrid *g = w->grid->race;
    Arena *arena = &w->block->arena;
    jmp_buf unwind, *outer = arena->ctx->unwind;
    volatile bool failed = false;
    pthread_mutex_lock(&g->lock);
    if (setjmp(unwind) == 0) {
        arena->ctx->unwind = &unwind;
        const RaceSync *s = map_get(&g->sync, key);
        if (s && !(r->seen_key == key && r->seen_version == s->version)) {
            vc_join(arena, &r->acq, &s->vc);
            r->seen_key = key;
            r->seen_version = s->version;
        }
    } else {
        failed = true;
    }
    arena->ctx->unwind = outer;
    pthread_mutex_unlock(&g->lock);
    if (failed) longjmp(*outer, 1);
}

void vm_race_acquire(Warp *w, uint32_t lane, const VmTarget *t) {
    if (!atomic_load(&w->grid->race->any_release)) return;
    if (t->space != VSP_GLOBAL && t->space != VSP_SHARED) return;
    acquire_key(w, key_of(t));
    acquire_key(w, key_in_block(t, w));
}

static uint32_t level_of(const VmInst *in) {
    return in->flags & VF_BLOCK_SCOPE ? FENCE_BLOCK : FENCE_WIDE;
}

void vm_race_release_at(Warp *w, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp) {
    VmTarget t;
    if (vm_locate(w, lane, addr, 1, sp, &t))
        vm_race_release(w, lane, &t, in->flags & VF_RELEASE, level_of(in));
}

// Neighbouring mbarriers differ in the higher half, so that they have entries of their own.
static uint32_t mbarrier_number(uint64_t addr) {
    uint32_t n = (uint32_t)(addr >> 3), number = (n & 31) << 5 | (n >> 5 & 31);
    return number < RW_WGMMA ? number : number - RW_WGMMA; // the last ones stand for warpgroups
}

void vm_race_copy(Warp *w, uint32_t lane, uint64_t mbarrier) {
    RaceWarp *r = w->race;
    uint32_t number = mbarrier_number(mbarrier);
    r->async_who = (r->who & RW_BLOCK) | RW_ASYNC | number;
    r->async_epoch = RACE_ASYNC_EPOCH | ++w->block->race->clock;
    atomic_store_explicit(&w->grid->race->copier[number], (uint16_t)(w->id * 32 + lane),
                          memory_order_relaxed);
}

void vm_race_copied(Warp *w, uint32_t lane, uint64_t mbarrier, VmSpace sp) {
    RaceWarp *r = w->race;
    VmTarget t;
    if (r->async_who && vm_locate(w, lane, mbarrier, 1, sp, &t)) {
        Vc mine = {0};
        Arena *arena = &w->block->worker->arena;
        ArenaMark mark = arena_mark(arena);
        vc_add(arena, &mine, key_of_warp(r->async_who), 0, 1u << (r->async_who & 31),
               r->async_epoch + 1);
        publish(w->grid->race, key_of(&t), &mine);
        arena_reset(arena, mark);
    }
    r->async_who = 0;
}

void vm_race_wgmma(Block *b, uint32_t first) {
    uint32_t number = RW_WGMMA | first / 4, epoch = RACE_ASYNC_EPOCH | ++b->race->clock;
    atomic_store_explicit(&b->grid->race->copier[number], (uint16_t)(first * 32),
                          memory_order_relaxed);
    for (uint32_t i = first; i < first + 4; i++) {
        RaceWarp *r = b->warp[i]->race;
        r->reader_who = (r->who & RW_BLOCK) | RW_ASYNC | number;
        r->reader_epoch = r->wgmma_epoch = epoch;
    }
}

void vm_race_wgmma_end(Block *b, uint32_t first) {
    for (uint32_t i = first; i < first + 4; i++) b->warp[i]->race->reader_who = 0;
}

void vm_race_wgmma_commit(Warp *w) {
    RaceWarp *r = w->race;
    r->committed[r->ncommitted++ % CU_COUNT(r->committed)] = r->wgmma_epoch;
}

void vm_race_wgmma_wait(Warp *w, uint32_t pending) {
    RaceWarp *r = w->race;
    if (!r->wgmma_epoch || pending >= r->ncommitted) return;
    // of more groups than are remembered the youngest one is taken: that invents nothing
    uint32_t age = pending < CU_COUNT(r->committed) ? pending + 1 : 1;
    uint32_t epoch = r->committed[(r->ncommitted - age) % CU_COUNT(r->committed)];
    uint32_t who = (r->who & RW_BLOCK) | RW_ASYNC | RW_WGMMA | w->id / 4;
    if (epoch) vc_add(&w->block->arena, &r->acq, key_of_warp(who), 0, 1u << (who & 31), epoch + 1);
}

void vm_race_acquire_at(Warp *w, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp) {
    VmTarget t;
    if (!atomic_load(&w->grid->race->any_release)) return;
    if (vm_locate(w, lane, addr, 1, sp, &t)) vm_race_acquire(w, lane, &t);
}
