// SPDX-License-Identifier: Apache-2.0
// Bytecode, outside: the header, sections, strings, constants, globals ("Tile IR", section
// "Bytecode").
#include "tile/read/read_int.h"

#include <stdio.h>

// Only the first error is reported; every function below then gives zeros and stops.
bool tr_fail(Reader *r, const uint8_t *at, const char *format, ...) {
    if (r->failed) return false;
    r->failed = true;
    va_list args;
    va_start(args, format);
    Buf text;
    buf_init(&text, &r->ctx->perm);
    buf_vprintf(&text, format, args);
    va_end(args);
    return diag(r->ctx, DIAG_OF(tile, tile_bytecode), 0, r->module->file, buf_cstr(&text),
                (unsigned long long)(at - r->data));
}

// Parameters are cheap to name many times: a table of types can list one over and over. The
// budget keeps what is made from them proportional to the input.
bool tr_charge(Reader *r, uint64_t n, const uint8_t *at) {
    if (n > r->budget) return tr_fail(r, at, "too many parameters for the size of the input");
    r->budget -= n;
    return true;
}

// LEB128: seven bits a byte, the lowest first, at most ten bytes.
uint64_t tr_varint(Reader *r, Window *w) {
    uint64_t value = 0;
    const uint8_t *begin = w->at;
    for (unsigned shift = 0; !r->failed; shift += 7) {
        if (w->at == w->end) return tr_fail(r, begin, "a number ends outside of its part");
        uint8_t byte = *w->at++;
        if (shift > 63 || (shift == 63 && byte > 1)) {
            return tr_fail(r, begin, "a number has more than 64 bits");
        }
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
    return 0;
}

// Zigzag: the sign is the lowest bit.
int64_t tr_signed(Reader *r, Window *w) {
    uint64_t value = tr_varint(r, w);
    return (int64_t)(value >> 1 ^ (~(value & 1) + 1));
}

// Fixed width, little-endian, wherever the bytes lie.
uint64_t tr_little(Reader *r, Window *w, uint32_t bytes) {
    uint64_t value = 0;
    if (r->failed) return 0;
    if ((size_t)(w->end - w->at) < bytes) {
        return tr_fail(r, w->at, "%u bytes are missing", bytes - (uint32_t)(w->end - w->at));
    }
    for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)*w->at++ << (8 * i);
    return value;
}

uint8_t tr_byte(Reader *r, Window *w) {
    return (uint8_t)tr_little(r, w, 1);
}

// Each item takes `least` bytes or more, so a count is checked before memory is taken for it.
uint32_t tr_count(Reader *r, Window *w, uint32_t least, const char *what) {
    const uint8_t *begin = w->at;
    uint64_t n = tr_varint(r, w), most = (uint64_t)(w->end - w->at) / CU_MAX(least, 1);
    if (r->failed || (n <= most && n < UINT32_MAX)) return r->failed ? 0 : (uint32_t)n;
    tr_fail(r, begin, "%llu %s, but there is room for at most %llu", (unsigned long long)n, what,
            (unsigned long long)most);
    return 0;
}

// The window moves behind the part, whose reader cannot leave it.
Window tr_part(Reader *r, Window *w, uint64_t n, const char *what) {
    Window part = {w->at, w->at};
    if (r->failed) return part;
    if (n > (uint64_t)(w->end - w->at)) {
        tr_fail(r, w->at, "%s has %llu bytes, but %llu are left", what, (unsigned long long)n,
                (unsigned long long)(w->end - w->at));
        return part;
    }
    part.end = w->at += n;
    return part;
}

// Padding's bytes are not looked at: writers differ.
void tr_align(Reader *r, Window *w, const uint8_t *from, uint64_t alignment) {
    uint64_t over = (uint64_t)(w->at - from) % alignment;
    if (over) tr_part(r, w, alignment - over, "padding");
}

Atom tr_string(Reader *r, Window *w) {
    const uint8_t *begin = w->at;
    uint64_t i = tr_varint(r, w);
    if (r->failed) return 0;
    if (i < r->nstring) return r->string[i];
    tr_fail(r, begin, "string %llu of %u", (unsigned long long)i, r->nstring);
    return 0;
}

