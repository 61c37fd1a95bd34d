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
// Refused: blocks with fewer registers alive, values that are needed soon, ways into loops,
// operations that are not about one instruction, whatever reads memory or has an effect.
#include "opt/opt.h"

enum { SOON = 8 };

typedef struct Delay {
    PassCtx *pc;
    const AnLoops *loops;
    const AnDom *dom;
    const AnPressure *pressure;
    uint32_t least; // registers alive in a block where values move
    uint32_t full;  // registers alive in a loop that values may move into
    Map place;      // instruction -> its number in reverse postorder, from 1
} Delay;

static bool is_cheap(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_SEXT:
    case IR_GEP:
    case IR_PTRTOINT:
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
        return !ir_ty_is_vec(inst->v.type) && an_type_regs(inst->v.type).regs <= 2;
    default: return false;
    }
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
static bool may_enter(const Delay *delay, const IrInst *inst, const IrBlock *to) {
    const AnLoop *from = an_loop_of(delay->loops, inst->block),
                 *loop = an_loop_of(delay->loops, to);
    for (; loop && loop != from; loop = loop->parent) {
        if (delay->pressure->loop[loop->index].regs < delay->full) return false;
    }
    return true;
}

// The nearest place that all uses are behind; NULL: none.
static IrInst *first_use(const Delay *delay, const IrInst *inst) {
    IrBlock *block = NULL;
    IR_FOREACH_USE(use, &inst->v) {
        IrBlock *at = reader(use)->block;
        block = block ? an_common_dominator(delay->dom, block, at) : at;
        if (!block) return NULL;
    }
    while (block && block != inst->block && !may_enter(delay, inst, block))
        block = block->v.id < delay->dom->nids ? delay->dom->idom[block->v.id] : NULL;
    if (!block) return NULL;

    IrInst *first = ir_term(block);
    IR_FOREACH_USE(use, &inst->v) {
        IrInst *at = reader(use);
        if (at->block == block && place_of(delay, at) < place_of(delay, first)) first = at;
    }
    return first;
}

// The operand is alive at `to` whether or not its user moves there: it is needed there or later, or
// in the next round of a loop that did not compute it.
static bool lives_on(const Delay *delay, const IrValue *operand, const IrInst *user, uint32_t to) {
    const AnLoop *loop = an_loop_of(delay->loops, user->block);
    if (loop && an_loop_invariant(delay->loops, loop, operand)) return true;
    IR_FOREACH_USE(use, operand) {
        if (use->user != user && place_of(delay, reader(use)) >= to) return true;
    }
    return false;
}

// Other values of the block that are made of the operand and constants: they follow, and the
// operand is alive for all of them.
static uint32_t cheap_users(const IrValue *operand, const IrInst *inst) {
    uint32_t n = 0;
    IR_FOREACH_USE(use, operand) {
        const IrInst *user = use->user;
        if (user == inst || user->block != inst->block || !is_cheap(user)) continue;
        n += user->nops < 2 || ir_is_const(ir_op(user, 1));
    }
    return n;
}

// No instruction of its own: what it casts is the same register, and moves behind it.
static bool is_free(const IrInst *inst) {
    bool cast = is_any_of(inst->v.op, IR_PTRTOINT, IR_BITCAST, IR_ADDRSPACECAST);
    return cast && an_type_regs(inst->v.type).regs == an_type_regs(ir_op(inst, 0)->type).regs;
}

static bool is_worth_it(const Delay *delay, const IrInst *inst, uint32_t to) {
    if (is_free(inst)) return true;
    uint32_t saved = an_type_regs(inst->v.type).regs, cost = 0, siblings = 0;
    for (uint32_t k = 0; k < inst->nops; k++) {
        const IrValue *operand = ir_op(inst, k);
        if (ir_is_const(operand) || lives_on(delay, operand, inst, to)) continue;
        cost += an_type_regs(operand->type).regs;
        siblings = cheap_users(operand, inst);
    }
    return saved > cost || (saved == cost && siblings >= 2);
}

static bool is_crowded(const Delay *delay, const IrBlock *from, const IrBlock *to) {
    const AnPressure *pressure = delay->pressure;
    if (from->v.id >= pressure->nids || to->v.id >= pressure->nids) return false;
    return pressure->most[from->v.id].regs >= delay->least ||
           pressure->most[to->v.id].regs >= delay->least;
}

static bool delay_value(Delay *delay, IrInst *inst) {
    if (!is_cheap(inst) || !inst->v.uses) return false;
    IrInst *use = first_use(delay, inst);
    uint32_t to = use ? place_of(delay, use) : 0;
    if (!use || !is_crowded(delay, inst->block, use->block)) return false;
    if (to <= place_of(delay, inst) + SOON || !is_worth_it(delay, inst, to)) return false;
    ir_move_before(inst, use);
    map_put(&delay->place, (uintptr_t)inst, (void *)(uintptr_t)to);
    return true;
}

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
        uint32_t id = cfg->rpo[k]->v.id;
        any |= id < pressure->nids && pressure->most[id].regs >= delay.least;
    }
    if (!any) return false;
    map_init(&delay.place, pc->tmp);
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(inst, cfg->rpo[k])
        map_put(&delay.place, (uintptr_t)inst, (void *)(uintptr_t)++n);
    }
    // From the end: what a value is made of follows it.
    for (uint32_t k = cfg->n; k-- > 0;) {
        IrBlock *bb = cfg->rpo[k];
        for (IrInst *inst = bb->last, *before; inst && inst->v.op != IR_PHI; inst = before) {
            before = inst->prev;
            changed |= delay_value(&delay, inst);
        }
    }
    (void)fn;
    return changed;
}
