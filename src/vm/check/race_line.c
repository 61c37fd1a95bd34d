// SPDX-License-Identifier: Apache-2.0
// The race checker's shadow of memory: where a line's records are, and what one record for many
// words takes up without a look at each.
#include "vm/check/race.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

// ---- where lines are ---------------------------------------------------------------------------

RacePool *vm_race_pool(Arena *arena) {
    RacePool *pool = arena_new(arena, RacePool);
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void vm_race_free_pool(RacePool *pool) {
    if (!pool) return;
    for (RacePage *page = pool->page; page; page = page->next) {
        for (uint32_t i = 0; i < CU_COUNT(page->line); i++) free(page->line[i].cells);
    }
    while (pool->chunk) {
        RaceChunk *chunk = pool->chunk;
        pool->chunk = chunk->next;
        free(chunk);
    }
    pthread_mutex_destroy(&pool->lock);
}

// Memory that the worker's grid does not end with.
static void *take_memory(Worker *worker, size_t size) {
    enum { ALIGN = 64 };
    void *memory = aligned_alloc(ALIGN, CU_ALIGN(size, (size_t)ALIGN));
    if (!memory) cu_fatal(&worker->ctx, "out of memory");
    return memset(memory, 0, size);
}

// Pages come from larger pieces, so that the host has few and large ones to map: a checked grid
// touches twice as much memory of records as of data. The pool is locked. NULL: out of memory.
static RacePage *new_page(RacePool *pool) {
    enum { LEAST = 1 << 17, MOST = 1 << 21 }; // bytes of chunks: small programs need few
    RaceChunk *chunk = pool->chunk;
    if (!chunk || chunk->used == chunk->pages) {
        size_t size = chunk ? CU_MIN(2 * chunk->size, (size_t)MOST) : (size_t)LEAST;
        RaceChunk *fresh = vm_large_chunk(size);
        if (!fresh) return NULL;
        *fresh = (RaceChunk){.next = chunk, .size = size};
        fresh->pages = (uint32_t)((size - sizeof *fresh) / sizeof *fresh->page);
        pool->chunk = chunk = fresh;
    }
    RacePage *page = &chunk->page[chunk->used++];
    return memset(page, 0, sizeof *page);
}

static RacePage *take_page(Worker *worker) {
    RacePool *pool = worker->grid->vm->race_pool;
    pthread_mutex_lock(&pool->lock);
    RacePage *page = pool->page;
    if (page)
        pool->page = page->next;
    else
        page = new_page(pool);
    pthread_mutex_unlock(&pool->lock);
    if (!page) cu_fatal(&worker->ctx, "out of memory");
    return page;
}

static void give_page(RacePool *pool, RacePage *unused) {
    unused->next = pool->page;
    pool->page = unused;
}

void vm_race_start_shadow(Grid *grid) {
    RacePool *pool = grid->vm->race_pool;
    pthread_mutex_lock(&pool->lock);
    grid->race->serial = ++pool->grids ? pool->grids : ++pool->grids;
    pthread_mutex_unlock(&pool->lock);
}

void vm_race_end_shadow(Grid *grid) {
    RacePool *pool = grid->vm->race_pool;
    pthread_mutex_lock(&pool->lock);
    MAP_FOREACH (entry, &grid->race->table) {
        RaceShadow *shadow = entry->val;
        for (uint32_t i = 0; i < shadow->pages; i++) {
            RacePage *page = atomic_load_explicit(&shadow->page[i], memory_order_relaxed);
            if (page) give_page(pool, page);
        }
        free(shadow->open);
    }
    pthread_mutex_unlock(&pool->lock);
}

void vm_race_end_worker(Worker *worker) {
    free(worker->spare_of_page);
}

static RaceShadow *make_shadow(Worker *worker, const VmAlloc *shadowed) {
    uint64_t size =
        shadowed->info ? shadowed->info->size : atomic_load(&((VmAlloc *)shadowed)->size);
    RaceShadow *shadow = arena_new(&worker->arena, RaceShadow);
    shadow->pages = (uint32_t)(size / RACE_PAGE + 2);
    shadow->page = arena_array(&worker->arena, RacePage * _Atomic, shadow->pages);
    // most of it may never be touched
    shadow->open = calloc(size / RACE_LINE + 4, sizeof *shadow->open);
    if (!shadow->open) cu_fatal(&worker->ctx, "out of memory");
    return shadow;
}

// Each warp remembers those that it used last.
static RaceShadow *shadow_of(Warp *warp, const VmAlloc *shadowed) {
    RaceWarp *race_warp = warp->race;
    RaceTable *recent =
        &race_warp->cache[hash_u64((uint64_t)(uintptr_t)shadowed) % CU_COUNT(race_warp->cache)];
    if (recent->alloc == shadowed) return recent->shadow;
    RaceGrid *race_grid = warp->grid->race;
    pthread_mutex_lock(&race_grid->lock);
    RaceShadow *shadow = map_get(&race_grid->table, (uint64_t)(uintptr_t)shadowed);
    pthread_mutex_unlock(&race_grid->lock);
    if (!shadow) { // made outside of the lock: out of memory leaves by longjmp
        RaceShadow *fresh = make_shadow(warp->block->worker, shadowed);
        pthread_mutex_lock(&race_grid->lock);
        void **slot = map_slot(&race_grid->table, (uint64_t)(uintptr_t)shadowed);
        // Another worker may have been faster: its shadow counts.
        if (!*slot) *slot = fresh;
        shadow = *slot;
        pthread_mutex_unlock(&race_grid->lock);
        if (shadow != fresh) free(fresh->open);
    }
    recent->alloc = shadowed;
    recent->shadow = shadow;
    return shadow;
}

uint32_t *vm_race_open(Warp *warp, const VmAlloc *shadowed) {
    return shadow_of(warp, shadowed)->open;
}

const RaceShadow *vm_race_shadow(Warp *warp, const VmAlloc *shadowed) {
    return shadow_of(warp, shadowed);
}

// Pages come when something in them is accessed first.
static RacePage *page_at(Warp *warp, RacePage *_Atomic *slot) {
    RacePage *have = atomic_load_explicit(slot, memory_order_acquire);
    if (CU_LIKELY(have != NULL)) return have;
    RacePage *fresh = take_page(warp->block->worker);
    if (atomic_compare_exchange_strong(slot, &have, fresh)) return fresh;
    RacePool *pool = warp->grid->vm->race_pool;
    pthread_mutex_lock(&pool->lock);
    give_page(pool, fresh);
    pthread_mutex_unlock(&pool->lock);
    return have;
}

// Held for a few cells; nothing that can leave by longjmp happens meanwhile.
static void lock_page(RacePage *p) {
    for (uint32_t i = 0; __atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE); i++) {
        if (i > 64) sched_yield();
    }
}

