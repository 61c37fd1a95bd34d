// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: the race checker. check/race.c has the shadow of memory, check/race_sync.c the
// clocks.
//
// Time: each block has a clock that ticks whenever one of its threads synchronises. A thread stamps
// its accesses with its epoch, the clock's value at its own last synchronisation. What a thread
// knows of others' past is kept by level, the way synchronisation works on a GPU:
//   kblock     of the whole block (barriers of all threads), one number for each warp
//   kwarp, kw  of the lanes of its own warp (__syncwarp): one number, or a matrix for part masks
//   kx         of each warp of the block (named barriers of some warps)
//   acq        of other blocks, warps and lanes (release and acquire): a small hash table
// An access of epoch e by another thread is ordered before now when one of these is above e.
//
// The writes of a copy that ends at an mbarrier are no thread's: whoever waits for the phase of the
// mbarrier knows of them, and nobody else does, not even the thread that started the copy. They are
// made by an agent of the block, one for each mbarrier, whose epochs are above those of all
// threads. What wgmma reads from shared memory is read by such an agent as well, one for each
// warpgroup: whoever passes wgmma.wait_group knows that its group's reads are over. Copies that end
// with a group of their thread (cp.async, bulk stores) have an agent for each thread and for what
// they do, whose epochs are higher still: the thread knows of them when it has waited for the
// group.
#ifndef CUPRUM_VM_RACE_H
#define CUPRUM_VM_RACE_H

#include "vm/check/check.h"

// Before functions in line that native/quick.c has, too: it says what they may do with registers.
#ifndef RACE_FN
#define RACE_FN
#endif

// Who made an access: lane 0-4, warp 5-9, block 10-25 (modulo 2^16), 26 an asynchronous copy (then
// 0-9 say at which mbarrier it ends, or in epochs from RACE_THREAD_EPOCH on which thread's it is)
// or wgmma (then they are RW_WGMMA and the warpgroup), 27 strong; in a cell the bytes of the word
// (28-31), in a line's record log2 of the words of a lane (28-29), and the lane is that of the
// line's first word (modulo 32).
#define RW_THREAD  0x07ffffffu
#define RW_BLOCK   0x03fffc00u
#define RW_WARP    0x07ffffe0u
#define RW_ASYNC   (1u << 26)
#define RW_WGMMA   0x3f8u // no mbarrier has these numbers
#define RW_STRONG  (1u << 27)
#define RW_SHIFT   28
#define RW_BLOCK_N (1u << 16)

#define RACE_ASYNC_EPOCH  0x80000000u // the lowest of an asynchronous copy
#define RACE_THREAD_EPOCH 0xc0000000u // the lowest of one that a thread waits for, by groups
#define RACE_THREAD_KIND  28          // which of its agents (RaceAgent) stands in bits from here on

typedef enum {       // of a thread
    RACE_COPY,       // cp.async: what it reads and writes
    RACE_BULK_READ,  // what bulk stores read
    RACE_BULK_WRITE, // and write
    RACE_AGENTS
} RaceAgent;

typedef struct {
    uint32_t epoch; // 0: none
    uint32_t who, site;
} RaceRec;

enum { RACE_WRITE, RACE_READ, RACE_READ2, RACE_RECS };

typedef struct RaceCell { // 4 bytes of memory: the last write, two readers since
    RaceRec rec[RACE_RECS];
} RaceCell;

enum { RACE_WORDS = 8, RACE_LINE = RACE_WORDS * 4 }; // of a line: words, bytes

typedef struct RaceCells { // of each word of a line
    uint32_t epoch[RACE_RECS][RACE_WORDS], who[RACE_RECS][RACE_WORDS], site[RACE_RECS][RACE_WORDS];
} RaceCells;

// 32 bytes of memory. As long as lanes go over it in order, one cell stands for its words; lane
// (first + (word >> shift)) made the access to a word.
typedef struct {
    _Alignas(64) RaceCell all;
    uint32_t serial;          // whose records these are: RaceGrid.serial, RaceBlock.serial
    uint8_t words[RACE_RECS]; // those that the record is of, a bit each
    bool split;
    uint8_t splits;   // how often it was; often: it stays so
    RaceCells *cells; // when `split`
} RaceLine;

enum { RACE_PAGE = 4096 }; // bytes

typedef struct RacePage {
    uint32_t lock;
    struct RacePage *next; // of those that wait to be used again
    RaceLine line[RACE_PAGE / RACE_LINE];
} RacePage;

