// SPDX-License-Identifier: Apache-2.0
// Loops and branches. A value that is handed on is a phi for each of its registers.
#include "tile/lower/lower_int.h"

// ---- values as lists of registers --------------------------------------------------------------

// What a value is made of when it is handed on: a tile's registers in its layout; a view's base,
// sizes and strides; of a token nothing.
static uint32_t parts(TileLower *lower, const TileValue *handed, TlLayout *layout) {
    if (tile_is_tile(handed->type)) {
        *layout = tl_layout_of(lower, handed);
        return tl_nreg(layout);
    }
    const TileType *type = handed->type;
    while (type->kind != TILE_T_TENSOR_VIEW && type->sub) type = type->sub;
    return type->kind == TILE_T_TENSOR_VIEW ? 1 + 2 * type->nshape : 0;
}

static IrType *part_type(TileLower *lower, const TileValue *handed, uint32_t k) {
    if (tile_is_tile(handed->type)) return tl_type(lower, tile_element(handed->type));
    return k == 0 ? tl_type(lower, TILE_T_PTR) : lower->m->ty_i64;
}

static IrValue **take(TileLower *lower, TileValue *from, const TileValue *to) {
    TlLayout layout;
    uint32_t n = parts(lower, to, &layout), rank = n / 2;
    if (tile_is_tile(to->type)) return tl_get(lower, from, &layout);
    IrValue **out = arena_array(lower->arena, IrValue *, n + 1);
    const TlView *view = tl_value(lower, from)->view;
    for (uint32_t i = 0; i < n; i++)
        out[i] = i == 0 ? view->base : i <= rank ? view->size[i - 1] : view->stride[i - 1 - rank];
    return out;
}

static void give(TileLower *lower, const TileValue *to, IrValue **part) {
    TlLayout layout;
    uint32_t n = parts(lower, to, &layout), rank = n / 2;
    if (tile_is_tile(to->type)) {
        tl_set(lower, to, &layout, part);
    } else if (n) {
        TlView *view = arena_new(lower->arena, TlView);
        *view = (TlView){.base = part[0], .size = part + 1, .stride = part + 1 + rank};
        tl_value(lower, to)->view = view;
    }
}

// ---- edges -------------------------------------------------------------------------------------

// A block where values meet: its phis, all parts of the first value first.
static TlMeeting *meeting(TileLower *lower, const char *name, TileValue *const *met, uint32_t n) {
    TlMeeting *m = arena_new(lower->arena, TlMeeting);
    *m = (TlMeeting){
        .block = ir_block_new(lower->fn, atom_cstr(lower->ctx, name)), .value = met, .n = n};
    m->phi = arena_array(lower->arena, IrInst **, n);
    IrBuilder b = ir_builder(lower->fn, m->block);
    for (uint32_t i = 0; i < n; i++) {
        TlLayout layout;
        uint32_t count = parts(lower, met[i], &layout);
        m->phi[i] = arena_array(lower->arena, IrInst *, count + 1);
        for (uint32_t k = 0; k < count; k++)
            m->phi[i][k] = ir_phi(&b, part_type(lower, met[i], k), 2);
    }
    return m;
}

// From the cursor to the meeting with these values.
static void go(TileLower *lower, TlMeeting *m, TileValue *const *from) {
    IrValue ***part = arena_array(lower->arena, IrValue **, m->n);
    for (uint32_t i = 0; i < m->n; i++) part[i] = take(lower, from[i], m->value[i]);
    for (uint32_t i = 0; i < m->n; i++) {
        TlLayout layout;
        uint32_t count = parts(lower, m->value[i], &layout);
        for (uint32_t k = 0; k < count; k++) ir_phi_add(m->phi[i][k], part[i][k], lower->b.bb);
        if (m->value[i]->type->kind != TILE_T_TOKEN) continue;
        const TlToken *token = &tl_value(lower, from[i])->token;
        m->token.reads |= token->reads;
        m->token.writes |= token->writes;
    }
    ir_br(&lower->b, m->block);
    m->edges++;
}

