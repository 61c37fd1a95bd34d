// SPDX-License-Identifier: Apache-2.0
// Text: operations, by the `syntax` of their rows, and the names of values.
#include "tile/read/text_int.h"

// ---- values ------------------------------------------------------------------------------------

// %name, or %name#i of an operation with several results under one name.
TileValue *tx_value(Text *t) {
    tx_skip(t);
    const char *begin = t->at;
    Atom name = tx_sigil(t, '%', "a value");
    if (!name) return NULL;
    int64_t index = 0;
    if (t->at < t->end && *t->at == '#') {
        t->at++;
        if (!tx_integer(t, &index)) return NULL;
    }
    const Named *named = map_get(&t->names, name);
    if (!named) {
        tx_fail(t, begin, "'%s' is not defined here", atom_str(t->ctx, name));
        return NULL;
    }
    if (index < 0 || index >= named->n) {
        tx_fail(t, begin, "'%s' has %u values", atom_str(t->ctx, name), named->n);
        return NULL;
    }
    named->at[index]->uses++;
    return named->at[index];
}

static bool read_values(Text *t, Values *out) {
    do {
        TileValue *value = tx_value(t);
        if (!value) return false;
        vec_push(t->arena, out, value);
    } while (tx_take(t, ","));
    return true;
}

// Names must be new even in nested regions, as MLIR has it.
bool tx_define(Text *t, Atom name, const char *at, TileValue **values, uint32_t n) {
    if (map_get(&t->names, name))
        return tx_fail(t, at, "'%s' is defined already", atom_str(t->ctx, name));
    Named *named = arena_new(t->arena, Named);
    *named = (Named){values, n};
    map_put(&t->names, name, named);
    vec_push(t->arena, &t->scope, name);
    return true;
}

// ---- types that are spelled out ----------------------------------------------------------------

// A type is spelled for the reader's sake: operands have theirs already.
static bool check_type(Text *t, const char *at, const TileValue *operand, const TileType *said) {
    if (operand->type == said) return true;
    Buf text;
    buf_init(&text, &t->ctx->perm);
    buf_puts(&text, "a value of type '");
    tile_type_print(t->ctx, operand->type, &text);
    buf_puts(&text, "' is said to be of type '");
    tile_type_print(t->ctx, said, &text);
    buf_putc(&text, '\'');
    return tx_fail(t, at, "%s", buf_cstr(&text));
}

// Of operands the types are checked; of results they are kept.
static bool read_types_of(Text *t, Partial *part, const char *name, size_t n) {
    const TileOpRow *row = tile_row(part->op);
    int operand = tile_slot_find(row->operand, name, n),
        result = tile_slot_find(row->result, name, n);
    uint32_t i = 0;
    do {
        tx_skip(t);
        const char *at = t->at;
        const TileType *type = tx_type(t);
        if (!type) return false;
        if (operand >= 0) {
            const Values *values = &part->operand[operand];
            if (i >= values->n) return tx_fail(t, at, "more types than values");
            if (!check_type(t, at, values->at[i++], type)) return false;
            if (i == values->n && row->operand[operand].many != TILE_MANY) break;
        } else {
            vec_push(t->arena, &part->result[result], type);
            if (row->result[result].many != TILE_MANY) break;
        }
    } while ((operand < 0 || i < part->operand[operand].n) && tx_take(t, ","));
    if (operand >= 0 && i < part->operand[operand].n) return tx_fail(t, t->at, "a type is missing");
    return true;
}

// ---- parts of the syntax -----------------------------------------------------------------------

// An operand, a list of them, or an attribute: what the name is in the row.
static bool read_name(Text *t, Partial *part, const char *name, size_t n) {
    const TileOpRow *row = tile_row(part->op);
    int slot = tile_slot_find(row->operand, name, n);
    if (slot >= 0 && row->operand[slot].many == TILE_MANY) {
        return !tx_peek(t, "%") || read_values(t, &part->operand[slot]);
    }
    if (slot >= 0) {
        TileValue *value = tx_value(t);
        if (value) vec_push(t->arena, &part->operand[slot], value);
        return value != NULL;
    }
    slot = tile_attr_find(row->attr, name, n);
    const TileAttr *attr = tx_slot_attr(t, &row->attr[slot]);
    part->op->attr[slot] = attr;
    return attr != NULL;
}

// `name = value` or `kind<word>`, or nothing, and then the fallback stays.
static bool read_marked(Text *t, Partial *part, const char *name, size_t n) {
    int slot = tile_attr_find(tile_row(part->op)->attr, name, n);
    const TileAttrSlot *row = &tile_row(part->op)->attr[slot];
    if (row->kind != TILE_A_ENUM) {
        if (!tx_take(t, row->name)) return true;
        return tx_need(t, "=") && (part->op->attr[slot] = tx_slot_attr(t, row));
    }
    if (!tx_take(t, tile_enum_row[row->which].name)) return true;
    return tx_need(t, "<") && (part->op->attr[slot] = tx_enum(t, row)) && tx_need(t, ">");
}

