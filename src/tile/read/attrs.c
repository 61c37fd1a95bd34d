// SPDX-License-Identifier: Apache-2.0
// Bytecode: attributes. What an operation's row names comes without its tag; elements of arrays and
// dictionaries, predicates and the hints of functions begin with it.
#include "tile/read/read_int.h"

// A boolean is one byte, everything wider a varint.
static void read_integer(Reader *r, Window *w, TileAttr *number, uint32_t bits) {
    const uint8_t *begin = w->at;
    number->bits = bits == 1 ? tr_byte(r, w) : tr_varint(r, w);
    if (bits < 64 && number->bits >> bits) {
        tr_fail(r, begin, "%llu does not fit into %u bits", (unsigned long long)number->bits, bits);
    }
}

// A byte, or the bits as a signed varint.
static void read_float(Reader *r, Window *w, TileAttr *number, uint32_t bits) {
    const uint8_t *begin = w->at;
    number->bits = bits <= 8 ? tr_byte(r, w) : (uint64_t)tr_signed(r, w);
    if (bits < 64 && number->bits >> bits)
        tr_fail(r, begin, "a number does not fit into %u bits", bits);
}

static void read_typed(Reader *r, Window *w, TileAttr *number, TileTypeClass class) {
    const uint8_t *begin = w->at;
    number->type = tr_type(r, w);
    if (r->failed) return;
    const TileTypeRow *row = &tile_type_row[number->type->kind];
    if (row->class != class) {
        tr_fail(r, begin, "an %s attribute of type '%s'", tile_attr_row[number->kind].name,
                row->name);
    } else if (class == TILE_CLASS_INT) {
        read_integer(r, w, number, row->bits);
    } else {
        read_float(r, w, number, row->bits);
    }
}

// Numbers of fixed width: 8 bits are booleans.
static void read_ints(Reader *r, Window *w, TileAttr *numbers, uint32_t bits) {
    const uint8_t *begin = w->at;
    numbers->n = tr_count(r, w, bits / 8, "numbers");
    int64_t *at = arena_array(&r->module->arena, int64_t, numbers->n);
    for (uint32_t i = 0; i < numbers->n && !r->failed; i++) {
        uint64_t value = tr_little(r, w, bits / 8);
        at[i] = bits == 32 ? (int32_t)value : bits == 8 ? (int8_t)value : (int64_t)value;
        // The two ends of the range are marks in NVIDIA's tables.
        bool end = bits == 32 ? is_any_of(at[i], INT32_MIN, INT32_MAX)
                              : is_any_of(at[i], INT64_MIN, INT64_MAX);
        if (end) tr_fail(r, begin, "%lld in a list of numbers", (long long)at[i]);
        if (bits == 8 && (at[i] & ~1)) tr_fail(r, begin, "%d in a list of booleans", (int)at[i]);
    }
    numbers->number = at;
}

// At least a tag and one byte for each element: that bounds the count.
static void read_array(Reader *r, Window *w, TileAttr *array) {
    array->n = tr_count(r, w, 2, "elements");
    const TileAttr **at = arena_array(&r->module->arena, const TileAttr *, array->n);
    for (uint32_t i = 0; i < array->n && !r->failed; i++) at[i] = tr_tagged(r, w);
    array->item = at;
}

// Names may come in any order, but only once.
static void read_dictionary(Reader *r, Window *w, TileAttr *dictionary) {
    dictionary->n = tr_count(r, w, 3, "entries");
    TileNamed *at = arena_array(&r->module->arena, TileNamed, dictionary->n);
    Map names;
    map_init(&names, r->arena);
    for (uint32_t i = 0; i < dictionary->n && !r->failed; i++) {
        const uint8_t *begin = w->at;
        at[i].name = tr_string(r, w);
        at[i].value = tr_tagged(r, w);
        if (r->failed) return;
        if (!at[i].name) tr_fail(r, begin, "an entry of a dictionary has no name");
        if (map_get(&names, at[i].name)) {
            tr_fail(r, begin, "'%s' twice in a dictionary", tr_text(r, at[i].name));
        }
        map_put(&names, at[i].name, &at[i]);
    }
    dictionary->named = at;
}

// div_by and bounded: which of the two numbers are there, and they.
static void read_pair(Reader *r, Window *w, TileAttr *bounds) {
    if (bounds->kind == TILE_A_DIV_BY) bounds->bits = tr_varint(r, w);
    const uint8_t *begin = w->at;
    bounds->flags = tr_byte(r, w);
    if (bounds->flags > 3)
        tr_fail(r, begin, "flags %u of '%s'", bounds->flags, tile_attr_row[bounds->kind].name);
    if (bounds->flags & 1) bounds->first = tr_signed(r, w);
    if (bounds->flags & 2) bounds->second = tr_signed(r, w);
}

