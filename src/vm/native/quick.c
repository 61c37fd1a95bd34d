// SPDX-License-Identifier: Apache-2.0
// Most checked accesses of native code, without leaving it: all lanes run and have one element
// behind the other, or read one place, and the line's records take it up whole. The function keeps
// all registers, so that the code need not (JitState.quick). What it is not sure of it leaves to
// vm_native_watch, which may see again what has been noted here.
#if defined(__GNUC__)
#define KEEPS   __attribute__((target("general-regs-only")))
#define RACE_FN __attribute__((target("general-regs-only"), always_inline))
#endif
#include "vm/native/native.h"
#include "vm/check/race_line.h"

#include <stdatomic.h>

// Instrumented code calls functions that do not keep registers.
#ifndef __has_feature
#define __has_feature(x) 0 // clang's
#endif
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) &&              \
    !defined(__SANITIZE_THREAD__) && !__has_feature(address_sanitizer) &&                          \
    !__has_feature(thread_sanitizer) && !__has_feature(undefined_behavior_sanitizer) &&            \
    !defined(CUPRUM_INSTRUMENTED)
#define IS_QUICK 1
#else
#define IS_QUICK 0
#endif

#if IS_QUICK

#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wexcessive-regsave") // of functions that are in line
#pragma clang diagnostic ignored "-Wexcessive-regsave"
#endif
#endif

enum { ONE_LANE = 3u << RW_SHIFT }; // whose element would have all words of a line

typedef struct {
    Warp *warp;
    RaceWarp *race; // NULL: nobody asks for races
    const JitWatched *access;
    RaceLine *lines;          // of shared memory, or of the page
    const RaceShadow *shadow; // of global memory
    RacePage *page;           // to be locked, or NULL
    bool locks;               // other workers use the pages, too
    uint32_t *open;           // by line
    uint32_t *bits;           // of initialisation, by line; NULL: nobody asks for them
    uint32_t serial, epoch, lane, site;
    uint32_t strong; // RW_STRONG, or 0
    uint64_t off;    // of the first place
} Quick;

// False: the warp's lanes have synchronised apart, so that one epoch does not stand for all.
RACE_FN static inline bool begin(Quick *quick, const JitState *state, const JitWatched *access) {
    const JitLanes *lanes = state->lanes;
    *quick = (Quick){.warp = lanes->warp, .access = access, .lane = lanes->lane8};
    quick->site = access->site;
    quick->race = quick->warp->race;
    if (!quick->race) return true;
    quick->epoch = quick->race->epoch[quick->lane];
    return quick->race->uniform;
}

// What shared memory has; false: other blocks of its cluster reach it, whose accesses need more of
// a look. Its lines are one array, of the block that runs in this memory.
RACE_FN static inline bool in_block(Quick *quick, const JitState *state, const uint8_t *host) {
    const Block *block = quick->warp->block;
    quick->off = (uint64_t)(host - state->shared);
    quick->bits = (uint32_t *)(void *)block->init;
    if (!quick->race) return true;
    quick->lines = block->race->line;
    quick->open = block->race->open;
    quick->serial = block->race->serial;
    return !block->grid->clusters;
}

// Of global memory: lines are counted from the allocation's begin on. False: there is no page yet.
RACE_FN static inline bool use_page(Quick *quick, uint64_t off) {
    RacePage *page =
        atomic_load_explicit(&quick->shadow->page[off / RACE_PAGE], memory_order_acquire);
    if (!page) return false;
    quick->page = quick->locks ? page : NULL;
    quick->lines = page->line - off / RACE_PAGE * (RACE_PAGE / RACE_LINE);
    return true;
}

// What global memory has, of the page of the first place; false: there is no page yet, or other
// workers may use it.
RACE_FN static inline bool in_allocation(Quick *quick, const JitState *state, const uint8_t *host,
                                         uint64_t bytes) {
    const JitCache *cache = jit_cache(state, quick->access->cache);
    const VmAlloc *alloc = cache->owner;
    const RaceShadow *shadow = cache->shadow;
    quick->off = (uint64_t)(uintptr_t)host - cache->origin;
    quick->bits =
        quick->warp->grid->checks & VM_CHECK_INIT ? (uint32_t *)(void *)alloc->init : NULL;
    if (!quick->race) return true;
    bool one_page = quick->off % RACE_PAGE + bytes <= RACE_PAGE;
    if (!shadow || !one_page) return false;
    quick->locks = !state->alone;
    quick->shadow = shadow;
    quick->open = shadow->open;
    quick->serial = quick->warp->grid->race->serial;
    bool later = quick->access->places == JIT_AT_EACH || quick->access->nmember;
    return later || use_page(quick, quick->off);
}

