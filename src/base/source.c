// SPDX-License-Identifier: Apache-2.0
// Positions. Every inclusion of a file and every macro expansion takes a range of one 32-bit space;
// ranges are entries of a sorted table (they are only ever appended), found by binary search. Line
// tables are made when a position of the file is first resolved. The idea is clang's SourceManager.
//
// Invariants: entry bases ascend; an expansion's `from` and its spelling positions lie below its
// base, so every walk towards a file ends.
#include "base/base.h"

#include <fcntl.h>
#include <unistd.h>

enum { CHUNK = 1024 };

struct SourceText {
    Atom name;
    const char *text; // NULL: in the file of that name
    uint32_t len;
    uint32_t *line; // offsets of line starts, made lazily
    uint32_t nline;
    uint32_t last_line; // found last
    bool changed;       // on the disk, since it was read: there is nothing to show
};

typedef struct {
    uint32_t offset; // where the marked line begins
    uint32_t line;
    uint32_t phys; // physical line number of `offset`, 0: not computed yet
    uint32_t up;   // mark of the including file + 1
    Atom file;
    Pos from; // the line marker that entered this file
    bool system;
} Mark;

typedef struct {
    SourceText *text;
    VEC(Mark) marks;
    bool system;
} Inclusion;

typedef struct {
    Pos base;
    Pos from;         // #include or expanded macro name
    Atom macro;       // 0: a file
    uint32_t stride;  // of the spelling positions
    const void *data; // Inclusion, or the first spelling position
} Entry;

typedef struct SourceMgr {
    Entry **chunk;
    uint32_t n, nchunk;
    Pos next;                       // first free position
    uint32_t last_file, last_macro; // entries found last
    const char *toolkit;            // the toolkit's folder of headers, with its length
    size_t toolkit_length;          // 0: none of them among the entries before `toolkit_seen`
    uint32_t toolkit_seen;
} SourceMgr;

// The context's table, made at the first use; position 0 is none.
static SourceMgr *mgr(Ctx *ctx) {
    if (CU_UNLIKELY(!ctx->sources)) {
        ctx->sources = arena_new(&ctx->perm, SourceMgr);
        ctx->sources->next = 1;
    }
    return ctx->sources;
}

static inline Entry *entry(const SourceMgr *m, uint32_t i) {
    return &m->chunk[i / CHUNK][i % CHUNK];
}

// A new entry for n positions at the end of the space. Entries never move: the directory of chunks
// does. Unwinds when the space is used up.
static Entry *add_entry(Ctx *ctx, SourceMgr *table, uint32_t n) {
    if (table->n % CHUNK == 0) {
        uint32_t k = table->n / CHUNK;
        if (k == table->nchunk) {
            Entry **dir = arena_array(&ctx->perm, Entry *, k ? k * 2 : 16);
            if (k) memcpy(dir, table->chunk, k * sizeof *dir);
            table->chunk = dir;
            table->nchunk = k ? k * 2 : 16;
        }
        table->chunk[k] = arena_alloc(&ctx->perm, CHUNK * sizeof(Entry), _Alignof(Entry));
    }
    if (CU_UNLIKELY(n >= UINT32_MAX - table->next)) {
        cu_fatal(ctx, "translation unit exceeds 4 GiB of source and macro expansions");
    }
    Entry *e = entry(table, table->n++);
    e->base = table->next;
    table->next += n;
    return e;
}

// Registers nothing yet: source_add_file does, each time the text is included.
SourceText *source_text(Ctx *ctx, Atom name, const char *text, uint32_t len) {
    SourceText *t = arena_new(&ctx->perm, SourceText);
    t->name = name;
    t->text = text;
    t->len = len;
    return t;
}

void source_text_is(SourceText *t, const char *text) {
    t->text = text;
}