// Memory for pages, whose last one may still be filled.
typedef struct RaceChunk {
    struct RaceChunk *next;
    size_t size;
    uint32_t used, pages;
    _Alignas(64) RacePage page[];
} RaceChunk;

// Pages outlive grids: a grid takes those of the grids before it.
typedef struct RacePool {
    pthread_mutex_t lock;
    RaceChunk *chunk;
    RacePage *page;
    uint32_t grids;
} RacePool;

// Reading an open line needs no look and leaves no record: its bytes have been written, no write is
// recorded that the reader does not know, and each word has two readers already, so that whoever
// writes it is in conflict with one of them as well. By line: RACE_OPEN, to everybody in the grid,
// if they are of two blocks; the stamp of the block that it is open to until its next barrier, if
// they are of two of its warps; this and a warp's number from 1 on, if they are two lanes of that.
enum { RACE_OPEN = 1, RACE_STAMPS = 64 }; // numbers that a stamp takes

typedef struct RaceShadow { // of an allocation
    RacePage *_Atomic *page;
    uint32_t *open, pages;
} RaceShadow;

typedef struct {
    const VmAlloc *alloc;
    RaceShadow *shadow;
} RaceTable;

// What is known: keys are block << 8 | (warp + 1, or 0 for the whole block), or block << 8 | 64 |
// the higher half of the number of an mbarrier, whose lower half stands for a lane, or block << 8 |
// 96 | a warpgroup, for its wgmma, or block << 8 | 128 | an agent << 5 | warp.
typedef struct {
    uint32_t key;   // + 1; 0: empty slot
    uint32_t k;     // accesses with smaller epochs
    uint32_t lanes; // of these lanes, accesses with epochs below klane
    uint32_t klane;
} VcEntry;

typedef struct {
    VcEntry *at;
    uint32_t n, cap; // cap a power of two
    bool everything; // too large: knows all there is (races may be missed, none is invented)
} Vc;

enum { FENCE_BLOCK, FENCE_WIDE, FENCE_LEVELS };

enum { RACE_GROUPS = 8 }; // of a thread that are remembered

typedef struct {                               // of the copies of each lane
    uint32_t last[VM_LANES];                   // epoch of the last one; 0: none
    uint32_t committed[VM_LANES][RACE_GROUPS]; // of each group, modulo RACE_GROUPS
    uint32_t n[VM_LANES];                      // groups
} RaceGroups;

typedef struct RaceWarp {
    uint32_t who; // block and warp
    uint32_t kblock, kwarp;
    uint32_t epoch[VM_LANES];
    bool uniform;                           // all epochs of live lanes are equal
    bool kw_used;                           // kw has entries above kwarp
    uint32_t (*kw)[VM_LANES];               // NULL until a part of the warp synchronises
    bool has_fence;                         // `fence` has some
    uint32_t fence[FENCE_LEVELS][VM_LANES]; // epoch of the last fence + 1; 0: none
    uint32_t fence_kblock[FENCE_LEVELS];
    uint32_t unfenced[FENCE_LEVELS]; // lanes that wrote since their last fence
    Vc acq;
    uint64_t seen_key; // the sync object that was acquired last, and its version
    uint32_t seen_version;
    uint32_t async_who, async_epoch;   // of the copy that is being made; 0: none
    uint32_t reader_who, reader_epoch; // of the wgmma or bulk store that is being done; 0: none
    bool reader_is_proxy;              // it reads by the asynchronous proxy
    RaceGroups *copies, *bulks;        // NULL: none so far
    uint32_t wgmma_epoch;              // of the last one; 0: none
    uint32_t committed[8];             // by groups of wgmma, modulo 8: epoch of the last one
    uint32_t ncommitted;
    RaceTable cache[8];
} RaceWarp;

typedef struct RaceBlock {
    uint32_t clock;
    RaceLine *line;     // of shared memory
    uint32_t *open;     // by line of it
    uint32_t serial;    // of the block that runs in this memory, from 1 on
    uint32_t stamp;     // no other block has it, nor this one before its last barrier
    uint32_t (*kx)[32]; // [knowing warp][known warp]
    bool kx_used;
    uint32_t (*arrived)[32]; // epoch of each warp's arrival at a barrier by bar.arrive
    Vc acq;                  // known to all warps
    uint32_t proxy_fence;    // when a thread last passed one for the asynchronous proxy
} RaceBlock;

