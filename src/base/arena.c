// SPDX-License-Identifier: Apache-2.0
// Chunked arenas. Chunks double from 16 KiB to 1 MiB, so that a small compilation stays small and a
// large one makes few calls. From 4 MiB on they are multiples of the huge page size and the kernel
// is asked for huge pages: page faults were a third of the time of reading large headers. Debug
// builds overwrite what a reset gives back.
#include "base/base.h"
#include "base/task.h"

#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    CHUNK_MIN = 16 << 10,
    CHUNK_MAX = 1 << 20,
    HUGE_PAGE = 2 << 20,
    HUGE_FROM = 4 << 20,
    KEPT_MAX = 64 << 10
};

struct ArenaChunk {
    ArenaChunk *prev;
    size_t size;                 // bytes after the header
    ArenaChunk *lower, **higher; // in the list of all chunks of the context
    _Alignas(64) char data[];
};

void arena_init(Arena *a, Ctx *ctx, const char *tag) {
    memset(a, 0, sizeof *a);
    a->ctx = ctx;
    a->tag = tag;
}

// Workers of parallel loops count their memory where the loop was started.
static Ctx *counter(const Arena *a) {
    return a->ctx && a->ctx->root ? a->ctx->root : a->ctx;
}

// Chunks are taken and given back some hundred times in a compilation: a spin lock is enough.
static void chunks_lock(Ctx *root) {
    while (atomic_exchange_explicit(&root->chunks_locked, true, memory_order_acquire)) {
    }
}

static void chunks_unlock(Ctx *root) {
    atomic_store_explicit(&root->chunks_locked, false, memory_order_release);
}

static void chunk_list(Ctx *root, ArenaChunk *c) {
    chunks_lock(root);
    c->lower = root->chunks;
    c->higher = &root->chunks;
    if (c->lower) c->lower->higher = &c->lower;
    root->chunks = c;
    root->mem_used += c->size;
    chunks_unlock(root);
}

static void chunk_release(Arena *a, ArenaChunk *c) {
    a->total -= c->size;
    if (a->ctx) {
        Ctx *root = counter(a);
        chunks_lock(root);
        *c->higher = c->lower;
        if (c->lower) c->lower->higher = c->higher;
        root->mem_used -= c->size;
        chunks_unlock(root);
    }
    free(c);
}

void arena_free_all(Ctx *ctx) {
    for (ArenaChunk *c = ctx->chunks, *lower; c; c = lower) {
        lower = c->lower;
        ctx->mem_used -= c->size;
        free(c);
    }
    ctx->chunks = NULL;
}

void arena_free(Arena *a) {
    for (ArenaChunk *c = a->chunk, *prev; c; c = prev) {
        prev = c->prev;
        chunk_release(a, c);
    }
    arena_init(a, a->ctx, a->tag);
}

void arena_clear(Arena *a) {
    while (a->chunk && (a->chunk->prev || a->chunk->size > KEPT_MAX)) {
        ArenaChunk *prev = a->chunk->prev;
        chunk_release(a, a->chunk);
        a->chunk = prev;
    }
    arena_reset(a, (ArenaMark){a->chunk, a->chunk ? a->chunk->data : NULL});
}

void arena_lend(Arena *a, void *at, size_t n) {
    a->cur = at;
    a->end = a->lent = a->cur + n;
}

ArenaMark arena_mark(const Arena *a) {
    return (ArenaMark){a->chunk, a->cur};
}

void arena_reset(Arena *a, ArenaMark m) {
    while (a->chunk != m.chunk) {
        ArenaChunk *prev = a->chunk->prev;
        chunk_release(a, a->chunk);
        a->chunk = prev;
    }
    a->cur = m.cur;
    a->end = a->chunk ? a->chunk->data + a->chunk->size : a->lent;
#ifdef CU_DEBUG
    if (a->chunk) memset(a->cur, 0xdd, CU_MIN((size_t)(a->end - a->cur), (size_t)4096));
#endif
}

