// SPDX-License-Identifier: Apache-2.0
// Bytecode: types and records of debug information. Both are tables whose items refer to each other
// by number, in any order, so that an item is read when it is asked for first.
#include "tile/read/read_int.h"

// ---- types -------------------------------------------------------------------------------------

// Fixed width, so that the count can be checked against the bytes.
static const int64_t *read_sizes(Reader *r, Window *w, uint32_t bytes, uint32_t *n) {
    *n = tr_count(r, w, bytes, "dimensions");
    int64_t *at = arena_array(r->arena, int64_t, *n);
    for (uint32_t i = 0; i < *n; i++) {
        uint64_t value = tr_little(r, w, bytes);
        at[i] = bytes == 4 ? (int32_t)value : (int64_t)value;
    }
    return at;
}

static const TileType **read_list(Reader *r, Window *w, uint32_t *n) {
    *n = tr_count(r, w, 1, "types of a function");
    const TileType **at = arena_array(r->arena, const TileType *, *n);
    for (uint32_t i = 0; i < *n && !r->failed; i++) at[i] = tr_type(r, w);
    return at;
}

// With one added: 0 is none.
static uint8_t read_enum(Reader *r, Window *w, TileEnum which) {
    const uint8_t *begin = w->at;
    uint64_t number = tr_varint(r, w);
    uint32_t length;
    if (!r->failed && !tile_enum_word(which, number, &length)) {
        tr_fail(r, begin, "%s %llu; there are: %s", tile_enum_row[which].name,
                (unsigned long long)number, tile_enum_row[which].words);
    }
    return r->failed ? 0 : (uint8_t)(number + 1);
}

// What `fields` of type.def says.
static void read_field(Reader *r, Window *w, char field, TileType *filled, uint64_t *flags) {
    uint16_t version = r->module->version;
    switch (field) {
    case 't': filled->sub = tr_type(r, w); break;
    case 's': filled->shape = read_sizes(r, w, 8, &filled->nshape); break;
    case 'S': filled->shape = read_sizes(r, w, 4, &filled->nshape); break;
    case 'r': filled->stride = read_sizes(r, w, 8, &filled->nstride); break;
    case 'R': filled->stride = read_sizes(r, w, 4, &filled->nstride); break;
    case 'm': filled->map = read_sizes(r, w, 4, &filled->nmap); break;
    case 'd': filled->sparse = tr_varint(r, w); break;
    case 'f':
        filled->in = read_list(r, w, &filled->nin);
        filled->out = read_list(r, w, &filled->nout);
        break;
    case 'F':
        if (version >= TILE_VERSION(13, 3)) *flags = tr_varint(r, w);
        break;
    case 'G':
        if (version >= TILE_VERSION(13, 4)) *flags = tr_varint(r, w);
        break;
    case 'P':
        if (version < TILE_VERSION(13, 3)) *flags = tr_byte(r, w);
        // fall through
    case 'p':
        if (*flags & 1) filled->padding = read_enum(r, w, TILE_E_PADDING);
        break;
    case 'A':
        if (*flags & 1) filled->pointer = read_enum(r, w, TILE_E_POINTER);
        break;
    }
}

// The kinds of types that a type may stand on.
static bool fits_inside(TileTypeKind outer, TileTypeKind inner) {
    bool number = tile_type_row[inner].class != TILE_CLASS_OTHER;
    if (outer == TILE_T_TILE) return number || inner == TILE_T_PTR;
    if (is_any_of(outer, TILE_T_PTR, TILE_T_TENSOR_VIEW)) return number && inner != TILE_T_I4;
    return inner == TILE_T_TENSOR_VIEW;
}

// The part of a type must be used up: nothing may hide behind it.
static const TileType *read_type(Reader *r, Window w) {
    const uint8_t *begin = w.at;
    uint64_t tag = tr_varint(r, &w);
    TileTypeKind kind = tile_type_tagged(tag);
    if (r->failed) return NULL;
    if (kind == TILE_T_COUNT) {
        tr_fail(r, begin, "type %llu is not known", (unsigned long long)tag);
        return NULL;
    }
    const TileTypeRow *row = &tile_type_row[kind];
    if (row->since > r->module->version) {
        tr_fail(r, begin, "type '%s' came with version 13.%u, the file has 13.%u", row->name,
                row->since & 255, r->module->version & 255);
        return NULL;
    }
    TileType type = {.kind = (uint8_t)kind};
    uint64_t flags = 0;
    for (const char *field = row->fields; *field && !r->failed; field++) {
        read_field(r, &w, *field, &type, &flags);
    }
    if (!r->failed && type.sub && !fits_inside(kind, (TileTypeKind)type.sub->kind)) {
        tr_fail(r, begin, "a '%s' of '%s'", row->name, tile_type_row[type.sub->kind].name);
    }
    if (!r->failed && w.at != w.end) tr_fail(r, w.at, "type '%s' ends before its part", row->name);
    return r->failed ? NULL : tile_type(r->module, &type);
}

// `busy` finds types that contain themselves; depth is bounded as in text.
static const TileType *type_number(Reader *r, uint64_t i, const uint8_t *at) {
    if (r->failed) return NULL;
    if (i >= r->types.n) {
        tr_fail(r, at, "type %llu of %u", (unsigned long long)i, r->types.n);
    } else if (r->type[i]) {
        return r->type[i];
    } else if (r->busy[i] || r->depth > TILE_MAX_DEPTH) {
        tr_fail(r, at, r->busy[i] ? "type %llu contains itself" : "type %llu is nested too deeply",
                (unsigned long long)i);
    } else {
        r->busy[i] = 1;
        r->depth++;
        r->type[i] = read_type(r, r->types.item[i]);
        r->depth--;
        r->busy[i] = 0;
        return r->type[i];
    }
    return NULL;
}

