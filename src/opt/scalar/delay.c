// SPDX-License-Identifier: Apache-2.0
// delay-values: where many registers are alive, cheap values are computed in front of what needs
// them first, not where the program (or a loop that is unrolled now) computed them.
//
//     %a = add %p, 4096                      %b = ... 200 instructions ...
//     %b = ... 200 instructions ...    =>    %a = add %p, 4096
//     asm "ldmatrix", %a                     asm "ldmatrix", %a
//
// A value is one register less on the way; what it is made of must be alive there anyway, or be
// less. ptxas schedules blocks itself, but starts from the order that it reads, and keeps the order
// of assembly.
//
// What is computed in front of a full loop and needed behind it alone is computed again there, if
// what it is made of is there anyway.
//
// Refused: blocks with fewer registers alive, values that are needed soon, ways into loops,
// operations that are not about one instruction, whatever reads memory or has an effect.
#include "opt/common/common.h"

enum { SOON = 8 };

typedef struct Delay {
    PassCtx *pc;
    const AnLoops *loops;
    const AnDom *dom;
    const AnPressure *pressure;
    uint32_t least; // registers alive in a block where values move
    uint32_t full;  // registers alive in a loop that values may move into
    Map rebuilt;    // value -> its copy behind a loop
    Map place;      // instruction -> its number in reverse postorder, from 1
} Delay;

static bool is_cheap(const IrInst *inst) {
    static const bool cheap[IR_NOPS] = {
        [IR_ADD] = true,  [IR_SUB] = true,     [IR_MUL] = true,           [IR_SHL] = true,
        [IR_LSHR] = true, [IR_ASHR] = true,    [IR_AND] = true,           [IR_OR] = true,
        [IR_XOR] = true,  [IR_TRUNC] = true,   [IR_ZEXT] = true,          [IR_SEXT] = true,
        [IR_GEP] = true,  [IR_BITCAST] = true, [IR_ADDRSPACECAST] = true, [IR_PTRTOINT] = true,
    };
    bool narrow = !ir_ty_is_vec(inst->v.type) && an_type_regs(inst->v.type).regs <= 2;
    return cheap[inst->v.op] && narrow;
}

static uint32_t place_of(const Delay *delay, const IrInst *inst) {
    return (uint32_t)(uintptr_t)map_get(&delay->place, (uintptr_t)inst);
}

// Where a use reads the value: a phi's at the end of the block that it comes from.
static IrInst *reader(const IrUse *use) {
    bool phi = use->user->v.op == IR_PHI;
    return phi ? ir_term(ir_phi_block(use->user, ir_use_index(use) / 2)) : use->user;
}

// Into a loop only where it is full: the value is computed in every round then, and takes no
// register in between.
static bool may_enter(const Delay *delay, const IrInst *delayed, const IrBlock *to) {
    const AnLoop *from = an_loop_of(delay->loops, delayed->block),
                 *loop = an_loop_of(delay->loops, to);
    for (; loop && loop != from; loop = loop->parent) {
        if (delay->pressure->loop[loop->index].regs < delay->full) return false;
    }
    return true;
}

// Of one block. What moved has the number of what it moved in front of.
static bool comes_first(const Delay *delay, const IrInst *one, const IrInst *other) {
    uint32_t place = place_of(delay, one), than = place_of(delay, other);
    return place < than || (place == than && one != other && an_comes_before(one, other));
}

// Where the block reads the value first, or its end.
static IrInst *first_in(const Delay *delay, const IrInst *delayed, IrBlock *block) {
    IrInst *first = ir_term(block);
    IR_FOREACH_USE(use, &delayed->v) {
        IrInst *at = reader(use);
        if (at->block == block && comes_first(delay, at, first)) first = at;
    }
    return first;
}

// The nearest place that all uses are behind; NULL: none.
static IrInst *first_use(const Delay *delay, const IrInst *delayed) {
    IrBlock *block = NULL;
    IR_FOREACH_USE(use, &delayed->v) {
        IrBlock *at = reader(use)->block;
        block = block ? an_common_dominator(delay->dom, block, at) : at;
        if (!block) return NULL;
    }
    while (block && block != delayed->block && !may_enter(delay, delayed, block))
        block = delay->dom->idom[block->v.id];
    if (!block) return NULL;

    return first_in(delay, delayed, block);
}

