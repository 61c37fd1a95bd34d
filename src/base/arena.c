// SPDX-License-Identifier: Apache-2.0
// Chunked arenas. Chunks double from 4 to 256 KiB, so that a small compilation stays small and a
// large one makes few calls; these are a context's pool's. From 4 MiB on they are multiples of the
// huge page size and the kernel is asked for huge pages: page faults were a third of the time of
// reading large headers. What of these is given back is used again. Debug builds overwrite what a
// reset gives back.
#include "base/base.h"
#include "base/pool.h"
#include "base/task.h"

#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    CHUNK_MIN = POOL_LEAST,
    CHUNK_MAX = 256 << 10,
    HUGE_PAGE = 2 << 20,
    HUGE_FROM = 4 << 20,
    KEPT_MAX = 64 << 10
};

struct ArenaChunk {
    ArenaChunk *prev;
    size_t size;                 // bytes after the header
    ArenaChunk *lower, **higher; // in the list of all chunks of the context
    bool pooled;                 // a piece of the context's pool
    _Alignas(64) char data[];
};

void arena_init(Arena *arena, Ctx *ctx, const char *tag) {
    memset(arena, 0, sizeof *arena);
    arena->ctx = ctx;
    arena->tag = tag;
}

// Workers of parallel loops count their memory where the loop was started.
static Ctx *counter(const Arena *arena) {
    return arena->ctx && arena->ctx->root ? arena->ctx->root : arena->ctx;
}

// Chunks are taken and given back some hundred times in a compilation: a spin lock is enough.
static void chunks_lock(Ctx *root) {
    while (atomic_exchange_explicit(&root->chunks_locked, true, memory_order_acquire)) {
    }
}

static void chunks_unlock(Ctx *root) {
    atomic_store_explicit(&root->chunks_locked, false, memory_order_release);
}

// Enters a chunk into the context's list, from which an unwinding frees what nobody owns any more.
static void chunk_list(Ctx *root, ArenaChunk *added) {
    chunks_lock(root);
    added->lower = root->chunks;
    added->higher = &root->chunks;
    if (added->lower) added->lower->higher = &added->lower;
    root->chunks = added;
    root->mem_used += added->size;
    chunks_unlock(root);
}

// Large chunks that were given back wait for the next that asks, up to so many: the kernel would
// clear their pages again.
enum { SPARE_MAX = 4 };

static bool is_large(const ArenaChunk *chunk) {
    return chunk->size + sizeof *chunk >= HUGE_PAGE;
}

// The smallest of the spare chunks with so much room, or NULL.
static ArenaChunk *spare_take(Ctx *root, size_t want) {
    ArenaChunk **best = NULL;
    chunks_lock(root);
    for (ArenaChunk **c = &root->spare; *c; c = &(*c)->prev) {
        if ((*c)->size >= want && (!best || (*c)->size < (*best)->size)) best = c;
    }
    ArenaChunk *chunk = best ? *best : NULL;
    if (chunk) {
        *best = chunk->prev;
        root->nspare--;
    }
    chunks_unlock(root);
    return chunk;
}

// What is spare and too small goes back to the system before more is taken from it: the peak is
// that of what is in use.
static void spare_free(Ctx *root) {
    chunks_lock(root);
    ArenaChunk *c = root->spare;
    root->spare = NULL;
    root->nspare = 0;
    chunks_unlock(root);
    for (ArenaChunk *prev; c; c = prev) {
        prev = c->prev;
        free(c);
    }
}

// Takes a chunk off the list and the sum, and gives it back to the system or makes it a spare one.
static void chunk_release(Arena *arena, ArenaChunk *released) {
    arena->total -= released->size;
    bool spare = false;
    bool pooled = released->pooled;
    if (arena->ctx) {
        Ctx *root = counter(arena);
        chunks_lock(root);
        *released->higher = released->lower;
        if (released->lower) released->lower->higher = released->higher;
        root->mem_used -= released->size;
        spare = is_large(released) && root->nspare < SPARE_MAX;
        if (spare) {
#ifdef CU_DEBUG
            memset(released->data, 0xdd, 4096);
#endif
            released->prev = root->spare;
            root->spare = released;
            root->nspare++;
        }
        if (pooled) pool_give(&root->pool, released, sizeof *released + released->size);
        chunks_unlock(root);
    }
    if (!spare && !pooled) free(released);
}