const TileType *tr_type(Reader *r, Window *w) {
    const uint8_t *begin = w->at;
    uint64_t i = tr_varint(r, w);
    return type_number(r, i, begin);
}

// All of them, used or not, since the writer gives them back.
bool tr_type_table(Reader *r) {
    r->type = arena_array(r->arena, const TileType *, r->types.n);
    r->busy = arena_array(r->arena, uint8_t, r->types.n);
    for (uint32_t i = 0; i < r->types.n; i++) {
        const TileType *type = type_number(r, i, r->types.item[i].at);
        if (!type) return false;
        vec_push(&r->module->arena, &r->module->layout.types, type);
    }
    return true;
}

// ---- debug information -------------------------------------------------------------------------

static const TileDebug *record_number(Reader *r, uint64_t number, const uint8_t *at);

static const TileDebug *read_record(Reader *r, Window w) {
    const uint8_t *begin = w.at;
    uint64_t tag = tr_varint(r, &w);
    if (!r->failed && tag >= TILE_D_TAGS) {
        tr_fail(r, begin, "record %llu of debug information; there are 0 to %u",
                (unsigned long long)tag, TILE_D_TAGS - 1);
    }
    if (r->failed) return NULL;
    TileDebug *record = arena_new(&r->module->arena, TileDebug);
    record->kind = (uint8_t)tag;
    int nref = 0, ntext = 0, nnumber = 0;
    for (const char *field = tile_debug_row[tag].fields; *field && !r->failed;
         field = tile_field_next(field)) {
        const uint8_t *at = w.at;
        if (*field == 's') {
            record->text[ntext++] = tr_string(r, &w);
        } else if (is_any_of(*field, 'n', 'm')) {
            bool newer = *field == 'm' && r->module->version < TILE_VERSION(13, 5);
            if (!newer) record->number[nnumber++] = tr_varint(r, &w);
        } else {
            const TileDebug *ref = record_number(r, tr_varint(r, &w), at);
            if (!tile_debug_fits(*field, ref)) {
                tr_fail(r, at, "a '%s' in a '%s'", ref ? tile_debug_row[ref->kind].name : "nothing",
                        tile_debug_row[tag].name);
            }
            record->ref[nref++] = ref;
        }
    }
    return r->failed ? NULL : record;
}

// 0 is "unknown", others count from 1.
static const TileDebug *record_number(Reader *r, uint64_t number, const uint8_t *at) {
    if (!number || r->failed) return NULL;
    uint64_t i = number - 1;
    if (i >= r->debug.n) {
        tr_fail(r, at, "record %llu of debug information of %u", (unsigned long long)number,
                r->debug.n);
    } else if (r->record[i]) {
        return r->record[i];
    } else if (r->debug_busy[i] || r->depth > TILE_MAX_DEPTH) {
        tr_fail(r, at, "a record of debug information contains itself, or is nested too deeply");
    } else {
        r->debug_busy[i] = 1;
        r->depth++;
        r->record[i] = read_record(r, r->debug.item[i]);
        r->depth--;
        r->debug_busy[i] = 0;
        return r->record[i];
    }
    return NULL;
}

// Three tables in one section: where each function's places begin, the places, and the
// records that they name.
bool tr_debug_table(Reader *r) {
    r->next_loc = UINT64_MAX;
    if (!r->seen[TILE_SEC_DEBUG]) return true;
    Window w = r->section[TILE_SEC_DEBUG];
    const uint8_t *from = w.at;
    r->nlist = tr_count(r, &w, 4, "lists of locations");
    tr_align(r, &w, from, 4);
    r->list = tr_part(r, &w, (uint64_t)r->nlist * 4, "lists of locations").at;
    r->nindex = tr_count(r, &w, 8, "locations");
    tr_align(r, &w, from, 8);
    r->index = tr_part(r, &w, (uint64_t)r->nindex * 8, "locations").at;
    // The table's padding counts from the section's begin, as that of the lists does.
    r->debug = tr_items(r, w, from, 4, "records of debug information");
    if (r->failed) return false;
    uint32_t n = r->debug.n;
    r->record = arena_array(r->arena, const TileDebug *, n);
    r->debug_busy = arena_array(r->arena, uint8_t, n);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        const TileDebug *record = record_number(r, i + 1ull, r->debug.item[i].at);
        if (record) vec_push(&r->module->arena, &r->module->layout.debug, record);
    }
    return !r->failed;
}

// Operations take places one after the other, in the order of the file.
const TileDebug *tr_next_loc(Reader *r, const uint8_t *at) {
    if (r->next_loc == UINT64_MAX || r->failed) return NULL;
    if (r->next_loc >= r->nindex) {
        tr_fail(r, at, "there are %u locations, more operations have one", r->nindex);
        return NULL;
    }
    Window w = {r->index + 8 * r->next_loc, r->index + 8 * r->next_loc + 8};
    r->next_loc++;
    const TileDebug *record = record_number(r, tr_little(r, &w, 8), at);
    if (!r->failed && !tile_debug_fits('l', record)) {
        tr_fail(r, at, "a '%s' as a location", tile_debug_row[record->kind].name);
    }
    return record;
}
