// SPDX-License-Identifier: Apache-2.0
// Text: numbers, constants and attributes.
#include "base/apfloat.h"
#include "tile/read/text_int.h"

// ---- numbers -----------------------------------------------------------------------------------

// The characters of a number, passed over; its first one, or NULL after an error.
static const char *number_text(Text *t, size_t *n) {
    if (!tx_peek_number(t)) {
        tx_fail(t, t->at, "a number is needed, found %s", tx_found(t));
        return NULL;
    }
    const char *begin = t->at, *s = begin + (*begin == '-');
    bool hex = s + 1 < t->end && s[0] == '0' && s[1] == 'x';
    for (; s < t->end; s++) {
        bool word = (*s >= '0' && *s <= '9') || (hex && ((*s | 32) >= 'a' && (*s | 32) <= 'f')) ||
                    (hex && *s == 'x') || (!hex && is_any_of(*s, '.', 'e', 'E'));
        bool exponent = !hex && is_any_of(*s, '+', '-') && (s[-1] | 32) == 'e';
        if (!word && !exponent) break;
    }
    t->at = s;
    *n = (size_t)(s - begin);
    return begin;
}

// The 8-bit format that base does not have: the code whose value is nearest.
static uint64_t nearest_e5m3(double wanted) {
    uint64_t best = 0;
    double distance = -1;
    for (uint64_t code = 0; code < 0xff; code++) {
        uint64_t exp = code >> 3, sig = exp ? (code & 7) | 8 : code & 7;
        ApFloat f = apf_scaled(APF_F64, false, sig, (int64_t)(exp ? exp : 1) - 18, APF_RNE, NULL);
        double off = apf_to_f64(f) - wanted;
        if (off < 0) off = -off;
        if (distance < 0 || off < distance) distance = off, best = code;
    }
    return best;
}

// With a point, or as the bits in hexadecimal, which is how NaNs and infinities are said.
static bool float_bits(Text *t, const char *at, size_t n, TileTypeKind kind, uint64_t *bits) {
    const TileTypeRow *row = &tile_type_row[kind];
    bool minus = *at == '-';
    const char *s = at + minus;
    if (n > 2u + minus && s[0] == '0' && s[1] == 'x') {
        Text hex = *t;
        hex.at = s, hex.end = at + n;
        int64_t value = 0;
        if (minus || !tx_integer(&hex, &value) ||
            (row->bits < 64 && (uint64_t)value >> row->bits)) {
            return tx_fail(t, at, "the bits of an '%s' are %u", row->name, row->bits);
        }
        *bits = (uint64_t)value;
        return true;
    }
    if (!memchr(at, '.', n)) return tx_fail(t, at, "a floating-point number has a point");
    ApFloat value;
    ApfFormat format = kind == TILE_T_E5M3 ? APF_F64 : (ApfFormat)row->format;
    if (!apf_parse(s, n - minus, format, APF_RNE, &value, NULL)) {
        return tx_fail(t, at, "'%.*s' is no number", (int)n, at);
    }
    if (kind == TILE_T_E5M3)
        *bits = nearest_e5m3(apf_to_f64(value));
    else
        *bits = (uint64_t)apf_to_bits(minus ? apf_neg(value) : value);
    return true;
}

// Both signed and unsigned spellings of a width are taken.
static bool int_bits(Text *t, const char *at, size_t n, TileTypeKind kind, uint64_t *bits) {
    uint32_t width = tile_bits(kind);
    Text part = *t;
    part.at = at, part.end = at + n;
    int64_t value = 0;
    if (memchr(at, '.', n) || !tx_integer(&part, &value) || part.at != part.end) {
        return tx_fail(t, at, "'%.*s' is no whole number of 64 bits", (int)n, at);
    }
    int64_t least = width == 64 ? INT64_MIN : -(1ll << (width - 1));
    uint64_t most = width == 64 ? UINT64_MAX : (1ull << width) - 1;
    bool fits = *at == '-' ? value >= least && value <= 0 : (uint64_t)value <= most;
    *bits = (uint64_t)value & most;
    return fits ||
           tx_fail(t, at, "%.*s does not fit into '%s'", (int)n, at, tile_type_row[kind].name);
}

static bool number_bits(Text *t, const char *at, size_t n, TileTypeKind kind, uint64_t *bits) {
    return tile_type_row[kind].class == TILE_CLASS_FLOAT ? float_bits(t, at, n, kind, bits)
                                                         : int_bits(t, at, n, kind, bits);
}

// ---- constants ---------------------------------------------------------------------------------

