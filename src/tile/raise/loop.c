// SPDX-License-Identifier: Apache-2.0
// Loops. What counts in steps up to a bound that does not change and leaves at its test alone is a
// `for`; every other one a `loop`, whose breaks give the phis of the block behind it and what else
// of the loop is used there. A loop that can be left to several blocks gives the number of that
// block, too.
#include "tile/raise/raise_int.h"

typedef struct Turn Turn;
typedef struct RzFrame {
    const Turn *turn;
    RzBlocks exits;
    RzInsts phis, values; // of all exits; that escape
    RzEffect effect;
    uint32_t n; // values that a break gives
} RzFrame;

static void set_of(Rz *rz, const AnLoop *loop, BitSet *members) {
    bitset_init(members, &rz->ctx->scratch, rz->fn->nblockids);
    for (uint32_t i = 0; i < loop->blocks.n; i++) bitset_add(members, loop->blocks.at[i]->v.id);
}

static bool has_block(const RzBlocks *blocks, const IrBlock *bb) {
    for (uint32_t i = 0; i < blocks->n; i++) {
        if (blocks->at[i] == bb) return true;
    }
    return false;
}

// ---- breaks ------------------------------------------------------------------------------------

static RzFrame *frame_of(Rz *rz, const AnLoop *loop) {
    RzFrame *frame = arena_new(&rz->ctx->scratch, RzFrame);
    BitSet blocks;
    set_of(rz, loop, &blocks);
    for (uint32_t i = 0; i < loop->blocks.n; i++) {
        const IrInst *term = ir_term(loop->blocks.at[i]);
        for (uint32_t k = 0; k < ir_nsucc(term); k++) {
            const IrBlock *to = ir_succ(term, k);
            if (bitset_has(&blocks, to->v.id) || has_block(&frame->exits, to)) continue;
            vec_push(&rz->ctx->scratch, &frame->exits, to);
            IR_FOREACH_PHI(phi, to) vec_push(&rz->ctx->scratch, &frame->phis, phi);
        }
    }
    rz_escaping(rz, &blocks, &frame->values);
    frame->effect = rz_effect_of(rz, &blocks);
    frame->n = (frame->exits.n > 1) + frame->phis.n + frame->values.n + (frame->effect != RZ_PURE) +
               (frame->effect == RZ_WRITES);
    return frame;
}

static void break_to(Rz *rz, RzEdge edge) {
    const RzFrame *frame = rz->frame;
    TileValue **given = arena_array(&rz->ctx->scratch, TileValue *, frame->n + 1);
    uint32_t n = 0;
    if (frame->exits.n > 1) {
        uint64_t which = 0;
        while (which < frame->exits.n && frame->exits.at[which] != edge.to) which++;
        given[n++] = rz_constant(rz, rz_tile(rz, TILE_T_I32, NULL, 0), which % frame->exits.n);
    }
    for (uint32_t i = 0; i < frame->phis.n; i++) {
        const IrInst *phi = frame->phis.at[i];
        bool own = edge.to && phi->block == edge.to;
        given[n++] = own ? rz_incoming(rz, phi, edge) : rz_zero(rz, rz_type_of(rz, &phi->v));
    }
    for (uint32_t i = 0; i < frame->values.n; i++)
        given[n++] = rz_value_or_zero(rz, frame->values.at[i]);
    if (frame->effect == RZ_WRITES) given[n++] = rz->written;
    if (frame->effect != RZ_PURE) given[n++] = rz->read;
    if (!rz->failed) rz_op_groups(rz, TILE_O_BREAK, 1, &n, given, 0, NULL);
}

static uint32_t break_types(Rz *rz, const RzFrame *frame, const TileType **types) {
    uint32_t n = 0;
    if (frame->exits.n > 1) types[n++] = rz_tile(rz, TILE_T_I32, NULL, 0);
    for (uint32_t i = 0; i < frame->phis.n; i++) types[n++] = rz_type_of(rz, &frame->phis.at[i]->v);
    for (uint32_t i = 0; i < frame->values.n; i++)
        types[n++] = rz_type_of(rz, &frame->values.at[i]->v);
    if (frame->effect == RZ_WRITES) types[n++] = rz_token(rz);
    if (frame->effect != RZ_PURE) types[n++] = rz_token(rz);
    return n;
}

