// SPDX-License-Identifier: Apache-2.0
// The floor raise: IR of tile kernels, as irgen makes it of Tile C++ (irgen/tile.c), to Tile IR.
//
// Contract: the module has the kernels of tiles and what they call, nothing else. All is inlined
// and memory of a kernel's own becomes values; then each block of instructions becomes operations,
// and the graph of blocks the structured ones: ifs, loops. What Tile IR cannot say is a diagnostic
// with the kernel's name.
#ifndef CUPRUM_TILE_RAISE_H
#define CUPRUM_TILE_RAISE_H

#include "base/target.h"
#include "ir/ir.h"
#include "tile/ir/ir.h"

// NULL after diagnostics. The IR is used up. The result has been verified. With `contract` a sum
// of a product is one operation, rounded once (-fmad).
TileModule *tile_raise(IrModule *module, const char *file, const Target *target, bool contract);
// Takes out of a module of other code the functions that call what tiles alone have.
void tile_drop_functions(IrModule *module);

#endif