// A table of starts, then the items; an item ends where the next one begins.
Items tr_items(Reader *r, Window w, const uint8_t *from, uint32_t width, const char *what) {
    Items items = {tr_count(r, &w, width, what), NULL};
    if (r->failed || !items.n) return (Items){0, NULL};
    tr_align(r, &w, from, width);
    Window starts = tr_part(r, &w, (uint64_t)items.n * width, what);
    items.item = arena_array(r->arena, Window, items.n);
    uint64_t size = (uint64_t)(w.end - w.at), start = tr_little(r, &starts, width);
    for (uint32_t i = 0; !r->failed && i < items.n; i++) {
        uint64_t end = i + 1 < items.n ? tr_little(r, &starts, width) : size;
        if (start > end || end > size) {
            tr_fail(r, starts.at, "%s: item %u is from %llu to %llu of %llu bytes", what, i,
                    (unsigned long long)start, (unsigned long long)end, (unsigned long long)size);
            break;
        }
        items.item[i] = (Window){w.at + start, w.at + end};
        start = end;
    }
    return items;
}

// A section that is not there has no items.
static Items read_items(Reader *r, int section, uint32_t width, const char *what) {
    Window w = r->section[section];
    return r->seen[section] ? tr_items(r, w, w.at, width, what) : (Items){0, NULL};
}

static bool read_strings(Reader *r) {
    Items items = read_items(r, TILE_SEC_STRING, 4, "strings");
    if (r->failed) return false;
    r->string = arena_array(r->arena, Atom, items.n);
    r->nstring = items.n;
    for (uint32_t i = 0; i < items.n; i++) {
        size_t n = (size_t)(items.item[i].end - items.item[i].at);
        r->string[i] = atom_intern(r->ctx, (const char *)items.item[i].at, n);
        vec_push(&r->module->arena, &r->module->layout.strings, r->string[i]);
    }
    return true;
}

// Bytes whose type is known only where they are used.
static bool read_constants(Reader *r) {
    r->constants = read_items(r, TILE_SEC_CONSTANT, 8, "constants");
    for (uint32_t i = 0; !r->failed && i < r->constants.n; i++) {
        Window w = r->constants.item[i];
        TileAttr *attr = tile_attr_new(r->module, TILE_A_DENSE);
        attr->size = (uint64_t)(w.end - w.at);
        attr->data = arena_copy(&r->module->arena, w.at, attr->size, 8);
        attr->pool = i + 1;
        vec_push(&r->module->arena, &r->module->layout.constants, attr);
    }
    return !r->failed;
}

// Magic number, version, and a tag that is kept as it is.
static bool read_header(Reader *r, Window *w) {
    if (!tile_is_bytecode(r->data, (size_t)(r->end - r->data))) {
        return tr_fail(r, r->data, "it does not begin with 7f 'TileIR' 00");
    }
    w->at += 8;
    const uint8_t *begin = w->at;
    unsigned major = tr_byte(r, w), minor = tr_byte(r, w);
    r->module->tag = (uint16_t)tr_little(r, w, 2);
    r->module->version = TILE_VERSION(major, minor);
    if (r->failed) return false;
    if (major == 13 && r->module->version >= TILE_FIRST && r->module->version <= TILE_LAST)
        return true;
    return tr_fail(r, begin, "version %u.%u; versions 13.%u to 13.%u can be read", major, minor,
                   TILE_FIRST & 255, TILE_LAST & 255);
}

// Sections may come in any order, each once; the end has a number, too.
static bool read_section(Reader *r, Window *w) {
    static const uint8_t wanted[TILE_SECTIONS] = {1, 4, 8, 8, 8, 4, 1, 1};
    const uint8_t *begin = w->at;
    uint8_t head = tr_byte(r, w), id = head & 0x7f;
    if (r->failed) return false;
    if (id >= TILE_SECTIONS) {
        return tr_fail(r, begin, "section %u; there are sections 0 to %u", id, TILE_SECTIONS - 1);
    }
    uint64_t alignment = 1;
    if (id != TILE_SEC_END) {
        uint64_t size = tr_varint(r, w);
        if (head & 0x80) {
            alignment = tr_varint(r, w);
            if (!r->failed && (!alignment || alignment & (alignment - 1) || alignment > 1u << 20)) {
                return tr_fail(r, begin, "alignment %llu; it is a power of two",
                               (unsigned long long)alignment);
            }
            if (!r->failed) tr_align(r, w, r->data, alignment);
        }
        if (r->failed) return false;
        if (alignment % wanted[id]) {
            return tr_fail(r, begin, "section %u is aligned to %llu bytes; %u are needed", id,
                           (unsigned long long)alignment, wanted[id]);
        }
        if (r->seen[id]) return tr_fail(r, begin, "section %u for the second time", id);
        r->section[id] = tr_part(r, w, size, "a section");
    } else if (head & 0x80) {
        return tr_fail(r, begin, "the end is aligned");
    }
    r->seen[id] = true;
    if (id) vec_push(&r->module->arena, &r->module->layout.section, id | alignment << 8);
    return !r->failed;
}

