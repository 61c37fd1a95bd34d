// SPDX-License-Identifier: Apache-2.0
// The floor eval: Tile IR executed, one tile block after the other, over arrays: what each
// operation means, readably. It is slow on purpose: an element is a 64-bit word, an operation a
// loop.
//
// Memory is the caller's: a kernel's pointers are addresses there. Blocks run in order, and what
// one stores the next one sees, so that tokens and scopes order nothing more.
#ifndef CUPRUM_TILE_EVAL_H
#define CUPRUM_TILE_EVAL_H

#include "tile/ir/ir.h"

typedef struct {
    void *data;
    // Copies n <= 8 bytes; false: not all of them are memory of the kernel's.
    bool (*load)(void *data, uint64_t address, void *to, uint32_t n);
    bool (*store)(void *data, uint64_t address, const void *from, uint32_t n);
    // New memory for globals and allocations; 0: there is none.
    uint64_t (*allocate)(void *data, uint64_t size);
    void (*print)(void *data, const char *text, size_t n);
} TileMemory;

typedef struct {
    uint32_t grid[3];
    const uint64_t *arg; // the bits of each parameter
    uint32_t narg;
    TileMemory memory;
} TileLaunch;

// Runs a kernel of a module that was verified. False after a diagnostic, which names the block and
// the operation: an access outside of memory, an assertion, an operation that is not evaluated.
bool tile_run(TileModule *module, const TileFunc *func, const TileLaunch *launch);
// The kernel of a name (NULL: the only one), or NULL.
const TileFunc *tile_find_func(const TileModule *module, const char *name);

#endif