// <word>
static bool read_angles(Text *t, Partial *part, const char *name, size_t n) {
    int slot = tile_attr_find(tile_row(part->op)->attr, name, n);
    if (!tx_need(t, "<")) return false;
    part->op->attr[slot] = tx_enum(t, &tile_row(part->op)->attr[slot]);
    return part->op->attr[slot] && tx_need(t, ">");
}

// One item of `syntax` (op.def has the notation).
static bool read_part(Text *t, Partial *op, const char *part, size_t n) {
    switch (*part) {
    case '\'': return tx_need(t, arena_strndup(t->arena, part + 1, n - 2));
    case '~':
    case '@': return true;
    case '^': return read_types_of(t, op, part + 1, n - 1);
    case '!': return read_marked(t, op, part + 1, n - 1);
    case '%': return tx_by_hand(t, op, part + 1, n - 1);
    case '<': return read_angles(t, op, part + 1, n - 2);
    default: return read_name(t, op, part, n);
    }
}

// Whether a group that may be left out is there: by what it begins with.
static bool begins_here(Text *t, Partial *op, const char *part) {
    size_t n = strcspn(part, " ");
    if (*part == '\'') return tx_peek(t, arena_strndup(t->arena, part + 1, n - 2));
    if (tile_slot_find(tile_row(op->op)->operand, part, n) >= 0) return tx_peek(t, "%");
    int slot = tile_attr_find(tile_row(op->op)->attr, part, n);
    const char *word;
    uint32_t length = tx_word(t, &word);
    return slot >= 0 && length &&
           tile_enum_number((TileEnum)tile_row(op->op)->attr[slot].which, word, length) >= 0;
}

// A group that is not there is passed over whole.
static bool read_group(Text *t, Partial *op, const char *name, size_t n, const char **part) {
    *part = name + n + 1;
    if (!begins_here(t, op, *part)) {
        *part = strchr(*part, '}');
        return true;
    }
    // An attribute that is only there or not.
    int slot = tile_attr_find(tile_row(op->op)->attr, name, n);
    if (slot >= 0 && tile_row(op->op)->attr[slot].kind == TILE_A_UNIT) {
        op->op->attr[slot] = tile_attr_new(t->module, TILE_A_UNIT);
    }
    return true;
}

// The mirror of print_syntax (write/print.c).
static bool read_syntax(Text *t, Partial *op) {
    const char *place = tile_further_place(tile_row(op->op));
    for (const char *part = tile_row(op->op)->syntax; *part;) {
        size_t n = strcspn(part, " ");
        if (part == place && !tx_further(t, op, n > 1 && *part == '@')) return false;
        if (*part == '{') {
            if (!read_group(t, op, part + 1, n - 1, &part)) return false;
            continue;
        }
        if (*part != '}' && !read_part(t, op, part, n)) return false;
        part += n + (part[n] == ' ');
    }
    return *place || tx_further(t, op, false);
}

// ---- results that are not spelled out ----------------------------------------------------------

// What `same` can be led from: an operand, or a result whose type was spelled.
static const TileType *known_type(const Partial *part, const char *name, size_t n) {
    const TileOpRow *row = tile_row(part->op);
    int slot = tile_slot_find(row->operand, name, n);
    if (slot >= 0) return part->operand[slot].n ? part->operand[slot].at[0]->type : NULL;
    slot = tile_slot_find(row->result, name, n);
    return slot >= 0 && part->result[slot].n ? part->result[slot].at[0] : NULL;
}

// A type of the same group of `same`.
static const TileType *same_type(const Partial *part, const char *name) {
    size_t length = strlen(name);
    for (const char *group = tile_row(part->op)->same; *group;) {
        size_t n = strcspn(group, ";");
        const TileType *type = NULL;
        bool member = false;
        for (const char *word = group + 2; *group == 'T' && word < group + n;) {
            size_t k = strcspn(word, " ;");
            if (!type) type = known_type(part, word, k);
            member |= k == length && memcmp(word, name, k) == 0;
            word += k + 1;
        }
        if (member && type) return type;
        group += n + (group[n] == ';');
    }
    return NULL;
}

