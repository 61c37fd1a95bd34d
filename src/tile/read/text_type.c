// SPDX-License-Identifier: Apache-2.0
// Text: types. A dialect's prefix, `!cuda_tile.`, may be there or not.
#include "tile/read/text_int.h"

// 4x?x8x before an element's type, 4x8 in brackets.
static bool read_dims(Text *t, Sizes *out, bool dynamic, bool last) {
    for (;;) {
        tx_skip(t);
        bool open = dynamic && t->at < t->end && *t->at == '?';
        if (!open && !(t->at < t->end && *t->at >= '0' && *t->at <= '9')) return !t->failed;
        int64_t size = TILE_DYNAMIC;
        const char *begin = t->at;
        if (open) {
            t->at++;
        } else {
            // 0x4 is a dimension of 0 and one of 4, not a hexadecimal number
            uint64_t value = 0;
            for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++) {
                if (value > INT64_MAX / 10 - 1) return tx_fail(t, begin, "a size is too large");
                value = value * 10 + (uint64_t)(*t->at - '0');
            }
            size = (int64_t)value;
        }
        vec_push(t->arena, out, size);
        if (t->at < t->end && *t->at == 'x')
            t->at++;
        else
            return last || tx_fail(t, t->at, "'x' is needed, found %s", tx_found(t));
    }
}

// [1, ?, 3]
static bool read_list(Text *t, Sizes *out, bool dynamic) {
    if (!tx_need(t, "[")) return false;
    if (tx_take(t, "]")) return true;
    do {
        int64_t value = TILE_DYNAMIC;
        if (!(dynamic && tx_take(t, "?")) && !tx_integer(t, &value)) return false;
        vec_push(t->arena, out, value);
    } while (tx_take(t, ","));
    return tx_need(t, "]");
}

// Stored with one added: 0 is none.
static bool read_word(Text *t, TileEnum which, uint8_t *out) {
    const char *begin;
    uint32_t n = tx_word(t, &begin);
    int number = tile_enum_number(which, begin, n);
    if (number < 0) {
        return tx_fail(t, begin, "%s is one of: %s; found %s", tile_enum_row[which].name,
                       tile_enum_row[which].words, tx_found(t));
    }
    t->at += n;
    *out = (uint8_t)(number + 1);
    return true;
}

// #cuda_tile.ptr_attr<word> or <word>
static bool read_pointer(Text *t, uint8_t *out) {
    if (!tx_take(t, "#cuda_tile.ptr_attr")) tx_skip(t);
    return tx_need(t, "<") && read_word(t, TILE_E_POINTER, out) && tx_need(t, ">");
}

// Strides are spelled only where there are sizes.
static bool read_tensor(Text *t, TileType *filled, Sizes *shape, Sizes *stride) {
    if (!read_dims(t, shape, true, false) || !(filled->sub = tx_type(t))) return false;
    if (shape->n) {
        if (!tx_need(t, ",") || !tx_need(t, "strides") || !tx_need(t, "=")) return false;
        if (!read_list(t, stride, true)) return false;
    }
    return !tx_take(t, ",") || read_pointer(t, &filled->pointer);
}

static bool read_padding(Text *t, TileType *filled) {
    if (!tx_take(t, "padding_value")) return true;
    return tx_need(t, "=") && read_word(t, TILE_E_PADDING, &filled->padding) && tx_need(t, ",");
}

