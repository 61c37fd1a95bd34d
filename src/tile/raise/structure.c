// SPDX-License-Identifier: Apache-2.0
// The graph of blocks as ifs and loops. A way is walked from an edge to a block where it stops: the
// end of the region. Where it forks, the block is found where all that goes on meets again; up to
// there each side is a region of an if, which gives the phis of that block and whatever else of the
// region is used behind it. Ways that leave the loop or return end in their region. What two sides
// reach before they meet is there twice.
#include "tile/raise/raise_int.h"

enum { MAX_BLOCKS = 1 << 16 }; // raised, copies among them

// ---- sets of blocks ----------------------------------------------------------------------------

bool rz_in_loop(const Rz *rz, const AnLoop *loop, const IrBlock *bb) {
    return an_in_loop(an_loops((AnFunc *)&rz->an), loop, bb);
}

// Nothing but the end of the kernel.
static bool only_returns(const IrBlock *bb) {
    return bb->first && bb->first->v.op == IR_RET;
}

// What the walk does not go into: it leaves the loop, begins its next turn, or leaves the kernel.
static bool is_end(const Rz *rz, const IrBlock *bb) {
    if (rz->loop) return bb == rz->loop->header || !rz_in_loop(rz, rz->loop, bb);
    return only_returns(bb) || (bb->first && bb->first->v.op == IR_UNREACHABLE);
}

// The blocks that are reached from one, `stop` among them but not what is behind it; nothing
// through `without`.
static BitSet reach(const Rz *rz, const IrBlock *from, const IrBlock *stop,
                    const IrBlock *without) {
    BitSet seen;
    RzBlocks work = {0};
    bitset_init(&seen, &rz->ctx->scratch, rz->fn->nblockids);
    vec_push(&rz->ctx->scratch, &work, from);
    while (work.n) {
        const IrBlock *bb = vec_pop(&work);
        bool end = bb != stop && is_end(rz, bb);
        if (end || bb == without || bitset_has(&seen, bb->v.id)) continue;
        bitset_add(&seen, bb->v.id);
        const IrInst *term = ir_term(bb);
        for (uint32_t i = 0; bb != stop && i < ir_nsucc(term); i++) {
            const IrBlock *to = ir_succ(term, i);
            vec_push(&rz->ctx->scratch, &work, to);
        }
    }
    return seen;
}

static bool is_apart(BitSet *set, const BitSet *other) {
    bitset_and(set, other);
    return bitset_next(set, 0) == UINT32_MAX;
}

// Several edges lead to it, and ways that pass it by never come to what is behind it.
static bool is_meeting(const Rz *rz, const RzEdge *leaving, const BitSet *of, uint32_t n,
                       const IrBlock *stop, const IrBlock *bb) {
    uint32_t arrive = 0;
    for (uint32_t i = 0; i < n; i++) arrive += bitset_has(&of[i], bb->v.id);
    if (arrive < 2) return false;
    BitSet behind = reach(rz, bb, stop, NULL);
    for (uint32_t i = 0; i < n; i++) {
        BitSet past = reach(rz, leaving[i].to, stop, bb);
        if (!is_apart(&past, &behind)) return false;
    }
    return true;
}

// Where all ways from a block meet, if none of them leaves before: the nearest block that dominates
// it from behind. NULL: some leave, or come to the end.
static const IrBlock *meeting_of_all(Rz *rz, const IrBlock *fork, const IrBlock *stop) {
    const AnDom *pdom = an_pdom(&rz->an);
    const IrBlock *meet = fork->v.id < pdom->nids ? pdom->idom[fork->v.id] : NULL;
    if (!meet || (meet != stop && is_end(rz, meet))) return NULL;
    return !stop || an_dominates(pdom, stop, meet) ? meet : NULL;
}

static bool is_of_one_block(const RzEdge *edge, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        if (edge[i].from != edge[0].from) return false;
    }
    return edge[0].from != NULL;
}

