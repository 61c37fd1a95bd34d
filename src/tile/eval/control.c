// SPDX-License-Identifier: Apache-2.0
// Control: loops, branches, assertions; reductions and scans, whose regions run for each element.
#include "tile/eval/eval_int.h"

// ---- loops and branches ------------------------------------------------------------------------

// Whether a for has the turn whose index is in its frame. Signed unless the operation says
// otherwise.
static bool has_turn(Eval *e, const TileOp *loop, uint64_t at) {
    uint32_t bits = tile_bits(tile_element(loop->operand[0]->type));
    uint64_t end = *te_operand(e, loop, 1);
    if (tile_attr(loop, "unsignedCmp")) return at < end;
    return te_signed(at, bits) < te_signed(end, bits);
}

bool te_do_for(Eval *e, const TileOp *loop) {
    const TileBlock *block = loop->region[0];
    uint64_t at = *te_operand(e, loop, 0);
    uint32_t n = loop->noperand - 3;
    te_copy(e, block->arg + 1, loop->operand + 3, n);
    if (!has_turn(e, loop, at)) {
        te_copy(e, loop->result, block->arg + 1, n);
        return true;
    }
    te_push_frame(e, loop, block);
    e->strand->frame.at[e->strand->frame.n - 1].at = *te_words(e, block->arg[0]) = at;
    return true;
}

// A step that is not positive, or one past the largest number, ends the loop.
static void next_for(Eval *e, Frame *frame) {
    const TileOp *op = frame->op;
    uint32_t bits = tile_bits(tile_element(op->operand[0]->type)), n = op->noperand - 3;
    uint64_t next = (frame->at + *te_operand(e, op, 2)) & te_mask(bits);
    bool forward = tile_attr(op, "unsignedCmp")
                       ? next > frame->at
                       : te_signed(next, bits) > te_signed(frame->at, bits);
    if (forward && has_turn(e, op, next)) {
        frame->next = 0;
        frame->at = *te_words(e, frame->block->arg[0]) = next;
        return;
    }
    te_copy(e, op->result, frame->block->arg + 1, n);
    e->strand->frame.n--;
}

bool te_do_loop(Eval *e, const TileOp *loop) {
    te_copy(e, loop->region[0]->arg, loop->operand, loop->noperand);
    te_push_frame(e, loop, loop->region[0]);
    return true;
}

// Where a turn looked at memory that others change, and changed none itself, another block may be
// what it waits for; so it may be after very many turns.
static void next_loop(Eval *e, Frame *frame) {
    enum { MANY_TURNS = 1 << 16 };
    bool looked = e->polls != frame->polls, still = e->changes == frame->changes;
    frame->turns++;
    e->waits = looked && !e->folding && (still || frame->turns % MANY_TURNS == 0);
    frame->polls = e->polls;
    frame->changes = e->changes;
    frame->next = 0;
}

bool te_do_if(Eval *e, const TileOp *branch) {
    const TileBlock *block = branch->region[*te_operand(e, branch, 0) & 1 ? 0 : 1];
    if (block) te_push_frame(e, branch, block);
    return true;
}

// A break, a continue leave the ifs around them up to their loop, a return leaves all.
void te_leave(Eval *e, const TileOp *end) {
    Strand *strand = e->strand;
    Frame *frame = &strand->frame.at[strand->frame.n - 1];
    if (end->code == TILE_O_RETURN) {
        strand->frame.n = 0;
        return;
    }
    while (end->code != TILE_O_YIELD && frame->op->code == TILE_O_IF)
        frame = &strand->frame.at[--strand->frame.n - 1];
    if (end->code == TILE_O_CONTINUE) {
        te_copy(e, frame->block->arg + (frame->op->code == TILE_O_FOR), end->operand,
                end->noperand);
        frame->op->code == TILE_O_FOR ? next_for(e, frame) : next_loop(e, frame);
        return;
    }
    if (frame->op) te_copy(e, frame->op->result, end->operand, frame->op->nresult);
    if (!frame->op) e->end = end;
    strand->frame.n--;
}

// ---- assertions --------------------------------------------------------------------------------

// The line that NVIDIA's compiler prints for an element that does not hold.
static void print_failure(Eval *e, const TileOp *assertion, uint64_t element) {
    const TileType *type = assertion->operand[0]->type;
    const TileMemory *memory = &e->launch->memory;
    TileSource source = tile_source(e->module, assertion);
    ArenaMark mark = arena_mark(e->arena);
    Buf line;
    buf_init(&line, e->arena);
    buf_printf(&line, "%s:%u: tile block: [%u, %u, %u], position: [",
               source.file ? source.file : "(unknown)", source.line, e->strand->block[0],
               e->strand->block[1], e->strand->block[2]);
    uint64_t inner = tile_count(type);
    for (uint32_t d = 0; d < type->nshape; d++) {
        inner /= (uint64_t)type->shape[d];
        buf_printf(&line, "%s%llu", d ? ", " : "",
                   (unsigned long long)(element / inner % (uint64_t)type->shape[d]));
    }
    buf_printf(&line, "]: %s\n", atom_str(e->ctx, tile_attr(assertion, "message")->text));
    memory->print(memory->data, line.at, line.n);
    arena_reset(e->arena, mark);
}

