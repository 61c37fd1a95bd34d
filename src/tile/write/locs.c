// SPDX-License-Identifier: Apache-2.0
// Locations in text. Each record of debug information gets an alias, `#loc3`, `#di_file`, and the
// aliases are defined behind the module. Their numbers are MLIR's: records by depth, then by name,
// then in the order in which printing comes by them.
#include "tile/write/print_int.h"

#include <stdlib.h>

// A place without its scope is a record of its own in text; NULL is the unknown one.
static const TileDebug *place_of(Printer *p, const TileDebug *loc) {
    TileDebug place = *loc;
    place.ref[0] = NULL;
    return tile_debug(p->module, &place);
}

static const char *alias_name(const TileDebug *record) {
    if (!record || tile_debug_fits('l', record)) return "loc";
    return tile_debug_row[record->kind].name;
}

static uint32_t visit(Printer *p, const TileDebug *record);

// Of those that are fused each by itself: what holds the others together has no alias.
static uint32_t visit_fused(Printer *p, const TileDebug *record) {
    uint32_t depth = 0;
    for (; record; record = record->ref[1]) {
        uint32_t below = 1 + visit(p, record->ref[0]);
        depth = CU_MAX(depth, below);
    }
    return depth;
}

// Depth first; a record's depth is one more than that of the deepest inside it.
static uint32_t visit(Printer *p, const TileDebug *record) {
    if (record && record->kind == TILE_D_UNKNOWN) record = NULL;
    uintptr_t known = (uintptr_t)map_get(&p->alias, (uintptr_t)record + 1);
    if (known) return p->aliases.at[known - 1].depth;
    vec_push(p->arena, &p->aliases, ((TextAlias){record, alias_name(record), 0, p->aliases.n, 0}));
    uint32_t self = p->aliases.n - 1, depth = 0;
    map_put(&p->alias, (uintptr_t)record + 1, (void *)(uintptr_t)p->aliases.n);
    bool scoped = record && record->kind == TILE_D_LOC && record->ref[0];
    if (scoped) depth = 1 + visit(p, place_of(p, record));
    if (record && record->kind == TILE_D_FUSED) depth = visit_fused(p, record);
    for (int i = 0; record && record->kind != TILE_D_FUSED && i < 2; i++) {
        bool there = record->ref[i] || record->kind == TILE_D_CALL;
        if (!there) continue;
        uint32_t below = 1 + visit(p, record->ref[i]);
        depth = CU_MAX(depth, below);
    }
    p->aliases.at[self].depth = depth;
    return depth;
}

static void visit_block(Printer *p, const TileBlock *visited) {
    for (uint32_t i = 0; i < visited->ops.n; i++) {
        const TileOp *op = visited->ops.at[i];
        visit(p, op->loc);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) visit_block(p, op->region[k]);
        }
    }
}

// The order in which MLIR numbers aliases.
static int by_depth(const void *a, const void *b) {
    const TextAlias *x = a, *y = b;
    if (x->depth != y->depth) return cu_order(x->depth, y->depth);
    int name = strcmp(x->name, y->name);
    return name ? name : cu_order(x->order, y->order);
}

void tp_aliases(Printer *p) {
    if (p->module->globals.n || !p->module->funcs.n) visit(p, NULL); // an empty module's own
    for (uint32_t i = 0; i < p->module->funcs.n; i++) {
        visit(p, p->module->funcs.at[i]->loc);
        visit_block(p, p->module->funcs.at[i]->body);
    }
    if (p->aliases.n) qsort(p->aliases.at, p->aliases.n, sizeof *p->aliases.at, by_depth);
    Map counts; // of a name (by its text, which the table holds)
    map_init(&counts, p->arena);
    for (uint32_t i = 0; i < p->aliases.n; i++) {
        TextAlias *alias = &p->aliases.at[i];
        uintptr_t n = (uintptr_t)map_get(&counts, (uintptr_t)alias->name);
        alias->number = (uint32_t)n;
        map_put(&counts, (uintptr_t)alias->name, (void *)(n + 1));
        map_put(&p->alias, (uintptr_t)alias->record + 1, (void *)(uintptr_t)(i + 1));
    }
}

