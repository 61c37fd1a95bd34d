// SPDX-License-Identifier: Apache-2.0
// Interned strings. An atom is a dense index; its AtomInfo never moves (chunks of 1024).
//
// While a parallel loop runs, interning takes the loop's lock. Whoever has an atom may look at its
// text without: the list of chunks is replaced as a whole, and the old one stays readable.
#include "base/base.h"
#include "base/task.h"

#include <stdio.h>

// There are more slots than atoms, so that an atom fits below the mask's bits.
static uint32_t make_slot(const AtomTable *t, uint32_t hash, Atom a) {
    return (hash & ~(t->nslot - 1)) | (a + 1);
}

// Rebuilds the table of slots with nslot of them, a power of two.
static void atoms_rehash(Ctx *ctx, uint32_t nslot) {
    AtomTable *t = &ctx->atoms;
    uint32_t *slot = arena_array(&ctx->names, uint32_t, nslot); // without memory nothing changes
    t->nslot = nslot;
    t->slot = slot;
    for (uint32_t a = 0; a < t->n; a++) {
        uint32_t hash = atom_info(ctx, a)->hash, i = hash & (t->nslot - 1);
        while (t->slot[i]) i = (i + 1) & (t->nslot - 1);
        t->slot[i] = make_slot(t, hash, a);
    }
}

void atom_reserve(Ctx *ctx, uint32_t n) {
    uint32_t nslot = CU_MAX(ctx->atoms.nslot, 2048u);
    while (nslot / 2 < n) nslot *= 2;
    if (nslot > ctx->atoms.nslot) atoms_rehash(ctx, nslot);
}

// Eight bytes behind an atom's text may be read. (Names are too short for calls of memcpy.)
static const char *padded_copy(Ctx *ctx, const char *s, size_t n) {
    char *copy = arena_alloc(&ctx->names, n + 8, 1), *to = copy;
    const char *end = s + n;
    for (; end - s >= 8; s += 8, to += 8) memcpy(to, s, 8);
    memset(to, 0, 8);
    while (s < end) *to++ = *s++;
    memset(copy + n, 0, 8);
    return copy;
}

// Makes a new atom, which the caller enters in the table of slots. `stays`: its text does.
static Atom atom_add(Ctx *ctx, const char *s, size_t n, uint32_t hash, bool stays) {
    AtomTable *table = &ctx->atoms;
    if (table->n % 1024 == 0) {
        uint32_t nchunk = table->n / 1024;
        if ((nchunk & (nchunk - 1)) == 0) { // a power of two: double the directory
            AtomInfo **dir = arena_array(&ctx->names, AtomInfo *, nchunk ? nchunk * 2 : 1);
            if (nchunk) memcpy(dir, table->chunk, nchunk * sizeof *dir);
            __atomic_store_n(&table->chunk, dir, __ATOMIC_RELEASE);
        }
        table->chunk[nchunk] =
            arena_alloc(&ctx->names, 1024 * sizeof(AtomInfo), _Alignof(AtomInfo));
    }
    if (!stays) s = padded_copy(ctx, s, n);
    Atom a = table->n++;
    *atom_info(ctx, a) = (AtomInfo){.s = s, .len = (uint32_t)n, .hash = hash};
    return a;
}

// The table stays at most half full, which keeps runs of used slots short.
static inline Atom find_or_add(Ctx *ctx, const char *s, size_t n, uint32_t hash, bool stays) {
    AtomTable *table = &ctx->atoms;
    if ((table->n + 1) * 2 > table->nslot) atom_reserve(ctx, table->n + 1);
    uint32_t mask = table->nslot - 1, i = hash & mask;
    for (Atom a; table->slot[i]; i = (i + 1) & mask) {
        if (!atom_of_slot(table, table->slot[i], hash, &a)) continue;
        AtomInfo *info = atom_info(ctx, a);
        if (info->hash == hash && info->len == n && memcmp(info->s, s, n) == 0) return a;
    }
    Atom a = atom_add(ctx, s, n, hash, stays);
    table->slot[i] = make_slot(table, hash, a);
    return a;
}

// Under the loop's lock while a parallel loop runs; otherwise the lock costs a test.
Atom atom_intern_hashed(Ctx *ctx, const char *s, size_t n, uint32_t hash) {
    task_lock(ctx);
    Atom a = find_or_add(ctx, s, n, hash, false);
    task_unlock(ctx);
    return a;
}

Atom atom_fixed(Ctx *ctx, const char *s) {
    size_t n = strlen(s);
    task_lock(ctx);
    Atom a = find_or_add(ctx, s, n, atom_hash_padded(s, n), true);
    task_unlock(ctx);
    return a;
}

// Both are padded: atom_add leaves 8 readable bytes behind every string.
static inline bool same_padded(const char *a, const char *b, size_t n) {
    uint64_t x, y;
    for (;;) {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        if (n <= 8) break;
        if (x != y) return false;
        a += 8;
        b += 8;
        n -= 8;
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return n == 0 || (x ^ y) << (64 - n * 8) == 0;
#else
    return n == 0 || (x ^ y) >> (64 - n * 8) == 0;
#endif
}

// What is found behind its first slot changes places with what lies there: words that are used
// often come to lie where word_atom of the lexer looks. (Both stay in one run of used slots, not
// before their first.)
Atom atom_intern_padded(Ctx *ctx, const char *s, size_t n, uint32_t hash) {
    AtomTable *table = &ctx->atoms;
    uint32_t mask = table->nslot - 1, i = hash & mask;
    for (Atom a; table->slot[i]; i = (i + 1) & mask) {
        uint32_t found = table->slot[i];
        if (!atom_of_slot(table, found, hash, &a)) continue;
        AtomInfo *info = atom_info(ctx, a);
        if (info->len != n || !same_padded(info->s, s, n)) continue;
        table->slot[i] = table->slot[hash & mask];
        table->slot[hash & mask] = found;
        return a;
    }
    if (ctx->loop || (table->n + 1) * 2 > table->nslot) return atom_intern_hashed(ctx, s, n, hash);
    Atom a = atom_add(ctx, s, n, hash, false);
    table->slot[i] = make_slot(table, hash, a);
    return a;
}

Atom atom_intern(Ctx *ctx, const char *s, size_t n) {
    if (!n) s = ""; // an empty text may have no place
    return atom_intern_hashed(ctx, s, n, atom_hash(s, n));
}

Atom atom_cstr(Ctx *ctx, const char *s) {
    return atom_intern(ctx, s, strlen(s));
}

// Short texts need no memory but the stack.
Atom atom_vprintf(Ctx *ctx, const char *fmt, va_list ap) {
    char local[256];
    task_lock(ctx);
    Buf text = {.arena = &ctx->names, .at = local, .cap = sizeof local};
    buf_vprintf(&text, fmt, ap);
    Atom a = atom_intern(ctx, text.at, text.n);
    task_unlock(ctx);
    return a;
}

Atom atom_printf(Ctx *ctx, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    Atom a = atom_vprintf(ctx, fmt, ap);
    va_end(ap);
    return a;
}
