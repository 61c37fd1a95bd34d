// SPDX-License-Identifier: Apache-2.0
// Hints for an architecture (specification, "Optimization Hints"): those of the target, else the
// default ones. One that is wrong (verify/hint.c) is said to be so and has no effect.
#include "tile/lower/lower_int.h"
#include "tile/verify/verify.h"

#include <stdio.h>

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
    return value && tile_hint_fits(name, value) ? value->bits : absent;
}

void tl_check_hints(TileLower *lower, const TileFunc *kernel, const TileOp *access) {
    const TileAttr *hints = access ? tile_attr(access, "optimization_hints") : kernel->hints;
    char own[16];
    architecture(lower, own, sizeof own);
    for (uint32_t i = 0; hints && i < hints->n; i++) {
        const char *of = atom_str(lower->ctx, hints->named[i].name);
        if (strcmp(of, own) != 0 && strcmp(of, "default") != 0) continue;
        const TileAttr *list = hints->named[i].value;
        tile_check_hint_list(lower->tile, kernel, access, lower->target->number, list);
        const TileAttr *clusters = access ? NULL : named(lower, list, "num_cta_in_cga");
        if (clusters && tile_hint_fits("num_cta_in_cga", clusters) && clusters->bits > 1)
            tile_hint_warn(lower->tile, kernel, access, "num_cta_in_cga",
                           "has no effect: no clusters are made");
    }
}