typedef struct {
    TileTypeKind kind;
    VEC(uint64_t) bits;
    VEC(int64_t) shape; // as the brackets say
    bool hex;           // the bytes
    Atom bytes;
} Elements;

static bool read_element(Text *t, Elements *e) {
    uint64_t bits = 0;
    if (e->kind == TILE_T_I1 && (tx_peek(t, "true") || tx_peek(t, "false"))) {
        bits = tx_take(t, "true");
        if (!bits) tx_take(t, "false");
    } else {
        size_t n = 0;
        const char *at = number_text(t, &n);
        if (!at || !number_bits(t, at, n, e->kind, &bits)) return false;
    }
    vec_push(t->arena, &e->bits, bits);
    return true;
}

// Nested lists must agree in depth and length with the first of each depth.
static bool read_elements(Text *t, Elements *e, uint32_t depth) {
    if (!tx_take(t, "["))
        return (depth == e->shape.n) ? read_element(t, e)
                                     : tx_fail(t, t->at, "lists of different depth");
    const char *begin = t->at;
    if (!tx_enter(t)) return false;
    // The first list of a depth says how long the others are.
    bool first = depth == e->shape.n;
    if (first && depth && e->bits.n) return tx_fail(t, begin, "lists of different depth");
    if (first) vec_push(t->arena, &e->shape, -1);
    int64_t n = 0;
    do {
        if (!read_elements(t, e, depth + 1)) return false;
        n++;
    } while (tx_take(t, ","));
    if (!tx_need(t, "]")) return false;
    if (e->shape.at[depth] < 0) e->shape.at[depth] = n;
    if (e->shape.at[depth] != n) return tx_fail(t, begin, "lists of different length");
    return tx_leave(t);
}

// The elements' bytes; one element where all are the same.
static void fill_dense(Text *t, TileAttr *filled, const Elements *e, uint64_t n) {
    bool same = true;
    for (uint32_t i = 1; i < e->bits.n; i++) same &= e->bits.at[i] == e->bits.at[0];
    bool packed = e->kind == TILE_T_I1;
    uint64_t width = packed ? 1 : (tile_bits(e->kind) + 7) / 8;
    filled->size = same ? width : packed ? (n + 7) / 8 : n * width;
    uint8_t *data = arena_array(&t->module->arena, uint8_t, filled->size);
    for (uint64_t i = 0; i < (same ? 1 : n); i++) {
        uint64_t bits = e->bits.at[i];
        if (packed && same)
            data[0] = bits ? 0xff : 0;
        else if (packed)
            data[i / 8] |= (uint8_t)(bits << (i % 8));
        else
            for (uint64_t k = 0; k < width; k++) data[i * width + k] = (uint8_t)(bits >> (8 * k));
    }
    filled->data = data;
}

static bool fill_hex(Text *t, TileAttr *filled, const Elements *e, const char *at, uint64_t n) {
    const char *s = atom_str(t->ctx, e->bytes);
    uint32_t length = atom_len(t->ctx, e->bytes);
    uint64_t width = (tile_bits(e->kind) + 7) / 8;
    uint64_t size = e->kind == TILE_T_I1 ? n / 8 + (n % 8 != 0) : n * width;
    if (length < 2 || s[0] != '0' || s[1] != 'x' || length % 2 || n > length ||
        (length - 2) / 2 != size) {
        return tx_fail(t, at, "bytes of a constant are \"0x...\", here %llu of them",
                       (unsigned long long)size);
    }
    uint8_t *data = arena_array(&t->module->arena, uint8_t, size);
    for (uint64_t i = 0; i < 2 * size; i++) {
        const char *digits = "0123456789abcdef", *found = strchr(digits, s[2 + i] | 32);
        if (!found || !s[2 + i]) return tx_fail(t, at, "'%c' is no hexadecimal digit", s[2 + i]);
        data[i / 2] = (uint8_t)(data[i / 2] << 4 | (found - digits));
    }
    filled->data = data;
    filled->size = size;
    return true;
}

// One element without brackets stands for all.
static bool check_shape(Text *t, const char *at, const Elements *e, const TileType *declared) {
    if (!tile_is_tile(declared) || !(TILE_SET_NUMBER >> declared->sub->kind & 1)) {
        return tx_fail(t, at, "a constant is a tile of numbers");
    }
    if (declared->sub->kind != e->kind) {
        return tx_fail(t, at, "elements of '%s' for a tile of '%s'", tile_type_row[e->kind].name,
                       tile_type_row[declared->sub->kind].name);
    }
    if (e->hex || !e->shape.n) return true; // one value for all
    bool same = e->shape.n == declared->nshape;
    for (uint32_t i = 0; same && i < declared->nshape; i++)
        same = e->shape.at[i] == declared->shape[i];
    return same || tx_fail(t, at, "the lists have another shape than the tile");
}