// The constants' table holds bytes; here they get their type, and are checked against it.
const TileAttr *tr_dense(Reader *r, Window *w, const TileType *shaped) {
    const uint8_t *begin = w->at;
    uint64_t i = tr_varint(r, w);
    if (r->failed) return NULL;
    if (i >= r->constants.n) {
        tr_fail(r, begin, "constant %llu of %u", (unsigned long long)i, r->constants.n);
        return NULL;
    }
    if (!tile_is_tile(shaped) || !(TILE_SET_NUMBER >> shaped->sub->kind & 1)) {
        tr_fail(r, begin, "a constant is a tile of numbers, this one is a '%s'",
                tile_type_row[tile_element(shaped)].name);
        return NULL;
    }
    const TileAttr *pool = r->module->layout.constants.at[i];
    Window data = r->constants.item[i], bytes = data;
    uint64_t size = tr_varint(r, &bytes);
    bytes = tr_part(r, &bytes, size, "a constant");
    if (r->failed) return NULL;
    uint64_t n = tile_count(shaped), width = (tile_bits(shaped->sub->kind) + 7) / 8;
    bool fits = shaped->sub->kind == TILE_T_I1
                    ? size == n / 8 + (n % 8 != 0) || (size == 1 && is_any_of(*bytes.at, 0, 0xff))
                    : size && (size == width || (n <= size && size == n * width));
    if (!fits) {
        tr_fail(r, begin, "a constant of %llu elements has %llu bytes", (unsigned long long)n,
                (unsigned long long)size);
        return NULL;
    }
    TileAttr *attr = tile_attr_new(r->module, TILE_A_DENSE);
    attr->type = shaped;
    attr->data = pool->data + (bytes.at - data.at);
    attr->size = size;
    attr->pool = pool->pool;
    return attr;
}

// An attribute of a kind, without its tag.
static const TileAttr *read_attr(Reader *r, Window *w, TileAttr *begun) {
    switch (begun->kind) {
    case TILE_A_INTEGER: read_typed(r, w, begun, TILE_CLASS_INT); break;
    case TILE_A_FLOAT: read_typed(r, w, begun, TILE_CLASS_FLOAT); break;
    case TILE_A_BOOL: read_integer(r, w, begun, 1); break;
    case TILE_A_TYPE: begun->type = tr_type(r, w); break;
    case TILE_A_STRING:
    case TILE_A_SYMBOL: begun->text = tr_string(r, w); break;
    case TILE_A_ARRAY: read_array(r, w, begun); break;
    case TILE_A_DENSE:
        begun->type = tr_type(r, w);
        return r->failed ? NULL : tr_dense(r, w, begun->type);
    case TILE_A_SAME_ELEMENTS: read_ints(r, w, begun, 64); break;
    case TILE_A_DIV_BY:
    case TILE_A_BOUNDED: read_pair(r, w, begun); break;
    case TILE_A_DICTIONARY:
    case TILE_A_HINTS: read_dictionary(r, w, begun); break;
    default: break;
    }
    return r->failed ? NULL : begun;
}

const TileAttr *tr_tagged(Reader *r, Window *w) {
    const uint8_t *begin = w->at;
    uint64_t tag = tr_varint(r, w);
    TileAttrKind kind = tile_attr_tagged(tag);
    if (r->failed) return NULL;
    if (kind == TILE_A_COUNT || r->depth > TILE_MAX_DEPTH) {
        tr_fail(r, begin,
                kind == TILE_A_COUNT ? "attribute %llu is not known"
                                     : "attribute %llu is nested too deeply",
                (unsigned long long)tag);
        return NULL;
    }
    r->depth++;
    const TileAttr *attr = read_attr(r, w, tile_attr_new(r->module, kind));
    r->depth--;
    return attr;
}

static void read_word(Reader *r, Window *w, TileAttr *choice) {
    const uint8_t *begin = w->at;
    uint32_t length;
    choice->bits = tr_varint(r, w);
    const TileEnumRow *row = &tile_enum_row[choice->which];
    if (!r->failed && !tile_enum_word((TileEnum)choice->which, choice->bits, &length)) {
        tr_fail(r, begin, "%s %llu; there are: %s", row->name, (unsigned long long)choice->bits,
                row->words);
    }
}

const TileAttr *tr_slot_attr(Reader *r, Window *w, const TileAttrSlot *wanted,
                             const TileType *shaped) {
    if (wanted->kind == TILE_A_PREDICATE) return tr_tagged(r, w);
    if (wanted->kind == TILE_A_DENSE) return shaped ? tr_dense(r, w, shaped) : NULL;
    TileAttr *attr = tile_attr_new(r->module, (TileAttrKind)wanted->kind);
    attr->which = wanted->which;
    if (wanted->kind == TILE_A_ENUM) {
        read_word(r, w, attr);
    } else if (wanted->kind == TILE_A_INTEGER) {
        attr->type = tile_number_type(r->module, wanted->bits == 32 ? TILE_T_I32 : TILE_T_I64);
        read_integer(r, w, attr, wanted->bits);
    } else if (wanted->kind == TILE_A_INTS) {
        read_ints(r, w, attr, wanted->bits);
    } else {
        return read_attr(r, w, attr);
    }
    return r->failed ? NULL : attr;
}
