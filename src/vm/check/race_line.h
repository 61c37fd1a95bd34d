// SPDX-License-Identifier: Apache-2.0
// What one record for many words of a line takes up without a look at each. In line: it is what
// most checked accesses of native code do.
#ifndef CUPRUM_VM_RACE_LINE_H
#define CUPRUM_VM_RACE_LINE_H

#include "vm/check/race.h"

// Is the record in the past of the access, for every word?
RACE_FN static inline bool race_is_ordered(const RaceWarp *race_warp, RaceRec rec, uint32_t who) {
    if (!rec.epoch || !((rec.who ^ who) & ~RW_STRONG)) return true;
    if (rec.who & who & RW_STRONG) return true;
    if ((rec.who ^ who) & RW_BLOCK) return false;
    if (rec.epoch < race_warp->kblock) return true;
    return !((rec.who ^ who) & RW_WARP) && rec.epoch < race_warp->kwarp;
}

// Nobody can be in conflict with it any more: `of_block`: of memory that no other block reaches.
RACE_FN static inline bool race_is_over(const RaceWarp *race_warp, RaceRec rec, bool of_block) {
    return of_block && rec.epoch < race_warp->kblock;
}

// One instruction of the same lanes in the same epoch.
RACE_FN static inline bool race_is_same(RaceRec rec, RaceRec now) {
    return rec.epoch == now.epoch && rec.who == now.who && rec.site == now.site;
}

// The lanes' reads since they synchronised last are one record, whose instruction is the latest.
RACE_FN static inline bool race_of_one_reader(RaceRec rec, RaceRec now) {
    return rec.epoch == now.epoch && rec.who == now.who;
}

// Whichever lanes it is.
RACE_FN static inline bool race_of_one_warp(RaceRec rec, RaceRec now) {
    return !((rec.who ^ now.who) & RW_WARP);
}

// What a reader's record is to another read. The least gives way, from READER_STAYS on none does.
typedef enum {
    READER_SAME,    // the same lanes' since they synchronised last
    READER_NONE,    // there is none, or nobody can be in conflict with it
    READER_COVERED, // of the same warp, which reads all its words
    READER_STAYS,
} RaceReader;

// Of the line's first or second reader.
RACE_FN static inline RaceReader race_reader(const Warp *warp, const RaceLine *line, uint32_t k,
                                             uint32_t words, RaceRec now, bool of_block) {
    RaceRec rec = line->all.rec[k];
    bool covered = !(line->words[k] & ~words);
    if (!line->words[k]) return READER_NONE;
    if (race_of_one_reader(rec, now)) return READER_SAME;
    if (race_is_over(warp->race, rec, of_block)) return READER_NONE;
    return covered && race_of_one_warp(rec, now) ? READER_COVERED : READER_STAYS;
}

// The read takes the place of that reader, or joins it.
RACE_FN static inline void race_put_reader(RaceLine *line, uint32_t k, uint32_t words,
                                           RaceRec now) {
    if (race_of_one_reader(line->all.rec[k], now)) words |= line->words[k];
    line->all.rec[k] = now;
    line->words[k] = (uint8_t)words;
}

// An access to these words of a line that is not split; `of_block`: of memory that no other block
// reaches; `in_row`: some of a row of lanes. False: somebody is to look at each word; nothing has
// changed.
RACE_FN static inline bool vm_race_line_read(Warp *warp, RaceLine *line, uint32_t words,
                                             RaceRec now, bool of_block, bool in_row) {
    const RaceRec *rec = line->all.rec;
    bool hits = line->words[RACE_WRITE] & words;
    if (hits && !race_is_ordered(warp->race, rec[RACE_WRITE], now.who)) return false;
    RaceReader first = race_reader(warp, line, RACE_READ, words, now, of_block);
    RaceReader second = race_reader(warp, line, RACE_READ2, words, now, of_block);
    if (CU_MIN(first, second) < READER_STAYS) {
        race_put_reader(line, second < first ? RACE_READ2 : RACE_READ, words, now);
        return true;
    }
    // A third reader: of a row one of the same warp gives way first, as it does for a word.
    if (!in_row) return false;
    if (race_of_one_warp(rec[RACE_READ], now)) {
        race_put_reader(line, RACE_READ, words, now);
    } else if (race_of_one_warp(rec[RACE_READ2], now)) {
        race_put_reader(line, RACE_READ2, words, now);
    } else {
        race_put_reader(line, RACE_READ2, line->words[RACE_READ], rec[RACE_READ]);
        race_put_reader(line, RACE_READ, words, now);
    }
    return true;
}

// Likewise of a write, for which everything else that the line has must be in the past.
RACE_FN static inline bool vm_race_line_write(Warp *warp, RaceLine *line, uint32_t words,
                                              RaceRec now, bool of_block) {
    RaceRec *rec = line->all.rec;
    for (uint32_t k = 0; k < RACE_RECS; k++) {
        bool hits = line->words[k] & words;
        if (hits && !race_is_ordered(warp->race, rec[k], now.who)) return false;
    }
    // Words that another store wrote keep their record, which a line has no place for.
    uint32_t rest = line->words[RACE_WRITE] & ~words;
    if (rest && !race_is_same(rec[RACE_WRITE], now)) {
        if (!race_is_over(warp->race, rec[RACE_WRITE], of_block)) return false;
        rest = 0;
    }
    rec[RACE_WRITE] = now;
    line->words[RACE_WRITE] = (uint8_t)(rest | words);
    // The readers are in the write's past: it stands for them.
    line->words[RACE_READ] &= (uint8_t)~words;
    line->words[RACE_READ2] &= (uint8_t)~words;
    return true;
}

// Whether two records of lines may name one lane for some word: those of one warp that are alike in
// the lanes of an element name one for all words or for none.
RACE_FN static inline bool race_are_of_one_lane(uint32_t who, uint32_t other) {
    if ((who ^ other) & RW_WARP) return false;
    bool alike = who >> RW_SHIFT == other >> RW_SHIFT;
    return !alike || !((who ^ other) & 31);
}

// What a line that is not split becomes open as to the warp and others; 0: it does not.
RACE_FN static inline uint32_t vm_race_line_opens_as(const RaceLine *line, const RaceWarp *warp,
                                                     const RaceBlock *block, bool of_block) {
    const uint8_t all = (1u << RACE_WORDS) - 1;
    const RaceRec *rec = line->all.rec;
    if (line->words[RACE_READ] != all || line->words[RACE_READ2] != all) return 0;
    uint32_t first = rec[RACE_READ].who, second = rec[RACE_READ2].who, own = warp->who;
    if (!line->words[RACE_WRITE]) {
        if (!of_block && (first ^ second) & RW_BLOCK) return RACE_OPEN;
    } else if ((rec[RACE_WRITE].who ^ own) & RW_BLOCK || rec[RACE_WRITE].epoch >= warp->kblock) {
        return 0;
    }
    bool alive = rec[RACE_READ].epoch >= warp->kblock && rec[RACE_READ2].epoch >= warp->kblock;
    bool inside = !(((first ^ own) | (second ^ own)) & RW_BLOCK);
    if (!alive || !inside || block->kx_used || race_are_of_one_lane(first, second)) return 0;
    if ((first ^ second) & RW_WARP) return block->stamp;
    return (first ^ own) & RW_WARP ? 0 : block->stamp + 1 + (own >> 5 & 31);
}

#endif
