// SPDX-License-Identifier: Apache-2.0
// base: what every other module stands on.
//
// Contract of the module:
//  - All memory comes from arenas that hang off one `Ctx` (one compilation). Nothing is freed
//    singly; an arena is freed whole, or reset to a mark (scratch). There are no globals.
//  - A failure that cannot be answered with an error node (out of memory, a limit, an internal
//    error) unwinds to the API boundary with `cu_fatal`, which longjmps to `Ctx.unwind`.
//  - Containers keep insertion order, so that output never depends on addresses or hashes.
#ifndef CUPRUM_BASE_H
#define CUPRUM_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Ctx Ctx;
typedef struct Arena Arena;
typedef uint32_t Atom; // interned string; 0 is the empty string
typedef uint32_t Pos;  // source position, resolved lazily; 0 is "no position"

// Whether x is one of the values behind it, of which there are two to twelve. x is evaluated once.
#define is_any_of(x, ...)                                                                          \
    ({                                                                                             \
        typeof((x) + 0) any_of_ = (x);                                                             \
        CU_ANY_PICK(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)(any_of_, __VA_ARGS__);        \
    })
#define CU_ANY_PICK(a, b, c, d, e, f, g, h, i, j, k, l, n, ...) CU_ANY_##n
#define CU_ANY_2(x, a, b)                                       ((x) == (a) || (x) == (b))
#define CU_ANY_3(x, a, ...)                                     ((x) == (a) || CU_ANY_2(x, __VA_ARGS__))
#define CU_ANY_4(x, a, ...)                                     ((x) == (a) || CU_ANY_3(x, __VA_ARGS__))
#define CU_ANY_5(x, a, ...)                                     ((x) == (a) || CU_ANY_4(x, __VA_ARGS__))
#define CU_ANY_6(x, a, ...)                                     ((x) == (a) || CU_ANY_5(x, __VA_ARGS__))
#define CU_ANY_7(x, a, ...)                                     ((x) == (a) || CU_ANY_6(x, __VA_ARGS__))
#define CU_ANY_8(x, a, ...)                                     ((x) == (a) || CU_ANY_7(x, __VA_ARGS__))
#define CU_ANY_9(x, a, ...)                                     ((x) == (a) || CU_ANY_8(x, __VA_ARGS__))
#define CU_ANY_10(x, a, ...)                                    ((x) == (a) || CU_ANY_9(x, __VA_ARGS__))
#define CU_ANY_11(x, a, ...)                                    ((x) == (a) || CU_ANY_10(x, __VA_ARGS__))
#define CU_ANY_12(x, a, ...)                                    ((x) == (a) || CU_ANY_11(x, __VA_ARGS__))

#define CU_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define CU_NORETURN     __attribute__((noreturn))
#define CU_COLD         __attribute__((cold))                 // what leads there lies apart
#define CU_HIDDEN       __attribute__((visibility("hidden"))) // of one of our own objects
#define CU_LIKELY(x)    __builtin_expect(!!(x), 1)
#define CU_UNLIKELY(x)  __builtin_expect(!!(x), 0)
#define CU_COUNT(a)     (sizeof(a) / sizeof((a)[0]))
// An entry of a table that is as long as its last row; those behind it are 0.
#define CU_AT(table, i)       ((i) < CU_COUNT(table) ? (table)[i] : 0)
#define CU_MIN(a, b)          ((a) < (b) ? (a) : (b))
#define CU_MAX(a, b)          ((a) > (b) ? (a) : (b))
#define CU_ALIGN(n, a)        (((n) + (a)-1) & ~((a)-1))
#define CU_CONTAINER(p, T, m) ((T *)((char *)(p)-offsetof(T, m)))

// How one stands to the other, for sorting and ranking: below 0, 0 or above 0.
static inline int cu_order(uint64_t one, uint64_t other) {
    return (one > other) - (one < other);
}
// Below 0: the one alone has it, which makes it better; above 0: the other alone.
static inline int cu_prefer(bool one, bool other) {
    return other - one;
}