// All elements must hold; each that does not is told of, then the grid ends.
bool te_do_assert(Eval *e, const TileOp *assertion) {
    uint64_t n = tile_count(assertion->operand[0]->type);
    const uint64_t *x = te_operand(e, assertion, 0);
    bool holds = true;
    for (uint64_t i = 0; i < n; i++) {
        if (x[i] & 1) continue;
        holds = false;
        print_failure(e, assertion, i);
    }
    return holds || te_fail(e, assertion, TILE_ASSERTION, "failed: %s",
                            atom_str(e->ctx, tile_attr(assertion, "message")->text));
}

// Tokens order what is in order already: operations run one after the other. (The word
// of a fresh token is 0, no step.)
bool te_do_nothing(Eval *e, const TileOp *source) {
    if (source->noperand)
        te_begin_step(e, source);
    else
        *te_result(e, source, 0) = 0;
    return true;
}

// ---- reductions and scans ----------------------------------------------------------------------

typedef struct { // of one operation on the element and what was found before; fn NULL: more
    ElementFn *fn;
    Element element;
    uint64_t mask;
    bool swapped; // the operands
} Simple;

// Whether the region is one operation that is evaluated element by element: then nothing of it need
// be looked up again for each element.
static Simple simple_region(const TileOp *op) {
    const TileBlock *block = op->region[0];
    Simple simple = {0};
    if (op->noperand != 1 || block->ops.n != 2 || block->ops.at[0]->noperand != 2) return simple;
    const TileOp *body = block->ops.at[0], *end = block->ops.at[1];
    bool plain = body->operand[0] == block->arg[0] && body->operand[1] == block->arg[1];
    simple.swapped = body->operand[0] == block->arg[1] && body->operand[1] == block->arg[0];
    if ((!plain && !simple.swapped) || end->operand[0] != body->result[0]) return simple;
    simple.fn = te_element_fn(body);
    if (simple.fn) simple.mask = te_prepare(body, &simple.element);
    return simple;
}

// One step: the region gets the element at `at` of each operand and what was found before.
static bool step(Eval *e, const TileOp *aggregate, const Simple *shortcut, uint64_t at,
                 uint64_t *found) {
    const TileBlock *block = aggregate->region[0];
    if (shortcut->fn) {
        uint64_t x = te_operand(e, aggregate, 0)[at];
        uint64_t in[3] = {shortcut->swapped ? *found : x, shortcut->swapped ? x : *found, 0};
        *found = shortcut->fn(&shortcut->element, in) & shortcut->mask;
        return true;
    }
    for (uint32_t i = 0; i < aggregate->noperand; i++) {
        *te_words(e, block->arg[2 * i]) = te_operand(e, aggregate, i)[at];
        *te_words(e, block->arg[2 * i + 1]) = found[i];
    }
    if (!te_region(e, block)) return false;
    for (uint32_t i = 0; i < aggregate->noperand; i++) found[i] = *te_words(e, e->end->operand[i]);
    return true;
}

// Along one dimension, for all places in the others: reductions keep the last, scans all. It begins
// with the first element, as NVIDIA's compiler does: the least of NaNs alone is none of the
// identity.
static bool fold(Eval *e, const TileOp *aggregate, bool scan) {
    const TileType *type = aggregate->operand[0]->type;
    const TileAttr *back = tile_attr(aggregate, "reverse");
    uint64_t dim = tile_attr(aggregate, "dim")->bits, inner = 1, outer = 1;
    uint64_t length = (uint64_t)type->shape[dim];
    for (uint32_t i = 0; i < type->nshape; i++)
        *(i < dim ? &outer : i > dim ? &inner : &(uint64_t){1}) *= (uint64_t)type->shape[i];
    uint64_t *found = arena_array(e->arena, uint64_t, aggregate->noperand);
    Simple simple = simple_region(aggregate);
    for (uint64_t place = 0; place < outer * inner; place++) {
        uint64_t first = place / inner * length * inner + place % inner;
        for (uint64_t k = 0; k < length; k++) {
            uint64_t at = first + (back && back->bits ? length - 1 - k : k) * inner;
            for (uint32_t i = 0; !k && i < aggregate->noperand; i++)
                found[i] = te_operand(e, aggregate, i)[at];
            if (k && !step(e, aggregate, &simple, at, found)) return false;
            for (uint32_t i = 0; scan && i < aggregate->noperand; i++)
                te_result(e, aggregate, i)[at] = found[i];
        }
        for (uint32_t i = 0; !scan && i < aggregate->noperand; i++)
            te_result(e, aggregate, i)[place] = found[i];
    }
    return true;
}

// In the order of the dimension: one of the orders that the specification leaves open.
bool te_do_reduce(Eval *e, const TileOp *aggregate) {
    return fold(e, aggregate, false);
}

// Inclusive: the place of an element has the fold up to and with it.
bool te_do_scan(Eval *e, const TileOp *aggregate) {
    return fold(e, aggregate, true);
}