// False: somebody else has the page; nobody waits here.
RACE_FN static inline bool lock_page(const Quick *quick) {
    return !quick->page || !__atomic_exchange_n(&quick->page->lock, 1, __ATOMIC_ACQUIRE);
}

RACE_FN static inline void unlock_page(const Quick *quick) {
    if (quick->page) __atomic_store_n(&quick->page->lock, 0, __ATOMIC_RELEASE);
}

// ---- lines -------------------------------------------------------------------------------------

// The line has nothing but what an earlier grid or block has left: the serial says whose records it
// has, so that nobody has to clear them.
RACE_FN static inline bool is_fresh(const Quick *quick, const RaceLine *line) {
    return line->serial != quick->serial;
}

// The access is the first to a line that is fresh.
RACE_FN static inline void begin_line(const Quick *quick, uint64_t number, uint32_t words,
                                      uint32_t who) {
    RaceLine *line = &quick->lines[number];
    bool read = quick->access->read;
    line->serial = quick->serial;
    line->split = false;
    line->splits = 0;
    line->words[RACE_READ2] = 0;
    line->words[RACE_WRITE] = read ? 0 : (uint8_t)words;
    line->words[RACE_READ] = read ? (uint8_t)words : 0;
    line->all.rec[read ? RACE_READ : RACE_WRITE] = (RaceRec){quick->epoch, who, quick->site};
    if (!read && quick->open[number]) __atomic_store_n(&quick->open[number], 0, __ATOMIC_RELAXED);
}

// The bytes from the words' first to their last.
RACE_FN static inline uint32_t bytes_of(uint32_t words) {
    uint32_t first = (uint32_t)__builtin_ctz(words), end = 32 - (uint32_t)__builtin_clz(words);
    return (uint32_t)(((UINT64_C(1) << 4 * end) - 1) & ~((UINT64_C(1) << 4 * first) - 1));
}

// The bytes, a bit each: a write gives them values, a read or an atomic operation asks for them.
// Bits lie in words of 32, those of a line.
RACE_FN static inline bool have_values(const Quick *quick, uint64_t number, uint32_t bytes) {
    if (!quick->bits) return true;
    uint32_t have = __atomic_load_n(&quick->bits[number], __ATOMIC_RELAXED);
    if (quick->access->read || quick->access->atomic) return !(bytes & ~have);
    bool is_global = !quick->access->shared;
    if (have == UINT32_MAX) return true;
    // Other workers may set other bits of the word at the same time: only a whole one is stored.
    if (is_global && bytes != UINT32_MAX) return false;
    __atomic_store_n(&quick->bits[number], have | bytes, __ATOMIC_RELAXED);
    return true;
}

// Two readers have all words now: the line may be open to more than them.
RACE_FN static inline void open_line(const Quick *quick, const RaceLine *line, uint64_t number) {
    if ((line->words[RACE_READ] & line->words[RACE_READ2]) != 0xff) return;
    if (quick->bits && quick->bits[number] != UINT32_MAX) return;
    uint32_t as =
        vm_race_line_opens_as(line, quick->race, quick->warp->block->race, quick->access->shared);
    if (as) __atomic_store_n(&quick->open[number], as, __ATOMIC_RELAXED);
}

KEEPS static bool touch(const Quick *quick, uint64_t number, uint32_t words, uint32_t who) {
    RaceLine *line = &quick->lines[number];
    if (is_fresh(quick, line)) {
        begin_line(quick, number, words, who);
        return true;
    }
    if (line->split) return false;
    RaceRec now = {quick->epoch, who, quick->site};
    bool of_block = quick->access->shared;
    if (!quick->access->read) {
        if (quick->open[number]) __atomic_store_n(&quick->open[number], 0, __ATOMIC_RELAXED);
        return vm_race_line_write(quick->warp, line, words, now, of_block);
    }
    RaceRec written = line->all.rec[RACE_WRITE];
    // The lanes have written these words themselves since they synchronised last. Whoever comes
    // into conflict with the read does so with that write.
    bool own = written.epoch == now.epoch && written.who == who;
    if (own && !(words & ~line->words[RACE_WRITE])) return true;
    if (!vm_race_line_read(quick->warp, line, words, now, of_block, true)) return false;
    open_line(quick, line, number);
    return true;
}