typedef struct { // a location that releases
    Vc vc;
    uint32_t version;
} RaceSync;

typedef struct RaceGrid {
    pthread_mutex_t lock;
    Arena arena;
    Map table; // VmAlloc -> RaceShadow
    Map sync;  // location -> RaceSync
    uint32_t nsync;
    Ctx ctx;                 // of the arena
    uint32_t serial;         // no other grid of the pool has it; never 0
    _Atomic uint32_t stamps; // given to blocks
    _Atomic bool any_release, everything;
    _Atomic bool block_scope;      // an access of block scope to global memory has been made
    _Atomic uint16_t copier[1024]; // by number of an mbarrier: the thread that last copied to it
} RaceGrid;

// The record of a word of a split line.
RACE_FN static inline RaceRec vm_race_get(const RaceCells *cells, uint32_t word, uint32_t k) {
    return (RaceRec){cells->epoch[k][word], cells->who[k][word], cells->site[k][word]};
}
RACE_FN static inline void vm_race_put(RaceCells *cells, uint32_t word, uint32_t k, RaceRec rec) {
    cells->epoch[k][word] = rec.epoch;
    cells->who[k][word] = rec.who;
    cells->site[k][word] = rec.site;
}
// What one record of lanes in order says of a single word: the lane that accessed it.
RACE_FN static inline RaceRec vm_race_of_word(RaceRec rec, uint32_t word) {
    if (!rec.epoch) return rec;
    // The shift is the size of the elements: 1, 2, 4 or 8 words a lane.
    uint32_t shift = rec.who >> RW_SHIFT & 3, lane = (rec.who & 31) + (word >> shift);
    rec.who = (rec.who & (RW_WARP | RW_STRONG)) | (lane & 31) | 15u << RW_SHIFT;
    return rec;
}
// The words of the line at offset `line` that n bytes at `off` have, a bit each.
RACE_FN static inline uint32_t vm_race_words(uint64_t line, uint64_t off, uint64_t n) {
    uint64_t first = off > line ? (off - line) / 4 : 0;
    uint64_t end = CU_MIN((off + n - line) / 4, (uint64_t)RACE_WORDS);
    return (1u << end) - (1u << first);
}
// Who made an access in order whose element at `off` is the lane's, as the line's record says it:
// with the lane of the line's first word. `shift`: log2 of the words of an element.
RACE_FN static inline uint32_t vm_race_who(uint32_t who, uint64_t line, uint64_t off, uint32_t lane,
                                           uint32_t shift) {
    int64_t elements = ((int64_t)(line - off) / 4) >> shift;
    return who | shift << RW_SHIFT | ((lane + (uint32_t)elements) & 31);
}

// check/race_ranges.c. Tells the launch what the grid has touched (VmLaunch.touched).
void vm_race_ranges(Grid *grid);

// Begins and ends what the checker of races keeps for a grid; memory is that of `parent`.
void vm_race_start(Grid *grid, RaceGrid *race_grid, Ctx *parent);
void vm_race_end(Grid *grid);
void vm_race_block(Block *block); // begins

// check/race_line.c. The line of the target's memory that holds `off`, locked by vm_race_lock when
// other workers may use it too. There is memory to split it.
typedef struct {
    RaceLine *line;
    RacePage *page; // that is locked, or NULL
    uint32_t *open; // the line's
    bool is_global; // its memory
} RacePlace;
void vm_race_lock(Warp *warp, const VmTarget *access, uint64_t off, bool read, RacePlace *out);
void vm_race_unlock(const RacePlace *place);
// From one record for the line to one for each word.
void vm_race_split(Warp *warp, const RacePlace *locked);
// By line of an allocation: what is open. Kept as long as the grid.
uint32_t *vm_race_open(Warp *warp, const VmAlloc *shadowed);
const RaceShadow *vm_race_shadow(Warp *warp, const VmAlloc *shadowed);
RacePool *vm_race_pool(Arena *arena);
void vm_race_free_pool(RacePool *pool); // and its pages; or NULL
// The grid begins; it ends: its pages go to the pool, and what the worker has of pages to nobody.
void vm_race_start_shadow(Grid *grid);
void vm_race_end_shadow(Grid *grid);
void vm_race_end_worker(Worker *worker);

