// SPDX-License-Identifier: Apache-2.0
// tile.h: a kernel of Tile IR, as what launches it and what shows findings knows it.
#ifndef CUPRUM_VM_STATE_TILE_H
#define CUPRUM_VM_STATE_TILE_H

#include "tile/tile.h"
#include "vm/state/state.h"

// Of a kernel. What launches and shows findings comes here by its functions: it needs nothing of
// module/tile.c.
typedef struct VmTile {
    VmStatus (*launch)(Vm *vm, VmFunc *func, const VmLaunch *launch, VmResult *result);
    // File, line and text of the operation of a site of the kernel.
    void (*place)(Arena *arena, const VmSite *site, VmPlace *place);
    TileModule *module;
    const TileFunc *func;
    const uint64_t *global; // addresses of the module's globals
    const TileOp **op;      // by number; VmFunc.code has a row for each, too
    uint32_t nop;
} VmTile;

#endif