// Where edges meet that do not leave, the first such block in reverse postorder. Of edges of which
// all others leave that is where the one leads to. NULL: nowhere. (What is behind the edges is
// walked over only where some leave: else a kernel with n ifs would be walked over n times.)
static const IrBlock *meeting(Rz *rz, const RzEdge *leaving, uint32_t n, const IrBlock *stop) {
    const IrBlock *of_all =
        is_of_one_block(leaving, n) ? meeting_of_all(rz, leaving[0].from, stop) : NULL;
    if (of_all) return of_all;
    const AnCfg *cfg = an_cfg(&rz->an);
    BitSet *of = arena_array(&rz->ctx->scratch, BitSet, n);
    const IrBlock *only = NULL;
    uint32_t live = 0;
    for (uint32_t i = 0; i < n; i++) {
        of[i] = reach(rz, leaving[i].to, stop, NULL);
        bool goes_on = stop ? bitset_has(&of[i], stop->v.id) : bitset_next(&of[i], 0) != UINT32_MAX;
        if (!goes_on) continue;
        live++;
        only = leaving[i].to;
    }
    for (uint32_t at = 0; live > 1 && at < cfg->n; at++) {
        if (is_meeting(rz, leaving, of, n, stop, cfg->rpo[at])) return cfg->rpo[at];
    }
    return live == 1 ? only : NULL;
}

// ---- what a region gives -----------------------------------------------------------------------

void rz_escaping(Rz *rz, const BitSet *blocks, RzInsts *out) {
    for (uint32_t id = bitset_next(blocks, 0); id != UINT32_MAX; id = bitset_next(blocks, id + 1)) {
        IR_FOREACH_INST(inst, rz->block_of[id]) {
            bool escapes = false;
            IR_FOREACH_USE(use, &inst->v) {
                const IrInst *user = use->user;
                const IrBlock *where = user->block;
                if (user->v.op == IR_PHI)
                    where = ir_phi_block(user, (uint32_t)(use - user->op) / 2);
                escapes |= !bitset_has(blocks, where->v.id);
            }
            if (escapes) vec_push(&rz->ctx->scratch, out, inst);
        }
    }
}

RzEffect rz_effect_of(const Rz *rz, const BitSet *blocks) {
    RzEffect most = RZ_PURE;
    for (uint32_t id = bitset_next(blocks, 0); id != UINT32_MAX; id = bitset_next(blocks, id + 1)) {
        IR_FOREACH_INST(inst, rz->block_of[id]) most = CU_MAX(most, rz_effect(rz, inst));
    }
    return most;
}

TileValue *rz_incoming(Rz *rz, const IrInst *phi, RzEdge edge) {
    if (!edge.from) return rz_value(rz, &phi->v);
    const IrValue *from = ir_phi_from(phi, edge.from);
    TileValue *value = from ? rz_value(rz, from) : rz_fail(rz, "comes to a block from nowhere");
    return value ? rz_as(rz, value, rz_type_of(rz, &phi->v)) : NULL;
}

// Phis take their values all at once.
static void enter(Rz *rz, RzEdge edge) {
    if (!edge.from) return;
    VEC(TileValue *) values = {0};
    IR_FOREACH_PHI(phi, edge.to) {
        TileValue *value = rz_incoming(rz, phi, edge);
        vec_push(&rz->ctx->scratch, &values, value);
    }
    uint32_t i = 0;
    IR_FOREACH_PHI(phi, edge.to) {
        if (values.at[i]) rz_define(rz, &phi->v, values.at[i]);
        i++;
    }
}

// What all sides of a fork give: phis of the meeting block, values that escape, tokens.
typedef struct {
    const RzEdge *edge;
    TileValue *const *condition;
    uint32_t n;
    const IrBlock *meet;
    RzInsts phis, values;
    RzEffect effect;
} Fork;

typedef struct {
    TileValue **at;
    uint32_t n;
} Given;

static Given give(Rz *rz, const Fork *fork, RzEdge edge) {
    Given given = {arena_array(&rz->ctx->scratch, TileValue *, fork->phis.n + fork->values.n + 2),
                   0};
    for (uint32_t i = 0; i < fork->phis.n; i++)
        given.at[given.n++] = rz_incoming(rz, fork->phis.at[i], edge);
    for (uint32_t i = 0; i < fork->values.n; i++)
        given.at[given.n++] = rz_value_or_zero(rz, fork->values.at[i]);
    if (fork->effect == RZ_WRITES) given.at[given.n++] = rz->written;
    if (fork->effect != RZ_PURE) given.at[given.n++] = rz->read;
    return given;
}