// check/race_row.c: native code's accesses, eight lanes at a time from `first` on. False: it is not
// known to be in order, and the records say nothing of it, or of a part that is. Of all eight, one
// element of 4 or 8 bytes behind the other.
bool vm_race_row(Warp *warp, const VmInst *in, uint32_t first, uint32_t bytes, bool read,
                 const VmTarget *first_element);
// Of two lanes of the warp (or one twice) at one place, of words; the others read there as well.
// The second counts if no other warp has read there.
bool vm_race_one(Warp *warp, const VmInst *in, const uint32_t lanes[2], uint32_t bytes,
                 const VmTarget *element);
// Of one lane, words.
bool vm_race_word(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes, bool read,
                  const VmTarget *element);

// Writes since the last fence, by its scope: a release without a fence does not order them.
RACE_FN static inline void vm_race_note_writes(RaceWarp *race_warp, uint32_t mask) {
    for (uint32_t k = 0; k < FENCE_LEVELS; k++) race_warp->unfenced[k] |= mask;
}

// An access by a lane, or by all lanes in order (`bytes` each).
void vm_race_lane(Warp *warp, const VmInst *in, uint32_t lane, uint32_t n, VmAccess kind,
                  const VmTarget *touched);
// Lanes of a block without a cluster access words of its shared memory at these offsets.
void vm_race_shared(Warp *warp, const VmInst *in, uint32_t mask, const uint32_t *off,
                    uint32_t bytes, VmAccess kind);
void vm_race_range(Warp *warp, const VmInst *in, uint32_t bytes, VmAccess kind,
                   const VmTarget *range);

// The block has ended: its cluster's other blocks may not access its shared memory any more, nor
// may they have done so with nothing that ordered it before.
void vm_race_block_ends(Block *block);

// Does the thread know of an access of that epoch?
bool vm_race_known(const Warp *w, uint32_t lane, uint32_t epoch, uint32_t who);

// Synchronisation.
void vm_race_fence(Warp *warp, uint32_t mask, uint32_t level);
void vm_race_syncwarp(Warp *warp, uint32_t members);
void vm_race_arrive(Warp *warp, uint32_t bar, uint32_t mask);           // bar.arrive
void vm_race_barrier(Block *block, uint32_t bar, const Barrier *state); // it opens
void vm_race_cluster_arrive(Warp *warp, uint32_t mask);
void vm_race_cluster(Cluster *cluster); // its phase ends
void vm_race_cluster_wait(Warp *warp, uint32_t mask);
// What the warp writes from here on is written by a copy that ends at the mbarrier at this address;
// vm_race_copied ends it: who waits there knows of the copy.
void vm_race_copy(Warp *warp, uint32_t lane, uint64_t mbarrier);
void vm_race_copied(Warp *warp, uint32_t lane, uint64_t mbarrier, VmSpace sp);
// A lane's copy that ends with a group of the lane begins: until vm_race_group_copied its reads and
// writes are the copy's.
void vm_race_group_copy(Warp *warp, uint32_t lane, bool bulk);
void vm_race_group_copied(Warp *warp);
// The lanes close a group of their copies, and wait for all groups but the last `pending` ones;
// `reads`: for what bulk stores read alone.
void vm_race_group_commit(Warp *warp, uint32_t mask, bool bulk);
void vm_race_group_wait(Warp *warp, uint32_t mask, bool bulk, uint32_t pending, bool reads);
// Whoever waits for the mbarrier at this address knows of the lane's copies so far.
void vm_race_group_arrive(Warp *warp, uint32_t lane, uint64_t mbarrier, VmSpace sp);
// The lanes pass a fence between generic accesses and the asynchronous proxy.
void vm_race_proxy_fence(Warp *warp, uint32_t mask);
// The four warps from `first` on do a wgmma: what they read until vm_race_wgmma_end is read by it.
void vm_race_wgmma(Block *block, uint32_t first);
void vm_race_wgmma_end(Block *block, uint32_t first);
void vm_race_wgmma_commit(Warp *warp);
// All groups but the last `pending` ones are done.
void vm_race_wgmma_wait(Warp *warp, uint32_t pending);
// A strong write of a lane is about to happen: what it releases. `fenced`: it is itself .release.
void vm_race_release(Warp *warp, uint32_t lane, const VmTarget *location, bool fenced,
                     uint32_t level);
// A strong read of a lane has happened.
void vm_race_acquire(Warp *warp, uint32_t lane, const VmTarget *t);
// Both for an atomic operation's address.
void vm_race_release_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp);
void vm_race_acquire_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, VmSpace sp);

#endif
