// SPDX-License-Identifier: Apache-2.0
// The race checker for native code: eight lanes' access at a time, as long as all that is recorded
// is in its past. What is not known to be so is left to the machine's function, which looks at each
// word (race.c) and finds the value that a store writes where it looks for it.
#include "vm/race.h"

#ifdef __x86_64__
#define VECTORS __attribute__((target("avx2")))
#else
#define VECTORS
#endif

typedef uint32_t Words __attribute__((vector_size(4 * RACE_WORDS)));

// What is the same for all words of an access.
typedef struct {
    const RaceWarp *warp;
    RaceRec now; // as in a line's record
    uint32_t lane, bytes;
    bool read, of_block, in_row;
} Row;

static Row row_of(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes, bool read,
                  const VmTarget *target) {
    Row row = {.warp = warp->race, .lane = lane, .bytes = bytes, .read = read};
    row.now = (RaceRec){.epoch = warp->race->epoch[lane], .who = warp->race->who};
    row.now.site = warp->fn->site + (uint32_t)(in - warp->fn->code);
    row.of_block = target->space == VSP_SHARED && !warp->grid->clusters;
    return row;
}

// ---- words of a split line, all at once --------------------------------------------------------

// All bits set where a record is of the thread itself or in its past.
VECTORS static inline Words settled(const Row *row, const RaceCells *cells, uint32_t k,
                                    const Words *who) {
    Words epoch, differ;
    memcpy(&epoch, cells->epoch[k], sizeof epoch);
    memcpy(&differ, cells->who[k], sizeof differ);
    differ ^= *who;
    Words past = (Words)((differ & RW_BLOCK) == 0) & (Words)(epoch < row->warp->kblock);
    Words near = (Words)((differ & RW_WARP) == 0) & (Words)(epoch < row->warp->kwarp);
    return (Words)(epoch == 0) | (Words)((differ & RW_THREAD) == 0) | past | near;
}

VECTORS static inline bool all_of(Words words, Words of) {
    Words left = of & ~words;
    uint64_t parts[RACE_WORDS / 2];
    memcpy(parts, &left, sizeof parts);
    return !(parts[0] | parts[1] | parts[2] | parts[3]);
}

// Where `of` is set the field becomes the new one.
VECTORS static inline void put(uint32_t *field, Words value, Words of) {
    Words old;
    memcpy(&old, field, sizeof old);
    value = (value & of) | (old & ~of);
    memcpy(field, &value, sizeof value);
}

VECTORS static inline void put_records(RaceCells *cells, uint32_t k, const Row *row,
                                       const Words *who, Words of) {
    put(cells->epoch[k], row->now.epoch + (Words){0}, of);
    put(cells->who[k], *who | 15u << RW_SHIFT, of);
    put(cells->site[k], row->now.site + (Words){0}, of);
}

// As race.c remembers two readers of a word.
VECTORS static void read_words(RaceCells *cells, const Row *row, const Words *who, Words of) {
    Words first, second, epoch, site;
    memcpy(&first, cells->who[RACE_READ], sizeof first);
    memcpy(&second, cells->who[RACE_READ2], sizeof second);
    memcpy(&epoch, cells->epoch[RACE_READ], sizeof epoch);
    memcpy(&site, cells->site[RACE_READ], sizeof site);
    Words near = (Words)(((first ^ *who) & RW_WARP) == 0);
    Words far = (Words)(((second ^ *who) & RW_WARP) != 0);
    Words gives_way = ~near | ~far | settled(row, cells, RACE_READ2, who);
    Words move = of & ~settled(row, cells, RACE_READ, who) & gives_way;
    put(cells->epoch[RACE_READ2], epoch, move);
    put(cells->who[RACE_READ2], first, move);
    put(cells->site[RACE_READ2], site, move);
    put_records(cells, RACE_READ, row, who, of);
}

// Words of a split line, whose lanes are as in a line's record.
VECTORS static bool touch_words(RaceCells *cells, uint32_t words, const Row *row) {
    const Words number = {0, 1, 2, 3, 4, 5, 6, 7};
    uint32_t shift = row->now.who >> RW_SHIFT & 3;
    Words of = (Words)((words >> number & 1) != 0);
    Words who = ((row->now.who & 31) + (number >> shift)) & 31;
    who |= row->now.who & (RW_WARP | RW_STRONG);
    if (!all_of(settled(row, cells, RACE_WRITE, &who), of)) return false;
    if (row->read) {
        read_words(cells, row, &who, of);
        return true;
    }
    Words readers = settled(row, cells, RACE_READ, &who) & settled(row, cells, RACE_READ2, &who);
    if (!all_of(readers, of)) return false;
    put_records(cells, RACE_WRITE, row, &who, of);
    put(cells->epoch[RACE_READ], (Words){0}, of);
    put(cells->epoch[RACE_READ2], (Words){0}, of);
    return true;
}

// ---- lines that are open -----------------------------------------------------------------------

// The records of a word, or of words alike.
typedef struct {
    Words epoch[RACE_RECS], who[RACE_RECS];
} Records;