// The operand is alive at `to` whether or not its user moves there: it is needed there or later, or
// in the next round of a loop that did not compute it.
static bool lives_on(const Delay *delay, const IrValue *operand, const IrInst *user,
                     const IrBlock *from, uint32_t to) {
    const AnLoop *loop = an_loop_of(delay->loops, from);
    if (loop && an_loop_invariant(delay->loops, loop, operand)) return true;
    IR_FOREACH_USE(use, operand) {
        if (use->user != user && place_of(delay, reader(use)) >= to) return true;
    }
    return false;
}

// Other values of the block that are made of the operand and constants: they follow, and the
// operand is alive for all of them.
static uint32_t cheap_users(const IrValue *operand, const IrInst *delayed) {
    uint32_t n = 0;
    IR_FOREACH_USE(use, operand) {
        const IrInst *user = use->user;
        if (user == delayed || user->block != delayed->block || !is_cheap(user)) continue;
        n += user->nops < 2 || ir_is_const(ir_op(user, 1));
    }
    return n;
}

// No instruction of its own: what it casts is the same register, and moves behind it.
static bool is_free(const IrInst *inst) {
    bool cast = is_any_of(inst->v.op, IR_PTRTOINT, IR_BITCAST, IR_ADDRSPACECAST);
    return cast && an_type_regs(inst->v.type).regs == an_type_regs(ir_op(inst, 0)->type).regs;
}

static bool is_worth_it(const Delay *delay, const IrInst *delayed, uint32_t to) {
    if (is_free(delayed)) return true;
    uint32_t saved = an_type_regs(delayed->v.type).regs, cost = 0, siblings = 0;
    for (uint32_t k = 0; k < delayed->nops; k++) {
        const IrValue *operand = ir_op(delayed, k);
        if (ir_is_const(operand) || lives_on(delay, operand, delayed, delayed->block, to)) continue;
        cost += an_type_regs(operand->type).regs;
        siblings = cheap_users(operand, delayed);
    }
    return saved > cost || (saved == cost && siblings >= 2);
}

static bool is_crowded(const Delay *delay, const IrBlock *from, const IrBlock *to) {
    const AnPressure *pressure = delay->pressure;
    return pressure->most[from->v.id].regs >= delay->least ||
           pressure->most[to->v.id].regs >= delay->least;
}

static bool delay_value(Delay *delay, IrInst *delayed) {
    if (!is_cheap(delayed) || !delayed->v.uses) return false;
    IrInst *use = first_use(delay, delayed);
    uint32_t to = use ? place_of(delay, use) : 0;
    if (!use || !is_crowded(delay, delayed->block, use->block)) return false;
    if (to <= place_of(delay, delayed) + SOON || !is_worth_it(delay, delayed, to)) return false;
    ir_move_before(delayed, use);
    map_put(&delay->place, (uintptr_t)delayed, (void *)(uintptr_t)to);
    return true;
}

// ---- values that wait through a loop ------------------------------------------------------------

// What may be computed a second time: cheap, without memory and other threads.
static bool may_rebuild(const IrInst *inst) {
    bool simple = is_cheap(inst) || is_any_of(inst->v.op, IR_ICMP, IR_SELECT, IR_CALL);
    return simple && ir_is_speculatable(inst) && !ir_is_convergent(inst);
}

// The value where it is there at `at` anyway, or its copy; NULL.
static IrValue *value_at(const Delay *delay, IrValue *wanted, const IrInst *at) {
    const IrInst *inst = ir_as_inst(wanted);
    IrInst *made = map_get(&delay->rebuilt, (uintptr_t)wanted);
    if (made && an_dominates_inst(delay->dom, made, at)) return &made->v;
    bool there = !inst || lives_on(delay, wanted, NULL, inst->block, place_of(delay, at));
    return there ? wanted : NULL;
}

// All that a value is made of is there, or can be made there; *left instructions may be added.
static bool can_rebuild(const Delay *delay, const IrInst *waiting, const IrInst *at,
                        uint32_t *left) {
    for (uint32_t k = 0; k < waiting->nops; k++) {
        if (value_at(delay, ir_op(waiting, k), at)) continue;
        const IrInst *operand = ir_as_inst(ir_op(waiting, k));
        if (!*left || !may_rebuild(operand)) return false;
        --*left;
        if (!can_rebuild(delay, operand, at, left)) return false;
    }
    return true;
}

static IrValue *rebuild(Delay *delay, IrFunc *fn, IrInst *waiting, IrInst *at) {
    IrInst *copy = ir_inst_clone(fn, waiting);
    ir_insert_before(copy, at);
    map_put(&delay->place, (uintptr_t)copy, (void *)(uintptr_t)place_of(delay, at));
    for (uint32_t k = 0; k < waiting->nops; k++) {
        IrValue *there = value_at(delay, ir_op(waiting, k), copy);
        if (!there) there = rebuild(delay, fn, ir_as_inst(ir_op(waiting, k)), copy);
        ir_set_op(copy, k, there);
    }
    map_put(&delay->rebuilt, (uintptr_t)waiting, copy);
    return &copy->v;
}