// The text, from the disk if its memory has been given back.
static void load(Ctx *ctx, SourceText *source) {
    if (source->text) return;
    char *text = arena_alloc(&ctx->perm, (size_t)source->len + 2, 1);
    int fd = open(atom_str(ctx, source->name), O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    ssize_t k = fd < 0 ? 0 : 1;
    while (k > 0 && n <= source->len && (k = read(fd, text + n, source->len + 1 - n)) > 0)
        n += (size_t)k;
    if (fd >= 0) close(fd);
    source->changed = n != source->len;
    if (source->changed) memset(text, 0, source->len);
    memset(text + source->len, 0, 2);
    source->text = text;
}

// One position more than bytes, so that the end of the file has one.
Pos source_add_file(Ctx *ctx, SourceText *source, Pos included_from, bool system) {
    Entry *e = add_entry(ctx, mgr(ctx), source->len + 1);
    Inclusion *inc = arena_new(&ctx->perm, Inclusion);
    inc->text = source;
    inc->system = system;
    e->from = included_from;
    e->macro = 0;
    e->stride = 0;
    e->data = inc;
    return e->base;
}

// Nothing is copied; the spelling positions are read when somebody asks.
Pos source_add_macro(Ctx *ctx, Atom macro, Pos expanded_from, uint32_t n, const void *spelling,
                     uint32_t stride) {
    Entry *e = add_entry(ctx, mgr(ctx), n);
    e->from = expanded_from;
    e->macro = macro;
    e->stride = stride;
    e->data = spelling;
    return e->base;
}

static bool holds(const SourceMgr *table, uint32_t i, Pos pos) {
    if (entry(table, i)->base > pos) return false;
    return i + 1 == table->n || pos < entry(table, i + 1)->base;
}

// The index of the entry that holds a position, looked for from an entry that may be close: in
// steps that double up to one behind it, then by halves.
static uint32_t search(const SourceMgr *table, uint32_t from, Pos pos) {
    uint32_t lo = 0, hi = from; // entry(lo).base <= pos < entry(hi).base
    if (entry(table, from)->base <= pos) {
        uint32_t step = 1;
        for (lo = from, hi = from + 1; hi < table->n && entry(table, hi)->base <= pos; step *= 2) {
            lo = hi;
            hi = step < table->n - lo ? lo + step : table->n;
        }
    }
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (entry(table, mid)->base <= pos) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

// The entry that holds a position, NULL for none. Questions come in the order of the text: in the
// file of the last answer, or in an expansion soon behind the last one.
static Entry *find(SourceMgr *table, Pos pos) {
    if (!table || !pos || pos >= table->next || !table->n) return NULL;
    if (holds(table, table->last_file, pos)) return entry(table, table->last_file);
    uint32_t i = search(table, table->last_macro, pos);
    Entry *found = entry(table, i);
    if (found->macro)
        table->last_macro = i;
    else
        table->last_file = i;
    return found;
}

static Pos spelling_of(const Entry *e, Pos pos) {
    Pos p;
    memcpy(&p, (const char *)e->data + (size_t)(pos - e->base) * e->stride, sizeof p);
    return p;
}

// Marks of a file ascend. A marker that enters a file remembers the one before it, and one that
// leaves goes back to that: so preprocessed text keeps its chain of inclusions.
void source_add_mark(Ctx *ctx, Pos at, uint32_t line, Atom file, unsigned flags) {
    Entry *entry = find(mgr(ctx), at);
    if (!entry || entry->macro) return;
    Inclusion *inc = (Inclusion *)entry->data;
    Mark mark = {.offset = at - entry->base, .line = line};
    uint32_t n = inc->marks.n;
    const Mark *cur = n ? &inc->marks.at[n - 1] : NULL;
    mark.file = file ? file : cur ? cur->file : inc->text->name;
    mark.system =
        flags & SOURCE_LINE_ONLY ? (cur ? cur->system : inc->system) : (flags & SOURCE_SYSTEM) != 0;
    if (flags & SOURCE_ENTER) {
        mark.up = n; // index of the current mark + 1
        mark.from = mark.offset ? at - 1 : 0;
    } else {
        const Mark *like = cur;
        if (flags & SOURCE_LEAVE) like = cur && cur->up ? &inc->marks.at[cur->up - 1] : NULL;
        mark.up = like ? like->up : 0;
        mark.from = like ? like->from : entry->from;
    }
    vec_push(&ctx->perm, &inc->marks, mark);
}

// Finds the starts of all lines; twice over the text, for the count and for the offsets.
static void make_lines(Ctx *ctx, SourceText *source) {
    load(ctx, source);
    uint32_t n = 1;
    const char *end = source->text + source->len;
    for (const char *p = source->text; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    source->line = arena_alloc(&ctx->perm, n * sizeof *source->line, _Alignof(uint32_t));
    source->line[0] = 0;
    source->nline = 1;
    for (const char *p = source->text; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++) {
        source->line[source->nline++] = (uint32_t)(p + 1 - source->text);
    }
}

// The 0-based line that holds an offset. Questions come in the order of the text: the line is the
// last one or soon behind it.
static uint32_t line_of(Ctx *ctx, SourceText *source, uint32_t off) {
    if (!source->line) make_lines(ctx, source);
    enum { NEAR = 8 };
    uint32_t lo = 0, hi = source->nline;
    if (source->line[source->last_line] <= off) {
        lo = source->last_line;
        uint32_t near = CU_MIN(lo + NEAR, hi);
        while (lo + 1 < near && source->line[lo + 1] <= off) lo++;
        if (lo + 1 < near) hi = lo + 1;
    }
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (source->line[mid] <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    source->last_line = lo;
    return lo;
}

// The mark in force at an offset, or NULL before the first.
static const Mark *mark_at(const Inclusion *inc, uint32_t off) {
    uint32_t n = vec_up_to(&inc->marks, offset, off);
    return n ? &inc->marks.at[n - 1] : NULL;
}

// What a position in a file means: the physical place, then what the marks make of it. A file that
// has changed on the disk shows no text.
static void fill(Ctx *ctx, const Entry *entry, Pos pos, SrcLoc *out) {
    Inclusion *inc = (Inclusion *)entry->data;
    SourceText *source = inc->text;
    load(ctx, source);
    uint32_t off = pos - entry->base, line = line_of(ctx, source, off);
    out->file = source->name;
    out->line = line + 1;
    out->col = source->changed ? 1 : off - source->line[line] + 1;
    out->line_start = source->text + source->line[line];
    uint32_t stop = line + 1 < source->nline ? source->line[line + 1] - 1 : source->len;
    if (stop > source->line[line] && source->text[stop - 1] == '\r') stop--;
    out->line_len = source->changed ? 0 : stop - source->line[line];
    out->included_from = entry->from;
    out->system = inc->system;
    Mark *m = (Mark *)mark_at(inc, off);
    if (m) {
        if (!m->phys) m->phys = line_of(ctx, source, m->offset) + 1;
        out->file = m->file;
        out->line = m->line + (line + 1 - m->phys);
        out->included_from = m->from;
        out->system = m->system;
    }
}

// The file's entry for the place where the outermost macro was expanded; *pos becomes that place.
static Entry *find_expansion(Ctx *ctx, Pos *pos) {
    Entry *e = find(ctx->sources, *pos);
    while (e && e->macro) {
        *pos = e->from;
        e = find(ctx->sources, *pos);
    }
    return e;
}

// The length of the directory in front of `tail` in the name of a file that ends so, among the
// entries from `first` on; 0: no file does.
static size_t directory_of(Ctx *ctx, const char *tail, uint32_t first, const char **name) {
    for (uint32_t i = first; i < ctx->sources->n; i++) {
        const Entry *range = entry(ctx->sources, i);
        if (range->macro) continue;
        *name = atom_str(ctx, ((const Inclusion *)range->data)->text->name);
        size_t length = strlen(*name), end = strlen(tail);
        if (length > end && strcmp(*name + length - end, tail) == 0) return length - end;
    }
    return 0;
}

bool source_mentions(Ctx *ctx, const char *word, const char *library) {
    SourceMgr *sources = mgr(ctx);
    const char *directory = NULL;
    size_t length = directory_of(ctx, library, 0, &directory);
    for (uint32_t i = 0; i < sources->n; i++) {
        const Entry *range = entry(sources, i);
        if (range->macro) continue;
        const Inclusion *inclusion = range->data;
        if (inclusion->system) continue;
        const char *name = atom_str(ctx, inclusion->text->name);
        if (length && strncmp(name, directory, length) == 0) continue;
        load(ctx, inclusion->text);
        if (strstr(inclusion->text->text, word)) return true;
    }
    return false;
}

// Asked for each error in an instance, so entries are looked at once.
static void find_toolkit(Ctx *ctx, SourceMgr *sources) {
    if (sources->toolkit_length) return;
    sources->toolkit_length =
        directory_of(ctx, "crt/host_config.h", sources->toolkit_seen, &sources->toolkit);
    sources->toolkit_seen = sources->n;
}

static bool is_toolkit_file(Ctx *ctx, Atom file) {
    SourceMgr *sources = mgr(ctx);
    find_toolkit(ctx, sources);
    return sources->toolkit_length &&
           strncmp(atom_str(ctx, file), sources->toolkit, sources->toolkit_length) == 0;
}

bool source_in_toolkit(Ctx *ctx, Pos pos) {
    SrcFile file;
    return source_file(ctx, pos, &file) && is_toolkit_file(ctx, file.name);
}

bool source_in_library(Ctx *ctx, Pos pos) {
    SrcLoc at;
    if (!source_resolve(ctx, pos, &at) || at.system) return at.system;
    return is_toolkit_file(ctx, at.file);
}

// False, and *out zero, for no position.
bool source_resolve(Ctx *ctx, Pos pos, SrcLoc *out) {
    memset(out, 0, sizeof *out);
    Entry *e = find_expansion(ctx, &pos);
    if (!e) return false;
    fill(ctx, e, pos, out);
    return true;
}

void source_each(Ctx *ctx, bool texts, SourceVisit *visit, void *data) {
    const SourceMgr *table = mgr(ctx);
    for (uint32_t i = 0; i < table->n; i++) {
        const Entry *e = entry(table, i);
        if (e->macro) continue;
        const Inclusion *inclusion = e->data;
        SourceText *source = inclusion->text;
        if (texts) load(ctx, source);
        // of preprocessed text the markers say what it was made of
        for (uint32_t k = 0; k < inclusion->marks.n; k++) {
            const Mark *mark = &inclusion->marks.at[k];
            if (mark->file) visit(data, atom_str(ctx, mark->file), NULL, 0, mark->system);
        }
        visit(data, atom_str(ctx, source->name), texts ? source->text : NULL, source->len,
              inclusion->system);
    }
}

// In an expansion the answer holds for the asked position alone.
bool source_file(Ctx *ctx, Pos pos, SrcFile *out) {
    Pos asked = pos;
    Entry *entry = find_expansion(ctx, &pos);
    if (!entry) return false;
    const Inclusion *inc = entry->data;
    const Mark *mark = mark_at(inc, pos - entry->base);
    *out = (SrcFile){.name = mark ? mark->file : inc->text->name, .begin = asked, .end = asked + 1};
    out->system = mark ? mark->system : inc->system;
    if (asked != pos) return true; // in an expansion
    uint32_t n = inc->marks.n, next = mark ? (uint32_t)(mark - inc->marks.at) + 1 : 0;
    out->begin = entry->base + (mark ? mark->offset : 0);
    if (next < n) // up to the next #line
        out->end = entry->base + inc->marks.at[next].offset;
    else if (!n)
        out->end = entry->base + inc->text->len;
    return true;
}

// The macro named in *out is the innermost one around the position.
bool source_resolve_spelling(Ctx *ctx, Pos pos, SrcLoc *out) {
    memset(out, 0, sizeof *out);
    Entry *entry = find(ctx->sources, pos);
    Pos from = 0;
    Atom macro = 0;
    if (entry && entry->macro) {
        from = entry->from;
        macro = entry->macro;
    }
    while (entry && entry->macro) {
        pos = spelling_of(entry, pos);
        entry = find(ctx->sources, pos);
    }
    if (!entry) return false;
    fill(ctx, entry, pos, out);
    out->expanded_from = from;
    out->macro = macro;
    return true;
}

void source_set_system(Ctx *ctx, Pos at) {
    Entry *e = find(mgr(ctx), at);
    if (e && !e->macro) ((Inclusion *)e->data)->system = true;
}

// Ends, because spelling positions lie below their expansion.
Pos source_spelling(Ctx *ctx, Pos pos) {
    Entry *e = find(ctx->sources, pos);
    while (e && e->macro) {
        pos = spelling_of(e, pos);
        e = find(ctx->sources, pos);
    }
    return pos;
}