static void end_with(Rz *rz, TileOpcode code, const Given *yielded) {
    if (!rz->failed) rz_op_groups(rz, code, 1, &yielded->n, yielded->at, 0, NULL);
}

static bool is_closed(const TileBlock *block) {
    return block->ops.n && tile_row(vec_last(&block->ops))->flags & TILE_END;
}

// Nobody comes to its end; operations must end in something all the same.
static void close_dead(Rz *rz) {
    if (is_closed(rz->block)) return;
    if (rz->loop)
        rz_leave(rz, (RzEdge){0});
    else
        rz_op_groups(rz, TILE_O_RETURN, 0, NULL, NULL, 0, NULL);
}

static bool build(Rz *rz, const Fork *fork, uint32_t i, Given *yielded);

// One side in a block of its own: what it gives is yielded. False: it ended by itself.
static bool side(Rz *rz, TileOp *choice, uint32_t region, const Fork *fork, uint32_t i, bool rest,
                 Given *yielded) {
    TileBlock *outer = rz->block;
    TileValue *written = rz->written, *read = rz->read;
    uint32_t mark = rz->undo.n;
    rz->block = choice->region[region] = tile_block_new(rz->module, choice, rz->out);
    bool arrives;
    if (rest) {
        arrives = build(rz, fork, i + 1, yielded);
    } else {
        RzEdge end = rz_walk(rz, fork->edge[i], fork->meet);
        arrives = end.to != NULL;
        if (arrives) *yielded = give(rz, fork, end);
    }
    if (arrives)
        end_with(rz, TILE_O_YIELD, yielded);
    else
        close_dead(rz);
    rz_back(rz, mark);
    rz->block = outer;
    rz->written = written;
    rz->read = read;
    return arrives;
}

// The types of what the fork gives.
static uint32_t given_types(Rz *rz, const Fork *fork, const TileType **type) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < fork->phis.n; i++) type[n++] = rz_type_of(rz, &fork->phis.at[i]->v);
    for (uint32_t i = 0; i < fork->values.n; i++)
        type[n++] = rz_type_of(rz, &fork->values.at[i]->v);
    if (fork->effect == RZ_WRITES) type[n++] = rz_token(rz);
    if (fork->effect != RZ_PURE) type[n++] = rz_token(rz);
    return n;
}

// Edge i under its condition, else the ones behind it. False: no way arrives.
static bool build(Rz *rz, const Fork *fork, uint32_t i, Given *yielded) {
    if (i + 1 == fork->n) {
        RzEdge end = rz_walk(rz, fork->edge[i], fork->meet);
        if (end.to) *yielded = give(rz, fork, end);
        return end.to != NULL;
    }
    const TileType **types =
        arena_array(&rz->ctx->scratch, const TileType *, fork->phis.n + fork->values.n + 2);
    uint32_t n = given_types(rz, fork, types), one = 1;
    if (rz->failed) return false;
    TileOp *op = rz_op_groups(rz, TILE_O_IF, 1, &one, &fork->condition[i], n, types);
    Given inner;
    bool first = side(rz, op, 0, fork, i, false, &inner);
    bool second = side(rz, op, 1, fork, i, true, &inner);
    *yielded = (Given){op->result, n};
    return first || second;
}

RzEdge rz_choose(Rz *rz, const RzEdge *ways, TileValue *const *condition, uint32_t n,
                 const IrBlock *stop) {
    Fork fork = {.edge = ways, .condition = condition, .n = n};
    fork.meet = meeting(rz, ways, n, stop);
    BitSet region;
    bitset_init(&region, &rz->ctx->scratch, rz->fn->nblockids);
    for (uint32_t i = 0; i < n; i++) {
        BitSet of = reach(rz, ways[i].to, stop, fork.meet);
        bitset_or(&region, &of);
    }
    if (fork.meet) bitset_del(&region, fork.meet->v.id);
    if (stop) bitset_del(&region, stop->v.id);
    rz_escaping(rz, &region, &fork.values);
    fork.effect = rz_effect_of(rz, &region);
    if (fork.meet) {
        IR_FOREACH_PHI(phi, fork.meet) vec_push(&rz->ctx->scratch, &fork.phis, phi);
    }
    Given given;
    if (!build(rz, &fork, 0, &given) || rz->failed) {
        if (!rz->failed) close_dead(rz);
        return (RzEdge){0};
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < fork.phis.n; i++) rz_define(rz, &fork.phis.at[i]->v, given.at[at++]);
    for (uint32_t i = 0; i < fork.values.n; i++)
        rz_define(rz, &fork.values.at[i]->v, given.at[at++]);
    if (fork.effect == RZ_WRITES) rz->written = given.at[at++];
    if (fork.effect != RZ_PURE) rz->read = given.at[at++];
    return (RzEdge){NULL, fork.meet};
}

