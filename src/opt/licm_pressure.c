// SPDX-License-Identifier: Apache-2.0
// The brake of licm: what was hoisted lives in registers throughout the loop. When the loop has
// values alive for more registers than a thread should use, or more predicates than there are,
// cheap computations go back to where they stood:
//
//     pre: %a = add i32 %w, -5                 l: %a = add i32 %w, -5
//     l:   %c = icmp slt i32 %r, %a      =>       %c = icmp slt i32 %r, %a
//
// What only some rounds of the loop need is worth less: it goes back from a lower number on.
//
// One goes back only if that frees registers: its operands are constants, parameters of a kernel,
// values that the loop reads anyway, or were cheap and hoisted themselves (they are looked at next,
// since the last one hoisted comes first). What only hoisted instructions use does not live in the
// loop and does not count.
#include "opt/licm.h"

typedef struct {
    Licm *s;
    const AnPressure *pressure;
    Map hoisted; // instruction -> itself
    AnRegs now;  // alive in the loop
    AnRegs limit;
    uint32_t maybe_regs; // the limit for what not every round needs
    uint64_t uses_left;  // that may be looked at
} Brake;

enum { CHEAP = 1, MARGIN = 4 }; // instructions; a quarter of the limit is left for what is not seen

static AnRegs plus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs + b.regs, a.preds + b.preds};
}

static AnRegs minus(AnRegs a, AnRegs b) {
    return (AnRegs){a.regs - CU_MIN(a.regs, b.regs), a.preds - CU_MIN(a.preds, b.preds)};
}

static bool is_hoisted(const Brake *brake, const IrInst *inst) {
    return map_get(&brake->hoisted, (uintptr_t)inst) != NULL;
}

// Something that stays in the loop reads it.
static bool lives_in_loop(Brake *brake, const IrValue *value) {
    const OptLoop *l = brake->s->l;
    IR_FOREACH_USE(u, value) {
        if (!brake->uses_left) return false;
        brake->uses_left--;
        if (an_in_loop(l->loops, l->loop, u->user->block)) return true;
    }
    return false;
}

// Nothing in front of the loop or behind it does (what was hoisted with it, say).
static bool lives_only_in_loop(Brake *brake, const IrValue *value) {
    const OptLoop *l = brake->s->l;
    IR_FOREACH_USE(u, value) {
        if (!brake->uses_left) return false;
        brake->uses_left--;
        if (!an_in_loop(l->loops, l->loop, u->user->block)) return false;
    }
    return value->uses != NULL;
}

// Constant memory at a fixed address: instructions read it where it is.
static bool is_operand(const IrInst *inst) {
    if (inst->v.op != IR_LOAD || !ir_is_const(ir_op(inst, 0))) return false;
    return an_space(ir_op(inst, 0)) == IR_AS_CONST && an_type_regs(inst->v.type).regs <= 2;
}

static bool is_cheap(const IrInst *inst) {
    return is_operand(inst) || (inst->v.op != IR_LOAD && opt_issue_cost(inst) <= CHEAP);
}

static bool is_free_in_loop(Brake *brake, const IrValue *value) {
    const IrArg *arg = ir_as_arg(value);
    if (ir_is_const(value) || (arg && arg->fn->cc == IR_CC_PTX_KERNEL)) return true;
    const IrInst *i = ir_as_inst(value);
    return (i && is_hoisted(brake, i) && is_cheap(i)) || lives_in_loop(brake, value);
}

static bool frees_registers(Brake *brake, const IrInst *inst) {
    if (!is_cheap(inst) || !lives_only_in_loop(brake, &inst->v)) return false;
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (!is_free_in_loop(brake, ir_op(inst, k))) return false;
    }
    return true;
}

// Predicates are so few that a comparison goes back even if its operands then live in its place.
static bool frees_predicate(Brake *brake, const IrInst *inst) {
    return ir_ops[inst->v.op].class == IRC_CMP && is_cheap(inst) &&
           lives_only_in_loop(brake, &inst->v);
}

static bool is_over(const Brake *brake) {
    uint32_t regs = CU_MIN(brake->limit.regs, brake->maybe_regs);
    return brake->now.regs > regs || brake->now.preds > brake->limit.preds;
}

static void put_back(Brake *brake, const LicmHoisted *licm_hoisted) {
    IrInst *inst = licm_hoisted->inst;
    AnRegs own = an_type_regs(inst->v.type);
    bool predicate =
        own.preds && brake->now.preds > brake->limit.preds && frees_predicate(brake, inst);
    uint32_t limit =
        licm_hoisted->certain ? brake->limit.regs : CU_MIN(brake->limit.regs, brake->maybe_regs);
    bool registers = own.regs && brake->now.regs > limit && frees_registers(brake, inst);
    if (!predicate && !registers) return;

    brake->now = minus(brake->now, own);
    for (uint32_t k = 0; k < inst->nops; k++) { // these live in the loop now
        const IrInst *op = ir_as_inst(ir_op(inst, k));
        if (op && is_hoisted(brake, op) && !lives_in_loop(brake, &op->v))
            brake->now = plus(brake->now, an_type_regs(op->v.type));
    }
    ir_move_before(inst, ir_first_non_phi(licm_hoisted->from));
    map_put(&brake->hoisted, (uintptr_t)inst, NULL);
}

void opt_licm_put_back(Licm *s) {
    Brake brake = {.s = s, .pressure = an_pressure(s->pc->an)};
    uint32_t most = (uint32_t)opt_knob(s->pc, licm, registers);
    uint32_t limit = opt_register_limit(s->l->fn);
    brake.limit.regs = CU_MIN(most, limit - limit / MARGIN);
    brake.maybe_regs = (uint32_t)opt_knob(s->pc, licm, maybe_registers);
    brake.uses_left = LICM_BUDGET + LICM_BUDGET_PER_INST * (uint64_t)s->hoisted.n;
    brake.limit.preds = (uint32_t)opt_knob(s->pc, licm, predicates);
    AnRegs before = brake.pressure->loop[s->l->loop->index], more = {0, 0};
    for (uint32_t k = 0; k < s->hoisted.n; k++) {
        const IrValue *v = &s->hoisted.at[k].inst->v;
        if (lives_in_loop(&brake, v)) more = plus(more, an_type_regs(v->type));
    }
    brake.now = plus(before, more);
    if (is_over(&brake)) {
        map_init(&brake.hoisted, s->pc->tmp);
        for (uint32_t k = 0; k < s->hoisted.n; k++) {
            const IrInst *i = s->hoisted.at[k].inst;
            map_put(&brake.hoisted, (uintptr_t)i, (void *)(uintptr_t)i);
        }
        for (uint32_t k = s->hoisted.n; k-- > 0;) put_back(&brake, &s->hoisted.at[k]);
    }
    an_pressure_raise(brake.pressure, s->l->loop, minus(brake.now, before));
}
