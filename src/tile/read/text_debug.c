// SPDX-License-Identifier: Apache-2.0
// Text: locations and records of debug information, and aliases, `#name = ...` and `!name = ...`,
// which may stand behind their use: they are looked for first, and read when they are asked for.
#include "tile/read/text_int.h"

// "file":line:column
static const TileDebug *read_place(Text *t, const TileDebug *scope) {
    TileDebug record = {.kind = TILE_D_LOC, .ref = {scope, NULL}};
    int64_t line = 0, column = 0;
    record.text[0] = tx_quoted(t);
    if (t->failed || !tx_need(t, ":") || !tx_integer(t, &line)) return NULL;
    if (!tx_need(t, ":") || !tx_integer(t, &column)) return NULL;
    record.number[0] = (uint64_t)line;
    record.number[1] = (uint64_t)column;
    return tile_debug(t->module, &record);
}

// di_loc<place in scope>
static const TileDebug *read_di_loc(Text *t) {
    const TileDebug *place = NULL;
    if (tx_take(t, "loc")) {
        if (!tx_need(t, "(")) return NULL;
        place = tx_loc(t);
    } else {
        tx_skip(t);
        place = t->at < t->end && *t->at == '"' ? read_place(t, NULL) : tx_record(t);
    }
    const char *at = t->at;
    if (t->failed || !tx_need(t, "in")) return NULL;
    const TileDebug *scope = tx_record(t);
    if (t->failed) return NULL;
    if (!place || place->kind != TILE_D_LOC || !tile_debug_fits('c', scope)) {
        tx_fail(t, at, "di_loc is a place in a subprogram or block");
        return NULL;
    }
    TileDebug record = *place;
    record.ref[0] = scope;
    return tx_need(t, ">") ? tile_debug(t->module, &record) : NULL;
}

// By the field's letter in debug.def: number, string, or another record.
static bool read_field(Text *t, char letter, TileDebug *record, int *nref, int *ntext,
                       int *nnumber) {
    const char *at = t->at;
    if (letter == 'n') {
        int64_t value = 0;
        if (!tx_integer(t, &value)) return false;
        record->number[(*nnumber)++] = (uint64_t)value;
    } else if (letter == 's') {
        Atom text = tx_quoted(t);
        record->text[(*ntext)++] = text;
    } else {
        const TileDebug *ref = tx_record(t);
        if (!t->failed && !tile_debug_fits(letter, ref)) {
            return tx_fail(t, at, "a '%s' in a '%s'",
                           ref ? tile_debug_row[ref->kind].name : "unknown",
                           tile_debug_row[record->kind].name);
        }
        record->ref[(*nref)++] = ref;
    }
    return !t->failed;
}

// di_file<"name" in "directory">; the others name their fields, of which a column may be missing.
static const TileDebug *read_fields(Text *t, TileDebug *record) {
    int nref = 0, ntext = 0, nnumber = 0;
    bool file = record->kind == TILE_D_FILE;
    for (const char *field = tile_debug_row[record->kind].fields; *field;
         field = tile_field_next(field)) {
        if (*field == 'm') continue;
        bool first = field == tile_debug_row[record->kind].fields;
        if (file) {
            if (!first && !tx_need(t, "in")) return NULL;
        } else {
            const char *name = arena_strndup(t->arena, field + 2, strcspn(field, " ") - 2);
            bool last = !*tile_field_next(field) || *tile_field_next(field) == 'm';
            if (tx_peek(t, ">") && *field == 'n' && last) break;
            if ((!first && !tx_need(t, ",")) || !tx_need(t, name) || !tx_need(t, "=")) return NULL;
        }
        if (!read_field(t, *field, record, &nref, &ntext, &nnumber)) return NULL;
    }
    return tx_need(t, ">") ? tile_debug(t->module, record) : NULL;
}

// By alias or spelled out.
static const TileDebug *read_record(Text *t) {
    tx_skip(t);
    const char *begin = t->at;
    if (!tx_take(t, "#cuda_tile.")) {
        Atom name = tx_sigil(t, '#', "a record of debug information");
        Alias *alias = name ? tx_alias(t, name, begin) : NULL;
        return alias ? alias->record : NULL;
    }
    for (int kind = 1; kind < TILE_D_COUNT; kind++) {
        if (kind == TILE_D_CALL || !tx_take(t, tile_debug_row[kind].name)) continue;
        if (!tx_need(t, "<")) return NULL;
        if (kind == TILE_D_LOC) return read_di_loc(t);
        return read_fields(t, &(TileDebug){.kind = (uint8_t)kind});
    }
    tx_fail(t, begin, "a record of debug information is needed, found %s", tx_found(t));
    return NULL;
}

const TileDebug *tx_record(Text *t) {
    const TileDebug *record = tx_enter(t) ? read_record(t) : NULL;
    return tx_leave(t) ? record : NULL;
}

static const TileDebug *read_location(Text *t);

// callsite(callee at caller), either of which may be one again.
static const TileDebug *read_call(Text *t) {
    TileDebug record = {.kind = TILE_D_CALL};
    if (!tx_need(t, "(")) return NULL;
    record.ref[0] = read_location(t);
    if (t->failed || !tx_need(t, "at")) return NULL;
    record.ref[1] = read_location(t);
    return !t->failed && tx_need(t, ")") ? tile_debug(t->module, &record) : NULL;
}