// The cursor goes there, and the values (as many, of the same types) are what meets.
static void arrive(TileLower *lower, TlMeeting *m, TileValue *const *met) {
    ir_at_end(&lower->b, m->block);
    for (uint32_t i = 0; i < m->n; i++) {
        TlLayout layout;
        uint32_t count = parts(lower, m->value[i], &layout);
        IrValue **part = arena_array(lower->arena, IrValue *, count + 1);
        for (uint32_t k = 0; k < count; k++) {
            part[k] = &m->phi[i][k]->v;
            if (m->edges) continue; // nobody comes here
            part[k] = &ir_poison(lower->m, part[k]->type)->v;
            ir_erase(m->phi[i][k]);
        }
        give(lower, met[i], part);
        if (met[i]->type->kind != TILE_T_TOKEN) continue;
        tl_value(lower, met[i])->token = m->token;
        tl_value(lower, met[i])->token.epoch = lower->epoch;
    }
}

// ---- ends of blocks ----------------------------------------------------------------------------

// By its last operation: to the loop around, out of it, out of the kernel, behind the branch.
static void end_block(TileLower *lower, const TileBlock *ended) {
    const TileOp *end = ended->ops.at[ended->ops.n - 1];
    if (lower->failed || ir_term(lower->b.bb)) return;
    switch (end->code) {
    case TILE_O_RETURN:
        tl_release(lower);
        ir_ret(&lower->b, NULL);
        break;
    case TILE_O_YIELD: go(lower, lower->join, end->operand); break;
    case TILE_O_BREAK: go(lower, lower->loop->end, end->operand); break;
    default: go(lower, lower->loop->next, end->operand); break;
    }
}

// A region: what is made in it is not there behind it, and whether barriers there were passed is
// not known.
static void region(TileLower *lower, const TileBlock *inner) {
    uint32_t since = lower->made.n, epoch = lower->epoch;
    tl_block(lower, inner);
    end_block(lower, inner);
    tl_forget(lower, since);
    lower->epoch = epoch;
}

void tl_do_if(TileLower *lower, const TileOp *branch) {
    IrValue *condition = tl_scalar(lower, branch->operand[0]);
    TlMeeting *outer = lower->join,
              *join = meeting(lower, "endif", branch->result, branch->nresult);
    IrBlock *then = ir_block_new(lower->fn, atom_cstr(lower->ctx, "then")), *other = join->block;
    if (branch->region[1]) other = ir_block_new(lower->fn, atom_cstr(lower->ctx, "else"));
    ir_condbr(&lower->b, condition, then, other);
    bool before[TL_HALVES], dirty[TL_HALVES];
    memcpy(before, lower->dirty, sizeof before);
    lower->join = join;
    ir_at_end(&lower->b, then);
    region(lower, branch->region[0]);
    memcpy(dirty, lower->dirty, sizeof dirty);
    memcpy(lower->dirty, before, sizeof before);
    if (branch->region[1]) {
        ir_at_end(&lower->b, other);
        region(lower, branch->region[1]);
    } else {
        join->edges++;
    }
    for (int i = 0; i < TL_HALVES; i++) lower->dirty[i] |= dirty[i];
    lower->join = outer;
    arrive(lower, join, branch->result);
}

// ---- loops -------------------------------------------------------------------------------------

static void add_accesses(TlToken *token, const TileBlock *searched) {
    for (uint32_t i = 0; i < searched->ops.n; i++) {
        const TileOp *op = searched->ops.at[i];
        bool load = is_any_of(op->code, TILE_O_LOAD_VIEW, TILE_O_LOAD_PTR);
        bool memory = tile_slot_find(tile_row(op)->result, "result_token", 12) >= 0;
        token->reads |= memory;
        token->writes |= memory && !load;
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) add_accesses(token, op->region[k]);
        }
    }
}

// What the last turn did to memory, and read of shared memory, is open when the next one begins.
static void open_accesses(TileLower *lower, const TileBlock *turn, TlMeeting *head) {
    add_accesses(&head->token, turn);
    lower->wrote |= head->token.writes;
    for (int i = 0; i < TL_HALVES; i++) lower->dirty[i] = true;
}

