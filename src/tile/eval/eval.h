// SPDX-License-Identifier: Apache-2.0
// The floor eval: Tile IR executed over arrays: what each operation means, readably. It is slow on
// purpose: an element is a 64-bit word, an operation a loop.
//
// Memory is the caller's: a kernel's pointers are addresses there. Blocks begin in order, and one
// runs until it ends or waits for others (a turn of its loop has looked at memory that others
// change, and changed none): then the next one begins or goes on. What one has stored the others
// see, so that tokens and scopes order nothing more; a caller that looks for races is told of them
// (TileMemory.order).
#ifndef CUPRUM_TILE_EVAL_H
#define CUPRUM_TILE_EVAL_H

#include "tile/ir/ir.h"

typedef struct { // one element that an operation reads or writes
    const TileOp *op;
    uint64_t address;
    uint32_t size; // bytes, at most 8
    bool atomic;   // a load whose store follows at once
    uint32_t step; // which execution of an operation: TileMemory.order
} TileAccess;

typedef struct {
    void *data;
    // Copy an element; false: not all of it is memory of the kernel's.
    bool (*load)(void *data, const TileAccess *access, void *to);
    bool (*store)(void *data, const TileAccess *access, const void *from);
    // New memory for an allocation of the block that runs; 0: there is none.
    uint64_t (*allocate)(void *data, uint64_t size);
    void (*print)(void *data, const char *text, size_t n);
    // A tile block begins or goes on. Each block under way has a place, a number from 0 on: what
    // the one before in that place allocated is nobody's when it begins. NULL: nobody asks.
    void (*enter)(void *data, const uint32_t block[3], uint32_t place, bool begins);
    // Step `step` (from 1 on, over the whole run) is an execution of op, which comes after the
    // steps that its tokens stand for: an access, or tokens joined. NULL: nobody asks.
    void (*order)(void *data, const TileOp *op, uint32_t step, const uint32_t *after, uint32_t n);
    // An index lies outside of its tensor (which has `size` places in that dimension) although the
    // operation promises that it does not. Nothing is accessed there. NULL: nobody asks.
    void (*outside)(void *data, const TileOp *op, uint32_t dim, int64_t index, int64_t size);
    // Asked before each operation; false ends the run. NULL: it never ends early.
    bool (*goes_on)(void *data);
} TileMemory;

typedef struct {
    uint32_t grid[3];
    const uint64_t *arg;    // the bits of each parameter
    const uint64_t *global; // the address of each global of the module
    uint32_t narg;
    TileMemory memory;
} TileLaunch;

typedef enum {
    TILE_RAN,
    TILE_BAD_ADDRESS,
    TILE_ASSERTION,
    TILE_NO_MEMORY,
    TILE_NOT_EVALUATED,
    TILE_STOPPED, // TileMemory.goes_on
} TileEnding;

typedef struct { // what ended a run early
    TileEnding ending;
    const TileOp *op;
    uint32_t block[3];
    uint64_t address; // of a bad one
    char text[320];   // behind the operation's name
} TileFault;

// Runs a kernel of a module that was verified; what it needs of memory itself it takes from ctx.
// How it ended; `fault` says where, if not as it should.
TileEnding tile_run(Ctx *ctx, const TileModule *program, const TileFunc *kernel,
                    const TileLaunch *launch, TileFault *fault);
// The kernel of a name (NULL: the only one), or NULL.
const TileFunc *tile_find_func(const TileModule *module, const char *name);
// Bytes of an element in memory; an i1 has one of its own.
uint32_t tile_size_of(TileTypeKind kind);
// Element i of a constant, as memory has it.
uint64_t tile_element_bits(const TileAttr *dense, uint64_t i);

#endif