typedef struct {
    VEC(const TileDebug *) at;
    Map seen;
    Atom metadata;
} Fused;

// Those of a fused one that are fused with the same words stand for themselves; each counts once.
static void add_location(Text *t, Fused *all, const TileDebug *loc) {
    if (loc && loc->kind == TILE_D_FUSED && loc->text[0] == all->metadata) {
        for (; loc; loc = loc->ref[1]) add_location(t, all, loc->ref[0]);
    } else if (loc && !map_get(&all->seen, (uintptr_t)loc)) {
        map_put(&all->seen, (uintptr_t)loc, t);
        vec_push(t->arena, &all->at, loc);
    }
}

// fused<"why">[location, ...]: unknown ones do not count, and one alone is no fused one, as in
// MLIR.
static const TileDebug *read_fused(Text *t) {
    Fused all = {0};
    map_init(&all.seen, t->arena);
    if (tx_take(t, "<")) {
        all.metadata = tx_quoted(t);
        if (t->failed || !tx_need(t, ">")) return NULL;
    }
    if (!tx_need(t, "[")) return NULL;
    do {
        const TileDebug *loc = read_location(t);
        if (t->failed) return NULL;
        add_location(t, &all, loc);
    } while (tx_take(t, ","));
    if (!tx_need(t, "]")) return NULL;
    uint32_t n = all.at.n;
    if (n < 2 && !all.metadata) return n ? all.at.at[0] : NULL;
    TileDebug link = {.kind = TILE_D_FUSED, .text = {all.metadata}};
    for (uint32_t i = CU_MAX(n, 1u); i-- > 0;) {
        link.ref[0] = n ? all.at.at[i] : NULL;
        link.ref[1] = tile_debug(t->module, &link);
    }
    return link.ref[1];
}

// "name" or "name"(location); "file":line:column is a place.
static const TileDebug *read_named(Text *t) {
    const char *begin = t->at;
    TileDebug record = {.kind = TILE_D_NAME};
    record.text[0] = tx_quoted(t);
    if (t->failed) return NULL;
    if (tx_peek(t, ":")) {
        t->at = begin;
        return read_place(t, NULL);
    }
    if (tx_take(t, "(")) {
        record.ref[0] = read_location(t);
        if (t->failed || !tx_need(t, ")")) return NULL;
    }
    return tile_debug(t->module, &record);
}

// What may stand in `loc(...)`.
static const TileDebug *read_any_location(Text *t) {
    tx_skip(t);
    const char *begin = t->at;
    const TileDebug *loc = NULL;
    if (tx_take(t, "unknown")) return NULL;
    if (tx_take(t, "callsite")) return read_call(t);
    if (tx_take(t, "fused")) return read_fused(t);
    if (t->at < t->end && *t->at == '"') return read_named(t);
    if (t->at < t->end && *t->at == '#')
        loc = tx_record(t);
    else
        tx_fail(t, begin,
                "a location is a place, a name, a record, callsite(...), fused[...] or unknown; "
                "found %s",
                tx_found(t));
    if (!t->failed && !tile_debug_fits('l', loc))
        tx_fail(t, begin, "a '%s' is no location", tile_debug_row[loc->kind].name);
    return t->failed ? NULL : loc;
}

static const TileDebug *read_location(Text *t) {
    const TileDebug *loc = tx_enter(t) ? read_any_location(t) : NULL;
    return tx_leave(t) ? loc : NULL;
}

// Behind `loc(`, up to and with the closing bracket.
const TileDebug *tx_loc(Text *t) {
    const TileDebug *loc = read_location(t);
    return !t->failed && tx_need(t, ")") ? loc : NULL;
}

// ---- aliases -----------------------------------------------------------------------------------

// An alias does not say what it is of: its first signs do.
static void read_alias(Text *t, Alias *alias, char sign) {
    if (sign == '!') {
        alias->type = tx_type(t);
    } else if (tx_take(t, "loc")) {
        if (tx_need(t, "(")) alias->record = tx_loc(t);
    } else if (tx_peek(t, "#cuda_tile.di_") || (tx_peek(t, "#") && !tx_peek(t, "#cuda_tile."))) {
        alias->record = tx_record(t);
    } else {
        alias->attr = tx_attr(t);
    }
}

// Read at first use, from where it is defined; `busy` finds those that contain themselves.
Alias *tx_alias(Text *t, Atom name, const char *at) {
    Alias *alias = map_get(&t->aliases, name);
    if (!alias || alias->busy) {
        tx_fail(t, at, alias ? "'%s' contains itself" : "'%s' is not defined",
                atom_str(t->ctx, name));
        return NULL;
    }
    if (!alias->end) {
        const char *back = t->at;
        alias->busy = true;
        t->at = alias->at;
        if (tx_enter(t)) read_alias(t, alias, *atom_str(t->ctx, name));
        alias->busy = false;
        alias->end = t->at;
        if (tx_leave(t)) t->at = back;
    }
    return t->failed ? NULL : alias;
}