// ---- registers that are only copied ------------------------------------------------------------

// All bytes of what is stored have a value; what is loaded has.
RACE_FN static inline bool copy_state(const JitLanes *lanes, const JitWatched *access) {
    for (uint32_t k = 0; k < access->ncopies; k++) {
        uint8_t *row = lanes->frame + access->copy[k] + 2 * (uint64_t)lanes->lane8;
        for (uint32_t i = 0; i < access->lanes / 4u; i++) {
            uint64_t four = UINT64_MAX;
            if (access->read)
                memcpy(row + 8 * (uint64_t)i, &four, sizeof four);
            else
                memcpy(&four, row + 8 * (uint64_t)i, sizeof four);
            if (four != UINT64_MAX) return false;
        }
    }
    return true;
}

// ---- accesses ----------------------------------------------------------------------------------

// Each line that the row of lanes has a part of. The record says which lane has the line's first
// word; the others follow in order.
RACE_FN static inline bool touch_row(const Quick *quick, uint64_t bytes) {
    uint32_t shift = (uint32_t)__builtin_ctz(quick->access->bytes / 4u);
    uint64_t first = quick->off / RACE_LINE, last = (quick->off + bytes - 1) / RACE_LINE;
    // whoever comes next to it, mostly a block behind this one, finds it in the processor's cache
    for (uint64_t ahead = 1; quick->race && ahead <= last - first + 1; ahead++)
        __builtin_prefetch(&quick->lines[last + ahead], 1);
    for (uint64_t number = first; number <= last; number++) {
        uint64_t at = number * RACE_LINE;
        uint32_t words = vm_race_words(at, quick->off, bytes);
        if (!have_values(quick, number, bytes_of(words))) return false;
        if (!quick->race) continue;
        uint32_t who = vm_race_who(quick->race->who, at, quick->off, quick->lane, shift);
        if (is_fresh(quick, &quick->lines[number]))
            begin_line(quick, number, words, who);
        else if (!touch(quick, number, words, who))
            return false;
    }
    return true;
}

// A release without a fence behind these writes does not order them.
RACE_FN static inline void note_writes(const Quick *quick) {
    if (quick->race && !quick->access->read)
        vm_race_note_writes(quick->race, ((1u << quick->access->lanes) - 1) << quick->lane);
}

// False: some line's records are not known to be in order, or are one for each word; those of lines
// before it have been noted, which does not matter to who looks at all again.
RACE_FN static inline bool watch_row(const Quick *quick, uint64_t bytes) {
    if (!lock_page(quick)) return false;
    bool seen = touch_row(quick, bytes);
    unlock_page(quick);
    if (seen) note_writes(quick);
    return seen;
}

// In the block's own memory all records are of its threads: an access before its last barrier is in
// the past of all of them, whoever made it.
RACE_FN static inline bool is_past(const Quick *quick, const RaceCells *cells, uint32_t word,
                                   uint32_t k) {
    return quick->access->shared && cells->epoch[k][word] < quick->race->kblock;
}

// A lane reads one word of a line that is split (check/race.c).
RACE_FN static inline bool read_word(const Quick *quick, RaceCells *cells, uint32_t word,
                                     uint32_t lane) {
    const RaceWarp *race = quick->race;
    RaceRec now = {quick->epoch, race->who | 15u << RW_SHIFT | lane, quick->site};
    if (is_past(quick, cells, word, RACE_WRITE) && is_past(quick, cells, word, RACE_READ)) {
        vm_race_put(cells, word, RACE_READ, now);
        return true;
    }
    RaceRec first = vm_race_get(cells, word, RACE_READ);
    RaceRec written = vm_race_get(cells, word, RACE_WRITE);
    // who is in conflict with the read is so with the lane's own write before
    if (written.epoch == now.epoch && written.who == now.who) return true;
    if (!race_is_ordered(race, written, now.who)) return false;
    if (!race_is_ordered(race, first, now.who)) {
        RaceRec second = vm_race_get(cells, word, RACE_READ2);
        bool near = !((first.who ^ now.who) & RW_WARP), far = (second.who ^ now.who) & RW_WARP;
        if (!near || !far || race_is_ordered(race, second, now.who))
            vm_race_put(cells, word, RACE_READ2, first);
    }
    vm_race_put(cells, word, RACE_READ, now);
    return true;
}

