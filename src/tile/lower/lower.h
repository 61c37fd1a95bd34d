// SPDX-License-Identifier: Apache-2.0
// The floor lower: Tile IR to IR (ir/ir.h), which then goes the way of all IR: optimizer, PTX.
//
// A tile block becomes a thread block. Each tile is spread over its threads by a layout (layout.c);
// what has no dimensions is the same in all of them. Control flow is the same for all threads of a
// block, since conditions are scalars, so barriers may stand anywhere.
#ifndef CUPRUM_TILE_LOWER_H
#define CUPRUM_TILE_LOWER_H

#include "base/target.h"
#include "ir/ir.h"
#include "tile/ir/ir.h"

typedef struct {
    uint32_t warps; // of a block; 0: chosen for each kernel
    bool lines;     // source lines, where the module has them
} TileLowerOptions;

// The kernels of a module that was verified. NULL after diagnostics, which name the operation and
// its place, for what is not lowered.
IrModule *tile_lower(TileModule *module, const Target *target, const TileLowerOptions *options);

#endif