// An internal invariant; never used on user input. Reports as an internal error and unwinds.
#define CU_ASSERT(ctx, e)                                                                          \
    do {                                                                                           \
        if (CU_UNLIKELY(!(e))) cu_ice((ctx), __FILE__, __LINE__, #e);                              \
    } while (0)

// ---- arena.c: chunked bump allocation ----------------------------------------------------------

typedef struct ArenaChunk ArenaChunk;
struct Arena {
    Ctx *ctx;          // receives out-of-memory
    const char *tag;   // for statistics
    ArenaChunk *chunk; // current chunk
    char *cur, *end;   // free space of the current chunk
    char *lent;        // end of what arena_lend gave, used before the first chunk
    size_t total;      // bytes of all chunks
};
typedef struct {
    ArenaChunk *chunk;
    char *cur;
} ArenaMark;

// Prepares an empty arena; allocates nothing until it is used.
void arena_init(Arena *arena, Ctx *ctx, const char *tag);
// Returns all memory of the arena to the system; the arena is empty and usable afterwards.
void arena_free(Arena *arena);
// The same, but for one small chunk that is kept for what comes next.
void arena_clear(Arena *arena);
// The state to which arena_reset can go back; marks nest.
ArenaMark arena_mark(const Arena *arena);
// Gives back everything allocated since the mark.
void arena_reset(Arena *arena, ArenaMark arena_mark);
// An empty arena begins with n bytes of somebody else's, which outlive it.
void arena_lend(Arena *arena, void *at, size_t n);
void *arena_grow(Arena *arena, size_t size, size_t align); // slow path of arena_alloc
// What is allocated next, so many bytes with what alignment takes, comes from one chunk.
void arena_reserve(Arena *arena, size_t size);
// Whether the chunk at hand has room for that (an arena without a chunk has none).
static inline bool arena_has(const Arena *arena, size_t size, size_t align) {
    return (uintptr_t)arena->end - (uintptr_t)arena->cur >= size + align;
}
// Uninitialised memory; align is a power of two, at most 64. Never returns NULL.
static inline void *arena_alloc(Arena *arena, size_t size, size_t align) {
    char *p = (char *)CU_ALIGN((uintptr_t)arena->cur, (uintptr_t)align);
    if (CU_UNLIKELY(!arena_has(arena, size, align))) return arena_grow(arena, size, align);
    arena->cur = p + size;
    return p;
}
void *arena_zalloc_(Arena *arena, size_t size, size_t align); // arena_zalloc of any size
// The same, filled with zeros.
static inline void *arena_zalloc(Arena *arena, size_t size, size_t align) {
    enum { IN_PLACE = 128 }; // bytes that are cleared without a call
    if (!__builtin_constant_p(size) || size > IN_PLACE) return arena_zalloc_(arena, size, align);
    return memset(arena_alloc(arena, size, align), 0, size);
}
#define arena_new(a, T)      ((T *)arena_zalloc((a), sizeof(T), _Alignof(T)))
#define arena_array(a, T, n) ((T *)arena_zalloc((a), sizeof(T) * (size_t)(n), _Alignof(T)))
void arena_free_all(Ctx *ctx); // part of ctx_free: whatever chunks are left
// Asks the system for large pages behind memory that nobody has touched yet, `size` bytes: one
// fault for 2 MiB instead of 512. Where it cannot, it is only slower.
void cu_large_pages(void *at, size_t size);
// A copy of n bytes; p may be NULL for none.
void *arena_copy(Arena *arena, const void *p, size_t n, size_t align);
char *arena_strndup(Arena *arena, const char *s, size_t n); // NUL-terminated copy
char *arena_printf(Arena *arena, const char *fmt, ...) CU_PRINTF(2, 3);

// Where the chunks of a context's arenas come from (pool.c).
enum { POOL_LEAST = 4 << 10, POOL_MOST = 1 << 20, POOL_SIZES = 9 };
typedef struct Pool {
    char **block; // all that the context has
    uint32_t nblock, block_max;
    char *at, *end;         // what nobody had of the newest
    void *free[POOL_SIZES]; // pieces that were given back, by size
} Pool;

// ---- vec: typed growable arrays in an arena ----------------------------------------------------
// Declare with VEC(T) name; zero-initialised is empty. Elements are v.at[0 .. v.n-1].

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        uint32_t n, cap;                                                                           \
    }
// Behind vec_reserve: a larger copy of the array, for at least `want` elements. The old one stays
// in the arena, and pointers into it stay valid. Unwinds when an array gets too long for 32 bits.
void *vec_grow_(Arena *arena, void *at, uint32_t n, uint32_t *cap, size_t elem, uint32_t want);
#define vec_reserve(a, v, want)                                                                    \
    ((v)->cap < (want)                                                                             \
         ? (void)((v)->at = vec_grow_((a), (v)->at, (v)->n, &(v)->cap, sizeof(*(v)->at), (want)))  \
         : (void)0)
#define vec_push(a, v, x)                                                                          \
    do {                                                                                           \
        __typeof__(*(v)->at) pushed_ = (x); /* before: it may push, too */                         \
        vec_reserve((a), (v), (v)->n + 1);                                                         \
        (v)->at[(v)->n++] = pushed_;                                                               \
    } while (0)
