// SPDX-License-Identifier: Apache-2.0
// Bytecode, written: the reader's mirror over the same tables. Strings, types, constants and
// records of debug information get numbers when they are first needed, beginning with those of the
// file that the module came from, in their order there.
#include "tile/write/write_int.h"

// What an older version lacks: an error of the one who asked for it.
bool tw_fail(Writer *w, const char *format, ...) {
    if (w->failed) return false;
    w->failed = true;
    va_list args;
    va_start(args, format);
    Buf text;
    buf_init(&text, &w->ctx->perm);
    buf_vprintf(&text, format, args);
    va_end(args);
    return diag(w->ctx, DIAG_OF(tile, tile_write), 0, w->module->file, w->module->version >> 8,
                w->module->version & 255, buf_cstr(&text));
}

// The shortest form, always.
void tw_varint(Buf *out, uint64_t value) {
    for (; value > 0x7f; value >>= 7) buf_putc(out, (char)(value | 0x80));
    buf_putc(out, (char)value);
}

void tw_signed(Buf *out, int64_t value) {
    tw_varint(out, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

void tw_little(Buf *out, uint64_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) buf_putc(out, (char)(value >> (8 * i)));
}

// The byte is the one that NVIDIA's writer pads with.
static void align(Buf *out, uint64_t alignment) {
    while (out->n % alignment) buf_putc(out, (char)0xcb);
}

// ---- numbers of what stands in tables ----------------------------------------------------------

// The number of a key in a map of numbers plus one; a new one becomes `next`.
static bool numbered(Map *map, uint64_t key, uint64_t next, uint64_t *number) {
    void **slot = map_slot(map, key);
    bool known = *slot != NULL;
    if (!known) *slot = (void *)(uintptr_t)(next + 1);
    *number = (uintptr_t)*slot - 1;
    return known;
}

uint64_t tw_string(Writer *w, Atom text) {
    uint64_t number;
    if (!numbered(&w->string_map, text + 1ull, w->strings.n, &number)) {
        vec_push(w->arena, &w->strings, text);
    }
    return number;
}

// Numbered at first use, after what it is made of.
uint64_t tw_type(Writer *w, const TileType *wanted) {
    uint64_t number;
    if (map_get(&w->type_map, (uintptr_t)wanted)) {
        numbered(&w->type_map, (uintptr_t)wanted, 0, &number);
        return number;
    }
    // What it stands on comes before it.
    if (wanted->sub) tw_type(w, wanted->sub);
    for (uint32_t i = 0; i < wanted->nin; i++) tw_type(w, wanted->in[i]);
    for (uint32_t i = 0; i < wanted->nout; i++) tw_type(w, wanted->out[i]);
    numbered(&w->type_map, (uintptr_t)wanted, w->types.n, &number);
    vec_push(w->arena, &w->types, wanted);
    return number;
}

// 0 is "unknown"; others count from 1.
uint64_t tw_record(Writer *w, const TileDebug *record) {
    uint64_t number;
    bool bare = record && record->kind == TILE_D_LOC && !record->ref[0]; // a place without a scope
    if (!record || bare) return 0;
    if (map_get(&w->record_map, (uintptr_t)record)) {
        numbered(&w->record_map, (uintptr_t)record, 0, &number);
        return number + 1;
    }
    if (record->ref[0]) tw_record(w, record->ref[0]);
    if (record->ref[1]) tw_record(w, record->ref[1]);
    numbered(&w->record_map, (uintptr_t)record, w->records.n, &number);
    vec_push(w->arena, &w->records, record);
    return number + 1;
}

// Kinds of locations that bytecode has not are errors also where places are not written.
void tw_check_location(Writer *w, const TileDebug *loc) {
    if (!loc || map_get(&w->location_map, (uintptr_t)loc)) return;
    map_put(&w->location_map, (uintptr_t)loc, w);
    if (loc->kind >= TILE_D_TAGS)
        tw_fail(w, "a location of kind '%s'", tile_debug_row[loc->kind].name);
    for (int i = 0; i < 2 && loc->kind == TILE_D_CALL; i++) tw_check_location(w, loc->ref[i]);
}

// Constants are the same when type and bytes are.
uint64_t tw_constant(Writer *w, const TileAttr *dense) {
    if (dense->pool) return dense->pool - 1;
    uint64_t hash = hash_bytes(dense->data, dense->size, (uintptr_t)dense->type);
    for (;; hash = hash_mix(hash, 1)) { // another one with this hash: look further
        uint64_t i = (uintptr_t)map_get(&w->constant_map, hash);
        if (!i) break;
        const TileAttr *other = w->constants.at[i - 1];
        if (other->type == dense->type && other->size == dense->size &&
            memcmp(other->data, dense->data, dense->size) == 0) {
            return i - 1;
        }
    }
    vec_push(w->arena, &w->constants, dense);
    map_put(&w->constant_map, hash, (void *)(uintptr_t)w->constants.n);
    return w->constants.n - 1;
}

// ---- tables ------------------------------------------------------------------------------------

// A count, where each item begins, and the items, which `put` writes.
static void write_items(Writer *w, Buf *out, uint32_t n, uint32_t width,
                        void (*put)(Writer *, Buf *, uint32_t)) {
    tw_varint(out, n);
    align(out, width);
    Buf items;
    buf_init(&items, w->arena);
    for (uint32_t i = 0; i < n; i++) {
        tw_little(out, items.n, width);
        put(w, &items, i);
    }
    buf_write(out, items.at, items.n);
}

static void put_string(Writer *w, Buf *out, uint32_t i) {
    buf_atom(w->ctx, out, w->strings.at[i]);
}

static void put_constant(Writer *w, Buf *out, uint32_t i) {
    const TileAttr *dense = w->constants.at[i];
    if (dense->type) tw_varint(out, dense->size); // else they are a file's bytes, with their count
    buf_write(out, (const char *)dense->data, dense->size);
}

static void put_sizes(Buf *out, const int64_t *at, uint32_t n, uint32_t bytes) {
    tw_varint(out, n);
    for (uint32_t i = 0; i < n; i++) tw_little(out, (uint64_t)at[i], bytes);
}

static void put_list(Writer *w, Buf *out, const TileType **at, uint32_t n) {
    tw_varint(out, n);
    for (uint32_t i = 0; i < n; i++) tw_varint(out, tw_type(w, at[i]));
}

// The mirror of read_field (read/types.c), letter by letter.
static void put_field(Writer *w, Buf *out, char field, const TileType *written) {
    uint16_t version = w->module->version;
    uint8_t flags = written->padding || written->pointer;
    switch (field) {
    case 't': tw_varint(out, tw_type(w, written->sub)); break;
    case 's': put_sizes(out, written->shape, written->nshape, 8); break;
    case 'S': put_sizes(out, written->shape, written->nshape, 4); break;
    case 'r': put_sizes(out, written->stride, written->nstride, 8); break;
    case 'R': put_sizes(out, written->stride, written->nstride, 4); break;
    case 'm': put_sizes(out, written->map, written->nmap, 4); break;
    case 'd': tw_varint(out, written->sparse); break;
    case 'f':
        put_list(w, out, written->in, written->nin);
        put_list(w, out, written->out, written->nout);
        break;
    case 'F':
        if (version >= TILE_VERSION(13, 3)) tw_varint(out, flags);
        break;
    case 'G':
        if (version >= TILE_VERSION(13, 4))
            tw_varint(out, flags);
        else if (flags)
            tw_fail(w, "the attribute of a pointer");
        break;
    case 'P':
        if (version < TILE_VERSION(13, 3)) buf_putc(out, (char)flags);
        // fall through
    case 'p':
        if (written->padding) tw_varint(out, written->padding - 1u);
        break;
    case 'A':
        if (written->pointer) tw_varint(out, written->pointer - 1u);
        break;
    }
}

static void put_type(Writer *w, Buf *out, uint32_t i) {
    const TileType *type = w->types.at[i];
    const TileTypeRow *row = &tile_type_row[type->kind];
    if (row->since > w->module->version) tw_fail(w, "type '%s'", row->name);
    tw_varint(out, row->tag);
    for (const char *field = row->fields; *field; field++) put_field(w, out, *field, type);
}

static void put_record(Writer *w, Buf *out, uint32_t i) {
    const TileDebug *record = w->records.at[i];
    int nref = 0, ntext = 0, nnumber = 0;
    tw_varint(out, record->kind);
    for (const char *field = tile_debug_row[record->kind].fields; *field;
         field = tile_field_next(field)) {
        if (*field == 's')
            tw_varint(out, tw_string(w, record->text[ntext++]));
        else if (*field == 'n')
            tw_varint(out, record->number[nnumber++]);
        else if (*field == 'm') {
            if (w->module->version >= TILE_VERSION(13, 5))
                tw_varint(out, record->number[nnumber++]);
        } else
            tw_varint(out, tw_record(w, record->ref[nref++]));
    }
}

static void write_debug(Writer *w, Buf *out) {
    tw_varint(out, w->lists.n);
    align(out, 4);
    VEC_FOREACH (uint32_t, begin, &w->lists) tw_little(out, *begin, 4);
    tw_varint(out, w->locs.n);
    align(out, 8);
    VEC_FOREACH (uint64_t, record, &w->locs) tw_little(out, *record, 8);
    // The table's places count from the section's begin.
    tw_varint(out, w->records.n);
    align(out, 4);
    Buf items;
    buf_init(&items, w->arena);
    for (uint32_t i = 0; i < w->records.n; i++) {
        tw_little(out, items.n, 4);
        put_record(w, &items, i);
    }
    buf_write(out, items.at, items.n);
}

static void write_globals(Writer *w, Buf *out) {
    bool extended = w->module->version >= TILE_VERSION(13, 3);
    tw_varint(out, w->module->globals.n);
    for (uint32_t i = 0; i < w->module->globals.n; i++) {
        const TileGlobal *global = w->module->globals.at[i];
        tw_varint(out, tw_string(w, global->name));
        tw_varint(out, tw_type(w, global->value->type));
        tw_varint(out, tw_constant(w, global->value));
        tw_varint(out, global->alignment);
        if (extended) {
            tw_varint(out, global->visibility);
            tw_varint(out, global->constant);
        } else if (global->visibility || global->constant) {
            tw_fail(w, "the private or constant global '%s'", atom_str(w->ctx, global->name));
        }
    }
}

// ---- the file ----------------------------------------------------------------------------------

// A file's own order first, so that writing it again gives the same numbers.
static void seed(Writer *w) {
    const TileLayout *layout = &w->module->layout;
    uint64_t number;
    for (uint32_t i = 0; i < layout->strings.n; i++) {
        numbered(&w->string_map, layout->strings.at[i] + 1ull, w->strings.n, &number);
        vec_push(w->arena, &w->strings, layout->strings.at[i]);
    }
    for (uint32_t i = 0; i < layout->types.n; i++) {
        numbered(&w->type_map, (uintptr_t)layout->types.at[i], w->types.n, &number);
        vec_push(w->arena, &w->types, layout->types.at[i]);
    }
    for (uint32_t i = 0; i < layout->constants.n; i++) {
        vec_push(w->arena, &w->constants, layout->constants.at[i]);
    }
    for (uint32_t i = 0; i < layout->debug.n; i++) {
        numbered(&w->record_map, (uintptr_t)layout->debug.at[i], w->records.n, &number);
        vec_push(w->arena, &w->records, layout->debug.at[i]);
    }
}

// Whether the file that the module came from had the section.
static bool had(const Writer *w, uint32_t id) {
    const TileLayout *layout = &w->module->layout;
    for (uint32_t i = 0; i < layout->section.n; i++) {
        if ((layout->section.at[i] & 255) == id) return true;
    }
    return false;
}

// Functions first: they say what strings, types and constants there are.
static void write_parts(Writer *w) {
    Buf *part = w->part;
    tw_functions_begin(w);
    if (w->module->globals.n) write_globals(w, &part[TILE_SEC_GLOBAL]);
    tw_functions(w, &part[TILE_SEC_FUNC]);
    if (had(w, TILE_SEC_FUNC)) {
        for (uint32_t i = 0; i < w->module->layout.tail; i++)
            buf_putc(&part[TILE_SEC_FUNC], (char)0xcb);
    } else {
        align(&part[TILE_SEC_FUNC], 8);
    }
    if (w->constants.n || had(w, TILE_SEC_CONSTANT))
        write_items(w, &part[TILE_SEC_CONSTANT], w->constants.n, 8, put_constant);
    if (w->lists.n || w->records.n || had(w, TILE_SEC_DEBUG)) write_debug(w, &part[TILE_SEC_DEBUG]);
    write_items(w, &part[TILE_SEC_TYPE], w->types.n, 4, put_type);
    if (w->module->produced && w->module->version >= TILE_VERSION(13, 3)) {
        tw_varint(&part[TILE_SEC_PRODUCER], tw_string(w, w->module->producer));
    }
    write_items(w, &part[TILE_SEC_STRING], w->strings.n, 4, put_string);
}

// Alignment counts from the file's begin, not from the buffer's.
static void write_section(Writer *w, Buf *out, uint32_t id, uint64_t alignment, uint64_t begin) {
    const Buf *part = &w->part[id];
    buf_putc(out, (char)(id | (alignment > 1 ? 0x80 : 0)));
    tw_varint(out, part->n);
    if (alignment > 1) {
        tw_varint(out, alignment);
        while ((out->n - begin) % alignment) buf_putc(out, (char)0xcb);
    }
    buf_write(out, part->at, part->n);
}

// Sections of the file that was read keep order and alignment; new ones follow.
static void write_file(Writer *w, Buf *out) {
    static const uint8_t order[] = {TILE_SEC_GLOBAL, TILE_SEC_FUNC, TILE_SEC_CONSTANT,
                                    TILE_SEC_DEBUG,  TILE_SEC_TYPE, TILE_SEC_PRODUCER,
                                    TILE_SEC_STRING};
    static const uint8_t aligned[TILE_SECTIONS] = {1, 4, 8, 8, 8, 4, 1, 1};
    const TileLayout *layout = &w->module->layout;
    uint64_t begin = out->n;
    bool done[TILE_SECTIONS] = {0};
    buf_write(out, "\x7fTileIR", 8);
    buf_putc(out, (char)(w->module->version >> 8));
    buf_putc(out, (char)w->module->version);
    tw_little(out, w->module->tag, 2);
    VEC_FOREACH (uint64_t, section, &layout->section) {
        uint32_t id = *section & 255;
        if (id != TILE_SEC_STRING) write_section(w, out, id, *section >> 8, begin);
        done[id] = id != TILE_SEC_STRING;
        // Strings are last in every file that is known; what is new stands before them.
        if (id == TILE_SEC_STRING) break;
    }
    for (size_t i = 0; i < CU_COUNT(order); i++) {
        uint32_t id = order[i];
        if (!done[id] && w->part[id].n) write_section(w, out, id, aligned[id], begin);
    }
    buf_putc(out, TILE_SEC_END);
}

bool tile_write_bytecode(TileModule *module, Buf *out) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile writer");
    Writer w = {.ctx = module->ctx, .arena = &arena, .module = module};
    map_init(&w.string_map, &arena);
    map_init(&w.type_map, &arena);
    map_init(&w.record_map, &arena);
    map_init(&w.location_map, &arena);
    map_init(&w.constant_map, &arena);
    for (int i = 0; i < TILE_SECTIONS; i++) buf_init(&w.part[i], &arena);
    seed(&w);
    write_parts(&w);
    if (!w.failed) write_file(&w, out);
    arena_free(&arena);
    return !w.failed;
}