// Called when no thread uses the context.
void arena_free_all(Ctx *ctx) {
    for (ArenaChunk *c = ctx->chunks, *lower; c; c = lower) {
        lower = c->lower;
        ctx->mem_used -= c->size;
        if (!c->pooled) free(c);
    }
    ctx->chunks = NULL;
    spare_free(ctx);
    pool_free(&ctx->pool);
}

// What was lent is forgotten with the rest.
void arena_free(Arena *arena) {
    for (ArenaChunk *c = arena->chunk, *prev; c; c = prev) {
        prev = c->prev;
        chunk_release(arena, c);
    }
    arena_init(arena, arena->ctx, arena->tag);
}

// Keeps the oldest chunk when it is small: an arena that is cleared often does not go to the system
// each time.
void arena_clear(Arena *arena) {
    while (arena->chunk && (arena->chunk->prev || arena->chunk->size > KEPT_MAX)) {
        ArenaChunk *prev = arena->chunk->prev;
        chunk_release(arena, arena->chunk);
        arena->chunk = prev;
    }
    arena_reset(arena, (ArenaMark){arena->chunk, arena->chunk ? arena->chunk->data : NULL});
}

void arena_lend(Arena *arena, void *at, size_t n) {
    arena->cur = at;
    arena->end = arena->lent = arena->cur + n;
}

ArenaMark arena_mark(const Arena *arena) {
    return (ArenaMark){arena->chunk, arena->cur};
}

// Chunks begun after the mark are given back. Debug builds overwrite the start of what is free, so
// that a use behind the reset shows.
void arena_reset(Arena *arena, ArenaMark mark) {
    while (arena->chunk != mark.chunk) {
        ArenaChunk *prev = arena->chunk->prev;
        chunk_release(arena, arena->chunk);
        arena->chunk = prev;
    }
    arena->cur = mark.cur;
    char *limit = arena->chunk ? arena->chunk->data + arena->chunk->size : arena->lent;
    arena->end = arena->cur ? limit : NULL; // nothing is not followed by something: arena_has
#ifdef CU_DEBUG
    if (arena->chunk)
        memset(arena->cur, 0xdd, CU_MIN((size_t)(arena->end - arena->cur), (size_t)4096));
#endif
}

// Unwinds when the context may not take so much more, when a test asks for a failure here, or when
// the compilation is cancelled.
static void check_limit(Arena *arena, size_t size) {
    Ctx *ctx = task_here(arena->ctx), *root = counter(arena);
    if (!ctx) return;
    size_t limit = root->mem_limit;
    if (limit && root->mem_used + size > limit) {
        root->mem_limit = 0; // reporting itself needs memory
        ctx->stop = STOP_LIMIT;
        cu_fatal(ctx, "memory limit of %zu MiB exceeded", limit >> 20);
    }
    if (CU_UNLIKELY(arena->ctx->fault_at) && ++arena->ctx->fault_seen == arena->ctx->fault_at) {
        ctx->stop = STOP_NO_MEMORY;
        cu_fatal(ctx, "out of memory");
    }
    ctx_poll(ctx);
}

// NULL: no memory. The chunk is as large as the piece.
static ArenaChunk *chunk_of_pool(Ctx *root, size_t *want) {
    size_t piece = pool_piece(sizeof(ArenaChunk) + *want);
    chunks_lock(root);
    ArenaChunk *chunk = pool_take(&root->pool, piece);
    chunks_unlock(root);
    if (!chunk) return NULL;
    *want = piece - sizeof *chunk;
    chunk->pooled = true;
    return chunk;
}

void cu_large_pages(void *at, size_t size) {
#ifdef MADV_HUGEPAGE
    if (size >= HUGE_PAGE) madvise(at, size, MADV_HUGEPAGE);
#endif
}

// Memory for a chunk of *want bytes behind the header; may make it more.
static ArenaChunk *chunk_new(Ctx *root, size_t *want) {
    size_t align = 64, total = sizeof(ArenaChunk) + *want;
    if (!POOL_OFF && root && total <= POOL_MOST && !root->fault_at) {
        ArenaChunk *chunk = chunk_of_pool(root, want);
        if (chunk) return chunk;
    }
    if (total >= HUGE_PAGE) {
        ArenaChunk *spare = root ? spare_take(root, *want) : NULL;
        if (spare) {
            *want = spare->size;
            return spare;
        }
        if (root) spare_free(root);
        align = HUGE_PAGE;
        total = CU_ALIGN(total, align);
        *want = total - sizeof(ArenaChunk);
    }
    ArenaChunk *c = aligned_alloc(align, CU_ALIGN(total, align));
    if (c) c->pooled = false;
    if (c) cu_large_pages(c, total);
    return c;
}