// A map that is not spelled is the identity, and is stored as one.
static bool read_view(Text *t, TileType *filled, Sizes *shape, Sizes *stride, Sizes *map) {
    if (!tx_need(t, "tile") || !tx_need(t, "=") || !tx_need(t, "(")) return false;
    if (!read_dims(t, shape, false, true) || !tx_need(t, ")") || !tx_need(t, ",")) return false;
    if (filled->kind == TILE_T_STRIDED_VIEW) {
        if (!tx_need(t, "traversal_strides") || !tx_need(t, "=")) return false;
        if (!read_list(t, stride, false) || !tx_need(t, ",")) return false;
    }
    if (!read_padding(t, filled) || !(filled->sub = tx_type(t))) return false;
    if (filled->kind == TILE_T_GATHER_VIEW) {
        int64_t dim = 0;
        if (!tx_need(t, ",") || !tx_need(t, "sparse_dim") || !tx_need(t, "=")) return false;
        if (!tx_integer(t, &dim)) return false;
        filled->sparse = (uint64_t)dim; // checked by the verifier
        return true;
    }
    if (tx_take(t, ",")) {
        return tx_need(t, "dim_map") && tx_need(t, "=") && read_list(t, map, false);
    }
    for (uint32_t i = 0; i < shape->n; i++) vec_push(t->arena, map, (int64_t)i);
    return true;
}

// The same rule as the bytecode reader's, with a position in text.
static bool fits_inside(Text *t, const char *at, const TileType *outer_type) {
    TileTypeKind outer = (TileTypeKind)outer_type->kind,
                 inner = (TileTypeKind)outer_type->sub->kind;
    bool number = tile_type_row[inner].class != TILE_CLASS_OTHER;
    bool fits = outer == TILE_T_TILE                               ? number || inner == TILE_T_PTR
                : is_any_of(outer, TILE_T_PTR, TILE_T_TENSOR_VIEW) ? number && inner != TILE_T_I4
                                                                   : inner == TILE_T_TENSOR_VIEW;
    return fits ||
           tx_fail(t, at, "a '%s' of '%s'", tile_type_row[outer].name, tile_type_row[inner].name);
}

static bool read_inside(Text *t, TileType *filled) {
    Sizes shape = {0}, stride = {0}, map = {0};
    const char *begin = t->at;
    bool ok = tx_need(t, "<");
    if (!ok) return false;
    if (filled->kind == TILE_T_PTR) {
        ok = (filled->sub = tx_type(t)) && (!tx_take(t, ",") || read_pointer(t, &filled->pointer));
    } else if (filled->kind == TILE_T_TILE) {
        ok = read_dims(t, &shape, false, false) && (filled->sub = tx_type(t));
    } else if (filled->kind == TILE_T_TENSOR_VIEW) {
        ok = read_tensor(t, filled, &shape, &stride);
    } else {
        ok = read_view(t, filled, &shape, &stride, &map);
    }
    filled->shape = shape.at, filled->nshape = shape.n;
    filled->stride = stride.at, filled->nstride = stride.n;
    filled->map = map.at, filled->nmap = map.n;
    return ok && tx_need(t, ">") && fits_inside(t, begin, filled);
}

// An alias, or a name from type.def and what it has in angle brackets.
static const TileType *read_type(Text *t) {
    tx_skip(t);
    const char *begin = t->at;
    if (!tx_take(t, "!cuda_tile.") && tx_peek(t, "!")) {
        Atom name = tx_sigil(t, '!', "a type");
        Alias *alias = name ? tx_alias(t, name, begin) : NULL;
        if (alias && !alias->type) tx_fail(t, begin, "'%s' is no type", atom_str(t->ctx, name));
        return alias ? alias->type : NULL;
    }
    const char *word;
    uint32_t n = tx_word(t, &word);
    if (n > 10 && memcmp(word, "cuda_tile.", 10) == 0) word += 10, n -= 10, t->at += 10;
    TileTypeKind kind = n ? tile_type_named(word, n) : TILE_T_COUNT;
    if (kind == TILE_T_COUNT || kind == TILE_T_FUNCTION) {
        tx_fail(t, begin, "a type is needed, found %s", tx_found(t));
        return NULL;
    }
    t->at += n;
    TileType type = {.kind = (uint8_t)kind};
    bool inside = *tile_type_row[kind].fields;
    return inside && !read_inside(t, &type) ? NULL : tile_type(t->module, &type);
}

const TileType *tx_type(Text *t) {
    const TileType *type = tx_enter(t) ? read_type(t) : NULL;
    return tx_leave(t) ? type : NULL;
}