// In the order of blocks; the loop itself may have been jumped over.
static bool is_behind(const Delay *delay, const AnLoop *loop, const IrBlock *block) {
    const IrBlock *last = loop->blocks.at[loop->blocks.n - 1];
    return place_of(delay, block->first) > place_of(delay, ir_term(last));
}

// Behind the loop the value is needed, in it not: the place that all those uses are behind. NULL:
// there is none outside of loops.
static IrInst *place_behind(const Delay *delay, const AnLoop *loop, const IrInst *waiting) {
    IrBlock *block = NULL;
    IR_FOREACH_USE(use, &waiting->v) {
        IrBlock *at = reader(use)->block;
        if (an_in_loop(delay->loops, loop, at)) return NULL;
        if (!is_behind(delay, loop, at)) continue;
        block = block ? an_common_dominator(delay->dom, block, at) : at;
    }
    while (block && an_loop_of(delay->loops, block) != loop->parent)
        block = delay->dom->idom[block->v.id];
    if (!block || !is_behind(delay, loop, block)) return NULL;
    return first_in(delay, waiting, block);
}

static bool rebuild_behind(Delay *delay, IrFunc *fn, const AnLoop *loop, IrInst *waiting) {
    enum { MOST_ADDED = 12 };
    if (!may_rebuild(waiting) || !waiting->v.uses) return false;
    IrInst *at = place_behind(delay, loop, waiting);
    if (!at) return false;
    uint32_t left = MOST_ADDED;
    if (!can_rebuild(delay, waiting, at, &left)) return false;
    IrValue *copy = rebuild(delay, fn, waiting, at);
    IR_FOREACH_USE_SAFE(use, &waiting->v) {
        if (an_dominates(delay->dom, at->block, reader(use)->block))
            ir_set_op(use->user, ir_use_index(use), copy);
    }
    if (!ir_has_uses(&waiting->v)) ir_erase(waiting);
    return true;
}

// Of a loop that is full, what stands in front of it.
static bool rebuild_for(Delay *delay, IrFunc *fn, const AnLoop *loop) {
    const AnCfg *cfg = an_cfg(delay->pc->an);
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IrBlock *bb = cfg->rpo[k];
        if (!an_dominates(delay->dom, bb, loop->header)) continue;
        if (an_loop_of(delay->loops, bb) != loop->parent) continue;
        for (IrInst *inst = bb->last, *prev; inst; inst = prev) {
            prev = inst->prev;
            changed |= rebuild_behind(delay, fn, loop, inst);
        }
    }
    return changed;
}

static bool rebuild_all(Delay *delay, IrFunc *fn) {
    bool changed = false;
    map_init(&delay->rebuilt, delay->pc->tmp);
    for (uint32_t k = 0; k < delay->loops->all.n; k++) {
        const AnLoop *loop = delay->loops->all.at[k];
        if (delay->pressure->loop[loop->index].regs >= delay->full)
            changed |= rebuild_for(delay, fn, loop);
    }
    return changed;
}

OPT_FUNC_PASS(delay_values);
bool opt_delay_values(PassCtx *pc, IrFunc *fn) {
    const AnPressure *pressure = an_pressure(pc->an);
    const AnCfg *cfg = an_cfg(pc->an);
    uint32_t n = 0;
    Delay delay = {.pc = pc,
                   .loops = an_loops(pc->an),
                   .dom = an_dom(pc->an),
                   .pressure = pressure,
                   .least = opt_knob(pc, delay_values, registers),
                   .full = opt_knob(pc, delay_values, full)};
    bool any = false, changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        any |= pressure->most[cfg->rpo[k]->v.id].regs >= delay.least;
    }
    if (!any) return false;
    map_init(&delay.place, pc->tmp);
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(inst, cfg->rpo[k])
        map_put(&delay.place, (uintptr_t)inst, (void *)(uintptr_t)++n);
    }
    changed |= rebuild_all(&delay, fn);
    // From the end: what a value is made of follows it.
    for (uint32_t k = cfg->n; k-- > 0;) {
        IrBlock *bb = cfg->rpo[k];
        for (IrInst *inst = bb->last, *before; inst && inst->v.op != IR_PHI; inst = before) {
            before = inst->prev;
            changed |= delay_value(&delay, inst);
        }
    }
    return changed;
}
