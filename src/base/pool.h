// SPDX-License-Identifier: Apache-2.0
// Where small chunks of arenas come from (pool.c). Private to base.
#ifndef CUPRUM_POOL_H
#define CUPRUM_POOL_H

#include "base/base.h"

// The address sanitizer sees the ends of what malloc gives, and not of pieces.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POOL_OFF 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define POOL_OFF 1
#endif
#ifndef POOL_OFF
#define POOL_OFF 0
#endif

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