// Lists of numbers, or their bytes.
static bool read_values(Text *t, Elements *e) {
    tx_skip(t);
    e->hex = t->at < t->end && *t->at == '"';
    if (e->hex)
        e->bytes = tx_quoted(t);
    else
        read_elements(t, e, 0);
    return tx_need(t, ">");
}

static const TileAttr *make_dense(Text *t, const char *at, const Elements *e,
                                  const TileType *declared) {
    if (!check_shape(t, at, e, declared)) return NULL;
    TileAttr *attr = tile_attr_new(t->module, TILE_A_DENSE);
    attr->type = declared;
    if (e->hex) return fill_hex(t, attr, e, at, tile_count(declared)) ? attr : NULL;
    fill_dense(t, attr, e, tile_count(declared));
    return attr;
}

// <type: elements> : tile type
const TileAttr *tx_dense(Text *t) {
    const char *begin = t->at;
    const TileType *element = tx_need(t, "<") ? tx_type(t) : NULL;
    if (!element) return NULL;
    if (!(TILE_SET_NUMBER >> element->kind & 1)) {
        tx_fail(t, begin, "elements are numbers, not '%s'", tile_type_row[element->kind].name);
        return NULL;
    }
    Elements e = {.kind = (TileTypeKind)element->kind};
    if (!tx_need(t, ":") || !read_values(t, &e) || !tx_need(t, ":")) return NULL;
    tx_skip(t);
    const char *at = t->at;
    const TileType *type = tx_type(t);
    return type ? make_dense(t, at, &e, type) : NULL;
}

// dense<elements> : tile type, which comes first: it says what the elements are.
const TileAttr *tx_dense_generic(Text *t) {
    if (!tx_need(t, "dense") || !tx_need(t, "<")) return NULL;
    const char *values = t->at;
    while (t->at < t->end && *t->at != '>') t->at++;
    if (!tx_need(t, ">") || !tx_need(t, ":")) return NULL;
    tx_skip(t);
    const char *at = t->at;
    const TileType *type = tx_type(t);
    if (!type) return NULL;
    if (!tile_is_tile(type) || !(TILE_SET_NUMBER >> type->sub->kind & 1)) {
        tx_fail(t, at, "a constant is a tile of numbers");
        return NULL;
    }
    Elements e = {.kind = (TileTypeKind)type->sub->kind};
    const char *behind = t->at;
    t->at = values;
    if (!read_values(t, &e)) return NULL;
    t->at = behind;
    return make_dense(t, at, &e, type);
}

// ---- attributes --------------------------------------------------------------------------------

// Without a type a number is an i64, with a point an f64.
static const TileAttr *read_number(Text *t) {
    size_t n = 0;
    const char *at = number_text(t, &n);
    if (!at) return NULL;
    bool point = memchr(at, '.', n) != NULL;
    const TileType *type = tile_number_type(t->module, point ? TILE_T_F64 : TILE_T_I64);
    if (tx_take(t, ":") && !(type = tx_type(t))) return NULL;
    TileTypeClass class = (TileTypeClass)tile_type_row[type->kind].class;
    if (class == TILE_CLASS_OTHER) {
        tx_fail(t, at, "a number of type '%s'", tile_type_row[type->kind].name);
        return NULL;
    }
    TileAttr *attr =
        tile_attr_new(t->module, class == TILE_CLASS_INT ? TILE_A_INTEGER : TILE_A_FLOAT);
    attr->type = type;
    return number_bits(t, at, n, (TileTypeKind)type->kind, &attr->bits) ? attr : NULL;
}

static const TileAttr *read_bool(Text *t) {
    TileAttr *attr = tile_attr_new(t->module, TILE_A_BOOL);
    attr->bits = tx_take(t, "true");
    return attr->bits || tx_need(t, "false") ? attr : NULL;
}

static const TileAttr *read_array(Text *t) {
    TileAttr *attr = tile_attr_new(t->module, TILE_A_ARRAY);
    VEC(const TileAttr *) items = {0};
    if (!tx_need(t, "[")) return NULL;
    if (!tx_take(t, "]")) {
        do {
            const TileAttr *item = tx_attr(t);
            if (!item) return NULL;
            vec_push(&t->module->arena, &items, item);
        } while (tx_take(t, ","));
        if (!tx_need(t, "]")) return NULL;
    }
    attr->item = items.at;
    attr->n = items.n;
    return attr;
}