// The values that a loop carries are the last arguments of its block: of `for` all but the counter.
static TlMeeting *begin_loop(TileLower *lower, TlLoop *begun, const TileOp *source,
                             uint32_t first) {
    const TileBlock *block = source->region[0];
    uint32_t n = block->narg - first;
    TlMeeting *head = meeting(lower, "head", block->arg + first, n);
    *begun = (TlLoop){.outer = lower->loop, .join = lower->join};
    begun->next = meeting(lower, "next", block->arg + first, n);
    begun->end = meeting(lower, "end", source->result, source->nresult);
    go(lower, head, source->operand + source->noperand - n);
    begun->from = lower->b.bb;
    memcpy(begun->dirty, lower->dirty, sizeof begun->dirty);
    open_accesses(lower, block, head);
    arrive(lower, head, block->arg + first);
    lower->loop = begun;
    return head;
}

// From the end of a turn to the head.
static void close_loop(TileLower *lower, TlLoop *closed, TlMeeting *head) {
    for (uint32_t i = 0; i < head->n; i++) {
        TlLayout layout;
        uint32_t count = parts(lower, head->value[i], &layout);
        for (uint32_t k = 0; k < count; k++)
            ir_phi_add(head->phi[i][k], &closed->next->phi[i][k]->v, lower->b.bb);
    }
    ir_br(&lower->b, head->block);
    lower->loop = closed->outer;
    lower->join = closed->join;
}

// Nobody goes on: the next turn's block is without a way to it.
static bool has_next(TileLower *lower, TlLoop *around) {
    ir_at_end(&lower->b, around->next->block);
    if (around->next->edges) return true;
    ir_block_remove(around->next->block);
    lower->loop = around->outer;
    lower->join = around->join;
    return false;
}

void tl_do_for(TileLower *lower, const TileOp *counted) {
    const TileBlock *block = counted->region[0];
    bool plain = tile_attr(counted, "unsignedCmp") != NULL;
    IrValue *first = tl_scalar(lower, counted->operand[0]),
            *last = tl_scalar(lower, counted->operand[1]),
            *step = tl_scalar(lower, counted->operand[2]);
    uint32_t since = lower->made.n, epoch = lower->epoch;
    TlLoop loop;
    TlPipeline pipeline;
    tl_fixed_factors(lower, block);
    bool copies = tl_pipeline_plan(lower, counted, &pipeline);
    pipeline.last = last;
    pipeline.step = step;
    pipeline.plain = plain;
    if (copies) tl_pipeline_begin(lower, &pipeline, first);
    TlMeeting *head = begin_loop(lower, &loop, counted, 1);
    IrInst *counter = ir_phi(&lower->b, first->type, 2), *stage = NULL;
    ir_phi_add(counter, first, loop.from);
    if (copies) {
        stage = ir_phi(&lower->b, lower->m->ty_i32, 2);
        ir_phi_add(stage, tl_i32(lower, 0), loop.from);
    }
    tl_set_scalar(lower, block->arg[0], &counter->v);
    IrValue *more = ir_cmp(&lower->b, plain ? IR_ULT : IR_SLT, &counter->v, last);
    IrBlock *body = ir_block_new(lower->fn, atom_cstr(lower->ctx, "body"));
    for (uint32_t i = 0; i < counted->nresult; i++) {
        TlLayout layout;
        uint32_t count = parts(lower, counted->result[i], &layout);
        IrValue **part = take(lower, block->arg[1 + i], counted->result[i]);
        for (uint32_t k = 0; k < count; k++) ir_phi_add(loop.end->phi[i][k], part[k], lower->b.bb);
    }
    loop.end->token = head->token;
    loop.end->edges++;
    ir_condbr(&lower->b, more, body, loop.end->block);
    ir_at_end(&lower->b, body);
    if (copies) tl_pipeline_turn(lower, &pipeline, &counter->v, stage);
    region(lower, block);
    for (uint32_t i = 0; copies && i < pipeline.n; i++)
        tl_value(lower, pipeline.copy[i].op->result[0])->staged = NULL;
    if (has_next(lower, &loop)) {
        IrValue *next = ir_bin(&lower->b, IR_ADD, plain ? IR_NUW : IR_NSW, &counter->v, step);
        ir_phi_add(counter, next, lower->b.bb);
        if (copies) ir_phi_add(stage, tl_pipeline_next(lower, &pipeline, &stage->v), lower->b.bb);
        close_loop(lower, &loop, head);
    }
    tl_forget(lower, since);
    lower->epoch = epoch;
    // the loop ends at its head: after the last turn, or without any
    for (int i = 0; i < TL_HALVES; i++) lower->dirty[i] |= loop.dirty[i] || loop.next->edges > 1;
    arrive(lower, loop.end, counted->result);
}