// Behind the loop: its results are the values, and the way goes on to its exit, or one of them.
static RzEdge behind(Rz *rz, const RzFrame *frame, TileOp *left, const IrBlock *stop) {
    uint32_t at = frame->exits.n > 1;
    for (uint32_t i = 0; i < frame->phis.n; i++)
        rz_define(rz, &frame->phis.at[i]->v, left->result[at++]);
    for (uint32_t i = 0; i < frame->values.n; i++)
        rz_define(rz, &frame->values.at[i]->v, left->result[at++]);
    if (frame->effect == RZ_WRITES) rz->written = left->result[at++];
    if (frame->effect != RZ_PURE) rz->read = left->result[at++];
    uint32_t n = frame->exits.n;
    if (n <= 1) return (RzEdge){NULL, n ? frame->exits.at[0] : NULL};
    RzEdge *edge = arena_array(&rz->ctx->scratch, RzEdge, n);
    TileValue **condition = arena_array(&rz->ctx->scratch, TileValue *, n);
    const TileType *flag = rz_tile(rz, TILE_T_I1, NULL, 0);
    for (uint32_t i = 0; i < n; i++) {
        edge[i] = (RzEdge){NULL, frame->exits.at[i]};
        if (i + 1 == n) break;
        TileValue *both[] = {left->result[0], rz_constant(rz, left->result[0]->type, i)};
        condition[i] = rz_op(rz, TILE_O_CMPI, 2, both, flag)->result[0];
    }
    return rz_choose(rz, edge, condition, n, stop);
}

// ---- what goes around --------------------------------------------------------------------------

struct Turn {
    const AnLoop *loop;
    RzInsts phis; // that are carried
    RzEffect effect;
    // of a for:
    const IrInst *index;
    const IrValue *from, *to;
    uint64_t step;
    bool sign;
    const IrBlock *body;
};

// Values and tokens at the beginning, or from `edge` back to the header.
static uint32_t carried(Rz *rz, const Turn *way, RzEdge edge, TileValue **at) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < way->phis.n; i++) at[n++] = rz_incoming(rz, way->phis.at[i], edge);
    if (way->effect == RZ_WRITES) at[n++] = rz->written;
    if (way->effect != RZ_PURE) at[n++] = rz->read;
    return n;
}

static void take_arguments(Rz *rz, const Turn *way, TileValue *const *arg) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < way->phis.n; i++) rz_define(rz, &way->phis.at[i]->v, arg[at++]);
    if (way->effect == RZ_WRITES) rz->written = arg[at++];
    if (way->effect != RZ_PURE) rz->read = arg[at++];
}

// The block of the region, with arguments of these types; the index of a for first.
static TileBlock *region(Rz *rz, TileOp *owner, const TileType *index, uint32_t n,
                         TileValue *const *at) {
    const TileType **types = arena_array(&rz->ctx->scratch, const TileType *, n + 1);
    uint32_t first = 0;
    if (index) types[first++] = index;
    for (uint32_t i = 0; i < n; i++) types[first + i] = at[i]->type;
    owner->region[0] = tile_block_new(rz->module, owner, rz->out);
    tile_block_args(rz->module, owner->region[0], first + n, types);
    return owner->region[0];
}

static void next_turn(Rz *rz, const Turn *way, RzEdge edge) {
    TileValue **at = arena_array(&rz->ctx->scratch, TileValue *, way->phis.n + 2);
    uint32_t n = carried(rz, way, edge, at);
    if (!rz->failed) rz_op_groups(rz, TILE_O_CONTINUE, 1, &n, at, 0, NULL);
}

void rz_leave(Rz *rz, RzEdge edge) {
    if (edge.to && edge.to == rz->loop->header)
        next_turn(rz, rz->frame->turn, edge);
    else
        break_to(rz, edge);
}