void vm_race_unlock(const RacePlace *place) {
    if (place->page) __atomic_store_n(&place->page->lock, 0, __ATOMIC_RELEASE);
}

// What an earlier grid or block left. Records count only for the words that a line names; cells
// are filled when it is split.
static void empty_line(RaceLine *line, uint32_t serial) {
    line->serial = serial;
    memset(line->words, 0, sizeof line->words);
    line->split = false;
    line->splits = 0;
}

// Blocks run on one worker each, so their shared memory needs no lock.
static void find_in_block(Worker *worker, const RaceBlock *owner, uint64_t off, RacePlace *out) {
    if (!worker->spare_cells) worker->spare_cells = arena_new(&worker->arena, RaceCells);
    out->line = &owner->line[off / RACE_LINE];
    out->open = &owner->open[off / RACE_LINE];
    out->page = NULL;
    out->is_global = false;
    if (out->line->serial != owner->serial) empty_line(out->line, owner->serial);
}

static void find_in_page(Warp *warp, const VmAlloc *holder, uint64_t off, RacePlace *out) {
    Worker *worker = warp->block->worker;
    if (!worker->spare_of_page) worker->spare_of_page = take_memory(worker, sizeof(RaceCells));
    const RaceShadow *shadow = shadow_of(warp, holder);
    RacePage *page = page_at(warp, &shadow->page[off / RACE_PAGE]);
    out->line = &page->line[off % RACE_PAGE / RACE_LINE];
    out->open = &shadow->open[off / RACE_LINE];
    out->page = warp->grid->alone ? NULL : page;
    out->is_global = true;
    if (out->page) lock_page(page);
    uint32_t serial = warp->grid->race->serial;
    if (out->line->serial != serial) empty_line(out->line, serial);
}

void vm_race_lock(Warp *warp, const VmTarget *access, uint64_t off, bool read, RacePlace *out) {
    if (access->space == VSP_SHARED)
        find_in_block(warp->block->worker, access->block->race, off, out);
    else
        find_in_page(warp, access->alloc, off, out);
    bool closes = !read && __atomic_load_n(out->open, __ATOMIC_RELAXED);
    if (closes) __atomic_store_n(out->open, 0, __ATOMIC_RELAXED);
}

// ---- one record for many words -----------------------------------------------------------------

void vm_race_split(Warp *warp, const RacePlace *locked) {
    Worker *worker = warp->block->worker;
    RaceLine *line = locked->line;
    RaceCells **spare = locked->is_global ? &worker->spare_of_page : &worker->spare_cells;
    if (!line->cells) {
        line->cells = *spare;
        *spare = NULL;
    }
    for (uint32_t i = 0; i < RACE_WORDS; i++) {
        for (uint32_t k = 0; k < RACE_RECS; k++) {
            bool has = line->words[k] >> i & 1;
            RaceRec rec = has ? vm_race_of_word(line->all.rec[k], i) : (RaceRec){0};
            vm_race_put(line->cells, i, k, rec);
        }
    }
    line->split = true;
    // A line that was split too often stays so.
    if (line->splits < 255) line->splits++;
}