// Each word has two readers since the block's last barrier: the line may be open.
RACE_FN static inline bool may_be_open(const Quick *quick, const RaceCells *cells) {
    for (uint32_t w = 0; w < RACE_WORDS; w++) {
        if (cells->epoch[RACE_READ2][w] < quick->race->kblock) return false;
    }
    return true;
}

// All that is recorded of a word of the block's memory is before the block's last barrier: two
// lanes become its readers.
RACE_FN static inline bool read_first(const Quick *quick, RaceCells *cells, uint32_t word,
                                      uint32_t lane) {
    const uint32_t who = quick->race->who | 15u << RW_SHIFT;
    bool past = is_past(quick, cells, word, RACE_WRITE) && is_past(quick, cells, word, RACE_READ) &&
                is_past(quick, cells, word, RACE_READ2);
    if (!past) return false;
    vm_race_put(cells, word, RACE_READ, (RaceRec){quick->epoch, who | (lane - 1), quick->site});
    vm_race_put(cells, word, RACE_READ2, (RaceRec){quick->epoch, who | lane, quick->site});
    return true;
}

RACE_FN static inline bool watch_one_split(const Quick *quick, RaceCells *cells, uint32_t words) {
    uint32_t last = quick->lane + quick->access->lanes - 1;
    for (uint32_t left = words; left; left &= left - 1) {
        uint32_t word = (uint32_t)__builtin_ctz(left);
        if (read_first(quick, cells, word, last)) continue;
        if (!read_word(quick, cells, word, last)) return false;
        if (!read_word(quick, cells, word, last - 1)) return false;
    }
    return !(words >> (RACE_WORDS - 1)) || !may_be_open(quick, cells);
}

// Two lanes stand for all; they are the line's readers already, or nobody is.
RACE_FN static inline bool touch_one(const Quick *quick, uint64_t number, uint32_t words) {
    if (!have_values(quick, number, bytes_of(words))) return false;
    if (!quick->race) return true;
    const RaceLine *line = &quick->lines[number];
    if (line->split && line->serial == quick->serial)
        return quick->access->shared && watch_one_split(quick, line->cells, words);
    uint32_t last = quick->lane + quick->access->lanes - 1, who = quick->race->who | ONE_LANE;
    if (!touch(quick, number, words, who | last)) return false;
    // another warp of the block has read the words since its last barrier
    RaceRec other = line->all.rec[RACE_READ2];
    bool covers = !(words & ~line->words[RACE_READ2]);
    uint32_t differ = other.who ^ quick->race->who;
    bool is_read =
        covers && !(differ & RW_BLOCK) && differ & RW_WARP && other.epoch >= quick->race->kblock;
    return is_read || touch(quick, number, words, who | (last - 1));
}

RACE_FN static inline bool watch_one(const Quick *quick) {
    uint64_t number = quick->off / RACE_LINE;
    uint32_t words = vm_race_words(number * RACE_LINE, quick->off, quick->access->bytes);
    if (!lock_page(quick)) return false;
    bool seen = touch_one(quick, number, words);
    unlock_page(quick);
    return seen;
}

// ---- groups of loads ---------------------------------------------------------------------------

RACE_FN static inline bool is_open(const Quick *quick, uint64_t number) {
    uint32_t as = __atomic_load_n(&quick->open[number], __ATOMIC_RELAXED);
    uint32_t stamp = quick->warp->block->race->stamp;
    return as == RACE_OPEN || as == stamp || as == stamp + 1 + quick->warp->id;
}

