// SPDX-License-Identifier: Apache-2.0
// The floor verify: the rules of the specification.
#ifndef CUPRUM_TILE_VERIFY_H
#define CUPRUM_TILE_VERIFY_H

#include "tile/ir/ir.h"

// Checks the rules of the specification. False after diagnostics, at most 20 of them.
bool tile_verify(TileModule *module);

#endif
