// SPDX-License-Identifier: Apache-2.0
// The evaluator: the operations of a block, one after the other.
#include "tile/eval/eval_int.h"

#include <stdio.h>

bool te_fail(Eval *e, const TileOp *culprit, TileEnding ending, const char *format, ...) {
    if (e->failed) return false;
    e->failed = true;
    TileFault *fault = e->fault;
    fault->ending = ending;
    fault->op = culprit;
    memcpy(fault->block, e->strand->block, sizeof fault->block);
    va_list args;
    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    return false;
}

// The result token, if there is one, stands for this execution. Operations that only pass tokens on
// are steps, too, so that each token is one number.
void te_begin_step(Eval *e, const TileOp *begun) {
    const TileMemory *memory = &e->launch->memory;
    e->step++;
    for (uint32_t i = 0; i < begun->nresult; i++) {
        if (begun->result[i]->type->kind == TILE_T_TOKEN) *te_result(e, begun, i) = e->step;
    }
    if (!memory->order) return;
    ArenaMark mark = arena_mark(e->arena);
    uint32_t *after = arena_array(e->arena, uint32_t, begun->noperand + 1u), n = 0;
    for (uint32_t i = 0; i < begun->noperand; i++) {
        if (begun->operand[i]->type->kind == TILE_T_TOKEN)
            after[n++] = (uint32_t)*te_operand(e, begun, i);
    }
    memory->order(memory->data, begun, e->step, after, n);
    arena_reset(e->arena, mark);
}

// A view of a tensor is its pointer, sizes and strides; the views upon it add only their type.
uint64_t te_nwords(const TileType *type) {
    if (tile_is_tile(type)) return tile_count(type);
    if (type->kind == TILE_T_TENSOR_VIEW) return 1 + 2ull * type->nshape;
    return type->sub ? te_nwords(type->sub) : 1;
}

// NULL: an optional operand that is not there.
const uint64_t *te_slot(Eval *e, const TileOp *owner, const char *name) {
    int slot = tile_slot_find(tile_row(owner)->operand, name, strlen(name));
    uint32_t n = 0;
    TileValue **at = slot < 0 ? NULL : tile_operands(owner, (uint32_t)slot, &n);
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

// The one of the two tables that eval.def makes.
ElementFn *te_element_fn(const TileOp *op) {
    static ElementFn *const element[TILE_O_COUNT] = {
#define ELEMENT(op, name) [TILE_O_##op] = el_##name,
#define WHOLE(op, name)
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE
    };
    return element[op->code];
}

// By the two tables.
static bool run_op(Eval *e, const TileOp *source) {
    static WholeFn *const whole[TILE_O_COUNT] = {
#define ELEMENT(source, name)
#define WHOLE(source, name) [TILE_O_##source] = te_do_##name,
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE
    };
    ElementFn *element = te_element_fn(source);
    if (element) return te_elements(e, source, element);
    if (whole[source->code]) return whole[source->code](e, source);
    return te_fail(e, source, TILE_NOT_EVALUATED, "cannot be evaluated");
}

void te_push_frame(Eval *e, const TileOp *owner, const TileBlock *entered) {
    Frame frame = {.op = owner, .block = entered, .polls = e->polls, .changes = e->changes};
    vec_push(e->arena, &e->strand->frame, frame);
}

// Operations with regions push a frame, ends of blocks pop some: so a strand may rest between any
// two operations.
bool te_run_frames(Eval *e, uint32_t base) {
    const TileMemory *memory = &e->launch->memory;
    while (e->strand->frame.n > base && !e->waits) {
        Frame *frame = &e->strand->frame.at[e->strand->frame.n - 1];
        const TileOp *op = frame->block->ops.at[frame->next++];
        if (memory->goes_on && !memory->goes_on(memory->data))
            return te_fail(e, op, TILE_STOPPED, "was interrupted");
        if (tile_row(op)->flags & TILE_END)
            te_leave(e, op);
        else if (!run_op(e, op))
            return false;
    }
    return true;
}

// Nobody waits inside a fold: the strand could not come back to its middle.
bool te_region(Eval *e, const TileBlock *entered) {
    bool outer = e->folding;
    uint32_t base = e->strand->frame.n;
    e->folding = true;
    te_push_frame(e, NULL, entered);
    bool ran = te_run_frames(e, base);
    e->folding = outer;
    return ran;
}

// A value's number is its place among a strand's words.
void te_number_block(const TileBlock *block, uint32_t *n) {
    for (uint32_t i = 0; i < block->narg; i++) block->arg[i]->number = (*n)++;
    for (uint32_t i = 0; i < block->ops.n; i++) {
        const TileOp *op = block->ops.at[i];
        for (uint32_t k = 0; k < op->nresult; k++) op->result[k]->number = (*n)++;
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) te_number_block(op->region[k], n);
        }
    }
}

// The arena holds all values, and goes with the run.
TileEnding tile_run(Ctx *ctx, const TileModule *program, const TileFunc *kernel,
                    const TileLaunch *launch, TileFault *fault) {
    Arena arena;
    arena_init(&arena, ctx, "tile evaluator");
    Eval e = {
        .module = program, .ctx = program->ctx, .arena = &arena, .launch = launch, .fault = fault};
    fault->ending = TILE_RAN;
    te_number_block(kernel->body, &e.nvalue);
    te_run_grid(&e, kernel);
    arena_free(&arena);
    return fault->ending;
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