// Types that are not spelled follow from `same`, or are tokens.
static bool settle_results(Text *t, Partial *part) {
    const TileOpRow *row = tile_row(part->op);
    Types types = {0};
    for (uint32_t i = 0; i < tile_nslots(row->result); i++) {
        Types *known = &part->result[i];
        for (uint32_t k = 0; k < known->n; k++) vec_push(t->arena, &types, known->at[k]);
        if (known->n || row->result[i].many == TILE_MANY) continue;
        const TileType *type = row->result[i].types == TILE_SET_TOKEN
                                   ? tile_number_type(t->module, TILE_T_TOKEN)
                                   : same_type(part, row->result[i].name);
        if (!type)
            return tx_fail(t, part->at, "the type of '%s' of '%s' is not known",
                           row->result[i].name, row->name);
        vec_push(t->arena, &types, type);
    }
    tile_op_results(t->module, part->op, types.n, types.at);
    return true;
}

// Text gives operands in any order; they are stored in the row's.
static void settle_operands(Text *t, Partial *part) {
    Values all = {0};
    for (uint32_t i = 0; i < TILE_SLOTS; i++) {
        part->op->group[i] = part->operand[i].n;
        for (uint32_t k = 0; k < part->operand[i].n; k++) {
            vec_push(&t->module->arena, &all, part->operand[i].at[k]);
        }
    }
    part->op->operand = all.at;
    part->op->noperand = all.n;
}

// ---- operations --------------------------------------------------------------------------------

typedef struct {
    Atom name;
    const char *at;
    int64_t n; // %name:n
} Label;
typedef VEC(Label) Labels;

// %a, %b:2 =
static bool read_labels(Text *t, Labels *found) {
    if (!tx_peek(t, "%")) return true;
    do {
        tx_skip(t);
        Label label = {0, t->at, 1};
        label.name = tx_sigil(t, '%', "a name");
        if (!label.name) return false;
        if (tx_take(t, ":") && !tx_integer(t, &label.n)) return false;
        vec_push(t->arena, found, label);
    } while (tx_take(t, ","));
    return tx_need(t, "=");
}

// Either no result is named or all are.
static bool bind_labels(Text *t, const Labels *labels, TileOp *producer) {
    uint32_t at = 0;
    if (!labels->n) return true;
    for (uint32_t i = 0; i < labels->n; i++) {
        const Label *label = &labels->at[i];
        if (label->n < 1 || label->n > producer->nresult - at) {
            return tx_fail(t, label->at, "'%s' gives %u values", tile_row(producer)->name,
                           producer->nresult);
        }
        if (!tx_define(t, label->name, label->at, producer->result + at, (uint32_t)label->n))
            return false;
        at += (uint32_t)label->n;
    }
    return at == producer->nresult || tx_fail(t, labels->at[0].at, "'%s' gives %u values",
                                              tile_row(producer)->name, producer->nresult);
}

// The dialect's prefix may be there or not; in quotes, before the generic form, it must be.
static TileOpcode read_opcode(Text *t, bool *generic) {
    tx_skip(t);
    const char *begin = t->at, *name = begin;
    *generic = begin < t->end && *begin == '"';
    uint32_t n;
    if (*generic) {
        Atom quoted = tx_quoted(t);
        if (t->failed) return TILE_O_COUNT;
        name = atom_str(t->ctx, quoted);
        n = atom_len(t->ctx, quoted);
    } else {
        n = tx_word(t, &name);
    }
    uint32_t prefix = n > 10 && memcmp(name, "cuda_tile.", 10) == 0 ? 10 : 0;
    bool named = *generic ? prefix != 0 : n != 0;
    TileOpcode code = named ? tile_op_named(name + prefix, n - prefix) : TILE_O_COUNT;
    if (code == TILE_O_COUNT) {
        tx_fail(t, begin, "operation %s is not known",
                *generic ? arena_printf(t->arena, "'%s'", name) : tx_found(t));
    } else if (!*generic) {
        t->at += n;
    }
    return code;
}

static bool read_whole_op(Text *t, Partial *part, bool generic) {
    return generic ? tx_generic(t, part) : read_syntax(t, part) && settle_results(t, part);
}

bool tx_op(Text *t, TileBlock *enclosing) {
    Labels labels = {0};
    if (!read_labels(t, &labels)) return false;
    tx_skip(t);
    Partial part = {.at = t->at};
    bool generic;
    TileOpcode code = read_opcode(t, &generic);
    if (code == TILE_O_COUNT) return false;
    part.op = tile_op_new(t->module, code);
    part.op->at = tx_at(t, part.at);
    part.op->block = enclosing;
    if (!read_whole_op(t, &part, generic)) return false;
    settle_operands(t, &part);
    tile_block_push(t->module, enclosing, part.op);
    if (!bind_labels(t, &labels, part.op)) return false;
    if (tx_take(t, "loc")) {
        if (!tx_need(t, "(")) return false;
        part.op->loc = tx_loc(t);
    }
    return !t->failed;
}