// All lanes read the places of the members, which are in order: those of one line at once.
KEEPS static bool read_places(Quick *quick) {
    const JitWatched *access = quick->access;
    for (uint32_t i = 0; i < access->nmember;) {
        uint64_t number = (quick->off + (uint64_t)access->member[i].delta) / RACE_LINE;
        uint32_t words = 0;
        for (; i < access->nmember; i++) {
            uint64_t off = quick->off + (uint64_t)access->member[i].delta;
            if (off / RACE_LINE != number) break;
            words |= vm_race_words(number * RACE_LINE, off, access->bytes);
            quick->site = access->member[i].site;
        }
        if (quick->race && is_open(quick, number)) continue;
        if (!touch_one(quick, number, words)) return false;
    }
    return true;
}

// The members' rows of lanes; lines that are open are passed over.
KEEPS static bool read_rows(Quick *quick, uint64_t bytes) {
    const JitWatched *access = quick->access;
    uint32_t shift = (uint32_t)__builtin_ctz(access->bytes / 4u);
    for (uint32_t i = 0; i < access->nmember; i++) {
        uint64_t off = quick->off + (uint64_t)access->member[i].delta;
        quick->site = access->member[i].site;
        for (uint64_t number = off / RACE_LINE; number <= (off + bytes - 1) / RACE_LINE; number++) {
            if (quick->race && is_open(quick, number)) continue;
            uint32_t words = vm_race_words(number * RACE_LINE, off, bytes);
            if (!have_values(quick, number, bytes_of(words))) return false;
            if (!quick->race) continue;
            uint32_t who =
                vm_race_who(quick->race->who, number * RACE_LINE, off, quick->lane, shift);
            if (!touch(quick, number, words, who)) return false;
        }
    }
    return true;
}

// All lie in one allocation; `page` is that of the first.
RACE_FN static inline bool watch_group(Quick *quick, uint64_t bytes) {
    const JitWatched *access = quick->access;
    uint64_t first = quick->off + (uint64_t)access->member[0].delta;
    uint64_t end = quick->off + (uint64_t)access->member[access->nmember - 1].delta + bytes;
    if (!access->shared && quick->race) {
        if (first / RACE_PAGE != (end - 1) / RACE_PAGE || !use_page(quick, first)) return false;
    }
    if (!lock_page(quick)) return false;
    bool seen = access->places == JIT_AT_ONE ? read_places(quick) : read_rows(quick, bytes);
    unlock_page(quick);
    return seen;
}

// ---- lanes at places of their own --------------------------------------------------------------

// From one record for the line to one for each word, as vm_race_split does; words without one have
// no epoch. False: there is no memory for them yet.
RACE_FN static inline bool split(RaceLine *line) {
    RaceCells *cells = line->cells;
    if (!cells) return false;
    for (uint32_t k = 0; k < RACE_RECS; k++) {
        RaceRec rec = line->all.rec[k];
        for (uint32_t w = 0; w < RACE_WORDS; w += 2) memset(&cells->epoch[k][w], 0, 8);
        for (uint32_t left = line->words[k]; left; left &= left - 1) {
            uint32_t w = (uint32_t)__builtin_ctz(left);
            vm_race_put(cells, w, k, vm_race_of_word(rec, w));
        }
    }
    line->split = true;
    if (line->splits < 255) line->splits++;
    return true;
}

// A lane writes one word of a line that is split: everything else is in the past.
RACE_FN static inline bool write_word(const Quick *quick, RaceCells *cells, uint32_t word,
                                      uint32_t lane) {
    const RaceWarp *race = quick->race;
    uint32_t who = race->who | quick->strong | 15u << RW_SHIFT | lane;
    RaceRec now = {quick->epoch, who, quick->site};
    for (uint32_t k = 0; k < RACE_RECS; k++) {
        if (is_past(quick, cells, word, k)) continue;
        if (!race_is_ordered(race, vm_race_get(cells, word, k), now.who)) return false;
    }
    vm_race_put(cells, word, RACE_WRITE, now);
    // no store where it changes nothing: each record lies in a line of the processor's cache
    if (cells->epoch[RACE_READ][word]) cells->epoch[RACE_READ][word] = 0;
    if (cells->epoch[RACE_READ2][word]) cells->epoch[RACE_READ2][word] = 0;
    return true;
}

