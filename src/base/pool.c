// SPDX-License-Identifier: Apache-2.0
// A context's small chunks are pieces of blocks that have the size and the place of a huge page:
// the kernel clears such a page in the time of thirty small ones, and a small compilation touches
// some hundred. Sizes are powers of two; a piece that is given back serves the next of its size.
//
// Blocks outlive their context: a process that compiles again finds them in `kept`, which is the
// one thing here that contexts share. A block is taken out, or put in, by one atomic exchange.
#include "base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BLOCK = 2 << 20, HUGE_BLOCKS = 2, KEPT = 4 };

static _Atomic(char *) kept[KEPT];

// ---- blocks ------------------------------------------------------------------------------------

// NULL: the system has none, or gives no more to this process.
static char *map(size_t n) {
    void *at = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

// Newer kernels place what is as large as a huge page where one fits; else room for one is cut out.
static char *map_block(void) {
    char *at = map(BLOCK);
    if (!at || (uintptr_t)at % BLOCK == 0) return at;
    munmap(at, BLOCK);
    at = map(2 * BLOCK);
    if (!at) return NULL;
    size_t before = (size_t)(-(uintptr_t)at % BLOCK);
    if (before) munmap(at, before);
    munmap(at + before + BLOCK, BLOCK - before);
    return at + before;
}

// One that a context left, or a new one. A huge page is in memory as a whole: from the third block
// on a context has small ones, of which it has what it touches.
static char *new_block(const Pool *pool) {
    for (size_t i = 0; i < KEPT; i++) {
        char *at = atomic_exchange(&kept[i], NULL);
        if (at) return at;
    }
    char *at = map_block();
#ifdef MADV_HUGEPAGE
    if (at && pool->nblock < HUGE_BLOCKS) madvise(at, BLOCK, MADV_HUGEPAGE);
#endif
    return at;
}

// The oldest goes to the system where there are enough.
static void free_block(char *at) {
    for (size_t i = 0; i < KEPT && at; i++) at = atomic_exchange(&kept[i], at);
    if (at) munmap(at, BLOCK);
}

// ---- pieces ------------------------------------------------------------------------------------

// A piece's place in Pool.free.
static uint32_t class_of(size_t piece) {
    return (uint32_t)__builtin_ctzll(piece / POOL_LEAST);
}

void pool_give(Pool *pool, void *at, size_t piece) {
    void **next = at;
    uint32_t class = class_of(piece);
    *next = pool->free[class];
    pool->free[class] = at;
}

// What is between at and end, in pieces as large as they can be.
static void give_rest(Pool *pool, char *at, char *end) {
    for (size_t piece = POOL_MOST; piece >= POOL_LEAST; piece /= 2) {
        for (; (size_t)(end - at) >= piece; at += piece) pool_give(pool, at, piece);
    }
}

// NULL: the list is empty.
static void *pop(Pool *pool, uint32_t class) {
    void **at = pool->free[class];
    if (at) pool->free[class] = *at;
    return at;
}

// Of a larger piece that is free; its rest is free, too.
static void *cut(Pool *pool, size_t piece) {
    for (size_t larger = 2 * piece; larger <= POOL_MOST; larger *= 2) {
        char *at = pop(pool, class_of(larger));
        if (!at) continue;
        give_rest(pool, at + piece, at + larger);
        return at;
    }
    return NULL;
}

// The list of blocks is no piece of one: two of the largest pieces fill a block.
static bool has_room_for_block(Pool *pool) {
    if (pool->nblock < pool->block_max) return true;
    uint32_t most = pool->block_max ? 2 * pool->block_max : KEPT;
    char **block = realloc(pool->block, most * sizeof *block);
    if (!block) return false;
    pool->block = block;
    pool->block_max = most;
    return true;
}

// What the block before it has left is not lost.
static bool add_block(Pool *pool) {
    char *at = has_room_for_block(pool) ? new_block(pool) : NULL;
    if (!at) return false;
    give_rest(pool, pool->at, pool->end);
    pool->block[pool->nblock++] = at;
    pool->at = at;
    pool->end = at + BLOCK;
    return true;
}

// What was used before is in the cache, and in memory: fresh memory comes last.
void *pool_take(Pool *pool, size_t piece) {
    void *at = pop(pool, class_of(piece));
    if (!at) at = cut(pool, piece);
    if (at) return at;
    if ((size_t)(pool->end - pool->at) < piece && !add_block(pool)) return NULL;
    at = pool->at;
    pool->at += piece;
    return at;
}

void pool_free(Pool *pool) {
    for (uint32_t i = 0; i < pool->nblock; i++) free_block(pool->block[i]);
    free(pool->block);
    *pool = (Pool){0};
}
