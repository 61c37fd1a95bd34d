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

// callsite(callee at caller), either of which may be one again.
static const TileDebug *read_call(Text *t) {
    TileDebug record = {.kind = TILE_D_CALL};
    if (!tx_need(t, "(")) return NULL;
    for (int i = 0; i < 2; i++) {
        if (i && !tx_need(t, "at")) return NULL;
        if (tx_peek(t, "callsite")) {
            tx_take(t, "callsite");
            record.ref[i] = read_call(t);
        } else {
            tx_skip(t);
            bool quoted = t->at < t->end && *t->at == '"';
            record.ref[i] = quoted                  ? read_place(t, NULL)
                            : tx_take(t, "unknown") ? NULL
                                                    : tx_record(t);
        }
        if (t->failed) return NULL;
    }
    return tx_need(t, ")") ? tile_debug(t->module, &record) : NULL;
}

// Behind `loc(`, up to and with the closing bracket.
const TileDebug *tx_loc(Text *t) {
    const TileDebug *loc = NULL;
    if (!tx_enter(t)) return NULL;
    tx_skip(t);
    const char *begin = t->at;
    if (tx_take(t, "unknown"))
        loc = NULL;
    else if (tx_take(t, "callsite"))
        loc = read_call(t);
    else if (t->at < t->end && *t->at == '"')
        loc = read_place(t, NULL);
    else if (t->at < t->end && *t->at == '#')
        loc = tx_record(t);
    else
        tx_fail(t, begin, "a location is a place, a record, callsite(...) or unknown; found %s",
                tx_found(t));
    if (!t->failed && !tile_debug_fits('l', loc)) {
        tx_fail(t, begin, "a '%s' is no location", tile_debug_row[loc->kind].name);
    }
    tx_need(t, ")");
    return tx_leave(t) ? loc : NULL;
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