#define vec_pop(v)  ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])
// How many elements have a `field`, a uint32_t in which they ascend, of at most `limit`: where the
// elements are what begins at a place, the last of those is the one that the place is in. Binary.
#define vec_up_to(v, field, limit)                                                                 \
    vec_up_to_((v)->at, (v)->n, sizeof(*(v)->at), offsetof(__typeof__(*(v)->at), field), (limit))
uint32_t vec_up_to_(const void *at, uint32_t n, size_t elem, size_t field, uint32_t limit);
// (NULL + 0 is undefined in C: an empty array is not added to.)
#define VEC_FOREACH(T, p, v)                                                                       \
    for (T *p = (v)->at, *p##_end_ = (v)->n ? p + (v)->n : p; p != p##_end_; p++)

// ---- map.c: open addressing, iteration in insertion order --------------------------------------

// A fast hash of n bytes, not one against attackers: the same on every run and every machine of one
// byte order. Another seed makes another hash.
uint64_t hash_bytes(const void *p, size_t n, uint64_t seed);
// Spreads a number over all 64 bits; a bijection, so different numbers stay different.
static inline uint64_t hash_u64(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}
// Hash of a sequence: h is that of what came before. Both halves of the product together, so that
// each bit of the result has a part of each of x.
static inline uint64_t hash_mix(uint64_t h, uint64_t x) {
    uint64_t both = h ^ (x + 0x9e3779b97f4a7c15u + (h << 6));
    unsigned __int128 product = (unsigned __int128)both * 0xd6e8feb86659fd93u;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Map from 64-bit keys (ids, pointers, pairs of 32-bit ids) to pointers. Keys keep their order of
// insertion in `entry`; a removed entry keeps its place with `val == NULL`.
typedef struct {
    uint64_t key;
    void *val;
} MapEntry;
typedef struct {
    Arena *arena;
    MapEntry *entry;
    uint32_t *slot; // index + 1 into entry
    uint32_t n, cap, nslot;
} Map;
// An empty map; its memory comes from the arena with the first key.
void map_init(Map *map, Arena *arena);
void *map_get(const Map *map, uint64_t key); // NULL when absent
// Adds the key, or gives it another value.
void map_put(Map *map, uint64_t key, void *val);
// The value's place, inserted as NULL when the key is new; valid until the next key is added.
void **map_slot(Map *map, uint64_t key);
#define MAP_FOREACH(e, m)                                                                          \
    for (MapEntry *e = (m)->entry, *e##_end_ = (m)->n ? e + (m)->n : e; e != e##_end_; e++)

// Hash-consing: a set of pointers found by a caller-given hash and equality. The set stores the
// hash; `eq(key, item)` decides. Used for types, constants, template argument lists.
typedef struct ConsTable ConsTable;
typedef struct {
    Arena *arena;
    ConsTable *table;
    uint32_t n;
} ConsSet;
// An empty set; its table comes with the first item.
void cons_init(ConsSet *s, Arena *arena);
// May run while another thread adds; it then may or may not find what is being added.
void *cons_find(const ConsSet *cons_set, uint64_t hash,
                bool (*eq)(const void *key, const void *item), const void *key);
void cons_add(ConsSet *cons_set, uint64_t hash, void *item); // complete; one thread at a time

// ---- bitset.c ----------------------------------------------------------------------------------

typedef struct {
    uint64_t *w;
    uint32_t nbits;
} BitSet;
void bitset_init(BitSet *bit_set, Arena *arena, uint32_t nbits); // all clear
static inline bool bitset_has(const BitSet *bit_set, uint32_t i) {
    return bit_set->w[i >> 6] >> (i & 63) & 1;
}
static inline void bitset_add(BitSet *set, uint32_t i) {
    set->w[i >> 6] |= 1ull << (i & 63);
}
static inline void bitset_del(BitSet *set, uint32_t i) {
    set->w[i >> 6] &= ~(1ull << (i & 63));
}
// Removes all members.
void bitset_clear(BitSet *set);
// Both sets have the same size, as in all operations on two.
void bitset_copy(BitSet *to, const BitSet *from);
bool bitset_or(BitSet *widened, const BitSet *added);        // true if it changed
bool bitset_and(BitSet *narrowed, const BitSet *kept);       // true if it changed
bool bitset_andnot(BitSet *narrowed, const BitSet *removed); // true if it changed
// Have they the same members?
bool bitset_equal(const BitSet *left, const BitSet *right);
// How many members there are.
uint32_t bitset_count(const BitSet *set);
// The first member >= from, or UINT32_MAX.
uint32_t bitset_next(const BitSet *set, uint32_t from);
#define BITSET_FOREACH(i, s)                                                                       \
    for (uint32_t i = bitset_next((s), 0); i != UINT32_MAX; i = bitset_next((s), i + 1))

// ---- atom.c: interned strings ------------------------------------------------------------------

typedef struct {
    const char *s; // NUL-terminated
    uint32_t len;
    uint32_t hash;
    uint16_t keyword; // the lexer's token kind when the spelling is a keyword, else 0
    uint16_t flags;   // the lexer's
    uint32_t param;   // 1 + its place among the parameters of the macro being defined, else 0
    void *macro;      // the preprocessor's current definition, or NULL
} AtomInfo;
// The atom of a text; the same text gives the same atom. Copied, so the text may die.
Atom atom_intern(Ctx *ctx, const char *s, size_t n);
void atom_reserve(Ctx *ctx, uint32_t n); // room for n atoms
Atom atom_intern_hashed(Ctx *ctx, const char *s, size_t n, uint32_t hash);
// The same for a text of which 8 bytes behind the end may be read: the lexer's.
Atom atom_intern_padded(Ctx *ctx, const char *s, size_t n, uint32_t hash);
static inline uint64_t atom_hash_step(uint64_t h, const char *s, size_t n) { // n <= 8
    uint64_t w = 0;
    memcpy(&w, s, n);
    h = (h ^ w) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}
// The hash that atom_intern_hashed expects.
static inline uint32_t atom_hash(const char *s, size_t n) {
    uint64_t h = n * 0x9e3779b97f4a7c15u;
    for (; n >= 8; n -= 8, s += 8) h = atom_hash_step(h, s, 8);
    return (uint32_t)(n ? atom_hash_step(h, s, n) : h);
}
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
// Of a text of 1 to 8 bytes, which are those of `w` with zeros behind.
static inline uint32_t atom_hash_short(uint64_t w, size_t n) {
    uint64_t h = (n * 0x9e3779b97f4a7c15u ^ w) * 0xd6e8feb86659fd93u;
    return (uint32_t)(h ^ h >> 32);
}
#endif
// The same for a text of which 8 bytes behind the end may be read.
static inline uint32_t atom_hash_padded(const char *s, size_t n) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t h = n * 0x9e3779b97f4a7c15u, w;
    for (; n > 8; n -= 8, s += 8) h = atom_hash_step(h, s, 8);
    memcpy(&w, s, 8);
    if (n < 8) w &= ((uint64_t)1 << n * 8) - 1;
    if (!n) return (uint32_t)h;
    h = (h ^ w) * 0xd6e8feb86659fd93u;
    return (uint32_t)(h ^ h >> 32);
#else
    return atom_hash(s, n);
#endif
}
// The same for a NUL-terminated text.
Atom atom_cstr(Ctx *ctx, const char *s);
// The same for one that outlives the context and is followed by 8 bytes that may be read: it is not
// copied.
Atom atom_fixed(Ctx *ctx, const char *s);
// The same for a formatted text, of any length.
Atom atom_printf(Ctx *ctx, const char *fmt, ...) CU_PRINTF(2, 3);
Atom atom_vprintf(Ctx *ctx, const char *fmt, va_list ap);
static inline AtomInfo *atom_info(Ctx *ctx, Atom a);
static inline const char *atom_str(Ctx *ctx, Atom a);
static inline uint32_t atom_len(Ctx *ctx, Atom a);

// ---- buf.c: growing output buffer --------------------------------------------------------------

typedef struct {
    Arena *arena;
    char *at; // not NUL-terminated; buf_cstr terminates
    size_t n, cap;
} Buf;
// An empty buffer; its memory comes from the arena with the first byte.
void buf_init(Buf *out, Arena *arena);
// Makes room for so many bytes more, which then need no check.
void buf_reserve(Buf *out, size_t more);
// Appends a text without its NUL.
void buf_puts(Buf *out, const char *s);
// A buffer may not write what lies in itself: it may move.
static inline void buf_write(Buf *out, const char *s, size_t n) {
    if (!n) return;
    if (CU_UNLIKELY(out->cap - out->n < n)) buf_reserve(out, n);
    memcpy(out->at + out->n, s, n);
    out->n += n;
}
static inline void buf_putc(Buf *out, char c) {
    if (CU_UNLIKELY(out->n == out->cap)) buf_reserve(out, 1);
    out->at[out->n++] = c;
}
void buf_u64(Buf *out, uint64_t v); // decimal
void buf_i64(Buf *out, int64_t v);
void buf_hex(Buf *out, uint64_t v, int digits); // lower case, zero padded to `digits`
// Appends the atom's text.
void buf_atom(Ctx *ctx, Buf *out, Atom a);
void buf_printf(Buf *out, const char *fmt, ...) CU_PRINTF(2, 3);
void buf_vprintf(Buf *out, const char *fmt, va_list ap);
void buf_json(Buf *b, const char *s); // a JSON string of UTF-8 text, with its quotes
// The text so far with a NUL behind it; valid until the next append.
const char *buf_cstr(Buf *out);

// ---- source.c: files and positions -------------------------------------------------------------
// Every byte of every file read and every macro expansion has a position in one 32-bit space
// (as in clang's SourceManager). The lexer registers ranges; everything else only resolves.

typedef struct {
    Atom file;          // presumed name (after #line and line markers)
    uint32_t line, col; // 1-based; col counts bytes
    const char *line_start;
    uint32_t line_len; // the physical line's text, for carets
    Pos included_from; // position of the #include, or 0
    Pos expanded_from; // macro expansion that this spelling came from, or 0
    Atom macro;        // its macro's name
    bool system;       // in a system header
} SrcLoc;
// Resolves a position to where the user should look: the expansion point of the outermost macro.
bool source_resolve(Ctx *ctx, Pos pos, SrcLoc *out);
// Whether it is in a system header, or in one of the toolkit's.
bool source_in_library(Ctx *ctx, Pos pos);
bool source_in_toolkit(Ctx *ctx, Pos pos); // one of the toolkit's headers
// Only the file's name, and positions around for which it is the same; cheaper. False: no such
// position.
typedef struct SrcFile {
    Atom name;
    Pos begin, end;
    bool system; // a system header
} SrcFile;
bool source_file(Ctx *ctx, Pos pos, SrcFile *out);
// Resolves to the spelling itself (inside a macro's body when it came from one).
bool source_resolve_spelling(Ctx *ctx, Pos pos, SrcLoc *out);

// Whether one of the files that are no system headers contains the word, wherever it stands. Left
// out are those below the directory that holds the file `library`.
bool source_mentions(Ctx *ctx, const char *word, const char *library);

// Registering, for lexers; each costs O(1). Texts must live as long as the Ctx and be followed by
// a NUL byte.
typedef struct SourceText SourceText; // one file's content, shared by its inclusions
SourceText *source_text(Ctx *ctx, Atom name, const char *text, uint32_t len);
// The text has moved; NULL: its memory is given back, and it is read again from the file `name` if
// somebody asks for a line of it.
void source_text_is(SourceText *t, const char *text);
// The position of the text's first byte; the range has len + 1 positions.
Pos source_add_file(Ctx *ctx, SourceText *source_text, Pos included_from, bool system);
// Positions for the n > 0 tokens of an expansion. Token i was spelled at the Pos that lies
// i * stride bytes after `spelling`, which must live as long as the Ctx.
Pos source_add_macro(Ctx *ctx, Atom macro, Pos expanded_from, uint32_t n, const void *spelling,
                     uint32_t stride);
enum { SOURCE_ENTER = 1, SOURCE_LEAVE = 2, SOURCE_SYSTEM = 4, SOURCE_LINE_ONLY = 8 };
// #line or a line marker: the line that begins at `at` (of the file registered last among those
// that hold it) is line `line` of `file` (0: unchanged).
void source_add_mark(Ctx *ctx, Pos at, uint32_t line, Atom file, unsigned flags);

// The file that holds `at` is a system header.
void source_set_system(Ctx *ctx, Pos at);
typedef void SourceVisit(void *data, const char *name, const char *text, uint32_t len, bool system);
// Calls `visit` for each inclusion of a file, in order. With texts it gets them too, read again
// where their memory was given back; else NULL.
void source_each(Ctx *ctx, bool texts, SourceVisit *visit, void *data);
Pos source_spelling(Ctx *ctx, Pos pos); // where it is written, in a file

// ---- diag.c: diagnostics -----------------------------------------------------------------------
// A diagnostic is a row of a module's `*_diag.def`:
//     DIAG(id, severity, group, "text with %s %d %A %T ...")
// Each is an object, and the linker finds it by its name: only the file of the module that has them
// (it includes base/diag_rows.h) is compiled again for a new one. DIAG_OF(module, id) is its
// address. Format letters: %s char*, %d int, %u unsigned, %lld int64, %A Atom, %c char, %% and
// letters that a module has registered with diag_printer (the front end: %T type, %D declaration,
// ...); also %lld %llu %zu %x and %.*s.

// SEV_ONCE is asked for only: the row's own, the first time.
typedef enum {
    SEV_IGNORED,
    SEV_NOTE,
    SEV_REMARK,
    SEV_WARNING,
    SEV_ERROR,
    SEV_FATAL,
    SEV_ONCE
} Severity;

// A row holds its strings itself: a pointer would be one more address that the loader of a shared
// library has to put in, before main, for a message that nearly no run gives.
typedef struct {
    uint8_t severity;           // Severity
    uint16_t group_at, text_at; // where in `strings` they begin
    char strings[];             // name, group and text, each with its end
} DiagRow;
#define DIAG_STRINGS(id, group, text) #id "\0" group "\0" text
#define DIAG_ROW(id, sev, group, text)                                                             \
    {                                                                                              \
        .severity = SEV_##sev, .group_at = sizeof #id, .text_at = sizeof #id + sizeof group,       \
        .strings = {                                                                               \
            DIAG_STRINGS(id, group, text)                                                          \
        }                                                                                          \
    }

// The id's spelling, as in -Wno-<group> lists and JSON.
static inline const char *diag_row_name(const DiagRow *row) {
    return row->strings;
}

// Option groups ("" for none): --diag_suppress=GROUP, -Werror=GROUP; a list "177,unused-variable"
// may begin with nvcc's number for the diagnostic.
static inline const char *diag_row_group(const DiagRow *row) {
    return row->strings + row->group_at;
}

// Lines after a \n are indented.
static inline const char *diag_row_text(const DiagRow *row) {
    return row->strings + row->text_at;
}

#define DIAG_DECLARE(module, id) extern const DiagRow module##_d_##id CU_HIDDEN
#define DIAG_OF(module, id)                                                                        \
    ({                                                                                             \
        DIAG_DECLARE(module, id);                                                                  \
        &module##_d_##id;                                                                          \
    })

typedef struct {
    Pos begin, end; // half open; begin == end inserts
    const char *replacement;
} FixIt;

typedef enum { DIAG_STYLE_NVCC, DIAG_STYLE_CLANG, DIAG_STYLE_JSON, DIAG_STYLE_SARIF } DiagStyle;

// Reports a row at a position. Returns false always, so that `return diag(...)` reads well.
// A NOTE belongs to the error or warning reported before it and vanishes with it. The same text at
// the same position is reported once. A FATAL row, or reaching the error limit, unwinds to
// ctx->unwind (without one, later reports are dropped); diag_render then says why, also for
// cu_fatal: the API boundary need not print ctx->fatal_text itself.
CU_COLD bool diag(Ctx *ctx, const DiagRow *row, Pos pos, ...);
CU_COLD bool diag_v(Ctx *ctx, const DiagRow *row, Pos pos, va_list ap);
CU_COLD bool diag_range(Ctx *ctx, const DiagRow *row, Pos pos, Pos begin, Pos end, ...);
// What the body of a parallel loop reports is held until the caller lets it go, in the order of
// indices: diag_hold says where the thread's reports go from now on (NULL: nowhere, they are not
// allowed), diag_let_go reports them. Without a loop diagnostics are reported at once.
typedef struct DiagHold {
    VEC(struct Diag) held;
} DiagHold;
void diag_hold(Ctx *worker, DiagHold *h);
void diag_let_go(Ctx *ctx, const DiagHold *h);
// Attaches a fix-it to the diagnostic reported last.
CU_COLD void diag_fixit(Ctx *ctx, FixIt f);
// Registers how a format letter prints its (pointer) argument.
void diag_printer(Ctx *ctx, char letter, void (*print)(Ctx *, Buf *, const void *));
// Lets through only errors that `pass` takes, and nothing behind the first error: what follows one
// that is not believed may be its consequence. Warnings are dropped.
typedef struct DiagFilter {
    bool (*pass)(void *data, const DiagRow *row, Pos pos);
    void *data;
    bool done;
} DiagFilter;
// Soft failure (SFINAE): while a trap is open diagnostics are counted, not reported.
typedef struct DiagTrap {
    struct DiagTrap *outer;
    DiagFilter *filter; // set after the push, with `hard`; inner traps inherit it
    uint32_t errors;
    bool hard;     // set while entering a non-immediate context: errors are reported after all
    bool silent;   // nothing inside is reported, hard or not (host code); inner traps inherit it
    bool keep;     // set after the push: the first error's text is kept (for a note that explains)
    bool pass_on;  // the text is handed to the outer trap
    bool was_live; // a note before the push would have been shown
    const char *text;
} DiagTrap;
// The errors that silent traps hid, failures of substitutions left out: how many there were, and
// the first since `text` was last set to NULL.
typedef struct DiagHidden {
    uint64_t n;
    Pos pos;
    const char *text;
} DiagHidden;
DiagHidden *diag_hidden(Ctx *ctx);
void diag_trap_push(Ctx *ctx, DiagTrap *t);
uint32_t diag_trap_pop(Ctx *ctx, DiagTrap *t); // number of errors caught
// Like diag_trap_push; when the trap around keeps its first error's text, it takes this one's.
void diag_trap_push_keep(Ctx *ctx, DiagTrap *t);
bool diag_trap_keeps(Ctx *ctx);
bool diag_trapped(Ctx *ctx); // an error reported now would be a soft failure
bool diag_silent(Ctx *ctx);  // nothing is shown
// Context lines are produced by this hook after each error and warning: it reports NOTE rows whose
// text completes "detected during ...", e.g. `instantiation of "%s"`.
void diag_set_backtrace(Ctx *ctx, void (*hook)(Ctx *, void *), void *data);
bool diag_live(Ctx *ctx); // a note reported now would be shown
// Changes severities by position: asked for warnings and for errors that may be lowered.
void diag_set_filter(Ctx *ctx, Severity (*filter)(Ctx *, const DiagRow *, Pos, Severity, void *),
                     void *data);
bool diag_row_named(const DiagRow *row, const char *name); // its id or one of its groups
uint32_t diag_error_count(Ctx *ctx);
bool diag_error_at(Ctx *ctx, Pos pos); // an error was reported there
uint64_t diag_errors_seen(Ctx *ctx);   // those caught by traps included
uint32_t diag_warning_count(Ctx *ctx);
// As if nothing had been reported: the text is to be read once more. Options stay.
void diag_forget(Ctx *ctx);
// Writes everything reported so far in the chosen style to a buffer (the driver prints it) and
// the closing line nvcc prints ("2 errors detected in the compilation of ...").
void diag_render(Ctx *ctx, Buf *out);

// Diagnostics as data (diag_read.c), in the order of reporting; a note belongs to what stands
// before it. What unwound without a diagnostic (no memory, a limit) is the last one.
typedef struct {
    uint8_t severity; // Severity
    const char *id;   // the row's name, "" for none
    const char *text;
    const char *file; // "" without a position
    uint32_t line, column;
} DiagView;
uint32_t diag_count(Ctx *ctx);
void diag_get(Ctx *ctx, uint32_t i, DiagView *out);

// The input's name, for the closing line.
void diag_set_input(Ctx *ctx, const char *name);
// Makes a module's rows known to diag_set_severity.
void diag_register(Ctx *ctx, const DiagRow *const *rows);

typedef struct {
    uint8_t style; // DiagStyle
    bool colour, werror, no_warnings, show_caret, display_number;
    bool hide_number; // warnings too are shown without theirs
    bool keep_last;   // warnings of the group "last" are given beside errors too
    bool show_remarks;
    bool show_silent;     // errors inside silent traps are reported as remarks
    uint32_t error_limit; // 0: none
} DiagOptions;
DiagOptions *diag_options(Ctx *ctx);
// What a number or name that a user gives stands for. A name of NVIDIA's becomes its number, which
// is in the groups of rows.
typedef enum { DIAG_REPORTED, DIAG_NEVER, DIAG_NO_NUMBER, DIAG_NO_TAG } DiagKnown;
DiagKnown diag_find(Ctx *ctx, const char **name);
// Changes the severity of a group or row by name, and says so where that changes nothing; `option`
// asks for it.
void diag_set_severity(Ctx *ctx, const char *option, const char *name, Severity severity);

// ---- ctx.c: one compilation --------------------------------------------------------------------

typedef struct AtomTable {
    AtomInfo **chunk; // chunks of 1024 AtomInfo
    uint32_t *slot;   // the hash's upper bits, and below them atom + 1, or 0; see atom_of_slot
    uint32_t n, nslot;
} AtomTable;

// The atom in a slot if it may be the one of that hash (whose lower bits chose the slot).
static inline bool atom_of_slot(const AtomTable *t, uint32_t slot, uint32_t hash, Atom *a) {
    uint32_t mask = t->nslot - 1;
    *a = (slot & mask) - 1;
    return !((slot ^ hash) & ~mask) && slot & mask;
}

struct Ctx {
    Arena perm;    // whole compilation
    Arena names;   // of atoms
    Arena scratch; // between marks
    AtomTable atoms;
    struct SourceMgr *sources; // source.c / lex
    struct DiagEngine *diags;  // diag.c
    struct Cxx *cxx;           // the front end, for its printers of diagnostics
    struct TimerSet *timers;   // timer.c, NULL when off
    uint32_t timer_node;       // the timer running now
    uint32_t timer_thread;     // number of the worker, for the trace
    jmp_buf *unwind;           // set by the API boundary
    const char *fatal_text;    // why we unwound
    bool internal_error;       // the reason was a bug of ours: exit code 3
    _Atomic size_t mem_limit;  // bytes over all arenas, 0: none
    _Atomic size_t mem_used;
    Ctx *root; // of a parallel loop's worker: the context that counts and limits the memory
    struct DiagHold *hold; // of a worker: where its diagnostics go
    struct TaskLoop *loop; // task.c: the parallel loop that runs below this context, or NULL
    uint64_t fault_at;     // fault.c: which allocation fails on purpose
    _Atomic uint64_t fault_seen;
    ArenaChunk *chunks; // every chunk of every arena, so that an unwinding loses none
    ArenaChunk *spare;  // large ones that were given back, to be used again
    uint32_t nspare;
    Pool pool;                  // of the smaller ones
    _Atomic bool chunks_locked; // workers share the lists of their root
    const _Atomic bool *cancel; // polled by ctx_poll; may be NULL
    bool (*stopped)(void *);    // likewise, asked with stopped_data; may be NULL
    void *stopped_data;
    uint64_t deadline;    // of the monotonic clock in ns, 0: none; polled too
    uint8_t stop;         // CtxStop: why it was unwound, if not for the input
    uint32_t max_depth;   // nesting limit for recursive code over user input
    uint32_t max_nesting; // likewise of source text, by its parser: brackets, statements, operators
    uint32_t max_chain;   // the same for what is written without nesting: a + b + c ...
    char *stack_low;      // set by cu_on_stack
    struct CtxMap {
        void *at;
        size_t n;
    } map[2];    // of ctx_map_file
    int dir[64]; // of ctx_hold_dir
    uint32_t ndir;
};

// Prepares a context (memory comes lazily).
void ctx_init(Ctx *ctx);
// A worker's context in a parallel loop (task.c): its memory is counted and limited by the
// parent's.
void ctx_init_worker(Ctx *ctx, Ctx *parent, uint32_t number, jmp_buf *unwind);
// All arenas of the context end with it, also those that nobody freed (after an unwinding).
void ctx_free(Ctx *ctx);
// A file's bytes until ctx_unmap or ctx_free, to be changed at will; two files at a time. NULL: not
// possible (read it then). Only for files that nobody cuts short meanwhile. (Not populated: that
// copies every page of a mapping that may be written to.)
void *ctx_map_file(Ctx *ctx, const char *path, size_t *n);
void ctx_unmap(Ctx *ctx, const void *at);
// Opens a directory relative to `at` (as openat does; flags besides O_DIRECTORY, O_CLOEXEC) and
// keeps it open until ctx_close_dirs or ctx_free. -1: not possible (errno), or too many are open
// (EMFILE).
int ctx_hold_dir(Ctx *ctx, int at, const char *path, int flags);
void ctx_close_dirs(Ctx *ctx);
typedef enum { STOP_NO, STOP_CANCEL, STOP_TIME, STOP_LIMIT, STOP_NO_MEMORY } CtxStop;
// Unwinds if the compilation was cancelled or its time is over. Arenas call it when they grow; long
// computations that do not allocate should.
void ctx_poll(Ctx *ctx);
// Reports a fatal diagnostic text and unwinds to ctx->unwind; aborts if there is none.
CU_COLD void cu_fatal(Ctx *ctx, const char *fmt, ...) CU_NORETURN CU_PRINTF(2, 3);
CU_COLD void cu_ice(Ctx *ctx, const char *file, int line, const char *what) CU_NORETURN;
// stack.c: fn(arg) on a stack that the depth limits fit on (the caller's, and a lower limit of
// chains, where there is no memory for one). fn returns; whatever unwinds is caught in it.
void cu_on_stack(Ctx *ctx, void (*fn)(void *), void *arg);
// Whether there is room on it for what the limits of depth and nesting may need beside each other;
// on a caller's stack only these limits count.
bool cu_stack_left(const Ctx *ctx);
// Where a MiB, or a quarter of a smaller stack, is left of the one that this runs on; NULL:
// unknown.
char *cu_stack_low(const Ctx *ctx);

// What is known of an atom; stays where it is as long as the context lives.
static inline AtomInfo *atom_info(Ctx *ctx, Atom a) {
    // another thread may be making the list of chunks longer (atom.c)
    return &__atomic_load_n(&ctx->atoms.chunk, __ATOMIC_ACQUIRE)[a >> 10][a & 1023];
}
// Its text, NUL-terminated.
static inline const char *atom_str(Ctx *ctx, Atom a) {
    return atom_info(ctx, a)->s;
}
static inline uint32_t atom_len(Ctx *ctx, Atom a) {
    return atom_info(ctx, a)->len;
}

#endif