// MLIR keeps dictionaries in the order of their names, and files have them so.
static void sort_entries(Text *t, TileNamed *at, uint32_t n) {
    const char **name = arena_array(t->arena, const char *, n);
    for (uint32_t i = 0; i < n; i++) name[i] = atom_str(t->ctx, at[i].name);
    for (uint32_t gap = n / 2; gap; gap /= 2) { // Shell's: it needs no context to compare
        for (uint32_t i = gap; i < n; i++) {
            TileNamed entry = at[i];
            const char *text = name[i];
            uint32_t k = i;
            for (; k >= gap && strcmp(name[k - gap], text) > 0; k -= gap) {
                at[k] = at[k - gap];
                name[k] = name[k - gap];
            }
            at[k] = entry;
            name[k] = text;
        }
    }
}

const TileAttr *tx_dictionary(Text *t, const char *open, const char *close) {
    TileAttr *attr = tile_attr_new(t->module, TILE_A_DICTIONARY);
    VEC(TileNamed) entries = {0};
    Map names;
    map_init(&names, t->arena);
    if (!tx_need(t, open)) return NULL;
    if (!tx_take(t, close)) {
        do {
            tx_skip(t);
            const char *at = t->at;
            TileNamed entry = {0};
            entry.name = at < t->end && *at == '"' ? tx_quoted(t) : tx_ident(t, "a name");
            if (t->failed) return NULL;
            if (map_get(&names, entry.name)) {
                tx_fail(t, at, "'%s' twice", atom_str(t->ctx, entry.name));
                return NULL;
            }
            map_put(&names, entry.name, t);
            // A name alone is an attribute that is only there.
            if (tx_peek(t, ",") || tx_peek(t, close))
                entry.value = tile_attr_new(t->module, TILE_A_UNIT);
            else if (!tx_need(t, "=") || !(entry.value = tx_attr(t)))
                return NULL;
            vec_push(&t->module->arena, &entries, entry);
        } while (tx_take(t, ","));
        if (!tx_need(t, close)) return NULL;
    }
    sort_entries(t, entries.at, entries.n);
    attr->named = entries.at;
    attr->n = entries.n;
    return attr;
}

// Angle brackets outside, dictionaries inside.
const TileAttr *tx_hints(Text *t) {
    if (!tx_take(t, "#cuda_tile.optimization_hints")) tx_skip(t);
    const TileAttr *read = tx_dictionary(t, "<", ">");
    if (!read) return NULL;
    TileAttr *attr = tile_attr_new(t->module, TILE_A_HINTS);
    attr->named = read->named;
    attr->n = read->n;
    return attr;
}

// What begins how is MLIR's; a sign decides, no attribute needs more than that.
static const TileAttr *read_attr(Text *t) {
    tx_skip(t);
    if (t->at == t->end) return read_number(t); // an error
    if (tx_peek_number(t)) return read_number(t);
    if (tx_peek(t, "true") || tx_peek(t, "false")) return read_bool(t);
    if (*t->at == '[') return read_array(t);
    if (*t->at == '{') return tx_dictionary(t, "{", "}");
    if (*t->at == '"') {
        TileAttr *attr = tile_attr_new(t->module, TILE_A_STRING);
        attr->text = tx_quoted(t);
        return t->failed ? NULL : attr;
    }
    if (tx_peek(t, "#cuda_tile.optimization_hints")) return tx_hints(t);
    if (*t->at == '#') {
        const char *begin = t->at;
        Atom name = tx_sigil(t, '#', "an attribute");
        Alias *alias = name ? tx_alias(t, name, begin) : NULL;
        if (alias && !alias->attr)
            tx_fail(t, begin, "'%s' is no attribute that fits here", atom_str(t->ctx, name));
        return alias ? alias->attr : NULL;
    }
    tx_fail(t, t->at, "an attribute is needed, found %s", tx_found(t));
    return NULL;
}

const TileAttr *tx_attr(Text *t) {
    const TileAttr *attr = tx_enter(t) ? read_attr(t) : NULL;
    return tx_leave(t) ? attr : NULL;
}

// By the words of attr.def.
const TileAttr *tx_enum(Text *t, const TileAttrSlot *wanted) {
    const char *begin;
    uint32_t n = tx_word(t, &begin);
    int number = n ? tile_enum_number((TileEnum)wanted->which, begin, n) : -1;
    if (number < 0) {
        tx_fail(t, begin, "%s is one of: %s; found %s", wanted->name,
                tile_enum_row[wanted->which].words, tx_found(t));
        return NULL;
    }
    t->at += n;
    TileAttr *attr = tile_attr_new(t->module, TILE_A_ENUM);
    attr->which = wanted->which;
    attr->bits = (uint64_t)number;
    return attr;
}