// A lane's element, which lies in one line. As long as one record can stand for the line it does;
// words that lanes write one by one get records of their own.
RACE_FN static inline bool touch_words(const Quick *quick, uint64_t number, uint32_t words,
                                       uint32_t lane) {
    RaceLine *line = &quick->lines[number];
    uint32_t who = quick->race->who | quick->strong | ONE_LANE | lane;
    bool one = is_fresh(quick, line) || !line->split;
    if (one && touch(quick, number, words, who)) return true;
    if (one && !split(line)) return false;
    RaceCells *cells = line->cells;
    if (!quick->access->read && quick->open[number])
        __atomic_store_n(&quick->open[number], 0, __ATOMIC_RELAXED);
    for (uint32_t left = words; left; left &= left - 1) {
        uint32_t word = (uint32_t)__builtin_ctz(left);
        bool in_order = quick->access->read ? read_word(quick, cells, word, lane)
                                            : write_word(quick, cells, word, lane);
        if (!in_order) return false;
    }
    bool opens = quick->access->read && quick->access->shared && words >> (RACE_WORDS - 1);
    return !opens || !may_be_open(quick, cells);
}

// Reads of a line that is open leave no record. (Code asks for that itself where all lanes are in a
// row or at one place.)
RACE_FN static inline bool watch_lane(Quick *quick, uint64_t off, uint32_t lane) {
    uint64_t number = off / RACE_LINE;
    if (quick->race && quick->access->read && is_open(quick, number)) return true;
    // elements are aligned to their size, so that they lie in one line
    uint32_t words = ((1u << quick->access->bytes / 4u) - 1) << off / 4 % RACE_WORDS;
    uint64_t bytes = ((UINT64_C(1) << quick->access->bytes) - 1) << off % RACE_LINE;
    if (!have_values(quick, number, (uint32_t)bytes)) return false;
    if (!quick->race) return true;
    if (!quick->access->shared && !use_page(quick, off)) return false;
    if (!lock_page(quick)) return false;
    bool seen = touch_words(quick, number, words, lane);
    unlock_page(quick);
    return seen;
}

// Addresses that differ by lane are a row all the same if they follow each other: an index that was
// computed by division, as rows of a tile are.
RACE_FN static inline bool is_row(const Quick *quick, const uint32_t *offset) {
    for (uint32_t i = 1; i < quick->access->lanes; i++) {
        if (offset[i] - offset[i - 1] != quick->access->bytes) return false;
    }
    return true;
}

// An atomic operation of the warp orders nothing else: no thread has passed a fence.
RACE_FN static inline bool orders_nothing(const Quick *quick) {
    const RaceWarp *race = quick->race;
    const RaceGrid *grid = quick->warp->grid->race;
    if (!race) return true;
    if (atomic_load(&grid->any_release) || atomic_load(&grid->block_scope)) return false;
    bool fenced = race->has_fence;
    for (uint32_t level = 0; level < FENCE_LEVELS; level++)
        fenced |= race->fence_kblock[level] != 0;
    return !fenced;
}

// What has the line's records, or NULL.
RACE_FN static inline const RaceLine *expected_line(const Quick *quick, uint64_t off) {
    if (quick->access->shared) return &quick->lines[off / RACE_LINE];
    const RacePage *page =
        atomic_load_explicit(&quick->shadow->page[off / RACE_PAGE], memory_order_relaxed);
    return page ? &page->line[off % RACE_PAGE / RACE_LINE] : NULL;
}

// Records are on their way to the processor's cache when their lane's turn comes: all lanes' at a
// time.
RACE_FN static inline void expect_words(const Quick *quick, const JitState *state) {
    for (uint32_t i = 0; i < quick->access->lanes; i++) {
        uint64_t off = quick->off + state->offset[i], word = off / 4 % RACE_WORDS;
        const RaceLine *line = expected_line(quick, off);
        if (!line) continue;
        __builtin_prefetch(line, 1);
        if (quick->locks) continue; // others may be about to write where its cells are
        const RaceCells *cells = line->cells;
        if (!cells) continue;
        __builtin_prefetch(&cells->epoch[RACE_WRITE][word], 1);
        __builtin_prefetch(&cells->who[RACE_WRITE][word], 1);
        __builtin_prefetch(&cells->site[RACE_WRITE][word], 1);
    }
}