// The turns: from `edge` to the header again.
static void turns(Rz *rz, const Turn *way, RzEdge edge) {
    RzEdge back = rz_walk(rz, edge, way->loop->header);
    if (back.to && !rz->failed) next_turn(rz, way, back);
}

// ---- for ---------------------------------------------------------------------------------------

// index + step with a step that is a positive constant.
static bool is_step(const IrValue *value, const IrInst *index, uint64_t *step) {
    const IrInst *add = ir_as_op(value, IR_ADD);
    const IrConst *by = add ? ir_as_cint(ir_op(add, 1)) : NULL;
    if (!by || ir_op(add, 0) != &index->v) return false;
    *step = by->bits;
    return by->bits && by->bits < 1ull << (index->v.type->bits - 1);
}

static bool is_outside(const Rz *rz, const AnLoop *loop, const IrValue *asked) {
    const IrInst *inst = ir_as_inst(asked);
    return !inst || !rz_in_loop(rz, loop, inst->block);
}

// All ways back add the step.
static bool counts(Turn *turn, const Rz *rz, const IrInst *index) {
    bool first = true;
    for (uint32_t i = 0; i < ir_phi_n(index); i++) {
        if (!rz_in_loop(rz, turn->loop, ir_phi_block(index, i))) continue;
        uint64_t step = 0;
        if (!is_step(ir_phi_value(index, i), index, &step)) return false;
        if (!first && step != turn->step) return false;
        turn->step = step;
        first = false;
    }
    return !first;
}

// The header has its phis and the test, and that is the only way out.
static const IrInst *lone_test(const Rz *rz, const Turn *turn) {
    const IrBlock *header = turn->loop->header;
    const IrInst *term = ir_term(header);
    if (!ir_is_cond_br(term)) return NULL;
    const IrInst *test = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!test || test->block != header || !test->v.uses || test->v.uses->next) return NULL;
    IR_FOREACH_INST(inst, header) {
        if (inst->v.op != IR_PHI && inst != test && inst != term) return NULL;
    }
    for (uint32_t i = 0; i < turn->loop->blocks.n; i++) {
        const IrInst *end = ir_term(turn->loop->blocks.at[i]);
        for (uint32_t k = 0; end != term && k < ir_nsucc(end); k++) {
            if (!rz_in_loop(rz, turn->loop, ir_succ(end, k))) return NULL;
        }
        if (end->v.op == IR_RET) return NULL;
    }
    return test;
}

static bool is_for(Rz *rz, Turn *turn) {
    const IrInst *test = lone_test(rz, turn), *term = ir_term(turn->loop->header);
    if (!test) return false;
    bool stays = rz_in_loop(rz, turn->loop, ir_succ(term, 0));
    IrPred pred = (IrPred)test->pred;
    if (!stays) pred = ir_inverse_pred(pred);
    turn->index = ir_as_op(ir_op(test, 0), IR_PHI);
    turn->to = ir_op(test, 1);
    if (!turn->index || turn->index->block != turn->loop->header) {
        turn->index = ir_as_op(ir_op(test, 1), IR_PHI);
        turn->to = ir_op(test, 0);
        pred = ir_swapped_pred(pred);
    }
    if (!turn->index || turn->index->block != turn->loop->header) return false;
    if (!is_any_of(pred, IR_SLT, IR_ULT) || !is_outside(rz, turn->loop, turn->to)) return false;
    turn->sign = pred == IR_SLT;
    turn->body = ir_succ(term, !stays);
    return turn->index->v.type->kind == IR_TY_INT && counts(turn, rz, turn->index);
}

// Whether somebody behind the loop asks how far it has counted.
static bool is_asked_behind(const Rz *rz, const AnLoop *loop, const IrInst *counter) {
    IR_FOREACH_USE(use, &counter->v) {
        if (!rz_in_loop(rz, loop, use->user->block)) return true;
    }
    return false;
}

