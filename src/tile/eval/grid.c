// SPDX-License-Identifier: Apache-2.0
// The blocks of a grid: each runs as a strand, which keeps its values and its place in the kernel,
// until it ends or waits.
#include "tile/eval/eval_int.h"

// As many blocks may be under way before the waiting ones are looked at again.
enum { MANY_STRANDS = 512 };

typedef struct {
    Eval *eval;
    const TileFunc *func;
    VEC(Strand *) strand; // by place; those that are not live have room for another block
    uint32_t live;
    uint64_t next, n; // block to begin
} Grid;

// A loop's turns write a value's words anew.
static void place_value(Eval *e, const TileValue *placed) {
    e->strand->words[placed->number] = arena_array(e->arena, uint64_t, te_nwords(placed->type));
}

static void place_block(Eval *e, const TileBlock *placed) {
    for (uint32_t i = 0; i < placed->narg; i++) place_value(e, placed->arg[i]);
    for (uint32_t i = 0; i < placed->ops.n; i++) {
        const TileOp *op = placed->ops.at[i];
        for (uint32_t k = 0; k < op->nresult; k++) place_value(e, op->result[k]);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) place_block(e, op->region[k]);
        }
    }
}

// Values of an earlier block are never read: a block's operations write theirs first.
static Strand *free_strand(Grid *grid) {
    Eval *e = grid->eval;
    for (uint32_t i = 0; i < grid->strand.n && grid->live < grid->strand.n; i++) {
        if (!grid->strand.at[i]->live) return grid->strand.at[i];
    }
    Strand *strand = e->strand = arena_new(e->arena, Strand);
    *strand =
        (Strand){.place = grid->strand.n, .words = arena_array(e->arena, uint64_t *, e->nvalue)};
    place_block(e, grid->func->body);
    vec_push(e->arena, &grid->strand, strand);
    return strand;
}

// Until it ends or waits; false: the run has failed.
static bool go_on(Grid *grid, Strand *resumed, bool begins) {
    Eval *e = grid->eval;
    const TileMemory *memory = &e->launch->memory;
    e->strand = resumed;
    e->waits = false;
    if (memory->enter) memory->enter(memory->data, resumed->block, resumed->place, begins);
    if (!te_run_frames(e, 0)) return false;
    if (resumed->frame.n) return true;
    resumed->live = false;
    grid->live--;
    return true;
}

// The first dimension is the fastest.
static bool begin_next(Grid *grid) {
    const TileLaunch *launch = grid->eval->launch;
    const uint32_t *size = launch->grid;
    Strand *strand = grid->eval->strand = free_strand(grid);
    uint64_t i = grid->next++;
    strand->block[0] = (uint32_t)(i % size[0]);
    strand->block[1] = (uint32_t)(i / size[0] % size[1]);
    strand->block[2] = (uint32_t)(i / size[0] / size[1]);
    strand->live = true;
    grid->live++;
    for (uint32_t k = 0; k < launch->narg; k++)
        *te_words(grid->eval, grid->func->body->arg[k]) = launch->arg[k];
    te_push_frame(grid->eval, NULL, grid->func->body);
    return go_on(grid, strand, true);
}

// Those that wait, the last ones first: a chain of blocks each of which waits for the one behind it
// comes loose at once.
static bool look_again(Grid *grid) {
    for (uint32_t i = grid->strand.n; i > 0; i--) {
        Strand *strand = grid->strand.at[i - 1];
        if (strand->live && !go_on(grid, strand, false)) return false;
    }
    return true;
}

void te_run_grid(Eval *e, const TileFunc *kernel) {
    const uint32_t *size = e->launch->grid;
    Grid grid = {.eval = e, .func = kernel, .n = (uint64_t)size[0] * size[1] * size[2]};
    while (grid.next < grid.n || grid.live) {
        if (grid.next < grid.n && !begin_next(&grid)) return;
        bool full = grid.next == grid.n || grid.live >= MANY_STRANDS;
        if (grid.live && full && !look_again(&grid)) return;
    }
}
