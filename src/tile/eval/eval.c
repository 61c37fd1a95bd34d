// SPDX-License-Identifier: Apache-2.0
// The evaluator: places for values, blocks, the grid.
#include "tile/eval/eval_int.h"

#include <stdlib.h>

// Only the first failure of a run is reported: what follows it is its consequence.
bool te_fail(Eval *e, const TileOp *op, const char *format, ...) {
    if (e->failed) return false;
    e->failed = true;
    va_list args;
    va_start(args, format);
    Buf text;
    buf_init(&text, &e->ctx->perm);
    buf_vprintf(&text, format, args);
    va_end(args);
    return diag(e->ctx, DIAG_OF(tile, tile_run), 0, e->module->file, tile_place(e->module, op->at),
                e->block[0], e->block[1], e->block[2], tile_row(op)->name, buf_cstr(&text));
}

// A view of a tensor is its pointer, sizes and strides; the views upon it add only their type.
uint64_t te_nwords(const TileType *type) {
    if (tile_is_tile(type)) return tile_count(type);
    if (type->kind == TILE_T_TENSOR_VIEW) return 1 + 2ull * type->nshape;
    return type->sub ? te_nwords(type->sub) : 1;
}

// NULL: an optional operand that is not there.
const uint64_t *te_slot(Eval *e, const TileOp *op, const char *name) {
    int slot = tile_slot_find(tile_row(op)->operand, name, strlen(name));
    uint32_t n = 0;
    TileValue **at = slot < 0 ? NULL : tile_operands(op, (uint32_t)slot, &n);
    return n ? te_words(e, at[0]) : NULL;
}

// Values handed on to arguments or results at once, as a swap in a loop needs it.
void te_copy(Eval *e, TileValue *const *to, TileValue *const *from, uint32_t n) {
    ArenaMark mark = arena_mark(e->arena);
    uint64_t **copy = arena_array(e->arena, uint64_t *, n);
    for (uint32_t i = 0; i < n; i++) { // first all: a value may be both
        copy[i] = arena_copy(e->arena, te_words(e, from[i]), te_nwords(from[i]->type) * 8, 8);
    }
    for (uint32_t i = 0; i < n; i++)
        memcpy(te_words(e, to[i]), copy[i], te_nwords(to[i]->type) * 8);
    arena_reset(e->arena, mark);
}

// ---- operations --------------------------------------------------------------------------------

// By the two tables that eval.def makes.
static bool run_op(Eval *e, const TileOp *op) {
    static ElementFn *const element[TILE_O_COUNT] = {
#define ELEMENT(op, name) [TILE_O_##op] = el_##name,
#define WHOLE(op, name)
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE
    };
    static WholeFn *const whole[TILE_O_COUNT] = {
#define ELEMENT(op, name)
#define WHOLE(op, name) [TILE_O_##op] = te_do_##name,
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE
    };
    if (element[op->code]) return te_elements(e, op, element[op->code]);
    if (whole[op->code]) return whole[op->code](e, op);
    return te_fail(e, op, "cannot be evaluated");
}

// Runs to the end of the block. A branch inside may have left it: then e->end is not the block's
// own.
bool te_block(Eval *e, const TileBlock *block) {
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        if (tile_row(op)->flags & TILE_END) {
            e->end = op;
            return !e->failed;
        }
        e->end = NULL;
        if (!run_op(e, op)) return false;
        // An if in which a break, a continue or a return stood ends this block, too.
        if (op->code == TILE_O_IF && e->end && e->end->code != TILE_O_YIELD) return true;
        if (e->end && e->end->code == TILE_O_RETURN) return true;
    }
    return !e->failed;
}

// ---- places ------------------------------------------------------------------------------------

// A value's number is its place in e->words.
static void number_value(TileValue *value, uint32_t *n) {
    value->number = (*n)++;
}

static void number_block(const TileBlock *block, uint32_t *n) {
    for (uint32_t i = 0; i < block->narg; i++) number_value(block->arg[i], n);
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        for (uint32_t k = 0; k < op->nresult; k++) number_value(op->result[k], n);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) number_block(op->region[k], n);
        }
    }
}

// Each value has its words once and for all: a loop's turns write them anew.
static void place_value(Eval *e, const TileValue *value) {
    e->words[value->number] = arena_array(e->arena, uint64_t, te_nwords(value->type));
}

static void place_block(Eval *e, const TileBlock *block) {
    for (uint32_t i = 0; i < block->narg; i++) place_value(e, block->arg[i]);
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        for (uint32_t k = 0; k < op->nresult; k++) place_value(e, op->result[k]);
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) place_block(e, op->region[k]);
        }
    }
}

// Globals get memory, filled with their values.
static bool place_globals(Eval *e, const TileFunc *func) {
    const TileMemory *memory = &e->launch->memory;
    e->global = arena_array(e->arena, uint64_t, e->module->globals.n);
    for (uint32_t i = 0; i < e->module->globals.n; i++) {
        const TileAttr *value = e->module->globals.at[i]->value;
        uint64_t n = tile_count(value->type);
        uint32_t size = (te_width((TileTypeKind)value->type->sub->kind) + 7) / 8;
        e->global[i] = memory->allocate(memory->data, n * size);
        for (uint64_t k = 0; k < n; k++) {
            uint64_t bits = te_dense_bits(value, k);
            if (!memory->store(memory->data, e->global[i] + k * size, &bits, size))
                return te_fail(e, func->body->ops.at[0], "found no memory for the globals");
        }
    }
    return true;
}

// The first dimension is the fastest. Values of an earlier block are never read: a block's
// operations write theirs first.
static bool run_grid(Eval *e, const TileFunc *func) {
    const TileLaunch *launch = e->launch;
    for (e->block[2] = 0; e->block[2] < launch->grid[2]; e->block[2]++) {
        for (e->block[1] = 0; e->block[1] < launch->grid[1]; e->block[1]++) {
            for (e->block[0] = 0; e->block[0] < launch->grid[0]; e->block[0]++) {
                for (uint32_t i = 0; i < launch->narg; i++) {
                    *te_words(e, func->body->arg[i]) = launch->arg[i];
                }
                if (!te_block(e, func->body)) return false;
            }
        }
    }
    return true;
}

// The scratch arena holds all values, and goes with the run.
bool tile_run(TileModule *module, const TileFunc *func, const TileLaunch *launch) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile evaluator");
    Eval e = {.module = module, .ctx = module->ctx, .arena = &arena, .launch = launch};
    number_block(func->body, &e.nvalue);
    e.words = arena_array(&arena, uint64_t *, e.nvalue);
    place_block(&e, func->body);
    bool ok = place_globals(&e, func) && run_grid(&e, func);
    arena_free(&arena);
    return ok;
}

// Without a name there must be one entry only.
const TileFunc *tile_find_func(const TileModule *module, const char *name) {
    const TileFunc *found = NULL;
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        const TileFunc *func = module->funcs.at[i];
        if (!(func->flags & TILE_FUNC_ENTRY)) continue;
        bool fits = !name || strcmp(atom_str(module->ctx, func->name), name) == 0;
        if (fits && found) return NULL;
        if (fits) found = func;
    }
    return found;
}
