// SPDX-License-Identifier: Apache-2.0
// The floor verify: the rules of the specification.
#ifndef CUPRUM_TILE_VERIFY_H
#define CUPRUM_TILE_VERIFY_H

#include "tile/ir/ir.h"

// Checks the rules of the specification. False after diagnostics, at most 20 of them.
bool tile_verify(TileModule *module);

// ---- hints: what is wrong with them is a warning -----------------------------------------------

// Whether the hint of that name takes the value.
bool tile_hint_fits(const char *name, const TileAttr *value);
// Warns of all hints of a module that was verified, for whatever architecture they are.
void tile_check_hints(TileModule *module);
// The same of one architecture's (its number, 0: any), of an entry or (`access`) an operation in
// it.
void tile_check_hint_list(TileModule *module, const TileFunc *kernel, const TileOp *access,
                          uint32_t architecture, const TileAttr *list);
void tile_hint_warn(TileModule *module, const TileFunc *kernel, const TileOp *access,
                    const char *name, const char *text);

#endif