// Lanes one after the other. The pages of global memory are locked for each of them alone.
RACE_FN static inline bool watch_each(Quick *quick, const JitState *state) {
    uint64_t begin = quick->off, bytes = (uint64_t)quick->access->bytes * quick->access->lanes;
    if (quick->access->atomic) {
        if (!orders_nothing(quick)) return false;
        quick->strong = RW_STRONG;
    } else if (is_row(quick, state->offset)) {
        quick->off = begin + state->offset[0];
        bool one_page = quick->off % RACE_PAGE + bytes <= RACE_PAGE;
        bool known =
            quick->access->shared || !quick->race || (one_page && use_page(quick, quick->off));
        return known && watch_row(quick, bytes);
    }
    if (quick->race) expect_words(quick, state);
    for (uint32_t i = 0; i < quick->access->lanes; i++) {
        if (!watch_lane(quick, begin + state->offset[i], quick->lane + i)) return false;
    }
    note_writes(quick);
    return true;
}

// The reader's record is that of the lane since it synchronised last.
RACE_FN static inline bool is_reader(const RaceRec *rec, uint32_t epoch, uint32_t who) {
    return rec->epoch == epoch && rec->who == who;
}

// The most frequent access apart: lanes that have read other words of a line of shared memory read
// one more. False: it is something else.
RACE_FN static inline bool reads_on(const JitState *state, const JitWatched *access,
                                    const uint8_t *host) {
    const JitLanes *lanes = state->lanes;
    const Warp *warp = lanes->warp;
    const RaceWarp *race = warp->race;
    uint64_t off = (uint64_t)(host - state->shared);
    if (access->places != JIT_AT_ONE || !access->shared || !access->read || !race || !race->uniform)
        return false;
    if (off % 4 || access->ncopies || access->nmember) return false;
    const Block *block = warp->block;
    RaceLine *line = &block->race->line[off / RACE_LINE];
    uint32_t words = ((1u << access->bytes / 4u) - 1) << off / 4 % RACE_WORDS;
    uint32_t last = race->who | ONE_LANE | (lanes->lane8 + access->lanes - 1u);
    uint32_t epoch = race->epoch[lanes->lane8];
    RaceRec *rec = line->all.rec;
    bool same = line->serial == block->race->serial && !line->split &&
                is_reader(&rec[RACE_READ], epoch, last) &&
                is_reader(&rec[RACE_READ2], epoch, last - 1);
    // what wrote the words is in the past
    if (!same || (line->words[RACE_WRITE] & words && rec[RACE_WRITE].epoch >= race->kblock))
        return false;
    const uint8_t *bits = (const uint8_t *)block->init; // four a word
    for (uint32_t i = 0; bits && i < access->bytes / 4u; i++) {
        uint64_t word = off / 4 + i;
        if ((bits[word / 2] >> 4 * (word % 2) & 15) != 15) return false;
    }
    if ((line->words[RACE_READ] | words) == 0xff) return false; // it may be open from now on
    line->words[RACE_READ] |= (uint8_t)words;
    line->words[RACE_READ2] |= (uint8_t)words;
    rec[RACE_READ].site = rec[RACE_READ2].site = access->site;
    return true;
}

__attribute__((no_caller_saved_registers)) KEEPS static uint32_t quick_watch(
    const JitState *state, const JitWatched *access, const uint8_t *host) {
    if (reads_on(state, access, host)) return true;
    Quick quick;
    uint64_t bytes = (uint64_t)access->bytes * (access->places == JIT_IN_ROW ? access->lanes : 1u);
    if (!begin(&quick, state, access)) return false;
    bool known =
        access->shared ? in_block(&quick, state, host) : in_allocation(&quick, state, host, bytes);
    if (!known || quick.off % 4) return false;
    if (access->settled && state->settled) { // its values are all there is to ask for
        if (access->atomic && !orders_nothing(&quick)) return false;
        quick.race = NULL;
    }
    if (!access->read && !copy_state(state->lanes, access)) return false;
    if (access->nmember) return watch_group(&quick, bytes);
    bool seen = access->places == JIT_IN_ROW   ? watch_row(&quick, bytes)
                : access->places == JIT_AT_ONE ? watch_one(&quick)
                                               : watch_each(&quick, state);
    return seen && (!access->read || copy_state(state->lanes, access));
}
#endif

void vm_native_set_quick(JitState *state) {
#if IS_QUICK
    state->quick = quick_watch;
#else
    state->quick = NULL;
#endif
}