// Where the current chunk has room after all, it is taken. Otherwise a new chunk, as large as all
// before it together within the bounds, and at least as large as asked.
void *arena_grow(Arena *arena, size_t size, size_t align) {
    if (arena->cur && (size_t)(arena->end - arena->cur) >= size + align)
        return arena_alloc(arena, size, align);
    size_t total = arena->total / 2 + sizeof(ArenaChunk);
    size_t want = CU_MAX(total, (size_t)CHUNK_MIN);
    want = CU_MIN(want, (size_t)CHUNK_MAX) - sizeof(ArenaChunk);
    if (size > SIZE_MAX / 4) cu_fatal(arena->ctx, "allocation of %zu bytes is too large", size);
    if (arena->ctx && arena->ctx->fault_at)
        want = 0; // every allocation is to be a point of failure
    if (want < size + 128) want = size + 128;
    want = CU_ALIGN(want, (size_t)64) - sizeof(ArenaChunk) % 64;
    if (arena->total >= HUGE_FROM && want < HUGE_FROM && !(arena->ctx && arena->ctx->fault_at))
        want = HUGE_FROM;
    check_limit(arena, want);
    ArenaChunk *chunk = chunk_new(arena->ctx ? counter(arena) : NULL, &want);
    if (!chunk) {
        if (arena->ctx) task_here(arena->ctx)->stop = STOP_NO_MEMORY;
        cu_fatal(arena->ctx, "out of memory");
    }
    chunk->prev = arena->chunk;
    chunk->size = want;
    arena->chunk = chunk;
    arena->cur = chunk->data;
    arena->end = chunk->data + want;
    arena->total += want;
    if (arena->ctx) chunk_list(counter(arena), chunk);
    char *p = (char *)CU_ALIGN((uintptr_t)arena->cur, (uintptr_t)align);
    arena->cur = p + size;
    return p;
}

void arena_reserve(Arena *arena, size_t size) {
    bool counted = arena->ctx && arena->ctx->fault_at; // each allocation for itself
    if (counted || arena_has(arena, size, 1)) return;
    arena_grow(arena, size, 1);
    arena->cur -= size;
}

// Most are small: two or four stores that may overlap, instead of a call of memset.
void *arena_zalloc_(Arena *arena, size_t size, size_t align) {
    char *p = arena_alloc(arena, size, align);
    if (size > 64) return memset(p, 0, size);
    if (size >= 16) {
        memset(p, 0, 16);
        memset(p + size - 16, 0, 16);
        if (size <= 32) return p;
        memset(p + 16, 0, 16);
        memset(p + size - 32, 0, 16);
    } else if (size >= 8) {
        memset(p, 0, 8);
        memset(p + size - 8, 0, 8);
    } else {
        for (size_t i = 0; i < size; i++) p[i] = 0;
    }
    return p;
}

void *arena_copy(Arena *arena, const void *p, size_t n, size_t align) {
    void *d = arena_alloc(arena, n, align);
    return n ? memcpy(d, p, n) : d;
}

// s need not be terminated, and may be NULL for n == 0.
char *arena_strndup(Arena *arena, const char *s, size_t n) {
    char *d = arena_alloc(arena, n + 1, 1);
    if (n) memcpy(d, s, n);
    d[n] = 0;
    return d;
}

// Short texts are formatted on the stack.
char *arena_printf(Arena *arena, const char *fmt, ...) {
    char local[256];
    Buf text = {.arena = arena, .at = local, .cap = sizeof local};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&text, fmt, ap);
    va_end(ap);
    return arena_strndup(arena, text.at, text.n);
}

// Doubles, so that pushing costs constant time; the smallest array has four elements.
void *vec_grow_(Arena *arena, void *at, uint32_t n, uint32_t *cap, size_t elem, uint32_t want) {
    uint64_t newcap = CU_MAX((uint64_t)*cap * 2, (uint64_t)CU_MAX(want, 4u));
    if (newcap > UINT32_MAX / 2) cu_fatal(arena->ctx, "array of %u elements is too large", want);
    void *d = arena_alloc(arena, (size_t)newcap * elem, 16);
    if (n) memcpy(d, at, (size_t)n * elem);
    *cap = (uint32_t)newcap;
    return d;
}

uint32_t vec_up_to_(const void *at, uint32_t n, size_t elem, size_t field, uint32_t limit) {
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, value;
        memcpy(&value, (const char *)at + middle * elem + field, sizeof value);
        if (value <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