static RzEdge make_for(Rz *rz, Turn *turn, RzEdge edge) {
    const IrBlock *header = turn->loop->header;
    IR_FOREACH_PHI(phi, header) {
        if (phi != turn->index || is_asked_behind(rz, turn->loop, phi))
            vec_push(&rz->ctx->scratch, &turn->phis, phi);
    }
    TileValue **operand = arena_array(&rz->ctx->scratch, TileValue *, turn->phis.n + 5);
    const TileType *index = rz_type_of(rz, &turn->index->v);
    operand[0] = rz_incoming(rz, turn->index, edge);
    operand[1] = rz_value(rz, turn->to);
    if (rz->failed) return (RzEdge){0};
    operand[2] = rz_constant(rz, index, turn->step);
    uint32_t n = carried(rz, turn, edge, operand + 3);
    if (rz->failed) return (RzEdge){0};
    const TileType **types = arena_array(&rz->ctx->scratch, const TileType *, n + 1);
    for (uint32_t i = 0; i < n; i++) types[i] = operand[3 + i]->type;
    const uint32_t group[] = {1, 1, 1, n};
    TileOp *op = rz_op_groups(rz, TILE_O_FOR, 4, group, operand, n, types);
    rz_set_unit(rz, op, "unsignedCmp", !turn->sign);

    TileBlock *outer = rz->block;
    uint32_t mark = rz->undo.n;
    rz->block = region(rz, op, index, n, operand + 3);
    take_arguments(rz, turn, rz->block->arg + 1);
    rz_define(rz, &turn->index->v, rz->block->arg[0]);
    turns(rz, turn, (RzEdge){header, turn->body});
    rz_back(rz, mark);
    rz->block = outer;
    take_arguments(rz, turn, op->result);
    const IrInst *term = ir_term(header);
    return (RzEdge){header, ir_succ(term, ir_succ(term, 0) == turn->body)};
}

// ---- loop --------------------------------------------------------------------------------------

static RzEdge make_loop(Rz *rz, Turn *turn, RzEdge edge, const RzFrame *frame, TileOp **made) {
    IR_FOREACH_PHI(phi, turn->loop->header) vec_push(&rz->ctx->scratch, &turn->phis, phi);
    TileValue **operand = arena_array(&rz->ctx->scratch, TileValue *, turn->phis.n + 2);
    uint32_t n = carried(rz, turn, edge, operand);
    const TileType **types = arena_array(&rz->ctx->scratch, const TileType *, frame->n + 1);
    if (rz->failed) return (RzEdge){0};
    uint32_t nresult = break_types(rz, frame, types);
    TileOp *op = *made = rz_op_groups(rz, TILE_O_LOOP, 1, &n, operand, nresult, types);
    TileBlock *outer = rz->block;
    uint32_t mark = rz->undo.n;
    rz->block = region(rz, op, NULL, n, operand);
    take_arguments(rz, turn, rz->block->arg);
    // the header first, whose phis have their values
    turns(rz, turn, rz_block(rz, turn->loop->header, turn->loop->header));
    rz_back(rz, mark);
    rz->block = outer;
    return (RzEdge){0};
}

// From an edge into its header to what comes behind it.
RzEdge rz_loop(Rz *rz, RzEdge edge, const IrBlock *stop) {
    Turn turn = {.loop = an_loop_of(an_loops(&rz->an), edge.to)};
    const AnLoop *around = rz->loop;
    RzFrame *outer = rz->frame, *frame = frame_of(rz, turn.loop);
    TileValue *written = rz->written, *read = rz->read;
    TileOp *op = NULL;
    turn.effect = frame->effect;
    frame->turn = &turn;
    rz->loop = turn.loop;
    rz->frame = frame;
    bool counted = is_for(rz, &turn);
    RzEdge end = counted ? make_for(rz, &turn, edge) : make_loop(rz, &turn, edge, frame, &op);
    rz->loop = around;
    rz->frame = outer;
    if (rz->failed) return (RzEdge){0};
    if (counted && turn.effect != RZ_PURE) return end;
    rz->written = written;
    rz->read = read;
    return counted ? end : behind(rz, frame, op, stop);
}