// ---- the walk ----------------------------------------------------------------------------------

// A switch: each value by itself, then the rest.
static RzEdge by_switch(Rz *rz, const IrInst *term, const IrBlock *stop) {
    uint32_t n = ir_nsucc(term);
    TileValue *value = rz_value(rz, ir_op(term, 0));
    RzEdge *edge = arena_array(&rz->ctx->scratch, RzEdge, n);
    TileValue **condition = arena_array(&rz->ctx->scratch, TileValue *, n);
    for (uint32_t i = 1; i < n && value; i++) { // the first successor is the default
        const IrValue *key = ir_op(term, 2 * i);
        TileValue *both[] = {value, rz_value(rz, key)};
        if (rz->failed) break;
        TileOp *op = rz_op(rz, TILE_O_CMPI, 2, both, rz_with_element(rz, value->type, TILE_T_I1));
        condition[i - 1] = op->result[0];
        edge[i - 1] = (RzEdge){term->block, ir_succ(term, i)};
    }
    edge[n - 1] = (RzEdge){term->block, ir_succ(term, 0)};
    return rz->failed ? (RzEdge){0} : rz_choose(rz, edge, condition, n, stop);
}

static RzEdge leave(Rz *rz, const IrBlock *bb, const IrBlock *stop) {
    const IrInst *term = ir_term(bb);
    uint32_t n = ir_nsucc(term);
    if (term->v.op == IR_RET || term->v.op == IR_UNREACHABLE) {
        close_dead(rz);
        return (RzEdge){0};
    }
    if (n == 1 || (n == 2 && ir_succ(term, 0) == ir_succ(term, 1)))
        return (RzEdge){bb, ir_succ(term, 0)};
    if (term->v.op == IR_SWITCH) return by_switch(rz, term, stop);
    if (term->v.op != IR_BR) {
        rz_fail(rz, "jumps in a way that tiles cannot");
        return (RzEdge){0};
    }
    TileValue *condition = rz_value(rz, ir_op(term, 0));
    const RzEdge edge[] = {{bb, ir_succ(term, 0)}, {bb, ir_succ(term, 1)}};
    return rz->failed ? (RzEdge){0} : rz_choose(rz, edge, &condition, 2, stop);
}

static bool is_other_loop(Rz *rz, const IrBlock *bb) {
    const AnLoop *loop = an_loop_of(an_loops(&rz->an), bb);
    return loop && loop->header == bb && loop != rz->loop;
}

// The instructions of a block whose phis have their values, and the way on.
RzEdge rz_block(Rz *rz, const IrBlock *bb, const IrBlock *stop) {
    IR_FOREACH_INST(inst, bb) {
        if (inst->v.op == IR_PHI || ir_is_term(inst)) continue;
        rz_instruction(rz, inst);
        if (rz->failed) return (RzEdge){0};
    }
    return leave(rz, bb, stop);
}

// Gives the edge by which it came to the stop; to NULL, if no way does.
RzEdge rz_walk(Rz *rz, RzEdge edge, const IrBlock *stop) {
    while (edge.to && edge.to != stop && !rz->failed) {
        if (rz->loop && is_end(rz, edge.to)) {
            rz_leave(rz, edge);
            return (RzEdge){0};
        }
        if (++rz->ndup > MAX_BLOCKS) {
            rz_fail(rz, "has branches that make too many copies of what follows them");
            break;
        }
        if (is_other_loop(rz, edge.to)) {
            edge = rz_loop(rz, edge, stop);
            continue;
        }
        enter(rz, edge);
        edge = rz_block(rz, edge.to, stop);
    }
    return rz->failed ? (RzEdge){0} : edge;
}
