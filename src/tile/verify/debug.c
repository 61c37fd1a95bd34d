// SPDX-License-Identifier: Apache-2.0
// Locations: operations lie in the subprogram of their function, which has its name.
#include "tile/verify/verify_int.h"

// The place where a location is, of a call that of the caller, of several the first; NULL: unknown,
// or without a scope.
static const TileDebug *place_of(const TileDebug *loc) {
    while (loc && is_any_of(loc->kind, TILE_D_CALL, TILE_D_NAME))
        loc = loc->ref[loc->kind == TILE_D_CALL];
    for (; loc && loc->kind == TILE_D_FUSED; loc = loc->ref[1]) {
        const TileDebug *place = place_of(loc->ref[0]);
        if (place) return place;
    }
    return loc && loc->kind == TILE_D_LOC && loc->ref[0] ? loc : NULL;
}

// Up through lexical blocks; a place in a call is in the callee's.
static const TileDebug *subprogram_of(const TileDebug *loc) {
    const TileDebug *place = place_of(loc), *scope = place ? place->ref[0] : NULL;
    while (scope && scope->kind == TILE_D_BLOCK) scope = scope->ref[0];
    return scope;
}

bool tv_func_debug(TileVerifier *v, const TileFunc *described) {
    const char *name = atom_str(v->ctx, described->name);
    if (described->loc && described->loc->kind == TILE_D_CALL)
        return tv_fail_at(v, described->at, name, "has a call as its location");
    const TileDebug *place = place_of(described->loc);
    if (!place) return true;
    const TileDebug *scope = place->ref[0];
    if (scope->kind != TILE_D_SUBPROGRAM)
        return tv_fail_at(v, described->at, name,
                          "has a location in a '%s', not in a di_subprogram",
                          tile_debug_row[scope->kind].name);
    if (scope->text[1] != described->name)
        return tv_fail_at(v, described->at, name,
                          "has a location in the subprogram with the linkage name '%s'",
                          atom_str(v->ctx, scope->text[1]));
    return true;
}

bool tv_op_debug(TileVerifier *v, const TileOp *described) {
    const TileDebug *own = subprogram_of(described->loc), *around = subprogram_of(v->func->loc);
    if (!own || own == around) return true;
    return tv_fail(v, described,
                   around ? "has a location in another subprogram than its function"
                          : "has a location in a subprogram, its function has none");
}
