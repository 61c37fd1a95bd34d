// SPDX-License-Identifier: Apache-2.0
// The race checker for native code: eight lanes' access at a time, as long as all that is recorded
// is in its past. What is not known to be so is left to the machine's function, which looks at each
// word (check/race.c) and finds the value that a store writes where it looks for it.
#include "vm/check/race_line.h"

#ifdef __x86_64__
#define VECTORS __attribute__((target("avx2")))
#else
#define VECTORS
#endif

typedef uint32_t Words __attribute__((vector_size(4 * RACE_WORDS)));

enum { ONE_LANE = 3u << RW_SHIFT }; // whose element would have all words of a line

// What is the same for all words of an access.
typedef struct {
    const RaceWarp *warp;
    uint32_t epoch, site, lane, bytes;
    bool read, of_block, in_row;
} Row;

static Row row_of(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes, bool read,
                  const VmTarget *first) {
    Row row = {.warp = warp->race, .lane = lane, .bytes = bytes, .read = read};
    row.epoch = warp->race->epoch[lane];
    row.site = warp->fn->site + (uint32_t)(in - warp->fn->code);
    row.of_block = first->space == VSP_SHARED && !warp->grid->clusters;
    return row;
}

// ---- words of a split line, all at once --------------------------------------------------------

// All bits set where a record is of the thread itself or in its past.
VECTORS static inline Words settled(const Row *access, const RaceCells *line, uint32_t k,
                                    const Words *who) {
    Words epoch, differ;
    memcpy(&epoch, line->epoch[k], sizeof epoch);
    memcpy(&differ, line->who[k], sizeof differ);
    differ ^= *who;
    Words past = (Words)((differ & RW_BLOCK) == 0) & (Words)(epoch < access->warp->kblock);
    Words near = (Words)((differ & RW_WARP) == 0) & (Words)(epoch < access->warp->kwarp);
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

VECTORS static inline void put_records(RaceCells *cells, uint32_t k, const Row *access,
                                       const Words *who, Words of) {
    put(cells->epoch[k], access->epoch + (Words){0}, of);
    put(cells->who[k], *who | 15u << RW_SHIFT, of);
    put(cells->site[k], access->site + (Words){0}, of);
}

// As check/race.c remembers two readers of a word.
VECTORS static void read_words(RaceCells *cells, const Row *access, const Words *who, Words of) {
    Words first, second, epoch, site;
    memcpy(&first, cells->who[RACE_READ], sizeof first);
    memcpy(&second, cells->who[RACE_READ2], sizeof second);
    memcpy(&epoch, cells->epoch[RACE_READ], sizeof epoch);
    memcpy(&site, cells->site[RACE_READ], sizeof site);
    Words near = (Words)(((first ^ *who) & RW_WARP) == 0);
    Words far = (Words)(((second ^ *who) & RW_WARP) != 0);
    Words gives_way = ~near | ~far | settled(access, cells, RACE_READ2, who);
    Words move = of & ~settled(access, cells, RACE_READ, who) & gives_way;
    put(cells->epoch[RACE_READ2], epoch, move);
    put(cells->who[RACE_READ2], first, move);
    put(cells->site[RACE_READ2], site, move);
    put_records(cells, RACE_READ, access, who, of);
}

// Words of a split line. `lanes`: whose they are, as in a line's record.
VECTORS static bool touch_words(RaceCells *cells, uint32_t words, const Row *access,
                                uint32_t lanes) {
    const Words number = {0, 1, 2, 3, 4, 5, 6, 7};
    uint32_t shift = lanes >> RW_SHIFT & 3;
    Words of = (Words)((words >> number & 1) != 0);
    Words who = ((lanes & 31) + (number >> shift)) & 31;
    who |= lanes & (RW_WARP | RW_STRONG);
    if (!all_of(settled(access, cells, RACE_WRITE, &who), of)) return false;
    if (access->read) {
        read_words(cells, access, &who, of);
        return true;
    }
    Words readers =
        settled(access, cells, RACE_READ, &who) & settled(access, cells, RACE_READ2, &who);
    if (!all_of(readers, of)) return false;
    put_records(cells, RACE_WRITE, access, &who, of);
    put(cells->epoch[RACE_READ], (Words){0}, of);
    put(cells->epoch[RACE_READ2], (Words){0}, of);
    return true;
}

// ---- lines that are open -----------------------------------------------------------------------

VECTORS static inline Words of_block(Words who, const Row *access) {
    return (Words)(((who ^ access->warp->who) & RW_BLOCK) == 0);
}

// What a line becomes open as; 0: it does not.
VECTORS static uint32_t cells_open_as(const RaceCells *cells, const Row *access,
                                      const RaceBlock *block) {
    const Words all = ~(Words){0};
    Words epoch[RACE_RECS], who[RACE_RECS];
    memcpy(epoch, cells->epoch, sizeof epoch);
    memcpy(who, cells->who, sizeof who);
    Words read = (Words)(epoch[RACE_READ] != 0) & (Words)(epoch[RACE_READ2] != 0);
    Words differ = who[RACE_READ] ^ who[RACE_READ2], unwritten = (Words)(epoch[RACE_WRITE] == 0);
    Words blocks = (Words)((differ & RW_BLOCK) != 0);
    if (!access->of_block && all_of(read & blocks & unwritten, all)) return RACE_OPEN;
    if (block->kx_used) return 0; // not all know what was before the last barrier
    const uint32_t now = access->warp->kblock;
    Words past = unwritten | ((Words)(epoch[RACE_WRITE] < now) & of_block(who[RACE_WRITE], access));
    Words first = (Words)(epoch[RACE_READ] >= now) & of_block(who[RACE_READ], access);
    Words second = (Words)(epoch[RACE_READ2] >= now) & of_block(who[RACE_READ2], access);
    if (!all_of(past & first & second & (Words)((differ & RW_THREAD) != 0), all)) return 0;
    Words warps = (Words)((differ & RW_WARP) != 0);
    if (all_of(warps, all)) return block->stamp;
    Words own = (Words)(((who[RACE_READ] ^ access->warp->who) & RW_WARP) == 0);
    return all_of(warps | own, all) ? block->stamp + 1 + (access->warp->who >> 5 & 31) : 0;
}

static uint32_t opens_as(const RaceLine *line, const Row *access, const RaceBlock *block) {
    return line->split ? cells_open_as(line->cells, access, block)
                       : vm_race_line_opens_as(line, access->warp, block, access->of_block);
}

static void open_line(Warp *warp, const RacePlace *place, const Row *access, const VmTarget *first,
                      uint64_t at) {
    bool reached = first->space == VSP_SHARED && warp->grid->clusters; // by other blocks
    uint32_t as = reached ? 0 : opens_as(place->line, access, warp->block->race);
    if (!as) return;
    const uint64_t *bits = warp->grid->checks & VM_CHECK_INIT ? vm_bits_of(warp, 0, first) : NULL;
    if (bits && !vm_bits_all(bits, at, RACE_LINE)) return;
    __atomic_store_n(place->open, as, __ATOMIC_RELAXED);
}

// A quick look before: of a split line, at one of the words that were read.
static bool may_open(const RacePlace *place, uint32_t words, const Row *access) {
    const RaceLine *line = place->line;
    if (!line->split) return line->words[RACE_READ] & line->words[RACE_READ2];
    uint32_t word = (uint32_t)__builtin_ctz(words), epoch = line->cells->epoch[RACE_READ2][word];
    return access->of_block ? epoch >= access->warp->kblock : epoch != 0;
}

// ---- accesses ----------------------------------------------------------------------------------

// `who`: as in a line's record.
static bool touch_line(Warp *warp, const RacePlace *locked, uint32_t words, const Row *access,
                       uint32_t who) {
    RaceLine *line = locked->line;
    RaceRec now = {access->epoch, who, access->site};
    bool taken =
        !line->split &&
        (access->read ? vm_race_line_read(warp, line, words, now, access->of_block, access->in_row)
                      : vm_race_line_write(warp, line, words, now, access->of_block));
    if (taken) return true;
    if (!line->split) vm_race_split(warp, locked);
    return touch_words(line->cells, words, access, who);
}

// Elements in order from the target on.
static bool touch_row(Warp *warp, const Row *access, const VmTarget *first) {
    enum { LANES = 8 };
    uint32_t shift = (uint32_t)__builtin_ctz(access->bytes / 4), n = access->bytes * LANES;
    for (uint64_t at = first->off & ~(uint64_t)(RACE_LINE - 1); at < first->off + n;
         at += RACE_LINE) {
        RacePlace place;
        vm_race_lock(warp, first, at, access->read, &place);
        uint32_t who = vm_race_who(warp->race->who, at, first->off, access->lane, shift);
        uint32_t words = vm_race_words(at, first->off, n);
        bool in_order = touch_line(warp, &place, words, access, who);
        if (in_order && access->read && may_open(&place, words, access))
            open_line(warp, &place, access, first, at);
        vm_race_unlock(&place);
        if (!in_order) return false;
    }
    return true;
}

// One element: it lies in one line.
static bool touch_place(Warp *warp, const Row *access, const VmTarget *element) {
    uint64_t at = element->off & ~(uint64_t)(RACE_LINE - 1);
    uint32_t words = vm_race_words(at, element->off, access->bytes);
    RacePlace place;
    vm_race_lock(warp, element, at, access->read, &place);
    bool in_order =
        touch_line(warp, &place, words, access, warp->race->who | ONE_LANE | access->lane);
    if (in_order && access->read && may_open(&place, words, access))
        open_line(warp, &place, access, element, at);
    vm_race_unlock(&place);
    return in_order;
}

bool vm_race_row(Warp *warp, const VmInst *in, uint32_t first, uint32_t bytes, bool read,
                 const VmTarget *first_element) {
    Row row = row_of(warp, in, first, bytes, read, first_element);
    row.in_row = true;
    if (!read) vm_race_note_writes(warp->race, 0xffu << first);
    return touch_row(warp, &row, first_element);
}

// Another warp of the block has read the words since its last barrier.
static bool has_other_reader(const RaceLine *line, uint32_t words, const Row *access) {
    RaceRec rec = line->all.rec[RACE_READ2];
    bool covers = !line->split && !(words & ~line->words[RACE_READ2]);
    uint32_t differ = rec.who ^ access->warp->who;
    return covers && !(differ & RW_BLOCK) && differ & RW_WARP && rec.epoch >= access->warp->kblock;
}

bool vm_race_one(Warp *warp, const VmInst *in, const uint32_t lanes[2], uint32_t bytes,
                 const VmTarget *element) {
    Row row = row_of(warp, in, lanes[0], bytes, true, element);
    uint64_t at = element->off & ~(uint64_t)(RACE_LINE - 1);
    uint32_t words = vm_race_words(at, element->off, bytes), who = warp->race->who | ONE_LANE;
    row.in_row = true;
    RacePlace place;
    vm_race_lock(warp, element, at, true, &place);
    bool in_order = touch_line(warp, &place, words, &row, who | lanes[0]);
    if (in_order && !has_other_reader(place.line, words, &row))
        in_order = touch_line(warp, &place, words, &row, who | lanes[1]);
    if (in_order && may_open(&place, words, &row)) open_line(warp, &place, &row, element, at);
    vm_race_unlock(&place);
    return in_order;
}

bool vm_race_word(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes, bool read,
                  const VmTarget *element) {
    Row row = row_of(warp, in, lane, bytes, read, element);
    if (!read) vm_race_note_writes(warp->race, 1u << lane);
    return touch_place(warp, &row, element);
}