void tl_do_loop(TileLower *lower, const TileOp *endless) {
    uint32_t since = lower->made.n, epoch = lower->epoch;
    TlLoop loop;
    TlMeeting *head = begin_loop(lower, &loop, endless, 0);
    region(lower, endless->region[0]);
    loop.end->token = head->token;
    if (has_next(lower, &loop)) close_loop(lower, &loop, head);
    tl_forget(lower, since);
    lower->epoch = epoch;
    for (int i = 0; i < TL_HALVES; i++) lower->dirty[i] = true;
    arrive(lower, loop.end, endless->result);
}

// ---- layouts of what is handed on --------------------------------------------------------------

static TlWeight of_ends(TileLower *lower, const TileBlock *searched, TileOpcode code, uint32_t i,
                        TlLayout *out) {
    const TileOp *end = searched->ops.at[searched->ops.n - 1];
    if (end->code == code) return tl_natural(lower, end->operand[i], out);
    for (uint32_t k = searched->ops.n; k-- > 0;) {
        const TileOp *op = searched->ops.at[k];
        if (op->code != TILE_O_IF || code == TILE_O_YIELD) continue;
        for (uint32_t j = 0; j < 2; j++) {
            TlWeight weight = op->region[j] ? of_ends(lower, op->region[j], code, i, out) : TL_FREE;
            if (weight != TL_FREE) return weight;
        }
    }
    return TL_FREE;
}

static TlWeight heavier(TlWeight a, const TlLayout *left, TlWeight b, const TlLayout *right,
                        TlLayout *out) {
    *out = b > a ? *right : *left;
    return CU_MAX(a, b);
}

// Of a block's argument: what comes around, or what comes in; of a result what ends the regions.
TlWeight tl_nat_carried(TileLower *lower, const TileValue *carried, TlLayout *out) {
    TlLayout one = {0}, other = {0};
    TlWeight a = TL_FREE, b = TL_FREE;
    if (carried->op && carried->op->code == TILE_O_IF) {
        const TileOp *op = carried->op;
        a = of_ends(lower, op->region[0], TILE_O_YIELD, carried->index, &one);
        if (op->region[1]) b = of_ends(lower, op->region[1], TILE_O_YIELD, carried->index, &other);
    } else if (carried->op) {
        const TileOp *op = carried->op;
        bool counted = op->code == TILE_O_FOR;
        if (counted)
            a = tl_natural(lower, op->region[0]->arg[1 + carried->index], &one);
        else
            a = of_ends(lower, op->region[0], TILE_O_BREAK, carried->index, &one);
    } else if (carried->block->parent) {
        const TileOp *op = carried->block->parent;
        uint32_t skip = op->code == TILE_O_FOR;
        if (!is_any_of(op->code, TILE_O_FOR, TILE_O_LOOP) || carried->index < skip) return TL_FREE;
        uint32_t i = carried->index - skip, n = carried->block->narg - skip;
        a = of_ends(lower, carried->block, TILE_O_CONTINUE, i, &one);
        b = tl_natural(lower, op->operand[op->noperand - n + i], &other);
    }
    TlWeight weight = heavier(a, &one, b, &other, out);
    // what is handed on has a layout for good
    return weight == TL_FREE ? tl_nat_default(lower, carried, out) : weight;
}

// ---- regions that compute ----------------------------------------------------------------------

void tl_inline(TileLower *lower, const TileBlock *inlined, IrValue **arg, IrValue **out) {
    uint32_t since = lower->made.n;
    for (uint32_t i = 0; i < inlined->narg; i++) tl_set_scalar(lower, inlined->arg[i], arg[i]);
    tl_block(lower, inlined);
    const TileOp *end = inlined->ops.at[inlined->ops.n - 1];
    for (uint32_t i = 0; i < end->noperand; i++) out[i] = tl_scalar(lower, end->operand[i]);
    tl_forget(lower, since);
}
