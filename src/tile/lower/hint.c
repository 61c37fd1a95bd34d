// SPDX-License-Identifier: Apache-2.0
// Hints for an architecture (specification, "Optimization Hints"): those of the target, else the
// default ones. One that is wrong is said to be so and has no effect.
#include "tile/lower/lower_int.h"

#include <stdio.h>

enum { OF_KERNEL = 1, OF_VIEW = 2, OF_POINTER = 4 };
typedef struct {
    const char *name;
    uint8_t kind; // TileAttrKind
    uint8_t of;
    uint8_t least, most;
    bool power;       // of two
    const char *idle; // why more than the least has no effect; NULL: it has
} HintRow;
static const HintRow rows[] = {
    {"num_cta_in_cga", TILE_A_INTEGER, OF_KERNEL, 1, 16, true,
     "has no effect: no clusters are made"},
    {"num_worker_warps_per_cta", TILE_A_INTEGER, OF_KERNEL, 1, 32, true, NULL},
    {"occupancy", TILE_A_INTEGER, OF_KERNEL, 1, 32, false, NULL},
    {"latency", TILE_A_INTEGER, OF_VIEW | OF_POINTER, 1, 10, false, NULL},
    {"allow_tma", TILE_A_BOOL, OF_VIEW, 0, 1, false, NULL},
};

static const HintRow *find_row(const char *name) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    }
    return NULL;
}

static bool is_right(const HintRow *row, const TileAttr *value) {
    uint64_t x = value->bits;
    if (value->kind != row->kind) return false;
    return x >= row->least && x <= row->most && (!row->power || (x & (x - 1)) == 0);
}

static const TileAttr *named(const TileLower *lower, const TileAttr *from, const char *name) {
    for (uint32_t i = 0; from && i < from->n; i++) {
        if (strcmp(atom_str(lower->ctx, from->named[i].name), name) == 0)
            return from->named[i].value;
    }
    return NULL;
}

// The name of an architecture has no suffix.
static void architecture(const TileLower *lower, char *to, size_t n) {
    snprintf(to, n, "sm_%u", lower->target->number);
}

uint64_t tl_hint(const TileLower *lower, const TileAttr *hints, const char *name, uint64_t absent) {
    char own[16];
    architecture(lower, own, sizeof own);
    const TileAttr *value = named(lower, named(lower, hints, own), name);
    if (!value) value = named(lower, named(lower, hints, "default"), name);
    const HintRow *row = find_row(name);
    return value && row && is_right(row, value) ? value->bits : absent;
}

static void warn(TileLower *lower, const TileFunc *func, const TileOp *op, const char *name,
                 const char *text) {
    diag(lower->ctx, DIAG_OF(tile, tile_hint), 0, lower->tile->file,
         tile_place(lower->tile, op ? op->at : func->at),
         op ? tile_row(op)->name : atom_str(lower->ctx, func->name), name, text);
}

static void check(TileLower *lower, const TileFunc *func, const TileOp *op, const char *name,
                  const TileAttr *value) {
    const HintRow *row = find_row(name);
    bool view = op && is_any_of(op->code, TILE_O_LOAD_VIEW, TILE_O_STORE_VIEW);
    uint32_t of = !op ? OF_KERNEL : view ? OF_VIEW : OF_POINTER;
    if (!row || !(row->of & of))
        warn(lower, func, op, name, "is unknown");
    else if (!is_right(row, value))
        warn(lower, func, op, name, "is out of its range");
    else if (row->idle && value->bits > row->least)
        warn(lower, func, op, name, row->idle);
}

void tl_check_hints(TileLower *lower, const TileFunc *func, const TileOp *op) {
    const TileAttr *hints = op ? tile_attr(op, "optimization_hints") : func->hints;
    char own[16];
    architecture(lower, own, sizeof own);
    for (uint32_t i = 0; hints && i < hints->n; i++) {
        const char *name = atom_str(lower->ctx, hints->named[i].name);
        const TileAttr *of = hints->named[i].value;
        if (strcmp(name, own) != 0 && strcmp(name, "default") != 0) continue;
        for (uint32_t k = 0; k < of->n; k++)
            check(lower, func, op, atom_str(lower->ctx, of->named[k].name), of->named[k].value);
    }
}
