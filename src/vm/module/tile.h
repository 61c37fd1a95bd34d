// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: kernels of Tile IR. module/tile.c loads and launches them, module/tile_check.c
// looks at what they access.
#ifndef CUPRUM_VM_TILE_H
#define CUPRUM_VM_TILE_H

#include "tile/tile.h"
#include "vm/check/check.h"
#include "vm/state/tile.h"

// What blocks in a place have allocated: the first `used` are those of the one there.
typedef struct {
    VEC(uint64_t) at;
    uint32_t used;
} VmTileOwn;

// A run of a grid.
typedef struct VmTileRun {
    Vm *vm;
    const VmFunc *kernel;
    const VmLaunch *launch;
    uint32_t id[3];  // of the block that runs
    uint64_t block;  // and its number
    VmAlloc *recent; // the allocation hit last
    Arena *arena;
    VEC(VmTileOwn) own;          // by the place of a block under way
    uint32_t place;              // of the one that runs
    uint64_t done;               // operations since the last look at the clock
    struct VmTileChecks *checks; // module/tile_check.c; NULL: no checkers
} VmTileRun;

// ---- module/tile_check.c
// ------------------------------------------------------------------------------

void vm_tile_checks_begin(VmTileRun *run); // run->checks, in the run's arena
void vm_tile_checks_end(VmTileRun *run);   // gives back memory, tells of ranges (VmLaunch.touched)
// An index outside of a tensor where the operation promises that there is none: a finding.
void vm_tile_outside(VmTileRun *run, const TileOp *stray, uint32_t dim, int64_t index,
                     int64_t size);
// An access outside of all allocations: a finding.
void vm_tile_bad(VmTileRun *run, const TileAccess *wrong, VmAccess kind);
// A right one, before it is made. `from`: what is written; NULL of a read.
void vm_tile_good(VmTileRun *run, const TileAccess *access, VmAccess kind, const VmAlloc *alloc,
                  const void *from);
// Memory that a block allocates is another's no longer.
void vm_tile_fresh(VmTileRun *run, uint64_t address, uint64_t size);
// An operation that tokens order begins (TileMemory.order).
void vm_tile_step(VmTileRun *run, const TileOp *ordered, uint32_t step, const uint32_t *after,
                  uint32_t n);
// The operation as the block that runs executes it.
VmSite vm_tile_site(const VmTileRun *run, const TileOp *at);

#endif
