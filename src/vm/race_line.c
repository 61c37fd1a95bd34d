// SPDX-License-Identifier: Apache-2.0
// The race checker's shadow of memory: where a line's records are, and what one record for many
// words takes up without a look at each.
#include "vm/race.h"

#include <sched.h>
#include <stdatomic.h>

// ---- where lines are ---------------------------------------------------------------------------

// The pages of an allocation. Each warp remembers those that it used last.
static RacePage *_Atomic *table_of(Warp *warp, const VmAlloc *al) {
    RaceWarp *race_warp = warp->race;
    RaceTable *race_table =
        &race_warp->cache[hash_u64((uint64_t)(uintptr_t)al) % CU_COUNT(race_warp->cache)];
    if (race_table->alloc == al) return race_table->page;
    RaceGrid *race_grid = warp->grid->race;
    uint64_t size = al->info ? al->info->size : atomic_load(&((VmAlloc *)al)->size);
    RacePage *_Atomic *page = NULL;
    pthread_mutex_lock(&race_grid->lock);
    page = map_get(&race_grid->table, (uint64_t)(uintptr_t)al);
    pthread_mutex_unlock(&race_grid->lock);
    if (!page) { // made outside of the lock: out of memory leaves by longjmp
        void *fresh =
            arena_array(&warp->block->worker->arena, RacePage * _Atomic, size / RACE_PAGE + 2);
        pthread_mutex_lock(&race_grid->lock);
        void **slot = map_slot(&race_grid->table, (uint64_t)(uintptr_t)al);
        // Another worker may have been faster: its table counts.
        if (!*slot) *slot = fresh;
        page = *slot;
        pthread_mutex_unlock(&race_grid->lock);
    }
    race_table->alloc = al;
    race_table->page = page;
    return page;
}

// Pages come when something in them is accessed first.
static RacePage *page_at(Warp *warp, RacePage *_Atomic *slot) {
    RacePage *p = atomic_load_explicit(slot, memory_order_acquire);
    if (CU_LIKELY(p != NULL)) return p;
    RacePage *fresh = arena_new(&warp->block->worker->arena, RacePage);
    return atomic_compare_exchange_strong(slot, &p, fresh) ? fresh : p;
}

// Held for a few cells; nothing that can leave by longjmp happens meanwhile.
static void lock_page(RacePage *p) {
    for (uint32_t i = 0; __atomic_exchange_n(&p->lock, 1, __ATOMIC_ACQUIRE); i++) {
        if (i > 64) sched_yield();
    }
}

void vm_race_unlock(RacePage *page) {
    if (page) __atomic_store_n(&page->lock, 0, __ATOMIC_RELEASE);
}

RaceLine *vm_race_line(Warp *warp, const VmTarget *target, uint64_t off, RacePage **page) {
    Worker *worker = warp->block->worker;
    if (!worker->spare_cells) worker->spare_cells = arena_new(&worker->arena, RaceCells);
    *page = NULL;
    // Blocks run on one worker each, so their shared memory needs no lock.
    if (target->space == VSP_SHARED) return &target->block->race->line[off / RACE_LINE];
    RacePage *at = page_at(warp, &table_of(warp, target->alloc)[off / RACE_PAGE]);
    if (!warp->grid->alone) lock_page(*page = at);
    return &at->line[off % RACE_PAGE / RACE_LINE];
}

// ---- one record for many words -----------------------------------------------------------------

// What one record of lanes in order says of a single word: the lane that accessed it.
static RaceRec rec_of_word(RaceRec rec, uint32_t word) {
    if (!rec.epoch) return rec;
    // The shift is the size of the elements: 1, 2, 4 or 8 words a lane.
    uint32_t shift = rec.who >> RW_SHIFT & 3, lane = (rec.who & 31) + (word >> shift);
    rec.who = (rec.who & (RW_WARP | RW_STRONG)) | (lane & 31) | 15u << RW_SHIFT;
    return rec;
}

