// SPDX-License-Identifier: Apache-2.0
// Text: what MLIR has for operations of all dialects alike: dictionaries of attributes, and the
// generic form, "cuda_tile.name"(operands) <{properties}> ({ region }) {attributes} : (types) ->
// types (MLIR's language reference, "Operations").
#include "tile/read/text_int.h"

// ---- values of attributes ----------------------------------------------------------------------

// By its kind and word, #cuda_tile.signedness<signed>; kinds that MLIR has no such form for by
// their number.
static const TileAttr *read_enum(Text *t, const TileAttrSlot *wanted) {
    if (tx_take(t, "#cuda_tile.")) {
        const TileAttr *attr = NULL;
        if (tx_need(t, tile_enum_row[wanted->which].name) && tx_need(t, "<"))
            attr = tx_enum(t, wanted);
        return attr && tx_need(t, ">") ? attr : NULL;
    }
    const char *at = t->at;
    const TileAttr *number = tx_attr(t);
    uint32_t length;
    if (!number) return NULL;
    if (number->kind != TILE_A_INTEGER ||
        !tile_enum_word((TileEnum)wanted->which, number->bits, &length)) {
        tx_fail(t, at, "%s is one of: %s", wanted->name, tile_enum_row[wanted->which].words);
        return NULL;
    }
    TileAttr *attr = tile_attr_new(t->module, TILE_A_ENUM);
    attr->which = wanted->which;
    attr->bits = number->bits;
    return attr;
}

static const TileAttr *read_whole(Text *t, const TileAttrSlot *wanted) {
    const char *at = t->at;
    const TileAttr *number = tx_attr(t);
    TileTypeKind kind = wanted->bits == 32 ? TILE_T_I32 : TILE_T_I64;
    if (!number || (number->kind == TILE_A_INTEGER && number->type->kind == kind)) return number;
    tx_fail(t, at, "%s is a number of type '%s'", wanted->name, tile_type_row[kind].name);
    return NULL;
}

static const TileAttr *read_slot(Text *t, const TileAttrSlot *wanted) {
    tx_skip(t);
    switch (wanted->kind) {
    case TILE_A_ENUM: return read_enum(t, wanted);
    case TILE_A_INTEGER: return read_whole(t, wanted);
    case TILE_A_UNIT: return tx_need(t, "unit") ? tile_attr_new(t->module, TILE_A_UNIT) : NULL;
    case TILE_A_DENSE: return tx_dense_generic(t);
    default: return tx_slot_attr(t, wanted);
    }
}

// ---- dictionaries ------------------------------------------------------------------------------

// What lists of operands without a length of their own hold: operandSegmentSizes.
static bool read_counts(Text *t, Partial *part) {
    TileAttrSlot slot = {.bits = 32, .kind = TILE_A_INTS};
    part->counts = tx_slot_attr(t, &slot);
    return part->counts != NULL;
}

typedef struct {
    VEC(TileNamed) at;
    Map names;
} Entries;

// One of the row's attributes, or one that is only kept. A name alone is an attribute that is only
// there.
static bool read_entry(Text *t, Partial *part, Entries *further) {
    tx_skip(t);
    const char *at = t->at;
    Atom name = at < t->end && *at == '"' ? tx_quoted(t) : tx_ident(t, "a name");
    if (t->failed) return false;
    const char *text = atom_str(t->ctx, name);
    if (map_get(&further->names, name)) return tx_fail(t, at, "'%s' twice", text);
    map_put(&further->names, name, t);
    int slot = tile_attr_find(tile_row(part->op)->attr, text, strlen(text));
    bool counts = strcmp(text, "operandSegmentSizes") == 0;
    const TileAttr *value;
    if (!tx_take(t, "="))
        value = tile_attr_new(t->module, TILE_A_UNIT);
    else if (counts)
        return read_counts(t, part);
    else
        value = slot >= 0 ? read_slot(t, &tile_row(part->op)->attr[slot]) : tx_attr(t);
    if (!value) return false;
    if (slot < 0) {
        vec_push(&t->module->arena, &further->at, ((TileNamed){name, value}));
        return true;
    }
    const TileAttrSlot *row = &tile_row(part->op)->attr[slot];
    if (value->kind == TILE_A_UNIT && row->kind != TILE_A_UNIT)
        return tx_fail(t, at, "'%s' has no value", text);
    part->op->attr[slot] = value;
    part->given |= 1u << slot;
    return true;
}

static bool read_entries(Text *t, Partial *part, const char *open, const char *close) {
    Entries further = {0};
    map_init(&further.names, t->arena);
    if (!tx_need(t, open)) return false;
    if (!tx_take(t, close)) {
        do {
            if (!read_entry(t, part, &further)) return false;
        } while (tx_take(t, ","));
        if (!tx_need(t, close)) return false;
    }
    if (!further.at.n) return true;
    TileAttr *attr = tile_attr_new(t->module, TILE_A_DICTIONARY);
    attr->named = further.at.at;
    attr->n = further.at.n;
    part->op->further = attr;
    return true;
}

bool tx_further(Text *t, Partial *part, bool word) {
    if (word ? !tx_take(t, "attributes") : !tx_peek(t, "{")) return true;
    return read_entries(t, part, "{", "}");
}

// ---- the generic form --------------------------------------------------------------------------