static void print_alias(Printer *p, const TileDebug *record) {
    if (record && record->kind == TILE_D_UNKNOWN) record = NULL;
    uintptr_t known = (uintptr_t)map_get(&p->alias, (uintptr_t)record + 1);
    const TextAlias *alias = &p->aliases.at[known - 1];
    buf_printf(p->out, "#%s", alias->name);
    if (alias->number) buf_u64(p->out, alias->number);
}

void tp_loc(Printer *p, const TileDebug *loc) {
    buf_puts(p->out, " loc(");
    print_alias(p, loc);
    buf_putc(p->out, ')');
}

static void print_fields(Printer *p, const TileDebug *record) {
    const TileDebugRow *row = &tile_debug_row[record->kind];
    int nref = 0, ntext = 0, nnumber = 0;
    bool file = record->kind == TILE_D_FILE;
    buf_printf(p->out, "#cuda_tile.%s<", row->name);
    for (const char *field = row->fields; *field; field = tile_field_next(field)) {
        bool first = field == row->fields;
        if (*field == 'm') continue;
        const char *next = tile_field_next(field);
        bool last = !*next || *next == 'm';
        if (*field == 'n' && last && !record->number[nnumber]) continue; // may be left out
        if (!first) buf_puts(p->out, file ? " in " : ", ");
        if (!file) buf_printf(p->out, "%.*s = ", (int)strcspn(field, " ") - 2, field + 2);
        if (*field == 'n')
            buf_u64(p->out, record->number[nnumber++]);
        else if (*field == 's')
            tp_string(p, record->text[ntext++]);
        else
            print_alias(p, record->ref[nref++]);
    }
    buf_putc(p->out, '>');
}

// loc("name"(#loc)), loc(fused<"why">[#loc, #loc1])
static void print_collected(Printer *p, const TileDebug *record) {
    buf_puts(p->out, "loc(");
    if (record->kind == TILE_D_NAME) {
        tp_string(p, record->text[0]);
        if (record->ref[0]) {
            buf_putc(p->out, '(');
            print_alias(p, record->ref[0]);
            buf_putc(p->out, ')');
        }
        buf_putc(p->out, ')');
        return;
    }
    buf_puts(p->out, "fused");
    if (record->text[0]) {
        buf_putc(p->out, '<');
        tp_string(p, record->text[0]);
        buf_putc(p->out, '>');
    }
    for (const TileDebug *link = record; link; link = link->ref[1]) {
        buf_puts(p->out, link == record ? "[" : ", ");
        print_alias(p, link->ref[0]);
    }
    buf_puts(p->out, "])");
}

static void print_record(Printer *p, const TileDebug *record) {
    if (!record) {
        buf_puts(p->out, "loc(unknown)");
    } else if (is_any_of(record->kind, TILE_D_NAME, TILE_D_FUSED)) {
        print_collected(p, record);
    } else if (record->kind == TILE_D_CALL) {
        buf_puts(p->out, "loc(callsite(");
        print_alias(p, record->ref[0]);
        buf_puts(p->out, " at ");
        print_alias(p, record->ref[1]);
        buf_puts(p->out, "))");
    } else if (record->kind != TILE_D_LOC) {
        print_fields(p, record);
    } else if (record->ref[0]) {
        buf_puts(p->out, "#cuda_tile.di_loc<");
        print_alias(p, place_of(p, record));
        buf_puts(p->out, " in ");
        print_alias(p, record->ref[0]);
        buf_putc(p->out, '>');
    } else {
        buf_puts(p->out, "loc(");
        tp_string(p, record->text[0]);
        buf_printf(p->out, ":%llu:%llu)", (unsigned long long)record->number[0],
                   (unsigned long long)record->number[1]);
    }
}

void tp_print_aliases(Printer *p) {
    for (uint32_t i = 0; i < p->aliases.n; i++) {
        print_alias(p, p->aliases.at[i].record);
        buf_puts(p->out, " = ");
        print_record(p, p->aliases.at[i].record);
        buf_putc(p->out, '\n');
    }
}