static void check_limit(Arena *a, size_t size) {
    Ctx *ctx = task_here(a->ctx), *root = counter(a);
    if (!ctx) return;
    size_t limit = root->mem_limit;
    if (limit && root->mem_used + size > limit) {
        root->mem_limit = 0; // reporting itself needs memory
        ctx->stop = STOP_LIMIT;
        cu_fatal(ctx, "memory limit of %zu MiB exceeded", limit >> 20);
    }
    if (CU_UNLIKELY(a->ctx->fault_at) && ++a->ctx->fault_seen == a->ctx->fault_at) {
        ctx->stop = STOP_NO_MEMORY;
        cu_fatal(ctx, "out of memory");
    }
    ctx_poll(ctx);
}

// Memory for a chunk of *want bytes behind the header; may make it more.
static ArenaChunk *chunk_new(size_t *want) {
    size_t align = 64, total = sizeof(ArenaChunk) + *want;
    if (total >= HUGE_PAGE) {
        align = HUGE_PAGE;
        total = CU_ALIGN(total, align);
        *want = total - sizeof(ArenaChunk);
    }
    ArenaChunk *c = aligned_alloc(align, CU_ALIGN(total, align));
#ifdef MADV_HUGEPAGE
    if (c && align == HUGE_PAGE) madvise(c, total, MADV_HUGEPAGE);
#endif
    return c;
}

void *arena_grow(Arena *a, size_t size, size_t align) {
    if (a->cur && (size_t)(a->end - a->cur) >= size + align) return arena_alloc(a, size, align);
    size_t want = a->total < CHUNK_MIN ? CHUNK_MIN : CU_MIN(a->total, (size_t)CHUNK_MAX);
    if (size > SIZE_MAX / 4) cu_fatal(a->ctx, "allocation of %zu bytes is too large", size);
    if (a->ctx && a->ctx->fault_at) want = 0; // every allocation is to be a point of failure
    if (want < size + 128) want = size + 128;
    want = CU_ALIGN(want, (size_t)64) - sizeof(ArenaChunk) % 64;
    if (a->total >= HUGE_FROM && want < HUGE_FROM && !(a->ctx && a->ctx->fault_at))
        want = HUGE_FROM;
    check_limit(a, want);
    ArenaChunk *c = chunk_new(&want);
    if (!c) {
        if (a->ctx) task_here(a->ctx)->stop = STOP_NO_MEMORY;
        cu_fatal(a->ctx, "out of memory");
    }
    c->prev = a->chunk;
    c->size = want;
    a->chunk = c;
    a->cur = c->data;
    a->end = c->data + want;
    a->total += want;
    if (a->ctx) chunk_list(counter(a), c);
    char *p = (char *)CU_ALIGN((uintptr_t)a->cur, (uintptr_t)align);
    a->cur = p + size;
    return p;
}

void *arena_copy(Arena *a, const void *p, size_t n, size_t align) {
    void *d = arena_alloc(a, n, align);
    return n ? memcpy(d, p, n) : d;
}

char *arena_strndup(Arena *a, const char *s, size_t n) {
    char *d = arena_alloc(a, n + 1, 1);
    if (n) memcpy(d, s, n);
    d[n] = 0;
    return d;
}

char *arena_printf(Arena *a, const char *fmt, ...) {
    va_list ap, ap2;
    va_start(ap, fmt);
    va_copy(ap2, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *d = arena_alloc(a, (size_t)n + 1, 1);
    vsnprintf(d, (size_t)n + 1, fmt, ap2);
    va_end(ap2);
    return d;
}

void *vec_grow_(Arena *a, void *at, uint32_t n, uint32_t *cap, size_t elem, uint32_t want) {
    uint64_t newcap = CU_MAX((uint64_t)*cap * 2, (uint64_t)CU_MAX(want, 4u));
    if (newcap > UINT32_MAX / 2) cu_fatal(a->ctx, "array of %u elements is too large", want);
    void *d = arena_alloc(a, (size_t)newcap * elem, 16);
    if (n) memcpy(d, at, (size_t)n * elem);
    *cap = (uint32_t)newcap;
    return d;
}