VECTORS static inline Words of_block(Words who, const Row *row) {
    return (Words)(((who ^ row->warp->who) & RW_BLOCK) == 0);
}

// What a line becomes open as; 0: it does not.
VECTORS static uint32_t opens_as(const Records *has, const Row *row, const RaceBlock *block) {
    const Words all = ~(Words){0}, *epoch = has->epoch, *who = has->who;
    Words read = (Words)(epoch[RACE_READ] != 0) & (Words)(epoch[RACE_READ2] != 0);
    Words differ = who[RACE_READ] ^ who[RACE_READ2], unwritten = (Words)(epoch[RACE_WRITE] == 0);
    Words blocks = (Words)((differ & RW_BLOCK) != 0);
    if (!row->of_block && all_of(read & blocks & unwritten, all)) return RACE_OPEN;
    if (block->kx_used) return 0; // not all know what was before the last barrier
    const uint32_t now = row->warp->kblock;
    Words past = unwritten | ((Words)(epoch[RACE_WRITE] < now) & of_block(who[RACE_WRITE], row));
    Words first = (Words)(epoch[RACE_READ] >= now) & of_block(who[RACE_READ], row);
    Words second = (Words)(epoch[RACE_READ2] >= now) & of_block(who[RACE_READ2], row);
    Words warps = (Words)((differ & RW_WARP) != 0);
    return all_of(past & first & second & warps, all) ? block->stamp : 0;
}

VECTORS static uint32_t line_opens_as(const RaceLine *line, const Row *row,
                                      const RaceBlock *block) {
    const uint8_t all = (1u << RACE_WORDS) - 1;
    const RaceRec *rec = line->all.rec;
    Records has;
    if (line->split) {
        memcpy(has.epoch, line->cells->epoch, sizeof has.epoch);
        memcpy(has.who, line->cells->who, sizeof has.who);
        return opens_as(&has, row, block);
    }
    bool both = line->words[RACE_READ] == all && line->words[RACE_READ2] == all;
    if (!both || !((rec[RACE_READ].who ^ rec[RACE_READ2].who) & RW_WARP)) return 0;
    for (uint32_t k = 0; k < RACE_RECS; k++) {
        has.epoch[k] = (line->words[k] ? rec[k].epoch : 0) + (Words){0};
        has.who[k] = rec[k].who + (Words){0};
    }
    return opens_as(&has, row, block);
}

static void open_line(Warp *warp, const RacePlace *place, const Row *row, const VmTarget *target,
                      uint64_t at) {
    bool reached = target->space == VSP_SHARED && warp->grid->clusters; // by other blocks
    uint32_t as = reached ? 0 : line_opens_as(place->line, row, warp->block->race);
    if (!as) return;
    const uint64_t *bits =
        warp->grid->checks & VM_CHECK_INIT ? vm_bits_of(warp, 0, target) : NULL;
    if (bits && !vm_bits_all(bits, at, RACE_LINE)) return;
    __atomic_store_n(place->open, as, __ATOMIC_RELAXED);
}

// ---- accesses ----------------------------------------------------------------------------------

static bool touch_line(Warp *warp, const RacePlace *place, uint32_t words, const Row *row) {
    RaceLine *line = place->line;
    bool taken = !line->split &&
                 (row->read ? vm_race_line_read(warp, line, words, row->now, row->of_block,
                                                row->in_row)
                            : vm_race_line_write(warp, line, words, row->now, row->of_block));
    if (taken) return true;
    if (!line->split) vm_race_split(warp, place);
    return touch_words(line->cells, words, row);
}

// Elements in order from the target on, of `lanes` lanes.
static bool touch(Warp *warp, Row *row, uint32_t lanes, const VmTarget *target) {
    uint32_t shift = (uint32_t)__builtin_ctz(row->bytes / 4), n = row->bytes * lanes;
    const uint32_t who = row->now.who;
    for (uint64_t at = target->off & ~(uint64_t)(RACE_LINE - 1); at < target->off + n;
         at += RACE_LINE) {
        RacePlace place;
        vm_race_lock(warp, target, at, row->read, &place);
        row->now.who = vm_race_who(who, at, target->off, row->lane, shift);
        bool in_order = touch_line(warp, &place, vm_race_words(at, target->off, n), row);
        if (in_order && row->read) open_line(warp, &place, row, target, at);
        vm_race_unlock(&place);
        if (!in_order) return false;
    }
    return true;
}

static void note_writes(Warp *warp, uint32_t mask) {
    for (uint32_t k = 0; k < FENCE_LEVELS; k++) warp->race->unfenced[k] |= mask;
}

bool vm_race_row(Warp *warp, const VmInst *in, uint32_t first, uint32_t bytes, bool read,
                 const VmTarget *target) {
    enum { LANES = 8 };
    Row row = row_of(warp, in, first, bytes, read, target);
    row.in_row = true;
    if (!read) note_writes(warp, 0xffu << first);
    return touch(warp, &row, LANES, target);
}

bool vm_race_word(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes, bool read,
                  const VmTarget *target) {
    Row row = row_of(warp, in, lane, bytes, read, target);
    if (!read) note_writes(warp, 1u << lane);
    return touch(warp, &row, 1, target);
}