// [1, 0], [true, false] or array<i32: 1, 0>
static const TileAttr *read_ints(Text *t, const TileAttrSlot *wanted) {
    TileAttr *attr = tile_attr_new(t->module, TILE_A_INTS);
    VEC(int64_t) numbers = {0};
    bool array = tx_take(t, "array");
    const char *close = array ? ">" : "]";
    if (!tx_need(t, array ? "<" : "[")) return NULL;
    if (array && (!tx_type(t) || (!tx_take(t, ":") && !tx_peek(t, ">")))) return NULL;
    if (!tx_take(t, close)) {
        do {
            int64_t value = tx_take(t, "true");
            if (!value && !tx_take(t, "false") && !tx_integer(t, &value)) return NULL;
            vec_push(&t->module->arena, &numbers, value);
        } while (tx_take(t, ","));
        if (!tx_need(t, close)) return NULL;
    }
    attr->number = numbers.at;
    attr->n = numbers.n;
    attr->which = wanted->bits == 8;
    return attr;
}

// `?` is a bound that is not there.
static bool read_bound(Text *t, TileAttr *filled, int which) {
    if (tx_take(t, "?")) return true;
    filled->flags |= (uint8_t)(1 << which);
    return tx_integer(t, which ? &filled->second : &filled->first);
}

static bool read_div_by(Text *t, TileAttr *filled) {
    int64_t divisor = 0;
    if (!tx_integer(t, &divisor)) return false;
    filled->bits = (uint64_t)divisor;
    if (!tx_take(t, ",")) return true;
    filled->flags = 3;
    return tx_need(t, "every") && tx_integer(t, &filled->first) && tx_need(t, "along") &&
           tx_integer(t, &filled->second);
}

static const TileAttr *read_predicate(Text *t) {
    static const TileAttrKind kinds[] = {TILE_A_DIV_BY, TILE_A_SAME_ELEMENTS, TILE_A_BOUNDED};
    if (!tx_take(t, "#cuda_tile.")) tx_skip(t);
    for (size_t i = 0; i < CU_COUNT(kinds); i++) {
        if (!tx_take(t, tile_attr_row[kinds[i]].name)) continue;
        TileAttr *attr = tile_attr_new(t->module, kinds[i]);
        if (!tx_need(t, "<")) return NULL;
        bool ok;
        if (kinds[i] == TILE_A_SAME_ELEMENTS) {
            const TileAttr *list = read_ints(t, &(TileAttrSlot){.bits = 64});
            ok = list != NULL;
            if (ok) attr->number = list->number, attr->n = list->n;
        } else if (kinds[i] == TILE_A_BOUNDED) {
            ok = read_bound(t, attr, 0) && tx_need(t, ",") && read_bound(t, attr, 1);
        } else {
            ok = read_div_by(t, attr);
        }
        return ok && tx_need(t, ">") ? attr : NULL;
    }
    tx_fail(t, t->at, "a predicate is one of: div_by same_elements bounded; found %s", tx_found(t));
    return NULL;
}

// Rows give the width, so that no type is spelled behind the number.
static const TileAttr *read_whole(Text *t, const TileAttrSlot *wanted) {
    TileAttr *attr = tile_attr_new(t->module, TILE_A_INTEGER);
    TileTypeKind kind = wanted->bits == 32 ? TILE_T_I32 : TILE_T_I64;
    attr->type = tile_number_type(t->module, kind);
    size_t n = 0;
    const char *at = number_text(t, &n);
    return at && int_bits(t, at, n, kind, &attr->bits) ? attr : NULL;
}

// How an attribute is spelled follows from its kind in the row.
const TileAttr *tx_slot_attr(Text *t, const TileAttrSlot *wanted) {
    TileAttr *attr;
    switch (wanted->kind) {
    case TILE_A_ENUM: return tx_enum(t, wanted);
    case TILE_A_INTEGER: return read_whole(t, wanted);
    case TILE_A_BOOL: return read_bool(t);
    case TILE_A_INTS: return read_ints(t, wanted);
    case TILE_A_ARRAY: return read_array(t);
    case TILE_A_HINTS: return tx_hints(t);
    case TILE_A_PREDICATE: return read_predicate(t);
    case TILE_A_STRING:
    case TILE_A_SYMBOL:
        attr = tile_attr_new(t->module, (TileAttrKind)wanted->kind);
        attr->text = wanted->kind == TILE_A_STRING ? tx_quoted(t) : tx_symbol(t);
        return t->failed ? NULL : attr;
    default: return NULL;
    }
}