// The operands of each slot: as many as operandSegmentSizes says, else one each and the rest for
// the one slot that has no number of its own.
static bool share_operands(Text *t, Partial *part, const Values *all) {
    const TileSlot *slot = tile_row(part->op)->operand;
    uint32_t nslot = tile_nslots(slot), open = 0, used = 0;
    const TileAttr *counts = part->counts;
    if (counts && counts->n != nslot)
        return tx_fail(t, part->at, "operandSegmentSizes has %u numbers for %u", counts->n, nslot);
    for (uint32_t i = 0; i < nslot; i++) open += slot[i].many != TILE_ONE;
    if (!counts && open > 1) return tx_fail(t, part->at, "operandSegmentSizes is needed");
    for (uint32_t i = 0; i < nslot; i++) {
        uint64_t left = all->n - used, fixed = nslot - open;
        uint64_t n = slot[i].many == TILE_ONE ? 1 : all->n < fixed ? 0 : all->n - fixed;
        if (counts) n = (uint64_t)counts->number[i];
        bool fits = slot[i].many == TILE_MANY || n == 1 || (n == 0 && slot[i].many == TILE_MAYBE);
        if (!fits || n > left)
            return tx_fail(t, part->at, "'%s' has %llu values as '%s'", tile_row(part->op)->name,
                           (unsigned long long)CU_MIN(n, left), slot[i].name);
        for (; n; n--) vec_push(t->arena, &part->operand[i], all->at[used++]);
    }
    return used == all->n ||
           tx_fail(t, part->at, "'%s' has more than %u operands", tile_row(part->op)->name, used);
}

// ({ operations }, { operations }); one that is empty is not there.
static bool read_regions(Text *t, Partial *part) {
    uint32_t n = tile_row(part->op)->nregion;
    if (!n) return true;
    if (!tx_need(t, "(")) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (i && !tx_need(t, ",")) return false;
        TileBlock *block = tx_region(t, part->op, part->op->block->func, NULL, TILE_O_COUNT);
        if (!block) return false;
        bool empty = !block->ops.n && !block->narg;
        part->op->region[i] = empty ? NULL : block;
    }
    return tx_need(t, ")");
}

// (type, ...), or one type where `alone`.
static bool read_type_list(Text *t, Types *found, bool alone) {
    bool list = tx_take(t, "(");
    if (!list && !alone) return tx_need(t, "(");
    if (list && tx_take(t, ")")) return true;
    do {
        const TileType *type = tx_type(t);
        if (!type) return false;
        vec_push(t->arena, found, type);
    } while (list && tx_take(t, ","));
    return !list || tx_need(t, ")");
}

static bool read_function_type(Text *t, Partial *part, const Values *all, Types *results) {
    Types types = {0};
    const char *at = t->at;
    if (!tx_need(t, ":") || !read_type_list(t, &types, false)) return false;
    if (types.n != all->n) return tx_fail(t, at, "%u values and %u types", all->n, types.n);
    for (uint32_t i = 0; i < types.n; i++) {
        if (all->at[i]->type != types.at[i])
            return tx_fail(t, at, "operand %u has another type than is said", i);
    }
    if (!tx_need(t, "->") || !read_type_list(t, results, true)) return false;
    const TileSlot *slot = tile_row(part->op)->result;
    uint32_t least = 0, nslot = tile_nslots(slot);
    bool many = false;
    for (uint32_t i = 0; i < nslot; i++) {
        least += slot[i].many == TILE_ONE;
        many |= slot[i].many == TILE_MANY;
    }
    return (results->n >= least && (many || results->n <= nslot)) ||
           tx_fail(t, at, "'%s' gives %u values", tile_row(part->op)->name, least);
}

// Whether the operation's own syntax cannot leave the attribute out.
static bool is_required(const char *syntax, const char *name) {
    bool group = false;
    size_t length = strlen(name);
    for (const char *part = syntax; *part;) {
        size_t n = strcspn(part, " ");
        if (is_any_of(*part, '{', '}')) group = *part == '{';
        if (!group && n == length && memcmp(part, name, n) == 0) return true;
        part += n + (part[n] == ' ');
    }
    return false;
}

// (A list of numbers that is missing is the empty one.)
static bool check_attrs(Text *t, const Partial *part) {
    const TileOpRow *row = tile_row(part->op);
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        const TileAttrSlot *slot = &row->attr[i];
        bool may_lack = slot->maybe || slot->kind == TILE_A_INTS;
        bool required = !(part->given >> i & 1) && is_required(row->syntax, slot->name);
        if (!may_lack && (!part->op->attr[i] || required))
            return tx_fail(t, part->at, "'%s' lacks its attribute '%s'", row->name, slot->name);
    }
    return true;
}

// Behind the name in quotes.
bool tx_generic(Text *t, Partial *part) {
    Values all = {0};
    Types results = {0};
    if (!tx_need(t, "(")) return false;
    if (!tx_take(t, ")")) {
        do {
            TileValue *value = tx_value(t);
            if (!value) return false;
            vec_push(t->arena, &all, value);
        } while (tx_take(t, ","));
        if (!tx_need(t, ")")) return false;
    }
    if (tx_peek(t, "<") && !read_entries(t, part, "<{", "}>")) return false;
    if (!read_regions(t, part) || !tx_further(t, part, false)) return false;
    if (!read_function_type(t, part, &all, &results) || !share_operands(t, part, &all) ||
        !check_attrs(t, part))
        return false;
    tile_op_results(t->module, part->op, results.n, results.at);
    return true;
}
