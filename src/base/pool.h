// SPDX-License-Identifier: Apache-2.0
// Where small chunks of arenas come from (pool.c). Private to base.
#ifndef CUPRUM_POOL_H
#define CUPRUM_POOL_H

#include "base/base.h"

// The smallest piece of at least `size` bytes.
static inline size_t pool_piece(size_t size) {
    size_t piece = POOL_LEAST;
    while (piece < size) piece *= 2;
    return piece;
}

// A piece of that size, which is one of pool_piece up to POOL_MOST; NULL: no memory.
void *pool_take(Pool *pool, size_t piece);
void pool_give(Pool *pool, void *at, size_t piece);
// Every piece goes with its block.
void pool_free(Pool *pool);

#endif