static bool read_sections(Reader *r, Window *w) {
    while (!r->seen[TILE_SEC_END]) {
        if (!read_section(r, w)) return false;
    }
    if (w->at != w->end) return tr_fail(r, w->at, "something stands behind the end");
    if (!r->seen[TILE_SEC_STRING]) return tr_fail(r, w->at, "there is no section of strings");
    if (!r->seen[TILE_SEC_FUNC]) return tr_fail(r, w->at, "there is no section of functions");
    return true;
}

// Visibility and the mark of a constant came with 13.3.
static bool read_globals(Reader *r) {
    Window w = r->section[TILE_SEC_GLOBAL];
    bool extended = r->module->version >= TILE_VERSION(13, 3);
    uint32_t n = w.at == w.end ? 0 : tr_count(r, &w, extended ? 6 : 4, "globals");
    for (uint32_t i = 0; !r->failed && i < n; i++) {
        TileGlobal *global = arena_new(&r->module->arena, TileGlobal);
        const uint8_t *begin = w.at;
        global->at = (uint64_t)(begin - r->data);
        global->name = tr_string(r, &w);
        const TileType *type = tr_type(r, &w);
        global->value = type ? tr_dense(r, &w, type) : NULL;
        global->alignment = tr_varint(r, &w);
        global->visibility = extended ? tr_varint(r, &w) : 0;
        global->constant = extended ? tr_varint(r, &w) : 0;
        if (r->failed) return false;
        if (!global->name) return tr_fail(r, begin, "a global without a name");
        if (global->visibility > 1) {
            return tr_fail(r, begin, "visibility %llu; there are 0 (public) and 1 (private)",
                           (unsigned long long)global->visibility);
        }
        vec_push(&r->module->arena, &r->module->globals, global);
    }
    return !r->failed;
}

static bool read_producer(Reader *r) {
    if (!r->seen[TILE_SEC_PRODUCER]) return true;
    Window w = r->section[TILE_SEC_PRODUCER];
    r->module->producer = tr_string(r, &w);
    r->module->produced = true;
    return !r->failed;
}

// In the order in which parts refer to each other, not in that of the file.
static bool read_module(Reader *r) {
    Window all = {r->data, r->end};
    if (!read_header(r, &all) || !read_sections(r, &all)) return false;
    if (!read_strings(r) || !read_producer(r)) return false;
    r->types = read_items(r, TILE_SEC_TYPE, 4, "types");
    if (r->failed || !tr_type_table(r) || !read_constants(r)) return false;
    return tr_debug_table(r) && read_globals(r) && tr_functions(r);
}

bool tile_is_bytecode(const void *bytes, size_t size) {
    return size >= 8 && memcmp(bytes, "\x7fTileIR", 8) == 0;
}

// A number of at most 63 bits.
static bool plain_varint(const uint8_t *bytes, size_t *at, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        uint8_t byte = bytes[(*at)++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return true;
    }
    return false;
}

size_t tile_bytecode_size(const void *bytes) {
    enum { HEADER = 12, MOST = 1 << 30 };
    const uint8_t *data = bytes;
    size_t at = HEADER;
    // byte by byte: what is shorter ends where it differs
    for (size_t i = 0; i < 8; i++) {
        if (data[i] != (uint8_t) "\x7fTileIR"[i]) return 0;
    }
    while (at < MOST) {
        uint8_t head = data[at++], id = head & 0x7f;
        uint64_t size, alignment = 1;
        if (id == TILE_SEC_END) return at;
        if (id >= TILE_SECTIONS || !plain_varint(data, &at, &size) || size > MOST) return 0;
        if (head & 0x80 && !plain_varint(data, &at, &alignment)) return 0;
        if (!alignment || alignment & (alignment - 1) || alignment > 1u << 20) return 0;
        at = CU_ALIGN(at, (size_t)alignment) + size;
    }
    return 0;
}

TileModule *tile_read(Ctx *ctx, const char *file, const char *bytes, size_t size) {
    return tile_is_bytecode(bytes, size) ? tile_read_bytecode(ctx, file, bytes, size)
                                         : tile_read_text(ctx, file, bytes, size);
}

TileModule *tile_read_bytecode(Ctx *ctx, const char *file, const void *bytes, size_t size) {
    Arena scratch;
    arena_init(&scratch, ctx, "tile reader");
    Reader r = {.ctx = ctx, .arena = &scratch, .data = bytes, .end = (const uint8_t *)bytes + size};
    r.module = tile_module_new(ctx, file);
    r.budget = 4096 + 16 * size;
    bool ok = read_module(&r);
    arena_free(&scratch);
    if (ok) return r.module;
    tile_module_free(r.module);
    return NULL;
}