void vm_race_split(Warp *warp, RaceLine *line) {
    Worker *worker = warp->block->worker;
    if (!line->cells) {
        line->cells = worker->spare_cells;
        worker->spare_cells = NULL;
    }
    for (uint32_t i = 0; i < RACE_WORDS; i++) {
        for (uint32_t k = 0; k < RACE_RECS; k++) {
            bool has = line->words[k] >> i & 1;
            RaceRec rec = has ? rec_of_word(line->all.rec[k], i) : (RaceRec){0};
            vm_race_put(line->cells, i, k, rec);
        }
    }
    line->split = true;
    // A line that was split too often stays so.
    if (line->splits < 255) line->splits++;
}

// Is the record in the past of the access, for every word?
static bool is_ordered(const RaceWarp *race_warp, RaceRec rec, uint32_t who) {
    if (!rec.epoch || !((rec.who ^ who) & ~RW_STRONG)) return true;
    if (rec.who & who & RW_STRONG) return true;
    if ((rec.who ^ who) & RW_BLOCK) return false;
    if (rec.epoch < race_warp->kblock) return true;
    return !((rec.who ^ who) & RW_WARP) && rec.epoch < race_warp->kwarp;
}

// Nobody can be in conflict with it any more: `of_block`: of memory that no other block reaches.
static bool is_over(const RaceWarp *race_warp, RaceRec rec, bool of_block) {
    return of_block && rec.epoch < race_warp->kblock;
}

static bool is_same(RaceRec rec, RaceRec now) {
    return rec.epoch == now.epoch && rec.who == now.who && rec.site == now.site;
}

static bool of_one_warp(RaceRec rec, RaceRec now) {
    return !((rec.who ^ now.who) & RW_WARP);
}

// Whether the reader's record may be written over, or is the same.
static bool gives_way(const Warp *warp, const RaceLine *line, uint32_t k, uint32_t words,
                      RaceRec now, bool of_block) {
    RaceRec rec = line->all.rec[k];
    bool covered = !(line->words[k] & ~words);
    return !line->words[k] || is_same(rec, now) || is_over(warp->race, rec, of_block) ||
           (covered && of_one_warp(rec, now));
}

static void put_reader(RaceLine *line, uint32_t k, uint32_t words, RaceRec now) {
    if (is_same(line->all.rec[k], now)) words |= line->words[k];
    line->all.rec[k] = now;
    line->words[k] = (uint8_t)words;
}

bool vm_race_line_read(Warp *warp, RaceLine *line, uint32_t words, RaceRec now, bool of_block) {
    const RaceRec *rec = line->all.rec;
    bool hits = line->words[RACE_WRITE] & words;
    if (hits && !is_ordered(warp->race, rec[RACE_WRITE], now.who)) return false;
    for (uint32_t k = RACE_READ; k <= RACE_READ2; k++) {
        if (!gives_way(warp, line, k, words, now, of_block)) continue;
        put_reader(line, k, words, now);
        return true;
    }
    // A third reader: of a row one of the same warp gives way first, as it does for a word.
    bool in_row = words & (words - 1);
    if (!in_row) return false;
    if (of_one_warp(rec[RACE_READ], now)) {
        put_reader(line, RACE_READ, words, now);
    } else if (of_one_warp(rec[RACE_READ2], now)) {
        put_reader(line, RACE_READ2, words, now);
    } else {
        put_reader(line, RACE_READ2, line->words[RACE_READ], rec[RACE_READ]);
        put_reader(line, RACE_READ, words, now);
    }
    return true;
}

bool vm_race_line_write(Warp *warp, RaceLine *line, uint32_t words, RaceRec now, bool of_block) {
    RaceRec *rec = line->all.rec;
    for (uint32_t k = 0; k < RACE_RECS; k++) {
        bool hits = line->words[k] & words;
        if (hits && !is_ordered(warp->race, rec[k], now.who)) return false;
    }
    // Words that another store wrote keep their record, which a line has no place for.
    uint32_t rest = line->words[RACE_WRITE] & ~words;
    if (rest && !is_same(rec[RACE_WRITE], now)) {
        if (!is_over(warp->race, rec[RACE_WRITE], of_block)) return false;
        rest = 0;
    }
    rec[RACE_WRITE] = now;
    line->words[RACE_WRITE] = (uint8_t)(rest | words);
    // The readers are in the write's past: it stands for them.
    line->words[RACE_READ] &= (uint8_t)~words;
    line->words[RACE_READ2] &= (uint8_t)~words;
    return true;
}
