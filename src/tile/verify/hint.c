// SPDX-License-Identifier: Apache-2.0
// Optimization hints, by architecture (specification, "Optimization Hints"): which there are, for
// whom, and in which range. A wrong one breaks no rule: the module stands, and the hint does not
// count.
#include "base/target.h"
#include "tile/verify/verify.h"

enum { OF_KERNEL = 1, OF_VIEW = 2, OF_POINTER = 4 };
typedef struct {
    const char *name;
    uint8_t kind; // TileAttrKind
    uint8_t of;
    uint8_t least, most;
    bool power; // of two
} HintRow;
static const HintRow rows[] = {
    {"num_cta_in_cga", TILE_A_INTEGER, OF_KERNEL, 1, 16, true},
    {"num_worker_warps_per_cta", TILE_A_INTEGER, OF_KERNEL, 1, 32, true},
    {"occupancy", TILE_A_INTEGER, OF_KERNEL, 1, 32, false},
    {"latency", TILE_A_INTEGER, OF_VIEW | OF_POINTER, 1, 10, false},
    {"allow_tma", TILE_A_BOOL, OF_VIEW, 0, 1, false},
};

static const HintRow *find_row(const char *name) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    }
    return NULL;
}

bool tile_hint_fits(const char *name, const TileAttr *value) {
    const HintRow *row = find_row(name);
    uint64_t x = value->bits;
    if (!row || value->kind != row->kind) return false;
    return x >= row->least && x <= row->most && (!row->power || (x & (x - 1)) == 0);
}

void tile_hint_warn(TileModule *module, const TileFunc *kernel, const TileOp *access,
                    const char *name, const char *text) {
    diag(module->ctx, DIAG_OF(tile, tile_hint), 0, module->file,
         tile_place(module, access ? access->at : kernel->at),
         access ? tile_row(access)->name : atom_str(module->ctx, kernel->name), name, text);
}

void tile_check_hint_list(TileModule *module, const TileFunc *kernel, const TileOp *access,
                          uint32_t architecture, const TileAttr *list) {
    bool view = access && is_any_of(access->code, TILE_O_LOAD_VIEW, TILE_O_STORE_VIEW);
    uint32_t of = !access ? OF_KERNEL : view ? OF_VIEW : OF_POINTER;
    for (uint32_t i = 0; i < list->n; i++) {
        const char *name = atom_str(module->ctx, list->named[i].name);
        const TileAttr *value = list->named[i].value;
        const HintRow *row = find_row(name);
        const char *wrong = !row || !(row->of & of)        ? "is unknown"
                            : !tile_hint_fits(name, value) ? "is out of its range"
                                                           : NULL;
        // Clusters begin with sm_90.
        bool clusters = row == &rows[0] && value->bits > 1;
        if (!wrong && clusters && architecture && architecture < 90)
            wrong = "asks for clusters, which the architecture has not";
        if (wrong) tile_hint_warn(module, kernel, access, name, wrong);
    }
}

// "sm_90": no suffix, which a hint's architecture has not; 0: of all of them; -1: not known.
static int architecture_of(const char *name) {
    if (strcmp(name, "default") == 0) return 0;
    const Target *target = strncmp(name, "sm_", 3) == 0 ? target_parse(name, strlen(name)) : NULL;
    return target && !target->suffix ? (int)target->number : -1;
}

static void check_hints(TileModule *module, const TileFunc *kernel, const TileOp *access,
                        const TileAttr *hints) {
    for (uint32_t i = 0; hints && i < hints->n; i++) {
        const char *name = atom_str(module->ctx, hints->named[i].name);
        int architecture = architecture_of(name);
        if (architecture < 0)
            tile_hint_warn(module, kernel, access, name, "is of no known architecture");
        else
            tile_check_hint_list(module, kernel, access, (uint32_t)architecture,
                                 hints->named[i].value);
    }
}

static void check_block(TileModule *module, const TileFunc *kernel, const TileBlock *body) {
    for (uint32_t i = 0; i < body->ops.n; i++) {
        const TileOp *op = body->ops.at[i];
        check_hints(module, kernel, op, tile_attr(op, "optimization_hints"));
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) check_block(module, kernel, op->region[k]);
        }
    }
}

void tile_check_hints(TileModule *module) {
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        const TileFunc *func = module->funcs.at[i];
        check_hints(module, func, NULL, func->hints);
        check_block(module, func, func->body);
    }
}
